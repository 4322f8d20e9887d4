"""The log panel: everything that happened, each number with its reason, newest on top.

Owns the search and what the pointer does on an entry; how one is drawn is in `log_entry_painting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.panels.log_entry_geometry import LogPart
from gridwar.ui.panels.log_entry_painting import LogPainter, as_text
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.figures.record_list import RecordList
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from gridwar.control.records.log_records import LogEntry
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
        self._find = self._title.add("search", _("Search the log"))
        self._find.setCheckable(True)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Search names, words, rules"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.only_selected = IconButton(theme, "user", _("Only what names those selected"), self)
        self.only_selected.setCheckable(True)
        self._names: tuple[str, ...] = ()
        self.search.hide()
        self.only_selected.hide()
        self.list = LogList(theme, self)
        self._empty = EmptyNote(theme, self.list)
        self._empty.wanted.connect(self._help)
        head = QHBoxLayout()
        inset(head, theme, (14, 0, 8, 6), 4)
        head.addWidget(self.search)
        head.addWidget(self.only_selected)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addLayout(head)
        rows.addWidget(self.list, 1)
        self._find.toggled.connect(self._on_search)
        self.search.textChanged.connect(self._show)
        self.search.installEventFilter(self)
        self.only_selected.toggled.connect(self._show)
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

    def show_names(self, names: tuple[str, ...]) -> None:
        """Take the names of those selected, for the filter that goes by them."""
        if names != self._names:
            self._names = names
            if self.only_selected.isChecked():
                self._show()

    def show_row(self, row_id: int) -> None:
        """Bring what a command came to into view, its newest entry on top and current."""
        self._find.setChecked(False)
        self.list.show_row(row_id)

    def begin_search(self) -> None:
        """Open the search and give it the keyboard."""
        self._find.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the search with Escape."""
        if (
            watched is self.search
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        ):
            self._find.setChecked(False)
            return True
        return super().eventFilter(watched, event)

    def _current(self) -> int | None:
        return next((one.row_id for one in self._entries if one.current), None)

    def _show(self) -> None:
        words = tuple(self.search.text().casefold().split())
        names = self._names if self.only_selected.isChecked() else ()
        found = tuple(entry for entry in reversed(self._entries) if _is_found(entry, words, names))
        self.list.look.marks = words
        self.list.show_items(found)
        self.list.viewport().update()
        if found:
            self._empty.say("")
        elif words or names:
            self._empty.say(_("Nothing in the log has all of that."), _("Show all"))
        else:
            self._empty.say(_("Nothing has happened yet."), _("Write a note"))
        counted = _("{n} of {all}").format(n=len(found), all=len(self._entries))
        self._title.show_note(counted if words or names else "")

    def _help(self) -> None:
        """Show all again where a search hides it, else begin with a note."""
        if self._entries:
            self._find.setChecked(False)
        else:
            self.note_wanted.emit()

    def _on_search(self, on: bool) -> None:
        self.search.setVisible(on)
        self.only_selected.setVisible(on)
        self.only_selected.setChecked(False)
        self.search.clear()
        (self.search if on else self.list).setFocus()


def _is_found(entry: LogEntry, words: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Return whether an entry has every word that was typed, and one of the names if there are."""
    if not words and not names:
        return True
    text = as_text(entry).casefold()
    named = not names or any(name.casefold() in text for name in names)
    return named and all(word in text for word in words)


class LogList(RecordList["LogEntry"]):
    """The entries; the pointer finds nodes, pencils, rules and branches in them.

    Signals: ``go_to(row id)`` (a node, a branch, Enter), ``amend(row id)`` (the pencil, double
    click), ``rule_wanted(rule id, row id, line)`` (a rule id, in a line in the viewport's pixels).
    """

    go_to = Signal(int)
    amend = Signal(int)
    rule_wanted = Signal(str, int, QRect)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.look = LogPainter(theme)
        super().__init__(theme, self.look, parent)
        """What is said where a search finds nothing."""
        self.setAccessibleName(_("Log"))

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the current row with Enter, amend it with F2, copy it with Ctrl+C."""
        row = self.currentIndex().row()
        entry = self.item(row) if row >= 0 else None
        copies = event.key() == Qt.Key.Key_C and bool(
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        )
        if entry is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_to.emit(entry.row_id)
        elif event.key() == Qt.Key.Key_F2 and entry.can_amend:
            self.amend.emit(entry.row_id)
        elif copies:
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
        change = menu.addAction(_("Change this, with the same dice"))
        change.triggered.connect(lambda: self.amend.emit(entry.row_id))
        change.setEnabled(entry.can_amend)
        copy = menu.addAction(_("Copy"))
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(as_text(entry)))
        menu.popup(event.globalPos())
