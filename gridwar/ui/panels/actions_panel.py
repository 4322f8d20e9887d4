"""The actions panel: what somebody can do, at what price, by which key, and why not.

An impossible action stays visible, quiet, with its reason below; a click on it asks for it anyway.

Prices and reasons are asked of the rules for the rows in sight only. As soon as the pointer or the
keyboard comes to the panel all are asked, so that a row that is scrolled to has its height already.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import ActionsView
from gridwar.text import _
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.widgets.controls.labels import Heading, PanelTitle, label
from gridwar.ui.widgets.painting.themed_widgets import Panel, clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent, QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QLayoutItem

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.ui.style.theme import Theme

_INSET_PX = 14


class ActionsPanel(Panel):
    """The actions.

    Signals: ``chosen(id)`` for a possible one, ``wants_anyway(id)`` for an impossible one.
    """

    chosen = Signal(str)
    wants_anyway = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view = ActionsView()
        self._title = PanelTitle(theme, _("Actions"), self)
        self._search_button = self._title.add("search", _("Find an action"))
        self._search = _Search(self)
        self._search.setPlaceholderText(_("Find an action"))
        self._search.hide()
        self._empty = label(_("Nothing can be done now."), "quiet")
        self._empty.setContentsMargins(theme.px(_INSET_PX), 0, 0, theme.px(8))
        self._body = QWidget(self)
        self._rows = QVBoxLayout(self._body)
        inset(self._rows, theme, (6, 0, 6, 8), 0)
        self._rows.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._body)
        bar = scroll.verticalScrollBar()
        bar.valueChanged.connect(self.tell_rows)
        bar.rangeChanged.connect(self.tell_rows)
        self._scroll = scroll
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        find = QVBoxLayout()
        inset(find, theme, (14, 0, 14, 6), 0)
        find.addWidget(self._search)
        rows.addWidget(self._title)
        rows.addLayout(find)
        rows.addWidget(self._empty)
        rows.addWidget(scroll, 1)
        self._search_button.setCheckable(True)
        self._search_button.toggled.connect(self._on_search)
        self._search.textChanged.connect(self._on_typing)
        self._search.returnPressed.connect(self._take_first)

    def show_view(self, view: ActionsView) -> None:
        """Show actions in their order; a new group begins under a heading."""
        if view == self._view:
            return
        old, self._view = self._view, view
        if [(one.id, one.group) for one in old.actions] != [
            (one.id, one.group) for one in view.actions
        ]:
            self._build()
        for place, row in enumerate(self._action_rows()):
            action = view.actions[place]
            row.show_action(action, view.digit(place), active=action.id == view.active)
        if old.turn != view.turn:
            self._scroll.verticalScrollBar().setValue(0)
        self._filter(self._search.text())

    def begin_search(self) -> None:
        """Open the search and give it the keyboard."""
        self._search_button.setChecked(True)
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell what comes into sight."""
        super().showEvent(event)
        self.tell_rows()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell everything: the pointer is about to scroll."""
        super().enterEvent(event)
        self.tell_rows()

    def _on_reached(self) -> None:
        """Tell everything, and lay it out: the keyboard is about to scroll."""
        self.tell_rows()
        QCoreApplication.sendPostedEvents(self._body, QEvent.Type.LayoutRequest.value)

    def tell_rows(self) -> None:
        """Have the rows down to the lowest in sight, or all, tell their price and why not.

        To be called when the panel comes to the front of its tabs, which it does not notice.
        """
        if self.visibleRegion().isEmpty():
            return
        port, margins = self._scroll.viewport(), self._rows.contentsMargins()
        width = port.width() - margins.left() - margins.right()
        end: float = self._scroll.verticalScrollBar().value() + port.height()
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            end = inf
        top = margins.top()
        for number in range(self._rows.count()):
            widget = _widget_of(self._rows.itemAt(number))
            if top >= end:
                return
            if widget is None or widget.isHidden():
                continue
            if isinstance(widget, ActionRow):
                widget.tell()
                top += widget.heightForWidth(width)
            else:
                top += widget.sizeHint().height()

    def _build(self) -> None:
        clear(self._rows)
        self._rows.addStretch(1)
        group = ""
        for action in self._view.actions:
            if action.group != group:
                group = action.group
                self._insert(Heading(self.theme, group, self._body))
            row = ActionRow(self.theme, action, self._body)
            row.clicked.connect(lambda _on=False, row=row: self._on_click(row.action))
            row.reached.connect(self._on_reached)
            self._insert(row)

    def _insert(self, widget: QWidget) -> None:
        self._rows.insertWidget(self._rows.count() - 1, widget)

    def _action_rows(self) -> list[ActionRow]:
        widgets = (_widget_of(self._rows.itemAt(at)) for at in range(self._rows.count()))
        return [one for one in widgets if isinstance(one, ActionRow)]

    def _on_click(self, action: Action) -> None:
        self._search_button.setChecked(False)
        (self.chosen if action.refusal is None else self.wants_anyway).emit(action.id)

    def _on_search(self, on: bool) -> None:
        self._search.setVisible(on)
        self._search.clear()
        if on:
            self._search.setFocus()

    def _on_typing(self, text: str) -> None:
        self._filter(text)
        self._scroll.verticalScrollBar().setValue(0)

    def _take_first(self) -> None:
        found = next((row for row in self._action_rows() if not row.isHidden()), None)
        if found is not None and self._search.text().strip():
            found.click()

    def _filter(self, text: str) -> None:
        """Show the actions with some words in them, and the headings of those."""
        wanted = text.strip().casefold()
        heading, shown = None, False
        for number in range(self._rows.count()):
            widget = _widget_of(self._rows.itemAt(number))
            if isinstance(widget, Heading):
                widget.hide()
                heading = widget
            elif isinstance(widget, ActionRow):
                fits = wanted in f"{widget.action.title} {widget.action.note}".casefold()
                widget.setVisible(fits)
                shown = shown or fits
                if fits and heading is not None:
                    heading.show()
        self._empty.setText(
            _("No action has that name.") if wanted else _("Nothing can be done now.")
        )
        self._empty.setVisible(not shown)
        self.tell_rows()


class _Search(QLineEdit):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter to itself: the popover that it opens is not to take it for an answer."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


def _widget_of(item: QLayoutItem | None) -> QWidget | None:
    return None if item is None else item.widget()
