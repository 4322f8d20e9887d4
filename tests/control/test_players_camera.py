"""Where the players' window looks: reckoned from the record, never from anybody unmet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.players_records import PlayersRecord
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.control.state.players_camera import Camera, CameraMode, Looks, Port, looks

PORT = Port((1200, 900))


def record(*party: tuple[int, int], size: tuple[int, int] = (60, 40)) -> PlayersRecord:
    """Return a map with the party at some cells."""
    tokens = tuple(TokenView(f"p{n}", place, "P") for n, place in enumerate(party))
    boxes = tuple((x, y, 1, 1) for x, y in party)
    return PlayersRecord(SceneView(GroundView(size[0], size[1]), tokens), party=boxes)


def test_the_whole_map_is_in_view() -> None:
    """Its middle in the middle, all of it inside."""
    place = looks(Camera(CameraMode.MAP), record((5, 5)), PORT)
    left, top, width, height = place.box(PORT.size_px)
    assert place.middle == (30.0, 20.0)
    assert left <= 0
    assert top <= 0
    assert left + width >= 60
    assert top + height >= 40


def test_the_party_is_in_view_with_some_room() -> None:
    """All of them, and nothing beside the map."""
    left, top, width, height = looks(Camera(), record((2, 2), (9, 6)), PORT).box(PORT.size_px)
    assert left >= 0
    assert top >= 0
    assert left + width >= 12
    assert top + height >= 9


def test_whoever_they_have_met_is_in_view_where_there_is_room() -> None:
    """Beside the party; not somebody so far off that all would be too small to read."""
    seen = record((20, 20))
    foes = (TokenView("near", (32, 20), "A"), TokenView("far", (58, 2), "B"))
    scene = replace(seen.scene, tokens=(*seen.scene.tokens, *foes))
    place = looks(Camera(), replace(seen, scene=scene), PORT)
    left, top, width, _height = place.box(PORT.size_px)
    assert left <= 20
    assert left + width >= 33
    assert left + width < 58
    assert top > 3
    assert place.cell_px >= 40


def test_a_view_that_will_do_stays_where_it_is() -> None:
    """A step of somebody in its middle moves nothing; a long way does."""
    here = looks(Camera(), record((20, 20), (24, 22)), PORT)
    assert looks(Camera(), record((21, 20), (24, 22)), PORT, here) == here
    assert looks(Camera(), record((21, 20), (50, 22)), PORT, here) != here


def test_it_stays_while_an_unmet_one_acts() -> None:
    """Whose turn it is moves it only where they see who."""
    camera, here = Camera(CameraMode.TURN), Looks((10.0, 10.0), 50.0)
    assert looks(camera, record((20, 20)), PORT, here) == here
    there = looks(camera, replace(record((20, 20)), acting=(20, 20, 1, 1)), PORT, here)
    assert there.middle == pytest.approx((20.5, 20.5), abs=3)


def test_it_follows_the_game_master_only_to_what_players_may_see() -> None:
    """Where none of those they see is in his view, it stays."""
    camera, here = Camera(CameraMode.FOLLOW), Looks((10.0, 10.0), 50.0)
    seen = record((20, 20))
    away = Port(PORT.size_px, gm_box=(40.0, 30.0, 10.0, 8.0))
    near = Port(PORT.size_px, gm_box=(18.0, 18.0, 12.0, 9.0))
    assert looks(camera, seen, away, here) == here
    assert looks(camera, seen, near, here).middle == (24.0, 22.5)
    assert looks(camera, record(), away, here).middle == (45.0, 34.0)


def test_millimetres_a_cell_go_by_the_measured_width() -> None:
    """An inch a square on a television that is a metre wide, whatever the mode."""
    camera = Camera(CameraMode.MAP, cell_mm=25.4, width_mm=1000.0)
    port = Port((1920, 1000), screen_px=1920)
    assert looks(camera, record((5, 5)), port).cell_px == pytest.approx(48.768)


def test_fixed_it_shows_its_box() -> None:
    """Whatever happens."""
    camera = Camera(CameraMode.FIXED, box=(4.0, 4.0, 12.0, 9.0))
    assert looks(camera, record((50, 30)), PORT).box(PORT.size_px) == (4.0, 4.0, 12.0, 9.0)
