"""The page of notes: one key, kept when it is left however that is, one step to undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from gridwar.ui.window.signal_wiring import open_notes

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from gridwar.ui.app.application import Application
    from gridwar.ui.popovers.notes_popover import NotesPopover
    from gridwar.ui.window.main_window import MainWindow


@pytest.fixture
def window(application: Application) -> MainWindow:
    """Its window."""
    assert application.window is not None
    return application.window


@pytest.fixture
def page(window: MainWindow) -> NotesPopover:
    """The page, opened from the menu."""
    window.window_actions.action("fight.notes").trigger()
    return window.on_demand.notes


def rows(window: MainWindow) -> int:
    """Return how many steps there are."""
    session = window.controller.session
    return len(session.history.line(session.position.cursor))


def test_notes_are_kept_when_the_page_is_left(window: MainWindow, page: NotesPopover) -> None:
    """By Escape, in one step; opened again they are there, and one undo takes them away."""
    before = rows(window)
    QTest.keyClicks(page.editor, "ask Tilde")
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    QTest.keyClicks(page.editor, "at the bar")
    assert rows(window) == before, "nothing while it is being written"
    QTest.keyClick(page.editor, Qt.Key.Key_Escape)
    assert page.isHidden()
    assert window.controller.encounter.notes == "ask Tilde\nat the bar"
    assert rows(window) == before + 1
    window.controller.session.undo()
    assert window.controller.encounter.notes == ""


def test_the_key_that_opens_the_page_closes_it(window: MainWindow, page: NotesPopover) -> None:
    """What was written is kept."""
    assert window.window_actions.shown_key("fight.notes") == "F8"
    QTest.keyClicks(page.editor, "once")
    window.window_actions.action("fight.notes").trigger()
    assert page.isHidden()
    assert window.controller.encounter.notes == "once"


def test_notes_outlive_a_window_that_is_closed(
    application: Application, window: MainWindow, page: NotesPopover
) -> None:
    """Whoever closes the window in the middle of a word finds it in the file."""
    QTest.keyClicks(page.editor, "in the midd")
    assert window.controller.encounter.notes == ""
    window.close()
    journal = application.file.journal()
    assert application.file.fight.session.encounter.notes == "in the midd"
    assert not journal.reason


def test_another_fight_does_not_lose_them(
    application: Application, window: MainWindow, page: NotesPopover, qtbot: QtBot
) -> None:
    """The page is left with the window, and the file closed after."""
    first = application.file.fight.session
    QTest.keyClicks(page.editor, "before")
    application.begin("freeform")
    qtbot.waitUntil(lambda: application.window is not window and application.is_settled)
    assert first.encounter.notes == "before"


def test_a_change_of_whose_notes_keeps_the_first(window: MainWindow, page: NotesPopover) -> None:
    """The fight's are kept, then those of the one selected are shown and kept by themselves."""
    who = next(iter(window.controller.encounter.combatants))
    QTest.keyClicks(page.editor, "of all")
    open_notes(window.parts, who)
    assert page.whose == who
    assert window.controller.encounter.notes == "of all"
    assert page.editor.toPlainText() == window.controller.encounter[who].note
    QTest.keyClicks(page.editor, " a spy")
    page.hide()
    assert window.controller.encounter[who].note.endswith(" a spy")


def test_the_page_follows_an_undo_while_nothing_is_written(
    window: MainWindow, page: NotesPopover
) -> None:
    """And lets be what is being written."""
    QTest.keyClicks(page.editor, "one")
    page.keep()
    window.controller.session.undo()
    window.controller.show()
    window.controller.refresh_now()
    assert page.editor.toPlainText() == ""
    QTest.keyClicks(page.editor, "two")
    window.controller.show()
    window.controller.refresh_now()
    assert page.editor.toPlainText() == "two"


def test_lines_are_ticked_by_key_and_by_click(page: NotesPopover) -> None:
    """Ctrl+Enter on the line, a click on its box; a click beside it sets the cursor."""
    editor = page.editor
    QTest.keyClicks(editor, "- [ ] ask")
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert editor.toPlainText() == "- [x] ask"
    cursor = QTextCursor(editor.document())
    cursor.setPosition(3)
    QTest.mouseClick(
        editor.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        editor.cursorRect(cursor).center(),
    )
    assert editor.toPlainText() == "- [ ] ask"
    cursor.setPosition(8)
    QTest.mouseClick(
        editor.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        editor.cursorRect(cursor).center(),
    )
    assert editor.toPlainText() == "- [ ] ask"


def test_enter_goes_on_with_a_list_and_ends_it(page: NotesPopover) -> None:
    """An empty line of it takes its own dash away."""
    editor = page.editor
    QTest.keyClicks(editor, "- [x] ask")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "- [x] ask\n- [ ] "
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "- [x] ask\n"


def test_buttons_do_what_the_keys_do(page: NotesPopover) -> None:
    """By mouse alone; the field then has the keyboard again."""
    QTest.keyClicks(page.editor, "Inn")
    page.heading.click()
    assert page.editor.toPlainText() == "# Inn"
    page.heading.click()
    page.heading.click()
    page.tick.click()
    assert page.editor.toPlainText() == "- [ ] Inn"


def test_there_is_an_end_to_notes(page: NotesPopover) -> None:
    """What goes beyond is cut, and said."""
    page.editor.most_letters = 12
    told: list[bool] = []
    page.editor.filled.connect(told.append)
    page.editor.insertPlainText("a long story of a night")
    assert page.editor.toPlainText() == "a long story"
    assert told[-1]


def test_players_do_not_see_the_page(window: MainWindow, page: NotesPopover) -> None:
    """It goes with the presentation, and no key brings it back there."""
    window.controller.show(presenting=True)
    window.controller.refresh_now()
    assert page.isHidden()
    window.window_actions.action("fight.notes").trigger()
    assert page.isHidden()
