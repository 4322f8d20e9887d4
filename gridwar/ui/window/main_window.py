"""The window: map in the middle, panels around it, popovers floating over it.

Everything shown comes from ``control.views``, everything clicked goes to the controller
(``wiring``).
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMenuBar,
    QSizePolicy,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from gridwar.control.controller.quick_values import SIGNS
from gridwar.control.settings.settings import SettingsKeeper
from gridwar.control.settings.shortcuts import Shortcuts
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.views import bars, panels
from gridwar.control.views.attack import present_attack
from gridwar.control.views.log import LogPresenter
from gridwar.control.views.question import present_ask
from gridwar.control.views.scene import ScenePresenter
from gridwar.lazy_imports import is_open
from gridwar.text import _
from gridwar.ui.help.guides import Guides
from gridwar.ui.host.deferred_host import DeferredHost
from gridwar.ui.map.camera.cursors import wanted_cursor
from gridwar.ui.map.camera.events import key_event
from gridwar.ui.map.camera.view import MapView
from gridwar.ui.map.ground.picture_decoding import is_under_way
from gridwar.ui.menus.bar import add_menus
from gridwar.ui.menus.context_menus import wire_menus
from gridwar.ui.panels.actions import ActionsPanel
from gridwar.ui.panels.bars import StatusLine, TopBar
from gridwar.ui.panels.card import CardPanel
from gridwar.ui.panels.log import LogPanel
from gridwar.ui.panels.notice import NoticeBar
from gridwar.ui.panels.order import OrderPanel
from gridwar.ui.parts.actions import WindowActions
from gridwar.ui.parts.layouts import LEFT, RIGHT, Layout
from gridwar.ui.parts.map_files import MapFiles
from gridwar.ui.parts.presentation import Presentation
from gridwar.ui.parts.tool_rail import LIBRARY, ToolRail
from gridwar.ui.parts.window_parts import Parts
from gridwar.ui.parts.wiring import wire
from gridwar.ui.popovers.places import PopoverPlaces
from gridwar.ui.tasks.coalesced_call import CoalescedCall
from gridwar.ui.tool_panels.dock import ToolDock
from gridwar.ui.window.lazy_parts import OnDemand

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
    from gridwar.ui.host.fight_host import FightHost
    from gridwar.ui.map.camera.zoom_snapshot import Place
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed import Themed


class _ToWindow(QObject):
    """Queues calls into the window's thread from any other; none reaches a window that is gone."""

    called = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        there = weakref.ref(window)

        def call(act: Callable[[], None]) -> None:
            found = there()
            if found is not None and isValid(found):
                act()

        self.called.connect(call, Qt.ConnectionType.QueuedConnection)


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
        self._lay_out()
        yield
        self._wire(controller, theme, host)
        yield
        self._presentation = Presentation(self, controller, self.window_actions)
        yield from self._menus_and_first_view(controller)

    def _make_widgets(
        self, controller: Controller, theme: Theme, pictures: PictureSource | None
    ) -> None:
        self._to_window = _ToWindow(self)
        self._panels_shown: tuple[tuple[object, object], object] = ((None, None), None)
        """What the panels were made from: the fight by identity, the rest by value."""
        controller.action_drafts.run_in_window = self._to_window.called.emit
        controller.move_planning.worker.begin(self._to_window.called.emit)
        self.tools = Toolbox(controller)
        self._scene = ScenePresenter(controller, self.tools)
        self._scene.hurried = not is_open("networkx")
        self._is_seen = False
        self._log_presenter = LogPresenter(controller)
        self.map = MapView(theme, pictures)
        self.map.receiver = self.tools
        self.order, self.card = OrderPanel(theme), CardPanel(theme)
        self.actions_panel, self.log = ActionsPanel(theme), LogPanel(theme)
        self.top, self.status, self.notice = TopBar(theme), StatusLine(theme), NoticeBar(theme)
        self.popover_places = PopoverPlaces(self.map, controller)
        self.on_demand = OnDemand(theme, self.popover_places, pictures)
        self.docks = Layout(self, theme, self.settings)
        self.rail = ToolRail(theme, self.tools.tools)
        self.card.pictures = self.order.pictures = pictures

    def _wire(self, controller: Controller, theme: Theme, host: FightHost | None) -> None:
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
            self.card,
            self.actions_panel,
            self.log,
            self.top,
            self.status,
            self.notice,
            self.tools,
            self.window_actions,
            self.files,
            self.docks,
            self.settings,
            self.rail,
            self.on_demand,
        )
        self.on_demand.parts = self.parts
        self.tool_dock = ToolDock(self.parts)
        wire(self.parts)
        wire_menus(self.parts)

    def _menus_and_first_view(self, controller: Controller) -> Iterator[None]:
        self._menus = QMenuBar()
        self.guides = Guides(self.parts, self.popover_places.add)
        add_menus(self.parts, self._menus, self.guides)
        self.rail.add_panel(LIBRARY, self.window_actions.action("view.panel_library"))
        yield
        self.guides.show_keys()
        self._presentation.changed = lambda on: self.guides.follow_presentation(on=on)
        self.setMenuWidget(self._make_bar())
        self.map.zoom_changed.connect(lambda _zoom: self._show_status())
        controller.subscribe(self.refresh)
        controller.listeners.tell_by(CoalescedCall(self, self._refresh_in_time).ask)
        yield
        picture = controller.encounter.map.picture
        while picture is not None and is_under_way(picture.sha256):
            yield
        self.map.show_view(self._scene.present())
        yield
        self._show_panels()
        yield
        self.refresh()
        self.docks.begin()

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.map, self.notice, self.status):
            column.addWidget(widget, 1 if widget is self.map else 0)
        self.setCentralWidget(middle)
        bar = QToolBar(_("Tools"), self)
        bar.setObjectName("rail")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.setStyleSheet("QToolBar { padding: 0; spacing: 0; border: none; }")
        bar.addWidget(self.rail)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
        self.docks.add("order", _("Order"), self.order, LEFT)
        self.docks.add_later("library", _("Library"), lambda: self.on_demand.combatants.panel, LEFT)
        self.docks.add("card", _("Combatant"), self.card, RIGHT)
        actions = self.docks.add("actions", _("Actions"), self.actions_panel, RIGHT)
        actions.visibilityChanged.connect(self.actions_panel.tell_rows)
        self.docks.add("log", _("Log"), self.log, RIGHT)
        self.card.height_wanted.connect(lambda px: self.docks.give_height("card", px))

    def _make_bar(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
        row.addWidget(self._menus)
        row.addWidget(self.top, 1)
        return bar

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self.theme = theme
        self.map.set_theme(theme)
        panels_here = (self.order, self.card, self.actions_panel, self.log)
        bars_here = (self.top, self.status, self.notice, self.rail)
        parts: tuple[Themed, ...] = (*panels_here, *bars_here, *self.popover_places.popovers)
        for part in parts:
            part.set_theme(theme)
        self.on_demand.set_theme(theme)
        self.docks.set_theme(theme)
        self.guides.set_theme(theme)
        self.tool_dock.set_theme(theme)
        self.files.set_theme(theme)
        self.controller.show()

    # --- showing ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show everything as it is now; each part redraws only what differs.

        Called once for all changes of an event (`Controller.show`), before the next paint.
        """
        controller = self.controller
        self._presentation.follow((self.notice, self.status, *self.popover_places.popovers))
        self.map.show_view(self._scene.present())
        self._show_panels()
        self.map.use_tool_cursor(wanted_cursor(self.tools.active.cursor, controller.view))
        self.rail.show_in_hand(controller.view.tool)
        if not controller.view.presenting:
            self.setWindowTitle(_("{file} \u2013 Gridwar").format(file=controller.view.file.name))
            self.tool_dock.refresh()
            self.docks.make_room(self.tool_dock.dock)
            self._show_popovers()
            self.notice.show_notice(controller.view.notice)
            self.top.show_view(bars.present_top(controller))
            self._show_status()
            self.popover_places.place()
            self.guides.refresh()

    def _refresh_in_time(self, at_once: bool) -> None:
        """Refresh what is stale; lay it out and paint it at once, or when its turn comes."""
        if self.controller.refresh_now() and at_once:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            QCoreApplication.sendPostedEvents(self.map.map_scene, QEvent.Type.MetaCall.value)

    def _show_panels(self) -> None:
        """Show the panels, unless only the pointer has moved since they were shown."""
        controller = self.controller
        session = controller.session
        things = (controller.encounter, session.open)
        rest = (session.position, controller.view.unpointed())
        old_things, old_rest = self._panels_shown
        if rest == old_rest and things[0] is old_things[0] and things[1] is old_things[1]:
            return
        self._panels_shown = (things, rest)
        self.order.show_view(panels.present_order(controller))
        self.card.show_view(panels.present_card(controller))
        self.card.show_quick(panels.present_quick(controller))
        self.actions_panel.show_view(panels.present_actions(controller))
        self.log.show_entries(self._log_presenter.present())
        everyone = controller.encounter.combatants
        chosen = (everyone.get(who) for who in controller.view.selected)
        self.log.show_names(tuple(one.name for one in chosen if one is not None))

    def _show_popovers(self) -> None:
        attack, asked = present_attack(self.controller), present_ask(self.controller)
        made, places = self.on_demand, self.popover_places
        if attack is not None:
            made.attack.show_view(attack)
        if asked is not None:
            made.question.show_view(asked)
        if made.has("attack"):
            places.set_shown(made.attack, shown=attack is not None)
        if made.has("question"):
            places.set_shown(made.question, shown=asked is not None and attack is None)
        if attack is not None or asked is not None:
            self.popover_places.bring_into_view()
        else:
            self.popover_places.put_back()

    def _show_status(self) -> None:
        zoom = f"{self.map.zoom * 100:.0f} %"
        self.status.show_view(bars.present_status(self.controller, self.tools.active, zoom))

    def showEvent(self, event: QShowEvent) -> None:
        """Place the popovers again once the map has its size: a fight may open with a question."""
        super().showEvent(event)
        self.controller.show()
        self.later(self.docks.bring_floating_up)

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
        """Put the panels into tabs where the window is narrow."""
        super().resizeEvent(event)
        if self.docks.fit():
            self.controller.show()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the layout of the panels."""
        self.docks.remember()
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
            self.card.quick.begin(event.text())
        elif self._tool_used(event):
            event.accept()
        elif not self.window_actions.press(event):
            super().keyPressEvent(event)

    def _tool_used(self, event: QKeyEvent) -> bool:
        """Offer the active tool a key that a panel has no use for; the map has done so itself."""
        has = QApplication.focusWidget()
        is_from_map = has is not None and (has is self.map or self.map.isAncestorOf(has))
        return not is_from_map and self.tools.key(key_event(event, pressed=True))

    def later(self, act: Callable[[], None]) -> None:
        """Do something in the window's thread, soon; may be called from any thread."""
        self._to_window.called.emit(act)

    def draw_beforehand(self, place: Place | None = None) -> Iterator[None]:
        """Lay the window out and draw the map step by step, for its first paint to find.

        Args:
            place: What of the map is to be seen; None for all who are on it.
        """
        self.grab(QRect(0, 0, 1, 1))  # one pixel: it is the layout that counts
        yield
        if place is None:
            self.map.open_up()
        else:
            self.map.show_place(place)
        yield from self.map.map_scene.refresh_in_steps()

    def leave(self) -> None:
        """Close for another fight; what has changed in this one since is shown no more."""
        self.controller.listeners.clear()
        self.controller.action_drafts.shut_down()
        self.controller.move_planning.close()
        self.make_room()

    def make_room(self) -> None:
        """Close for another window on the same fight."""
        self.files.give_up()
        self.close()
        self.map.map_scene.free_pixels()
        self.deleteLater()


class SteppedWindow(MainWindow):
    """A window that whoever makes it builds step by step: another fight is played meanwhile."""

    def _begin_building(self) -> None:
        """Leave it to whoever goes through ``building``."""
