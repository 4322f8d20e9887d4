"""The GM's work on combatants in one window: the library, the editor, copies, pictures, files.

Joins the library panel and the form popover to control; menus call it. It rules and draws nothing.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QCursor, QDesktopServices
from PySide6.QtWidgets import QMenu

from gridwar.control.forms.house_rules_settings_sides import sides_command, sides_form
from gridwar.control.library.combatant_library import CombatantLibrary
from gridwar.control.records.panel_records import Choice
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError
from gridwar.model.geometry import Cell
from gridwar.storage.combatant_library import Library
from gridwar.systems import find_system
from gridwar.text import _
from gridwar.ui.combatants.clipboard_files_and_pictures import CombatantExchange
from gridwar.ui.combatants.combatant_editor import CombatantEditor, EditorParts
from gridwar.ui.panels.library_panel import LibraryPanel

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.control.library.combatant_library import LibraryOffer
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.ui.combatants.clipboard_files_and_pictures import ExchangeHost
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.popovers.forms_shown_and_kept import Forms
    from gridwar.ui.style.theme import Theme


class CombatantManager:
    """Everything about combatants that a window can do."""

    def __init__(  # noqa: PLR0913, PLR0917 the parts of a window that it joins
        self,
        controller: Controller,
        theme: Theme,
        map_view: MapView,
        forms: Forms,
        host: ExchangeHost | None,
        pictures: PictureSource | None,
    ) -> None:
        """Join them; the library panel is made when it is first shown.

        Args:
            controller: The fight.
            theme: How the panel looks.
            map_view: Where combatants are dropped.
            forms: Shows the editor.
            host: Keeps pictures and begins other fights; None in a window for itself.
            pictures: Where the fight's pictures are.
        """
        self._controller = controller
        self._theme = theme
        self._map = map_view
        self._forms = forms
        self.library = CombatantLibrary(controller, Library(controller.system, find_system))
        self.exchange = CombatantExchange(controller, map_view, forms, host, pictures, self.library)
        self.library.keep_pictures = self.exchange.keep_pictures
        self.exchange.changed = self.refresh
        self._sides: object = None
        self.editor = CombatantEditor(
            controller, EditorParts(theme, map_view, forms), self.library, self.exchange
        )
        self.editor.kept = self.refresh

    @cached_property
    def panel(self) -> LibraryPanel:
        """The library panel, which reads the library: no editor waits for it."""
        panel = LibraryPanel(self._theme, self._map.window())  # goes with it, docked or not
        panel.hide()
        self._wire(panel)
        self._show_library(panel)
        return panel

    def _wire(self, panel: LibraryPanel) -> None:
        panel.searched.connect(self.refresh)
        panel.wished.connect(self._on_wished)
        panel.held.connect(lambda key, at: self.library.hold(key, self.cell_at(at)))
        panel.dropped.connect(self._drop)
        panel.let_go.connect(self.library.let_go)
        panel.activated.connect(lambda key: self._tried(lambda: self._join_in_middle(key)))
        panel.removed.connect(lambda key: self._tried(lambda: self.take_out(key)))
        panel.new_wanted.connect(self._new_in_middle)
        panel.menu_requested.connect(self._menu)
        panel.problems_wanted.connect(self._tell_problems)
        self._controller.subscribe(self._follow)

    def refresh(self) -> None:
        """Show the library as it is now, where it is shown at all."""
        if "panel" in vars(self):
            self._show_library(self.panel)

    def set_theme(self, theme: Theme) -> None:
        """Let the library look so, now or when it is first shown."""
        self._theme = theme
        self.editor.set_theme(theme)
        if "panel" in vars(self):
            self.panel.set_theme(theme)

    def _show_library(self, panel: LibraryPanel) -> None:
        sides = self._controller.encounter.sides
        panel.show_rows(self.library.rows(panel.search.text()), self.library.problems)
        if sides is not self._sides:
            self._sides = sides
            panel.show_sides(tuple(Choice(key, side.name) for key, side in sides.items()))

    def _new_in_middle(self) -> None:
        self.new()

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

    def cell_at(self, place: QPoint) -> Cell | None:
        """Return the cell under a place of the screen; None outside of the map's window."""
        viewport = self._map.viewport()
        here = viewport.mapFromGlobal(place)
        if not viewport.rect().contains(here):
            return None
        x, y = self._map.to_cells(here.toPointF())
        return Cell(int(x // 1), int(y // 1))

    def middle(self) -> Cell:
        """Return the cell in the middle of what is seen of the map."""
        place = self._map.mapToScene(self._map.viewport().rect().center())
        here = self._controller.encounter.map
        return Cell(
            min(max(int(place.x() // 1), 0), here.width - 1),
            min(max(int(place.y() // 1), 0), here.height - 1),
        )

    def _drop(self, key: str, place: QPoint) -> None:
        cell = self.cell_at(place)
        if cell is None or not self._controller.encounter.map.contains(cell):
            self.library.let_go()
            return
        self._tried(lambda: self.library.place(key, cell))
        self._map.setFocus(Qt.FocusReason.OtherFocusReason)

    def _join_in_middle(self, key: str) -> None:
        self.library.place(key, self.middle())

    def under_pointer(self) -> Cell:
        """Return the cell under the pointer, else the one in the middle."""
        cell = self.cell_at(QCursor.pos())
        if cell is not None and self._controller.encounter.map.contains(cell):
            return cell
        return self.middle()

    # --- the editor ------------------------------------------------------------------------------

    def edit(self, who: str) -> None:
        """Show every value of somebody in the fight; one command sets what was changed."""
        self.editor.edit(who)

    def new(self, near: Cell | None = None, start: str = "") -> None:
        """Make somebody anew, blank or like somebody of the library; it joins, and is selected.

        Args:
            near: Where it joins; None for where the GM looks.
            start: The key of somebody of the library to begin with.
        """
        self.editor.new(near or self.middle(), start)

    def edit_offer(self, offer: LibraryOffer) -> None:
        """Edit an entry of the GM's own; a sample is edited as a new one of the GM's own."""
        self.editor.edit_offer(offer, self.refresh)

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

    def sides(self) -> None:
        """Show the sides of the fight as a form."""
        form = sides_form(self._controller.encounter.sides)
        self._forms.edit(form, lambda: self.editor.submit(sides_command(form)))

    def duplicate(self) -> None:
        """Put a copy beside each of those selected, wounds and all."""
        self.exchange.duplicate(self._controller.selection.chosen())

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
        self._add(menu, _("Add to the fight"), lambda: self._join_in_middle(key))
        words = _("Edit \u2026") if offer.entry is not None else _("Edit as my own \u2026")
        self._add(menu, _("Add a changed one \u2026"), lambda: self.new(start=key))
        self._add(menu, words, lambda: self.edit_offer(offer))
        self._add(menu, _("Export as JSON \u2026"), lambda: self.exchange.export_offer(offer))
        if offer.entry is not None:
            self._add(menu, _("Take out of my library"), lambda: self.take_out(key))

    def _fill_own(self, menu: QMenu) -> None:
        self._add(menu, _("New combatant \u2026"), self.new)
        self._add(menu, _("Import combatants \u2026"), self.exchange.import_to_library)
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
