"""What somebody wants to do, whatever action it is: who, what, how long, and what is to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.systems.fluid.core.state import state_of
from gridwar.systems.fluid.core.tables import PRESS, numbers

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.core.state import Prompt
    from gridwar.systems.fluid.core.tables import ActionSpec

BASE: Final = "base"
STEP: Final = "step"


class Taking(Struct, frozen=True):
    """An action that somebody wants to take, and what is to pay for it.

    Attributes:
        who: Who acts.
        action: Its id in the game master's list, or ``step``.
        name: Its words.
        cost: ``half``, ``full``, ``free`` or ``step``.
        tags: What it is.
        uses: Which half actions pay: ``base`` or ids of others; empty for what is chosen then.
        split: ``start`` or ``finish`` of a check divided over two rounds.
        reductions: How many options shorten it.
        restrictions: Its own.
        is_press: Whether it is Press.
    """

    who: str
    action: str
    name: str
    cost: str
    tags: frozenset[str] = frozenset()
    uses: tuple[str, ...] = ()
    split: str = ""
    reductions: int = 0
    restrictions: frozenset[str] = frozenset()
    is_press: bool = False

    @property
    def is_action(self) -> bool:
        """Tell whether it is a half or full action."""
        return self.cost in ("half", "full")

    @property
    def halves(self) -> int:
        """How many half actions it takes.

        Rules: FL-RND-01, FL-ACT-01
        """
        if not self.is_action:
            return 0
        return 1 if self.split or self.cost == "half" else numbers().half_actions


def taking_of(spec: ActionSpec, who: str) -> Taking:
    """Return an action of the list as somebody would take it."""
    return Taking(
        who,
        spec.id,
        spec.name or spec.id,
        spec.cost,
        frozenset(spec.tags),
        restrictions=frozenset(spec.restrictions),
        is_press=spec.event == PRESS,
    )


def prompt_of(encounter: Encounter, who: str) -> Prompt | None:
    """Return what somebody may do off their own Count; None on it, or where nothing prompts them.

    Rules: FL-ACT-04
    """
    found = (one for one in state_of(encounter).prompts if one.who == who)
    return None if encounter.turn == who else next(found, None)
