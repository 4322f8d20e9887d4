"""A plan as the rules see it: walls, doors, cover and terrain of a battle map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.formats.pictures import map_from_picture
from gridwar.model.battlemap import BattleMap, LayerName, Scale, TerrainKind
from gridwar.model.cover import Cover, CoverDegree, CoverForm, CoverKind, CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from sample_art.plan import Plan, Segment, Thing

_KINDS = (
    TerrainKind(name="open"),
    TerrainKind(name="difficult", difficulty=1, multiplier=2),
    TerrainKind(name="impassable", impassable=True),
    TerrainKind(name="water", difficulty=2, multiplier=2),
)
_DIFFICULT, _SOLID, _WATER = 1, 2, 3
_SOLID_LOOKS = {"hearth", "pillar", "well"}
"""Things that nobody climbs over; all others only hinder."""
_COVER = (
    CoverKind(name="", degree=CoverDegree.NONE, hard=False),
    CoverKind(name="Undergrowth", degree=CoverDegree.QUARTER, hard=False, form=CoverForm.AREA),
)
_LOW_WALL = Cover(degree=CoverDegree.HALF, hard=True, height_m=1.0)


def battle_map(plan: Plan, picture: bytes, pixels_per_cell: float, scale: Scale) -> BattleMap:
    """Return the map of a plan upon its picture.

    Args:
        plan: What is there.
        picture: The file of its picture.
        pixels_per_cell: How large a cell is on it.
        scale: How large a cell is in the world.
    """
    made, _sha256 = map_from_picture(picture, pixels_per_cell, scale, plan.name)
    assert (made.width, made.height) == (plan.width, plan.height)
    return (
        made.with_name(plan.name)
        .with_terrain_kinds(_KINDS)
        .with_painted(LayerName.TERRAIN, _terrain(plan))
        .with_cover_kinds(_COVER)
        .with_painted(LayerName.COVER, {Cell(*cell): 1 for cell in sorted(plan.growth)})
        .with_cover_objects(map(_object, plan.things))
        .with_walls(map(_wall, plan.segments))
    )


def _terrain(plan: Plan) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    if plan.is_underground:
        found |= {Cell(x, y): _SOLID for x in range(plan.width) for y in range(plan.height)}
        for room in plan.rooms:
            for x in range(int(room.x0), int(room.x1)):
                found |= {Cell(x, y): 0 for y in range(int(room.y0), int(room.y1))}
    found |= {Cell(*cell): _DIFFICULT for cell in plan.rubble | plan.growth}
    found |= {Cell(*cell): _WATER for cell in plan.water}
    for thing in plan.things:
        kind = _SOLID if thing.look in _SOLID_LOOKS else _DIFFICULT
        found |= dict.fromkeys(_cells(thing), kind)
    return found


def _cells(thing: Thing) -> tuple[Cell, ...]:
    return tuple(Cell(thing.x + dx, thing.y + dy) for dx in range(thing.w) for dy in range(thing.h))


def _object(thing: Thing) -> CoverObject:
    return CoverObject(
        id=thing.id, name=thing.name, degree=CoverDegree(thing.degree), hard=thing.hard,
        height_m=thing.height_m, cells=_cells(thing),
    )  # fmt: skip


def _wall(one: Segment) -> Wall:
    a, b = (Point(round(x * SUBCELL), round(y * SUBCELL)) for x, y in (one.a, one.b))
    match one.kind:
        case "low":
            return Wall.low(one.id, a, b, _LOW_WALL).replace(name=one.name)
        case "window":
            return Wall.window(one.id, a, b, one.name)
        case "door":
            state = DoorState(one.state)
            return Wall(id=one.id, a=a, b=b, kind=WallKind.DOOR, name=one.name, door=state)
        case _:
            return Wall(id=one.id, a=a, b=b, name=one.name)
