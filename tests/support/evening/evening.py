"""What a game master does at the window: the words in which the journeys are told.

Here are the panels and the popovers; keys, map and menus are the board's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QScrollArea, QWidget

from gridwar.control.records.action_list_records import ActionLine, Shown
from gridwar.control.records.panel_records import OrderRow
from gridwar.engine.play.play_outcome import DiceWanted
from gridwar.ui.panels.action_headings import FoldRow
from tests.support.evening import witness
from tests.support.evening.board import At, Board
from tests.support.evening.hands import idle, place_of, until

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.control.records.popover_records import QuestionView


W = TypeVar("W", bound=QWidget)


class Evening(Board):
    """A game master's hands and eyes."""

    # --- panels ---------------------------------------------------------------------------------

    def show_panel(self, name: str) -> None:
        """Bring a tab of the inspector to the front with its key, where it is not in sight."""
        panels = {
            "actions": self.window.actions_panel,
            "sheet": self.window.inspector.sheet,
            "log": self.window.log,
        }
        if not panels[name].isVisible():
            self.hands.press({"actions": "F5", "sheet": "F6", "log": "F7"}[name])
        until(panels[name].isVisible, f"the panel {name}")

    def act(self, title: str, *, frees: bool = False) -> None:
        """Choose an action by a click in its panel."""
        self.show_panel("actions")
        panel = self.window.actions_panel
        for row in panel.findChildren(FoldRow):
            hidden = [one for one in row.line.lines if title in titles_of(one)]
            if hidden and not row.line.is_open and not row.isHidden():
                self._click_in_scroll(row)
        with self.step(f"action {title!r} clicked", frees=frees):
            found = [one for one in panel.keys.reachable() if one.accessibleName() == title]
            names = [one.accessibleName() for one in panel.keys.reachable()]
            assert found, self._told(f"no action {title!r}: {names}")
            self._click_in_scroll(found[0])

    def _click_in_scroll(self, widget: QWidget) -> None:
        parent = widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(widget)
                idle()
            parent = parent.parentWidget()
        # Over the edge of a panel, also where a popover lies on it, a strip is the edge's.
        shares = (QPoint(widget.width() * part // 8, widget.height() // 2) for part in (4, 2, 6))
        places = [place_of(widget, at) for at in shares]
        free = (where for where in places if self._is_touched(widget, where))
        where = next(free, None)
        assert where is not None, self._told(
            f"{widget} is covered by {self._under(place_of(widget))}"
        )
        self.hands.click(where)

    def _is_touched(self, widget: QWidget, where: QPoint) -> bool:
        under = self._under(where)
        return under is widget or (under is not None and widget.isAncestorOf(under))

    def click_order(self, who: str, *, twice: bool = False) -> None:
        """Click somebody's row of the order."""
        view = self.window.order.list
        items = view.records.items
        row = next(n for n, one in enumerate(items) if isinstance(one, OrderRow) and one.id == who)
        view.scrollTo(view.records.index(row))
        box = view.visualRect(view.records.index(row))
        where = place_of(view.viewport(), QPoint(box.left() + 40, box.center().y()))
        with self.step(f"{who} clicked in the order", who):
            (self.hands.double_click if twice else self.hands.click)(where)

    def click_log(self, row_id: int, part: str, *, frees: bool = True) -> None:
        """Click an entry of the log: its ``node`` goes back to it, its ``pencil`` changes it."""
        self.show_panel("log")
        view = self.window.log.list
        row = next(n for n, one in enumerate(view.records.items) if one.row_id == row_id)
        view.scrollTo(view.records.index(row))
        idle()
        box = view.visualRect(view.records.index(row))
        places = (
            QPoint(x, y)
            for y in range(box.top(), box.bottom(), 4)
            for x in range(box.left() + 12, box.right(), 4)
        )
        found = (
            one
            for one in places
            if view.viewport().rect().contains(one)
            and (here := view.part_at(one))
            and here[1].kind == part
        )
        where = next(found, None)
        assert where is not None, self._told(f"entry {row_id} has no {part}")
        with self.step(f"{part} of entry {row_id} clicked in the log", frees=frees):
            self.hands.click(place_of(view.viewport(), where))

    @property
    def last_row(self) -> int:
        """The row of the journal at which the fight is now."""
        return self.controller.session.position.cursor

    def drag_from_library(self, name: str, at: At, count: int = 1) -> None:
        """Look for somebody in the library and drag as many as wanted onto the map."""
        panel = self.window.on_demand.combatants.panel
        with self.step(f"{count} {name} dragged to {at}", frees=True):
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
        self.find("write a note")
        with self.step(f"{words!r} noted"):
            self.hands.write(words)
            self.hands.press("Ctrl+Return")

    def quick(self, text: str) -> None:
        """Type a quick number or a word over the map."""
        with self.step(f"{text!r} typed over the map"):
            self.hands.write(text)
            self.hands.press("Return")

    def condition(self, words: str) -> None:
        """Begin a condition of those selected, or end it, in the field of the head."""
        head = self.window.inspector.head
        if not head.quick.isVisible():
            self.hands.click(place_of(head.signs))
        self.field("Quick number or condition", words, head)
        self.press("Return")

    def button(self, words: str, within: QWidget | None = None, *, frees: bool = False) -> None:
        """Click a button by its words, its icon's or its own."""
        with self.step(f"button {words!r}", frees=frees):
            self._click_in_scroll(self.find_button(words, within))

    def begin_with(self, rules: str) -> None:
        """Go through the third door of the start page, by some rules; put the library away."""
        self.button(rules)
        self.button(f"Begin with {rules}", frees=True)
        self.press("Esc")

    def find_button(self, words: str, within: QWidget | None = None) -> QAbstractButton:
        """Return a button by its words."""
        shown = [
            one for one in (within or self.window).findChildren(QAbstractButton) if one.isVisible()
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
        with self.step(f"{text!r} typed into {name!r}"):
            self._click_in_scroll(found[0])
            self.hands.press("Ctrl+A")
            self.hands.press("Backspace")
            self.hands.write(text)

    # --- forms ----------------------------------------------------------------------------------

    def pick(self, name: str, words: str) -> None:
        """Click a field that adds something, type a part of what is wanted, take the first found.

        Args:
            name: The words in the field, or how they begin.
            words: What is typed.
        """
        with self.step(f"{words!r} picked at {name!r}"):
            self._click_in_scroll(self._named(QLineEdit, name))
            self.hands.write(words)
            self.hands.press("Return")

    def fold(self, title: str) -> None:
        """Click the heading of a part of a form: it opens, or closes."""
        with self.step(f"heading {title!r} clicked"):
            self._click_in_scroll(self._named(QAbstractButton, title))

    def _named(self, kind: type[W], name: str) -> W:
        found = [one for one in self.popover.findChildren(kind) if one.isVisible()]
        names = [one.accessibleName() for one in found]
        match = next((one for one in found if one.accessibleName().startswith(name)), None)
        assert match is not None, self._told(f"no {name!r} among {names}")
        return match

    def goes_on(self, *words: str) -> None:
        """Type into the field that has the keyboard and those after it, with Tab between them."""
        with self.step(f"{words} typed into one field after the other"):
            for at, text in enumerate(words):
                if at:
                    self.hands.press("Tab")
                self.hands.write(text)

    # --- popovers ---------------------------------------------------------------------------------

    @property
    def popovers(self) -> list[QWidget]:
        """What floats over the map."""
        return witness.sheets_open(self.window)

    @property
    def popover(self) -> QWidget:
        """The one popover that is open."""
        assert len(self.popovers) == 1, self._told(f"popovers: {self.popovers}")
        return self.popovers[0]

    @property
    def question(self) -> QuestionView:
        """The question that is shown."""
        popover = self.window.on_demand.question
        page = popover.page
        assert page is not None, self._told("nothing is asked")
        assert popover.isVisible(), self._told("nothing is asked")
        return page.view

    @property
    def dice_wanted(self) -> list[int]:
        """How many dice are wanted, roll by roll."""
        found = self.controller.session.wanted
        return [one.roll.dice.count for one in found if isinstance(one, DiceWanted)]

    @property
    def is_asked(self) -> bool:
        """Whether anything is waited for."""
        return bool(self.controller.session.wanted)

    def answer(self, option: str) -> None:
        """Answer the question that is shown with one of its options, by its digit."""
        titles = [one.title for one in self.question.options]
        assert option in titles, self._told(f"no {option!r} among {titles}")
        with self.step(f"answered {option!r}"):
            self.hands.press(str(titles.index(option) + 1))

    def dice(self, *faces: int) -> None:
        """Type the faces of dice on the table."""
        with self.step(f"dice {faces} typed"):
            self.hands.write("".join(map(str, faces)))

    def open_file(self, path: Path, action: str = "file.open") -> None:
        """Open a file by the dialog for files."""
        self.file = path
        self.do(action, frees=True)
        self.file = None

    def save_as(self, path: Path) -> None:
        """Save under a name; what is in the file is what is on the table."""
        self.file = path
        self.do("file.save_as")
        self.file = None
        self.is_saved()

    def is_saved(self) -> None:
        """Check that the file holds what is on the table."""
        path = self.application.file.path
        assert path is not None
        witness.same_fight(self.encounter, self.in_file(path))


def titles_of(line: Shown) -> tuple[str, ...]:
    """Return the titles of the actions of a line."""
    return (line.title,) if isinstance(line, ActionLine) else tuple(one.title for one in line.chips)
