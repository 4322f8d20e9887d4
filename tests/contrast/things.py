"""Everything that Gridwar draws on a map, each alone, as the records that the scene is given.

What a hatch, a tint or a veil says is said by its edge or its words too: these are named and not
measured.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.result_records import ResultView
from gridwar.control.records.target_records import AimView, TargetTag
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.model.walls import DoorState, WallSide
from gridwar.ui.style.colors import sides

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WIDE, HIGH = 10, 7
GROUND: Final = gr.GroundView(WIDE, HIGH, 1.5, "m", grid=False)
AREA: Final = frozenset({(x, y) for x in range(2, 8) for y in range(1, 5)} - {(7, 4), (2, 1)})
ZONES: Final = {
    sr.RegionRole.ZONE: "zone",
    sr.RegionRole.SMOKE: "smoke",
    sr.RegionRole.DARK: "dark zone",
    sr.RegionRole.LIT: "lit zone",
}
_ONE: Final = sr.TokenView("one", (4, 3), "Ys")
_BARE: Final = replace(_ONE, initials="")
EXEMPT: Final[Mapping[str, str]] = {
    "veil beyond the reach": "its border is the reach's edge",
    "dimming while something is aimed or asked": "what counts is drawn over it",
    "tint and teeth of a threat": "its edge is measured",
    "hatch of a template, of cover, of a zone, of overlapping areas": "their edges are measured",
    "fill, hatch and dots of a chart's steps, edges between them": "each cell's figure is measured",
    "peaks of ground that is hard to cross": "the route names it and its cost",
    "pattern of painted ground": "a hint over what is painted; the cell's tooltip names it",
    "fog of the players": "one colour that covers, the same that dims; tokens lie above it",
    "hatch over the unknown, dots over the remembered": "the line round what is known parts them",
    "line round what is known": "core and casing are those of other lines; hatch lies beside it",
    "grid": "a help to the eye; ruler and figures do not need it",
    "tokens of another level": "shadows of who is elsewhere, not to be read",
    "shadow and flash of a token": "motion only",
}
"""What is not measured, and why not."""


class Kind(StrEnum):
    """How a thing is measured."""

    LINE = "line"
    """Along its length, against what it lies on, and core against casing."""
    WORDS = "words"
    """On a plate of their own."""
    LETTERS = "letters"
    """Written on something else, which ``without`` shows alone."""
    SIGN = "sign"
    """Drawn on something else, as above."""


class Thing(Struct, frozen=True):
    """Something that is drawn.

    Attributes:
        name: what it is.
        kind: how it is measured.
        view: a scene with it.
        without: the same scene but for it.
        is_of_page: it is drawn only where a map has no picture.
        as_tag: its result is a tag, not yet a mark.
    """

    name: str
    kind: Kind
    view: sr.SceneView
    without: sr.SceneView = sr.SceneView(GROUND)
    is_of_page: bool = False
    as_tag: bool = False

    @property
    def least(self) -> float:
        """The contrast that it needs."""
        return 4.5 if self.kind in (Kind.WORDS, Kind.LETTERS) else 3.0


def all_things() -> tuple[Thing, ...]:
    """Return everything that is drawn."""
    return (*_regions(), *_lines(), *_walls(), *_labels(), *_results(), *_tokens(), *_marks())


def _scene(*overlays: sr.OverlayView) -> sr.SceneView:
    return sr.SceneView(GROUND, overlays=overlays)


def _line(name: str, *overlays: sr.OverlayView) -> Thing:
    return Thing(name, Kind.LINE, _scene(*overlays))


# --- lines ---------------------------------------------------------------------------------------


def _regions() -> Iterator[Thing]:
    names = {
        sr.RegionRole.REACH1: "reach, cheapest",
        sr.RegionRole.REACH2: "reach, second",
        sr.RegionRole.REACH3: "reach, third",
        sr.RegionRole.THREAT: "threat",
        sr.RegionRole.TEMPLATE: "template",
        sr.RegionRole.TEMPLATE_INNER: "template, inner zone",
        sr.RegionRole.HARD_COVER: "hard cover",
        sr.RegionRole.SOFT_COVER: "soft cover",
        sr.RegionRole.THING: "thing to hide behind",
        sr.RegionRole.BRUSH: "brush",
        sr.RegionRole.AREA_GOOD: "area, good",
        sr.RegionRole.AREA_HARM: "area, harm",
        sr.RegionRole.AREA_INFO: "area, told",
        sr.RegionRole.AREA_QUIET: "area, quiet",
        **{role: f"edge of a {name}" for role, name in ZONES.items()},
    }
    for role, name in names.items():
        yield _line(name, sr.RegionOverlay(role, AREA, filled=False))
    yield _line("reach over its veil", sr.RegionOverlay(sr.RegionRole.REACH1, AREA))
    yield _line("threat with its tint", sr.RegionOverlay(sr.RegionRole.THREAT, AREA))
    for at, side in enumerate(sides()):
        area = sr.RegionOverlay(sr.RegionRole.AREA_HARM, AREA, filled=False, side=at)
        yield _line(f"area of {side.name}", area)
    for dash in sr.Dash:
        band = sr.RegionOverlay(sr.RegionRole.BAND, AREA, filled=False, dash=dash)
        yield _line(f"band in cells, {dash.value}", band)
        yield _line(f"band, {dash.value}", sr.RingOverlay((5, 3.5), 2.5, dash=dash))
    yield _line("ring round who is harmed", sr.RingOverlay((5, 3.5), 2, role=sr.Role.THREAT))
    yield _line("painted rectangle", sr.BoxOverlay((2, 1, 5, 4)))


def _lines() -> Iterator[Thing]:
    a, b = (1.5, 1.5), (8.5, 5.5)
    names = {
        sr.LineRole.CLEAR: "line of effect, clear",
        sr.LineRole.COVER: "line of effect, behind cover",
        sr.LineRole.DECIDER: "what gives cover",
        sr.LineRole.BLOCKER: "what stops the line",
        sr.LineRole.RULER: "ruler",
        sr.LineRole.LINK: "way gone",
        sr.LineRole.TIE: "tie",
        sr.LineRole.AIM: "aim",
        sr.LineRole.CONTACT: "in touch",
        sr.LineRole.PLANNED: "wall being drawn",
    }
    for role, name in names.items():
        yield _line(name, sr.LineOverlay(a, b, role))
    for role, name in ((sr.LineRole.COVER, "cover"), (sr.LineRole.BLOCKED, "a wall")):
        yield _line(f"line decided by {name}", sr.LineOverlay(a, b, role, cut=(5, 3.5)))
    outline = ((5.0, 6.0), (1.0, 1.0), (9.0, 1.0))
    yield _line("field of fire", sr.ArcOverlay(outline, middle=(5, 1), filled=False))
    yield _line("field of fire, filled", sr.ArcOverlay(outline, middle=(5, 1)))
    points = tuple((x + 0.5, 3.5) for x in range(1, 9))
    yield _line("route", sr.RouteOverlay(points))
    yield _line("aim of a template", sr.MarkOverlay((5, 3.5)))
    for tone in sr.Role:
        yield _line(f"sign, {tone.value}", sr.MarkOverlay((5, 3.5), tone, "link", (8, 3.5)))
    cursor = replace(_scene(), aim=AimView(cursor=(4, 3)))
    yield Thing("cell cursor", Kind.LINE, cursor)


def _walls() -> Iterator[Thing]:
    picture = gr.PictureView("none", (0, 0, WIDE, HIGH))
    for look in gr.WallLook:
        ends = (((1, 1), (8, 1)), ((8, 1), (8, 6)), ((8, 6), (2, 3)))
        walls = tuple(gr.WallView(a, b, look) for a, b in ends)
        own = tuple(replace(wall, own=True) for wall in walls)
        name = f"wall, {look.value.replace('_', ' ')}"
        for words, ground in (
            ("being edited", replace(GROUND, walls=walls, editing=True)),
            ("marked", replace(GROUND, walls=walls, marked=True)),
            ("drawn here", replace(GROUND, walls=own, picture=picture)),
        ):
            yield Thing(f"{name}, {words}", Kind.LINE, sr.SceneView(ground))
        if look in {gr.WallLook.DOOR, gr.WallLook.OPEN_DOOR, gr.WallLook.WINDOW}:
            shown = sr.SceneView(replace(GROUND, walls=walls, picture=picture))
            yield Thing(f"{name}, on a picture", Kind.LINE, shown)
        plain = sr.SceneView(replace(GROUND, walls=walls))
        yield Thing(f"{name}, on a blank page", Kind.LINE, plain, is_of_page=True)
    one_way = gr.WallView((1, 3), (8, 3), one_way=WallSide.LEFT)
    for words, ground in (
        ("being edited", replace(GROUND, walls=(one_way,), editing=True)),
        ("on a blank page", replace(GROUND, walls=(one_way,))),
    ):
        yield Thing(f"wall of one side, {words}", Kind.LINE, sr.SceneView(ground))
    for door in DoorState:
        wall = gr.WallView((2, 3), (8, 3), gr.WallLook.DOOR, door)
        yield Thing(f"door, {door.value}", Kind.LINE, sr.SceneView(replace(GROUND, walls=(wall,))))


# --- words ---------------------------------------------------------------------------------------


def _labels() -> Iterator[Thing]:
    for role in sr.Role:
        words = sr.LabelOverlay((5, 3.5), "rubble", role=role)
        yield Thing(f"label, {role.value}", Kind.WORDS, _scene(words))
        sign = sr.LabelOverlay((5, 3.5), "", role=role, icon="shield-half")
        other = replace(sign, icon="minus")
        yield Thing(f"sign in a label, {role.value}", Kind.SIGN, _scene(sign), _scene(other))
    second = _scene(sr.LabelOverlay((5, 3.5), "", "CE-ATK-01"))
    yield Thing("second part of a label", Kind.WORDS, second)
    wide = TargetTag((5, 3.5), (0.5, 0.5), 1, "", "Short, 6 squares", "")
    for name, tag, without in (
        ("chance", replace(wide, figure="58 %"), wide),
        ("number", wide, replace(wide, number=2)),
        ("second line", wide, replace(wide, where="Close, 6 squares")),
        ("chance, working", replace(wide, figure="58 %", is_working=True), _working(wide)),
        ("second line, working", _working(wide), _working(replace(wide, where="Close, 6 squares"))),
    ):
        yield Thing(f"target's tag, {name}", Kind.LETTERS, _aiming(tag), _aiming(without))
    half, none = (_aiming(replace(wide, cover=icon)) for icon in ("shield-half", "minus"))
    yield Thing("target's tag, cover", Kind.SIGN, half, none)
    for number, figure in ((1, "58 %"), (0, "no line")):
        small = TargetTag((5, 3.5), (0.5, 0.5), number, figure, is_small=True)
        yield Thing(f"target's small tag, {figure}", Kind.WORDS, _aiming(small))
    layer = Layer().with_cells({Cell(4, 3): 2})
    eight, seven = (
        sr.SceneView(replace(GROUND, heights=gr.HeightView(layer, step))) for step in (4, 3.5)
    )
    yield Thing("height of the ground", Kind.LETTERS, eight, seven)


def _aiming(tag: TargetTag) -> sr.SceneView:
    return replace(_scene(), aim=AimView(tags=(tag,)))


def _working(tag: TargetTag) -> TargetTag:
    return replace(tag, is_working=True)


def _results() -> Iterator[Thing]:
    tokens = (_ONE,)
    below = sr.SceneView(GROUND, tokens)
    for is_harm in (True, False):
        words = "harm" if is_harm else "no harm"
        for part, result in (
            ("figure", ResultView("one", 1, "\u221211", is_harm=is_harm)),
            ("title", ResultView("one", 1, "", "Kell is down", is_harm=is_harm)),
            ("detail", ResultView("one", 1, "", " ", "hit, Effect 2", is_harm=is_harm)),
        ):
            view = replace(below, results=(result,))
            tag = Thing(f"result, {words}, {part}", Kind.WORDS, view, below, as_tag=True)
            yield tag
            if part == "figure":
                yield replace(tag, name=f"result's mark, {words}", as_tag=False)


# --- tokens --------------------------------------------------------------------------------------


def _token(name: str, kind: Kind, token: sr.TokenView, without: sr.TokenView | None) -> Thing:
    below = () if without is None else (without,)
    view, bare = sr.SceneView(GROUND, (token,)), sr.SceneView(GROUND, below)
    return Thing(name, kind, view, bare)


def _tokens() -> Iterator[Thing]:
    for at, side in enumerate(sides()):
        bare = replace(_BARE, side=at)
        whole = replace(bare, initials="Ys")
        yield _token(f"token of {side.name}", Kind.LINE, bare, None)
        hidden = replace(bare, hidden=True)
        yield _token(f"hidden token of {side.name}", Kind.LINE, hidden, None)
        yield _token(f"letters of {side.name}", Kind.LETTERS, whole, bare)
        ghost = replace(whole, ghost=True)
        yield _token(f"where {side.name} began", Kind.LINE, replace(ghost, initials=""), None)
        yield _token(
            f"vehicle of {side.name}", Kind.LINE, replace(bare, box=True, size=(2, 3)), None
        )
    for name, state in (
        ("acted", replace(_ONE, turn_sign="check")),
        ("delayed", replace(_ONE, turn_sign="hourglass")),
        ("down", replace(_ONE, out=True)),
        ("hidden", replace(_ONE, hidden=True)),
        ("whose move began here", replace(_ONE, ghost=True)),
    ):
        bare = replace(state, initials="")
        yield _token(f"token, {name}", Kind.LINE, bare, None)
        yield _token(f"letters, {name}", Kind.LETTERS, state, bare)


def _marks() -> Iterator[Thing]:
    for name, marked in (
        ("selection corners", replace(_BARE, selected=True)),
        ("pennant of the turn", replace(_BARE, turn=True)),
        ("ring of a target", replace(_BARE, target=True)),
        ("beak", replace(_BARE, facing_deg=45.0)),
        ("altitude badge", replace(_BARE, altitude_text="6")),
        ("badges", replace(_BARE, badges=(Badge("flame", ""),) * 4)),
        ("tick of who acted", replace(_BARE, turn_sign="check")),
        ("hourglass of who waits", replace(_BARE, turn_sign="hourglass")),
        ("number of who is caught", replace(_BARE, caught=3)),
        ("bar, full", replace(_BARE, bar=1.0)),
        ("something longer, done", replace(_BARE, progress=1.0)),
    ):
        yield _token(name, Kind.LINE, marked, _BARE)
    for name, full, empty in (
        ("bar above its half", replace(_BARE, bar=1.0), replace(_BARE, bar=0.0)),
        ("bar under its half", replace(_BARE, bar=0.5), replace(_BARE, bar=0.0)),
        ("bar under a quarter", replace(_BARE, bar=0.25), replace(_BARE, bar=0.0)),
        ("something longer", replace(_BARE, progress=0.6), replace(_BARE, progress=0.0)),
        ("sign of a badge", _badged("flame"), _badged("minus")),
    ):
        yield _token(name, Kind.SIGN, full, empty)
    for name, one, other in (
        ("altitude", "4", "1"),
        ("altitude, below", "\u22124", "\u22121"),
    ):
        high, low = (replace(_BARE, altitude_text=words) for words in (one, other))
        yield _token(f"figure of the {name}", Kind.LETTERS, high, low)
    third, fourth = (replace(_BARE, caught=number) for number in (3, 4))
    yield _token("figure of who is caught", Kind.LETTERS, third, fourth)
    diamonds = sr.RouteOverlay(((1.5, 3.5), (5.5, 3.5), (8.5, 3.5)), (1,), ("",))
    bare = replace(diamonds, waypoints=(), costs=())
    yield Thing("waypoint of a route", Kind.LINE, _scene(diamonds), _scene(bare))


def _badged(icon: str) -> sr.TokenView:
    return replace(_BARE, badges=(Badge(icon, ""),))
