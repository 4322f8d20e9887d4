"""The line drawn while an attack is prepared is the grid's own."""

from __future__ import annotations

from gridwar.control.measuring.sightline import present_line
from gridwar.control.records import scene_records as sr
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall
from gridwar.systems.freeform import SYSTEM
from tests.support.fights import on_board


def test_a_clear_line_goes_from_middle_to_middle() -> None:
    """Nothing in the way: one line, clear, from the one token to the other."""
    encounter = on_board("freeform", hero=(1, 1), foe=(5, 1))
    assert present_line(SYSTEM, encounter, "hero", "foe") == (
        sr.LineOverlay((1.5, 1.5), (5.5, 1.5), sr.LineRole.CLEAR, between=("hero", "foe")),
    )


def test_a_wall_is_drawn_with_the_place_where_it_stops_the_line() -> None:
    """The wall that decides is marked, and the cross stands where the line meets it."""
    encounter = on_board("freeform", hero=(1, 1), foe=(5, 1))
    wall = Wall(id="w", name="Fence", a=Point(3 * SUBCELL, 0), b=Point(3 * SUBCELL, 4 * SUBCELL))
    encounter = encounter.replace(map=encounter.map.with_walls([wall]))
    decider, line = present_line(SYSTEM, encounter, "hero", "foe")
    assert isinstance(decider, sr.LineOverlay)
    assert isinstance(line, sr.LineOverlay)
    assert decider.role is sr.LineRole.BLOCKER
    assert "Fence" in line.label
    assert line.role is sr.LineRole.BLOCKED
    assert line.cut == (3.0, 1.5)
