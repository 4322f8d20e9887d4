"""Ways of attacking: what each refuses, adds to the sum, uses up and adds to the damage.

A way of firing is one more ``Mode`` here, not another attack: the sequence is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal
    from gridwar.systems.cepheus.attack_sums import LineMaker
    from gridwar.systems.cepheus.attack_values import Shot

    Check = Callable[[Encounter, Shot], Refusal | None]


class Mode(Struct, frozen=True):
    """One way of attacking.

    Attributes:
        id: Its name in commands.
        rounds: Rounds used up, where they are counted.
        checks: Further reasons against it.
        lines: Further rows of the sum.
        asks_target: Whether the target may react.
    """

    id: str
    rounds: int = 1
    checks: tuple[Check, ...] = ()
    lines: tuple[LineMaker, ...] = ()
    asks_target: bool = True


SINGLE: Final = Mode("single")
MODES: Final[Mapping[str, Mode]] = frozendict({SINGLE.id: SINGLE})
