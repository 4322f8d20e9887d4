"""The columns of the window: tools, order or library, the map, the inspector.

Owns their widths and what a size of the window makes of them: nothing else changes a width. The
inspector of a window too narrow for it is a drawer over the map. What the user set is kept, one
for each size of the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QGraphicsView,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QWidget,
)

from gridwar.ui.panels.inspector import Tab
from gridwar.ui.window.window_size_class import size_class

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.panels.inspector import Inspector
    from gridwar.ui.panels.order_panel import OrderPanel
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.tool_rail import ToolRail

LIBRARY_PX = 232
LEAST_MAP_PX = 320
_REMEMBER_MS = 400
_HANDLE_PX = 1


class Columns(QObject):
    """The columns of one window; ``shown(key, whether it is there)`` of order, library, inspector.

    A panel is named by its key; those of the inspector's tabs are its own (`Tab`).
    """

    shown = Signal(str, bool)

    def __init__(self, window: QMainWindow, theme: Theme, settings: SettingsKeeper) -> None:
        """Begin without columns."""
        super().__init__(window)
        self.size = size_class(1440, 900)
        self.window = window
        self._theme = theme
        self._settings = settings
        self._is_ready = self._is_map_alone = False
        self._hidden: set[str] = set()
        """Which of order and inspector the user closed."""
        self._drawer_is_open = False
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(_HANDLE_PX)
        self.left = QStackedWidget()
        self._timer = QTimer(window, interval=_REMEMBER_MS, singleShot=True)
        self._timer.timeout.connect(self.remember)
        self._splitter.splitterMoved.connect(lambda *_moved: self._on_dragged())

    def lay_out(
        self,
        rail: ToolRail,
        order: OrderPanel,
        library: Callable[[], QWidget],
        middle: QWidget,
        inspector: Inspector,
    ) -> QHBoxLayout:
        """Return the columns side by side.

        Args:
            rail: The tools.
            order: The order.
            library: Makes the library when it is first shown, in the place of the order.
            middle: The map and what belongs to it.
            inspector: Whoever is selected.
        """
        self._rail, self._order, self._inspector, self._middle = rail, order, inspector, middle
        self._make_library: Callable[[], QWidget] | None = library
        self._library: QWidget | None = None
        self.left.addWidget(order)
        for column in (self.left, middle, inspector):
            self._splitter.addWidget(column)
        self._splitter.setStretchFactor(1, 1)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(rail)
        row.addWidget(self._splitter, 1)
        middle.installEventFilter(self)
        return row

    # --- sizes ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Restore window and columns as saved, or lay them out by default."""
        px, room = self._theme.px, self.window.screen().availableSize()
        geometry = self._known().get("geometry")
        if geometry:
            self.window.restoreGeometry(_bytes(geometry))
        else:
            self.window.resize(min(px(1440), room.width()), min(px(900), room.height()))
            if room.width() <= px(1440) or room.height() <= px(900):
                self.window.setWindowState(Qt.WindowState.WindowMaximized)
        self._hidden = set(self._known().get("hidden", "").split())
        self._is_ready = True
        self._take_size()

    def fit(self) -> None:
        """Follow the window's size."""
        scale = self._theme.scale
        found = size_class(self.window.width() / scale, self.window.height() / scale)
        if self._is_ready and found != self.size:
            self._take_size()
        elif self._is_ready:
            self._touched()

    def _take_size(self) -> None:
        """Give every column what belongs to the window's size."""
        scale = self._theme.scale
        self.size = size_class(self.window.width() / scale, self.window.height() / scale)
        self._rail.set_small(self.size.is_small)
        self._order.set_strip(self.size.is_small)
        self._inspector.set_size(is_small=self.size.is_small, is_tall=self.size.is_tall)
        self._hang_inspector()
        self._show_columns()
        self._give_widths()
        self._touched()

    def _hang_inspector(self) -> None:
        """Let the inspector be a column, or a drawer over the map."""
        is_column = self._splitter.indexOf(self._inspector) >= 0
        if self.size.is_drawer and is_column:
            self._inspector.setParent(self._middle)
        elif not self.size.is_drawer and not is_column:
            self._splitter.addWidget(self._inspector)

    def _show_columns(self) -> None:
        if self._is_map_alone:
            return
        is_open = self._drawer_is_open if self.size.is_drawer else self.is_shown("inspector")
        self._inspector.setVisible(is_open)
        self.left.setVisible(self.is_shown("order") or self.is_shown("library"))
        if self.size.is_drawer and is_open:
            self._inspector.raise_()
            self._place_drawer()

    def _place_drawer(self) -> None:
        width = min(self._theme.px(self.size.inspector_px), self._middle.width())
        left = self._middle.width() - width
        self._inspector.setGeometry(QRect(left, 0, width, self._middle.height()))

    def _give_widths(self) -> None:
        """Set order and inspector to their widths; the map takes the rest."""
        px, known = self._theme.px, self._known().get(f"widths {self.size.name}", "")
        order, inspector = (int(one) for one in known.split()) if known else (0, 0)
        order, inspector = order or px(self.size.order_px), inspector or px(self.size.inspector_px)
        if self.size.is_small:
            order = px(LIBRARY_PX if self.is_shown("library") else self.size.order_px)
        self.left.setMinimumWidth(order if self.size.is_small else px(160))
        self.left.setMaximumWidth(order if self.size.is_small else px(420))
        self._inspector.setMinimumWidth(px(300))
        self._inspector.setMaximumWidth(px(640))
        self._middle.setMinimumWidth(px(LEAST_MAP_PX))
        there = [inspector] if self._splitter.indexOf(self._inspector) >= 0 else []
        rest = self._splitter.width() - order - sum(there)
        self._splitter.setSizes([order, max(rest, px(LEAST_MAP_PX)), *there])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the drawer at the right edge of the map."""
        if event.type() == QEvent.Type.Resize and self.size.is_drawer:
            self._place_drawer()
        return super().eventFilter(watched, event)

    def _on_dragged(self) -> None:
        """Keep the widths that the user dragged."""
        order, _map, *inspector = self._splitter.sizes()
        widths = f"{order} {inspector[0] if inspector else 0}"
        self._keep({**self._known(), f"widths {self.size.name}": widths})

    # --- panels -----------------------------------------------------------------------------------

    def is_shown(self, key: str) -> bool:
        """Return whether order, library or inspector is there."""
        has_library = self._library is not None and self.left.currentWidget() is self._library
        if key == "library":
            return has_library
        return key not in self._hidden and not (key == "order" and has_library)

    def show_panel(self, key: str, on: bool = True) -> None:
        """Show a panel in front and give it the keyboard, or close it.

        Args:
            key: ``order``, ``library``, ``inspector`` or a tab of the inspector.
            on: Whether to show it.
        """
        if key in set(Tab):
            self._show_tab(Tab(key))
            return
        if key == "library":
            self._set_library(on=on)
        elif key == "inspector" and self.size.is_drawer:
            self._drawer_is_open = on
        elif on:
            self._hidden.discard(key)
            if key == "order" and self._library is not None:
                self.left.setCurrentWidget(self._order)
        else:
            self._hidden.add(key)
        self._show_columns()
        self._give_widths()
        self._tell_shown()
        if on:
            take_keyboard(self._inspector if key == "inspector" else self.left)
        self._keep({**self._known(), "hidden": " ".join(sorted(self._hidden))})

    def _show_tab(self, tab: Tab) -> None:
        """Show a tab; a drawer that shows it already is closed."""
        is_there = self._inspector.isVisible() and self._inspector.tab is tab
        if self.size.is_drawer and is_there:
            self.show_panel("inspector", on=False)
            take_keyboard(self._middle)
            return
        self._inspector.show_tab(tab)
        self.show_panel("inspector")
        take_keyboard(self._inspector.page(tab))

    def handle(self, at: int) -> QSplitterHandle:
        """Return what is dragged to make a column wider: 1 the order, 2 the inspector."""
        return self._splitter.handle(at)

    def close_drawer(self) -> bool:
        """Close an open drawer; return whether there was one."""
        was_open = self.size.is_drawer and self._drawer_is_open
        if was_open:
            self.show_panel("inspector", on=False)
            take_keyboard(self._middle)
        return was_open

    def open_for_step(self, on: bool) -> None:
        """Let a drawer come with the settings of a tool, and leave with them."""
        if self.size.is_drawer and self._drawer_is_open != on:
            self._drawer_is_open = on
            if not on:
                take_keyboard(self._middle)
            self._show_columns()
            self._tell_shown()

    def _set_library(self, *, on: bool) -> None:
        if on and self._library is None and self._make_library is not None:
            self._library, self._make_library = self._make_library(), None
            self.left.addWidget(self._library)
        if self._library is not None:
            self.left.setCurrentWidget(self._library if on else self._order)

    def _tell_shown(self) -> None:
        for key in ("order", "library", "inspector"):
            is_drawer = key == "inspector" and self.size.is_drawer
            self.shown.emit(key, self._drawer_is_open if is_drawer else self.is_shown(key))

    def step(self, way: int) -> None:
        """Take the keyboard to the next column that is there, or the one before."""
        places = [one for one in (self.left, self._middle, self._inspector) if one.isVisible()]
        has = QApplication.focusWidget()
        around = [one for one in places if has is not None and one.isAncestorOf(has)]
        here = places.index(around[-1]) if around else -1
        take_keyboard(places[(here + way) % len(places)])

    def leave_map_alone(self, *, alone: bool, has_rail: bool = False) -> None:
        """Hide all but the map, and perhaps the rail, or bring it back as it was."""
        self._is_map_alone = alone
        self._rail.setVisible(has_rail or not alone)
        for part in (self.left, self._inspector):
            part.setVisible(not alone)
        self._show_columns()

    # --- what is kept -----------------------------------------------------------------------------

    def reset(self) -> None:
        """Restore the default layout."""
        layouts = self._settings.now.layouts
        self._settings.change(layouts={k: v for k, v in layouts.items() if k != self._screen()})
        self._hidden.clear()
        self._set_library(on=False)
        self._take_size()
        self._tell_shown()

    def remember(self) -> None:
        """Keep where the window is, for this size of the screen."""
        if self.window.isVisible() and not self.window.property("presenting"):
            self._keep({**self._known(), "geometry": _text(self.window.saveGeometry())})

    def let_be(self) -> None:
        """Stop saving the layout: another window takes the place of this one."""
        self._timer.stop()
        self._is_ready = False

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        is_resized = theme.scale != self._theme.scale
        self._theme = theme
        if self._is_ready and is_resized:
            self._take_size()

    def _keep(self, known: Mapping[str, str]) -> None:
        if self._is_ready and known != self._known():
            layouts = {**self._settings.now.layouts, self._screen(): dict(known)}
            self._settings.change(layouts=layouts)

    def _touched(self) -> None:
        if self._is_ready:
            self._timer.start()

    def _known(self) -> Mapping[str, str]:
        return self._settings.now.layouts.get(self._screen(), {})

    def _screen(self) -> str:
        size = self.window.screen().size()
        return f"{size.width()}x{size.height()}"


def take_keyboard(place: QWidget) -> None:
    """Give the focus to the first widget inside another that accepts it."""
    place.window().activateWindow()
    inside = [one for one in place.findChildren(QWidget) if one.isVisibleTo(place)]
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
