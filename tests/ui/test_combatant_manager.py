"""Combatants in the window: dragged from the library, edited, copied, given a picture."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from gridwar.control.controller.quick_values import enter_quick
from gridwar.errors import GridwarError, MapError
from gridwar.model.geometry import Cell
from gridwar.storage.combatants_json import CombatantBundle, bundle_text
from gridwar.systems import find_system
from gridwar.ui.app.application import Application
from gridwar.ui.map.camera.mouse_and_keys import key_event
from gridwar.ui.map.tokens.token_picture_reading import (
    MOST_SIDE_PX,
    picture_of_clipboard,
    picture_of_file,
)
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[Application]:
    """An application with an empty Cepheus fight in a real file."""
    made = Application(make_theme(ThemeName.DARK))
    made.begin_at_once("cepheus")
    assert made.window is not None
    made.window.window_actions.action("view.panel_library").trigger()
    qtbot.waitExposed(made.window)
    QTest.qWait(50)
    yield made
    window_of(made).leave()
    made.close()


def window_of(application: Application) -> MainWindow:
    """Return the window of an application."""
    assert application.window is not None
    return application.window


def place_of(window: MainWindow, cell: Cell) -> QPoint:
    """Return the middle of a cell in the map's viewport."""
    return window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))


def drag_out(window: MainWindow, row: int, cell: Cell, *, drop: bool = True) -> None:
    """Drag a row of the library over a cell of the map, and let go."""
    rows = window.on_demand.combatants.panel.list
    port = rows.viewport()
    start = rows.visualRect(rows.records.index(row)).center()
    goal = port.mapFromGlobal(window.map.viewport().mapToGlobal(place_of(window, cell)))
    QTest.mousePress(port, LEFT, pos=start)
    for step in (start + QPoint(30, 0), goal):
        QTest.mouseMove(port, step)
    if drop:
        QTest.mouseRelease(port, LEFT, pos=goal)
    window.controller.refresh_now()


def test_eight_are_dragged_onto_the_map(application: Application) -> None:
    """A drag from the library places as many as the count says; one undo takes all back."""
    window = window_of(application)
    window.on_demand.combatants.panel.count.setValue(8)
    drag_out(window, 1, Cell(12, 8))
    combatants = window.controller.encounter.combatants
    first = find_system("cepheus").data.samples()[0].name
    assert [one.name for one in combatants.values()] == [f"{first} {n}" for n in range(1, 9)]
    assert len({one.pos for one in combatants.values()}) == 8
    assert window.controller.view.placing is None
    window.controller.timeline.undo()
    assert not window.controller.encounter.combatants


def test_escape_gives_a_drag_from_the_library_up(application: Application, qtbot: QtBot) -> None:
    """While held a token is shown where it would stand; after Escape nobody has joined."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8), drop=False)
    placing = window.controller.view.placing
    assert placing is not None
    assert placing.combatants[0].pos == Cell(12, 8)
    rows = window.on_demand.combatants.panel.list
    QTest.keyClick(rows, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.controller.view.placing is None)
    QTest.mouseRelease(rows.viewport(), LEFT)
    assert not window.controller.encounter.combatants


def test_enter_adds_in_the_middle_of_what_is_seen(application: Application) -> None:
    """The first found joins by Enter in the search."""
    window = window_of(application)
    panel = window.on_demand.combatants.panel
    panel.search.setText("brawl")
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    (one,) = window.controller.encounter.combatants.values()
    assert one.name == "Brawler"
    assert one.pos is not None
    middle = window.on_demand.combatants.middle()
    assert max(abs(one.pos.x - middle.x), abs(one.pos.y - middle.y)) <= 1


def test_the_form_keeps_what_is_wrong_and_applies_once_it_is_right(
    application: Application,
) -> None:
    """A wrong value stands with its error and no command is made; mended, one command sets all."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    (who,) = window.controller.encounter.combatants
    rows = len(window.controller.session.history.rows)
    window.on_demand.combatants.edit(who)
    body = window.on_demand.form.body
    name, strength = body.fields["token.name"], body.fields["sheet.chars_max.strength"]
    for field, text in ((name, "Kess"), (strength, "400")):
        assert isinstance(field.editor, QLineEdit)
        field.editor.selectAll()
        QTest.keyClicks(field.editor, text)
    said = strength.view.error
    assert not said, "it is still being typed"
    QTest.keyClick(window.on_demand.form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.on_demand.form.isVisible()
    assert len(window.controller.session.history.rows) == rows
    assert strength.view.error == "At most 40."
    strength.suggestion.click()
    QTest.keyClick(window.on_demand.form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    one = window.controller.encounter[who]
    assert (one.name, one.sheet.chars.strength) == ("Kess", 40)  # type: ignore[attr-defined]
    assert len(window.controller.session.history.rows) == rows + 1


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_right_click_on_a_token_offers_what_can_be_done(application: Application) -> None:
    """The menu on the map selects the token and acts upon it."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    (who,) = window.controller.encounter.combatants
    window.controller.selection.select()
    port = window.map.viewport()
    QTest.mouseClick(port, RIGHT, pos=place_of(window, Cell(12, 8)))
    window.controller.refresh_now()
    assert window.controller.view.selected == (who,)
    menu = next(one for one in window.findChildren(QMenu) if one.isVisible())
    lock = next(one for one in menu.actions() if one.text().startswith("Lock"))
    lock.trigger()
    menu.close()
    assert window.controller.encounter[who].locked


def test_copies_go_through_the_clipboard(application: Application) -> None:
    """What is copied is pasted with a fresh name; a shopping list is refused with a reason."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    window.window_actions.action("edit.copy").trigger()
    window.window_actions.action("edit.paste").trigger()
    names = [one.name for one in window.controller.encounter.combatants.values()]
    assert len(set(names)) == 2
    window.window_actions.action("edit.cut").trigger()
    assert len(window.controller.encounter.combatants) == 1
    QGuiApplication.clipboard().setText("eggs, milk")
    window.window_actions.action("edit.paste").trigger()
    assert window.controller.view.notice is not None
    assert "holds no combatants" in window.controller.view.notice.text


def test_a_picture_is_made_small_and_kept_in_the_fight(
    application: Application, tmp_path: Path
) -> None:
    """A large picture becomes a small PNG in the fight's file; the token and the card show it."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    (who,) = window.controller.encounter.combatants
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    path = tmp_path / "face.png"
    image.save(str(path))
    data = picture_of_file(path)
    small = QImage.fromData(data)
    assert (small.width(), small.height()) == (MOST_SIDE_PX, MOST_SIDE_PX // 2)
    QGuiApplication.clipboard().setImage(image)
    window.controller.selection.select(who)
    window.on_demand.combatants.exchange.picture_from_clipboard()
    digest = hashlib.sha256(picture_of_clipboard()).hexdigest()
    assert window.controller.encounter[who].picture == digest
    assert window.inspector.head.portraits.source is not None
    assert window.inspector.head.portraits.source.picture_bytes(digest)
    window.on_demand.combatants.exchange.drop_picture()
    assert window.controller.encounter[who].picture is None


def test_a_picture_is_made_small_beside_the_window(
    application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large photograph is read and scaled in a thread of its own."""
    threads: list[int] = []

    def made(path: Path) -> bytes:
        threads.append(threading.get_ident())
        return picture_of_file(path)

    path = tmp_path / "troll.png"
    picture = QImage(90, 60, QImage.Format.Format_RGB32)
    picture.fill(0x804020)
    assert picture.save(str(path))
    monkeypatch.setattr("gridwar.ui.combatants.clipboard_files_and_pictures.picture_of_file", made)
    monkeypatch.setattr(
        "gridwar.ui.combatants.clipboard_files_and_pictures.ask_which", lambda *_args: path
    )
    data = window_of(application).on_demand.combatants.exchange.fetch_picture("file")
    assert data == picture_of_file(path)
    assert threads
    assert threading.get_ident() not in threads


def test_what_is_no_picture_is_refused_by_name(tmp_path: Path) -> None:
    """A text that calls itself a picture is told of, with its file name."""
    path = tmp_path / "face.png"
    path.write_text("no picture")
    with pytest.raises(MapError, match=r"face\.png"):
        picture_of_file(path)
    QGuiApplication.clipboard().setText("words")
    with pytest.raises(MapError, match="clipboard"):
        picture_of_clipboard()


def test_the_next_fight_has_those_taken_along(application: Application, qtbot: QtBot) -> None:
    """The wounded begin the next fight wounded, with nobody's turn, in a window of its own."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    enter_quick(window.controller, "-9")
    (one,) = window.controller.encounter.combatants.values()
    window.on_demand.combatants.exchange.take_along()
    form = window.on_demand.form
    assert form.body.values()["where"] == "fight"
    assert form.body.values()[f"who.{one.id}"] is True
    form.submitted.emit()
    qtbot.waitUntil(lambda: application.window is not window)
    fresh = window_of(application)
    assert fresh is not window
    (again,) = fresh.controller.encounter.combatants.values()
    assert again.sheet.chars == one.sheet.chars  # type: ignore[attr-defined]
    assert fresh.controller.encounter.round == 0


def test_saved_to_the_library_is_offered_there(application: Application) -> None:
    """Who is saved to the library stands in its list, and goes by Delete."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    window.window_actions.action("edit.keep").trigger()
    panel = window.on_demand.combatants.panel
    assert panel.list.records.items[0] == "My library"
    key = panel.list.records.items[1].key  # type: ignore[union-attr]
    panel.removed.emit(key)
    assert panel.list.records.items[0] == "Samples"
    assert not list(window.on_demand.combatants.library.files.folder.glob("*.json"))


@pytest.mark.parametrize(
    ("key", "name"),
    [(Qt.Key.Key_7, "num7"), (Qt.Key.Key_PageDown, "num3"), (Qt.Key.Key_Clear, "num5")],
)
def test_the_number_pad_has_names_of_its_own(key: Qt.Key, name: str) -> None:
    """Eight directions come from the number pad, with Num Lock and without."""
    event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.KeypadModifier)
    assert key_event(event, pressed=True).key == name


def test_combatants_of_other_rules_are_refused_in_words(application: Application) -> None:
    """Pasting an ARRGS guard into Cepheus says why that cannot be."""
    window = window_of(application)
    arrgs = find_system("arrgs")
    text = bundle_text(CombatantBundle("arrgs", arrgs.data.samples()[:1]), arrgs)
    QGuiApplication.clipboard().setText(text)
    with pytest.raises(GridwarError, match="ARRGS"):
        window.on_demand.combatants.exchange.paste(Cell(3, 3))


def test_who_may_join_is_listed_side_by_side(application: Application) -> None:
    """Each side has a menu of the samples, also where it is opened again; a click lets one join."""
    window = window_of(application)
    menu = next(one for one in window.findChildren(QMenu) if one.title() == "Add to the fight")
    fight = window.controller.encounter
    sides = [side.name for side in fight.sides.values()]
    samples = [one.name for one in window.controller.system.data.samples()]
    for _time in range(2):
        menu.aboutToShow.emit()
        offered = [one for one in menu.actions() if one.menu() is not None]
        assert [one.text() for one in offered] == sides
    last = offered[-1].menu()
    assert isinstance(last, QMenu)
    assert [one.text() for one in last.actions()] == samples
    last.actions()[0].trigger()
    joined = list(window.controller.encounter.combatants.values())[-1]
    assert joined.id not in fight.combatants
    assert (joined.name.split()[0], joined.side) == (samples[0], list(fight.sides)[-1])
