"""Levels of Foundry scenes as the floors of one map: made by hand from its documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.formats.floors_put_together import STOREY_M
from gridwar.formats.import_report import DraftToDraw
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.model.bounds import HIGHEST
from gridwar.model.floors import MOST_FLOORS, LinkKind, is_rim
from gridwar.model.geometry import Cell, Size
from tests.support.scenes import (
    HIGH,
    PX,
    WIDE,
    at,
    ends_of,
    level,
    new_scene,
    picture,
    reading,
    scene,
    wall,
)
from tests.support.uvtt import told

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported

FOOT_M = 0.3048
CELLAR, GROUND, LOFT = level("c", -10, 0), level("g", 0, 10), level("u", 10, 20)


def region(*box: float, **keys: Any) -> dict[str, Any]:
    """Return a region that is a rectangle: left, top, width, height in cells of the picture."""
    shape = {
        "type": "rectangle",
        **at(*box[:2]),
        "width": box[2] * PX,
        "height": box[3] * PX,
        "rotation": 0,
        "hole": False,
    }
    return {"_id": "r", "name": "Stairs", "shapes": [shape], "levels": [], **keys}


def changing(*box: float, **keys: Any) -> dict[str, Any]:
    """Return a region in which tokens change their level."""
    return region(*box, behaviors=[{"type": "changeLevel", "system": {}}], **keys)


def teleporting(*box: float, to: str, **keys: Any) -> dict[str, Any]:
    """Return a region that takes tokens into another."""
    system = {"destinations": [f"Scene.mill.Region.{to}"]}
    return region(*box, behaviors=[{"type": "teleportToken", "system": system}], **keys)


def walls_on(found: Imported, floor_id: str) -> set[tuple[float, ...]]:
    """Return the ends of all walls on a floor, in cells from its corner."""
    floor = next(one for one in found.map.floors if one.id == floor_id)
    x, y = floor.at
    return {
        (a - x, b - y, c - x, d - y)
        for one in found.map.walls
        if not is_rim(one)
        for a, b, c, d in (ends_of(one),)
        if floor.holds(Cell(int(a), int(b)))
    }


def test_levels_are_floors_at_once(tmp_path: Path) -> None:
    """The lowest first, each as high as it says; what names no level is on each."""
    walls = [wall(1, 1, 4, 1, levels=["u"]), wall(1, 2, 4, 2, levels=["c", "g"]), wall(1, 3, 4, 3)]
    lights = [{**at(2, 3), "config": {"dim": 10, "bright": 5}, "levels": ["g"]}]
    notes = [{**at(2, 3), "text": "all"}, {**at(3, 3), "text": "up", "levels": ["u"]}]
    found = reading(
        tmp_path, new_scene(LOFT, GROUND, CELLAR, walls=walls, lights=lights, notes=notes)
    )
    floors = found.map.floors
    assert [one.name for one in floors] == ["Level c", "Level g", "Level u"]
    assert [one.elevation_m for one in floors] == pytest.approx([-10 * FOOT_M, 0, 10 * FOOT_M])
    assert {one.size for one in floors} == {Size(WIDE, HIGH)}
    shared, low, high = (1, 3, 4, 3), (1, 2, 4, 2), (1, 1, 4, 1)
    assert walls_on(found, "floor-1") == {shared, low} == walls_on(found, "floor-2")
    assert walls_on(found, "floor-3") == {shared, high}
    (light,) = found.map.light_sources
    assert light.at is not None
    assert floors[1].holds(Cell(light.at.x // 1024, light.at.y // 1024))
    assert sorted(one.text for one in found.map.pins) == ["all", "all", "all", "up"]
    (check,) = (one for one in found.report.checks if one.id == "level")
    assert (check.chosen, check.choices[0].label) == ("floors", "All, as floors")
    assert told(found.report.read)["floors"] == "3"
    assert reading(tmp_path, new_scene(LOFT, GROUND, CELLAR, walls=walls)).map.floors == floors
    one = found.answered("level", "1")
    assert one.map.floors == ()
    assert one.answered("level", "floors").map == found.map


def test_each_floor_has_the_picture_of_its_level(tmp_path: Path) -> None:
    """They are painted as one, each over its page; that stays through other answers."""
    for name, side in (("c", PX), ("g", 2 * PX)):
        picture(tmp_path, f"{name}.png", side=side)
    found = reading(tmp_path, new_scene(CELLAR, GROUND, LOFT, walls=[wall(1, 1, 4, 1, sight=10)]))
    assert isinstance(found.plan, SheetPlan)
    how, floors = found.plan.how, found.map.floors
    assert how.pixels_per_cell == 2 * PX
    assert [part.box for part in how.parts] == [(*one.at, WIDE, HIGH) for one in floors[:2]]
    assert told(found.report.left_out)["no_picture"].startswith("u.png is not beside")
    assert isinstance(found.draft, DraftToDraw)
    painted = found.draft.drawn_as((tmp_path / "g.png").read_bytes())
    assert painted.plan is None
    assert painted.map.picture is not None
    assert painted.answered("limited", "full").map.picture == painted.map.picture
    alone = painted.answered("level", "0")
    assert alone.picture == (tmp_path / "c.png").read_bytes()
    assert alone.answered("level", "floors").map == painted.map


def test_heights_of_walls_count_from_their_floor(tmp_path: Path) -> None:
    """A wall that ends below a floor does not stand there."""
    high = {"wall-height": {"bottom": 10, "top": 16}}
    walls = [wall(1, 1, 4, 1, flags=high), wall(1, 2, 4, 2, flags={"wall-height": {"top": 9}})]
    found = reading(tmp_path, new_scene(GROUND, LOFT, walls=walls))
    here = {one.id: one for one in found.map.walls if not is_rim(one)}
    assert here["floor-1-wall-1"].foot_m == pytest.approx(10 * FOOT_M)
    assert here["floor-2-wall-1"].foot_m == 0
    assert here["floor-2-wall-1"].height_m == pytest.approx(6 * FOOT_M)
    assert here["floor-1-wall-2"].height_m == pytest.approx(9 * FOOT_M)
    assert "floor-2-wall-2" not in here


# --- stairs ------------------------------------------------------------------------------------


def test_a_region_that_changes_levels_is_stairs(tmp_path: Path) -> None:
    """Between each two of its levels that follow each other; without any between all."""
    regions = [changing(2, 1, 2, 1, levels=["c", "g"], name="Cellar ladder"), changing(5, 4, 1, 1)]
    found = reading(tmp_path, new_scene(CELLAR, GROUND, LOFT, regions=regions))
    cellar, ground, loft = found.map.floors
    ladder, *stairs = found.map.links
    assert (ladder.kind, ladder.both_ways) == (LinkKind.LADDER, True)
    assert ladder.here == (cellar.at.shifted(2, 1), cellar.at.shifted(3, 1))
    assert ladder.there == (ground.at.shifted(2, 1), ground.at.shifted(3, 1))
    assert [(one.here, one.there) for one in stairs] == [
        ((low.at.shifted(5, 4),), (high.at.shifted(5, 4),))
        for low, high in ((cellar, ground), (ground, loft))
    ]
    assert told(found.report.read)["links"] == "3"
    assert "regions" not in told(found.report.left_out)


def test_a_region_that_teleports_to_another_level_is_stairs(tmp_path: Path) -> None:
    """One way, unless the other leads back; to another scene it is told, not made."""
    regions = [
        teleporting(1, 1, 1, 1, to="b", _id="a", levels=["g"]),
        teleporting(4, 4, 1, 1, to="a", _id="b", levels=["u"]),
        teleporting(6, 1, 1, 1, to="d", _id="c", levels=["u"], name="Chute"),
        region(6, 4, 1, 1, _id="d", levels=["g"]),
        teleporting(7, 5, 1, 1, to="e", _id="f", levels=["g"]),
        teleporting(7, 1, 1, 1, to="a", _id="g", levels=["g"]),
    ]
    regions[4]["behaviors"][0]["system"] = {"destination": "Scene.inn.Region.e"}
    found = reading(tmp_path, new_scene(GROUND, LOFT, regions=regions, _id="mill"))
    ground, loft = found.map.floors
    both, down = found.map.links
    assert (both.here, both.there) == ((ground.at.shifted(1, 1),), (loft.at.shifted(4, 4),))
    assert both.both_ways
    assert (down.here, down.there) == ((loft.at.shifted(6, 1),), (ground.at.shifted(6, 4),))
    assert (down.kind, down.both_ways) == (LinkKind.SHAFT, False)
    left = told(found.report.left_out)
    assert left["ways_elsewhere"] == "1"
    assert left["regions"] == "2"


@pytest.mark.parametrize(
    ("shape", "cells"),
    [
        ({"type": "ellipse", **at(3, 3), "radiusX": 1.2 * PX, "radiusY": 0.6 * PX}, 4),
        ({"type": "circle", **at(3.5, 3.5), "radius": 0.2 * PX}, 1),
        ({"type": "polygon", "points": [150, 150, 360, 150, 150, 360]}, 10),
        ({"type": "rectangle", **at(3, 3), "width": 2 * PX, "height": PX, "rotation": 90}, 2),
        ({"type": "rectangle", **at(-9, -9), "width": 30 * PX, "height": 30 * PX}, WIDE * HIGH),
        ({"type": "cone", **at(3, 3), "radius": 9}, None),
        ({"type": "rectangle", **at(3, 3), "width": float("nan"), "height": PX}, None),
    ],
)
def test_stairs_cover_the_squares_whose_middle_is_theirs(
    tmp_path: Path, shape: dict[str, Any], cells: int | None
) -> None:
    """Of whatever shape; one that is not known is told."""
    found = reading(
        tmp_path, new_scene(GROUND, LOFT, regions=[changing(0, 0, 1, 1, shapes=[shape])])
    )
    if cells is None:
        assert found.map.links == ()
        assert told(found.report.left_out)["ways_shapeless"] == "1"
    else:
        (link,) = found.map.links
        assert len(link.here) == cells


# --- hostile and too much ----------------------------------------------------------------------


def test_strange_heights_are_laid_a_storey_apart(tmp_path: Path) -> None:
    """What is no height is 0, what is beyond any is as high as there is; none is lost."""
    levels = [level(f"l{at}", bottom) for at, bottom in enumerate((1e308, float("nan"), 0, 5e6))]
    found = reading(tmp_path, new_scene(*levels))
    heights = [one.elevation_m for one in found.map.floors]
    assert len(heights) == 4
    assert heights == sorted(set(heights))
    assert max(heights) <= HIGHEST
    assert heights[1] - heights[0] == STOREY_M
    assert "floors_moved" in told(found.report.mended)


def test_levels_of_one_id_are_floors_of_their_own(tmp_path: Path) -> None:
    """What names it is on both, and that is told."""
    found = reading(tmp_path, new_scene(GROUND, GROUND, walls=[wall(1, 1, 4, 1, levels=["g"])]))
    assert walls_on(found, "floor-1") == walls_on(found, "floor-2") == {(1, 1, 4, 1)}
    assert told(found.report.mended)["levels_twice"] == "1"


def test_ten_thousand_levels_are_counted(tmp_path: Path) -> None:
    """As many as a map has floors are read, and the rest is told, broken ones too."""
    levels: list[Any] = [level(f"l{at}", 10 * at) for at in range(10_000)]
    found = reading(tmp_path, {**new_scene(), "levels": [*levels, "none"]})
    assert len(found.map.floors) == MOST_FLOORS
    left = told(found.report.left_out)
    assert left["levels_many"] == str(10_000 - MOST_FLOORS)
    assert left["levels_broken"] == "1"


def test_levels_without_room_for_all_ask_for_one(tmp_path: Path) -> None:
    """The one at height 0 is shown; why they cannot be floors stands at the question."""
    wide = {"width": 300 * PX, "height": 300 * PX}
    found = reading(tmp_path, new_scene(CELLAR, GROUND, **wide))
    assert found.map.floors == ()
    (check,) = found.report.checks
    assert (check.chosen, len(check.choices)) == ("1", 2)
    assert "no room for 300 x 300 cells" in check.note


def test_floors_of_an_older_module_are_named(tmp_path: Path) -> None:
    """Nothing of theirs is in the scene but heights of walls, which are read."""
    flags = {"levels": {"sceneLevels": [[0, 9, "Hall"], [10, 19, "Loft"], None]}}
    left = told(reading(tmp_path, scene(flags=flags)).report.left_out)
    assert left["module_levels"] == "Hall, Loft"
