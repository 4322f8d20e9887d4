"""Two worlds in fog by sight: rooms of which the party sees one, remembers one, and knows no more.

West of a wall with a closed door stand hero, mate and a foe in sight. East of it a room is
remembered with a door in it; beyond that is the unmet one, and a room that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.lights import LightSource
from gridwar.model.memory import FogMode
from gridwar.model.painted_layers import Layer
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.every_system import find
from tests.support.two_worlds import World

if TYPE_CHECKING:
    from gridwar.control.records.players_records import PlayersRecord
    from gridwar.model.encounter import Encounter

PLACES = {"hero": (3, 3), "mate": (4, 6), "foe": (6, 4), "unmet": (16, 8)}
REMEMBERED = tuple(Cell(x, y) for x in range(10, 14) for y in range(5))
"""The room east of the wall; ``far`` is a door in it, ``edge`` one whose end alone is known."""


def laid_out(system_id: str, secret: DoorState | None = None) -> Encounter:
    """Return the fight before its first round.

    Args:
        system_id: Of the rules.
        secret: How the door stands that is in sight among walls; None where there is wall instead.
    """
    system = find(system_id)
    sample = next(iter(system.data.samples()))
    fresh = system.new_encounter("Fog")
    party, others = list(fresh.sides)[:2]
    people = {
        who: sample.replace(
            id=who,
            name=who.capitalize(),
            pos=Cell(*place),
            side=party if who in ("hero", "mate") else others,
        )
        for who, place in PLACES.items()
    }
    bottom = fresh.map.height
    hatch = line("hatch", (9, 0), (9, 4))
    if secret is not None:
        hatch = hatch.replace(kind=WallKind.DOOR, door=secret)
    walls = (
        hatch,
        door("door", (9, 4), (9, 6)),
        line("below", (9, 6), (9, bottom)),
        door("far", (12, 2), (13, 2)),
        door("edge", (14, 3), (15, 3)),
        door("unknown", (16, 14), (17, 14)),
    )
    return fresh.replace(combatants=frozendict(people), map=fresh.map.with_walls(walls))


def line(wall_id: str, a: tuple[int, int], b: tuple[int, int]) -> Wall:
    """Return a wall between two points in cells."""
    ends = (Point(x * SUBCELL, y * SUBCELL) for x, y in (a, b))
    return Wall(id=wall_id, a=next(ends), b=next(ends))


def door(wall_id: str, a: tuple[int, int], b: tuple[int, int]) -> Wall:
    """Return a closed door between two points in cells."""
    return line(wall_id, a, b).replace(kind=WallKind.DOOR)


def fogged(system_id: str, *, light: bool = False, secret: DoorState | None = None) -> World:
    """Begin one in fog by sight; with light that is counted, or without."""
    world = World(system_id, laid_out(system_id, secret))
    world.do(SetFog(mode=FogMode.BY_SIGHT, counts_light=light))
    world.do(Uncover(cells=REMEMBERED))
    world.controller.sharing.change(light=light)
    return world


def lamp(at: tuple[float, float] | None = None, bearer: str = "") -> LightSource:
    """Return a small light at a place in cells, or with a bearer."""
    place = None if at is None else Point(int(at[0] * SUBCELL), int(at[1] * SUBCELL))
    return LightSource(id="lamp", at=place, carried_by=bearer, bright_cells=1, dim_cells=2)


def one_cell(world: World, x: int, y: int) -> Layer:
    """Return where to paint a single cell."""
    page = world.controller.encounter.map
    cells = np.zeros((page.height, page.width), np.uint8)
    cells[y, x] = 1
    return Layer.of_rows(cells)


def shown(world: World) -> tuple[PlayersRecord, object]:
    """Return what players are shown, with their light as plain values."""
    record = world.players()
    light = record.scene.light
    values = light and (
        light.base,
        light.painted,
        [(one.at, one.reach_cells, one.strength, one.cone) for one in light.lamps],
        None if light.seen is None else light.seen.tobytes(),
    )
    return replace(record, scene=replace(record.scene, light=None)), values
