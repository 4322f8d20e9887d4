"""The list of actions: what somebody can do, at what price, by which key, and what not now.

Draws the lines of a view and says what was clicked, folded, or moved among the usual rows. A letter
typed while the list has the keyboard filters it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gridwar.control.records import action_list_records as al
from gridwar.text import _
from gridwar.ui.panels.action_chips import ChipButton, ChipsRow, VariantsRow
from gridwar.ui.panels.action_headings import FoldRow, HeadingRow
from gridwar.ui.panels.action_keys import ActionKeys, LineWidget
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.panels.usual_rows import UsualRows
from gridwar.ui.widgets.containers.focus_restorer import FocusBefore
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.painting.themed_widgets import Panel, clear, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_INSET_PX = 14
_EDGE_PX = 24
"""So near the edge of what is seen a dragged row scrolls the list."""
_SCROLL_PX = 12


class ActionsPanel(Panel):
    """The actions.

    Signals: ``chosen(id)`` for a possible one, ``wants_anyway(id)`` for an impossible one,
    ``usual_changed(keys)``, ``folded(titles, folded)``, ``reason_folded(code, folded)``.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)
    usual_changed = Signal(tuple)
    folded = Signal(tuple, bool)
    reason_folded = Signal(str, bool)
    somebody_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view = al.ActionsView()
        self._shape: object = None
        self._is_dense = False
        self._search = _Search(self)
        self._search.hide()
        self._focus_before = FocusBefore(self._search)
        self._held = ""
        """The name of the line that had the keyboard before the filter."""
        self._empty = EmptyNote(theme, self)
        self._empty.wanted.connect(self._help)
        self._body = QWidget(self)
        self._rows = QVBoxLayout(self._body)
        self._rows.addStretch(1)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._body)
        self._find = QVBoxLayout()
        self._find.addWidget(self._search)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addLayout(self._find)
        rows.addWidget(self._empty)
        rows.addWidget(self._scroll, 1)
        self.usual = UsualRows(theme, self._body)
        self.usual.changed.connect(self.usual_changed)
        self.usual.scrolls = self._scroll_near
        self.keys = ActionKeys(self._scroll, self.usual)
        self.keys.typed.connect(self.begin_search)
        self._search.textChanged.connect(self._on_typing)
        self._search.returnPressed.connect(self._take_first)
        self._search.ended.connect(self.end_search)
        self._set_insets()

    def _set_insets(self) -> None:
        inset(self._rows, self.theme, (4, 2, 4, 8), 0)
        inset(self._find, self.theme, (_INSET_PX, 6 if self.is_searching else 0, _INSET_PX, 0), 0)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._set_insets()
        super().on_theme()

    def set_dense(self, dense: bool) -> None:
        """Let rows take less room, as in a small window."""
        if dense != self._is_dense:
            self._is_dense = dense
            for widget in self.keys.widgets:
                self._make_dense(widget)

    def _make_dense(self, widget: LineWidget) -> None:
        if isinstance(widget, ActionRow | VariantsRow):
            widget.is_dense = self._is_dense
            widget.on_theme()

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: al.ActionsView) -> None:
        """Show the lines of a view; another turn begins at the top."""
        if view == self._view:
            return
        old, self._view = self._view, view
        self._show_lines()
        if old.turn != view.turn:
            self._scroll.verticalScrollBar().setValue(0)

    @property
    def is_searching(self) -> bool:
        """Whether the filter is open."""
        return not self._search.isHidden()

    def _show_lines(self) -> None:
        words = self._search.text() if self.is_searching else ""
        lines = self._view.shown(words)
        shape = tuple(map(_shape, lines))
        if shape != self._shape:
            self._shape = shape
            self._build(lines)
        for widget, line in zip(self.keys.widgets, lines, strict=True):
            _show(widget, line, self._view.active)
        QCoreApplication.sendPostedEvents(self._body, QEvent.Type.LayoutRequest.value)
        if lines:
            self._empty.say("")
        elif words.strip():
            self._empty.say(_("No action has that name."), _("Show all"))
        else:
            self._empty.say(self._view.note, self._view.help)

    def _help(self) -> None:
        """Show all again where the filter hides them, else whom they are of."""
        if self.is_searching:
            self.end_search()
        else:
            self.somebody_wanted.emit()

    def _build(self, lines: tuple[al.Line, ...]) -> None:
        """Make the widgets of other lines; the keyboard stays at the same one if it is there."""
        held = self.keys.held()
        clear(self._rows)
        widgets = [self._widget(one) for one in lines]
        for widget in widgets:
            self._make_dense(widget)
            self._rows.addWidget(widget)
            widget.show()  # at once: what is not shown cannot get the keyboard
        self._rows.addStretch(1)
        self.usual.watch([one for one in widgets if isinstance(one, ActionRow | VariantsRow)])
        self.keys.watch(widgets, held)

    def _widget(self, line: al.Line) -> LineWidget:
        made: ActionRow | VariantsRow | ChipsRow
        match line:
            case al.HeadingLine(titles=titles):
                heading = HeadingRow(self.theme, line, self._body)
                heading.folds.connect(lambda folded: self.folded.emit(titles, folded))
                return heading
            case al.FoldLine():
                group = FoldRow(self.theme, line, self._body)
                group.folds.connect(lambda folded: self._on_fold(group, folded=folded))
                return group
            case al.ActionLine():
                made = ActionRow(self.theme, line, self._body)
            case al.VariantsLine():
                made = VariantsRow(self.theme, line, self._body)
            case al.ChipsLine():
                made = ChipsRow(self.theme, line, self._body)
        made.chosen.connect(self._on_chosen)
        made.wants_anyway.connect(self._on_anyway)
        return made

    def _on_fold(self, row: FoldRow, *, folded: bool) -> None:
        if row.line.key:
            self.reason_folded.emit(row.line.key, folded)
        else:
            self.folded.emit(row.line.titles, folded)

    def _on_chosen(self, action_id: str) -> None:
        self.end_search()
        self.chosen.emit(action_id)

    def _on_anyway(self, action_id: str) -> None:
        self.end_search()
        self.wants_anyway.emit(action_id)

    def _scroll_near(self, at: QPoint) -> None:
        """Scroll while a dragged row is near the edge of what is seen."""
        y = self._body.mapTo(self._scroll.viewport(), at).y()
        bar, edge = self._scroll.verticalScrollBar(), self.theme.px(_EDGE_PX)
        if y < edge:
            bar.setValue(bar.value() - self.theme.px(_SCROLL_PX))
        elif y > self._scroll.viewport().height() - edge:
            bar.setValue(bar.value() + self.theme.px(_SCROLL_PX))

    # --- filter ----------------------------------------------------------------------------------

    def begin_search(self, words: str = "") -> None:
        """Open the filter and give it the keyboard."""
        if not self.is_searching:
            self._held = self.keys.held()
            self._focus_before.note()
        self._search.show()
        self._set_insets()
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.setText(words)

    def end_search(self) -> None:
        """Show the whole list again; who had the keyboard before has it again."""
        if not self.is_searching:
            return
        self._focus_before.give_back()
        self._search.clear()
        self._search.hide()
        self._set_insets()
        self._show_lines()
        if self._held:
            self.keys.reach_by_name(self._held)

    def _on_typing(self, _words: str) -> None:
        self._show_lines()
        self._scroll.verticalScrollBar().setValue(0)

    def _take_first(self) -> None:
        buttons = (one for one in self.keys.reachable() if isinstance(one, ActionRow | ChipButton))
        first = next(buttons, None)
        if first is not None and self._search.text().strip():
            first.click()


class _Search(QLineEdit):
    """The filter. Signal: ``ended``, by Escape or its cross."""

    ended = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(_("Find an action"))
        self.setAccessibleName(_("Find an action"))

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window while it is open."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End with Escape; keep Enter from the popover that it opens."""
        if event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


def _shape(line: al.Line) -> object:
    """Return what of a line needs a widget of its own kind; the rest is shown in the old one."""
    match line:
        case al.HeadingLine(titles=titles):
            return ("heading", titles)
        case al.FoldLine(titles=titles, key=key):
            return ("fold", titles, key)
        case al.ActionLine():
            return (line.id, line.key, line.is_usual, len(line.chips))
        case al.VariantsLine():
            return (line.key, line.is_usual, len(line.chips))
        case al.ChipsLine():
            return ("chips", len(line.chips))


def _show(widget: LineWidget, line: al.Line, active: str) -> None:
    """Show a line in the widget that was made for one of its kind."""
    match widget, line:
        case ActionRow(), al.ActionLine():
            widget.show_line(line, active)
        case VariantsRow(), al.VariantsLine():
            widget.show_line(line, active)
        case ChipsRow(), al.ChipsLine():
            widget.show_line(line, active)
        case HeadingRow(), al.HeadingLine():
            widget.show_line(line)
        case FoldRow(), al.FoldLine():
            widget.show_line(line)
