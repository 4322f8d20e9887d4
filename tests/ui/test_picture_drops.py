"""A picture dropped on somebody in the window is theirs; dropped elsewhere its file is a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.model.geometry import Cell
from gridwar.model.silhouettes import drawn
from gridwar.storage.combatants_json import read_bundle_file
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.systems import find_system
from gridwar.ui.app.application import Application
from gridwar.ui.map.tokens.token_portraits import PORTRAITS
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.picture_drops import DropRing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.model.combatant import Combatant
    from gridwar.ui.window.main_window import MainWindow

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """The window of the sample inn."""
    made = Application(make_theme(ThemeName.DARK))
    path = next(one.path for one in samples() if "drowned-heron" in one.path.stem)
    made.open(path)
    found = made.window
    assert found is not None
    found.resize(1600, 1000)
    qtbot.waitExposed(found)
    QTest.qWait(50)
    yield found
    found.leave()
    made.close()


@pytest.fixture
def face(tmp_path: Path) -> Path:
    """The file of a picture."""
    image = QImage(120, 240, QImage.Format.Format_RGB32)
    image.fill(0x804020)
    path = tmp_path / "face.png"
    assert image.save(str(path))
    return path


def of_file(path: Path) -> QMimeData:
    """Return what is dragged where a file is."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


def who_is(window: MainWindow, who: str) -> Combatant:
    """Return somebody of the fight as they are now."""
    return window.controller.encounter[who]


def on_token(window: MainWindow, who: str) -> QPoint:
    """Return where somebody stands on the map, in the window."""
    cell = who_is(window, who).pos
    assert cell is not None
    place = window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))
    return window.map.viewport().mapTo(window, place)


def on_row(window: MainWindow, who: str) -> QPoint:
    """Return where somebody stands in the order, in the window."""
    rows = window.order.list
    at = next(n for n, row in enumerate(rows.records.items) if getattr(row, "id", "") == who)
    place = rows.visualRect(rows.records.index(at)).center()
    return rows.viewport().mapTo(window, place)


def on_head(window: MainWindow, who: str) -> QPoint:
    """Return the middle of the inspector's head, with somebody selected."""
    window.controller.selection.select(who)
    window.controller.refresh_now()
    head = window.inspector.head
    return head.mapTo(window, head.rect().center())


def drag(window: MainWindow, data: QMimeData, place: QPoint) -> bool:
    """Drag something into the window, to a place; return whether it is welcome there."""
    come = QDragEnterEvent(place, COPY, data, LEFT, NO_KEY)
    QApplication.sendEvent(window, come)
    move = QDragMoveEvent(place, COPY, data, LEFT, NO_KEY)
    QApplication.sendEvent(window, move)
    return come.isAccepted() and move.isAccepted()


def drop(window: MainWindow, data: QMimeData, place: QPoint) -> bool:
    """Drag something to a place of the window and let go; return whether it was taken."""
    drag(window, data, place)
    event = QDropEvent(QPointF(place), COPY, data, LEFT, NO_KEY)
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def ring(window: MainWindow) -> DropRing:
    """Return the ring around whoever would get a picture."""
    found = window.findChild(DropRing)
    assert found is not None
    return found


@pytest.mark.parametrize("place", [on_token, on_row, on_head])
def test_a_picture_is_theirs_on_whom_it_is_dropped(
    window: MainWindow,
    face: Path,
    qtbot: QtBot,
    place: Callable[[MainWindow, str], QPoint],
) -> None:
    """On the map, in the order, at the head of the inspector; one undo takes it off again."""
    before = window.controller.encounter
    assert drop(window, of_file(face), place(window, "reck"))
    qtbot.waitUntil(lambda: who_is(window, "reck").picture != drawn("civilian"))
    picture = PORTRAITS.of(who_is(window, "reck").picture, 40)
    assert picture is not None
    assert picture.width() == picture.height()
    window.controller.timeline.undo()
    assert who_is(window, "reck").picture == drawn("civilian")
    assert window.controller.encounter == before


def test_at_rest_the_head_is_of_whoever_acts(window: MainWindow, face: Path, qtbot: QtBot) -> None:
    """With nobody selected the picture goes to the one the head shows."""
    window.controller.selection.select()
    window.controller.refresh_now()
    turn = window.controller.encounter.turn
    assert turn is not None
    head = window.inspector.head
    assert drop(window, of_file(face), head.mapTo(window, head.rect().center()))
    qtbot.waitUntil(lambda: who_is(window, turn).picture != drawn("soldier"))


def test_a_ring_says_whom_it_would_be(window: MainWindow, face: Path) -> None:
    """It follows the pointer from one to the next, and is gone beside them and after the drag."""
    data = of_file(face)
    for who in ("reck", "maro"):
        assert drag(window, data, on_token(window, who))
        assert ring(window).isVisible()
        assert ring(window).accessibleName() == f"Picture for {who_is(window, who).name}"
        aim = ring(window).aim
        assert aim is not None
        assert aim.box.contains(on_token(window, who))
    assert drag(window, data, window.map.mapTo(window, QPoint(80, 80)))
    assert not ring(window).isVisible()
    drag(window, data, on_row(window, "reck"))
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not ring(window).isVisible()


def test_beside_everybody_its_file_is_a_map(
    window: MainWindow, face: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is a map that is dropped on somebody: by its name it is no picture."""
    read: list[Path] = []
    monkeypatch.setattr(window.files, "take", read.append)
    assert drop(window, of_file(face), window.map.mapTo(window, QPoint(80, 80)))
    other = face.with_suffix(".dd2vtt")
    assert drop(window, of_file(other), on_token(window, "reck"))
    qtbot.waitUntil(lambda: read == [face, other])
    assert who_is(window, "reck").picture == drawn("civilian")


def test_a_picture_of_another_program_needs_no_file(window: MainWindow, qtbot: QtBot) -> None:
    """A browser gives the picture itself; it is welcome on somebody and nowhere else."""
    data = QMimeData()
    image = QImage(90, 60, QImage.Format.Format_RGB32)
    image.fill(0x204080)
    data.setImageData(image)
    assert not drag(window, data, window.map.mapTo(window, QPoint(80, 80)))
    assert drop(window, data, on_token(window, "reck"))
    qtbot.waitUntil(lambda: who_is(window, "reck").picture != drawn("civilian"))


def test_an_address_is_refused_with_the_way_out(window: MainWindow) -> None:
    """Gridwar does not go to the web: the picture is to be saved or copied."""
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/orc.png")])
    drop(window, data, on_token(window, "reck"))
    notice = window.controller.view.notice
    assert notice is not None
    assert "https://example.org/orc.png" in notice.text
    assert "Ctrl+V" in notice.text
    assert who_is(window, "reck").picture == drawn("civilian")


def test_what_is_no_picture_changes_nothing(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """The notice names the file and what to do; the picture that was there stays."""
    path = tmp_path / "face.gif"
    path.write_bytes(b"GIF89a and so on")
    drop(window, of_file(path), on_token(window, "reck"))
    qtbot.waitUntil(lambda: window.controller.view.notice is not None)
    notice = window.controller.view.notice
    assert notice is not None
    assert "face.gif" in notice.text
    assert "Save it as one of these" in notice.text
    assert who_is(window, "reck").picture == drawn("civilian")


def test_two_pictures_dropped_at_once_are_both_given(
    window: MainWindow, face: Path, qtbot: QtBot
) -> None:
    """The first is not given up for the second."""
    for who in ("reck", "vale", "bly"):
        drop(window, of_file(face), on_row(window, who))
    qtbot.waitUntil(
        lambda: len({who_is(window, who).picture for who in ("reck", "vale", "bly")}) == 1
    )
    assert PORTRAITS.of(who_is(window, "bly").picture, 40) is not None


def test_whoever_has_left_meanwhile_is_told_of(
    window: MainWindow, face: Path, qtbot: QtBot
) -> None:
    """Nothing is changed then, and nothing fails."""
    drop(window, of_file(face), on_row(window, "reck"))
    window.controller.selection.select("reck")
    window.controller.selection.remove()
    qtbot.waitUntil(lambda: window.controller.view.notice is not None)
    assert "reck" not in window.controller.encounter
    notice = window.controller.view.notice
    assert notice is not None
    assert "no longer in the fight" in notice.text


def test_a_sample_of_the_library_becomes_ones_own(
    window: MainWindow, face: Path, qtbot: QtBot
) -> None:
    """The picture is in its file, so it comes along; a second picture stays in the same file."""
    window.window_actions.action("view.panel_library").trigger()
    window.controller.refresh_now()
    manager = window.on_demand.combatants
    rows = manager.panel.list

    def place(row: int) -> QPoint:
        return rows.viewport().mapTo(window, rows.visualRect(rows.records.index(row)).center())

    assert rows.records.items[0] == "Samples"
    assert drop(window, of_file(face), place(1))
    qtbot.waitUntil(lambda: rows.records.items[0] == "My library")
    (path,) = manager.library.files.folder.glob("*.json")
    first = read_bundle_file(path, find_system)
    assert set(first.pictures) == {first.combatants[0].picture}
    second = QImage(50, 50, QImage.Format.Format_RGB32)
    second.fill(0x00FF00)
    assert second.save(str(face))
    assert drop(window, of_file(face), place(1))
    qtbot.waitUntil(lambda: read_bundle_file(path, find_system) != first)
    again = read_bundle_file(path, find_system)
    assert set(again.pictures) == {again.combatants[0].picture} != set(first.pictures)
    key = getattr(rows.records.items[1], "key", "")
    manager.library.place((key,), Cell(3, 3))
    joined = list(window.controller.encounter.combatants.values())[-1]
    assert joined.picture == again.combatants[0].picture
