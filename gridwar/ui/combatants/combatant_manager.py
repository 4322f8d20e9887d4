"""The GM's work on combatants in one window: the library, the editor, copies, pictures, files.

Joins the library panel and the form popover to control; menus call it. It rules and draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QCursor, QGuiApplication

from gridwar.control.forms.house_rules_settings_sides import sides_command, sides_form
from gridwar.control.library.combatant_library import CombatantLibrary
from gridwar.model.geometry import Cell
from gridwar.storage.combatant_library import Library
from gridwar.systems import find_system
from gridwar.ui.combatants.clipboard_and_files import CombatantExchange
from gridwar.ui.combatants.combatant_editor import CombatantEditor, EditorParts
from gridwar.ui.combatants.library_in_window import LibraryInWindow
from gridwar.ui.combatants.token_pictures import TokenPictures
from gridwar.ui.map.tokens.token_picture_reading import carried_picture
from gridwar.ui.map.tokens.token_portraits import PORTRAITS

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from gridwar.control.controller.controller import Controller
    from gridwar.control.library.combatant_library import LibraryOffer
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.ui.combatants.clipboard_and_files import ExchangeHost
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.panels.library_panel import LibraryPanel
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
        self._map = map_view
        self._forms = forms
        self.library = CombatantLibrary(controller, Library(controller.system, find_system))
        PORTRAITS.look_into(self.library)
        self.exchange = CombatantExchange(controller, map_view, forms, host, pictures, self.library)
        self.library.keep_pictures = self.exchange.keep_pictures
        self.exchange.changed = self.refresh
        self.pictures = TokenPictures(
            controller, map_view.window, lambda: None if host is None else host.file, self.library
        )
        self.pictures.changed = self.refresh
        self.shown = LibraryInWindow(self, controller, map_view)
        self.shown.theme = theme
        parts = EditorParts(theme, map_view, forms, self.library, self.exchange, self.pictures)
        self.editor = CombatantEditor(controller, parts)
        self.editor.kept = self.refresh

    @property
    def panel(self) -> LibraryPanel:
        """The library panel, which reads the library: no editor waits for it."""
        return self.shown.panel

    def refresh(self) -> None:
        """Show the library as it is now, where it is shown at all."""
        self.shown.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Let the library look so, now or when it is first shown."""
        self.shown.set_theme(theme)
        self.editor.set_theme(theme)

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

    def under_pointer(self) -> Cell:
        """Return the cell under the pointer, else the one in the middle."""
        cell = self.cell_at(QCursor.pos())
        if cell is not None and self._controller.encounter.map.contains(cell):
            return cell
        return self.middle()

    def paste(self) -> None:
        """Let copies of who was copied join; a picture that was copied goes to those selected.

        Raises:
            GridwarError: The clipboard holds neither, or combatants of other rules.
        """
        is_picture = carried_picture(QGuiApplication.clipboard().mimeData()) is not None
        if is_picture and self._controller.selection.chosen():
            self.pictures.paste()
        else:
            self.exchange.paste(self.under_pointer())

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

    def sides(self) -> None:
        """Show the sides of the fight as a form."""
        form = sides_form(self._controller.encounter.sides)
        self._forms.edit(form, lambda: self.editor.submit(sides_command(form)))

    def duplicate(self) -> None:
        """Put a copy beside each of those selected, wounds and all."""
        self.exchange.duplicate(self._controller.selection.chosen())
