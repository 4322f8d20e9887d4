"""The map's window: what the mouse and the keys do, and what is drawn."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.records.ground_records import GroundView, WallLook, WallView
from gridwar.control.records.scene_records import (
    ArcOverlay,
    Dash,
    LabelOverlay,
    LegendEntry,
    LineOverlay,
    LineRole,
    MarkOverlay,
    RegionOverlay,
    RegionRole,
    RingOverlay,
    Role,
    RouteOverlay,
    SceneView,
    TokenView,
)
from gridwar.control.records.stand_records import StandMarks, StandsLine, StandsOnMap
from gridwar.control.state.pointer_and_keys import Button, KeyEvent, PointerEvent, PointerKind
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.errors import InputError, UnwritableFile
from gridwar.model.geometry import cell_name, column_name
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.frame.edge_ruler_and_scale_bar import ScaleBar
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.map.map_to_png import render_image, render_png
from gridwar.ui.style.colors import ThemeName, map_colors, palette_for, side
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

LEFT, MIDDLE, RIGHT = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
)
GROUND = GroundView(20, 20, 1.5, "m")
YSOLDE = TokenView("ys", (4, 4), "Ys", bar=0.7)
KELL = TokenView("ke", (6, 4), "Ke", side=1)


class Receiver:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.events: list[PointerEvent] = []
        self.keys: list[KeyEvent] = []
        self.uses_wheel = False

    def pointer(self, event: PointerEvent) -> bool:
        """Take an event; use the wheel when told to."""
        self.events.append(event)
        return self.uses_wheel and event.kind is PointerKind.WHEEL

    def wants(self, event: KeyEvent) -> bool:
        """Leave every key to the window."""
        del event
        return False

    def key(self, event: KeyEvent) -> bool:
        """Take a key and leave it to the view."""
        self.keys.append(event)
        return False

    def kinds(self) -> list[PointerKind]:
        """What happened, plain moves left out."""
        return [e.kind for e in self.events if e.kind is not PointerKind.LEAVE]


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    """A view of 20 by 20 cells with two tokens, 64 pixels a cell."""
    made = MapView(make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.pointer.receiver = Receiver()
    made.map_scene.reduce_motion = True
    made.resize(800, 600)
    made.show_view(SceneView(GROUND, (YSOLDE, KELL)))
    with qtbot.waitExposed(made):
        made.show()
    made.zoom_to(1.0)
    made.center_cells((6.0, 5.0), animated=False)
    return made


def _sink(view: MapView) -> Receiver:
    assert isinstance(view.pointer.receiver, Receiver)
    return view.pointer.receiver


def _at(view: MapView, x: float, y: float) -> QPoint:
    corner = view.scroll_place()
    return QPoint(round(x * view.cell_px) - corner.x(), round(y * view.cell_px) - corner.y())


def _wheel(view: MapView, place: QPoint, notches: int) -> None:
    port = view.viewport()
    event = QWheelEvent(
        QPointF(place),
        QPointF(port.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


def test_a_left_drag_is_the_tools(view: MapView) -> None:
    """A left drag is pressed on a token, moved and released over another cell; nothing pans."""
    port, before = view.viewport(), view.scroll_place()
    QTest.mousePress(port, LEFT, pos=_at(view, 4.5, 4.5))
    QTest.mouseMove(port, _at(view, 7.5, 6.5))
    QTest.mouseRelease(port, LEFT, pos=_at(view, 7.5, 6.5))
    press, *_, release = _sink(view).events
    assert (press.kind, press.cell, press.tokens) == (PointerKind.PRESS, (4, 4), ("ys",))
    assert (release.kind, release.cell, release.button) == (
        PointerKind.RELEASE,
        (7, 6),
        Button.LEFT,
    )
    assert view.scroll_place() == before


@pytest.mark.parametrize("button", [RIGHT, MIDDLE])
def test_a_right_or_middle_drag_pans(view: MapView, button: Qt.MouseButton) -> None:
    """Dragging with another button moves the map along and tells the tool nothing."""
    port, before = view.viewport(), view.scroll_place()
    QTest.mousePress(port, button, pos=QPoint(300, 300))
    QTest.mouseMove(port, QPoint(280, 290))
    QTest.mouseMove(port, QPoint(250, 280))
    QTest.mouseRelease(port, button, pos=QPoint(250, 280))
    assert view.scroll_place() - before == QPoint(50, 20)
    assert _sink(view).kinds() == []


def test_a_right_click_is_a_menu(view: MapView) -> None:
    """A right click that did not drag asks for a menu at that place."""
    QTest.mouseClick(view.viewport(), RIGHT, pos=_at(view, 6.5, 4.5))
    (event,) = _sink(view).events
    assert (event.kind, event.tokens) == (PointerKind.MENU, ("ke",))


@pytest.mark.parametrize("how", ["right", "escape"])
def test_a_drag_can_be_given_up(view: MapView, how: str) -> None:
    """A right click or Escape during a left drag cancels it, and its release says nothing."""
    port = view.viewport()
    QTest.mousePress(port, LEFT, pos=_at(view, 4.5, 4.5))
    if how == "right":
        QTest.mouseClick(port, RIGHT, pos=_at(view, 5.5, 4.5))
    else:
        QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, pos=_at(view, 5.5, 4.5))
    assert _sink(view).kinds() == [PointerKind.PRESS, PointerKind.CANCEL]


def test_space_pans_while_held(view: MapView) -> None:
    """With Space held, a left drag pans; the tool was offered the key first."""
    port, before = view.viewport(), view.scroll_place()
    QTest.keyPress(view, Qt.Key.Key_Space)
    QTest.mousePress(port, LEFT, pos=QPoint(300, 300))
    QTest.mouseMove(port, QPoint(320, 310))
    QTest.mouseRelease(port, LEFT, pos=QPoint(320, 310))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.scroll_place() - before == QPoint(-20, -10)
    assert _sink(view).kinds() == []
    assert _sink(view).keys[0].key == "space"


def test_the_wheel_zooms_about_the_cursor(view: MapView) -> None:
    """What lies under the cursor stays there, to a pixel, while the wheel zooms."""
    place = QPoint(200, 150)
    before = view.to_cells(QPointF(place))
    _wheel(view, place, 4)
    after = view.to_cells(QPointF(place))
    assert view.zoom > 1.5
    assert after == pytest.approx(before, abs=1.5 / view.cell_px)


def test_a_tool_may_use_the_wheel(view: MapView) -> None:
    """A wheel that the tool uses does not zoom."""
    _sink(view).uses_wheel = True
    _wheel(view, QPoint(200, 150), 1)
    assert view.zoom == 1.0
    assert _sink(view).events[-1].steps == 1.0


def test_the_zoom_has_ends(view: MapView) -> None:
    """The map is shown at 5 % to 800 %."""
    view.zoom_to(100.0)
    assert view.zoom == 8.0
    view.zoom_to(0.0001)
    assert view.zoom == 0.05


def test_the_topmost_token_comes_first(view: MapView) -> None:
    """Of several tokens under the pointer, the one drawn last is named first."""
    twin = replace(KELL, id="twin", cell=(4, 4))
    view.show_view(SceneView(GROUND, (YSOLDE, twin)))
    assert view.tokens_at((4.5, 4.5)) == ("twin", "ys")
    view.show_view(SceneView(GROUND, (replace(YSOLDE, selected=True), twin)))
    assert view.tokens_at((4.5, 4.5)) == ("ys", "twin")


def test_a_resting_pointer_is_told_what_badges_mean(view: MapView) -> None:
    """Name, pool and badges are named in words, not by pictures alone."""
    burning = replace(YSOLDE, name="Ysolde", bar_text="41/58", badges=(Badge("flame", "Burning"),))
    view.show_view(SceneView(GROUND, (burning, KELL)))
    assert view.map_scene.tokens.hint_at((4.5, 4.5)) == "Burning"
    assert view.map_scene.tokens.hint_at((12.5, 12.5)) == ""


def test_a_resting_pointer_is_told_why_players_do_not_see_somebody(view: MapView) -> None:
    """It is asked for of whoever bears the sign alone; without an answer the sign says it."""
    asked: list[str] = []

    def why(who: str) -> str:
        asked.append(who)
        return "too dark" if who == YSOLDE.id else ""

    unseen = [replace(one, unseen="not seen") for one in (YSOLDE, KELL)]
    view.show_view(SceneView(GROUND, (*unseen,)))
    tokens = view.map_scene.tokens
    assert tokens.hint_at((4.5, 4.5), why) == "Too dark"
    assert tokens.hint_at((4.5, 4.5)) == "Not seen"
    view.show_view(SceneView(GROUND, (YSOLDE, unseen[1])))
    assert tokens.hint_at((4.5, 4.5), why) == ""
    assert asked == [YSOLDE.id]


def test_what_stays_is_not_touched(view: MapView) -> None:
    """Moving one token leaves the other's sprite as it is and moves only the first."""
    scene = view.map_scene
    scene.refresh_all()
    still, mover = scene.tokens.items["ke"], scene.tokens.items["ys"]
    pixels = still.pixmap().cacheKey()
    view.show_view(SceneView(GROUND, (replace(YSOLDE, cell=(9, 2)), KELL)))
    assert scene.tokens.items["ys"] is mover
    assert (mover.x(), mover.y()) == (9.0, 2.0)
    assert still.pixmap().cacheKey() == pixels


def test_a_move_is_shown_but_never_waited_for(view: MapView, qtbot: QtBot) -> None:
    """A token glides to its new cell; a held one, and reduced motion, are there at once."""
    view.map_scene.reduce_motion = False
    item = view.map_scene.tokens.items["ys"]
    view.show_view(SceneView(GROUND, (replace(YSOLDE, cell=(8, 4)), KELL)))
    assert item.x() < 8.0
    assert view.tokens_at((8.5, 4.5)) == ("ys",)
    qtbot.waitUntil(lambda: item.x() == 8.0, timeout=1000)
    view.show_view(SceneView(GROUND, (replace(YSOLDE, cell=(2.3, 4.1), lifted=True), KELL)))
    assert item.x() == 2.3


def test_the_brush_in_hand_is_drawn_with_the_next_frame(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not wait for the picture of the ground, nor has that drawn anew, as a band does."""
    left_edge = QRectF(_at(view, 5.5, 6.5) - QPoint(4, 4), QSizeF(8, 8)).toRect()

    def edge() -> QImage:
        return view.viewport().grab(left_edge).toImage()

    bare = edge()
    spoiled: list[bool] = []
    monkeypatch.setattr(view.map_scene, "request_tiles", lambda: spoiled.append(True))
    for middle, is_there in (((7.0, 6.5), True), ((8.0, 6.5), False)):
        view.show_view(
            SceneView(GROUND, (YSOLDE, KELL), (RingOverlay(middle, 1.5, role=Role.INTENT),))
        )
        assert (edge() != bare) == is_there
    assert not spoiled
    view.show_view(SceneView(GROUND, (YSOLDE, KELL), (RingOverlay((7.0, 6.5), 1.5),)))
    assert spoiled, "a band lies with the ground"


def test_labels_that_stay_leave_the_map_as_it_is_painted(
    view: MapView, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are placed again at every frame of a drag: only where one moved the map is painted."""
    label = LabelOverlay((7.5, 6.5), "rubble", "x2")
    view.show_view(SceneView(GROUND, (YSOLDE, KELL), (label,)))
    view.map_scene.refresh_all()
    qapp.processEvents()
    painted: list[int] = []

    def note(event: QPaintEvent) -> None:
        box = event.region().boundingRect()
        painted.append(box.width() * box.height())
        MapView.paintEvent(view, event)

    monkeypatch.setattr(view, "paintEvent", note)
    view.map_scene.overlays.settle()
    qapp.processEvents()
    assert not painted
    view.show_view(SceneView(GROUND, (YSOLDE, KELL), (replace(label, at=(9.5, 9.5)),)))
    qapp.processEvents()
    whole = view.viewport().width() * view.viewport().height()
    assert 0 < max(painted) < whole / 2


def test_no_label_hides_the_number_of_a_square(view: MapView) -> None:
    """Where somebody could stand is what is asked; a label finds another place."""
    bare = SceneView(GROUND, (YSOLDE, KELL), (LabelOverlay((7.5, 6.5), "rubble", "x2"),))
    view.show_view(bare)
    (tag,) = view.map_scene.overlays.tags()
    x, y = int(tag.center().x()), int(tag.center().y())
    assert tag.contains(x + 0.5, y + 0.5)
    marks = StandMarks(frozenset({(x, y)}), ((float(x), float(y), 1.0, 1.0),))
    view.show_view(replace(bare, stands=StandsOnMap(StandsLine(""), marks)))
    (moved,) = view.map_scene.overlays.tags()
    assert not moved.contains(x + 0.5, y + 0.5)


def _everything() -> SceneView:
    """Return a state with every kind of token, overlay and wall."""
    cells = frozenset({(2, 2), (3, 2), (3, 3)})
    regions = tuple(RegionOverlay(role, cells, role.value) for role in RegionRole)
    lines = tuple(LineOverlay((1, 1), (8, 6), role, (4, 3), role.value) for role in LineRole)
    rings = tuple(RingOverlay((9, 9), 2.0 + i, dash, dash=dash) for i, dash in enumerate(Dash))
    walls = tuple(WallView((1, y), (5, y), kind) for y, kind in enumerate(WallLook))
    tokens = (
        replace(YSOLDE, ghost=True),
        replace(YSOLDE, selected=True, turn=True, name="Ysolde", facing_deg=30, lifted=True),
        replace(KELL, target=True, caught=1, altitude_text="-3", size=(2, 1)),
        TokenView("out", (9, 9), "Ou", side=2, out=True, bar=0.0),
        TokenView("hid", (10, 9), "Hid", side=3, hidden=True, badges=(Badge("flame", ""),) * 5),
    )
    other = (
        RouteOverlay(
            ((1.5, 1.5), (2.5, 2.5), (3.5, 2.5)), (1,), ("5",), "8", "3 AP", (("!", "X"),)
        ),
        ArcOverlay(((5, 5), (9, 2), (9, 8)), (9, 5), "60\N{DEGREE SIGN}"),
        LabelOverlay((7, 7), "rubble", "x2", icon="ruler"),
        MarkOverlay((8.5, 8.5)),
        MarkOverlay((8.5, 9.5), icon="link"),
    )
    legend = tuple(LegendEntry(role, role.value) for role in (*RegionRole, *LineRole, *Dash))
    ground = replace(GROUND, walls=walls, editing=True)
    return SceneView(ground, tokens, (*regions, *lines, *rings, *other), 0.34, legend, "Players")


def test_changing_step_by_step_shows_the_same_as_building_anew(qapp: QApplication) -> None:
    """Whatever was shown before, a state looks as it does when it is the first one."""
    luck = random.Random(5)
    everything = _everything()
    scene = MapScene(palette_for(ThemeName.DARK))
    scene.reduce_motion = True
    scene.set_zoom(24.0, 1.0)
    shown: SceneView | None = None
    for _ in range(12):
        tokens = luck.sample(everything.tokens, luck.randrange(1, len(everything.tokens)))
        state = SceneView(
            luck.choice((GROUND, replace(GROUND, grid=False))),
            tuple(replace(t, cell=(luck.randrange(18), luck.randrange(18))) for t in tokens),
            tuple(luck.sample(everything.overlays, 9)),
        )
        scene.sync(shown, state)
        scene.refresh_all()
        shown = state
        assert _drawn(scene, 480) == render_image(state, 24)


def _drawn(scene: MapScene, edge_px: int) -> QImage:
    image = QImage(edge_px, edge_px, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(0, 0, 20, 20))
    painter.end()
    return image


@pytest.mark.parametrize("cell_px", [6, 14, 24, 40, 64, 150])
def test_everything_can_be_drawn_at_every_zoom(qapp: QApplication, cell_px: int) -> None:
    """No kind of token, overlay or wall fails at any level of detail, and each leaves a trace."""
    bare = render_image(SceneView(GROUND), cell_px)
    full = render_image(_everything(), cell_px)
    assert full.size() == bare.size()
    assert full != bare


def test_the_whole_window_shows_everything_too(view: MapView) -> None:
    """The view draws the same state with rim, scale and legend in both themes."""
    view.show_view(_everything())
    dark = view.grab().toImage()
    view.set_theme(make_theme(ThemeName.LIGHT, 1.25))
    assert view.grab().toImage() != dark


def test_a_token_bears_its_sides_colour(qapp: QApplication, tmp_path: Path) -> None:
    """The ring is in the side's colour, on the map made without a window as well."""
    path = tmp_path / "map.png"
    state = SceneView(replace(GROUND, grid=False), (replace(KELL, cell=(1, 1)),))
    render_png(state, path, 64)
    image = render_image(state, 64)
    assert path.stat().st_size > 0
    left_of_middle = round((1.5 - 0.40 * 1.06 + 0.05) * 64)
    assert image.pixelColor(left_of_middle, 96).name().upper() == side(1).color


def test_a_picture_too_big_is_refused(tmp_path: Path) -> None:
    """A size that cannot be drawn is refused with the largest one that can."""
    huge = SceneView(GroundView(500, 500))
    with pytest.raises(InputError, match="1 to 32"):
        render_png(huge, tmp_path / "map.png", 200)
    with pytest.raises(UnwritableFile, match="nowhere"):
        render_png(SceneView(GROUND), tmp_path / "nowhere" / "map.png", 8)


def test_beyond_the_reach_the_ground_is_dimmed(qapp: QApplication) -> None:
    """Reach leaves the ground as it is and darkens what lies beyond by 30 %."""
    cells = frozenset((x, y) for x in range(5, 10) for y in range(5, 10))
    state = SceneView(replace(GROUND, grid=False), (), (RegionOverlay(RegionRole.REACH1, cells),))
    image = render_image(state, 32)
    page, veil = palette_for(ThemeName.DARK).raised, map_colors().veil
    beyond = image.pixelColor(15 * 32, 15 * 32).green()
    expected = round(int(page[3:5], 16) * 0.70 + int(veil[3:5], 16) * 0.30)
    assert beyond == pytest.approx(expected, abs=1)
    assert image.pixelColor(7 * 32, 7 * 32).green() > beyond


def test_cells_are_called_like_on_a_chart() -> None:
    """Columns are letters, after Z two of them; rows are numbers from 1."""
    assert [column_name(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    assert cell_name(12, 8) == "M 9"


@pytest.mark.parametrize("notches", [1, -1, -3])
def test_after_the_wheel_the_map_is_as_it_would_be_drawn_afresh(
    view: MapView, qtbot: QtBot, notches: int
) -> None:
    """Whatever stood in while the wheel turned, at rest every pixel is that of a new drawing."""
    reach = RegionOverlay(RegionRole.REACH1, frozenset({(5, 5), (6, 5), (6, 6)}), "1 move")
    view.show_view(SceneView(GROUND, (YSOLDE, KELL), (reach,)))
    with qtbot.waitSignal(view.map_scene.rested, timeout=5000):
        for _notch in range(abs(notches)):
            _wheel(view, QPoint(300, 200), 1 if notches > 0 else -1)
            QApplication.processEvents()
    shown = view.viewport().grab().toImage()
    view.map_scene.refresh_all()
    view.set_theme(make_theme(ThemeName.LIGHT))
    view.set_theme(make_theme(ThemeName.DARK))
    assert view.viewport().grab().toImage() == shown


def test_names_stay_off_the_edge_and_the_scale(view: MapView, qtbot: QtBot) -> None:
    """After a scroll that brings a token to the edge its name stands where all of it is seen."""
    long = replace(YSOLDE, name="Ysolde the Younger", selected=True, named=True)
    view.show_view(SceneView(GROUND, (long,), has_scale=True))
    port = view.viewport().rect()
    (scale,) = (one for one in view.viewport().findChildren(ScaleBar))
    at_edge = QPoint(port.width() - 10, port.height() // 2)
    above_scale = QPoint(scale.geometry().center().x(), scale.y() - 30)
    for place in (at_edge, above_scale):
        view.scroll_to(QPoint(round(4.5 * view.cell_px), round(4.5 * view.cell_px)) - place)
        qtbot.wait(150)
        (name,) = view.map_scene.overlays._labels._placed
        corner = QPointF(name.rect.x, name.rect.y) - QPointF(view.scroll_place())
        box = QRectF(corner, QSizeF(name.rect.width, name.rect.height))
        assert QRectF(port).contains(box)
        assert not box.intersects(QRectF(scale.geometry()))
