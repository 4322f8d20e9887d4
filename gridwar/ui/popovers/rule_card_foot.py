"""The foot of a rule card: the ways to others, what becomes of a condition, and copying."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    SMALL,
    ThemedPainter,
    advance,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.rule_card_records import RuleCard, RuleLink
    from gridwar.ui.style.theme import Theme

_LINK_PX: Final = 26
MOST_LINKS: Final = 10
_COPY_KEY: Final = "Ctrl+C"


class CopyButton(PaintedButton):
    """Copies the card as text; its key stands in it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(_("copy"))
        self.setAccessibleName(_("Copy this card as text"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for key and word."""
        width = keycap_width(_COPY_KEY, self.theme) + advance(self.text(), NOTE, self.theme)
        return QSize(round(width + 14 * self.theme.scale), self.theme.px(_LINK_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        colors = painter.colors
        color = colors.text if self.underMouse() else colors.text3
        x = box.left() + painter.px(3)
        x += painter.keycap(x, box.center().y(), _COPY_KEY, colors.text2) + painter.px(6)
        painter.text(QRectF(x, box.top(), box.right() - x, box.height()), self.text(), NOTE, color)


class CardFoot(ThemedWidget):
    """The ways to other cards, what changes or ends a condition, and what copies the card.

    Signals: ``wanted(key)`` of another card, ``copied()``, ``changed()``, ``ended()``.
    """

    wanted = Signal(str)
    copied = Signal()
    changed = Signal()
    ended = Signal()

    def __init__(self, theme: Theme, card: RuleCard, parent: QWidget) -> None:
        super().__init__(theme, parent)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 8)
        if card.effect:
            rows.addLayout(self._buttons(theme, card))
        line = QHBoxLayout()
        line.setSpacing(theme.px(8))
        if card.named:
            links = LinkRow(theme, card, self)
            links.wanted.connect(self.wanted)
            line.addWidget(links, 1)
        else:
            line.addStretch(1)
        copy = CopyButton(theme, self)
        copy.clicked.connect(self.copied)
        line.addWidget(copy, 0, Qt.AlignmentFlag.AlignBottom)
        rows.addLayout(line)

    def _buttons(self, theme: Theme, card: RuleCard) -> QHBoxLayout:
        """Return what changes or ends the condition that the card is of."""
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.px(8))
        names = (_("Change {condition}"), _("End {condition}"))
        words = (_("Change \u2026"), _("End it"))
        for word, name, done in zip(words, names, (self.changed, self.ended), strict=True):
            button = KeyButton(theme, word, "plain", self)
            button.setAccessibleName(name.format(condition=card.title))
            button.clicked.connect(done)
            buttons.addWidget(button)
        buttons.addStretch(1)
        return buttons


class LinkRow(ThemedWidget):
    """The ways to other cards, side by side; ``wanted(key)``."""

    wanted = Signal(str)

    def __init__(self, theme: Theme, card: RuleCard, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._flow = FlowLayout(self, theme.px(4), theme.px(240))
        head = label(_("See also"), "quiet")
        head.setFixedHeight(theme.px(_LINK_PX))
        self._flow.addWidget(head)
        for link in card.named[:MOST_LINKS]:
            button = LinkButton(theme, link, self)
            button.clicked.connect(lambda _on=False, key=link.id: self.wanted.emit(key))
            self._flow.addWidget(button)


class LinkButton(PaintedButton):
    """The way to another card: its id and its title."""

    def __init__(self, theme: Theme, link: RuleLink, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._link = link
        self.setText(link.title)
        self.setAccessibleName(f"{link.id}: {link.title}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for id and title."""
        width = advance(self._link.id, SMALL, self.theme) + advance(
            self._link.title, LABEL, self.theme
        )
        return QSize(round(width + 18 * self.theme.scale), self.theme.px(_LINK_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw id and title."""
        colors = painter.colors
        if self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        words = box.adjusted(painter.px(4), 0, 0, 0)
        used = painter.text(words, self._link.id, SMALL, colors.text3)
        painter.text(
            words.adjusted(used + painter.px(6), 0, 0, 0), self.text(), LABEL, colors.accent
        )
