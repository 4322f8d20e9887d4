"""What happens to somebody in a combat with fluid initiative, as changes of sheets."""

from __future__ import annotations

from gridwar.engine.kit import SheetEvent, adds, clears, includes, sets
from gridwar.systems.fluid.core.sheet import Entry, ExtraHalf, FluidSheet, SplitCheck

# --- the ledger and the Count ---------------------------------------------------------------------


@includes("fight.ledger", of="entry")
class Entered(SheetEvent):
    """An event of this round was written down."""

    entry: Entry


class EntryChanged(SheetEvent):
    """A line of a ledger was corrected by the game master."""

    at: int
    entry: Entry

    def on(self, sheet: FluidSheet) -> FluidSheet:
        """Put it in the place of the old one."""
        ledger = sheet.fight.ledger
        if self.at >= len(ledger):
            return sheet
        changed = (*ledger[: self.at], self.entry, *ledger[self.at + 1 :])
        return sheet.replace(fight=sheet.fight.replace(ledger=changed))


@sets("fight.count", of="count")
class CountSet(SheetEvent):
    """A Count was made by a check."""

    count: int | None


class CountChanged(SheetEvent):
    """A Count went up or down."""

    by: int

    def on(self, sheet: FluidSheet) -> FluidSheet:
        """Add to it."""
        return sheet.replace(fight=sheet.fight.replace(count=(sheet.fight.count or 0) + self.by))


@sets("fight.last_raw", of="raw")
@sets("fight.last_applied", of="applied")
@clears("fight.ledger")
class LedgerCleared(SheetEvent):
    """A round was reckoned up; the ledger of the next one is empty."""

    raw: int
    applied: int


@sets("fight.reeling", True)
@sets("fight.halves_lost", of="halves")
class SentReeling(SheetEvent):
    """Somebody reels and loses the next half actions."""

    halves: int


@sets("fight.reeling", False)
class ReelingEnded(SheetEvent):
    """Somebody reels no longer."""


@adds("fight.halves_lost", times=-1, least=0)
class LossServed(SheetEvent):
    """Half actions that reeling takes are gone."""

    by: int


@sets("fight.flat_footed", True)
class BecameFlatFooted(SheetEvent):
    """Somebody is flat-footed."""


@sets("fight.flat_footed", False)
class NotFlatFooted(SheetEvent):
    """Somebody is flat-footed no longer."""


@sets("fight.must_press", of="value")
class PressForced(SheetEvent):
    """Whether somebody has to Press first was settled."""

    value: bool


@sets("fight.press_next", of="value")
class PressForcedLater(SheetEvent):
    """Whether somebody has to Press first in the next round was settled."""

    value: bool


@sets("fight.pressed", True)
class Pressed(SheetEvent):
    """Press was taken in this round."""


# --- the economy of a turn ------------------------------------------------------------------------


@adds("fight.halves_spent")
class HalvesSpent(SheetEvent):
    """Half actions of the round were spent."""

    by: int


@includes("fight.extra_halves", of="half")
class HalfGained(SheetEvent):
    """A half action from elsewhere was won."""

    half: ExtraHalf


class HalfUsed(SheetEvent):
    """A half action from elsewhere was spent."""

    half: str

    def on(self, sheet: FluidSheet) -> FluidSheet:
        """Take it out."""
        left = tuple(one for one in sheet.fight.extra_halves if one.id != self.half)
        return sheet.replace(fight=sheet.fight.replace(extra_halves=left))


@adds("fight.free_used", amount=1)
@sets("fight.has_done_anything", True)
class FreeActionTaken(SheetEvent):
    """A free action was taken."""


@sets("fight.has_acted", True)
@sets("fight.has_done_anything", True)
class ActionTaken(SheetEvent):
    """A half or full action was taken."""


@sets("fight.moved", True)
class MoveTaken(SheetEvent):
    """An action that counts as a move was taken."""


@sets("fight.step_used", True)
@sets("fight.has_done_anything", True)
class StepUsed(SheetEvent):
    """The bonus step of the round was taken."""


@sets("fight.free_limit", of="limit")
class FreeLimitSet(SheetEvent):
    """How many free actions somebody may take this round was said."""

    limit: int | None


@sets("fight.surprise_action", True)
class SurpriseActionTaken(SheetEvent):
    """The action of a surprise round was taken."""


@sets("fight.surprise_free", True)
class SurpriseFreeTaken(SheetEvent):
    """The free action of a surprise round was taken."""


@sets("fight.split", of="split")
class SplitBegun(SheetEvent):
    """The first half of a divided skill check was taken."""

    split: SplitCheck


@clears("fight.split")
class SplitOver(SheetEvent):
    """A divided skill check was finished, or is lost."""


_ROUND = (
    "fight.halves_spent",
    "fight.extra_halves",
    "fight.moved",
    "fight.step_used",
    "fight.free_used",
    "fight.free_limit",
    "fight.pressed",
    "fight.has_acted",
    "fight.has_done_anything",
    "fight.surprise_action",
    "fight.surprise_free",
)


@clears(*_ROUND)
@sets("fight.free_limit", None)
class RoundAllowance(SheetEvent):
    """A new round: everything that one may do in it is there again."""


@sets("fight.joined", of="joined")
@sets("fight.intentional", of="intentional")
@sets("fight.flat_footed", of="flat_footed")
class Joined(SheetEvent):
    """Somebody came into the fight."""

    joined: str
    intentional: bool
    flat_footed: bool


@sets("fight.boost", of="points")
class Boosted(SheetEvent):
    """Action Dice were put into an Initiative check to come."""

    points: int


@sets("fight.takes_part", of="value")
class PartSettled(SheetEvent):
    """Whether somebody takes part in the check of the group was said."""

    value: bool


@adds("wounds", least=0)
class WoundsChanged(SheetEvent):
    """Wounds were lost (negative) or won back."""

    by: int


class ConditionSet(SheetEvent):
    """Somebody bleeds, is fatigued or exhausted, or no longer so."""

    condition: str
    value: bool

    def on(self, sheet: FluidSheet) -> FluidSheet:
        """Set it."""
        return sheet.replace(**{self.condition: self.value})
