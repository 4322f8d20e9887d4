"""Lights, notes and what else stands in a Foundry scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.map_limits import MOST_PINS
from gridwar.model.zones import Light
from tests.support.scenes import (
    HIGH,
    WIDE,
    at,
    lamp,
    level,
    new_scene,
    old_scene,
    picture,
    reading,
    scene,
)
from tests.support.uvtt import told

if TYPE_CHECKING:
    from pathlib import Path


def test_lights_are_off_until_somebody_turns_them_on(tmp_path: Path) -> None:
    """Bright and dim in squares by the scene's own unit; hidden ones stay off."""
    lights = [lamp(2, 3), {**lamp(4, 3), "hidden": True}]
    found = reading(tmp_path, scene(lights=lights))
    one, other = found.map.light_sources
    assert (one.bright_cells, one.dim_cells, one.colour) == (2, 4, "ff8800")
    assert one.at == Point(2 * SUBCELL, 3 * SUBCELL)
    assert not one.on
    (check,) = found.report.checks
    assert (check.id, check.chosen) == ("lights", "off")
    lit = found.answered("lights", "on")
    assert [one.on for one in lit.map.light_sources] == [True, False]
    assert lit.answered("lights", "off").map == found.map
    assert other.id != one.id


def test_a_cone_points_where_it_did(tmp_path: Path) -> None:
    """Not turned it points down there; here 0 is up, and both go clockwise."""
    lights = [{**lamp(2, 3, angle=60), "rotation": turned} for turned in (0, 90, -90)]
    found = reading(tmp_path, scene(lights=lights))
    assert [one.facing_deg for one in found.map.light_sources] == [180, 270, 90]
    assert {one.width_deg for one in found.map.light_sources} == {60}


@pytest.mark.parametrize(
    "light",
    [lamp(2, 3, luminosity=-0.5), lamp(2, 3, negative=True), lamp(2, 3, dim=-20, bright=0)],
)
def test_darkness_is_darkness(tmp_path: Path, light: dict[str, Any]) -> None:
    """Written by a luminosity below 0 until 11, by a word since 12, by a reach below 0 before 9."""
    (one,) = reading(tmp_path, scene(lights=[light])).map.light_sources
    assert one.is_darkness
    assert one.dim_cells == 4


def test_lights_of_old_versions_are_read(tmp_path: Path) -> None:
    """Their figures stand on the light itself; one without a colour is white."""
    plain = {**at(2, 3), "dim": 20, "bright": 10, "angle": 360, "tintColor": ""}
    lights = [plain, {**plain, "x": 200, "tintColor": "#00ff00"}]
    found = reading(tmp_path, old_scene(lights=lights))
    assert [one.colour for one in found.map.light_sources] == ["ffffff", "00ff00"]
    assert [one.dim_cells for one in found.map.light_sources] == [4, 4]


def test_what_is_no_light_is_left_out(tmp_path: Path) -> None:
    """Without reach or place, and beside the picture; counted."""
    nowhere = {**lamp(2, 3), "x": None}
    lights: list[Any] = [lamp(2, 3, bright=0, dim=0), nowhere, 5, lamp(-1, 3), lamp(2, 3)]
    found = reading(tmp_path, scene(lights=lights))
    assert len(found.map.light_sources) == 1
    assert told(found.report.left_out)["lights_broken"] == "3"
    assert told(found.report.left_out)["lights_beside"] == "1"


@pytest.mark.parametrize(
    ("changes", "level_of_light"),
    [
        ({"darkness": 0.8}, Light.DARK),
        ({"darkness": 0.5}, Light.LOW),
        ({"darkness": 0.1}, None),
        ({"darkness": 1, "globalLight": True}, None),
        ({"environment": {"darknessLevel": 1}}, Light.DARK),
        ({"environment": {"darknessLevel": 1, "globalLight": {"enabled": True}}}, None),
    ],
)
def test_darkness_of_the_scene_is_asked_and_never_taken(
    tmp_path: Path, changes: Any, level_of_light: Light | None
) -> None:
    """The map is bright until somebody says otherwise."""
    found = reading(tmp_path, scene(**changes))
    assert found.map.light is Light.BRIGHT
    assert bool(found.report.checks) is (level_of_light is not None)
    if level_of_light is not None:
        dark = found.answered("ambient", str(int(level_of_light)))
        assert dark.map.light is level_of_light


def test_notes_are_pins_with_their_words(tmp_path: Path) -> None:
    """Numbered as they come; those whose words stand in a journal are told."""
    notes = [{**at(2, 3), "text": " The guard "}, {**at(4, 1), "text": ""}, at(5, 5)]
    found = reading(tmp_path, scene(notes=notes))
    assert [(one.label, one.text) for one in found.map.pins] == [
        ("1", "The guard"),
        ("2", ""),
        ("3", ""),
    ]
    assert found.map.pins[0].point == Point(2 * SUBCELL, 3 * SUBCELL)
    assert told(found.report.mended)["nameless_notes"] == "2"


def test_a_note_on_the_border_is_a_pin_on_the_map(tmp_path: Path) -> None:
    """One on the right and lower edge of the picture stands in the last cell."""
    found = reading(tmp_path, scene(notes=[at(0, 0), at(WIDE, HIGH)]))
    assert [one.cell for one in found.map.pins] == [(0, 0), (WIDE - 1, HIGH - 1)]


def test_notes_have_their_bounds(tmp_path: Path) -> None:
    """No more than a map may have, none longer than a pin may say, none beside the picture."""
    notes: list[Any] = [{**at(2, 3), "text": "a"}] * (MOST_PINS + 5)
    found = reading(tmp_path, scene(notes=notes))
    assert len(found.map.pins) == MOST_PINS
    assert told(found.report.left_out)["pins_many"] == "5"
    long = reading(tmp_path, scene(notes=[{**at(2, 3), "text": "b" * 20_000}, at(-1, 0), 3]))
    assert len(long.map.pins[0].text) == 10_000
    assert told(long.report.mended)["notes_long"] == "1"
    assert told(long.report.left_out)["notes_beside"] == "1"
    assert told(long.report.left_out)["notes_broken"] == "1"


def test_lights_and_notes_are_of_their_level(tmp_path: Path) -> None:
    """As walls are."""
    picture(tmp_path, "g.png")
    data = new_scene(
        level("g", 0, 20),
        level("u", 20, 40),
        lights=[{**lamp(2, 3), "levels": ["u"]}, lamp(3, 3)],
        notes=[{**at(2, 3), "text": "up", "levels": ["u"]}, {**at(3, 3), "text": "all"}],
    )
    found = reading(tmp_path, data).answered("level", "0")
    assert [one.text for one in found.map.pins] == ["all"]
    assert len(found.map.light_sources) == 1
    assert len(found.answered("level", "1").map.light_sources) == 2


def test_the_rest_is_counted_with_the_place_of_the_first(tmp_path: Path) -> None:
    """Tiles, drawings, tokens, sounds and the like; pictures that lie above the map."""
    data = scene(
        tiles=[{**at(3.5, 2.5), "width": 5}, {}],
        tokens=[{**at(1, 1)}],
        sounds=[{"x": -5_000, "y": 0}],
        regions=[7],
        foreground="maps/roof.png",
    )
    lines = {one.code: one for one in reading(tmp_path, data).report.left_out}
    assert (lines["tiles"].value, lines["tiles"].place) == ("2", (3, 2))
    assert (lines["tokens"].value, lines["tokens"].place) == ("1", (1, 1))
    assert (lines["sounds"].value, lines["sounds"].place) == ("1", None)
    assert (lines["regions"].value, lines["regions"].place) == ("1", None)
    assert lines["foreground"].value == "1"


def test_turning_and_stretching_of_the_picture_is_told(tmp_path: Path) -> None:
    """It is laid plain."""
    background = {"src": "mill.png", "rotation": 90, "scaleX": 2}
    left_out = told(reading(tmp_path, scene(background=background)).report.left_out)
    assert left_out["picture_turned"] == "laid plain"
