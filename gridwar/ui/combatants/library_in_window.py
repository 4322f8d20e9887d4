"""The library in one window: its panel, from there onto the map, and its menus.

Joins the library panel to control; what is edited or exchanged is the manager's.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt

from gridwar.control.records.panel_records import Choice
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError
from gridwar.text import _
from gridwar.ui.combatants.library_menu import library_entries
from gridwar.ui.panels.library_panel import LibraryPanel
from gridwar.ui.style.popup_menus import PopupMenu

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.ui.combatants.library_menu import LibraryWork
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme


class LibraryInWindow:
    """What a window does with the library."""

    def __init__(self, work: LibraryWork, controller: Controller, map_view: MapView) -> None:
        """Join them; the panel is made when it is first shown.

        Args:
            work: Makes, edits and exchanges combatants, and knows whom the GM can put on the board.
            controller: The fight.
            map_view: Where combatants are dropped.
        """
        self.work = work
        self.library = work.library
        self._controller = controller
        self._map = map_view
        self.theme: Theme
        """How the panel looks; given before it is shown."""
        self._sides: object = None
        self.on_left: Callable[[], object] = lambda: None
        """Puts away the library that was left by key."""

    @cached_property
    def panel(self) -> LibraryPanel:
        """The library panel, which reads the library: no editor waits for it."""
        panel = LibraryPanel(self.theme, self._map.window())  # goes with it, docked or not
        panel.hide()
        self._wire(panel)
        self._show_library(panel)
        return panel

    def _wire(self, panel: LibraryPanel) -> None:
        panel.searched.connect(self.refresh)
        panel.wished.connect(self._on_wished)
        panel.held.connect(lambda keys, at: self.library.hold(keys, self.work.cell_at(at)))
        panel.dropped.connect(self._drop)
        panel.let_go.connect(self.library.let_go)
        panel.activated.connect(lambda keys: self._tried(lambda: self.join(keys)))
        panel.left.connect(self._leave)
        panel.removed.connect(lambda key: self._tried(lambda: self.take_out(key)))
        panel.new_wanted.connect(self.work.new)
        panel.menu_requested.connect(self._menu)
        panel.problems_wanted.connect(self._tell_problems)
        self._controller.subscribe(self._follow)

    def refresh(self) -> None:
        """Show the library as it is now, where it is shown at all."""
        if "panel" in vars(self):
            self._show_library(self.panel)

    def set_theme(self, theme: Theme) -> None:
        """Let the library look so, now or when it is first shown."""
        self.theme = theme
        if "panel" in vars(self):
            self.panel.set_theme(theme)

    def _show_library(self, panel: LibraryPanel) -> None:
        sides = self._controller.encounter.sides
        panel.show_rows(self.library.rows(panel.search.text()), self.library.problems)
        if sides is not self._sides:
            self._sides = sides
            panel.show_sides(tuple(Choice(key, side.name) for key, side in sides.items()))

    def _tell_problems(self) -> None:
        text = _("These files cannot be read: repair or remove them in the library's folder.")
        self._controller.tell(Notice(text, "\n".join(self.library.problems), "error"))

    def _follow(self) -> None:
        """Follow the sides of the fight."""
        if self._controller.encounter.sides is not self._sides:
            self._show_library(self.panel)

    def _on_wished(self) -> None:
        panel = self.panel
        self.library.wish(
            side=str(panel.side.currentData() or ""),
            count=panel.count.value(),
            together=panel.together,
        )
        self.refresh()

    def _tried(self, act: Callable[[], object]) -> None:
        try:
            act()
        except GridwarError as error:
            self._controller.tell(Notice(str(error), tone="error"))

    # --- onto the map ----------------------------------------------------------------------------

    def _drop(self, keys: tuple[str, ...], place: QPoint) -> None:
        cell = self.work.cell_at(place)
        if cell is None or not self._controller.encounter.map.contains(cell):
            self.library.let_go()
            return
        self._tried(lambda: self.library.place(keys, cell))
        self._map.setFocus(Qt.FocusReason.OtherFocusReason)

    def join(self, keys: tuple[str, ...]) -> None:
        """Let some join beside the one who joined last, else in the middle of what is seen."""
        last = self.library.beside_last()
        is_seen = last is not None and self._map.viewport().rect().contains(
            self._map.mapFromScene(QPointF(last.x + 0.5, last.y + 0.5))
        )
        self.library.place(keys, last if last is not None and is_seen else self.work.middle())

    def _leave(self) -> None:
        """Go back from the library to the map."""
        self.on_left()
        self._map.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_out(self, key: str) -> None:
        """Take one of the GM's own out of the library; samples stay.

        Raises:
            FileError: The file cannot be removed.
        """
        offer = self.library.offer(key)
        if offer is None:
            return
        if offer.entry is None:
            text = _("{name} is a sample that comes with the rules and cannot be removed.").format(
                name=offer.combatant.name
            )
            self._controller.tell(Notice(text, tone="note"))
            return
        self.library.drop(offer.entry)
        self.refresh()
        text = _("{name} is no longer in the library.").format(name=offer.combatant.name)
        self._controller.tell(Notice(text, tone="note"))

    # --- menus -----------------------------------------------------------------------------------

    def _menu(self, key: str, at: QPoint) -> None:
        menu = PopupMenu(self.panel, passes=True)
        for words, act in library_entries(self, self.library.offer(key)):
            menu.addAction(words).triggered.connect(lambda _on=False, do=act: self._tried(do))
        menu.popup(at)
