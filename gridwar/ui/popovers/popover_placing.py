"""Where popovers float, and the map moved so that nobody concerned is hidden by one.

Owns the popovers of a window as a group. What stands in a popover, and when it comes, is not its
matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QApplication

from gridwar.ui.map.camera.reveal_beside_popover import show_beside
from gridwar.ui.map.frame.edge_ruler_and_scale_bar import RULER_PX
from gridwar.ui.popovers.popover_keys import PopoverKeys
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.widgets.containers.popover_base import FROM_EDGE_PX, POPOVER_WIDTH_PX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.panel_records import KeyHint
    from gridwar.model.geometry import Cell
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.map.camera.viewpoint import Viewpoint
    from gridwar.ui.widgets.containers.popover_base import Popover

FREE_PX = 480
"""What a popover leaves of the map at least where there is something else to lie on."""

_PLACED = {QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize}


class PopoverPlaces(QObject):
    """Keeps the popovers at the right edge of a map.

    Those that are the window's rather than the map's may lie over the panels at its right, so
    that whoever is concerned has room beside them.
    """

    keyboard_moved = Signal()
    """Another of them has the keyboard, or none has it any more."""

    def __init__(self, over: MapView, controller: Controller) -> None:
        super().__init__(over)
        self.popovers: tuple[Popover, ...] = ()
        self._map = over
        self._controller = controller
        self._concerned: tuple[tuple[Cell, ...], QRect] = ((), QRect())
        """Whom the map was last moved for, and what was covered then."""
        self._seen_before: Viewpoint | None = None
        """Zoom and place of the map before popovers moved it; None where it was fitted."""
        self._drawer: QWidget | None = None
        self._keyed: Popover | None = None
        over.resized.connect(self.place)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def belong_to(self, window: QWidget, drawer: QWidget) -> None:
        """Take the keys of a window that are for a popover, and have a panel beside the map.

        Args:
            window: What the map is in.
            drawer: A panel that may cover the map: no label, legend or scale lies under it.
        """
        PopoverKeys(window, self._map, self._controller, lambda: self.popovers)
        self._drawer = drawer
        drawer.installEventFilter(self)

    def add(self, *popovers: Popover) -> None:
        """Take popovers into the group."""
        self.popovers = (*self.popovers, *popovers)
        for popover in popovers:
            popover.hide()
            popover.focus_before.home = self._map
            popover.installEventFilter(self)

    def remove(self, popover: Popover) -> None:
        """Take a popover out of the group."""
        self.popovers = tuple(one for one in self.popovers if one is not popover)
        popover.removeEventFilter(self)

    def set_shown(self, popover: Popover, *, shown: bool) -> None:
        """Show a popover and give it the keyboard, or hide it."""
        if shown == popover.isVisible():
            return
        popover.setVisible(shown)
        if shown:
            popover.setFocus(Qt.FocusReason.OtherFocusReason)

    def told(self) -> tuple[str, tuple[KeyHint, ...]] | None:
        """Return what the popover with the keyboard is called, and its keys, if it tells them."""
        return None if self._keyed is None else self._keyed.told()

    def _on_focus(self, _before: QWidget | None, has: QWidget | None) -> None:
        keyed, inside = self._keyed, has
        while inside is not None and inside not in self.popovers:
            inside = inside.parentWidget()
        if has is None and keyed is not None and keyed.isVisible():
            return  # another window has it for a while
        self._keyed = next((one for one in self.popovers if one is inside), None)
        if self._keyed is not keyed:
            self.keyboard_moved.emit()

    def place(self) -> None:
        """Let the popovers float at the right edge of the map, and no label lie under them."""
        for popover in self.popovers:
            if popover.isVisible():
                self.lay(popover)
        parts = (*self._covered_parts(), self._under_drawer())
        self._map.cover(tuple(part for part in parts if not part.isEmpty()))

    def lay(self, popover: Popover) -> None:
        """Let one popover float where there is room for it now, shown or about to be."""
        popover.float_in(self._area(popover))

    def _area(self, popover: Popover) -> QRect:
        """Return where a popover floats: over the map, or the panels too beside a narrow one."""
        ruler = popover.theme.px(RULER_PX)
        area = self._map.rect().adjusted(ruler, ruler, 0, 0)
        parent = popover.parentWidget()
        if parent is not None and parent is not self._map:
            area.moveTopLeft(self._map.mapTo(parent, area.topLeft()))
            if not popover.fills_map and area.width() < popover.theme.px(
                max(popover.width_px, POPOVER_WIDTH_PX) + FREE_PX
            ):
                area.setRight(parent.width())
        keeps_beside = popover.is_aside and not popover.is_loose
        return self._beside_others(popover, area) if keeps_beside else area

    def _beside_others(self, popover: Popover, area: QRect) -> QRect:
        """Return the part of an area at the left of other popovers, as far as there is room."""
        parent = popover.parentWidget() or self._map
        others = [
            one
            for one in self.popovers
            if one is not popover and one.isVisible() and not one.is_loose
        ]
        lefts = (parent.mapFromGlobal(_on_screen(one)).x() for one in others)
        needed = area.left() + popover.theme.px(popover.width_px + 2 * FROM_EDGE_PX)
        area.setRight(max(needed, min(lefts, default=area.right())))
        return area

    def bring_into_view(self) -> None:
        """Move the map where a popover would hide somebody who is concerned."""
        if not self._map.isVisible():
            return
        controller = self._controller
        draft = controller.view.draft
        who = (draft.actor, draft.target) if draft is not None else controller.answers.asked()
        if not any(who) and self.speaks_of_selected:
            who = controller.view.selected
        place = (draft.cell,) if draft is not None and draft.cell is not None else ()
        combatants = [one for one in controller.encounter.everyone() if one.id in who]
        cells = (*(one.pos for one in combatants if one.pos is not None), *place)
        self.place()
        covered = self._covered(to_the_foot=draft is not None)
        if cells and (cells, covered) != self._concerned:
            self._concerned = (cells, covered)
            was_aside, before = self._map.is_aside, self._map.kept_place()
            if show_beside(self._map, cells, covered) and not was_aside:
                self._seen_before = before

    def _covered(self, *, to_the_foot: bool) -> QRect:
        """Return what the popovers cover, in pixels of the map's viewport.

        Args:
            to_the_foot: Whether a popover will be as high as the map, once all of it is known.
        """
        covered = QRect()
        for part in self._covered_parts():
            covered = covered.united(part)
        if to_the_foot:
            covered.setBottom(self._map.viewport().height())
        return covered

    def _covered_parts(self) -> Iterator[QRect]:
        """Yield what each popover covers, in pixels of the map's viewport."""
        viewport = self._map.viewport()
        for popover in self.popovers:
            if popover.isVisible() and not popover.is_loose:
                yield QRect(viewport.mapFromGlobal(_on_screen(popover)), popover.rest.size())

    def _under_drawer(self) -> QRect:
        """Return what the drawer covers of the viewport."""
        drawer, viewport = self._drawer, self._map.viewport()
        if drawer is None or not drawer.isVisible():
            return QRect()
        at = viewport.mapFromGlobal(drawer.mapToGlobal(drawer.rect().topLeft()))
        return QRect(at, drawer.size()) & viewport.rect()

    def _follow(self) -> None:
        """Place them anew; where somebody is concerned, beside what has come too."""
        controller = self._controller
        is_played = controller.view.draft is not None or any(controller.answers.asked())
        if is_played or self.speaks_of_selected:
            self.bring_into_view()
            return
        if self._concerned[0]:
            self.put_back()
        self.place()

    @property
    def speaks_of_selected(self) -> bool:
        """Whether a popover is open that speaks of those selected."""
        return any(one.is_about_selected and one.isVisible() for one in self.popovers)

    def put_back(self) -> None:
        """Show the map as it was before popovers moved it, unless it was moved by hand since."""
        self._concerned = ((), QRect())
        if self._map.is_aside:
            self._map.show_again(self._seen_before)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the popovers at the map's edge, and the map's frame beside the drawer."""
        kind = event.type()
        if watched in self.popovers and kind in {QEvent.Type.Show, QEvent.Type.Hide}:
            soon(self, self._follow)
        elif watched is self._drawer and kind in _PLACED:
            soon(self, self.place)
        return super().eventFilter(watched, event)


def _on_screen(popover: Popover) -> QPoint:
    """Return where the corner of a popover is on the screen once it has come."""
    parent = popover.parentWidget() or popover
    return parent.mapToGlobal(popover.rest.topLeft())
