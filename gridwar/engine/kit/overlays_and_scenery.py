"""What a rule system has drawn on the map: bands, threat, arcs, blasts, things that lie about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell


class Ring(Struct, frozen=True):
    """A range band around a combatant: cells up to ``radius`` from its edge."""

    radius: float
    label: str
    note: str = ""
    """What it makes of an attack: a modifier, or that there is none."""
    is_unrounded: bool = False
    """The rules compare a straight line with it as it is, not in whole squares."""


def rings_of(
    bands: tuple[tuple[str, float | None, str], ...], *, is_unrounded: bool = False
) -> tuple[Ring, ...]:
    """Return the rings of range bands about a combatant; one without an end has no edge to draw.

    Args:
        bands: From the inside out: what each is called, the last cells in it, None where it has no
            end, and what it makes of an attack.
        is_unrounded: Whether the rules compare a straight line with the edges as it is.
    """
    return tuple(
        Ring(last_cells, title, note, is_unrounded)
        for title, last_cells, note in bands
        if last_cells is not None
    )


class Overlays(Struct, frozen=True):
    """What the map can show of a combatant: bands of a weapon, and the cells it threatens."""

    rings: tuple[Ring, ...] = ()
    threat: frozenset[Cell] = frozenset()
    threat_label: str = ""
    threat_between: tuple[int, int] = (0, 0)
    """Least and greatest distance of what it threatens, from wherever it may stand."""
    arcs: tuple[FieldOfFire, ...] = ()
    """Where it can shoot, in a system with facing."""
    idle: bool = False
    """It can strike at nothing that it threatens now: drawn hollow."""
    course: Course | None = None
    """Where it goes by itself, in a system with vehicles or drifting things."""
    danger: tuple[BlastZoneView, ...] = ()
    """What it takes in if it blows up, from the inside out; none where that is far off."""
    weapons: tuple[tuple[str, str], ...] = ()
    """Its weapons that have bands of their own: id and title."""
    blast: Blast | None = None
    """What the weapon would take in if it went off at the cell asked about."""


class FieldOfFire(Struct, frozen=True):
    """An arc of a weapon, measured from where its owner faces."""

    label: str
    axis_deg: float = 0.0
    width_deg: float = 90.0
    radius_cells: float | None = None
    whose: str = ""
    """Whom it is measured from, where that is another: the vehicle somebody sits in."""


class Course(Struct, frozen=True):
    """The way something goes that nobody steers: top left cells, the first where it is now."""

    cells: tuple[Cell, ...]
    whose: str
    label: str
    stop: str = ""
    """What it meets at the end of them."""
    rule_id: str = ""


class BlastZoneView(Struct, frozen=True):
    """One zone of a blast: what it is called and its exact cells, inner zones left out."""

    label: str
    cells: frozenset[Cell]


class BlastCaught(Struct, frozen=True):
    """Somebody in a blast, in which zone (from the inside), and how far from the middle."""

    who: str
    zone: int
    squares: float


class Blast(Struct, frozen=True):
    """What a blast would take in, by the procedure that plays it; zones from the inside out."""

    zones: tuple[BlastZoneView, ...]
    caught: tuple[BlastCaught, ...]
    escaped: tuple[tuple[str, str], ...] = ()
    """Those who stand in the zones on the plan and get away, with the reason."""
    rule_id: str = ""


class Mark(Struct, frozen=True):
    """Something that the rules know to lie on the map: a weapon that was dropped, a spell."""

    cell: Cell
    icon: str
    text: str
    note: str = ""
    """A quieter second part of the words."""
    cells: frozenset[Cell] = frozenset()
    """All that it covers, for what covers more than its cell."""
    rule_id: str = ""


TieKind = Literal["tie", "aim", "contact"]


class Tie(Struct, frozen=True):
    """Something that ties two combatants together, drawn as a line between them: aim, a link.

    Attributes:
        a: One of them; of a hold whoever holds.
        b: The other.
        label: Its words.
        broken: Drawn as a line that is cut.
        always: Shown whoever is selected; others only with one of the two selected.
        icon: A sign half-way, on top of the tokens, that points from the one to the other.
        group: The heading of the actions that its sign offers to both of them by a click.
        kind: How it is drawn: one aims at the other, they are in touch, or anything else.
    """

    a: str
    b: str
    label: str = ""
    broken: bool = False
    always: bool = False
    icon: str = ""
    group: str = ""
    rule_id: str = ""
    kind: TieKind = "tie"


AreaTone = Literal["good", "harm", "info", "quiet"]


class Area(Struct, frozen=True):
    """Squares that the rules give a meaning for as long as it lasts: a kill zone, a field, an aura.

    Attributes:
        key: Tells it from the others.
        label: Its words on the map and in the legend.
        cells: What it covers now.
        note: Words for whoever rests on it.
        whose: The combatant whom it goes along with, also while it is dragged; empty for none.
        tone: How it is drawn.
        owner: The combatant in whose side's colour it is drawn; empty for the tone's own.
        known_to: The only side that may see it; None for everybody.
        is_advice: Worked out for whoever runs the fight: players never see it.
        is_for_a_move: Whether it is where whoever acts may go: shown while somebody moves or all is
            asked for, not at rest.
        rule_id: The rule it comes from.
        inside: Those whom it takes in, where that means something: their tokens are outlined.
    """

    key: str
    label: str
    cells: frozenset[Cell]
    note: str = ""
    whose: str = ""
    tone: AreaTone = "info"
    owner: str = ""
    known_to: str | None = None
    is_advice: bool = False
    is_for_a_move: bool = False
    rule_id: str = ""
    inside: frozenset[str] = frozenset()


class Scenery(Struct, frozen=True):
    """What the rules know of the map beside combatants and areas: things and ties."""

    marks: tuple[Mark, ...] = ()
    ties: tuple[Tie, ...] = ()


class Body(Struct, frozen=True):
    """What moves where somebody is moved, and on whom else its card and overlays depend.

    Attributes:
        mover: The combatant itself, or the vehicle or mount that it steers.
        linked: Others without whom its card cannot be told.
        carrier: The vehicle it is in or the mount it rides, shown with it; empty for none.
    """

    mover: str
    linked: tuple[str, ...] = ()
    carrier: str = ""
