"""Buttons: an icon, alone or with a key; words and a key; a switch; segments or ways to choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LABEL,
    MIDDLE,
    STRONG,
    ThemedPainter,
    Voice,
    advance,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.panel_records import Choice
    from gridwar.ui.style.theme import Theme

TOUCH_PX = 28
"""No target of the pointer is smaller."""


class IconButton(PaintedButton):
    """A quiet button that is only an icon; its words are the tooltip."""

    def __init__(
        self, theme: Theme, icon: str, words: str, parent: QWidget | None = None, size_px: int = 16
    ) -> None:
        super().__init__(theme, parent)
        self._icon = icon
        self._size_px = size_px
        set_tip(self, words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return the touch target's size."""
        return QSize(self.theme.px(TOUCH_PX), self.theme.px(TOUCH_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the icon on a ground while the pointer is over it."""
        colors = painter.colors
        if self.isDown() or self.isChecked():
            painter.rounded_box(box, 8, colors.accent_ground)
        elif self.underMouse() and self.isEnabled():
            painter.rounded_box(box, 8, colors.raised)
        color = colors.text2 if self.isEnabled() else colors.line2
        if self.isEnabled() and (self.underMouse() or self.isChecked()):
            color = colors.accent if self.isChecked() else colors.text
        painter.icon(self._icon, box.center(), self._size_px, color)


class KeyIcon(IconButton):
    """A button with an icon and the key that does the same."""

    def __init__(self, theme: Theme, icon: str, words: str, parent: QWidget) -> None:
        super().__init__(theme, icon, words, parent, 16)
        self._icon_name, self._words, self._key = icon, words, ""

    def show_key(self, key: str) -> None:
        """Show another key; none at all for an empty one."""
        self._key = key
        set_tip(self, self._words, key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for icon and key."""
        cap = keycap_width(self._key, self.theme) + 8 * self.theme.scale if self._key else 0
        return QSize(round(self.theme.px(30) + cap), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both."""
        colors = painter.colors
        if self.underMouse() or self.isDown():
            painter.rounded_box(box, 8, colors.raised)
        color = colors.text if self.underMouse() else colors.text2
        middle = box.center().y()
        painter.icon(self._icon_name, QPointF(box.left() + painter.px(15), middle), 16, color)
        if self._key:
            painter.keycap(box.left() + painter.px(29), middle, self._key, colors.text2)


class KeyButton(PaintedButton):
    """A button with words and, at its end, the key that does the same.

    ``kind``: ``primary`` (brass, one in view), ``plain`` or ``quiet``.
    """

    def __init__(
        self, theme: Theme, words: str = "", kind: str = "plain", parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.kind = kind
        self._key = ""
        self._icon = ""
        self.height_px = 38 if kind == "primary" else 32
        self.side_px = 16
        """Room beside the words."""
        self.setText(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_kind(self, kind: str) -> None:
        """Be of another kind, as high as before."""
        if kind != self.kind:
            self.kind = kind
            self.updateGeometry()
            self.update()

    def set_words(self, words: str, key: str = "", icon: str = "") -> None:
        """Show other words, key and icon."""
        if (words, key, icon) != (self.text(), self._key, self._icon):
            self._key, self._icon = key, icon
            self.setText(words)
            self.setAccessibleName(words)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return room for words, icon and key."""
        width = (
            advance(self.text(), self._voice(), self.theme) + 2 * self.side_px * self.theme.scale
        )
        if self._key:
            width += keycap_width(self._key, self.theme) + 14 * self.theme.scale
        if self._icon:
            width += 24 * self.theme.scale
        return QSize(round(width), self.theme.px(self.height_px))

    def minimumSizeHint(self) -> QSize:
        """Return the same: words are never cut."""
        return self.sizeHint()

    def _voice(self) -> Voice:
        return (STRONG[0], 14, 600) if self.kind == "primary" else BODY

    def _looks(self, painter: ThemedPainter) -> tuple[str | None, str | None, str]:
        """Return ground, edge and text colour."""
        colors, hot = painter.colors, self.underMouse() or self.isDown()
        if self.kind == "primary":
            if not self.isEnabled():
                return colors.raised, colors.line, colors.text3
            return colors.accent, (colors.text if hot else None), colors.on_accent
        if not self.isEnabled():
            return None, colors.line if self.kind == "plain" else None, colors.text3
        if self.kind == "plain":
            return colors.raised, colors.line2 if hot else colors.line, colors.text
        return (colors.raised if hot else None), None, colors.text if hot else colors.text2

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw ground, icon, words and key."""
        ground, edge, color = self._looks(painter)
        painter.rounded_box(box, 8, ground, edge, 1.2)
        spare = box.width() - self.sizeHint().width()
        x = box.left() + painter.px(self.side_px) + max(0.0, spare / 2)
        if self._icon:
            painter.icon(self._icon, QPointF(x + painter.px(8), box.center().y()), 16, color)
            x += painter.px(24)
        words = QRectF(x, box.top(), box.right() - x, box.height())
        x += painter.text(words, self.text(), self._voice(), color) + painter.px(12)
        if self._key and self.kind == "primary":
            width = painter.width(self._key, LABEL) + painter.px(12)
            height = painter.px(18)
            cap = QRectF(x, box.center().y() - height / 2, width, height)
            painter.rounded_box(cap, 4, None, color)
            painter.text(cap, self._key, LABEL, color, MIDDLE)
        elif self._key:
            painter.keycap(x, box.center().y(), self._key, painter.colors.text2)


class Switch(PaintedButton):
    """On or off, as a small slide; the target of the pointer is larger than the picture."""

    def __init__(self, theme: Theme, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setCheckable(True)
        self.setAccessibleName(words)
        set_tip(self, words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return the touch target's size."""
        return QSize(self.theme.px(36), self.theme.px(TOUCH_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the slide in the middle."""
        where = QRectF(0, 0, painter.px(28), painter.px(16))
        where.moveCenter(box.center())
        draw_switch(painter, where, on=self.isChecked(), hot=self.underMouse() and self.isEnabled())


def draw_switch(painter: ThemedPainter, box: QRectF, *, on: bool, hot: bool = False) -> None:
    """Draw a switch; its knob is right when it is on."""
    colors = painter.colors
    edge = colors.text3 if hot else colors.line2
    painter.rounded_box(box, 99, colors.accent if on else colors.control, None if on else edge)
    offset = painter.px(10)
    x = box.right() - offset + painter.px(2) if on else box.left() + offset - painter.px(2)
    painter.qpainter.setPen(Qt.PenStyle.NoPen)
    painter.qpainter.setBrush(qcolor(colors.on_accent if on else colors.text3))
    painter.qpainter.drawEllipse(QPointF(x, box.center().y()), painter.px(5.2), painter.px(5.2))


class _Segment(PaintedButton):
    def sizeHint(self) -> QSize:
        width = advance(self.text(), STRONG, self.theme) + 24 * self.theme.scale
        return QSize(round(width), self.theme.px(TOUCH_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(
                box.adjusted(2, 2, -2, -2), 6, colors.accent_ground, colors.accent, 1.2
            )
        elif self.underMouse():
            painter.rounded_box(box.adjusted(2, 2, -2, -2), 6, colors.raised)
        voice = STRONG if self.isChecked() else BODY
        painter.text(
            box, self.text(), voice, colors.text if self.isChecked() else colors.text2, MIDDLE
        )


class Segments(ThemedWidget):
    """One of a few values, side by side; ``chosen`` tells the id."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, choices: tuple[Choice, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._row = QHBoxLayout(self)
        inset(self._row, theme, (0, 0, 0, 0), 0)
        self._buttons: dict[str, _Segment] = {}
        for choice in choices:
            button = _Segment(theme, self)
            button.setText(choice.title)
            button.setAccessibleName(choice.title)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, key=choice.id: self.chosen.emit(key))
            self._row.addWidget(button)
            self._buttons[choice.id] = button
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_chosen(self, key: str) -> None:
        """Show which one holds."""
        button = self._buttons.get(key)
        if button is not None:
            button.setChecked(True)

    def paintEvent(self, event: object) -> None:
        """Draw the common ground."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            painter.rounded_box(QRectF(self.rect()), 8, painter.colors.control)


class ChoiceButton(PaintedButton):
    """A button that is one way among several; the one that holds now is edged."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return room for the words."""
        width = advance(self.text(), STRONG, self.theme) + 24 * self.theme.scale
        return QSize(round(width), self.theme.px(TOUCH_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw plate and words."""
        colors, is_chosen = painter.colors, self.isChecked()
        edge = colors.accent if is_chosen else colors.line2
        ground = colors.raised if self.underMouse() and self.isEnabled() else colors.control
        painter.rounded_box(box, 8, colors.accent_ground if is_chosen else ground, edge, 1.2)
        color = colors.text if is_chosen or self.isEnabled() else colors.text3
        painter.text(box, self.text(), STRONG if is_chosen else BODY, color, MIDDLE)
