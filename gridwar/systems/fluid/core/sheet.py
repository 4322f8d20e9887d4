"""What Fluid Initiative knows of a combatant: checks, senses, weapons, and how the fight stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    Encounter,
    FormFigures,
    FormLayout,
    FormSection,
    FormTable,
    Number,
    Record,
    Sheet,
    WeaponRecord,
    _,
    own_sheet,
)
from gridwar.systems.fluid.core.tables import numbers

CONDITIONS: Final = ("bleeding", "fatigued", "exhausted")
"""The conditions that count while somebody has them, each once a round."""
SaveKind = Literal["general", "stress", "blast"]
MOST_GIVEN: Final = 1_000_000
"""How far the game master's word may move one line."""


class Weapon(WeaponRecord):
    """A weapon, as far as it moves a Count.

    Rules: FL-EVT-05, FL-EVT-06
    """

    name: str = Field(default="", title=_("Name"))
    tactical: bool = Field(
        default=False, title=_("Tactical"), description=_("Firing it costs 2 points of the Count.")
    )
    proficient: bool = Field(
        default=True,
        title=_("Proficient"),
        description=_("Without the proficiency its use costs 4 points, once a round."),
    )

    @property
    def words(self) -> str:
        """What it is called."""
        return self.name or self.id


class Entry(Record):
    """A line of somebody's ledger: an event of this round, as it was entered.

    Rules: FL-MOD-04, FL-EVT-22
    """

    event: str = Field(title=_("Event"))
    label: str = Field(default="", max_length=200, title=_("What it is"))
    modifier: int = Field(
        default=0,
        ge=-1000,
        le=1000,
        title=_("Points"),
        description=_("Of electrical damage and of anything else."),
    )
    weapon: str = Field(default="", max_length=200, title=_("Weapon"))
    count: int = Field(default=1, ge=0, le=1000, title=_("Times"))
    action_dice: int = Field(default=0, ge=0, le=1000, title=_("Action Dice"))
    wounds: int = Field(default=0, ge=0, le=100_000, title=_("Wounds"))
    critical_hit: bool = Field(default=False, title=_("Critical hit"))
    kind: SaveKind = Field(default="general", title=_("Save against"))
    struck: bool = Field(
        default=False, title=_("Struck out"), description=_("Entered by mistake: does not count.")
    )
    given: int | None = Field(
        default=None,
        ge=-MOST_GIVEN,
        le=MOST_GIVEN,
        title=_("At your word"),
        description=_("Points that it counts in place of what its row says."),
    )
    past: bool = Field(
        default=False,
        title=_("Over"),
        description=_("The condition that it was entered for is over."),
    )


class ExtraHalf(Record):
    """A half action from another source than the round itself.

    Rules: FL-ACT-03
    """

    id: str
    source: str = Field(title=_("Source"))
    restrictions: frozenset[str] = Field(
        default=frozenset(),
        title=_("Restrictions"),
        description=_("What may not be paid with it: no_attack, no_move."),
    )


class SplitCheck(Record):
    """A skill check whose first half was the last action of a round.

    Rules: FL-ACT-01
    """

    action: str = Field(title=_("Action"))
    round: Number = Field(title=_("Round"))


class InFight(Record):
    """How somebody stands in the fight under way; gone when it is over."""

    count: Number | None = Field(
        default=None, title=_("Initiative Count"), description=_("None before the check.")
    )
    boost: Number = Field(
        default=0, title=_("Action Dice on the check"), description=_("Points; only before it.")
    )
    joined: Literal["start", "later"] = Field(
        default="start", title=_("Joined"), description=_("At the start or later.")
    )
    intentional: bool = Field(
        default=True, title=_("On purpose"), description=_("Came in on purpose.")
    )
    flat_footed: bool = Field(default=False, title=_("Flat-footed"), description=_("Now."))
    reeling: bool = Field(default=False, title=_("Reeling"), description=_("Now."))
    halves_lost: Amount = Field(
        default=0, title=_("Half actions to lose"), description=_("Still owed to reeling.")
    )
    must_press: bool = Field(
        default=False, title=_("Press first"), description=_("Has to Press before anything else.")
    )
    press_next: bool = Field(
        default=False,
        title=_("Press first, next round"),
        description=_("Joined with a Count that forces Press in the round after."),
    )
    pressed: bool = Field(default=False, title=_("Has pressed"), description=_("In this round."))
    halves_spent: Amount = Field(
        default=0, title=_("Half actions spent"), description=_("Of the two of a round.")
    )
    extra_halves: tuple[ExtraHalf, ...] = Field(default=(), title=_("Half actions from elsewhere"))
    moved: bool = Field(default=False, title=_("Has moved"), description=_("In this round."))
    step_used: bool = Field(default=False, title=_("Step taken"), description=_("In this round."))
    free_used: Amount = Field(
        default=0, title=_("Free actions taken"), description=_("In this round.")
    )
    free_limit: Amount | None = Field(
        default=None, title=_("Free action limit"), description=_("None: no end yet.")
    )
    has_acted: bool = Field(default=False, title=_("Took a half or full action"))
    has_done_anything: bool = Field(default=False, title=_("Did anything"))
    surprise_action: bool = Field(default=False, title=_("Acted in the surprise round"))
    surprise_free: bool = Field(default=False, title=_("Free action in the surprise round"))
    split: SplitCheck | None = Field(default=None, title=_("Divided check"))
    takes_part: bool = Field(
        default=True,
        title=_("Takes part in the group's check"),
        description=_("Who does not gets no surprise round action."),
    )
    ledger: tuple[Entry, ...] = Field(default=(), title=_("Ledger of this round"))
    last_raw: Number = Field(default=0, title=_("Sum of the last round"))
    last_applied: Number = Field(default=0, title=_("What of it counted"))

    @property
    def halves_left(self) -> int:
        """The half actions of the round that are left.

        Rules: FL-RND-01, FL-MOD-07
        """
        return max(0, self._halves_unspent - self.halves_lost)

    @property
    def extras_left(self) -> tuple[ExtraHalf, ...]:
        """The half actions from elsewhere that reeling leaves: it takes those of the round first.

        Rules: FL-ACT-03, FL-MOD-07
        """
        return self.extra_halves[max(0, self.halves_lost - self._halves_unspent) :]

    @property
    def _halves_unspent(self) -> int:
        return max(0, numbers().half_actions - self.halves_spent)


# --- what the editor shows ------------------------------------------------------------------------


WEAPONS = FormTable(
    "weapons",
    ("name", "tactical", "proficient"),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add from the rulebook, or your own \u2026"),
    example=_("harpoon gun tactical"),
)
LEDGER = FormTable(
    "fight.ledger",
    ("event", "label", "modifier", "struck"),
    more=(("weapon", "count", "action_dice"), ("wounds", "critical_hit", "kind"), ("given",)),
    kept=("past",),
    title=_("Ledger of this round"),
    add=_("Add an event, such as aim or other \u2026"),
)
EXTRA_HALVES = FormTable(
    "fight.extra_halves",
    ("source", "restrictions"),
    kept=("id",),
    title=_("Half actions from elsewhere"),
    add=_("Add a source \u2026"),
)
FORMS = (
    FormLayout(
        first=(
            FormFigures(
                ("init_bonus", "int_mod", "speed_ft", "visual_ft", "hearing_ft", "wounds_full")
            ),
            WEAPONS,
        ),
        sections=(
            FormSection(
                _("Wounds and conditions"),
                (("wounds",), ("bleeding", "fatigued", "exhausted")),
            ),
        ),
        in_fight=(
            ("fight.count", "fight.boost", "fight.joined", "fight.intentional"),
            ("fight.flat_footed", "fight.reeling", "fight.halves_lost", "fight.must_press"),
            ("fight.halves_spent", "fight.free_used", "fight.free_limit"),
            ("fight.moved", "fight.step_used", "fight.pressed", "fight.takes_part"),
            LEDGER,
            EXTRA_HALVES,
        ),
        kept=(
            "fight.press_next",
            "fight.split",
            "fight.has_acted",
            "fight.has_done_anything",
            "fight.surprise_action",
            "fight.surprise_free",
            "fight.last_raw",
            "fight.last_applied",
        ),
    ),
)


class FluidSheet(Sheet):
    """Somebody in a combat with fluid initiative."""

    full_values: ClassVar[Mapping[str, str]] = {"wounds": "wounds_full"}
    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    init_bonus: Number = Field(
        default=0, title=_("Initiative bonus"), description=_("Added to 1d20; breaks ties.")
    )
    int_mod: Number = Field(
        default=0, title=_("Intelligence modifier"), description=_("Added to what Regroup gives.")
    )
    speed_ft: Amount = Field(
        default=30, title=_("Speed (ft)"), description=_("Marked on the map, never refused.")
    )
    visual_ft: Amount = Field(
        default=500, title=_("Visual range (ft)"), description=_("Bounds the distance.")
    )
    hearing_ft: Amount = Field(
        default=100, title=_("Hearing range (ft)"), description=_("Bounds the distance.")
    )
    wounds: Amount = Field(
        default=10, title=_("Wounds left"), description=_("A loss is entered as one injury.")
    )
    wounds_full: AtLeastOne = Field(default=10, title=_("Wounds"), description=_("When unhurt."))
    bleeding: bool = Field(default=False, title=_("Bleeding"), description=_("-1 a round."))
    fatigued: bool = Field(default=False, title=_("Fatigued"), description=_("-3 a round."))
    exhausted: bool = Field(default=False, title=_("Exhausted"), description=_("-10 a round."))
    weapons: tuple[Weapon, ...] = Field(default=(), title=_("Weapons"))
    fight: InFight = Field(default=InFight.constant(), title=_("In this fight"))


sheet_of = own_sheet(FluidSheet)


def fight_of(encounter: Encounter, who: str) -> InFight:
    """Return how somebody stands in the fight."""
    return sheet_of(encounter[who]).fight


def count_of(encounter: Encounter, who: str) -> int:
    """Return somebody's Initiative Count; 0 before the check."""
    return fight_of(encounter, who).count or 0
