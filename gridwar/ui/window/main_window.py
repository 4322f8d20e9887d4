"""The window: what it is built of, in which order, and what Qt tells it.

Everything shown comes from ``control.views`` (``window_refresh``), everything clicked goes to the
controller (``signal_wiring``); ``window_parts`` says where they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QMenuBar

from gridwar.control.controller.quick_values import SIGNS
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.shortcuts import Shortcuts
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.user_settings import SettingsKeeper
from gridwar.lazy_imports import is_open
from gridwar.text import _
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.camera.mouse_and_keys import key_event
from gridwar.ui.map.camera.tool_cursors import wanted_cursor
from gridwar.ui.map.picture_decoding import is_under_way
from gridwar.ui.panels.inspector import Inspector
from gridwar.ui.panels.layer_list import LayerList
from gridwar.ui.panels.notice_bar import NoticeBar
from gridwar.ui.panels.order_panel import OrderPanel
from gridwar.ui.panels.stands_line import StandsLinePlate
from gridwar.ui.panels.top_bar_and_status_bar import StatusLine, TopBar
from gridwar.ui.players.players_screen import PlayersScreen
from gridwar.ui.popovers.popover_placing import PopoverPlaces
from gridwar.ui.tasks.deferred_calls import CoalescedCall
from gridwar.ui.tasks.threads import ToWindow
from gridwar.ui.window.application_host import DeferredHost
from gridwar.ui.window.help.help_manager import Guides
from gridwar.ui.window.layers_key import LayersKey
from gridwar.ui.window.map_and_fight_files import MapFiles
from gridwar.ui.window.menus.context_menus import wire_menus
from gridwar.ui.window.menus.menu_bar import add_menus
from gridwar.ui.window.players_controls import PlayersControls
from gridwar.ui.window.popovers_on_demand import OnDemand
from gridwar.ui.window.presentation_mode import Presentation
from gridwar.ui.window.signal_wiring import wire
from gridwar.ui.window.tool_panels.tool_step import ToolStep
from gridwar.ui.window.tool_rail import LIBRARY, ToolRail
from gridwar.ui.window.window_actions import WindowActions
from gridwar.ui.window.window_columns import Columns
from gridwar.ui.window.window_parts import Parts, lay_out, make_bar
from gridwar.ui.window.window_refresh import PartViews

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDragMoveEvent,
        QDropEvent,
        QKeyEvent,
        QPaintEvent,
        QResizeEvent,
        QShowEvent,
    )

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.ui.map.camera.viewpoint import Viewpoint
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_widgets import Themed
    from gridwar.ui.window.application_host import FightHost


class MainWindow(QMainWindow):
    """The one window."""

    def __init__(
        self,
        controller: Controller,
        theme: Theme,
        pictures: PictureSource | None = None,
        host: FightHost | None = None,
        settings: SettingsKeeper | None = None,
    ) -> None:
        super().__init__()
        self.building = self._guarded(self._steps(controller, theme, pictures, host, settings))
        """The steps in which the window is built, each short enough to lie between two events."""
        self._begin_building()

    def _begin_building(self) -> None:
        """Build it in one piece."""
        for _step in self.building:
            pass

    def _guarded(self, steps: Iterator[None]) -> Generator[None, None, None]:
        try:
            yield from steps
        except BaseException:
            self.deleteLater()  # nobody else has hold of it
            raise

    def _steps(
        self,
        controller: Controller,
        theme: Theme,
        pictures: PictureSource | None,
        host: FightHost | None,
        settings: SettingsKeeper | None,
    ) -> Iterator[None]:
        self.controller = controller
        self.theme = theme
        self.settings = settings or SettingsKeeper()
        self._make_widgets(controller, theme, pictures)
        self._gather(controller, theme, host)
        lay_out(self.parts)
        yield
        self._wire()
        yield
        yield from self._menus_and_first_view(controller)

    def _make_widgets(
        self, controller: Controller, theme: Theme, pictures: PictureSource | None
    ) -> None:
        self._to_window = ToWindow(self)
        controller.work_beside(self._to_window.called.emit)
        self.tools = Toolbox(controller)
        self._scene = ScenePresenter(controller, self.tools)
        self._scene.hurried = not is_open("networkx")
        self._is_seen = False
        self.map = MapView(theme, pictures)
        self.map.pointer.receiver = self.tools
        self.order, self.inspector = OrderPanel(theme), Inspector(theme)
        self.actions_panel, self.log = self.inspector.actions_panel, self.inspector.log
        self.top, self.status, self.notice = TopBar(theme), StatusLine(theme), NoticeBar(theme)
        self.popover_places = PopoverPlaces(self.map, controller)
        self.popover_places.belong_to(self, self.inspector)
        self.on_demand = OnDemand(theme, self.popover_places, pictures)
        self.columns = Columns(self, theme, self.settings)
        self.rail = ToolRail(theme, self.tools.tools)
        self.layer_list = LayerList(self.map, theme)
        self.stands_line = StandsLinePlate(self.map, theme)

    def _gather(self, controller: Controller, theme: Theme, host: FightHost | None) -> None:
        self.files = MapFiles(theme, self, self.map)
        self.window_actions = WindowActions(self, controller, Shortcuts(self.settings.now.keys))
        behind = None if host is None else DeferredHost(host, self.later, self.files.failed.emit)
        self.parts = Parts(
            self,
            controller,
            theme,
            behind,
            self.map,
            self.order,
            self.inspector,
            self.actions_panel,
            self.inspector.sheet,
            self.log,
            self.top,
            self.status,
            self.notice,
            self.tools,
            self.window_actions,
            self.files,
            self.columns,
            self.settings,
            self.rail,
            self.layer_list,
            self.stands_line,
            self.on_demand,
            PlayersScreen() if host is None else host.players,
        )
        self.on_demand.parts = self.parts
        self.part_views = PartViews(self.parts, self.on_demand, self.popover_places)

    def _wire(self) -> None:
        self.tool_step = ToolStep(self.parts)
        self._layers_key = LayersKey(self, self.controller, self.window_actions)
        wire(self.parts)
        wire_menus(self.parts)
        self._presentation = Presentation(self.controller, self.window_actions, self.columns)
        self.players_here = PlayersControls(self.parts, self.on_demand.pictures)

    def _menus_and_first_view(self, controller: Controller) -> Iterator[None]:
        self._menus = QMenuBar()
        self.guides = Guides(self.parts, self.popover_places.add)
        add_menus(self.parts, self._menus, self.guides)
        self.guides.start.menus = self._menus
        self.rail.add_panel(LIBRARY, self.window_actions.action("view.panel_library"))
        yield
        self.guides.show_keys()
        self.guides.tell_collisions()
        self._presentation.changed = lambda on: self.guides.follow_presentation(on=on)
        self.setMenuWidget(make_bar(self._menus, self.top))
        self.map.zoom_changed.connect(lambda _zoom: self.part_views.show_status())
        controller.subscribe(self.refresh)
        controller.listeners.tell_by(CoalescedCall(self, self._refresh_in_time).ask)
        yield
        picture = controller.encounter.map.picture
        while picture is not None and is_under_way(picture.sha256):
            yield
        self.map.show_view(self._scene.present())
        yield
        self.part_views.show_panels()
        yield
        self.refresh()
        self.columns.begin()
        self.on_demand.load_soon()

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self.theme = theme
        self.map.set_theme(theme)
        over_map = (self.layer_list, self.stands_line)
        bars_here = (self.top, self.status, self.notice, self.rail, *over_map)
        here = (self.order, self.inspector, *bars_here, self.players_here.bar)
        parts: tuple[Themed, ...] = (*here, *self.popover_places.popovers)
        for part in parts:
            part.set_theme(theme)
        self.on_demand.set_theme(theme)
        self.columns.set_theme(theme)
        self.guides.set_theme(theme)
        self.tool_step.set_theme(theme)
        self.files.set_theme(theme)
        self.controller.show()

    # --- showing ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what differs now: once for all changes of an event (`Controller.show`)."""
        controller = self.controller
        self._presentation.follow((self.notice, self.status, *self.popover_places.popovers))
        scene = self._scene.present()
        self.map.show_view(scene)
        self.layer_list.show_layers(scene.layers)
        self.stands_line.show_stands(scene.stands)
        self.part_views.show_panels()
        self.map.use_tool_cursor(wanted_cursor(self.tools.active.cursor, controller.view))
        self.rail.show_in_hand(controller.view.tool)
        if not controller.view.presenting:
            self.setWindowTitle(_("{file} \u2013 Gridwar").format(file=controller.view.file.name))
            self.tool_step.refresh()
            self.part_views.show_popovers()
            self.notice.show_notice(controller.view.notice)
            self.part_views.show_top()
            self.part_views.show_status()
            self.popover_places.place()
            self.guides.refresh()

    def _refresh_in_time(self, at_once: bool) -> None:
        """Refresh what is stale; lay it out and paint it at once, or when its turn comes."""
        if self.controller.refresh_now() and at_once:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            QCoreApplication.sendPostedEvents(self.map.map_scene, QEvent.Type.MetaCall.value)

    def showEvent(self, event: QShowEvent) -> None:
        """Place the popovers again once the map has its size: a fight may open with a question."""
        super().showEvent(event)
        self.players_here.serve()
        if self.focusWidget() is None:
            self.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self.controller.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the tokens with the first paint, and only then the routes, which load networkx."""
        if not self._is_seen and self.isVisible():
            self._is_seen = True
            self.map.map_scene.refresh_all()
        super().paintEvent(event)
        if self._scene.hurried:
            self._scene.hurried = False
            self.controller.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns what belongs to the window's size."""
        super().resizeEvent(event)
        self.columns.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save where the window is."""
        self.columns.remember()
        self.players_here.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files that may be dropped here."""
        self.files.welcome(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept or refuse files wherever the pointer is."""
        self.files.welcome(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take files that are dropped."""
        self.files.drop(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin a quick number where a sign is typed with tokens selected, or do an action."""
        view = self.controller.view
        is_sign = bool(event.text()) and event.text() in SIGNS
        if is_sign and view.selected and not view.presenting:
            self.inspector.head.begin_quick(event.text())
        elif self._closes_drawer(event) or self._tool_used(event):
            event.accept()
        elif not self.window_actions.press(event):
            super().keyPressEvent(event)

    def _closes_drawer(self, event: QKeyEvent) -> bool:
        """Close the inspector over the map with Escape from inside it; a step is left first."""
        has = QApplication.focusWidget()
        is_inside = has is not None and self.inspector.isAncestorOf(has)
        is_inside = is_inside and self.inspector.step is None
        return event.key() == Qt.Key.Key_Escape and is_inside and self.columns.close_drawer()

    def _tool_used(self, event: QKeyEvent) -> bool:
        """Offer the active tool a key that a panel has no use for; the map has done so itself."""
        has = QApplication.focusWidget()
        is_from_map = has is not None and (has is self.map or self.map.isAncestorOf(has))
        return not is_from_map and self.tools.key(key_event(event, pressed=True))

    def later(self, act: Callable[[], None]) -> None:
        """Do something in the window's thread, soon; may be called from any thread."""
        self._to_window.called.emit(act)

    def draw_beforehand(self, place: Viewpoint | None = None) -> Iterator[None]:
        """Lay the window out and draw the map, a place of it or fitted, before its first paint."""
        self.grab(QRect(0, 0, 1, 1))  # one pixel: it is the layout that counts
        yield
        self.map.show_again(place)
        yield from self.map.map_scene.refresh_in_steps()

    def leave(self) -> None:
        """Close for another fight; what has changed in this one since is shown no more."""
        self.controller.listeners.clear()
        self.controller.shut_down()
        self.make_room()

    def make_room(self) -> None:
        """Close for another window on the same fight."""
        self.players_here.leave()
        self.files.give_up()
        self.close()
        self.map.map_scene.free_pixels()
        self.deleteLater()


class SteppedWindow(MainWindow):
    """A window that whoever makes it builds step by step: another fight is played meanwhile."""

    def _begin_building(self) -> None:
        """Leave it to whoever goes through ``building``."""
