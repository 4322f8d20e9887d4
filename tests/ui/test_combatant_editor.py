"""The editor of a combatant in the window: its tables by keys and mouse, what is left, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from gridwar.control.library.combatant_library import LibraryRow
from gridwar.model.silhouettes import drawn
from gridwar.storage.combatant_library import Library
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.ui.map.tokens.token_portraits import PORTRAITS
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.support.editing import (
    WEAPONS,
    at,
    names,
    opened,
    press,
    the_marine,
    window_with_a_marine,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.storage.combatant_library import Shelf
    from gridwar.ui.window.main_window import MainWindow

KEY, HELD = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with one marine in a fight of Cepheus."""
    del qtbot
    yield from window_with_a_marine()


def test_an_editor_waits_for_no_library(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Editing makes no panel and reads no library; shown later it is filled, in today's theme."""
    read: list[str] = []
    shelf = Library.shelf

    def counted(library: Library) -> Shelf:
        read.append(str(library.folder))
        return shelf(library)

    monkeypatch.setattr(Library, "shelf", counted)
    manager = window.on_demand.combatants
    manager.library.refresh()
    opened(window)
    press(KEY.Key_Escape)
    window.set_theme(make_theme(ThemeName.LIGHT))
    assert (read, "panel" in vars(manager)) == ([], False)
    window.window_actions.action("view.panel_library").trigger()
    assert len(read) == 1
    assert manager.panel.isVisible()
    assert manager.panel.theme.name is ThemeName.LIGHT
    assert "Marine" in [
        row.name for row in manager.panel.list.records.items if isinstance(row, LibraryRow)
    ]


def test_a_table_is_walked_by_keys(window: MainWindow) -> None:
    """Tab goes from cell to cell and row to row, Enter to the cell below, at last to adding."""
    popover = opened(window)
    body = popover.body
    popover.focus_on(f"{WEAPONS}.0.ready")
    way = [at(body)]
    for _step in range(8):
        press(KEY.Key_Tab)
        way.append(at(body))
    columns = ("ready", "name", "type", "skill", "-dice", "bursts", "loaded", "draw_minor")
    assert way == [*(f"{WEAPONS}.0.{one}" for one in columns), f"{WEAPONS}.1.ready"]
    press(KEY.Key_Tab, HELD.ShiftModifier)
    popover.focus_on(f"{WEAPONS}.0.skill")
    for row in range(1, len(names(body))):
        press(KEY.Key_Return)
        assert at(body) == f"{WEAPONS}.{row}.skill"
    press(KEY.Key_Return)
    assert at(body) == f"{WEAPONS}.-add"
    assert popover.isVisible(), "Enter in a table does not close the form"


def test_rows_are_put_in_order_doubled_and_removed_by_keys(window: MainWindow) -> None:
    """Alt with the arrows moves a row and goes along, Ctrl+D doubles it, Ctrl+Delete removes it."""
    popover = opened(window)
    body = popover.body
    before = names(body)
    popover.focus_on(f"{WEAPONS}.0.skill")
    press(KEY.Key_Down, HELD.AltModifier)
    assert names(body)[:2] == [before[1], before[0]]
    assert at(body) == f"{WEAPONS}.1.skill"
    press(KEY.Key_Up, HELD.AltModifier)
    assert (names(body), at(body)) == (before, f"{WEAPONS}.0.skill")
    press(KEY.Key_D, HELD.ControlModifier)
    assert names(body)[:2] == [before[0], before[0]]
    assert at(body) == f"{WEAPONS}.1.skill"
    press(KEY.Key_Delete, HELD.ControlModifier)
    assert names(body) == before
    press(KEY.Key_Return, HELD.AltModifier)
    assert f"{WEAPONS}.1.magazine" in body.fields
    press(KEY.Key_Return, HELD.AltModifier)
    assert f"{WEAPONS}.1.magazine" not in body.fields
    assert len(window.controller.encounter.combatants) == 1, "nobody was doubled in the fight"


def test_steps_are_taken_back_and_done_again(window: MainWindow) -> None:
    """Ctrl+Z takes back what was done in the form, a word at a time, and nothing of the fight."""
    popover = opened(window)
    body = popover.body
    fight = window.controller.encounter
    before = names(body)
    press(KEY.Key_A, HELD.ControlModifier)
    write("Kess")
    popover.focus_on(f"{WEAPONS}.0.name")
    press(KEY.Key_Delete, HELD.ControlModifier)
    assert names(body) == before[1:]
    press(KEY.Key_Z, HELD.ControlModifier)
    assert names(body) == before
    assert body.fields["token.name"].value() == "Kess"
    press(KEY.Key_Z, HELD.ControlModifier)
    assert body.fields["token.name"].value() == "Marine"
    press(KEY.Key_Z, HELD.ControlModifier | HELD.ShiftModifier)
    press(KEY.Key_Y, HELD.ControlModifier)
    assert (body.fields["token.name"].value(), names(body)) == ("Kess", before[1:])
    assert window.controller.encounter is fight


def test_a_row_is_dragged_into_another_place(window: MainWindow) -> None:
    """The handle at the left of a row puts it elsewhere; a line shows where it would come."""
    popover = opened(window)
    table = popover.body.tables[WEAPONS]
    before = names(popover.body)
    first, third = (table.handles[f"{WEAPONS}.{row}"] for row in (0, 2))
    goal = first.mapFromGlobal(third.mapToGlobal(QPoint(4, third.height() - 2)))
    plain = table.grab().toImage()
    QTest.mousePress(first, LEFT, pos=QPoint(4, 8))
    QTest.mouseMove(first, QPoint(4, 40))
    QTest.mouseMove(first, goal)
    assert table.mark == 3
    last = [*table.handles.values()][-1]
    for above in (last, third):
        table.drag_to(above.geometry().bottomLeft())
        seen = table.grab().toImage()
        rows = [y for y in range(seen.height()) if seen.pixel(90, y) != plain.pixel(90, y)]
        assert rows, "the line is not hidden behind the fields"
        assert min(rows) > above.geometry().bottom(), "it is below the row"
    QTest.mouseRelease(first, LEFT, pos=goal)
    assert names(popover.body)[:3] == [before[1], before[2], before[0]]


def test_what_is_typed_finds_a_weapon_of_the_rulebook(window: MainWindow) -> None:
    """The list shrinks while one types; arrows choose, Enter takes, Esc closes only the list."""
    popover = opened(window)
    body = popover.body
    before = names(body)
    popover.focus_on(f"{WEAPONS}.-add")
    write("rifle")
    picker = body.pickers[f"{WEAPONS}.-add"]
    offered = picker.offered()
    assert offered[0] == "Rifle"
    assert all("rifle" in one.casefold() for one in offered[:4])
    press(KEY.Key_Down)
    press(KEY.Key_Return)
    assert names(body) == [*before, offered[1]]
    assert at(body) == f"{WEAPONS}.-add", "another one can be added at once"
    write("har")
    press(KEY.Key_Escape)
    assert popover.isVisible()
    assert picker.line is not None
    picker.line.clear()
    write("Harpoon")
    press(KEY.Key_Return)
    assert names(body)[-1] == "Harpoon"
    assert at(body) == f"{WEAPONS}.{len(before) + 1}.type"


def test_a_form_closed_by_mistake_comes_again_as_it_was_left(window: MainWindow) -> None:
    """What was typed is kept and told; the form shows it again, and can begin anew."""
    popover = opened(window)
    press(KEY.Key_A, HELD.ControlModifier)
    write("Kess")
    press(KEY.Key_Escape)
    assert not popover.isVisible()
    assert the_marine(window).name == "Marine"
    notice = window.controller.view.notice
    assert notice is not None
    assert "kept" in notice.text
    popover = opened(window)
    assert popover.body.fields["token.name"].value() == "Kess"
    assert popover.anew.isVisible()
    QTest.mouseClick(popover.anew, LEFT)
    assert popover.body.fields["token.name"].value() == "Marine"
    assert not popover.anew.isVisible()
    press(KEY.Key_Z, HELD.ControlModifier)
    press(KEY.Key_Return, HELD.ControlModifier)
    assert the_marine(window).name == "Kess"
    window.controller.tell(None)
    opened(window)
    press(KEY.Key_Escape)
    assert window.controller.view.notice is None, "nothing was changed, nothing is told"


def test_a_form_that_makes_room_for_another_is_kept_too(window: MainWindow) -> None:
    """Opening somebody else's form loses nothing of the first."""
    manager = window.on_demand.combatants
    opened(window)
    press(KEY.Key_A, HELD.ControlModifier)
    write("Kess")
    manager.new()
    press(KEY.Key_Escape)
    popover = opened(window)
    assert popover.body.fields["token.name"].value() == "Kess"


def test_help_is_told_at_the_foot(window: MainWindow) -> None:
    """What a field means, its bounds, and the keys of its row stand where one can read them."""
    popover = opened(window)
    popover.focus_on("sheet.armor")
    assert popover.help.text() == "Points it takes off damage.  From 0 to 100"
    popover.focus_on(f"{WEAPONS}.0.-dice")
    assert "Dice, and what is added: 2D6+1." in popover.help.text()
    assert "Ctrl+D" in popover.help.text()


def test_an_error_in_a_row_is_told_below_it_once_the_field_is_left(window: MainWindow) -> None:
    """While one types nothing is wrong; then words name the column, a button has the value."""
    popover = opened(window)
    popover.focus_on(f"{WEAPONS}.0.-dice")
    write("400D6")
    problem = popover.body.tables[WEAPONS].problems[f"{WEAPONS}.0"]
    assert not problem.isVisible()
    press(KEY.Key_Tab)
    assert problem.isVisible()
    assert problem.words == "Damage: At most 50."
    QTest.mouseClick(problem.button, LEFT)
    assert not problem.isVisible()
    assert popover.body.fields[f"{WEAPONS}.0.-dice"].value() == "50D6"
    popover.focus_on(f"{WEAPONS}.0.-dice")
    write("much")
    press(KEY.Key_Return, HELD.ControlModifier)
    assert popover.isVisible(), "handed in, it says what is wrong"
    assert problem.words == "Damage: Write dice, such as 2D6+1."


def test_a_section_opens_and_closes_by_key(window: MainWindow) -> None:
    """Right and Space open a heading, Left closes it; the keyboard stays on it."""
    popover = opened(window)
    body = popover.body
    heading = next(key for key, one in body.sections.items() if one.view.label == "Sensors")
    popover.focus_on(heading)
    press(KEY.Key_Right)
    assert "sheet.signs.warm" in body.fields
    assert at(body) == heading
    press(KEY.Key_Left)
    assert "sheet.signs.warm" not in body.fields
    press(KEY.Key_Space)
    assert "sheet.signs.warm" in body.fields


def test_a_picture_is_given_in_the_form(window: MainWindow) -> None:
    """The picture that was copied stands on the token in the form, and on the map once applied."""
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    QGuiApplication.clipboard().setImage(image)
    popover = opened(window)
    assert popover.body.picture is not None
    popover.body.picture.acted.emit("token.picture", "paste", "")
    token = popover.body.picture.view.token
    assert token is not None
    assert token.picture is not None
    assert the_marine(window).picture == drawn("soldier")
    press(KEY.Key_Return, HELD.ControlModifier)
    assert the_marine(window).picture == token.picture
    assert PORTRAITS.of(token.picture, 40) is not None


def test_a_silhouette_is_chosen_in_the_form(window: MainWindow) -> None:
    """By a click or by arrows; the token shows it at once, on the map it is once applied."""
    popover = opened(window)
    picture = popover.body.picture
    assert picture is not None
    row, shown = picture.silhouettes, picture

    def borne() -> str | None:
        return None if shown.view.token is None else shown.view.token.picture

    soldier, mage = row.buttons[drawn("soldier")], row.buttons[drawn("mage")]
    assert soldier.isChecked()
    assert {one.accessibleName() for one in row.buttons.values()} >= {"Soldier", "Mage", "Vehicle"}
    QTest.mouseClick(mage, Qt.MouseButton.LeftButton)
    assert borne() == drawn("mage")
    assert (mage.isChecked(), soldier.isChecked()) == (True, False)
    mage.setFocus()
    QTest.keyClick(mage, KEY.Key_Right)
    after = list(row.buttons)[list(row.buttons).index(drawn("mage")) + 1]
    assert borne() == after
    assert row.buttons[after].hasFocus()
    press(KEY.Key_Z, HELD.ControlModifier)
    assert borne() == drawn("mage")
    picture.acted.emit("token.picture", "clear", "")
    assert borne() is None
    assert row.group.checkedButton() is None
    stops = [one for one in row.buttons.values() if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert not stops
    shown.setFocus()
    QTest.keyClick(shown, KEY.Key_Right)
    assert soldier.hasFocus()
    QTest.mouseClick(mage, Qt.MouseButton.LeftButton)
    press(KEY.Key_Return, HELD.ControlModifier)
    assert the_marine(window).picture == drawn("mage")
    window.controller.timeline.undo()
    assert the_marine(window).picture == drawn("soldier")


def test_the_token_in_the_form_follows_name_and_side(window: MainWindow) -> None:
    """Letters and shape are those that will stand on the map."""
    popover = opened(window)
    press(KEY.Key_A, HELD.ControlModifier)
    write("Kess Vale")
    assert popover.body.picture is not None
    token = popover.body.picture.view.token
    assert token is not None
    assert (token.initials, token.side) == ("Ke", 0)
    side = popover.body.fields["token.side"]
    side.take("2")
    token = popover.body.picture.view.token
    assert token is not None
    assert token.side == 1


def test_a_new_one_begins_as_a_sample(window: MainWindow) -> None:
    """A name and a side that were chosen before stay; all else is the sample's, and undo works."""
    window.on_demand.combatants.new()
    QApplication.processEvents()
    popover = window.on_demand.form
    body = popover.body
    assert at(body) == "token.name", "typing replaces the name at once"
    write("Kess")
    start = popover.head.finds["token.-start"].line
    assert start is not None
    start.setFocus()
    write("gunm")
    press(KEY.Key_Return)
    assert at(body) == "token.name"
    assert body.fields["token.name"].value() == "Kess"
    assert body.fields["token.side"].value() == "2", "a gunman is one of the foes"
    assert names(body)[0] == "Shotgun"
    press(KEY.Key_Z, HELD.ControlModifier)
    assert WEAPONS not in body.tables
    press(KEY.Key_Y, HELD.ControlModifier)
    press(KEY.Key_Return, HELD.ControlModifier)
    (who,) = window.controller.view.selected
    one = window.controller.encounter[who]
    assert one.name == "Kess"
    assert isinstance(one.sheet, CepheusSheet)
    assert one.sheet.weapons[0].id == "shotgun"


def test_typing_makes_no_widget_anew(window: MainWindow) -> None:
    """A letter changes what the widgets show, and a row more only the table in which it stands."""
    popover = opened(window)
    before = set(popover.body.findChildren(QWidget))
    write("x")
    assert set(popover.body.findChildren(QWidget)) == before
    name = popover.body.fields["token.name"]
    popover.body.acted.emit(f"{WEAPONS}.-add", "add", "0")
    assert popover.body.fields["token.name"] is name
    assert isinstance(name.editor, QLineEdit)
