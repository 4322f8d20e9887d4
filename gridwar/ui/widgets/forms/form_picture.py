"""The token in a form, as it will stand on the map; a click offers pictures for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy

from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.forms.form_silhouettes import FormSilhouettes
from gridwar.ui.widgets.painting.themed_painter import BODY
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_WIDTH_PX, _HEIGHT_PX = 104, 30
_RADIUS_PX = 11
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class FormPicture(PaintedButton):
    """The token. Signal: ``acted(key, act, choice)``."""

    acted = Signal(str, str, str)

    def __init__(
        self,
        theme: Theme,
        view: FieldView,
        parent: QWidget,
    ) -> None:
        super().__init__(theme, parent)
        self.view = view
        self.silhouettes = FormSilhouettes(theme, view, parent)
        """Those that may stand on it in place of a picture; they lie elsewhere in the form."""
        self.silhouettes.chosen.connect(lambda name: self.acted.emit(view.key, "drawn", name))
        self.setAccessibleName(view.label)
        set_tip(self, _("Choose a picture for the token; arrows: a silhouette"))
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
            self.silhouettes.show_view(view)
            self.update()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw a button with the token on it."""
        colors = painter.colors
        ground = colors.raised if self.underMouse() or self.isDown() else colors.control
        painter.rounded_box(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, ground, colors.line2, 1)
        middle = QPointF(box.left() + painter.px(20), box.center().y())
        if self.view.token is not None:
            painter.token(middle, _RADIUS_PX, self.view.token)
        words = box.adjusted(painter.px(38), 0, -painter.px(6), 0)
        painter.text(words, self.view.label, BODY, colors.text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on to the silhouettes with an arrow."""
        if event.key() in _ARROWS:
            self.silhouettes.take_keys()
        else:
            super().keyPressEvent(event)

    def _offer(self) -> None:
        menu = PopupMenu(self.window(), passes=True)
        for act in self.view.acts:
            menu.addAction(act.text).triggered.connect(
                lambda _on=False, at=act.id: self.acted.emit(self.view.key, at, "")
            )
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))
