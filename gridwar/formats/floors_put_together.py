"""Several maps put together to one building: each on a page of its own on one sheet.

Owns where a page goes and how what lies on another map comes along. The picture of the sheet is
``picture_of_sheet``'s.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.picture_of_sheet import SheetPicture, picture_of
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.bounds import HIGHEST
from gridwar.model.floors import GAP_CELLS, Floor, without_rims
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Cell, Point, Size
from gridwar.model.map_in_play import MOST_KINDS
from gridwar.model.map_limits import MOST_LIGHT_SOURCES, MOST_PIN_LETTERS, MOST_PINS
from gridwar.model.open_rims import rims_within
from gridwar.model.sketch import CAVE_POINTS, Sketch, SketchArrays
from gridwar.model.sketch_walls import derived_walls
from gridwar.model.sketched_map import sketched
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeVar

    from gridwar.model.cover_kinds import CoverKind
    from gridwar.model.terrain_kinds import TerrainKind

    Kind = TypeVar("Kind", TerrainKind, CoverKind)

STOREY_M = 3.0
"""How high a new floor lies above the highest."""
_NO_SIZE = Size(1, 1)
_SIGN = 128


class PageToLay(Struct, frozen=True):
    """A map that is to be a floor: what that is called, how high, where on the plan of all."""

    map: BattleMap
    name: str
    elevation_m: float = 0.0
    over: Cell = Cell(0, 0)
    floor: Floor | None = None
    """The floor that it is to be, where that is known."""


def first_floor(page: BattleMap) -> Floor:
    """Return a map without floors as the first of several."""
    return Floor(id="floor-1", name=_("Ground floor"), at=Cell(0, 0), size=page.size)


def _free_page(floors: Iterable[Floor], size: Size) -> Cell:
    """Return where a page of a size finds room beside some floors, or below them."""
    taken = tuple(floors)
    tops = sorted({0, *(floor.end.y + GAP_CELLS for floor in taken)})
    lefts = sorted({0, *(floor.end.x + GAP_CELLS for floor in taken)})
    for y in (one for one in tops if one + size.h <= MAX_SIDE_CELLS):
        for x in (one for one in lefts if one + size.w <= MAX_SIDE_CELLS):
            if not any(_is_near(floor, Cell(x, y), size) for floor in taken):
                return Cell(x, y)
    text = _(
        "There is no room for {w} x {h} cells beside the other floors: a map has {most} a side."
    )
    raise MapError(text.format(w=size.w, h=size.h, most=MAX_SIDE_CELLS))


def _is_near(floor: Floor, at: Cell, size: Size) -> bool:
    """Return whether a page would lie on a floor, or closer to it than pages may."""
    columns = max(floor.at.x, at.x) - min(floor.end.x, at.x + size.w)
    rows = max(floor.at.y, at.y) - min(floor.end.y, at.y + size.h)
    return max(columns, rows) < GAP_CELLS


def building_of(
    pages: Sequence[PageToLay], least: Size = _NO_SIZE
) -> tuple[BattleMap, SheetPicture | None]:
    """Return several maps as the floors of one, and how the picture of all is painted.

    Floors of one height are laid apart, for no two may lie at the same: see ``heights_apart``.
    Lights and pins beyond what one map may have are left out: whoever calls counts and tells it.

    Args:
        pages: The maps, the lowest first; each of one page, with cells of one length.
        least: The sheet is at least so large.

    Raises:
        MapError: There is no room for one, or they do not go together.
    """
    first = pages[0]
    floors: list[Floor] = []
    heights = heights_apart([one.elevation_m for one in pages])
    for number, (page, height) in enumerate(zip(pages, heights, strict=True), start=1):
        _require_like(first.map, page.map)
        if page.floor is not None:
            floors.append(page.floor)
            continue
        at = _free_page(floors, page.map.size) if floors else Cell(0, 0)
        made = Floor(
            id=f"floor-{number}",
            name=page.name,
            at=at,
            size=page.map.size,
            over=page.over,
            elevation_m=height,
        )
        floors.append(made)
    ends = (least, *(one.end for one in floors))
    width, height = (max(sides) for sides in zip(*ends, strict=True))
    bare = BattleMap(width=width, height=height, name=first.map.name)
    bare = bare.with_scale(first.map.scale).with_ground_step(first.map.ground_step_m)
    bare = bare.with_light(first.map.light).with_baked_lighting(is_baked=first.map.baked_lighting)
    sheet = bare.with_floors(floors)
    for page, floor in zip(pages, floors, strict=True):
        added = _within_limits(sheet, page.map)
        sheet = _laid_on(_painted(sheet, added, floor.at), added, floor)
    placed = [(page.map, floor.at) for page, floor in zip(pages, floors, strict=True)]
    return sheet, picture_of(sheet.size, placed)


def _within_limits(sheet: BattleMap, added: BattleMap) -> BattleMap:
    """Return a map with no more lights and pins than a sheet has room for."""
    lights = added.light_sources[: MOST_LIGHT_SOURCES - len(sheet.light_sources)]
    letters, pins = sum(len(one.text) for one in sheet.pins), []
    for pin in added.pins[: MOST_PINS - len(sheet.pins)]:
        letters += len(pin.text)
        if letters <= MOST_PIN_LETTERS:
            pins.append(pin)
    return added.with_light_sources(lights).with_pins(pins)


def heights_apart(heights: Sequence[float]) -> tuple[float, ...]:
    """Return heights of floors, the lowest first, no two the same: a storey between such."""
    found: list[float] = []
    for one in heights:
        high = min(one, HIGHEST - STOREY_M * (len(heights) - len(found)))
        found.append(high if not found or high > found[-1] else found[-1] + STOREY_M)
    return tuple(found)


def with_floor_from(
    page: BattleMap, other: BattleMap, over: Cell = Cell(0, 0)
) -> tuple[BattleMap, Floor]:
    """Return a map with another on a page of its own, as the highest floor, and that floor.

    Pictures are left as they are: see ``sheet_picture``.

    Args:
        page: The map.
        other: What the floor is to be.
        over: Where on the plan of the building its corner lies.

    Raises:
        MapError: There is no room for it, or its cells are of another length.
    """
    _require_like(page, other)
    floors = page.floors or (first_floor(page),)
    at = _free_page(floors, other.size)
    top = max(one.elevation_m for one in floors)
    taken = {one.id for one in floors}
    floor = Floor(
        id=next(made for number in count(1) if (made := f"floor-{number}") not in taken),
        name=other.name or _("Floor {n}").format(n=len(floors) + 1),
        at=at,
        over=over,
        size=other.size,
        elevation_m=top + STOREY_M,
    )
    width, height = max(page.width, floor.end.x), max(page.height, floor.end.y)
    sheet = page.resized(width, height).with_floors((*floors, floor))
    return _laid_on(_painted(sheet, other, at), other, floor), floor


def empty_above(page: BattleMap, shown: Floor | None) -> BattleMap:
    """Return a map on which nothing is, to be laid as a floor over the one that is shown."""
    size = page.size if shown is None else shown.size
    return BattleMap(width=size.w, height=size.h).with_scale(page.scale)


def _require_like(page: BattleMap, other: BattleMap) -> None:
    """Refuse a map that cannot be a floor beside another.

    Raises:
        MapError: Its cells are of another length, or it has floors.
    """
    if other.scale.cell_m != page.scale.cell_m:
        text = _("Its cells are {new:g} m long, those here {old:g} m: set the scale of one first.")
        raise MapError(text.format(new=other.scale.cell_m, old=page.scale.cell_m))
    if other.floors:
        raise MapError(_("It has floors of its own: take a map of one page."))


def _painted(sheet: BattleMap, other: BattleMap, at: Cell) -> BattleMap:
    """Return the sheet with what is painted on another map, its kinds added to the tables."""
    terrain, terrain_kinds = _numbers(sheet.terrain_kinds, other.terrain_kinds)
    cover, cover_kinds = _numbers(sheet.cover_kinds, other.cover_kinds)
    sheet = sheet.with_terrain_kinds(terrain_kinds).with_cover_kinds(cover_kinds)
    steps = other.ground_step_m / sheet.ground_step_m
    for name in LayerName:
        values: dict[Cell, int] = {}
        layer = other.layer(name)
        cells = (Cell(x, y) for y in range(other.height) for x in range(other.width))
        for cell in cells if layer.tiles else ():
            value = layer.get(cell)
            if not value:
                continue
            if name is LayerName.GROUND:
                signed = value - 2 * _SIGN if value >= _SIGN else value
                value = max(-_SIGN, min(_SIGN - 1, round(signed * steps)))
            else:
                value = (terrain if name is LayerName.TERRAIN else cover)[value]
            values[cell.shifted(*at)] = value
        if values:
            sheet = sheet.with_painted(name, values)
    return sheet


def _numbers(
    here: tuple[Kind, ...], there: tuple[Kind, ...]
) -> tuple[tuple[int, ...], tuple[Kind, ...]]:
    """Return the place of each kind of another map in a table that has them all."""
    table = list(here)
    for kind in there:
        if kind not in table:
            table.append(kind)
    if len(table) > MOST_KINDS:
        raise MapError(_("Both together have more than {n} kinds.").format(n=MOST_KINDS))
    return tuple(table.index(kind) for kind in there), tuple(table)


def _laid_on(sheet: BattleMap, other: BattleMap, floor: Floor) -> BattleMap:
    """Return the sheet with what stands on another map: walls, things, zones, props, and so on."""
    (dx, dy), name = floor.at, f"{floor.id}-"

    def moved(point: Point) -> Point:
        return Point(point.x + dx * SUBCELL, point.y + dy * SUBCELL)

    def shifted(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(cell.shifted(dx, dy) for cell in cells)

    follows = derived_walls(other.sketch) if other.sketch is not None else {}
    walls = tuple(
        one.replace(id=name + one.id, a=moved(one.a), b=moved(one.b))
        for one in other.walls
        if one.id not in follows
    )
    things = tuple(
        one.replace(id=name + one.id, cells=shifted(one.cells)) for one in other.cover_objects
    )
    inside = frozenset(
        Cell(x, y) for x in range(floor.at.x, floor.end.x) for y in range(floor.at.y, floor.end.y)
    )
    zones = tuple(
        one.replace(
            id=name + one.id,
            cells=tuple(sorted(inside)) if one.everywhere else shifted(one.cells),
            everywhere=False,
        )
        for one in other.zones
    )
    lights = tuple(
        one.replace(id=name + one.id, at=moved(one.at))
        for one in other.light_sources
        if one.at is not None
    )
    pins = tuple(one.replace(id=name + one.id, point=moved(one.point)) for one in other.pins)
    kept = tuple(
        one.replace(x_cells=one.x_cells + dx, y_cells=one.y_cells + dy) for one in other.lights
    )
    props = tuple(one.replace(id=name + one.id, at=one.at.shifted(dx, dy)) for one in other.props)
    sheet = sheet.with_walls((*without_rims(sheet.walls, sheet.floors), *walls))
    sheet = sheet.with_cover_objects((*sheet.cover_objects, *things))
    sheet = sheet.with_zones((*sheet.zones, *zones)).with_pins((*sheet.pins, *pins))
    sheet = sheet.with_props((*sheet.props, *props))
    sheet = sheet.with_light_sources((*sheet.light_sources, *lights))
    sheet = sheet.with_lights((*sheet.lights, *kept), sheet.kept)
    if other.sketch is None:
        return sheet
    return sketched(sheet, _both_sketches(sheet, other.sketch, floor))


def _both_sketches(sheet: BattleMap, sketch: Sketch, floor: Floor) -> Sketch:
    """Return the sketch of the sheet with another in its place."""
    own = sheet.sketch or Sketch.blank(sheet.size, sketch.style)
    arrays, (left, top), (right, bottom) = own.arrays.copies(), floor.at, floor.end
    new: SketchArrays = sketch.arrays
    arrays.floor[top:bottom, left:right] = new.floor
    arrays.across[top : bottom + 1, left:right] = new.across
    arrays.down[top:bottom, left : right + 1] = new.down
    points = CAVE_POINTS
    arrays.cave[top * points : bottom * points, left * points : right * points] = new.cave
    things = [one.replace(cell=one.cell.shifted(left, top)) for one in sketch.things]
    rims = rims_within(sketch.open_rims, Cell(0, 0), Cell(*sketch.size), floor.at)
    drawn = own.with_arrays(arrays).with_things(things)
    return drawn.with_open_rims(own.open_rims.united(rims))


def sheet_picture(page: BattleMap, other: BattleMap, floor: Floor) -> SheetPicture | None:
    """Return how the picture of the sheet is painted; None where neither map has one.

    Args:
        page: The map before.
        other: The map that is laid beside it.
        floor: Where.
    """
    size = Size(max(page.width, floor.end.x), max(page.height, floor.end.y))
    return picture_of(size, ((page, Cell(0, 0)), (other, floor.at)))
