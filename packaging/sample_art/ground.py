"""A plan as the rules see it: walls, doors, cover, terrain and heights of a battle map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sample_art.plan import cells_of

from gridwar.formats.picture_headers_and_limits import map_from_picture
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverKind, CoverObject
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Light, Zone

if TYPE_CHECKING:
    from sample_art.plan import Fog, Lamp, Plan, Segment, Thing

    from gridwar.model.scale import Scale

_KINDS = (
    TerrainKind(name="open"),
    TerrainKind(name="furniture", difficulty=1, multiplier=2, look=TerrainLook.PLAIN),
    TerrainKind(name="stairs", difficulty=1, multiplier=2, look=TerrainLook.PLAIN),
    TerrainKind(name="rubble", difficulty=1, multiplier=2, look=TerrainLook.RUBBLE),
    TerrainKind(name="undergrowth", difficulty=1, multiplier=2, look=TerrainLook.GROWTH),
    TerrainKind(name="shallow water", difficulty=1, multiplier=2, look=TerrainLook.WATER),
    TerrainKind(name="deep water", difficulty=2, multiplier=3, look=TerrainLook.WATER),
    TerrainKind(name="obstacle", impassable=True, look=TerrainLook.ROCK),
    TerrainKind(name="rock", impassable=True, look=TerrainLook.ROCK),
    TerrainKind(name="chasm", impassable=True, look=TerrainLook.ROCK),
    TerrainKind(name="hull", impassable=True, look=TerrainLook.ROCK),
    TerrainKind(name="soft sand", difficulty=1, multiplier=2, look=TerrainLook.MUD),
    TerrainKind(
        name="crag",
        impassable=True,
        blocks_sight=True,
        blocks_effect=True,
        look=TerrainLook.ROCK,
    ),
)
_INDEX = {kind.name: place for place, kind in enumerate(_KINDS)}
_COVER = (
    CoverKind(name="", degree=CoverDegree.NONE, hard=False),
    CoverKind(name="Undergrowth", degree=CoverDegree.QUARTER, hard=False, form=CoverForm.AREA),
)
_GROWTH = 1
_LOW_WALL = Cover(degree=CoverDegree.HALF, hard=True, height_m=1.0)
_RAIL = Cover(degree=CoverDegree.QUARTER, hard=False, height_m=1.0)


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
    steps = {
        Cell(*cell): round(height / made.ground_step_m)
        for height, cells in plan.heights_m.items()
        for cell in sorted(cells)
    }
    return (
        made.with_name(plan.name)
        .with_terrain_kinds(_KINDS)
        .with_painted(LayerName.TERRAIN, _terrain(plan))
        .with_painted(LayerName.GROUND, steps)
        .with_cover_kinds(_COVER)
        .with_painted(LayerName.COVER, {Cell(*cell): _GROWTH for cell in sorted(plan.growth)})
        .with_cover_objects(_object(one) for one in plan.things if one.degree != "none")
        .with_walls(map(_wall, plan.segments))
        .replace(
            zones=tuple(map(_zone, plan.fogs)),
            light=Light.LOW if plan.is_dark else Light.BRIGHT,
            lights=tuple(map(_light, plan.lamps)),
        )
    )


def _terrain(plan: Plan) -> dict[Cell, int]:
    found = {
        Cell(*cell): _INDEX[name] for name, cells in plan.ground.items() for cell in sorted(cells)
    }
    for flight in plan.stairs:
        found |= {Cell(*cell): _INDEX["stairs"] for cell in sorted(cells_of(flight))}
    for thing in plan.things:
        name = "crag" if thing.blocks_sight else "obstacle" if thing.solid else "furniture"
        kind = _INDEX[name]
        found |= {Cell(*cell): kind for cell in sorted(cells_of(thing))}
    return found


def _object(thing: Thing) -> CoverObject:
    return CoverObject(
        id=thing.id,
        name=thing.name,
        degree=CoverDegree(thing.degree),
        hard=thing.hard,
        height_m=thing.height_m,
        cells=tuple(Cell(*cell) for cell in sorted(cells_of(thing))),
    )


def _zone(fog: Fog) -> Zone:
    return Zone(
        id=fog.id,
        kind=fog.kind,
        name=fog.name,
        strength=fog.strength,
        rounds=fog.rounds,
        cells=tuple(Cell(*cell) for cell in sorted(fog.cells)),
    )


def _light(lamp: Lamp) -> MapLight:
    parts = (round(255 * part) for part in lamp.colour)
    return MapLight(
        x_cells=lamp.x,
        y_cells=lamp.y,
        range_cells=lamp.reach,
        intensity=min(1.0, round(lamp.strength, 2)),
        colour="ff{:02x}{:02x}{:02x}".format(*parts),
    )


def _wall(one: Segment) -> Wall:
    a, b = (Point(round(x * SUBCELL), round(y * SUBCELL)) for x, y in (one.a, one.b))
    match one.kind:
        case "low":
            return Wall.low(one.id, a, b, _LOW_WALL).replace(name=one.name)
        case "rail":
            return Wall.low(one.id, a, b, _RAIL).replace(name=one.name, blocks_movement=True)
        case "window":
            return Wall.window(one.id, a, b, one.name)
        case "door":
            state = DoorState(one.state)
            return Wall(id=one.id, a=a, b=b, kind=WallKind.DOOR, name=one.name, door=state)
        case _:
            return Wall(id=one.id, a=a, b=b, name=one.name)
