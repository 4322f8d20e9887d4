"""The silhouettes of which one may stand on a token, as a row of small tokens in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy

from gridwar.control.records.panel_records import TokenBit
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import FieldView
    from gridwar.control.records.panel_records import Choice
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_EDGE_PX, _RADIUS_PX, _GAP_PX = 36, 15, 2


class FormSilhouettes(ThemedWidget):
    """One is on the token, or none. Signal: ``chosen(id)``.

    Arrows come here from the picture and go from one to the next; Tab passes by, since most who
    write somebody down go from field to field.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Silhouettes"))
        self.group = QButtonGroup(self)
        self.buttons: dict[str, _Silhouette] = {}
        rows = FlowLayout(self, theme.px(_GAP_PX), theme.px(_EDGE_PX) * len(view.choices) // 2)
        for choice in view.choices:
            button = _Silhouette(theme, choice, self)
            button.clicked.connect(lambda _on=False, one=choice.id: self.chosen.emit(one))
            self.buttons[choice.id] = button
            self.group.addButton(button)
            rows.addWidget(button)
        self.show_view(view)

    def show_view(self, view: FieldView) -> None:
        """Show them on the side of the token, and which of them it bears."""
        token = view.token or TokenBit("")
        self.group.setExclusive(False)  # else none could be without a mark
        for name, button in self.buttons.items():
            button.show_token(replace(token, picture=name, initials=""))
            button.setChecked(name == token.picture)
        self.group.setExclusive(True)
        for button in self.buttons.values():  # Qt makes the one that is marked a stop of Tab
            button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def take_keys(self) -> None:
        """Give the keyboard to the one on the token, else to the first."""
        marked = self.group.checkedButton() or next(iter(self.buttons.values()))
        marked.setFocus(Qt.FocusReason.OtherFocusReason)


class _Silhouette(PaintedButton):
    """One of them."""

    def __init__(self, theme: Theme, choice: Choice, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._token = TokenBit("", picture=choice.id)
        self.setCheckable(True)
        self.setAccessibleName(choice.title)
        set_tip(self, choice.title)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(self.theme.px(_EDGE_PX), self.theme.px(_EDGE_PX))

    def show_token(self, token: TokenBit) -> None:
        """Show another token."""
        if token != self._token:
            self._token = token
            self.update()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the token, framed where it is the one; the keyboard's ring is around it."""
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(box.adjusted(1, 1, -1, -1), 8, colors.accent_ground, colors.accent)
        elif self.underMouse():
            painter.rounded_box(box.adjusted(1, 1, -1, -1), 8, colors.raised)
        painter.token(box.center(), _RADIUS_PX, self._token)
