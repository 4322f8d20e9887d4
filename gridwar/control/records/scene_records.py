"""What the map shows, as frozen records: tokens, overlays, legend, upon the ground.

Places are in cells: a point ``(2.5, 4.0)`` lies in the middle of the upper edge of cell
``(2, 4)``; angles are degrees clockwise from north (up). Nothing here knows Qt or pixels.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from gridwar.control.records.layer_records import NO_LAYERS
from gridwar.control.records.pin_records import PinOverlay
from gridwar.control.records.printed_grid_records import GridOverlay

if TYPE_CHECKING:
    from gridwar.control.records.chart_records import ChartView
    from gridwar.control.records.floor_records import FloorChip
    from gridwar.control.records.fog_records import FogPart, FogView
    from gridwar.control.records.ground_records import (
        Box,
        CellXY,
        GroundView,
        PaintLook,
        Point,
        WallLook,
        WallMark,
    )
    from gridwar.control.records.layer_records import LayersView
    from gridwar.control.records.light_records import LightView
    from gridwar.control.records.result_records import ResultView
    from gridwar.control.records.stand_records import StandsOnMap
    from gridwar.control.records.target_records import AimView
    from gridwar.engine.kit.card_order_and_flow import Badge
    from gridwar.model.walls import WallSide


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
    LAMP = "lamp"
    OUT = "out"


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
    AIM = "aim"
    """Who aims at whom."""
    CONTACT = "contact"
    """Who is in touch with whom."""
    PLANNED = "planned"
    """A wall that is being drawn, moved or is selected."""


class Dash(StrEnum):
    """How the ring of a band is drawn, from near to far."""

    SOLID = "solid"
    LONG = "long"
    DASH_DOT = "dash_dot"
    DOT = "dot"


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
        turn_sign: the icon of what became of its turn, a tick or an hourglass; empty for none.
        caught: its number in the list of those caught.
        ghost: the place where a move began.
        faint: on another level than the one looked at: a shadow that cannot be clicked.
        lifted: held by the pointer; follows it without motion of its own.
        box: a vehicle or the like: a body with corners that lies the way it faces.
        named: shows its name.
        unseen: says that players do not see it; empty where they do.
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
    turn_sign: str = ""
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
    unseen: str = ""
    trail: tuple[CellXY, ...] = ()


class RegionOverlay(Struct, frozen=True):
    """A set of cells with a meaning; a second filled one should come with ``filled`` off.

    The ``dash`` is of a band; an area of the rules is drawn in the colour of a ``side``, if any.
    """

    role: RegionRole
    cells: frozenset[CellXY]
    label: str = ""
    second: str = ""
    filled: bool = True
    dash: Dash = Dash.SOLID
    side: int | None = None


class BoxOverlay(Struct, frozen=True):
    """A rectangle drawn by the pointer: to be painted, or to select what lies in it."""

    box: Box
    label: str = ""
    second: str = ""


class RingOverlay(Struct, frozen=True):
    """A range band measured in straight lines: a circle; of a ``cone`` (facing, width) its arc."""

    center: Point
    radius_cells: float
    label: str = ""
    second: str = ""
    dash: Dash = Dash.SOLID
    role: Role = Role.PAPER
    cone: tuple[float, float] | None = None


class ArcOverlay(Struct, frozen=True):
    """A field of fire, its outline already cut by walls; the first point is the apex."""

    outline: tuple[Point, ...]
    middle: Point | None = None
    label: str = ""
    filled: bool = True


class RouteOverlay(Struct, frozen=True):
    """A planned way.

    Attributes:
        points: centres of the footprint at every step.
        waypoints: indices into ``points``.
        costs: running cost at each waypoint, in the same order.
        label: cost at the end, or why it is ``refused``; ``second`` the price.
        warnings: what may happen on the way, each in a label of its own; with rule ids.
    """

    points: tuple[Point, ...]
    waypoints: tuple[int, ...] = ()
    costs: tuple[str, ...] = ()
    label: str = ""
    second: str = ""
    warnings: tuple[tuple[str, str], ...] = ()
    refused: bool = False


class LineOverlay(Struct, frozen=True):
    """A straight line from ``a`` to ``b``, decided at ``cut`` (a cross) when there is one.

    One ``between`` two is drawn from token to token; ``one_way`` is the side a wall stops alone.
    """

    a: Point
    b: Point
    role: LineRole
    cut: Point | None = None
    label: str = ""
    second: str = ""
    between: tuple[str, str] = ("", "")
    one_way: WallSide | None = None


class LabelOverlay(Struct, frozen=True):
    """Words at a place, or ``below`` the label before; a second part such as a rule id is quieter.

    One ``on_place`` stands on the place itself.
    """

    at: Point
    text: str
    second: str = ""
    role: Role = Role.PAPER
    icon: str | None = None
    below: bool = False
    on_place: bool = False


class MarkOverlay(Struct, frozen=True):
    """A small mark on a point: the aim of a template (a diamond), or a sign in a disc.

    A sign lies above tokens and may point ``towards`` a place. A ``handle`` is a dot to be dragged.
    """

    at: Point
    role: Role = Role.INTENT
    icon: str = ""
    towards: Point | None = None
    small: bool = False
    handle: bool = False


OverlayView: TypeAlias = (
    RegionOverlay
    | BoxOverlay
    | RingOverlay
    | ArcOverlay
    | RouteOverlay
    | LineOverlay
    | LabelOverlay
    | MarkOverlay
    | PinOverlay
    | GridOverlay
)


class LegendEntry(Struct, frozen=True):
    """One line of the legend: how it is drawn, its name, its rule; ``key`` takes it off."""

    role: RegionRole | LineRole | Dash | Role | PaintLook | WallLook | WallMark | FogPart
    text: str
    key: str = ""
    rule_id: str = ""
    note: str = ""
    side: int | None = None


Drawn: TypeAlias = tuple[tuple[OverlayView, ...], tuple[LegendEntry, ...]]
NOTHING: Final[Drawn] = ((), ())


class SceneView(Struct, frozen=True):
    """Everything the map shows; later tokens lie above earlier ones.

    Attributes:
        dim: how far the map is dimmed, 0 to 1, while an attack is open.
        legend: what is drawn now, in words.
        corner: a word at the rim, such as that players see this.
        results: what came of the last commands, the newest first.
        aim: the targets of the action that is being aimed.
        has_scale: the scale stands on it: something is measured, or a way is planned.
        layers: what can be shown, for the list over the map; so ``floors``, the highest first.
        most_tags: so many labels there may be, the most important first; None for all.
        light: how dark it is and what shines; under it lies the ground, over it the fog.
        chart: what squares would mean for somebody, where wanted; ``stands``: where one could be.
    """

    ground: GroundView
    tokens: tuple[TokenView, ...] = ()
    overlays: tuple[OverlayView, ...] = ()
    dim: float = 0.0
    legend: tuple[LegendEntry, ...] = ()
    corner: str = ""
    results: tuple[ResultView, ...] = ()
    aim: AimView | None = None
    has_scale: bool = False
    chart: ChartView | None = None
    stands: StandsOnMap | None = None
    layers: LayersView = NO_LAYERS
    most_tags: int | None = None
    light: LightView | None = None
    fog: FogView | None = None
    cell_hint: str = ""
    floors: tuple[FloorChip, ...] = ()
