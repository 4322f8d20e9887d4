"""Opening another fight: read beside the window, while the one on the table goes on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.geometry import Cell
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.journal_file import held
from gridwar.storage.new_open_and_sample_fights import Fight, open_fight, sample_fights
from gridwar.systems import find_system
from gridwar.ui.app import application as application_module
from gridwar.ui.app.application import Application
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.tasks.threads import wait_for_background
from gridwar.ui.window.loading_progress import LoadLine
from gridwar.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def application(qapp: QApplication) -> Iterator[Application]:
    """An application with a sample fight on it."""
    del qapp
    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    yield application
    application.close()
    _window(application).leave()


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The file of another fight."""
    fight = open_fight(sample_fights()[1], find_system)
    assert fight.journal is not None
    path = tmp_path / "mill.gridwar"
    fight.journal.copy_to(path)
    fight.journal.close()
    return path


class Gate:
    """Holds the reading of a fight up until it is opened."""

    def __init__(self) -> None:
        self.begun, self.may_go_on = threading.Event(), threading.Event()

    def read(self, path: Path, find: object) -> Fight:
        """Read a fight when the gate is open."""
        del find
        self.begun.set()
        assert self.may_go_on.wait(20)
        return open_fight(path, find_system)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A gate that the next fights wait at."""
    gate = Gate()
    monkeypatch.setattr(application_module, "open_fight", gate.read)
    yield gate
    gate.may_go_on.set()
    wait_for_background(20)


def _window(application: Application) -> MainWindow:
    assert application.window is not None
    return application.window


def _opened(qtbot: QtBot, application: Application, path: Path) -> None:
    qtbot.waitUntil(lambda: application.file.path == path, timeout=20_000)


def _untitled() -> set[Path]:
    return set(untitled_folder().glob("*.gridwar"))


def test_the_present_fight_goes_on_until_the_other_is_there(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """Commands are taken while another fight is read; then it takes the place of this one."""
    before, controller = application.window, _window(application).controller
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    who, at = next((one.id, one.pos) for one in controller.encounter.everyone() if one.pos)
    done = controller.submit(Place(to=((who, Cell(at.x + 1, at.y)),)))
    assert isinstance(done, Accepted)
    assert application.window is before
    gate.may_go_on.set()
    _opened(qtbot, application, other)
    assert application.window is not before
    assert str(other) in application.settings.now.recent


def test_keys_typed_meanwhile_are_those_of_the_fight_to_come(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """None of them reaches the fight that goes; shortcuts and letters arrive in their order."""
    old = _window(application)
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    there = old.controller.encounter
    QTest.keyClick(old, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(old.map, Qt.Key.Key_R)
    QTest.keyClick(old.map, Qt.Key.Key_N)
    assert old.controller.encounter is there
    assert old.controller.view.tool == "select"
    assert old.controller.view.show_grid
    gate.may_go_on.set()
    _opened(qtbot, application, other)
    controller = _window(application).controller
    qtbot.waitUntil(lambda: controller.view.tool == "ruler")
    assert not controller.view.show_grid


def test_escape_gives_the_opening_up(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """What was typed before it is forgotten; what is typed after it is this fight's."""
    window = _window(application)
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    QTest.keyClick(window.map, Qt.Key.Key_R)
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert not window.files.is_busy
    gate.may_go_on.set()
    wait_for_background(20)
    QApplication.processEvents()
    assert application.window is window
    assert window.controller.view.tool == "select"
    QTest.keyClick(window.map, Qt.Key.Key_R)
    assert window.controller.view.tool == "ruler"


def _title_of(path: Path) -> str:
    """Return the title of the fight in a file."""
    fight = open_fight(path, find_system)
    if fight.journal is not None:
        fight.journal.close()
    return fight.session.encounter.title


def _being_built(qtbot: QtBot, application: Application) -> None:
    qtbot.waitUntil(lambda: not application.is_settled, timeout=20_000)


def test_the_window_is_built_step_by_step_while_this_fight_goes_on(
    application: Application, other: Path, qtbot: QtBot
) -> None:
    """Other events come between the steps, and the present fight can be played in them."""
    before, seen = application.window, list[bool]()
    timer = QTimer()
    timer.timeout.connect(lambda: seen.append(application.window is before))
    application.open_beside(other)
    _being_built(qtbot, application)
    timer.start(0)
    controller = _window(application).controller
    who, at = next((one.id, one.pos) for one in controller.encounter.everyone() if one.pos)
    done = controller.submit(Place(to=((who, Cell(at.x + 1, at.y)),)))
    assert isinstance(done, Accepted)
    _opened(qtbot, application, other)
    timer.stop()
    assert sum(seen) >= 2
    assert application.is_settled


def test_the_map_is_drawn_before_its_window_is_shown(
    application: Application, other: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first paint of another fight finds its tiles ready, piece by piece, not all at once."""
    drawn: list[MapScene] = []
    at_once: list[int] = []
    draw, refresh = MapScene.draw_ground, MapScene.refresh_all

    def noted(scene: MapScene, *args: Any) -> None:
        drawn.append(scene)
        draw(scene, *args)

    def refreshed(scene: MapScene) -> None:
        before = drawn.count(scene)
        refresh(scene)
        at_once.append(drawn.count(scene) - before)

    monkeypatch.setattr(MapScene, "draw_ground", noted)
    monkeypatch.setattr(MapScene, "refresh_all", refreshed)
    application.open_beside(other)
    _opened(qtbot, application, other)
    qtbot.waitUntil(lambda: bool(at_once))
    assert _window(application).map.map_scene in drawn
    assert at_once == [0]


def test_a_window_that_was_left_shows_no_change_any_more(application: Application) -> None:
    """What changed just before another fight took its place is worked out for nobody."""
    controller, told = _window(application).controller, list[str]()
    controller.subscribe(lambda: told.append("late"))
    controller.show(hover=Cell(0, 0))
    application.begin_at_once("freeform")
    controller.refresh_now()
    assert not told


def test_a_window_that_was_left_keeps_no_pixels(application: Application) -> None:
    """Picture and tiles are freed at once; the rest of it waits for the garbage collector."""
    window = _window(application)
    window.show()
    scene, seen = window.map.map_scene, QRectF(0, 0, 2, 2)
    window.map.grab()
    for _step in scene.tiles.prepare(seen):
        pass
    with_picture = _page_of(scene, seen)
    assert scene.tiles.is_ready(seen)
    application.begin_at_once("freeform")
    assert not scene.tiles.is_ready(seen)
    assert _page_of(scene, seen) != with_picture


def _page_of(scene: MapScene, cells: QRectF) -> QImage:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(32, 32)
    scene.ground.draw_page(painter, cells)
    painter.end()
    return image


def test_a_window_half_built_makes_way(application: Application, other: Path, qtbot: QtBot) -> None:
    """Begin another fight between two steps: that one stays, and the file is let go."""
    application.open_beside(other)
    _being_built(qtbot, application)
    application.begin_at_once("freeform")
    window = application.window
    qtbot.wait(50)
    assert application.window is window
    assert held(other) is None
    assert application.is_settled


def test_the_look_chosen_while_a_window_is_built_is_its_look(
    application: Application, other: Path, qtbot: QtBot
) -> None:
    """The theme is changed between two steps: the other fight comes with it."""
    application.open_beside(other)
    _being_built(qtbot, application)
    application.use_theme(ThemeName.LIGHT)
    _opened(qtbot, application, other)
    qtbot.waitUntil(lambda: application.is_settled)
    assert _window(application).theme.name is ThemeName.LIGHT


def test_the_size_chosen_stays_where_another_fight_cannot_be_opened(
    application: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    """Choose a size and open what is no fight: this fight comes in the size that was chosen."""
    wrong = tmp_path / "wrong.gridwar"
    wrong.write_bytes(b"no fight")
    title = _window(application).controller.encounter.title
    application.use_scale(125)
    application.open_beside(wrong)
    qtbot.waitUntil(lambda: application.is_settled and not _window(application).files.is_busy)
    assert _window(application).theme.scale == 1.25
    assert _window(application).controller.encounter.title == title


def test_the_last_wish_counts_while_a_window_is_built(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """A third fight, long to read, is asked for between two steps: the second is let go."""
    title = _title_of(sample_fights()[2])
    gate.may_go_on.set()
    application.open_beside(other)
    _being_built(qtbot, application)
    gate.may_go_on.clear()
    application.open_beside(sample_fights()[2])
    qtbot.wait(400)
    gate.may_go_on.set()
    qtbot.waitUntil(lambda: _window(application).controller.encounter.title == title)
    assert held(other) is None


def test_the_last_wish_counts_while_the_map_of_another_window_is_drawn(
    application: Application, other: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is built, and not shown yet, is let go as one half built."""
    drawing: list[MainWindow] = []

    def endless(window: MainWindow, _place: object) -> Iterator[None]:
        drawing.append(window)
        while True:
            yield

    leave = MainWindow.leave
    monkeypatch.setattr(MainWindow, "draw_beforehand", endless)
    application.open_beside(other)
    qtbot.waitUntil(lambda: bool(drawing))
    left: list[MainWindow] = []

    def noted(window: MainWindow) -> None:
        left.append(window)
        leave(window)

    monkeypatch.setattr(MainWindow, "draw_beforehand", lambda *_: iter(()))
    monkeypatch.setattr(MainWindow, "leave", noted)
    application.begin_at_once("freeform")
    assert drawing[0] in left
    assert held(other) is None
    drawing.clear()
    left.clear()


def test_what_takes_long_says_so_and_offers_to_give_it_up(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """The words name the file; Cancel keeps the present fight, and the other file is let go."""
    before = application.window
    application.open_beside(other)
    button = _cancel(application)
    qtbot.waitUntil(button.isVisible)
    plate = button.parentWidget()
    assert "Opening mill.gridwar" in [one.text() for one in _labels(plate)]
    button.click()
    assert not button.isVisible()
    assert not _window(application).files.is_busy
    gate.may_go_on.set()
    assert wait_for_background(20)
    qtbot.wait(1)
    assert application.window is before
    assert held(other) is None


def test_a_template_given_up_leaves_no_copy_behind(
    application: Application, gate: Gate, qtbot: QtBot
) -> None:
    """An untitled fight that nobody has seen is not offered as unfinished."""
    before = _untitled()
    application.open_beside(sample_fights()[2])
    qtbot.waitUntil(gate.begun.is_set)
    _window(application).files.give_up()
    gate.may_go_on.set()
    assert wait_for_background(20)
    assert _untitled() == before


def test_what_comes_in_the_moment_it_is_given_up_is_closed(
    application: Application, other: Path
) -> None:
    """A fight that was read but not yet put on the table is let go as well."""
    application.open_beside(other)
    assert wait_for_background(20)  # it is read, and this thread has not heard of it yet
    assert held(other) is not None
    _window(application).files.give_up()
    assert held(other) is None


def test_the_last_wish_counts(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """Asked for twice, a fight opens once and where it is, not as a copy of a file in use."""
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    application.open_beside(other)
    gate.may_go_on.set()
    _opened(qtbot, application, other)
    assert application.file.fight is not None
    assert not application.file.fight.reason


def test_another_fight_begun_meanwhile_stays(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """Who begins a new fight while one is read has it, and the one being read is let go."""
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    application.begin_at_once("freeform")
    begun = application.window
    gate.may_go_on.set()
    assert wait_for_background(20)
    qtbot.wait(1)
    assert application.window is begun
    assert held(other) is None


def test_a_file_that_is_no_fight_is_told_in_the_window(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """The words are those of the opening itself, and the present fight stays."""
    path, before = tmp_path / "letter.gridwar", application.window
    path.write_text("Dear Gridwar", encoding="utf-8")
    application.open_beside(path)
    controller = _window(application).controller
    qtbot.waitUntil(lambda: controller.view.notice is not None, timeout=20_000)
    assert controller.view.notice is not None
    assert str(path) in controller.view.notice.text
    assert controller.view.notice.tone == "error"
    assert application.window is before
    assert not _window(application).files.is_busy


def test_closing_does_not_leave_a_fight_open_that_was_being_read(
    application: Application, other: Path, gate: Gate, qtbot: QtBot
) -> None:
    """The program ends in order, also in the middle of an opening."""
    application.open_beside(other)
    qtbot.waitUntil(gate.begun.is_set)
    threading.Timer(0.1, gate.may_go_on.set).start()
    application.close()
    assert held(other) is None
    assert application.file.path != other


def _cancel(application: Application) -> QAbstractButton:
    line = _window(application).findChild(LoadLine)
    assert line is not None
    return line.cancel


def _labels(plate: object) -> list[QLabel]:
    assert isinstance(plate, QWidget)
    return plate.findChildren(QLabel)
