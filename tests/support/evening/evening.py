"""What a game master does at the window: the words in which the journeys are told.

Each deed is real mouse and key events to whatever is under the pointer, or has the keyboard; after
each of them the table looks whether all is as it should be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import getCppPointer

from gridwar.control.panel_records import OrderRow
from gridwar.ui.panels.panel_actions import ActionRow
from tests.support.evening import witness
from tests.support.evening.hands import NONE, RIGHT, SHIFT, idle, place_of, until
from tests.support.evening.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import Qt

    from gridwar.control.sheet_records import QuestionView
    from gridwar.model.geometry import Cell

At = tuple[float, float]
"""A place of the map in cells: (3, 4) is the middle of that cell."""


class Evening(Table):
    """A game master's hands and eyes."""

    # --- keys -----------------------------------------------------------------------------------

    def press(self, *keys: str, selects: str = "", frees: bool = False) -> None:
        """Press keys one after the other: letters, chords, ``Esc``, ``Return``."""
        for key in keys:
            with self.deed(f"{key} pressed", *filter(None, (selects,)), frees=frees):
                self.hands.press(key)

    def write(self, text: str, *, frees: bool = False) -> None:
        """Type something where the keyboard is."""
        with self.deed(f"{text!r} typed", frees=frees):
            self.hands.write(text)

    def do(self, deed: str, *selects: str, frees: bool = False) -> None:
        """Do a deed by the key it has now, such as ``edit.undo``."""
        keys = self.window.deeds.shortcuts.keys(deed)
        taken = self.window.tools.in_hand.letters()
        key = next(one for one in keys if one not in taken)
        with self.deed(f"{key} pressed ({deed})", *selects, frees=frees):
            self.hands.press(key)

    def take(self, tool: str) -> None:
        """Take a tool in hand by its letter."""
        self.do(f"tool.{tool}")
        assert self.controller.view.tool == tool, self._told(f"{tool} is not in hand")

    def put_down(self) -> None:
        """Put the tool in hand down, with as many Esc as it takes."""
        for _press in range(4):
            if self.controller.view.tool != "select":
                self.press("Esc")
        assert self.controller.view.tool == "select", self._told("the tool is still in hand")

    def find(self, words: str, *selects: str, frees: bool = False) -> None:
        """Find something in the command palette and do it."""
        with self.deed(f"{words!r} found in the palette", *selects, frees=frees):
            self.hands.press("Ctrl+K")
            self.hands.write(words)
            palette = self.window.guides._palette
            assert palette is not None
            assert palette.shown(), self._told(f"the palette finds no {words!r}")
            del palette  # another fight may take the place of the window
            self.hands.press("Return")

    # --- the map --------------------------------------------------------------------------------

    def place(self, at: At) -> QPoint:
        """Return the place of a cell on the screen; the map is fitted where it is not in view."""
        where = self._on_screen(at)
        if not self._is_free(where):
            self.hands.press("Ctrl+0")
            where = self._on_screen(at)
        assert self._is_free(where), self._told(f"{at} is covered by {self._under(where)}")
        return where

    def _on_screen(self, at: At) -> QPoint:
        view = self.window.map
        local = view.mapFromScene(QPointF(at[0] + 0.5, at[1] + 0.5))
        return view.viewport().mapToGlobal(local)

    def _under(self, where: QPoint) -> QWidget | None:
        return self.window.childAt(self.window.mapFromGlobal(where))

    def _is_free(self, where: QPoint) -> bool:
        return self._under(where) is self.window.map.viewport()

    def click(self, *ats: At, selects: str = "", frees: bool = False) -> None:
        """Click cells of the map."""
        for at in ats:
            with self.deed(f"cell {at} clicked", *filter(None, (selects,)), frees=frees):
                self.hands.click(self.place(at))

    def shift_click(self, at: At) -> None:
        """Add somebody to those selected."""
        with self.deed(f"cell {at} clicked with Shift", frees=True):
            self.hands.click(self.place(at), held=SHIFT)

    def double_click(self, at: At, *selects: str) -> None:
        """Click a cell twice."""
        with self.deed(f"cell {at} clicked twice", *selects):
            self.hands.double_click(self.place(at))

    def drag(self, *ats: At, selects: str = "", frees: bool = False) -> None:
        """Drag over the map from the first cell through the others."""
        with self.deed(f"dragged over {ats}", *filter(None, (selects,)), frees=frees):
            self.hands.drag(*map(self.place, ats))

    def hover(self, at: At) -> None:
        """Let the pointer rest on a cell."""
        with self.deed(f"pointed at {at}"):
            self.hands.move(self.place(at))

    def turn_wheel(self, at: At, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
        """Turn the wheel over a cell."""
        with self.deed(f"wheel turned {notches} over {at}"):
            self.hands.turn_wheel(self.place(at), notches, held)

    def right_click(self, at: At, *entries: str, selects: str = "", frees: bool = False) -> None:
        """Choose from the menu of a cell, one entry for each menu of it."""
        with self.deed(f"{entries} chosen at {at}", *filter(None, (selects,)), frees=frees):
            self.hands.click(self.place(at), RIGHT)
            self._choose(*entries)

    def stands(self, who: str) -> tuple[int, int]:
        """Return where somebody stands."""
        cell: Cell | None = self.encounter[who].pos
        assert cell is not None
        return (cell.x, cell.y)

    def seen(self, at: At, cells: float = 1.0) -> QImage:
        """Return what the map shows around the middle of a cell."""
        idle()
        half = round(self.window.map.cell_px * cells / 2)
        middle = self.window.mapFromGlobal(self._on_screen(at))
        picture = self.window.grab(QRect(middle - QPoint(half, half), middle + QPoint(half, half)))
        return picture.toImage()

    # --- menus ----------------------------------------------------------------------------------

    def menu(self, *entries: str, selects: str = "", frees: bool = False) -> None:
        """Choose from the bar of menus, such as ``("File", "New fight", "Cepheus Engine")``."""
        bar = self.window._menus
        first = next(one for one in bar.actions() if one.text().replace("&", "") == entries[0])
        with self.deed(f"menu {entries}", *filter(None, (selects,)), frees=frees):
            self.hands.click(place_of(bar, bar.actionGeometry(first).center()))
            del bar, first  # another fight may take the place of the window
            self._choose(*entries[1:])

    def _choose(self, *entries: str) -> None:
        """Choose from the menu that is open, one entry for each menu of it; … stands for a rest."""
        before = 0
        for entry in entries:
            until(lambda old=before: _address(QApplication.activePopupWidget()) != old, "a menu")
            menu = QApplication.activePopupWidget()
            before = _address(menu)
            assert isinstance(menu, QMenu), self._told(f"no menu with {entry!r}")
            words = [one.text().split("\t")[0] for one in menu.actions()]
            at = next((n for n, one in enumerate(words) if _is_meant(entry, one)), None)
            assert at is not None, self._told(f"no {entry!r} among {words}")
            action = menu.actions()[at]
            assert action.isEnabled(), self._told(f"{entry!r} is grey")
            where = place_of(menu, menu.actionGeometry(action).center())
            del menu, action  # another fight may take the place of the window
            self.hands.click(where)

    # --- panels ---------------------------------------------------------------------------------

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front where panels lie in tabs."""
        dock = self.window.docks.docks[name]
        for bar in self.window.findChildren(QTabBar):
            for number in range(bar.count()):
                if bar.isVisible() and bar.tabText(number) == dock.windowTitle():
                    self.hands.click(place_of(bar, bar.tabRect(number).center()))
        until(dock.isVisible, f"the panel {name}")

    def act(self, title: str, *, frees: bool = False) -> None:
        """Choose an action by a click in its panel."""
        self.show_panel("actions")
        with self.deed(f"action {title!r} clicked", frees=frees):
            rows = self.window.actions_panel.findChildren(ActionRow)
            found = [one for one in rows if one.view.title == title and not one.isHidden()]
            assert found, self._told(f"no action {title!r}: {[one.view.title for one in rows]}")
            self._click_in_scroll(found[0])

    def _click_in_scroll(self, widget: QWidget) -> None:
        parent = widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(widget)
                idle()
            parent = parent.parentWidget()
        where = place_of(widget)
        under = self._under(where)
        assert under is widget or widget.isAncestorOf(under or self.window), self._told(
            f"{widget} is covered by {under}"
        )
        self.hands.click(where)

    def click_order(self, who: str, *, twice: bool = False) -> None:
        """Click somebody's row of the order."""
        view = self.window.order.list
        items = view.records.items
        row = next(n for n, one in enumerate(items) if isinstance(one, OrderRow) and one.id == who)
        view.scrollTo(view.records.index(row))
        box = view.visualRect(view.records.index(row))
        where = place_of(view.viewport(), QPoint(box.left() + 40, box.center().y()))
        with self.deed(f"{who} clicked in the order", who):
            (self.hands.double_click if twice else self.hands.click)(where)

    def click_log(self, row_id: int, part: str, *, frees: bool = True) -> None:
        """Click an entry of the log: its ``node`` goes back to it, its ``pencil`` changes it."""
        self.show_panel("log")
        view = self.window.log.list
        row = next(n for n, one in enumerate(view.records.items) if one.row_id == row_id)
        view.scrollTo(view.records.index(row))
        idle()
        box = view.visualRect(view.records.index(row))
        places = (QPoint(x, y) for y in range(box.top(), box.bottom(), 4) for x in range(box.left() + 12, box.right(), 4))
        found = (one for one in places if view.viewport().rect().contains(one) and (here := view.part_at(one)) and here[1].kind == part)
        where = next(found, None)
        assert where is not None, self._told(f"entry {row_id} has no {part}")
        with self.deed(f"{part} of entry {row_id} clicked in the log", frees=frees):
            self.hands.click(place_of(view.viewport(), where))

    @property
    def last_row(self) -> int:
        """The row of the journal at which the fight is now."""
        return self.controller.session.position.cursor

    def drag_from_library(self, name: str, at: At, count: int = 1) -> None:
        """Look for somebody in the library and drag as many as wanted onto the map."""
        panel = self.window.on_demand.people.panel
        with self.deed(f"{count} {name} dragged to {at}", frees=True):
            self.hands.click(place_of(panel.search))
            self.hands.press("Ctrl+A")
            self.hands.write(name)
            self.hands.click(place_of(panel.count.lineEdit()))
            self.hands.press("Ctrl+A")
            self.hands.write(str(count))
            self.hands.press("Tab")
            rows = panel.list.records.items
            row = next((n for n, one in enumerate(rows) if getattr(one, "name", "") == name), None)
            assert row is not None, self._told(f"no {name} in the library: {rows}")
            view = panel.list
            view.scrollTo(view.records.index(row))
            start = place_of(view.viewport(), view.visualRect(view.records.index(row)).center())
            goal = self.place(at)
            self.hands.drag(start, (start + goal) / 2, goal)

    def note(self, words: str) -> None:
        """Write a note into the log."""
        self.show_panel("log")
        self.words = words
        with self.deed(f"note {words!r} written"):
            self.hands.click(place_of(self.find_button("More", self.window.docks.docks["log"])))
            self._choose("Write a note \u2026")
        self.words = None

    def quick(self, text: str) -> None:
        """Type a quick number or a word over the map."""
        with self.deed(f"{text!r} typed over the map"):
            self.hands.write(text)
            self.hands.press("Return")

    def condition(self, words: str) -> None:
        """Begin a condition of those selected, or end it, in the field of the card."""
        self.show_panel("card")
        self.field("Quick number or condition", words, self.window.card)
        self.press("Return")

    def button(self, words: str, within: QWidget | None = None, *, frees: bool = False) -> None:
        """Click a button by its words, its icon's or its own."""
        with self.deed(f"button {words!r}", frees=frees):
            self._click_in_scroll(self.find_button(words, within))

    def find_button(self, words: str, within: QWidget | None = None) -> QAbstractButton:
        """Return a button by its words."""
        shown = [
            one
            for one in (within or self.window).findChildren(QAbstractButton)
            if one.isVisible()
        ]
        found = [one for one in shown if words in (one.text(), one.accessibleName())]
        names = [one.text() or one.accessibleName() for one in shown]
        assert found, self._told(f"no button {words!r} among {names}")
        return found[0]

    def field(self, name: str, text: str, within: QWidget | None = None) -> None:
        """Click a field, and type another text in place of the one in it."""
        fields = (within or self.window).findChildren(QLineEdit)
        found = [one for one in fields if one.isVisible() and one.accessibleName() == name]
        assert found, self._told(f"no field {name!r}: {[one.accessibleName() for one in fields]}")
        with self.deed(f"{text!r} typed into {name!r}"):
            self._click_in_scroll(found[0])
            self.hands.press("Ctrl+A")
            self.hands.press("Backspace")
            self.hands.write(text)

    def choose(self, combo: QComboBox, words: str) -> None:
        """Choose from a list that opens."""
        with self.deed(f"{words!r} chosen"):
            self._click_in_scroll(combo)
            self.hands.press("Home")
            for _row in range(combo.findText(words)):
                self.hands.press("Down")
            self.hands.press("Return")

    # --- sheets ---------------------------------------------------------------------------------

    @property
    def sheets(self) -> list[QWidget]:
        """What floats over the map."""
        return witness.sheets_open(self.window)

    @property
    def sheet(self) -> QWidget:
        """The one sheet that is open."""
        assert len(self.sheets) == 1, self._told(f"sheets: {self.sheets}")
        return self.sheets[0]

    @property
    def question(self) -> QuestionView:
        """The question that is shown."""
        sheet = self.window.on_demand.question
        page = sheet.page
        assert page is not None, self._told("nothing is asked")
        assert sheet.isVisible(), self._told("nothing is asked")
        return page.view

    @property
    def is_asked(self) -> bool:
        """Whether anything is waited for."""
        return bool(self.controller.session.wanted)

    def answer(self, option: str) -> None:
        """Answer the question that is shown with one of its options, by its digit."""
        titles = [one.title for one in self.question.options]
        assert option in titles, self._told(f"no {option!r} among {titles}")
        with self.deed(f"answered {option!r}"):
            self.hands.press(str(titles.index(option) + 1))

    def dice(self, *faces: int) -> None:
        """Type the faces of dice on the table."""
        with self.deed(f"dice {faces} typed"):
            self.hands.write("".join(map(str, faces)))

    def open_file(self, path: Path, deed: str = "file.open") -> None:
        """Open a file by the dialog for files."""
        self.file = path
        self.do(deed, frees=True)
        self.file = None

    def save_as(self, path: Path) -> None:
        """Save under a name; what is in the file is what is on the table."""
        self.file = path
        self.do("file.save_as")
        self.file = None
        self.is_saved()

    def is_saved(self) -> None:
        """Check that the file holds what is on the table."""
        path = self.desk.present_file()
        assert path is not None
        witness.same_fight(self.encounter, self.in_file(path))


def _address(widget: QWidget | None) -> int:
    return 0 if widget is None else getCppPointer(widget)[0]


def _is_meant(entry: str, words: str) -> bool:
    is_begin = entry.endswith("\u2026") and words != entry
    return words.startswith(entry[:-1]) if is_begin else words == entry
