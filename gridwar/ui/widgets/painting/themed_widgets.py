"""Widgets that know their theme, and pass a new one on to those inside.

Owns how a theme reaches hand-drawn widgets; standard ones get it from the style sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLayout, QWidget

from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.rule_spots import RuleSpot


class Themed:
    """Mixed into a widget; the widget calls `begin_theme` in its ``__init__``."""

    theme: Theme

    def begin_theme(self, theme: Theme) -> None:
        """Remember the first theme."""
        self.theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Take on a theme, together with everything inside."""
        self.theme = theme
        if isinstance(self, QWidget):
            for child in self.findChildren(QWidget):
                if isinstance(child, Themed):
                    child.theme = theme
                    child.on_theme()
        self.on_theme()

    def on_theme(self) -> None:
        """Do what a new theme makes necessary; the default measures and draws anew."""
        if isinstance(self, QWidget):
            self.updateGeometry()
            self.update()


class ThemedWidget(QWidget, Themed):
    """A plain widget with a theme."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin_theme(theme)


class Panel(ThemedWidget):
    """A widget on the ground of panels, whatever it lies on."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the ground; a style sheet would reach only what lies in a dock directly."""
        with QPainter(self) as qpainter:
            qpainter.fillRect(event.rect(), qcolor(self.theme.palette.panel))


class Painted(ThemedWidget):
    """A widget that draws itself with a `ThemedPainter`."""

    rule_spots: Sequence[RuleSpot] = ()
    """The rule ids in what it shows."""
    pointed_rule = ""
    """The one that the pointer is on."""
    named_box: QRectF | None = None
    """The line whose rule's card is open: it lies on a ground of its own."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Hand a painter to `draw`."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme, self.pointed_rule)
            if self.named_box is not None:
                painter.rounded_box(self.named_box, 6, painter.colors.accent_ground)
            self.draw(painter, QRectF(self.rect()))
            self.rule_spots = painter.rule_spots

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the widget."""


class PaintedButton(QAbstractButton, Themed):
    """A button that draws itself; hover and keyboard focus show."""

    rule_spots: Sequence[RuleSpot] = ()
    """The rule ids in what it shows."""
    pointed_rule = ""
    """The one that the pointer is on."""
    named_box: QRectF | None = None
    """The line whose rule's card is open: it lies on a ground of its own."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.setMouseTracking(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Hand a painter to `draw`, then mark the focus."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme, self.pointed_rule)
            if self.named_box is not None:
                painter.rounded_box(self.named_box, 6, painter.colors.accent_ground)
            self.draw(painter, QRectF(self.rect()))
            self.rule_spots = painter.rule_spots
            if self.hasFocus():
                painter.focus_ring(QRectF(self.rect()))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the button."""


def inset(layout: QLayout, theme: Theme, margins: tuple[int, int, int, int], space: int) -> None:
    """Set a layout's margins (left, top, right, bottom) and spacing, given at 100 %."""
    left, top, right, bottom = (theme.px(one) if one else 0 for one in margins)
    layout.setContentsMargins(left, top, right, bottom)
    layout.setSpacing(theme.px(space) if space else 0)


def clear(layout: QLayout) -> None:
    """Take all widgets out of a layout; they are gone once the present event is over."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
