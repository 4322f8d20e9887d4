"""A list of kinds to paint with: swatch, name, what it does; one is chosen.

Owns the rows; what a click comes to is the panel's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.map.ground.paint_patterns import draw_swatch
from gridwar.ui.map.props.prop_painting import draw_sample
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.row_heights import PERSON_ROW_PX
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.control.records.ground_records import PaintLook
    from gridwar.ui.style.theme import Theme

_SWATCH_PX = 30
_LONG_SIGN = 3
"""A sign of so many letters is smaller."""


class KindView(Struct, frozen=True):
    """One row; ``look`` is its swatch, or ``icon`` where it has none, or a ``sign`` of few letters.

    ``opens`` is the key of its card, which a sign at the right end leads to; empty for none.
    """

    id: str
    name: str
    note: str = ""
    look: PaintLook | None = None
    icon: str = ""
    opens: str = ""
    sign: str = ""
    stamp: tuple[str, int, int] | None = None
    """The drawing of a prop in place of a swatch, with the cells across and down that it fills."""


class KindRows(ThemedWidget):
    """The rows. Signal: ``chosen(id)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (8, 0, 8, 0), 0)
        self._views: tuple[KindView, ...] = ()
        self.buttons: dict[str, KindRow] = {}

    def show_kinds(self, views: tuple[KindView, ...], chosen: str) -> None:
        """Show rows, and which one is chosen."""
        if views != self._views:
            self._views = views
            self._build()
        for key, button in self.buttons.items():
            button.setChecked(key == chosen)

    def _build(self) -> None:
        clear(self._rows)
        self.buttons = {}
        for view in self._views:
            row = KindRow(self.theme, view, self)
            row.clicked.connect(lambda _on=False, key=view.id: self.chosen.emit(key))
            self._rows.addWidget(row)
            self.buttons[view.id] = row


class KindRow(PaintedButton):
    """One row."""

    def __init__(self, theme: Theme, view: KindView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = view
        self.setCheckable(True)
        self.setAccessibleName(view.name)
        self.setAccessibleDescription(view.note)
        set_tip(self, "\n".join(filter(None, (view.name, view.note))))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(PERSON_ROW_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return QSize(self.theme.px(120), self.theme.px(PERSON_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw swatch, name and effect."""
        colors, view = painter.colors, self._view
        plate = box.adjusted(0, 1, 0, -1)
        if self.isChecked():
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(plate, 8, colors.raised)
        edge = painter.px(_SWATCH_PX)
        swatch = QRectF(box.left() + painter.px(8), box.center().y() - edge / 2, edge, edge)
        if view.look is not None:
            draw_swatch(painter.qpainter, view.look, swatch, qcolor(colors.raised))
            painter.rounded_box(swatch, 5, None, colors.line2)
        elif view.stamp is not None:
            draw_sample(painter.qpainter, view.stamp, swatch)
        elif view.icon:
            painter.icon(view.icon, QPointF(swatch.center()), 18, colors.text2)
        else:
            painter.rounded_box(swatch, 5, colors.raised, colors.line2)
            voice = STRONG if len(view.sign) < _LONG_SIGN else NOTE
            painter.text(swatch, view.sign, voice, colors.text, Qt.AlignmentFlag.AlignCenter)
        left = swatch.right() + painter.px(10)
        right = box.right() - painter.px(8)
        if view.opens:
            sign = QRectF(box.right() - painter.px(32), box.top(), painter.px(28), box.height())
            is_pointed = self.pointed_rule == view.opens
            color = colors.text if is_pointed else colors.text3
            painter.icon("info", QPointF(sign.center()), 16, color)
            painter.leads_to(
                view.opens, sign, _("What the rules say of {kind}").format(kind=view.name)
            )
            right = sign.left() - painter.px(4)
        width = right - left
        middle = box.center().y()
        top = QRectF(left, middle - painter.px(19), width, painter.px(20))
        if not view.note:
            top.moveTop(middle - painter.px(10))
        painter.text(top, view.name, STRONG if self.isChecked() else BODY, colors.text)
        if view.note:
            below = QRectF(left, middle, width, painter.px(18))
            painter.text(below, view.note, NOTE, colors.text2 if self.isChecked() else colors.text3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows."""
        match event.key():
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case _:
                super().keyPressEvent(event)
