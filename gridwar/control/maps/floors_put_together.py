"""Several maps put together to one building: each on a page of its own on one sheet.

Owns where a page goes and how what lies on another map comes along. The picture of the sheet, made
of those of its pages, is the window's to paint (``SheetPicture`` says how).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.control.maps.floor_in_view import by_height
from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.floors import GAP_CELLS, Floor, without_rims
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Cell, Point, Size
from gridwar.model.sketch import CAVE_POINTS, Sketch, SketchArrays
from gridwar.model.sketch_walls import derived_walls
from gridwar.model.sketched_map import sketched
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from gridwar.model.battlemap import Picture
    from gridwar.model.cover_kinds import CoverKind
    from gridwar.model.terrain_kinds import TerrainKind

    Kind = TypeVar("Kind", TerrainKind, CoverKind)

STOREY_M = 3.0
"""How high a new floor lies above the highest."""
_MOST_KINDS = 256
_SIGN = 128


class PicturePart(NamedTuple):
    """A picture and the cells of the sheet over which it lies: left, top, width, height."""

    picture: Picture
    box: tuple[float, float, float, float]


class SheetPicture(NamedTuple):
    """How the picture of a sheet is painted of those of its pages."""

    size: Size
    pixels_per_cell: float
    parts: tuple[PicturePart, ...]


def first_floor(page: BattleMap) -> Floor:
    """Return a map without floors as the first of several."""
    return Floor(id="floor-1", name=_("Ground floor"), at=Cell(0, 0), size=page.size)


def _free_page(floors: Iterable[Floor], size: Size) -> Cell:
    """Return where a page of a size finds room beside some floors, or below them."""
    taken = tuple(floors)
    right = max(floor.end.x for floor in taken) + GAP_CELLS
    bottom = max(floor.end.y for floor in taken) + GAP_CELLS
    if right + size.w <= MAX_SIDE_CELLS:
        return Cell(right, 0)
    if bottom + size.h <= MAX_SIDE_CELLS and size.w <= MAX_SIDE_CELLS:
        return Cell(0, bottom)
    text = _(
        "There is no room for {w} x {h} cells beside the other floors: a map has {most} a side."
    )
    raise MapError(text.format(w=size.w, h=size.h, most=MAX_SIDE_CELLS))


def with_floor_from(page: BattleMap, other: BattleMap) -> tuple[BattleMap, Floor]:
    """Return a map with another on a page of its own, as the highest floor, and that floor.

    Pictures are left as they are: see ``sheet_picture``.

    Raises:
        MapError: There is no room for it, or its cells are of another length.
    """
    if other.scale.cell_m != page.scale.cell_m:
        text = _("Its cells are {new:g} m long, those here {old:g} m: set the scale of one first.")
        raise MapError(text.format(new=other.scale.cell_m, old=page.scale.cell_m))
    if other.floors:
        raise MapError(_("It has floors of its own: take a map of one page."))
    floors = page.floors or (first_floor(page),)
    at = _free_page(floors, other.size)
    top = by_height(page)[-1].elevation_m if page.floors else 0.0
    floor = Floor(
        id=fresh_id({one.id for one in floors}, "floor"),
        name=other.name or _("Floor {n}").format(n=len(floors) + 1),
        at=at,
        size=other.size,
        elevation_m=top + STOREY_M,
    )
    width, height = max(page.width, floor.end.x), max(page.height, floor.end.y)
    sheet = page.resized(width, height).with_floors((*floors, floor))
    return _laid_on(_painted(sheet, other, at), other, floor), floor


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
    if len(table) > _MOST_KINDS:
        raise MapError(_("Both together have more than {n} kinds.").format(n=_MOST_KINDS))
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
    props = tuple(one.replace(id=name + one.id, at=one.at.shifted(dx, dy)) for one in other.props)
    sheet = sheet.with_walls((*without_rims(sheet.walls, sheet.floors), *walls))
    sheet = sheet.with_cover_objects((*sheet.cover_objects, *things))
    sheet = sheet.with_zones((*sheet.zones, *zones)).with_pins((*sheet.pins, *pins))
    sheet = sheet.with_props((*sheet.props, *props))
    sheet = sheet.with_light_sources((*sheet.light_sources, *lights))
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
    return own.with_arrays(arrays).with_things(things)


def sheet_picture(page: BattleMap, other: BattleMap, floor: Floor) -> SheetPicture | None:
    """Return how the picture of the sheet is painted; None where neither map has one.

    Args:
        page: The map before.
        other: The map that is laid beside it.
        floor: Where.
    """
    parts = []
    for one, at in ((page, Cell(0, 0)), (other, floor.at)):
        if one.picture is not None:
            left = one.picture.offset_x_px / one.picture.pixels_per_cell + at.x
            top = one.picture.offset_y_px / one.picture.pixels_per_cell + at.y
            parts.append(PicturePart(one.picture, (left, top, *one.picture.size_cells(one.size))))
    if not parts:
        return None
    finest = max(part.picture.pixels_per_cell for part in parts)
    size = Size(max(page.width, floor.end.x), max(page.height, floor.end.y))
    return SheetPicture(size, finest, tuple(parts))
