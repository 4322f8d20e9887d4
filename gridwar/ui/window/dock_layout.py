"""The layout of the docks: the default, the user's own, and tabs in a narrow window.

Owns the docks and their saved states, one for each size of the screen. What is in a panel is the
panel's; how those at the right share the height is ``panel_heights``'.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QDockWidget,
    QGraphicsView,
    QMainWindow,
    QTabWidget,
    QWidget,
)

from gridwar.ui.panels.panel_dock import PanelDock
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.window.panel_heights import PanelHeights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.style.theme import Theme

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
WIDE_FROM_PX: Final = 1280
"""A window narrower than this has its right panels in tabs."""
ORDER_PX, RIGHT_PX = 232, 330
MAKES_ROOM: Final = ("card", "actions")
"""Hidden while the active tool has a panel of its own."""
STATE_VERSION: Final = 4
"""The version of saved states: raised when the docks change so that older ones do not fit."""
_REMEMBER_MS = 400
_SETTLE_MS = 400
"""How long a maximised window may still grow after it is shown."""
_GROWN = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


class Layout:
    """The docks of a window."""

    def __init__(self, window: QMainWindow, theme: Theme, settings: SettingsKeeper) -> None:
        """Begin without docks."""
        self.docks: dict[str, PanelDock] = {}
        self._window = window
        self._theme = theme
        self._settings = settings
        self._is_narrow = False
        self._left_for_tool: list[QDockWidget] = []
        self._has_tool = False
        self.heights = PanelHeights(window, theme, self.docks)
        self._is_ready = False
        self._is_growing = False
        """Whether the window has yet to reach the size for which the panels were saved."""
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
        )
        window.setTabPosition(LEFT | RIGHT, QTabWidget.TabPosition.North)
        self._timer = QTimer(window, interval=_REMEMBER_MS, singleShot=True)
        self._timer.timeout.connect(self.remember)

    def add(
        self, key: str, words: str, panel: QWidget, area: Qt.DockWidgetArea, *, shown: bool = True
    ) -> PanelDock:
        """Add a panel in a dock of its own.

        Args:
            key: Its name in what is remembered.
            words: Its title.
            panel: What is in it; its `PanelTitle` becomes the handle.
            area: Where it is at first.
            shown: Whether it is there at first.
        """
        return self._added(key, words, lambda: panel, area, shown=shown)

    def add_later(
        self, key: str, words: str, make: Callable[[], QWidget], area: Qt.DockWidgetArea
    ) -> PanelDock:
        """Add a dock that is not there at first; its panel is made when it is first shown."""
        return self._added(key, words, make, area, shown=False)

    def _added(
        self,
        key: str,
        words: str,
        make: Callable[[], QWidget],
        area: Qt.DockWidgetArea,
        *,
        shown: bool,
    ) -> PanelDock:
        dock = PanelDock(key, words, make, self._window)
        if shown:
            dock.fill()
        self.docks[key] = dock
        self._window.addDockWidget(area, dock)
        dock.setProperty("home", area)
        dock.setProperty("shown", shown)
        dock.setVisible(shown)
        for moved in (dock.dockLocationChanged, dock.topLevelChanged, dock.visibilityChanged):
            moved.connect(lambda *_what: self._touched())
        return dock

    def begin(self) -> None:
        """Restore window and panels as saved, or lay them out by default."""
        px, room = self._theme.px, self._window.screen().availableSize()
        known = self._known()
        geometry = known.get("geometry")
        if geometry:
            self._window.restoreGeometry(_bytes(geometry))
        else:
            self._window.resize(min(px(1440), room.width()), min(px(900), room.height()))
            if room.width() <= px(1440) or room.height() <= px(900):
                self._window.setWindowState(Qt.WindowState.WindowMaximized)
        self._is_narrow = self._window.width() < self._theme.px(WIDE_FROM_PX)
        self._take(known)
        is_remembered = self._mode() in known
        self._is_growing = is_remembered and bool(self._window.windowState() & _GROWN)
        self._is_ready = True

    def bring_floating_up(self) -> None:
        """Show floating panels once more: before the window was there they could not lie on it."""
        soon(self._window, self._end_growing, _SETTLE_MS)
        for dock in self.docks.values():
            if dock.isFloating() and not dock.isHidden():
                dock.hide()
                dock.show()

    def fit(self) -> bool:
        """Follow the window's size: tabs where it is narrow, each panel for itself elsewhere.

        Returns:
            Whether the panels were put in their places anew; the tool's panel is to come again.
        """
        is_narrow = self._window.width() < self._theme.px(WIDE_FROM_PX)
        is_growing = self._is_growing and self._window.isVisible()
        is_anew = self._is_ready and (is_narrow != self._is_narrow or is_growing)
        if is_anew:
            if not is_growing:
                self.remember()
            self._is_narrow = is_narrow
            self._take(self._known())
        self.heights.grow_again()
        self._touched()
        return is_anew

    def _end_growing(self) -> None:
        self._is_growing = False

    def reset(self) -> None:
        """Restore the default layout."""
        self._left_for_tool.clear()
        self._settings.change(
            layouts={k: v for k, v in self._settings.now.layouts.items() if k != self._screen()}
        )
        self._arrange()
        self.heights.grow_again()

    def make_room(self, tool_dock: QDockWidget) -> None:
        """Let the tool's panel have the place of those that are not needed meanwhile.

        Called whenever something may have changed; does something only when the tool's panel
        came or went, so that a panel brought back by hand stays.
        """
        is_there = tool_dock.isVisibleTo(self._window)
        if is_there == self._has_tool:
            return
        self._has_tool = is_there
        if not is_there:
            for dock in self._left_for_tool:
                dock.show()
            self._left_for_tool.clear()
            self.heights.restore_soon()
            if self._is_narrow:
                self.docks["card"].raise_()
            return
        if self._is_narrow:
            self._window.tabifyDockWidget(self.docks["card"], tool_dock)
            tool_dock.raise_()
            return
        self.heights.keep()
        for key in MAKES_ROOM:
            dock = self.docks[key]
            if dock.isVisibleTo(self._window) and not dock.isFloating():
                self._left_for_tool.append(dock)
                dock.hide()

    def remember(self) -> None:
        """Keep where everything is, for this size of the screen."""
        is_passing = not self._window.isVisible() or self._window.property("presenting")
        if not self._is_ready or is_passing:
            return
        known = dict(self._known())
        known["geometry"] = _text(self._window.saveGeometry())
        if not self._has_tool:  # which has put some of the panels away
            known[self._mode()] = _text(self._window.saveState(STATE_VERSION))
        if known != self._known():
            self._settings.change(layouts={**self._settings.now.layouts, self._screen(): known})

    def let_be(self) -> None:
        """Stop saving the layout: another window takes the place of this one."""
        self._timer.stop()
        self._is_ready = False

    def show_panel(self, key: str, on: bool = True) -> None:
        """Show a panel in front and give it the keyboard, or close it."""
        dock = self.docks[key]
        dock.setVisible(on)
        if on:
            dock.raise_()
            _take_keyboard(dock)

    def step(self, way: int) -> None:
        """Take the keyboard to the next panel that is there, or the one before; then the map."""
        middle = self._window.centralWidget()
        places: list[QWidget] = [dock for dock in self.docks.values() if dock.isVisible()]
        if middle is not None:
            places.append(middle)
        has = QApplication.focusWidget()
        here = next(
            (at for at, one in enumerate(places) if has is not None and one.isAncestorOf(has)), -1
        )
        goal = places[(here + way) % len(places)]
        if isinstance(goal, QDockWidget):
            goal.raise_()
        _take_keyboard(goal)

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._theme = self.heights.theme = theme
        for dock in self.docks.values():
            dock.set_theme(theme)

    def _touched(self) -> None:
        if self._is_ready:
            self._timer.start()

    def _known(self) -> Mapping[str, str]:
        return self._settings.now.layouts.get(self._screen(), {})

    def _screen(self) -> str:
        size = self._window.screen().size()
        return f"{size.width()}x{size.height()}"

    def _mode(self) -> str:
        return "narrow" if self._is_narrow else "wide"

    def _take(self, known: Mapping[str, str]) -> None:
        state = known.get(self._mode())
        if not state or not self._restored(_bytes(state)):
            self._arrange()
        self._has_tool = False
        self._left_for_tool.clear()

    def _restored(self, state: QByteArray) -> bool:
        """Restore the docks from a saved state; return whether that worked.

        Of a window that is not there yet and will be maximised, Qt keeps the state in reserve and
        takes it again whenever the window grows; a dock that is moved meanwhile leaves the reserve
        pointing at what is gone. So the window is not yet maximised then; `fit` takes the state
        again when it has grown.
        """
        window, grown = self._window, self._window.windowState()
        keeps = bool(grown & _GROWN) and not window.isVisible()
        if keeps:
            window.setWindowState(Qt.WindowState.WindowNoState)
        is_done = window.restoreState(state, STATE_VERSION)
        if keeps:
            window.setWindowState(grown)
        return is_done

    def _arrange(self) -> None:
        for dock in self.docks.values():
            dock.setFloating(False)
            self._window.addDockWidget(dock.property("home"), dock)
            dock.setVisible(bool(dock.property("shown")))
        right = [dock for dock in self.docks.values() if dock.property("home") == RIGHT]
        if self._is_narrow:
            for dock in right[1:]:
                self._window.tabifyDockWidget(right[0], dock)
            right[0].raise_()
        else:
            for above, below in pairwise(right):
                self._window.splitDockWidget(above, below, Qt.Orientation.Vertical)
        px = self._theme.px
        self._window.resizeDocks([self.docks["order"]], [px(ORDER_PX)], Qt.Orientation.Horizontal)
        self._window.resizeDocks(right[:1], [px(RIGHT_PX)], Qt.Orientation.Horizontal)
        self.heights.give_defaults()


def _take_keyboard(place: QWidget) -> None:
    """Give the focus to the first widget inside another that accepts it."""
    place.window().activateWindow()
    title = place.titleBarWidget() if isinstance(place, QDockWidget) else None
    inside = [
        one
        for one in place.findChildren(QWidget)
        if one.isVisibleTo(place) and not (title is not None and title.isAncestorOf(one))
    ]
    first = [one for one in inside if isinstance(one, QAbstractItemView | QGraphicsView)]
    others = [one for one in inside if not isinstance(one, QAbstractScrollArea)]
    for one in (*first, *others):
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isEnabled():
            one.setFocus(Qt.FocusReason.TabFocusReason)
            return


def _text(raw: QByteArray) -> str:
    return bytes(raw.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "ignore")))
