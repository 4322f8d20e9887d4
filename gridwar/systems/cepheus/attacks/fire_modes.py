"""Ways of attacking: what each refuses, and whether the target may react.

What they add to the sum and to the damage, and what they use up, is in ``firing``. The sequence of
the attack is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.systems.cepheus.attacks.firing import BURST, PANIC, SINGLE, SUPPRESSION
from gridwar.systems.cepheus.attacks.firing_checks import (
    why_no_burst,
    why_no_gun,
    why_no_panic,
    why_no_suppression,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal
    from gridwar.systems.cepheus.modifiers.attack_values import Shot

    Check = Callable[[Encounter, Shot], Refusal | None]


class Mode(Struct, frozen=True):
    """One way of attacking.

    Attributes:
        id: Its name in commands.
        checks: Further reasons against it.
        asks_target: Whether the target may react.
    """

    id: str
    checks: tuple[Check, ...] = ()
    asks_target: bool = True


MODES: Final[Mapping[str, Mode]] = frozendict(
    {
        one.id: one
        for one in (
            Mode(SINGLE),
            Mode(BURST, (why_no_gun, why_no_burst)),
            Mode(PANIC, (why_no_gun, why_no_panic)),
            Mode(SUPPRESSION, (why_no_gun, why_no_burst, why_no_suppression), asks_target=False),
        )
    }
)
