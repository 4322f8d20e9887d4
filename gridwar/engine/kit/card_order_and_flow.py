"""What a system shows beside the map: order, card, pools, and what outcomes come to."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.command import Command
    from gridwar.model.event_base import Event

SlotState = Literal["waiting", "turn", "acted", "delaying", "out"]


class PipKind(StrEnum):
    """The shape of a pip: what can be spent on one's own turn, or on the turns of others."""

    OWN = "own"
    SMALL = "small"
    """A smaller kind of action on one's own turn."""
    OTHERS = "others"


class Badge(Struct, frozen=True):
    """A condition or a warning on card and token: an icon and its words."""

    icon: str
    text: str
    rule_id: str = ""
    flashes: bool = False
    """Its token flashes once when it comes, as when it is hit."""


class KnownCondition(Struct, frozen=True):
    """A condition that means something to the rules, and the words by which it may be named.

    Attributes:
        id: The id of the effect by which it lasts; instances of it stand behind a colon.
        title: Its words on card and token.
        badge: Its icon.
        words: What else it is called: other words of the book.
        rule_id: The rule that says what it does; empty where one is called as it is.
        does: What it does, in a few words.
    """

    id: str
    title: str
    badge: str = "circle-dot"
    words: tuple[str, ...] = ()
    rule_id: str = ""
    does: str = ""


class Slot(Struct, frozen=True):
    """A place in the order: one combatant, or several who act simultaneously."""

    ids: tuple[str, ...]
    count: str = ""
    """What the order goes by, as text: an Initiative."""
    state: SlotState = "waiting"
    note: str = ""
    """A few quiet words below the name: where the place will be in the next round."""
    heading: str = ""
    """What it stands under, the same for all that follow each other under it."""
    flags: tuple[Badge, ...] = ()
    """What binds or marks whoever has it now: shown as words, not among the badges of the card."""
    rule_id: str = ""
    """By what it has its place."""


class Figure(Struct, frozen=True):
    """A value on the card."""

    label: str
    value: str
    hint: str = ""
    rule_id: str = ""
    weapon: str = ""
    """The weapon that it is of, by id: it leads there rather than to its rule."""
    in_head: bool = False
    """Asked for most often: it is in sight whatever else is. Two of a card at most."""


class Pool(Struct, frozen=True):
    """Something that runs down: hit points, Endurance, Vitality.

    Attributes:
        key: The field or part of the sheet that it shows.
        label: Its words.
        now: Points left; may be negative.
        full: Points when whole.
        hint: Words for its tooltip.
        changed: Returns the events by which it changes by so many points at the GM's word; None
            where the GM changes it in the editor alone.
        played: Plays such a change in place of ``changed``, where more comes of it than the points.
        rule_id: The rule by which it runs down.
        notches: At how many points left something happens: marked on its bars in place of quarters.
    """

    key: str
    label: str
    now: int
    full: int
    hint: str = ""
    changed: Callable[[int], tuple[Event, ...]] | None = None
    played: Callable[[Table, int], Procedure[None]] | None = None
    rule_id: str = ""
    notches: tuple[int, ...] = ()


MOST_NOTCHES: Final = 50
"""More cannot be told apart on a bar."""


def notches_every(step: int, full: int) -> tuple[int, ...]:
    """Return how many points are left after each step of a pool's loss; none where too many."""
    steps = range(step, full, step)
    return tuple(full - lost for lost in steps) if len(steps) <= MOST_NOTCHES else ()


class Pip(Struct, frozen=True):
    """Actions left: a row of shapes, ``left`` of ``full`` of them filled."""

    kind: PipKind
    label: str
    left: int
    full: int
    rule_id: str = ""


class Card(Struct, frozen=True):
    """What the card and the token show of a combatant."""

    subtitle: str = ""
    pools: tuple[Pool, ...] = ()
    """The first is the main one: quick numbers change it, odds and tokens show it."""
    parts: tuple[Pool, ...] = ()
    """What the first pool is the sum of, shown side by side in its place."""
    figures: tuple[Figure, ...] = ()
    pips: tuple[Pip, ...] = ()
    progress: float | None = None
    """How far something has come that takes longer, 0 to 1: a ring round the token."""
    badges: tuple[Badge, ...] = ()
    out: bool = False
    """Dead, unconscious or otherwise out of the fight."""
    box: bool = False
    """A body with corners, such as a vehicle's: its token is drawn so, its front where it faces."""

    @property
    def points(self) -> int:
        """What is left in the main pool, 0 where there is none."""
        return self.pools[0].now if self.pools else 0


class Vital(Struct, frozen=True):
    """By what somebody stands or falls: points left in the main pool, points when whole, if out."""

    points: int = 0
    full: int = 0
    out: bool = False
    taken: int | None = None
    """Points lost in all, where they may be more than the pool has; None where it runs down."""

    @property
    def lost(self) -> int:
        """By how much more is lost than when this was 0: two of them say what was lost between."""
        return -self.points if self.taken is None else self.taken


class Facts(Struct, frozen=True):
    """What an outcome amounts to, for odds: did it succeed, who lost how much, who went down."""

    success: bool | None = None
    amounts: Mapping[str, int] = field(default_factory=frozendict)
    down: frozenset[str] = frozenset()
    outcome: str = ""
    """What it is called, where the roll that decides has names: evaded, hit, critical."""


class Phase(Struct, frozen=True):
    """A part of a round or of a fight, as a strip above the order shows it."""

    id: str
    title: str
    state: Literal["past", "now", "to_come"] = "to_come"


class NextStep(Struct, frozen=True):
    """What the key for "go on" does now: the command and the words on its button.

    ``note``: what comes with it, said above the button.
    """

    command: Command
    words: str
    note: str = ""


class Flow(Struct, frozen=True):
    """Where a fight stands: what the round is called, its phases, and what comes next."""

    words: str
    phases: tuple[Phase, ...] = ()
    next_step: NextStep | None = None
