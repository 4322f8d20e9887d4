"""Combatants in the window: dragged from the library, edited, copied, given a picture."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from gridwar.control.controller.quick_values import enter_quick
from gridwar.engine.gm.side_and_setting_commands import WriteNotes
from gridwar.errors import GridwarError
from gridwar.model.geometry import Cell
from gridwar.model.silhouettes import drawn, silhouette_of
from gridwar.storage.combatants_json import CombatantBundle, bundle_text, read_bundle
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.systems import find_system
from gridwar.ui.app.application import Application
from gridwar.ui.combatants.token_pictures import Wearers, picture_hash
from gridwar.ui.map.camera.mouse_and_keys import key_event
from gridwar.ui.map.tokens.token_picture_reading import (
    MOST_SIDE_PX,
    picture_of_file,
    picture_of_image,
)
from gridwar.ui.map.tokens.token_portraits import PORTRAITS
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import Switch
from gridwar.ui.window.menus.combatants_menu import fill_combatants

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


def test_several_chosen_are_dragged_at_once(application: Application) -> None:
    """A click and one with Shift choose four; a drag of one of them brings all."""
    window = window_of(application)
    rows = window.on_demand.combatants.panel.list
    for row, keys in ((1, Qt.KeyboardModifier.NoModifier), (4, Qt.KeyboardModifier.ShiftModifier)):
        at = rows.visualRect(rows.records.index(row)).center()
        QTest.mouseClick(rows.viewport(), LEFT, keys, at)
    assert len(rows.picked) == 4
    drag_out(window, 2, Cell(12, 8))
    names = [one.name for one in window.controller.encounter.combatants.values()]
    assert names == [one.name for one in find_system("cepheus").data.samples()[:4]]


def test_by_keys_alone_several_join_and_the_next_beside_them(application: Application) -> None:
    """K, a word, the arrow, Shift and the arrow, Enter: they join; Enter again goes on there."""
    window = window_of(application)
    panel = window.on_demand.combatants.panel
    window.columns.show_panel("library", on=False)
    QTest.keyClick(window.map, Qt.Key.Key_K)
    assert panel.search.hasFocus()
    QTest.keyClicks(panel.search, "rifle")
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    first = list(window.controller.encounter.combatants.values())
    assert len(first) == len(panel.list.picked) == 2
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    (*_before, last) = window.controller.encounter.combatants.values()
    assert len(window.controller.encounter.combatants) == 3
    stood = first[-1].pos
    assert stood is not None
    assert last.pos is not None
    assert max(abs(last.pos.x - stood.x), abs(last.pos.y - stood.y)) <= 1


def test_the_library_is_left_a_step_at_a_press(application: Application) -> None:
    """Escape gives up who is chosen, then the search, then the library; the order is there."""
    window = window_of(application)
    panel = window.on_demand.combatants.panel
    panel.search.setText("brawl")
    panel.list.begin_by_key()
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert (panel.list.picked, panel.search.text()) == (frozenset(), "brawl")
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert (panel.search.text(), panel.isVisible()) == ("", True)
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert window.order.isVisible()
    assert window.map.hasFocus()


def test_the_library_keeps_still_while_somebody_is_dragged(application: Application) -> None:
    """Held, no key closes it and no search reorders it; what was asked meanwhile comes after."""
    window = window_of(application)
    panel = window.on_demand.combatants.panel
    drag_out(window, 1, Cell(12, 8), drop=False)
    rows = panel.list.records.items
    for key in (Qt.Key.Key_K, Qt.Key.Key_N):
        QTest.keyClick(panel.list, key)
    panel.search.setText("brawl")
    assert panel.isVisible()
    assert panel.list.records.items == rows
    QTest.mouseRelease(panel.list.viewport(), LEFT)
    assert len(panel.list.records.items) == 2


def test_choosing_how_many_moves_no_row(application: Application) -> None:
    """How several roll is asked below the list."""
    panel = window_of(application).on_demand.combatants.panel
    before = panel.list.geometry()
    panel.count.setValue(4)
    QTest.qWait(0)
    assert panel.rolls.isVisible()
    assert panel.list.geometry() == before


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
    application: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    """The square of a large picture becomes a small PNG in the fight's file; lists show it too."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    (who,) = window.controller.encounter.combatants
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    path = tmp_path / "face.png"
    image.save(str(path))
    data = picture_of_file(path)
    small = QImage.fromData(data)
    assert (small.width(), small.height()) == (MOST_SIDE_PX, MOST_SIDE_PX)
    QGuiApplication.clipboard().setImage(image)
    window.controller.selection.select(who)
    pictures = window.on_demand.combatants.pictures
    window.window_actions.action("edit.paste").trigger()
    digest = hashlib.sha256(picture_of_image(image)).hexdigest()
    qtbot.waitUntil(lambda: window.controller.encounter[who].picture == digest)
    assert PORTRAITS.of(digest, 40) is not None
    pictures.bear(None)
    assert window.controller.encounter[who].picture is None
    window.controller.timeline.undo()
    assert window.controller.encounter[who].picture == digest
    window.controller.timeline.undo()
    assert window.controller.encounter[who].picture == drawn("soldier")


def test_the_menu_gives_a_silhouette_and_takes_it_off(application: Application) -> None:
    """Of all selected at once: one command, so one undo; the one they bear is ticked."""
    window = window_of(application)
    window.on_demand.combatants.panel.count.setValue(2)
    drag_out(window, 1, Cell(12, 8))
    first, second = window.controller.encounter.combatants
    window.controller.selection.select(first, second)

    def offered() -> dict[str, QAction]:
        menu = QMenu(window)
        fill_combatants(window.parts, menu, first)
        inner = next(one.menu() for one in menu.actions() if one.text() == "Picture")
        assert isinstance(inner, QMenu)
        return {one.text(): one for one in inner.actions()}

    assert [name for name, one in offered().items() if one.isChecked()] == ["Soldier"]
    offered()["Mage"].trigger()
    borne = [one.picture for one in window.controller.encounter.combatants.values()]
    assert borne == [drawn("mage")] * 2
    assert [name for name, one in offered().items() if one.isChecked()] == ["Mage"]
    offered()["Remove the picture"].trigger()
    assert not offered()["Remove the picture"].isEnabled()
    window.controller.timeline.undo()
    window.controller.timeline.undo()
    borne = [one.picture for one in window.controller.encounter.combatants.values()]
    assert borne == [drawn("soldier")] * 2


def test_a_picture_goes_along_with_a_copy(application: Application, qtbot: QtBot) -> None:
    """Copied, pasted and written to a file, a picture and a silhouette are the same as before."""
    window = window_of(application)
    drag_out(window, 1, Cell(12, 8))
    drag_out(window, 2, Cell(14, 8))
    face, drawn_one = window.controller.encounter.combatants
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    pictures = window.on_demand.combatants.pictures
    pictures.give(image, Wearers((face,)))
    qtbot.waitUntil(
        lambda: window.controller.encounter[face].picture == picture_hash(picture_of_image(image))
    )
    window.controller.selection.select(face, drawn_one)
    window.window_actions.action("edit.copy").trigger()
    bundle = read_bundle(QGuiApplication.clipboard().text(), find_system, "the clipboard")
    digest = picture_hash(picture_of_image(image))
    assert set(bundle.pictures) == {digest}
    window.window_actions.action("edit.paste").trigger()
    borne = [one.picture for one in window.controller.encounter.combatants.values()]
    assert borne == [digest, borne[1]] * 2
    assert silhouette_of(borne[1]) is not None


def test_a_picture_is_made_small_beside_the_window(
    application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large photograph is read and scaled in a thread of its own."""
    threads: list[int] = []

    def made(path: Path, *, is_square: bool) -> bytes:
        threads.append(threading.get_ident())
        return picture_of_file(path, is_square=is_square)

    path = tmp_path / "troll.png"
    picture = QImage(90, 60, QImage.Format.Format_RGB32)
    picture.fill(0x804020)
    assert picture.save(str(path))
    monkeypatch.setattr("gridwar.ui.combatants.token_pictures.picture_of_file", made)
    monkeypatch.setattr("gridwar.ui.combatants.token_pictures.ask_which", lambda *_args: path)
    pictures = window_of(application).on_demand.combatants.pictures
    assert pictures.fetch("file", is_square=True) == picture_of_file(path)
    assert threads
    assert threading.get_ident() not in threads


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


def test_a_map_with_its_picture_and_notes_go_on_in_the_next_fight(
    application: Application, qtbot: QtBot
) -> None:
    """By keys alone; nobody need come along, and the fight that was stays as it was."""
    application.open(sample_fights()[0])
    window = window_of(application)
    old, session = window.controller.encounter, application.file.fight.session
    assert old.map.picture is not None
    session.submit(WriteNotes(text="# Heron"))
    cursor = session.position.cursor
    window.window_actions.action("fight.take").trigger()
    form = window.on_demand.form
    for key, field in form.body.fields.items():
        wanted = key in {"map", "notes"} or (key == "drawn" and field.value() is True)
        if isinstance(field.editor, Switch) and field.value() != wanted:
            QTest.keyClick(field.editor, Qt.Key.Key_Space)
    QTest.keyClick(form, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: application.window is not window and application.is_settled)
    fresh = window_of(application).controller.encounter
    assert (len(fresh.combatants), fresh.round, fresh.notes) == (0, 0, "# Heron")
    assert fresh.map == old.map
    assert application.file.pictures().picture_bytes(old.map.picture.sha256)
    assert session.position.cursor == cursor


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
