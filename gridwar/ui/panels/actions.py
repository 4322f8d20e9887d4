"""The actions panel: what somebody can do, at what price, by which key, and why not.

An impossible action stays visible, quiet, with its reason below; a click on it asks for it anyway.

Prices and reasons are asked of the rules for the rows in sight only. As soon as the pointer or the
keyboard comes to the panel all are asked, so that a row that is scrolled to has its height already.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.panel_records import ActionsView
from gridwar.control.texts.text_format import minus
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.labels import PanelTitle, draw_heading, label
from gridwar.ui.widgets.painting.themed import Painted, PaintedButton, Panel, inset
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    NOTE,
    ThemedPainter,
    keycap_width,
    pips_width,
    voice_font,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QLayoutItem

    from gridwar.engine.kit.offers import Action
    from gridwar.ui.style.theme import Theme

_ROW_PX = 34
_WORDS_X_PX = 44
_REASON_LINE_PX = 16
_INSET_PX = 14
_WORD_WRAP = Qt.TextFlag.TextWordWrap


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
        for row, action in zip(self._action_rows(), view.actions, strict=True):
            row.show_action(action, active=action.id == view.active)
        self._filter(self._search.text())

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
        if self.underMouse() or _is_within(self, QApplication.focusWidget()):
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
        while self._rows.count() > 1:
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        group = ""
        for action in self._view.actions:
            if action.group != group:
                group = action.group
                self._insert(_Heading(self.theme, group, self._body))
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
            if isinstance(widget, _Heading):
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


def _is_within(panel: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and panel.isAncestorOf(focus)


class _Search(QLineEdit):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter to itself: the popover that it opens is not to take it for an answer."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


def _widget_of(item: QLayoutItem | None) -> QWidget | None:
    return None if item is None else item.widget()


class _Heading(Painted):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(26))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        draw_heading(painter, box.adjusted(painter.px(8), 0, -painter.px(8), 0), self._words)


class ActionRow(PaintedButton):
    """One action; the arrows walk from row to row.

    Until it is told it is as high as it was last. Signal: ``reached``, the keyboard has come to it.
    """

    reached = Signal()

    def __init__(self, theme: Theme, action: Action, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.action = action
        self._is_active = False
        self._is_told = False
        self._reason = ""
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_action(action)

    def show_action(self, action: Action, *, active: bool = False) -> None:
        """Show an action; ``active`` is the one being planned."""
        self.action, self._is_active, self._is_told = action, active, False
        self.setAccessibleName(action.title)
        self.update()

    def tell(self) -> None:
        """Show price and reason too: the row is to be seen."""
        if self._is_told:
            return
        self._is_told = True
        note, reason = minus(self.action.note), _reason(self.action)
        self.setAccessibleDescription(reason or note)
        words = (self.action.title, note, reason)
        hint = _("Click to do it anyway.") if reason else ""
        set_tip(self, "\n".join(part for part in (*words, hint) if part))
        if reason != self._reason:
            self._reason = reason
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else 318
        return QSize(self.theme.px(200), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the height of a row without a reason."""
        return QSize(self.theme.px(120), self.theme.row_px(_ROW_PX))

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width: one row, and the lines of a reason."""
        if not self._reason:
            return self.theme.row_px(_ROW_PX)
        metrics = QFontMetrics(voice_font(NOTE, self.theme))
        room = QRect(0, 0, width - self._words_x() - self.theme.px(8), 1000)
        lines = metrics.boundingRect(room, _WORD_WRAP, self._reason).height()
        count = max(1, round(lines / metrics.lineSpacing()))
        return self.theme.px(30 + _REASON_LINE_PX * count)

    def _words_x(self) -> int:
        return self.theme.px(_WORDS_X_PX - 6)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words, price and key; below, the reason why not."""
        self.tell()  # whatever brought it into sight
        action, colors = self.action, painter.colors
        if self._is_active:
            painter.rounded_box(box.adjusted(0, 0, 0, -1), 8, colors.raised, colors.accent, 1.4)
        elif self.underMouse() or self.isDown():
            painter.rounded_box(box.adjusted(0, 0, 0, -1), 8, colors.raised)
        off = action.refusal is not None
        middle = box.top() + (painter.px(17) if off else box.height() / 2)
        tint = colors.text3 if off else colors.accent if self._is_active else colors.text2
        painter.icon(action.icon, QPointF(box.left() + painter.px(19), middle), 18, tint)
        right = self._price_and_key(painter, box, middle)
        left = box.left() + self._words_x()
        words = QRectF(left, middle - painter.px(11), right - left, painter.px(22))
        used = painter.text(words, action.title, BODY, colors.text3 if off else colors.text)
        rest = words.adjusted(used + painter.px(8), 0, 0, 0)
        if action.note and rest.width() > painter.px(28):
            painter.text(rest, minus(action.note), NOTE, colors.text3)
        if off:
            self._draw_reason(painter, box, left)

    def _price_and_key(self, painter: ThemedPainter, box: QRectF, middle: float) -> float:
        """Draw price and key from the right; return where the words must end."""
        action, colors = self.action, painter.colors
        can = action.refusal is None
        x = box.right() - painter.px(8)
        if action.shortcut:
            color = colors.text2 if can else colors.text3
            painter.keycap(x, middle, action.shortcut, color, right=True)
        x -= max(painter.px(28), keycap_width(action.shortcut, self.theme)) + painter.px(8)
        if action.price:
            width = pips_width(len(action.price), self.theme)
            painter.pips(x - width, middle, [(kind, can) for kind in action.price], colors.accent)
            return x - width - painter.px(8)
        return x

    def _draw_reason(self, painter: ThemedPainter, box: QRectF, left: float) -> None:
        where = QRectF(
            left, box.top() + painter.px(27), box.right() - painter.px(8) - left, box.height()
        )
        painter.wrapped(where, self._reason, NOTE, painter.colors.text2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that the keyboard is here."""
        super().focusInEvent(event)
        self.reached.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, choose with Enter."""
        match event.key():
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case _:
                super().keyPressEvent(event)


def _reason(action: Action) -> str:
    if action.refusal is None:
        return ""
    # A hyphen that does not break keeps a rule id in one piece.
    rules = ", ".join(action.refusal.rule_ids).replace("-", "\u2011")
    return f"{action.refusal.text}  {rules}" if rules else action.refusal.text
