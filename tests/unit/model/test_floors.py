"""Floors are pages of one sheet: what may lie on it, and what happens to them when it is cut."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap
from gridwar.model.events_floors import FloorsChanged
from gridwar.model.floors import Floor, FloorWays, Link, is_rim, rims_of
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.walls import Wall
from tests.support.floors import BELOW_HATCH, FOOT, HATCH, HEAD, HEIGHT, WIDTH, house, storeys


def test_a_map_without_floors_is_one_page() -> None:
    """Nothing is put, no wall stands for it, and every cell is on the map."""
    page = BattleMap(width=30, height=20)
    assert not page.floors
    assert page.contains(Cell(29, 19))
    assert page.floor_at(Cell(3, 3)) is None


def test_a_cell_between_two_pages_is_on_no_floor() -> None:
    """It is not on the map either: nobody is put there."""
    page = house()
    assert page.floor_at(FOOT) == page.floors[0]
    assert page.floor_at(HEAD) == page.floors[1]
    for gap in (Cell(WIDTH, 2), Cell(WIDTH + 1, 2)):
        assert page.floor_at(gap) is None
        assert not page.contains(gap)


def test_cells_one_above_the_other_are_one_place_of_the_plan() -> None:
    """What is taken off is how a page lies on the sheet and over the floors below it."""
    lower, upper = house().floors
    assert upper.plan_of(HATCH) == lower.plan_of(BELOW_HATCH)
    assert upper.cell_of(lower.plan_of(BELOW_HATCH)) == HATCH
    moved = upper.replace(over=Cell(3, 1))
    assert moved.plan_of(HATCH) == lower.plan_of(BELOW_HATCH).shifted(3, 1)


def test_a_rim_stands_round_each_page() -> None:
    """It stops everything, however the walls of the map are set; it goes with its floor."""
    page = house()
    rims = rims_of(page.floors)
    assert len(rims) == 8
    assert all(wall.blocks_movement and wall.blocks_effect and is_rim(wall) for wall in rims)
    own = Wall(id="w", a=Point(0, SUBCELL), b=Point(SUBCELL, SUBCELL))
    assert page.with_walls([own]).walls == (own, *rims)
    assert page.with_walls([own]).with_floors(()).walls == (own,)


@pytest.mark.parametrize(
    ("floors", "words"),
    [
        ((Floor(id="a", at=Cell(20, 0), size=Size(12, 9)),), "beyond the map"),
        ((Floor(id="a", at=Cell(-1, 0), size=Size(9, 9)),), "beyond the map"),
        ((storeys()[0], storeys()[1].replace(at=Cell(WIDTH + 1, 0))), "2 cells between"),
        ((storeys()[0], storeys()[0]), "used twice"),
        ((storeys()[0], storeys()[1].replace(elevation_m=0.0)), "the same height"),
    ],
)
def test_floors_that_cannot_lie_so_are_refused(floors: tuple[Floor, ...], words: str) -> None:
    """Pages lie on the sheet, apart from each other, each at a height of its own."""
    with pytest.raises(MapError, match=words):
        BattleMap(width=26, height=HEIGHT).with_floors(floors)


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        (FloorWays((Link(id="l", here=(FOOT,), there=(Cell(WIDTH, 2),)),)), "where no floor is"),
        (FloorWays((Link(id="l", here=(FOOT,), there=(BELOW_HATCH,)),)), "to another"),
        (FloorWays(openings=(Cell(WIDTH, 0),)), "on no floor"),
    ],
)
def test_ways_that_lead_nowhere_are_refused(ways: FloorWays, words: str) -> None:
    """A link leads from one floor to another, and only floors have openings."""
    page = house()
    with pytest.raises(MapError, match=words):
        page.with_floors(page.floors, ways)


def test_a_map_read_without_its_rims_is_refused() -> None:
    """Nothing may lead from page to page but what links and openings say."""
    raw = house().model_dump(mode="json")
    BattleMap.model_validate(raw)
    raw["walls"] = raw["walls"][1:]
    with pytest.raises(ValidationError, match="walls round a page"):
        BattleMap.model_validate(raw)


def test_a_sheet_cut_off_cuts_its_floors() -> None:
    """A page is smaller then, or gone, with what led to it."""
    page = house(is_open=True)
    cut = page.resized(WIDTH + 5, HEIGHT)
    assert cut.floors[1].size == Size(3, HEIGHT)
    assert [link.id for link in cut.links] == ["stairs"]
    assert not cut.openings
    gone = page.resized(WIDTH, HEIGHT)
    assert [floor.id for floor in gone.floors] == ["f0"]
    assert not gone.links
    assert rims_of(gone.floors) == gone.walls


def test_what_lies_on_a_floor_goes_with_it() -> None:
    """Its walls are gone, and those of the others stay as they were."""
    walls = [
        Wall(id=name, a=Point(x * SUBCELL, SUBCELL), b=Point(x * SUBCELL, 3 * SUBCELL))
        for name, x in (("below", 5), ("above", WIDTH + 6))
    ]
    page = house().with_walls(walls)
    left = FloorsChanged(gone=("f1",)).changed(page)
    assert left.walls == (walls[0], *rims_of(left.floors))
    assert not left.links


def test_walls_on_every_side_of_a_page_go_with_it() -> None:
    """Walls and doors are drawn on its border: none is left standing where no floor is."""
    page = house(3)
    (left, top), (right, bottom) = page.floors[1].at, page.floors[1].end
    sides = {
        "left": ((left, 2), (left, 4)),
        "right": ((right, 2), (right, 4)),
        "top": ((left + 2, top), (left + 4, top)),
        "bottom": ((left + 2, bottom), (left + 4, bottom)),
    }
    walls = [
        Wall(
            id=name,
            a=Point(a[0] * SUBCELL, a[1] * SUBCELL),
            b=Point(b[0] * SUBCELL, b[1] * SUBCELL),
        )
        for name, (a, b) in sides.items()
    ]
    left_over = FloorsChanged(gone=("f1",)).changed(page.with_walls(walls))
    assert left_over.walls == rims_of(left_over.floors)
