"""The log panel: everything that happened, each number with its reason, newest on top.

Owns what of it is shown and what the pointer does on an entry; what it is filtered by stands in
`log_filter_bar`, how an entry is drawn in `log_entry_painting`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridwar.control.records.log_records import LogFacts
from gridwar.text import _
from gridwar.ui.panels.log_entry_geometry import LogPart
from gridwar.ui.panels.log_entry_painting import LogPainter, as_text
from gridwar.ui.panels.log_filter_bar import LogFilterBar
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.figures.record_list import RecordList
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.records.log_records import LogEntry, LogPerson
    from gridwar.ui.style.theme import Theme


class LogPanel(Panel):
    """The log.

    Signal: ``menu_wanted(global place)`` for the panel's own menu; others are the list's.
    """

    menu_wanted = Signal(QPoint)
    note_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._entries: tuple[LogEntry, ...] = ()
        self._title = PanelTitle(theme, _("Log"), self)
        self._more = self._title.add("ellipsis", _("More"))
        self._find = self._title.add("search", _("Search and filter the log"))
        self._find.setCheckable(True)
        self.bar = LogFilterBar(theme, self)
        self.bar.hide()
        self.search = self.bar.search
        self.facts_of: Callable[[LogEntry], LogFacts] = lambda _entry: LogFacts()
        """Says of whom and of what kind an entry is; given by whoever makes the entries."""
        self._people: tuple[LogPerson, ...] = ()
        self.list = LogList(theme, self)
        self._empty = EmptyNote(theme, self.list)
        self._empty.wanted.connect(self._help)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addWidget(self.bar)
        rows.addWidget(self.list, 1)
        self._find.toggled.connect(self._on_search)
        self.bar.changed.connect(self._show)
        self.bar.left.connect(partial(self._find.setChecked, False))
        self.bar.down.connect(self._go_down)
        self.list.left.connect(self.bar.leave)
        self._more.clicked.connect(
            lambda: self.menu_wanted.emit(self._more.mapToGlobal(self._more.rect().bottomLeft()))
        )
        self._show()

    def show_title(self, on: bool) -> None:
        """Have a title of its own, or none: a tab says what it is."""
        self._title.setVisible(on)

    def show_entries(self, entries: tuple[LogEntry, ...]) -> None:
        """Show entries, given from the oldest to the newest."""
        if entries == self._entries:
            return
        before = self._current()
        self._entries = entries
        self._show()
        if self._current() != before:
            self.list.scroll_to_current()

    def show_people(self, people: tuple[LogPerson, ...]) -> None:
        """Take those by whom it can be filtered; their faces are made when they are first seen."""
        self._people = people
        if self._find.isChecked():
            self.bar.show_people(people)

    def show_only(self, who: frozenset[str]) -> None:
        """Show only what some people have to do with."""
        self._find.setChecked(True)
        self.bar.choose(who)
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_row(self, row_id: int) -> None:
        """Bring what a command came to into view, its newest entry on top and current."""
        self._find.setChecked(False)
        self.list.show_row(row_id)

    def headline_of(self, row_id: int) -> str:
        """Return the headline of the newest entry of a command, as the log shows it."""
        found = (one.headline for one in self.list.records.items if one.row_id == row_id)
        return next(found, "")

    def begin_search(self) -> None:
        """Open the search and give it the keyboard."""
        self._find.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _current(self) -> int | None:
        return next((one.row_id for one in self._entries if one.current), None)

    def _show(self) -> None:
        bar = self.bar
        words, is_by_facts = bar.words, bool(bar.who or bar.kinds)
        found = tuple(entry for entry in reversed(self._entries) if _has_words(entry, words))
        if is_by_facts:
            found = tuple(one for one in found if self._is_wanted(self.facts_of(one)))
        self.list.look.marks = words
        self.list.is_filtered = bar.is_on or self._find.isChecked()
        self.list.show_items(found)
        self.list.viewport().update()
        if found:
            self._empty.say("")
        elif bar.is_on:
            self._empty.say(_("Nothing in the log has all of that."), _("Show all"))
        else:
            self._empty.say(_("Nothing has happened yet."), _("Write a note"))
        bar.show_count(len(found), len(self._entries))

    def _is_wanted(self, facts: LogFacts) -> bool:
        """Return whether an entry is of one of those chosen, and of one of the kinds chosen."""
        who, kinds = self.bar.who, self.bar.kinds
        return (not who or bool(who & facts.who)) and (not kinds or facts.kind in kinds)

    def _help(self) -> None:
        """Show all again where a search hides it, else begin with a note."""
        if self._entries:
            self._find.setChecked(False)
        else:
            self.note_wanted.emit()

    def _on_search(self, on: bool) -> None:
        if on:
            self.bar.show_people(self._people)
        else:
            self.bar.clear()
        self.bar.setVisible(on)
        self._show()
        (self.search if on else self.list).setFocus()

    def _go_down(self) -> None:
        """Go from the search into what was found."""
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        self.list.begin_by_key()


def _has_words(entry: LogEntry, words: tuple[str, ...]) -> bool:
    """Return whether an entry has every word that was typed."""
    text = as_text(entry).casefold() if words else ""
    return all(word in text for word in words)


class LogList(RecordList["LogEntry"]):
    """The entries; the pointer finds nodes, pencils, rules and branches in them.

    Signals: ``go_to(row id)`` (a node, a branch, Enter), ``amend(row id)`` (the pencil, double
    click), ``place_wanted(row id)`` (the pin, Space), ``rule_wanted(rule id, row id, line)`` (a
    rule id, in a line in the viewport's pixels), ``left()`` by Escape while only some are shown.
    """

    go_to = Signal(int)
    amend = Signal(int)
    place_wanted = Signal(int)
    left = Signal()
    rule_wanted = Signal(str, int, QRect)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.look = LogPainter(theme)
        super().__init__(theme, self.look, parent)
        self.is_filtered = False
        self.setAccessibleName(_("Log"))

    def begin_by_key(self) -> None:
        """Mark the first entry, for the keys that follow."""
        self.by_keyboard = True
        if self.records.items:
            self.setCurrentIndex(self.records.index(0))

    def on_theme(self) -> None:
        """Forget the heights of the old scale."""
        self.look.set_theme(self.theme)
        super().on_theme()

    def scroll_to_current(self) -> None:
        """Bring the current entry into view."""
        self.executeDelayedItemsLayout()
        for number, entry in enumerate(self.records.items):
            if entry.current and number == 0:
                self.scrollToTop()
            elif entry.current:
                self.scrollTo(self.records.index(number))

    def show_row(self, row_id: int) -> None:
        """Make the newest entry of a command the current one, at the top."""
        self.executeDelayedItemsLayout()
        rows = (at for at, entry in enumerate(self.records.items) if entry.row_id == row_id)
        if (number := next(rows, None)) is not None:
            index = self.records.index(number)
            self.setCurrentIndex(index)
            self.scrollTo(index, self.ScrollHint.PositionAtTop)

    def part_at(self, place: QPoint) -> tuple[LogEntry, LogPart] | None:
        """Return what is under a point of the viewport."""
        index = self.indexAt(place)
        if not index.isValid():
            return None
        entry = self.item(index.row())
        box = QRectF(self.visualRect(index))
        return entry, self.look.geometry.part_at(entry, box, QPointF(place))

    def rule_of_current(self) -> tuple[str, int, QRect] | None:
        """Return the first rule that the current entry names, its row, and where; None for none."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        entry, box = self.item(index.row()), QRectF(self.visualRect(index))
        rule_id = next((line.rule_id for line in entry.lines if line.rule_id), "")
        if not rule_id:
            return None
        return rule_id, entry.row_id, self.look.geometry.line_of(entry, box, rule_id).toRect()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what a click would do here."""
        super().mouseMoveEvent(event)
        self._point(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Show nothing any more."""
        super().leaveEvent(event)
        self._point(None)

    def _point(self, place: QPoint | None) -> None:
        found = self.part_at(place) if place is not None else None
        part = found[1] if found is not None else LogPart("none")
        hot = (found[0].row_id, part) if found is not None else None
        if hot != self.look.hot:
            self.look.hot = hot
            clickable = part.kind != "none"
            shape = Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what is under the pointer."""
        super().mouseReleaseEvent(event)
        found = self.part_at(event.position().toPoint())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            return
        entry, part = found
        match part.kind:
            case "node":
                self.go_to.emit(entry.row_id)
            case "pencil":
                self.amend.emit(entry.row_id)
            case "place":
                self.place_wanted.emit(entry.row_id)
            case "branch":
                self.go_to.emit(part.row_id)
            case "rule":
                box = QRectF(self.visualRect(self.indexAt(event.position().toPoint())))
                line = self.look.geometry.line_of(entry, box, part.text)
                self.rule_wanted.emit(part.text, entry.row_id, line.toRect())
            case "none":
                pass

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Amend the entry."""
        found = self.part_at(event.position().toPoint())
        if found is not None and found[1].kind == "none" and found[0].can_amend:
            self.amend.emit(found[0].row_id)

    def event(self, event: QEvent) -> bool:
        """Keep F2 and Ctrl+C from being the window's: they are of the entry here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_copy = event.matches(QKeySequence.StandardKey.Copy)
            if is_copy or event.key() == Qt.Key.Key_F2:
                event.accept()
                return True
        return super().event(event)

    def _amend_from(self, row: int) -> None:
        """Amend an entry, or the next older one that can be: a turn that came has no dice."""
        entries = (self.item(one) for one in range(max(0, row), len(self.records.items)))
        found = next((one for one in entries if one.can_amend), None)
        if found is not None:
            self.amend.emit(found.row_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the current row with Enter, amend it with F2, copy it with Ctrl+C.

        Space shows its place on the map; Escape shows all entries again.
        """
        row = self.currentIndex().row()
        entry = self.item(row) if row >= 0 else None
        if event.key() == Qt.Key.Key_Escape and self.is_filtered:
            self.left.emit()
        elif event.key() == Qt.Key.Key_F2:
            self._amend_from(row)
        elif entry is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.place_wanted.emit(entry.row_id)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_to.emit(entry.row_id)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(as_text(entry))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the entry."""
        found = self.part_at(event.pos())
        if found is None:
            return
        entry = found[0]
        menu = PopupMenu(self, passes=True)
        back = menu.addAction(_("Back to here"))
        back.triggered.connect(lambda: self.go_to.emit(entry.row_id))
        place = menu.addAction(_("Show its place on the map") + "\t" + _("Space"))
        place.triggered.connect(lambda: self.place_wanted.emit(entry.row_id))
        change = menu.addAction(_("Change this, with the same dice"))
        change.triggered.connect(lambda: self.amend.emit(entry.row_id))
        change.setEnabled(entry.can_amend)
        copy = menu.addAction(_("Copy"))
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(as_text(entry)))
        menu.popup(event.globalPos())
