"""Light through openings: how far it gets on the axis of height, what stops it, and its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.perception.light_of_fight import light_of, light_on
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.walls import Wall
from gridwar.model.zones import Light
from gridwar.systems import find_system
from tests.support.floors import BELOW_HATCH, HATCH, HEIGHT, STOREY_M, house

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

LAMP = LightSource(id="lamp", name="Torch", at=centre_of(HATCH), bright_cells=3, dim_cells=4)


def _fight(source: LightSource = LAMP, *, is_open: bool = True) -> Encounter:
    page = house(is_open=is_open).with_light(Light.DARK).with_light_sources((source,))
    return find_system("freeform").new_encounter().replace(map=page)


def test_a_lamp_over_the_hatch_lights_the_floor_below_with_its_reason() -> None:
    """A storey of two cells is left of its four, so it is dim three cells aside, not four."""
    fight = _fight()
    assert STOREY_M / fight.map.scale.cell_m == 2
    found = light_on(fight, BELOW_HATCH)
    assert (found.level, found.source) == (Light.BRIGHT, "lamp")
    assert found.reason == "Torch, 2 cells, through an opening of Floor 1"
    levels = [light_on(fight, BELOW_HATCH.shifted(-n, 0)).level for n in range(5)]
    # the square roots of 4, 5, 8, 13, 20 against 3 and 4
    assert levels == [Light.BRIGHT, Light.BRIGHT, Light.BRIGHT, Light.LOW, Light.DARK]
    assert [light_of(fight).at(BELOW_HATCH.shifted(-n, 0)) for n in range(5)] == levels
    assert light_on(_fight(is_open=False), BELOW_HATCH).level is Light.DARK


def test_a_lamp_below_lights_what_is_above_the_hatch() -> None:
    """So it is on its own floor and, by the same lines, upstairs."""
    fight = _fight(LAMP.replace(at=centre_of(BELOW_HATCH)))
    assert light_on(fight, HATCH).reason == "Torch, 2 cells, through an opening of Floor 1"
    assert light_on(fight, HATCH.shifted(3, 0)).level is Light.LOW


@pytest.mark.parametrize("casts_shadows", [True, False])
def test_walls_stop_it_and_floors_stop_even_what_casts_no_shadow(*, casts_shadows: bool) -> None:
    """Beside the hatch a lamp is stopped by a wall on the way, if walls stop it at all."""
    a, b = (Point((HATCH.x + 1) * SUBCELL, y * SUBCELL) for y in (0, HEIGHT))
    at = centre_of(HATCH.shifted(1, 0))
    source = LAMP.replace(at=at, casts_shadows=casts_shadows)
    fight = _fight(source)
    assert light_on(fight, BELOW_HATCH).level is Light.BRIGHT
    walled = fight.replace(map=fight.map.with_walls([Wall(id="w", a=a, b=b)]))
    assert (light_on(walled, BELOW_HATCH).level is Light.DARK) is casts_shadows
    shut = _fight(source, is_open=False)
    assert light_on(shut, BELOW_HATCH).level is Light.DARK


def test_what_casts_no_shadow_stays_on_its_page() -> None:
    """The page beside it on the sheet is another floor, however near it is drawn."""
    edge = Cell(11, 5)
    fight = _fight(LAMP.replace(at=centre_of(edge), casts_shadows=False), is_open=False)
    beside = edge.shifted(3, 0)
    assert fight.map.contains(beside)
    assert light_on(fight, beside).level is Light.DARK
    assert light_of(fight).at(beside) is Light.DARK


def test_darkness_comes_through_too() -> None:
    """What takes light away does so below the opening that it reaches."""
    darkness = LAMP.replace(strength=-2)
    fight = _fight(darkness)
    day = fight.replace(map=fight.map.with_light(Light.BRIGHT))
    assert light_on(day, BELOW_HATCH).level is Light.DARK
    assert light_on(day, BELOW_HATCH.shifted(0, 4)).level is Light.BRIGHT
