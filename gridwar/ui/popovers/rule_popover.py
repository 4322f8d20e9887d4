"""The card of a rule, a condition, a weapon, ground or a zone; it floats beside what named it.

Owns the way back through the cards that were looked at, the pin, and where the card lies. What it
says comes from ``control``; which cards are open is the business of ``RuleCards``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gridwar.control.presenters.reference_cards import card_words
from gridwar.text import _
from gridwar.ui.popovers.rule_card_foot import CardFoot
from gridwar.ui.popovers.rule_card_notch import Notch, beside
from gridwar.ui.popovers.rule_card_rows import FigureList, SwitchRow, UseRow
from gridwar.ui.popovers.rule_card_table import CardTable
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, clear, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent, QShowEvent

    from gridwar.control.records.rule_card_records import RuleCard
    from gridwar.ui.style.theme import Theme

WIDTH_PX: Final = 480


class RulePopover(Popover):
    """Shows one card at a time.

    Signals: ``switch_chosen(name, value as JSON)``, ``switches_wanted()`` (the form of all house
    rules), ``use_wanted(row of the log)``, ``effect_wanted(effect)`` to change it,
    ``ended(combatant, effect)``, ``pinned()``.
    """

    switch_chosen = Signal(str, str)
    switches_wanted = Signal()
    use_wanted = Signal(int)
    effect_wanted = Signal(str)
    ended = Signal(str, str)
    pinned = Signal()

    def __init__(
        self, theme: Theme, parent: QWidget, present: Callable[[str], RuleCard | None]
    ) -> None:
        """Begin hidden.

        Args:
            theme: How it looks.
            parent: What it floats over.
            present: Returns the card of a key as it is now.
        """
        super().__init__(theme, parent)
        self.setAccessibleName(_("Rule"))
        self.width_px = WIDTH_PX
        self.is_aside = True
        self.card: RuleCard | None = None
        self.is_pinned = False
        self._present = present
        self._before: list[str] = []
        self._named_by: tuple[QRect, QRect] | None = None
        """The line that named it, and the part of the window that this is in."""
        self._put: QPoint | None = None
        """Where it was dragged to."""
        self._notch = Notch(self, parent)
        self._make_head()
        self._body = QWidget(self)
        self._parts = QVBoxLayout(self._body)
        inset(self._parts, theme, (16, 2, 16, 14), 8)
        self.rows.addWidget(FitScroll(self._body, self), 1)
        self.cancelled.connect(self.hide)
        self.hide()

    def _make_head(self) -> None:
        theme = self.theme
        self._head = _Head(self)
        self._id = label("", "changed")
        self._book = label("", "quiet")
        self._title = label("", "title", wrap=True)
        self._back = IconButton(theme, "chevron-left", _("Back (Backspace)"), self, 16)
        self._back.clicked.connect(self.back)
        self.pin = IconButton(theme, "pin", _("Keep it open (P)"), self, 16)
        self.pin.setCheckable(True)
        self.pin.clicked.connect(self._on_pin)
        close = IconButton(theme, "x", _("Close (Esc)"), self, 16)
        close.clicked.connect(self.cancelled)
        line = QHBoxLayout()
        inset(line, theme, (0, 0, 0, 0), 6)
        line.addWidget(self._id)
        line.addWidget(self._book, 1)
        for button in (self._back, self.pin, close):
            line.addWidget(button)
        rows = QVBoxLayout(self._head)
        inset(rows, theme, (16, 8, 8, 2), 0)
        rows.addLayout(line)
        rows.addWidget(self._title)
        self.rows.addWidget(self._head)

    # --- what it shows --------------------------------------------------------------------------

    def open(self, key: str) -> bool:
        """Show a card, before it the one that is shown now; return whether there is one."""
        card = self._present(key)
        if card is None:
            return False
        if self.isHidden():
            self._before.clear()
        elif self.card is not None and self.card.key != key:
            self._before.append(self.card.key)
        self._show_card(card)
        self.show()
        self.raise_()
        self._notch.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def begin(self, named_by: tuple[QRect, QRect] | None) -> None:
        """Forget what was looked at before; float beside a line that names the next card.

        Args:
            named_by: The line, and the part of the window that it is in, in the parent's pixels;
                None where no line named it.
        """
        self._before.clear()
        self._named_by = named_by
        self._put = None
        self.is_aside = named_by is None

    def refresh(self) -> None:
        """Show what it says now: house rules may have been changed, the fight has gone on."""
        card = None if self.card is None else self._present(self.card.key)
        if card is not None and card != self.card:
            self._show_card(card)

    def back(self) -> None:
        """Show the card before."""
        card = self._present(self._before.pop()) if self._before else None
        if card is not None:
            self._show_card(card)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_card(self, card: RuleCard) -> None:
        self.card = card
        self.setAccessibleName(": ".join(filter(None, (card.id, card.title))))
        self._back.setEnabled(bool(self._before))
        show_words(self._id, card.id)
        self._book.setText(card.book)
        self._title.setText(card.title)
        clear(self._parts)
        if card.text:
            self._add(label(card.text, "second", wrap=True))
        if card.figures or card.traits:
            self._add(FigureList(self.theme, card, self._body))
        for table in card.tables:
            made = CardTable(self.theme, table, self._body)
            made.changed.connect(self.fit)
            self._add(made)
        self._add_switches(card)
        self._add_uses(card)
        self._add_foot(card)
        self.fit()

    def _add(self, part: QWidget) -> None:
        self._parts.addWidget(part)
        part.show()

    def _add_switches(self, card: RuleCard) -> None:
        """Add the house rules that bend it, to be changed in place."""
        if not card.switches:
            return
        self._add(hairline())
        for line in card.switches:
            row = SwitchRow(self.theme, line, self._body)
            row.chosen.connect(self.switch_chosen)
            row.form_wanted.connect(self.switches_wanted)
            self._add(row)
        change = QPushButton(_("All house rules \u2026"))
        change.setProperty("role", "link")
        change.clicked.connect(self.switches_wanted)
        self._parts.addWidget(change, 0, Qt.AlignmentFlag.AlignLeft)
        change.show()

    def _add_uses(self, card: RuleCard) -> None:
        """Add where it counted in this fight."""
        if not card.uses:
            return
        self._add(hairline())
        head = QWidget(self._body)
        line = QHBoxLayout(head)
        inset(line, self.theme, (0, 0, 0, 0), 8)
        line.addWidget(label(_("Where it counted"), "strong"), 1)
        words = _("once in this fight")
        if card.use_count > 1:
            words = _("{n} times in this fight").format(n=card.use_count)
        line.addWidget(label(words, "quiet"))
        self._add(head)
        before = ""
        for use in card.uses:
            row = UseRow(self.theme, use, use.when if use.when != before else "", self._body)
            row.clicked.connect(lambda _on=False, to=use.row_id: self.use_wanted.emit(to))
            self._add(row)
            before = use.when

    def _add_foot(self, card: RuleCard) -> None:
        """Add the ways to other cards, and what ends or copies this one."""
        self._add(hairline())
        foot = CardFoot(self.theme, card, self._body)
        foot.wanted.connect(self.open)
        foot.copied.connect(self.copy)
        foot.changed.connect(lambda: self.effect_wanted.emit(card.effect))
        foot.ended.connect(lambda: self.ended.emit(card.lasts_on, card.effect))
        self._add(foot)

    def copy(self) -> None:
        """Copy the card as text."""
        if self.card is not None:
            QGuiApplication.clipboard().setText(card_words(self.card))

    # --- where it lies --------------------------------------------------------------------------

    def corner(self, area: QRect, size: QSize) -> QPoint:
        """Return where it floats: where it was put, beside what named it, or at the right."""
        self._notch.show_side(None)
        if self._put is not None:
            return QPoint(
                max(area.left(), min(self._put.x(), area.right() - size.width())),
                max(area.top(), min(self._put.y(), area.bottom() - size.height())),
            )
        if self._named_by is None:
            return super().corner(area, size)
        line, part = self._named_by
        parent = self.parentWidget()
        assert parent is not None
        window = parent.rect()
        wide = QRect(window.left(), area.top(), window.width(), area.height())
        corner, side = beside(line, part, (area, wide), size, self.theme.scale)
        self._notch.show_side(side, line.center())
        return corner

    def _slide_px(self) -> int:
        """Return that it comes where it is: its notch points at something."""
        return 0

    def put(self, corner: QPoint) -> None:
        """Lie somewhere else from now on: it is kept, and its notch is gone."""
        self._keep()
        self._put = corner
        self.fit()

    def _on_pin(self) -> None:
        """Keep it open, or close it again with the next card."""
        if self.pin.isChecked():
            self._keep()
        else:
            self.is_pinned = self.is_loose = False

    def _keep(self) -> None:
        self.pin.setChecked(True)
        if not self.is_pinned:
            self.is_pinned = self.is_loose = True
            self._put = self.rest.topLeft()
            self.fit()
            self.pinned.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Come with the notch."""
        super().showEvent(event)
        self._notch.follow()

    # --- keys -----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep the card's own keys from being taken as shortcuts of the window."""
        if event.type() == event.Type.ShortcutOverride and self._owns(event):
            event.accept()
            return True
        return super().event(event)

    def _owns(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        key, held = event.key(), event.modifiers()
        back = key == Qt.Key.Key_Left and held == Qt.KeyboardModifier.AltModifier
        copy = key == Qt.Key.Key_C and held == Qt.KeyboardModifier.ControlModifier
        pin = key == Qt.Key.Key_P and held == Qt.KeyboardModifier.NoModifier
        return back or copy or pin

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Backspace or Alt+Left, pin with P, copy with Ctrl+C."""
        has, key = self.focusWidget(), event.key()
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        is_copy = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Backspace or (key == Qt.Key.Key_Left and is_alt):
            self.back()
        elif key == Qt.Key.Key_P:
            self.pin.click()
        elif key == Qt.Key.Key_C and is_copy:
            self.copy()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(has, PaintedButton):
            has.click()
        else:
            super().keyPressEvent(event)


class _Head(QWidget):
    """The head, by which the card is dragged."""

    def __init__(self, card: RulePopover) -> None:
        super().__init__(card)
        self._card = card
        self._from: QPoint | None = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take it up."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint() - self._card.pos()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it."""
        if self._from is not None:
            self._card.put(event.globalPosition().toPoint() - self._from)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave it here."""
        self._from = None
        super().mouseReleaseEvent(event)
