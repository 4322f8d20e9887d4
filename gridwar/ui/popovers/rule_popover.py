"""The card of a rule: its text, how its house rules stand, and the way to the rules it names.

Owns the way back through the cards that were looked at. What a card says comes from ``control``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_painter import BODY, SMALL, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, clear, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from gridwar.control.records.popover_records import RuleCard, RuleLink, SwitchLine
    from gridwar.ui.style.theme import Theme

_WIDTH_PX = 420
_LINK_PX = 28
_LINK_ID_PX = 88


class RulePopover(Popover):
    """Shows one rule at a time; ``switches_wanted()`` asks for the form of the house rules."""

    switches_wanted = Signal()

    def __init__(
        self, theme: Theme, parent: QWidget, present: Callable[[str], RuleCard | None]
    ) -> None:
        """Begin hidden.

        Args:
            theme: How it looks.
            parent: What it floats over.
            present: Returns the card of a rule as it is now.
        """
        super().__init__(theme, parent)
        self.setAccessibleName(_("Rule"))
        self.width_px = _WIDTH_PX
        self.is_aside = True
        self.card: RuleCard | None = None
        self._present = present
        self._before: list[str] = []
        self._back = IconButton(theme, "arrow-left", _("Back (Backspace)"), self, 18)
        self._back.clicked.connect(self.back)
        self._title = label("", "title", wrap=True)
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (18, 12, 12, 0), 6)
        head.addWidget(self._back, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._body = QWidget(self)
        self._parts = QVBoxLayout(self._body)
        inset(self._parts, theme, (18, 2, 18, 16), 8)
        self.rows.addLayout(head)
        self.rows.addWidget(FitScroll(self._body, self), 1)
        self.cancelled.connect(self.hide)
        self.hide()

    def open(self, rule_id: str) -> bool:
        """Show a rule, before it the one that is shown now; return whether there is one."""
        card = self._present(rule_id)
        if card is None:
            return False
        if self.isHidden():
            self._before.clear()
        elif self.card is not None and self.card.id != rule_id:
            self._before.append(self.card.id)
        self._show_card(card)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def refresh(self) -> None:
        """Show what the rule says now: its house rules may have been changed."""
        card = None if self.card is None else self._present(self.card.id)
        if card is not None and card != self.card:
            self._show_card(card)

    def back(self) -> None:
        """Show the rule before."""
        card = self._present(self._before.pop()) if self._before else None
        if card is not None:
            self._show_card(card)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_card(self, card: RuleCard) -> None:
        self.card = card
        self.setAccessibleName(f"{card.id}: {card.title}")
        self._back.setVisible(bool(self._before))
        self._title.setText(card.title)
        clear(self._parts)
        self._add(label(f"{card.id}  \u00b7  {card.book}", "rule"))
        self._add(label(card.text, wrap=True))
        for switch in card.switches:
            self._add_switch(switch)
        if card.switches:
            change = QPushButton(_("House rules \u2026"))
            change.setProperty("role", "link")
            change.clicked.connect(self.switches_wanted)
            self._parts.addWidget(change, 0, Qt.AlignmentFlag.AlignLeft)
            change.show()
        if card.named:
            self._add_links(card.named)
        self.fit()

    def _add(self, part: QWidget) -> None:
        self._parts.addWidget(part)
        part.show()

    def _add_switch(self, switch: SwitchLine) -> None:
        """Add a house rule: its name and value in one line, below what it decides."""
        self._add(hairline())
        stands = _("{name}: {value}").format(name=switch.title, value=switch.now)
        self._add(label(stands, "strong", wrap=True))
        self._add(label(switch.text, "note", wrap=True))
        if switch.default:
            words = _("Changed for this fight; usually: {value}").format(value=switch.default)
            self._add(label(words, "changed", wrap=True))

    def _add_links(self, links: tuple[RuleLink, ...]) -> None:
        """Add the ways to other rules."""
        self._add(hairline())
        self._add(label(_("See also"), "quiet"))
        rows = QWidget(self._body)
        inside = QVBoxLayout(rows)
        inset(inside, self.theme, (0, 0, 0, 0), 0)
        for link in links:
            button = _LinkButton(self.theme, link, rows)
            button.clicked.connect(lambda _checked=False, to=link.id: self.open(to))
            inside.addWidget(button)
            button.show()
        self._add(rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Backspace, and press what has the keyboard with Enter."""
        has = self.focusWidget()
        if event.key() == Qt.Key.Key_Backspace:
            self.back()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(has, _LinkButton):
            has.click()
        else:
            super().keyPressEvent(event)


class _LinkButton(PaintedButton):
    """The way to another rule: its id and its title."""

    def __init__(self, theme: Theme, link: RuleLink, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._link = link
        self.setText(link.title)
        self.setAccessibleName(f"{link.id}: {link.title}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(self.theme.px(200), self.theme.px(_LINK_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw id and title."""
        if self.underMouse():
            painter.rounded_box(box.adjusted(-painter.px(6), 0, 0, 0), 8, painter.colors.raised)
        painter.text(box, self._link.id, SMALL, painter.colors.text3)
        words = box.adjusted(painter.px(_LINK_ID_PX), 0, 0, 0)
        painter.text(words, self._link.title, BODY, painter.colors.accent)
