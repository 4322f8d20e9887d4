"""Two worlds on two floors: what lies below and out of the cone makes no difference to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.gm.floor_commands import PutLinks, PutOpenings
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.light_commands import PutLights
from gridwar.engine.gm.map_commands import Paint, PutWalls, PutZones, SetPage
from gridwar.model.battlemap import LayerName
from gridwar.model.floors import Link
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.lights import LightSource
from gridwar.model.memory import FogMode
from gridwar.model.zones import Light, Zone
from tests.support.every_system import every_id, find
from tests.support.floors import BELOW_HATCH, HATCH, WIDTH, house
from tests.support.two_worlds import World
from tests.support.worlds_in_fog import lamp, line, one_cell, shown

if TYPE_CHECKING:
    from collections.abc import Callable

CANARY = "Canary-in-the-cellar"
ABOVE = HATCH.shifted(2, 0)
IN_CONE = BELOW_HATCH.shifted(-3, 0)
ASIDE = BELOW_HATCH.shifted(-4, 4)


def begun(system_id: str, *, light: bool = False) -> World:
    """Begin a fight by sight: hero upstairs at the hatch, somebody below out of sight."""
    system = find(system_id)
    sample = next(iter(system.data.samples()))
    fresh = system.new_encounter("Floors")
    party, others = list(fresh.sides)[:2]
    places = {"hero": (ABOVE, party), "unmet": (ASIDE, others)}
    people = {
        who: sample.replace(id=who, name=who if side == party else CANARY, pos=pos, side=side)
        for who, (pos, side) in places.items()
    }
    page = house(is_open=True)
    fight = fresh.replace(combatants=frozendict(people), map=page.replace(scale=fresh.map.scale))
    world = World(system_id, fight)
    world.do(SetFog(mode=FogMode.BY_SIGHT, counts_light=light))
    world.controller.sharing.change(light=light)
    return world


def _smoke(cell: Cell) -> Zone:
    return Zone(id="z", kind="smoke", cells=(cell,))


SECRETS: dict[str, Callable[[World], object]] = {
    "place below": lambda w: w.do(Place(to=(("unmet", ASIDE.shifted(1, 0)),))),
    "name below": lambda w: w.do(SetValue(who=("unmet",), field="name", value='"Other"')),
    "smoke below": lambda w: w.do(PutZones(put=(_smoke(ASIDE),))),
    "a wall below": lambda w: w.do(PutWalls(put=(line("new", (4, 9), (6, 9)),))),
    "ground below": lambda w: w.do(
        Paint(layer=LayerName.TERRAIN, where=one_cell(w, ASIDE.x, ASIDE.y), value=1)
    ),
    "a lamp below": lambda w: w.do(PutLights(put=(lamp((ASIDE.x - 1.5, ASIDE.y + 0.5)),))),
    "stairs below": lambda w: w.do(
        PutLinks(put=(Link(id="l", here=(Cell(5, 9),), there=(Cell(WIDTH + 2 + 1, 8),)),))
    ),
}


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("system_id", every_id())
def test_what_is_below_and_out_of_the_cone_makes_no_difference(
    system_id: str, *, light: bool
) -> None:
    """Done or taken back, players are shown the same; no word of it is in the record."""
    plain = shown(begun(system_id, light=light))
    assert CANARY not in repr(plain)
    for name, deed in SECRETS.items():
        world = begun(system_id, light=light)
        deed(world)
        assert shown(world) == plain, name
        world.session.undo()
        assert shown(world) == plain, f"{name}, taken back"


@pytest.mark.parametrize("system_id", every_id())
def test_who_is_in_the_cone_is_shown_faintly_with_its_floor(system_id: str) -> None:
    """Straight below the opening in it; else where it would be on the page, and with a tag."""
    world = begun(system_id)
    tags: dict[Cell, str | None] = {}
    for pos in (BELOW_HATCH, IN_CONE):
        world.do(Place(to=(("unmet", pos),)))
        (token,) = (one for one in world.players().scene.tokens if one.id == "unmet")
        assert (token.faint, token.cell) == (True, (pos.x + WIDTH + 2, pos.y))
        tags[pos] = token.altitude_text
    assert tags[IN_CONE] == "-Floor 0"
    assert tags[BELOW_HATCH] != "-Floor 0"
    world.do(PutOpenings(gone=(HATCH,)))
    assert "unmet" not in {one.id for one in world.players().scene.tokens}


def test_where_nothing_is_known_below_an_opening_is_a_dark_hole() -> None:
    """By night it is dark until a light falls in; then the ground is shown through it."""
    world = begun("freeform", light=True)
    world.do(SetPage(light=Light.DARK))
    world.do(PutLights(put=(_torch(ABOVE, 1),)))
    world.do(SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY, counts_light=True))
    floor = world.players().scene.ground.floor
    assert floor is not None
    assert (floor.openings, floor.dark) == ((), ())  # the opening itself is out of the light
    world.do(PutLights(put=(_torch(ABOVE, 2),)))
    floor = world.players().scene.ground.floor
    assert floor is not None
    assert (floor.openings, floor.dark) == ((), (tuple(HATCH),))
    world.do(PutLights(put=(_torch(ABOVE, 6),)))
    floor = world.players().scene.ground.floor
    assert floor is not None
    assert (floor.openings, floor.dark) == (((tuple(HATCH), tuple(BELOW_HATCH)),), ())


def _torch(cell: Cell, reach: int) -> LightSource:
    at = lamp((cell.x + 0.5, cell.y + 0.5)).at
    assert at is not None
    assert at.x % SUBCELL == SUBCELL // 2
    return LightSource(id="torch", at=at, bright_cells=reach, dim_cells=reach)
