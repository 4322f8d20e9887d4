"""What the map shows, as frozen records: the whole interface between control and the map.

Presenters make a `SceneView`; the scene compares it with the one before by identity and
redraws what differs. Nothing here knows Qt, colours or pixels. Places are in cells: a point
``(2.5, 4.0)`` lies in the middle of the upper edge of cell ``(2, 4)``; angles are degrees
clockwise from north (up).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.engine.kit.shown import Badge
    from gridwar.model.layers import Layer
    from gridwar.model.walls import DoorState

CellXY: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height in cells."""


class PictureSource(Protocol):
    """Where the map finds pictures by their hash."""

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""


AREA_KEY: Final = "area:"
"""Begins the keys by which the legend takes areas off the map; what they are called follows."""


class Role(StrEnum):
    """The colour of a label or mark: what kind of statement it makes."""

    PAPER = "paper"
    INTENT = "intent"
    THREAT = "threat"
    COVER = "cover"
    GOOD = "good"
    REACH1 = "reach1"
    REACH2 = "reach2"
    REACH3 = "reach3"


class RegionRole(StrEnum):
    """What a set of cells means."""

    REACH1 = "reach1"
    REACH2 = "reach2"
    REACH3 = "reach3"
    THREAT = "threat"
    TEMPLATE = "template"
    TEMPLATE_INNER = "template_inner"
    OPPORTUNITY = "opportunity"
    HARD_COVER = "hard_cover"
    SOFT_COVER = "soft_cover"
    DIFFICULT = "difficult"
    ZONE = "zone"
    """Smoke, darkness, any area with a name: dotted edge, fine pattern."""
    BAND = "band"
    """Everything up to a range, counted in cells: an edge only."""
    SMOKE = "smoke"
    DARK = "dark"
    """A zone of low light or darkness."""
    LIT = "lit"
    """A zone of bright light."""
    AREA_GOOD = "area_good"
    """What the rules give a meaning for as long as it lasts, by its tone."""
    AREA_HARM = "area_harm"
    AREA_INFO = "area_info"
    AREA_QUIET = "area_quiet"
    AREA_OVERLAP = "area_overlap"
    """Where several of them lie: a hatch only."""
    THING = "thing"
    """Something to hide behind, drawn because no picture shows it."""
    BRUSH = "brush"
    """What a painting tool would touch."""


class LineRole(StrEnum):
    """What a straight line means."""

    CLEAR = "clear"
    COVER = "cover"
    BLOCKED = "blocked"
    RULER = "ruler"
    DECIDER = "decider"
    """A wall or edge that gives cover."""
    BLOCKER = "blocker"
    """A wall or door that stops the line."""
    LINK = "link"
    """A thin leader between things that belong together."""
    TIE = "tie"
    """What ties two combatants together: aim, a link of comms."""
    PLANNED = "planned"
    """A wall that is being drawn, moved or is selected."""


class Dash(StrEnum):
    """How the ring of a band is drawn, from near to far."""

    SOLID = "solid"
    LONG = "long"
    DASH_DOT = "dash_dot"
    DOT = "dot"


class WallLook(StrEnum):
    """How a wall segment is drawn."""

    WALL = "wall"
    DOOR = "door"
    OPEN_DOOR = "open_door"
    WINDOW = "window"
    LOW = "low"
    """Stops movement or effect, not sight."""


class WallView(Struct, frozen=True):
    """One wall segment; ``door`` only of doors.

    ``own`` ones were drawn here, so that no picture shows them.
    """

    a: Point
    b: Point
    look: WallLook = WallLook.WALL
    door: DoorState | None = None
    own: bool = False


class PaintLook(StrEnum):
    """The tint and pattern of a painted cell."""

    PLAIN = "plain"
    RUBBLE = "rubble"
    WATER = "water"
    GROWTH = "growth"
    MUD = "mud"
    ICE = "ice"
    ROCK = "rock"
    HARD_COVER = "hard_cover"
    SOFT_COVER = "soft_cover"


class PaintView(Struct, frozen=True, eq=False):
    """A painted layer: its bytes, and how each is drawn (None not at all); faint upon a picture."""

    layer: Layer
    looks: tuple[PaintLook | None, ...]
    faint: bool = False


class HeightView(Struct, frozen=True, eq=False):
    """The heights of the ground, signed steps in a layer of bytes.

    ``step`` is how high one is in the map's unit; with ``every`` each cell bears its number, else
    one in a while.
    """

    layer: Layer
    step: float
    every: bool = False
    faint: bool = False


class PictureView(Struct, frozen=True):
    """The picture under the grid and where it lies."""

    digest: str
    box: Box


class GroundView(Struct, frozen=True):
    """The map without what happens on it.

    ``walls`` are those to be drawn: all on a blank page, on a picture only doors, windows and what
    was drawn here, until they are edited (``editing`` draws them all, with handles) or ``marked``
    over it.
    """

    width: int
    height: int
    cell_length: float = 1.0
    unit: str = ""
    picture: PictureView | None = None
    walls: tuple[WallView, ...] = ()
    editing: bool = False
    marked: bool = False
    grid: bool = True
    paint: tuple[PaintView, ...] = ()
    heights: HeightView | None = None


class TokenView(Struct, frozen=True):
    """One token as it is to be seen.

    Attributes:
        id: the combatant's.
        cell: upper left corner of the footprint, in cells; fractions while it is held free.
        size: width and height of the footprint, in cells.
        initials: one to three letters.
        name: shown on hover and when selected.
        side: index 0 to 5.
        bar: 0 (empty) to 1 (full), or None for no bar.
        progress: how far something longer has come, 0 to 1: a ring; None for none.
        bars: its parts, side by side, where it is made of several.
        notches: shares of the bar that are marked on it; none for its quarters.
        bar_text: the bar in words, such as ``14/37``.
        altitude_text: the height with its sign, such as ``6`` or ``-3``; None on the ground.
        caught: its number in the list of those caught.
        ghost: the place where a move began.
        faint: on another level than the one looked at: a shadow that cannot be clicked.
        lifted: held by the pointer; follows it without motion of its own.
        box: a vehicle or the like: a body with corners that lies the way it faces.
        named: shows its name.
        trail: the cells walked since its turn began, the first where it stood; for its motion.
    """

    id: str
    cell: Point
    initials: str
    size: CellXY = (1, 1)
    name: str = ""
    side: int = 0
    picture: str | None = None
    bar: float | None = None
    bars: tuple[float, ...] = ()
    notches: tuple[float, ...] = ()
    progress: float | None = None
    bar_text: str = ""
    facing_deg: float | None = None
    altitude_text: str | None = None
    badges: tuple[Badge, ...] = ()
    caught: int | None = None
    selected: bool = False
    turn: bool = False
    out: bool = False
    hidden: bool = False
    target: bool = False
    ghost: bool = False
    faint: bool = False
    lifted: bool = False
    box: bool = False
    named: bool = False
    trail: tuple[CellXY, ...] = ()


class RegionOverlay(Struct, frozen=True):
    """A set of cells with a meaning; a second filled one should come with ``filled`` off."""

    role: RegionRole
    cells: frozenset[CellXY]
    label: str = ""
    second: str = ""
    label_cell: CellXY | None = None
    filled: bool = True
    dash: Dash = Dash.SOLID
    """Of a band."""
    side: int | None = None
    """The side in whose colour an area of the rules is drawn; None for that of its role."""


class BoxOverlay(Struct, frozen=True):
    """A rectangle drawn by the pointer: to be painted, or to select what lies in it."""

    box: Box
    label: str = ""
    second: str = ""


class RingOverlay(Struct, frozen=True):
    """A range band measured in straight lines: a circle."""

    center: Point
    radius_cells: float
    label: str = ""
    second: str = ""
    dash: Dash = Dash.SOLID
    role: Role = Role.PAPER


class ArcOverlay(Struct, frozen=True):
    """A field of fire, its outline already cut by walls; the first point is the apex."""

    outline: tuple[Point, ...]
    middle: Point | None = None
    label: str = ""


class RouteOverlay(Struct, frozen=True):
    """A planned way.

    Attributes:
        points: centres of the footprint at every step.
        waypoints: indices into ``points``.
        costs: running cost at each waypoint, in the same order.
        label: cost at the end; ``second`` the price.
        warnings: what may happen on the way, each in a label of its own; with rule ids.
    """

    points: tuple[Point, ...]
    waypoints: tuple[int, ...] = ()
    costs: tuple[str, ...] = ()
    label: str = ""
    second: str = ""
    warnings: tuple[tuple[str, str], ...] = ()


class LineOverlay(Struct, frozen=True):
    """A straight line from ``a`` to ``b``, decided at ``cut`` (a cross) when there is one."""

    a: Point
    b: Point
    role: LineRole
    cut: Point | None = None
    label: str = ""
    second: str = ""


class LabelOverlay(Struct, frozen=True):
    """Words at a place, with a second, quieter part such as a rule id."""

    at: Point
    text: str
    second: str = ""
    role: Role = Role.PAPER
    icon: str | None = None
    below: bool = False
    """It hangs under the label before it."""
    on_place: bool = False
    """It stands on the place itself, as what lies there."""


class MarkOverlay(Struct, frozen=True):
    """A small mark on a point: the aim of a template (``diamond``), a number or a sign in a disc.

    A disc with a sign lies on top of tokens; ``towards`` is a point that it points at.
    """

    at: Point
    role: Role = Role.INTENT
    text: str = ""
    icon: str = ""
    towards: Point | None = None


OverlayView: TypeAlias = (
    RegionOverlay
    | BoxOverlay
    | RingOverlay
    | ArcOverlay
    | RouteOverlay
    | LineOverlay
    | LabelOverlay
    | MarkOverlay
)


class LegendEntry(Struct, frozen=True):
    """One line of the legend: how it is drawn, what it is called, its rule; a key takes it off.

    ``note`` stands quieter behind the name.
    """

    role: RegionRole | LineRole | Dash | Role | PaintLook | WallLook
    text: str
    key: str = ""
    rule_id: str = ""
    note: str = ""
    side: int | None = None
    """As of the region."""


class SceneView(Struct, frozen=True):
    """Everything the map shows; later tokens lie above earlier ones.

    Attributes:
        dim: how far the map is dimmed, 0 to 1, while an attack is open.
        legend: what is drawn now, in words.
        corner: a word at the rim, such as that players see this.
    """

    ground: GroundView
    tokens: tuple[TokenView, ...] = ()
    overlays: tuple[OverlayView, ...] = ()
    dim: float = 0.0
    legend: tuple[LegendEntry, ...] = ()
    corner: str = ""
