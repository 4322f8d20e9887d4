"""The library in one window: its panel, from there onto the map, and its menus.

Joins the library panel to control; what is edited or exchanged is the manager's.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from gridwar.control.records.panel_records import Choice
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError
from gridwar.text import _
from gridwar.ui.panels.library_panel import LibraryPanel

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.control.library.combatant_library import CombatantLibrary, LibraryOffer
    from gridwar.model.geometry import Cell
    from gridwar.ui.combatants.clipboard_files_and_pictures import CombatantExchange
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme


class Editing(Protocol):
    """Whoever makes and edits combatants, and knows where on the map the GM looks."""

    def new(self, near: Cell | None = None, start: str = "") -> None:
        """Make somebody anew, or like somebody of the library."""

    def edit_offer(self, offer: LibraryOffer) -> None:
        """Edit somebody of the library."""

    def cell_at(self, place: QPoint) -> Cell | None:
        """Return the cell under a place of the screen."""

    def middle(self) -> Cell:
        """Return the cell in the middle of what is seen."""


class LibraryInWindow:
    """What a window does with the library."""

    def __init__(
        self,
        library: CombatantLibrary,
        editing: Editing,
        exchange: CombatantExchange,
        controller: Controller,
        map_view: MapView,
    ) -> None:
        """Join them; the panel is made when it is first shown.

        Args:
            library: Whom the GM can put on the board.
            editing: Makes and edits combatants.
            exchange: Reads and writes their files.
            controller: The fight.
            map_view: Where combatants are dropped.
        """
        self.library = library
        self._editing = editing
        self._exchange = exchange
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
        panel.held.connect(lambda keys, at: self.library.hold(keys, self._editing.cell_at(at)))
        panel.dropped.connect(self._drop)
        panel.let_go.connect(self.library.let_go)
        panel.activated.connect(lambda keys: self._tried(lambda: self._join(keys)))
        panel.left.connect(self._leave)
        panel.removed.connect(lambda key: self._tried(lambda: self.take_out(key)))
        panel.new_wanted.connect(self._editing.new)
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
        cell = self._editing.cell_at(place)
        if cell is None or not self._controller.encounter.map.contains(cell):
            self.library.let_go()
            return
        self._tried(lambda: self.library.place(keys, cell))
        self._map.setFocus(Qt.FocusReason.OtherFocusReason)

    def _join(self, keys: tuple[str, ...]) -> None:
        """Let some join beside the one who joined last, else in the middle of what is seen."""
        last = self.library.beside_last()
        is_seen = last is not None and self._map.viewport().rect().contains(
            self._map.mapFromScene(QPointF(last.x + 0.5, last.y + 0.5))
        )
        self.library.place(keys, last if last is not None and is_seen else self._editing.middle())

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
        menu = QMenu(self.panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        offer = self.library.offer(key)
        if offer is not None:
            self._fill_offer(menu, key, offer)
        else:
            self._fill_own(menu)
        menu.popup(at)

    def _fill_offer(self, menu: QMenu, key: str, offer: LibraryOffer) -> None:
        self._add(menu, _("Add to the fight"), lambda: self._join((key,)))
        words = _("Edit \u2026") if offer.entry is not None else _("Edit as my own \u2026")
        self._add(menu, _("Add a changed one \u2026"), lambda: self._editing.new(start=key))
        self._add(menu, words, lambda: self._editing.edit_offer(offer))
        self._add(menu, _("Export as JSON \u2026"), lambda: self._exchange.export_offer(offer))
        if offer.entry is not None:
            self._add(menu, _("Take out of my library"), lambda: self.take_out(key))

    def _fill_own(self, menu: QMenu) -> None:
        self._add(menu, _("New combatant \u2026"), self._editing.new)
        self._add(menu, _("Import combatants \u2026"), self._exchange.import_to_library)
        self._add(menu, _("Open the folder"), self._open_folder)
        self._add(menu, _("Read the folder again"), self._read_anew)

    def _add(self, menu: QMenu, words: str, act: Callable[[], object]) -> None:
        menu.addAction(words).triggered.connect(lambda _on=False: self._tried(act))

    def _open_folder(self) -> None:
        folder = self.library.files.folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _read_anew(self) -> None:
        self.library.refresh()
        self.refresh()
