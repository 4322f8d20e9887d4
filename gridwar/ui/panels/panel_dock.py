"""A dock for one panel: its title is the handle to move, float and close it by.

Owns the handle's gestures and that keys of a floating panel reach the window. Where docks are is
the window's (``dock_layout``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QMainWindow, QMenu, QWidget

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.labels import PanelTitle
from gridwar.ui.widgets.painting.themed_widgets import Panel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent

    from gridwar.ui.style.theme import Theme


class PanelDock(QDockWidget):
    """One panel that can be moved, tabbed, floated, closed; ``shown(whether it is there)``."""

    shown = Signal(bool)

    def __init__(
        self, key: str, words: str, make: Callable[[], QWidget], window: QMainWindow
    ) -> None:
        """Make a dock that is empty until it is filled, at the latest when it is shown.

        Args:
            key: Its name in what is remembered.
            words: Its title.
            make: Makes the panel; its `PanelTitle` becomes the handle.
            window: Where it docks.
        """
        super().__init__(words, window)
        self._make: Callable[[], QWidget] | None = make
        self.setObjectName(key)
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self._bar: _TitleBar | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def fill(self) -> None:
        """Put the panel in, unless it is there already."""
        if self._make is None:
            return
        panel, self._make = self._make(), None
        title = panel.findChild(PanelTitle)
        if title is not None:
            close = title.add("x", _("Close the panel (View brings it back)"))
            close.clicked.connect(self.close)
            title.setCursor(Qt.CursorShape.SizeAllCursor)
            set_tip(title, _("Drag to move the panel; double click to float it"))
            self._bar = _TitleBar(title.theme)
            row = QHBoxLayout(self._bar)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(title)
            self.setTitleBarWidget(self._bar)
        self.setWidget(panel)
        panel.show()  # it may have been hidden while it had no place

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme; the title is no longer a part of its panel."""
        if self._bar is not None:
            self._bar.set_theme(theme)

    def _follow_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self._bar is not None:
            self._bar.show_focus(has=now is not None and self.isAncestorOf(now))

    def event(self, event: QEvent) -> bool:
        """Tell of coming and going; being covered by another tab is neither."""
        if event.type() == QEvent.Type.ShowToParent:
            self.fill()
        kinds = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)
        if event.type() in kinds:
            self.shown.emit(not self.isHidden())
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer on the title what can be done with the panel."""
        if self._bar is None or not self._bar.geometry().contains(event.pos()):
            super().contextMenuEvent(event)
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = _("Put it back") if self.isFloating() else _("Float")
        menu.addAction(words).triggered.connect(lambda: self.setFloating(not self.isFloating()))
        menu.addAction(_("Close")).triggered.connect(self.close)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand a key that the panel has no use for to the window, also while floating."""
        window = self.parentWidget()
        if self.isFloating() and window is not None:
            event.ignore()
            QApplication.sendEvent(window, event)
        else:
            super().keyPressEvent(event)


class _TitleBar(Panel):
    """The ground of a title; a line below it says that the panel has the keyboard."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._has_focus = False

    def show_focus(self, *, has: bool) -> None:
        if has != self._has_focus:
            self._has_focus = has
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._has_focus:
            edge, line = self.theme.px(14), self.theme.px(2)
            box = QRectF(edge, self.height() - line, self.width() - 2 * edge, line)
            with QPainter(self) as painter:
                painter.fillRect(box, qcolor(self.theme.palette.accent))
