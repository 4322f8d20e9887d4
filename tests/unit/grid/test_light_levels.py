"""Light on cells, drawn cases: rings, walls, cones, darkness, painted zones, reasons."""

from __future__ import annotations

import pytest

from gridwar.grid.areas.light_levels import LightFound, light_levels, light_on
from gridwar.grid.areas.light_of_one_source import ShiningLight
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import LIGHT, Light, Zone

NIGHT = BattleMap(width=20, height=9, light=Light.DARK)
TORCH = ShiningLight("torch", centre_of(Cell(5, 4)), 4.0, 8.0, name="Torch")
DARKNESS = ShiningLight("dark", centre_of(Cell(5, 4)), 0.0, 3.0, strength=-2)
MAGIC = ShiningLight("magic", centre_of(Cell(5, 4)), 2.0, 8.0, strength=3)


@pytest.mark.parametrize(
    ("x", "level"),
    [(5, Light.BRIGHT), (9, Light.BRIGHT), (10, Light.LOW), (13, Light.LOW), (14, Light.DARK)],
)
def test_a_torch_is_bright_to_four_cells_and_dim_to_eight(x: int, level: Light) -> None:
    """Both radii belong to their ring."""
    field = light_levels(NIGHT, [TORCH])
    assert field.at(Cell(x, 4)) is level
    found = field.why(Cell(x, 4))
    assert found.level is level
    assert found.source is (None if level is Light.DARK else TORCH)
    assert level is Light.DARK or found.distance_cells == x - 5


def test_a_wall_throws_a_shadow_until_its_door_is_opened() -> None:
    """Behind it is dark, and bright through the open door; lamps without shadows pass."""
    door = Wall(
        id="d", a=Point(7 * SUBCELL, 0), b=Point(7 * SUBCELL, 9 * SUBCELL), kind=WallKind.DOOR
    )
    shut, opened = (
        NIGHT.with_walls([door.with_door(state)]) for state in (DoorState.CLOSED, DoorState.OPEN)
    )
    behind = Cell(8, 4)
    assert light_levels(shut, [TORCH]).at(behind) is Light.DARK
    assert light_levels(opened, [TORCH]).at(behind) is Light.BRIGHT
    glow = ShiningLight("glow", TORCH.at, 4.0, 8.0, casts_shadows=False)
    assert light_levels(shut, [glow]).at(behind) is Light.BRIGHT


def test_a_cone_lights_its_quarter_and_the_square_it_is_in() -> None:
    """Ninety degrees to the right: its diagonals are the edges and belong to it."""
    lantern = ShiningLight("lantern", TORCH.at, 3.0, 3.0, facing_deg=90, width_deg=90)
    field = light_levels(NIGHT, [lantern])
    lit = {Cell(x, y) for y in range(9) for x in range(20) if field.at(Cell(x, y)) is Light.BRIGHT}
    assert lit == {
        Cell(5 + dx, 4 + dy)
        for dx in range(4)
        for dy in range(-3, 4)
        if abs(dy) <= dx and dx * dx + dy * dy <= 9
    }


def test_levels_take_the_best_and_never_add_up() -> None:
    """Two dim lights are dim, a bright one beside them bright; by day a torch changes nothing."""
    dim = [ShiningLight(str(n), TORCH.at, 0.0, 5.0) for n in range(2)]
    here = Cell(6, 4)
    assert light_levels(NIGHT, dim).at(here) is Light.LOW
    assert light_levels(NIGHT, [*dim, TORCH]).at(here) is Light.BRIGHT
    day = light_on(NIGHT.with_light(Light.BRIGHT), [TORCH], here)
    assert (day.level, day.source) == (Light.BRIGHT, None)


@pytest.mark.parametrize(
    ("strength", "level"), [(0, Light.DARK), (1, Light.DARK), (2, Light.DARK), (3, Light.BRIGHT)]
)
def test_darkness_takes_light_of_its_strength_and_below(strength: int, level: Light) -> None:
    """Darkness of strength two, by day: daylight goes, and any light but a stronger one."""
    lamp = ShiningLight("lamp", TORCH.at, 4.0, 8.0, strength=strength)
    found = light_on(NIGHT.with_light(Light.BRIGHT), [lamp, DARKNESS], Cell(7, 4))
    assert found.level is level
    assert found.darkness is DARKNESS
    day = light_levels(NIGHT.with_light(Light.BRIGHT), [lamp, DARKNESS])
    assert day.at(Cell(7, 4)) is level
    outside = light_on(NIGHT.with_light(Light.BRIGHT), [lamp, DARKNESS], Cell(9, 4))
    assert (outside.level, outside.darkness) == (Light.BRIGHT, None)


def test_darkness_leaves_what_is_stronger_and_stops_at_walls() -> None:
    """Magic shines on in it; behind a wall there is none of it."""
    wall = Wall(id="w", a=Point(7 * SUBCELL, 0), b=Point(7 * SUBCELL, 9 * SUBCELL))
    page = NIGHT.with_light(Light.LOW).with_walls([wall])
    field = light_levels(page, [MAGIC, DARKNESS])
    assert field.at(Cell(6, 4)) is Light.BRIGHT
    assert field.at(Cell(3, 4)) is Light.BRIGHT
    assert field.at(Cell(5, 1)) is Light.LOW
    assert field.why(Cell(5, 1)).source is MAGIC
    assert field.at(Cell(7, 4)) is Light.LOW
    assert field.why(Cell(7, 4)) == LightFound(Light.LOW)


def test_a_painted_zone_wins_over_light_and_darkness() -> None:
    """The game master's word: of several zones the brightest, whatever shines or takes away."""
    here = Cell(5, 4)
    dim = Zone(id="dim", kind=LIGHT, cells=(here,), strength=int(Light.LOW))
    black = Zone(id="black", kind=LIGHT, strength=int(Light.DARK), everywhere=True)
    field = light_levels(NIGHT.replace(zones=(black, dim)), [TORCH, MAGIC, DARKNESS])
    assert field.at(here) is Light.LOW
    assert field.why(here).zone is dim
    assert field.at(Cell(6, 4)) is Light.DARK


def test_a_lamp_at_the_face_of_a_wall_lights_one_side_and_on_its_line_both() -> None:
    """A lamp hangs where it is put: a point beside the wall, or exactly on it."""
    wall = Wall(id="w", a=Point(7 * SUBCELL, 0), b=Point(7 * SUBCELL, 9 * SUBCELL))
    page = NIGHT.with_walls([wall])
    beside, upon = (
        light_levels(page, [ShiningLight("lamp", Point(x, 4 * SUBCELL + 300), 3.0, 3.0)])
        for x in (7 * SUBCELL - 1, 7 * SUBCELL)
    )
    assert [beside.at(Cell(x, 4)) for x in (6, 7)] == [Light.BRIGHT, Light.DARK]
    assert [upon.at(Cell(x, 4)) for x in (6, 7)] == [Light.BRIGHT, Light.BRIGHT]
