"""What Fluid Initiative knows of a fight as a whole, and the events that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    CombatantId,
    Encounter,
    FrozenMap,
    Number,
    Procedure,
    Record,
    RulesState,
    StateEvent,
    clears,
    includes,
    own_state,
    require,
    sets,
)
from gridwar.model.combatant_references import EssentialId, PairByArrow
from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

PhaseId = Literal["setup", "distance", "initiative", "surprise", "round", "end_of_round"]
Awareness = Literal["none", "some", "all"]
CheckKind = Literal["blend_stealth", "sneak_hide"]


class GroupCheck(Record):
    """What a side made of its team check before the surprise round.

    Rules: FL-SUR-05
    """

    side: str
    result: int = Field(default=0, ge=-1000, le=1000)
    kind: CheckKind = "sneak_hide"
    acting: bool = False


class Distance(Record):
    """How far apart two sides, or all of them, begin.

    Rules: FL-ENC-01, FL-ENC-02, FL-ENC-05
    """

    between: str = ""
    """``a:b``, two sides; empty for all of them."""
    rolled_ft: Number | None = None
    cap_ft: Number = 0
    distance_ft: Number = 0
    squares: Number = 0


class Prompt(Record):
    """An action that somebody may take off their own Count.

    Rules: FL-ACT-04
    """

    who: EssentialId
    action: str


class FluidState(RulesState):
    """Where the seven steps stand."""

    phase: PhaseId = "setup"
    location: str = ""
    distances: tuple[Distance, ...] = ()
    cap_by: CombatantId = ""
    cap_sense: Literal["", "visual", "hearing"] = ""
    awareness: Awareness | None = None
    checks: tuple[GroupCheck, ...] = ()
    winners: tuple[str, ...] = ()
    surprised: tuple[CombatantId, ...] = ()
    """Who acts in the surprise round, in its order."""
    order: tuple[CombatantId, ...] = ()
    """The order of this round; it stands until the round is over."""
    order_counts: FrozenMap[CombatantId, Number] = frozendict()
    """The Counts that it was made with: a Press since then moves nobody."""
    acted: frozenset[CombatantId] = frozenset()
    ties: tuple[PairByArrow, ...] = ()
    """Who comes first of those who are tied, ``a>b``, as the dice have it."""
    prompts: tuple[Prompt, ...] = ()


# --- what changes it ------------------------------------------------------------------------------


@sets("phase", of="phase")
class PhaseBegan(StateEvent):
    """A step of the combat began."""

    phase: PhaseId


@sets("location", of="location")
@sets("distances", of="distances")
@sets("cap_by", of="cap_by")
@sets("cap_sense", of="cap_sense")
class DistanceSet(StateEvent):
    """How far apart the sides begin was settled."""

    location: str
    distances: tuple[Distance, ...] = ()
    cap_by: str = ""
    cap_sense: str = ""


@sets("awareness", of="awareness")
@sets("checks", of="checks")
@sets("winners", of="winners")
@sets("surprised", of="surprised")
class SurpriseSettled(StateEvent):
    """Who knew of whom, what the groups' checks made, and who acts in the surprise round."""

    awareness: Awareness
    checks: tuple[GroupCheck, ...]
    winners: tuple[str, ...]
    surprised: tuple[str, ...]


class OrderSet(StateEvent):
    """The order of a round was made, or changed by the game master."""

    order: tuple[str, ...]
    counts: tuple[int, ...] = ()
    """The Counts by which it was made, one for each."""

    def on(self, rules: FluidState) -> FluidState:
        """Set it, and keep the Counts."""
        counts = frozendict(zip(self.order, self.counts, strict=False))
        return rules.replace(order=self.order, order_counts=counts)


@sets("surprised", of="order")
class SurpriseOrderSet(StateEvent):
    """The order of the surprise round was changed by the game master."""

    order: tuple[str, ...]


@sets("ties", of="ties")
class TiesSettled(StateEvent):
    """Who comes first of those who are tied (``a>b``); nothing: earlier dice are forgotten."""

    ties: tuple[str, ...]


@includes("acted", of="who")
class TurnDone(StateEvent):
    """Somebody's turn of this round is over."""

    who: str


@clears("acted", "prompts")
class RoundRenewed(StateEvent):
    """A round begins: everybody's turn is to come."""


@includes("prompts", of="prompt")
class Prompted(StateEvent):
    """Somebody may take one action off their own Count."""

    prompt: Prompt


class PromptOver(StateEvent):
    """A prompted action was taken, or let pass."""

    who: str

    def on(self, rules: FluidState) -> FluidState:
        """Take it out."""
        return rules.replace(prompts=tuple(one for one in rules.prompts if one.who != self.who))


state_of = own_state(FluidState)


def is_under_way(encounter: Encounter) -> bool:
    """Tell whether what happens is written into ledgers: a surprise round or a round goes on."""
    return encounter.round > 0


def is_surprise_round(encounter: Encounter) -> bool:
    """Tell whether it is the surprise round."""
    return encounter.round > 0 and state_of(encounter).phase == "surprise"


def stands(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody is still in the fight: on the board, and with wounds left."""
    one = encounter.combatants.get(who)
    return one is not None and not one.aside and sheet_of(one).wounds > 0


def side_words(encounter: Encounter, side: str) -> str:
    """Return what a side is called."""
    return encounter.sides[side].name if side in encounter.sides else side


def must_have_begun(table: Table) -> Procedure[None]:
    """Refuse before the first round.

    Rules: FL-SEQ-01
    """
    begun = is_under_way(table.now)
    yield from require(begun, "not_begun", _("Begin the fight first."), "FL-SEQ-01")


def free_name(name: str, taken: set[str]) -> str:
    """Return a name that nothing has yet, with a number where it has to be told apart."""
    numbered = (f"{name} {n}" if n > 1 else name for n in range(1, len(taken) + 2))
    return next(one for one in numbered if one not in taken)
