"""The token in a form, as it will stand on the map; a click offers pictures for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QMenu, QSizePolicy

from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import BODY
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_WIDTH_PX, _HEIGHT_PX = 104, 32
_RADIUS_PX = 11


class FormPicture(PaintedButton):
    """The token. Signal: ``acted(key, act, choice)``."""

    acted = Signal(str, str, str)

    def __init__(
        self,
        theme: Theme,
        view: FieldView,
        picture_bytes: Callable[[str], bytes | None],
        parent: QWidget,
    ) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._bytes = picture_bytes
        self._known: tuple[str, QPixmap | None] = ("", None)
        self.setAccessibleName(view.label)
        set_tip(self, _("Choose a picture for the token"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._offer)

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(self.theme.px(_WIDTH_PX), self.theme.px(_HEIGHT_PX))

    def show_view(self, view: FieldView) -> None:
        """Show the token as it is now."""
        if view != self.view:
            self.view = view
            self.update()

    def _picture(self) -> QPixmap | None:
        digest = self.view.token.picture if self.view.token is not None else None
        if digest is None:
            return None
        if self._known[0] != digest:
            made, data = QPixmap(), self._bytes(digest)
            is_read = data is not None and made.loadFromData(data)
            self._known = (digest, made if is_read else None)
        return self._known[1]

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw a button with the token on it."""
        colors = painter.colors
        ground = colors.raised if self.underMouse() or self.isDown() else colors.control
        painter.rounded_box(box.adjusted(1, 1, -1, -1), 6, ground, colors.line2, 1)
        middle = QPointF(box.left() + painter.px(20), box.center().y())
        if self.view.token is not None:
            painter.token(middle, _RADIUS_PX, self.view.token, self._picture())
        words = box.adjusted(painter.px(38), 0, -painter.px(6), 0)
        painter.text(words, self.view.label, BODY, colors.text)

    def _offer(self) -> None:
        menu = QMenu(self.window())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for act in self.view.acts:
            menu.addAction(act.text).triggered.connect(
                lambda _on=False, at=act.id: self.acted.emit(self.view.key, at, "")
            )
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))
