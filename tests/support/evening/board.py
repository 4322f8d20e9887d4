"""What a game master does with the keys, on the map, and in menus.

Each step is real mouse and key events to whatever is under the pointer, or has the keyboard; after
each of them the table looks whether all is as it should be.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import getCppPointer

from tests.support.evening.hands import NONE, RIGHT, SHIFT, idle, place_of, until
from tests.support.evening.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    from gridwar.model.geometry import Cell

At = tuple[float, float]
"""A place of the map in cells: (3, 4) is the middle of that cell."""


class Board(Table):
    """Keys, map and menus."""

    # --- keys -----------------------------------------------------------------------------------

    def press(self, *keys: str, selects: str = "", frees: bool = False) -> None:
        """Press keys one after the other: letters, chords, ``Esc``, ``Return``."""
        for key in keys:
            with self.step(f"{key} pressed", *filter(None, (selects,)), frees=frees):
                self.hands.press(key)

    def write(self, text: str, *, frees: bool = False) -> None:
        """Type something where the keyboard is."""
        with self.step(f"{text!r} typed", frees=frees):
            self.hands.write(text)

    def do(self, action_id: str, *selects: str, frees: bool = False) -> None:
        """Do an action by the key it has now, such as ``edit.undo``."""
        keys = self.window.window_actions.shortcuts.keys(action_id)
        key = keys[0]
        with self.step(f"{key} pressed ({action_id})", *selects, frees=frees):
            self.hands.press(key)

    def take(self, tool: str) -> None:
        """Take a tool in hand by its letter."""
        self.do(f"tool.{tool}")
        assert self.controller.view.tool == tool, self._told(f"{tool} is not in hand")

    def leave_tool(self) -> None:
        """Put the tool in hand down, with as many Esc as it takes."""
        for _press in range(4):
            if self.controller.view.tool != "select":
                self.press("Esc")
        assert self.controller.view.tool == "select", self._told("the tool is still in hand")

    def find(self, words: str, *selects: str, frees: bool = False) -> None:
        """Find something in the command palette and do it."""
        with self.step(f"{words!r} found in the palette", *selects, frees=frees):
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
        if not self._is_free(self._on_screen(at)):
            self.hands.press("Ctrl+0")
            # What lies over the map may still be on its way to its place.
            until(
                lambda: self._is_free(self._on_screen(at)),
                self._told(f"{at} is covered by {self._under(self._on_screen(at))}"),
            )
        return self._on_screen(at)

    def _on_screen(self, at: At) -> QPoint:
        view = self.window.map
        local = view.mapFromScene(QPointF(at[0] + 0.5, at[1] + 0.5))
        return view.viewport().mapToGlobal(local)

    def _under(self, where: QPoint) -> QWidget | None:
        return self.window.childAt(self.window.mapFromGlobal(where))

    def _is_free(self, where: QPoint) -> bool:
        return self._under(where) is self.window.map.viewport()

    def cell_beside(self) -> At:
        """Return a cell at the left of the map, where no popover lies."""
        view = self.window.map
        x, y = view.to_cells(QPointF(view.viewport().width() * 0.1, view.viewport().height() / 2))
        return (x // 1, y // 1)

    def click(self, *ats: At, selects: str = "", frees: bool = False) -> None:
        """Click cells of the map."""
        for at in ats:
            with self.step(f"cell {at} clicked", *filter(None, (selects,)), frees=frees):
                self.hands.click(self.place(at))

    def shift_click(self, at: At) -> None:
        """Add somebody to those selected."""
        with self.step(f"cell {at} clicked with Shift", frees=True):
            self.hands.click(self.place(at), held=SHIFT)

    def double_click(self, at: At, *selects: str) -> None:
        """Click a cell twice."""
        with self.step(f"cell {at} clicked twice", *selects):
            self.hands.double_click(self.place(at))

    def drag(self, *ats: At, selects: str = "", frees: bool = False) -> None:
        """Drag over the map from the first cell through the others."""
        with self.step(f"dragged over {ats}", *filter(None, (selects,)), frees=frees):
            self.hands.drag(*map(self.place, ats))

    def hover(self, at: At) -> None:
        """Let the pointer rest on a cell."""
        with self.step(f"pointed at {at}"):
            self.hands.move(self.place(at))

    def turn_wheel(self, at: At, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
        """Turn the wheel over a cell."""
        with self.step(f"wheel turned {notches} over {at}"):
            self.hands.turn_wheel(self.place(at), notches, held)

    def right_click(self, at: At, *entries: str, selects: str = "", frees: bool = False) -> None:
        """Choose from the menu of a cell, one entry for each menu of it."""
        with self.step(f"{entries} chosen at {at}", *filter(None, (selects,)), frees=frees):
            self._open_menu(lambda: self.hands.click(self.place(at), RIGHT))
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
        """Choose from the bar of menus, such as ``("File", "New fight \u2026")``."""
        with self.step(f"menu {entries}", *filter(None, (selects,)), frees=frees):
            self._open_menu(lambda: self.hands.click(self._place_in_bar(entries[0])))
            self._choose(*entries[1:])

    def _place_in_bar(self, title: str) -> QPoint:
        bar = self.window._menus
        entry = next(one for one in bar.actions() if one.text().replace("&", "") == title)
        return place_of(bar, bar.actionGeometry(entry).center())

    def _open_menu(self, click: Callable[[], None]) -> None:
        """Click where a menu opens; once more where the window was still moving under the click."""
        for _try in range(3):
            click()
            end = time.monotonic() + 1
            while time.monotonic() < end and QApplication.activePopupWidget() is None:
                idle()
            if QApplication.activePopupWidget() is not None:
                return

    def _choose(self, *entries: str) -> None:
        """Choose from the menu that is open, one entry for each menu of it; … stands for a rest."""
        before = 0
        for entry in entries:
            until(partial(_is_another, before), "a menu")
            menu = QApplication.activePopupWidget()
            before = _address(menu)
            assert isinstance(menu, QMenu), self._told(f"no menu with {entry!r}")
            words = [one.text().split("\t")[0].replace("&", "") for one in menu.actions()]
            at = next((n for n, one in enumerate(words) if _is_meant(entry, one)), None)
            assert at is not None, self._told(f"no {entry!r} among {words}")
            action = menu.actions()[at]
            assert action.isEnabled(), self._told(f"{entry!r} is grey")
            where = place_of(menu, menu.actionGeometry(action).center())
            del menu, action  # another fight may take the place of the window
            self.hands.click(where)


def _is_another(before: int) -> bool:
    return _address(QApplication.activePopupWidget()) not in (0, before)


def _address(widget: QWidget | None) -> int:
    return 0 if widget is None else getCppPointer(widget)[0]


def _is_meant(entry: str, words: str) -> bool:
    is_begin = entry.endswith("\u2026") and words != entry
    return words.startswith(entry[:-1]) if is_begin else words == entry
