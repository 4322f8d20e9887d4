"""A scroll area that is as high as its content while there is room, and scrolls when not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_LEAST_PX = 64


class FitScroll(QScrollArea):
    """Takes a widget and asks for its height."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._least_px = _LEAST_PX
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # No height for width of its own: a box layout would take that as the least height.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(content)
        content.installEventFilter(self)
        self._settle()

    def keep(self, least_px: int) -> None:
        """Keep so much height where it is needed, whatever else has to give way."""
        if least_px != self._least_px:
            self._least_px = least_px
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height once the content needs one: fields come and go."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._settle()
            self._show_bar_where_needed()
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        """Let content that wraps be as high as it needs at its width, not as at its least width."""
        wraps, policy = self._content.hasHeightForWidth(), self._content.sizePolicy()
        vertical = QSizePolicy.Policy.Ignored if wraps else QSizePolicy.Policy.Preferred
        if policy.verticalPolicy() != vertical:
            policy.setVerticalPolicy(vertical)
            self._content.setSizePolicy(policy)

    def _show_bar_where_needed(self) -> None:
        """Have a bar only where there is not room enough without one.

        A bar makes room narrower and wrapped words longer: Qt would keep it for that alone.
        """
        fits = self.sizeHint().height() <= self.height()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Decide about the bar at another size."""
        self._show_bar_where_needed()
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """Return the content's size at the present width."""
        content = self._content
        hint = content.sizeHint()
        if content.hasHeightForWidth():
            hint.setHeight(content.heightForWidth(self.width()))
        return hint

    def minimumSizeHint(self) -> QSize:
        """Return room for two lines, or as much as it keeps."""
        return QSize(40, min(self._least_px, self.sizeHint().height()))
