"""The picture of fog: what it covers in any state, at any zoom, and while it moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent

from gridwar.control.records.fog_records import FogStyle, FogView
from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.fog.fog_layer import UNCOVERED_MS
from gridwar.ui.map.map_to_png import render_image
from gridwar.ui.style.colors import ThemeName, night_colors
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from pytestqt.qtbot import QtBot

    Points = NDArray[np.bool_]

WIDE, HIGH, PER_CELL = 24, 16, 8
GROUND = GroundView(WIDE, HIGH, 1.5, "m")
FOG = QColor(night_colors().fog).rgb() & 0xFFFFFF


def no_points() -> Points:
    """Return points of the map, none of them marked."""
    return np.zeros((HIGH * PER_CELL, WIDE * PER_CELL), np.bool_)


def some_points(dice: random.Random) -> Points:
    """Return discs, bars and single points."""
    found = no_points()
    y, x = np.mgrid[0 : HIGH * PER_CELL, 0 : WIDE * PER_CELL]
    for _shape in range(dice.randint(1, 5)):
        middle, size = (dice.randrange(HIGH * 8), dice.randrange(WIDE * 8)), dice.randint(1, 50)
        if dice.random() < 0.5:
            found |= (y - middle[0]) ** 2 + (x - middle[1]) ** 2 < size**2
        else:
            high, wide = dice.randint(1, 30), dice.randint(1, 80)
            found[middle[0] : middle[0] + high, middle[1] : middle[1] + wide] = True
    return found


def scene(
    known: Points, seen: Points | None = None, style: FogStyle = FogStyle.PLAYERS
) -> SceneView:
    """Return a map with fog and nobody on it."""
    seen = known if seen is None else seen
    return SceneView(GROUND, fog=FogView(known, seen & known, PER_CELL, style))


@pytest.fixture(params=[ThemeName.DARK, ThemeName.LIGHT])
def view(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[MapView]:
    """A view of the map, 700 by 500."""
    made = MapView(make_theme(request.param))
    qtbot.addWidget(made)
    made.map_scene.reduce_motion = True
    made.resize(700, 500)
    made.show()
    made.show_view(SceneView(GROUND))
    yield made
    made.close()


def pixels(view: MapView) -> NDArray[np.uint32]:
    """Return what the view shows now."""
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    shown: NDArray[np.uint32] = rows & np.uint32(0xFFFFFF)
    return shown


def at_pixels(view: MapView, points: Points) -> Points:
    """Return for each pixel whether the point that its middle lies on is marked."""
    port, corner = view.viewport(), view.scroll_place()
    y, x = (
        np.floor((np.arange(side) + 0.5 + begin) / view.cell_px * PER_CELL).astype(int)
        for side, begin in ((port.height(), corner.y()), (port.width(), corner.x()))
    )
    height, width = points.shape
    inside = ((y >= 0) & (y < height))[:, None] & ((x >= 0) & (x < width))
    marked = points[np.clip(y, 0, height - 1)][:, np.clip(x, 0, width - 1)]
    found: Points = marked & inside
    return found


@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_not_known_has_the_colour_of_fog(view: MapView, seed: int) -> None:
    """Whatever was known before, at any zoom and place; beside the map too."""
    dice = random.Random(seed)
    for _state in range(6):
        known = some_points(dice)
        view.show_view(scene(known, some_points(dice)))
        if dice.random() < 0.6:
            view.zoom_to(dice.choice((0.05, 0.11, 0.3, 0.5, 1.0, 2.7)))
            view.center_cells((dice.uniform(0, WIDE), dice.uniform(0, HIGH)), animated=False)
        shown, is_known = pixels(view), at_pixels(view, known)
        assert (shown[~is_known] == FOG).all()


def test_what_is_seen_is_as_it_is_without_fog(view: MapView, qtbot: QtBot) -> None:
    """Further inside than the soft edge nothing is darkened; what is remembered is."""
    qtbot.wait(1)
    bare = pixels(view)
    known = no_points()
    known[16:96, 16:160] = True
    seen = known.copy()
    seen[:, 80:] = False
    view.show_view(scene(known, seen))
    shown = pixels(view)
    inner, dim = no_points(), no_points()
    inner[22:90, 22:74] = True
    dim[22:90, 86:154] = True
    bright, dimmed = at_pixels(view, inner), at_pixels(view, dim)
    assert (shown[bright] == bare[bright]).all()
    before, after = (_green(some[dimmed]) for some in (bare, shown))
    assert after.mean() < before.mean() * 0.62


def _green(colors: NDArray[np.uint32]) -> NDArray[np.float64]:
    return ((colors >> np.uint32(8)) & np.uint32(0xFF)).astype(np.float64)


@pytest.mark.parametrize("style", list(FogStyle))
@pytest.mark.parametrize("seed", range(3))
def test_small_changes_leave_the_same_picture_as_fog_drawn_anew(
    view: MapView, seed: int, style: FogStyle
) -> None:
    """After some steps of which each draws only what has changed."""
    dice = random.Random(seed)
    known, seen = some_points(dice), some_points(dice)
    for _step in range(8):
        view.show_view(scene(known, seen, style))
        pixels(view)
        y, x = dice.randrange(HIGH * 8 - 20), dice.randrange(WIDE * 8 - 20)
        known, seen = known.copy(), seen.copy()
        known[y : y + 20, x : x + 20] ^= True
        seen[y : y + 7, x : x + 9] ^= True
    last = scene(known, seen, style)
    view.show_view(last)
    view.map_scene.refresh_all()
    stepwise = pixels(view)
    view.show_view(SceneView(GROUND))
    view.show_view(replace(last))
    view.map_scene.refresh_all()
    anew = pixels(view)
    # Points are scaled from another corner: a shade is rounded otherwise here and there.
    assert abs(_green(anew) - _green(stepwise)).max() <= 16
    assert (anew != stepwise).mean() < 0.001


def test_the_game_master_sees_all_of_the_ground(view: MapView) -> None:
    """Between the lines of the hatch, and between the dots, it is as it is without fog."""
    bare = pixels(view)
    known = no_points()
    known[:, 96:] = True
    seen = no_points()
    view.show_view(scene(known, seen, FogStyle.GAME_MASTER))
    view.map_scene.refresh_all()
    same = pixels(view) == bare
    unknown, remembered = no_points(), no_points()
    unknown[4:124, 4:88] = True
    remembered[4:124, 104:184] = True
    shares = [same[at_pixels(view, part)].mean() for part in (unknown, remembered)]
    assert 0.5 < shares[0] < 0.9
    assert 0.85 < shares[1] < 0.99
    view.show_view(SceneView(GROUND))
    assert (pixels(view) == bare).all()


def walked(known: Points, seen: Points, *cells: tuple[int, int]) -> SceneView:
    """Return the scene once somebody has walked over some cells."""
    token = TokenView("one", cells[-1], "On", trail=cells)
    return replace(scene(known, seen), tokens=(token,))


@pytest.fixture
def moving(view: MapView) -> tuple[MapView, SceneView, SceneView]:
    """A view with motion, and the states before and after a walk along the upper edge."""
    before, after = no_points(), no_points()
    before[:24, :40] = True
    after[:24, :] = True
    view.map_scene.reduce_motion = False
    states = walked(before, before, (1, 1)), walked(after, after, (1, 1), (8, 1), (15, 1), (22, 1))
    view.show_view(states[0])
    return view, *states


def test_fog_uncovers_along_the_cells_that_were_walked(
    moving: tuple[MapView, SceneView, SceneView], qtbot: QtBot
) -> None:
    """What lies by the first cells is seen before what lies by the last; at the end all is."""
    view, _before, after = moving
    view.show_view(after)
    fog = view.map_scene.fog
    assert fog.is_uncovering
    fog.uncover_to(0.5)
    columns = _lit_columns(view)
    assert columns[8]
    assert not columns[20]
    qtbot.waitUntil(lambda: not fog.is_uncovering, timeout=20 * UNCOVERED_MS)
    assert all(_lit_columns(view)[1:23])


def _lit_columns(view: MapView) -> list[bool]:
    shown = pixels(view)
    row = no_points()
    row[20] = True
    found = []
    for column in range(WIDE):
        part = no_points()
        part[20, column * PER_CELL + 3 : column * PER_CELL + 6] = True
        found.append(bool((shown[at_pixels(view, part)] != FOG).all()))
    return found


def test_after_each_frame_of_a_walk_nothing_unknown_is_shown(
    moving: tuple[MapView, SceneView, SceneView],
) -> None:
    """Neither of what was known before nor of what will be, what nobody knows shines through."""
    view, _before, after = moving
    view.show_view(after)
    assert after.fog is not None
    below = no_points()
    below[24 + PER_CELL :] = True  # the token and its shadow hang over the edge
    for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        view.map_scene.fog.uncover_to(share)
        assert (pixels(view)[at_pixels(view, below)] == FOG).all()


@pytest.mark.parametrize("why", ["reduced motion", "taken back"])
def test_without_motion_and_back_it_is_at_once(
    moving: tuple[MapView, SceneView, SceneView], why: str
) -> None:
    """With reduced motion nothing is in between; what is covered again is so at once."""
    view, before, after = moving
    if why == "reduced motion":
        view.map_scene.reduce_motion = True
        view.show_view(after)
        assert all(_lit_columns(view)[1:23])
    else:
        view.show_view(after)
        view.show_view(before)
        assert before.fog is not None
        beyond = ~before.fog.known
        beyond[:, : 6 * PER_CELL] = False
        assert (pixels(view)[at_pixels(view, beyond)] == FOG).all()
    assert not view.map_scene.fog.is_uncovering


def test_while_the_wheel_turns_nothing_unknown_is_shown(view: MapView, qtbot: QtBot) -> None:
    """Neither in the picture that is scaled nor in what is drawn coarsely round it."""
    known = no_points()
    known[40:90, 50:140] = True
    view.zoom_to(2.0)
    view.center_cells((12, 8), animated=False)
    view.show_view(scene(known))
    qtbot.wait(300)
    for _notch in range(7):
        _turn_wheel(view, -1)
        assert view.is_picture
        around = ~known
        around[32:98, 42:148] = False  # scaled edges are as soft as their pixels are large
        assert (pixels(view)[at_pixels(view, around)] == FOG).all()


def _turn_wheel(view: MapView, notches: int) -> None:
    place = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        place,
        QPointF(view.viewport().mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    view.wheelEvent(event)


def test_saved_pictures_have_it(view: MapView) -> None:
    """A picture that is rendered without a window covers the same."""
    known = no_points()
    known[40:90, 50:140] = True
    image = render_image(scene(known), 20)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    y = np.arange(image.height()) * PER_CELL // 20
    x = np.arange(image.width()) * PER_CELL // 20
    is_known = known[y][:, x]
    assert ((rows & np.uint32(0xFFFFFF))[~is_known] == FOG).all()
    assert ((rows & np.uint32(0xFFFFFF))[is_known] != FOG).mean() > 0.9
    del view
