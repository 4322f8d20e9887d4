"""Where the view of a map is when it is fitted, and how far it may leave the map."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.control.records.viewpoint_records import Fit
from gridwar.ui.map.camera.viewpoint import (
    LEAST_CELL_PX,
    ROOM_CELLS,
    FittedPlace,
    beyond_map,
    fitted_place,
    kept_on_map,
)

SIDES = st.integers(1, 500)
PORTS = st.tuples(st.integers(200, 2600), st.integers(200, 1500))


@st.composite
def _scenes(draw: st.DrawFn) -> SceneView:
    width, height = draw(SIDES), draw(SIDES)
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return _scene(*draw(st.lists(cells, max_size=8)), size=(width, height))


def _scene(*cells: tuple[int, int], size: tuple[int, int] = (100, 100)) -> SceneView:
    tokens = tuple(TokenView(str(cell), cell, "A") for cell in cells)
    return SceneView(GroundView(*size), tokens)


def _seen(place: FittedPlace, port: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return the edges of what is seen, in cells: left, top, right, bottom."""
    (x, y), half = place.middle, (port[0] / place.cell_px / 2, port[1] / place.cell_px / 2)
    return x - half[0], y - half[1], x + half[0], y + half[1]


@given(_scenes(), PORTS)
def test_the_whole_map_or_everybody_is_seen(scene: SceneView, port: tuple[int, int]) -> None:
    """Whatever size map and view have, nothing that the fit names is out of sight."""
    place = fitted_place(scene, port)
    left, top, right, bottom = (edge + 1e-6 for edge in _seen(place, port))
    ground = scene.ground
    if place.fit is Fit.MAP:
        assert left < 1e-3
        assert top < 1e-3
        assert right >= ground.width
        assert bottom >= ground.height
        return
    for token in scene.tokens:
        x, y = token.cell
        assert left < max(0, x - ROOM_CELLS) + 1e-3
        assert top < max(0, y - ROOM_CELLS) + 1e-3
        assert right >= min(ground.width, x + 1 + ROOM_CELLS)
        assert bottom >= min(ground.height, y + 1 + ROOM_CELLS)


@given(_scenes(), PORTS)
def test_everybody_is_shown_where_the_whole_map_is_too_small(
    scene: SceneView, port: tuple[int, int]
) -> None:
    """The whole map is shown in cells of 18 pixels, or where nobody would be seen larger."""
    place = fitted_place(scene, port)
    if not scene.tokens:
        assert place.fit is Fit.MAP
    if place.fit is Fit.EVERYBODY:
        whole = fitted_place(_scene(size=(scene.ground.width, scene.ground.height)), port)
        assert whole.cell_px < LEAST_CELL_PX
        assert whole.cell_px < place.cell_px <= 64


@given(_scenes(), PORTS)
def test_everybody_is_shown_without_leaving_the_map(
    scene: SceneView, port: tuple[int, int]
) -> None:
    """Nothing is seen beside the map where map is out of sight at the other side."""
    place = fitted_place(scene, port)
    left, top, right, bottom = _seen(place, port)
    spans = ((left, right, scene.ground.width), (top, bottom, scene.ground.height))
    for first, last, whole in spans:
        assert first > -1e-6 or last > whole - 1e-6
        assert last < whole + 1e-6 or first < 1e-6


def test_everybody_fills_the_view() -> None:
    """Tokens 16 columns apart, with two cells around them, fill a view of 20 cells."""
    place = fitted_place(_scene((40, 50), (55, 52)), (800, 800))
    assert place == FittedPlace(Fit.EVERYBODY, 40.0, (48.0, 51.5))


def test_a_lone_token_is_shown_at_full_size_only() -> None:
    """Nobody is shown larger than 64 pixels a cell, and nothing beyond the map in a corner."""
    place = fitted_place(_scene((0, 0)), (640, 640))
    assert place == FittedPlace(Fit.EVERYBODY, 64.0, (5.0, 5.0))


def test_the_whole_map_is_shown_down_to_18_pixels() -> None:
    """A map whose cells have 18 pixels is whole; with a row more everybody is shown."""
    port = (760, 760)
    assert fitted_place(_scene((5, 5), size=(40, 40)), port).fit is Fit.MAP
    assert fitted_place(_scene((5, 5), size=(40, 41)), port).fit is Fit.EVERYBODY


LENGTHS = st.floats(10, 4000)


@given(st.floats(-9000, 9000), LENGTHS, LENGTHS, st.floats(0, 200))
def test_no_side_of_the_map_is_left_while_map_is_out_of_sight_at_the_other(
    corner: float, seen: float, whole: float, room: float
) -> None:
    """Beside the map there is no more than the room, or all of the map is seen but for it."""
    kept = kept_on_map(corner, seen, whole, room)
    before, after = -kept, kept + seen - whole
    assert before <= room + 1e-6 or after >= -1e-6
    assert after <= room + 1e-6 or before >= -1e-6
    assert kept_on_map(kept, seen, whole, room) == kept, "what is on the map stays"


def test_a_map_shorter_than_the_view_is_in_its_middle() -> None:
    """Wherever somebody zooms out, what there is of the map is not in a corner."""
    assert kept_on_map(-20, 1000, 400, 40) == -300
    assert kept_on_map(-590, 1000, 400, 40) == -300
    assert kept_on_map(-30, 1000, 990, 40) == -30, "by little it may be off"


def test_who_has_moved_a_short_map_aside_finds_it_there() -> None:
    """How far it was off the middle, it may be still."""
    beyond = beyond_map(-500, 1000, 400)
    assert beyond == (200.0, 0.0)
    assert kept_on_map(-480, 1000, 440, 40, beyond) == -480
    assert kept_on_map(-500, 1000, 440, 40, beyond) == -480


def test_what_was_seen_beside_the_map_may_be_seen_still() -> None:
    """Somebody who has gone beyond an edge is not thrown back by a zoom."""
    assert kept_on_map(-300, 800, 4000, 40, (300, 0)) == -300
    assert kept_on_map(-340, 800, 4000, 40, (300, 0)) == -300
    assert kept_on_map(3500, 800, 4000, 40, (0, 300)) == 3500
