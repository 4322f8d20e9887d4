"""The GM's work on combatants in one window: the library, the editor, copies, pictures, files.

Joins the library panel and the form popover to control; menus call it. It rules and draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QCursor, QGuiApplication

from gridwar.control.forms.combatant_form import PICTURE, START, CombatantForm
from gridwar.control.forms.house_rules_settings_sides import sides_command, sides_form
from gridwar.control.forms.merging_edits import edit_command
from gridwar.control.library.combatant_library import CombatantLibrary
from gridwar.control.maps.placing_combatants import joining
from gridwar.control.state.view_state import Notice
from gridwar.engine.play.play_outcome import Refused
from gridwar.errors import GridwarError
from gridwar.model.geometry import Cell
from gridwar.storage.combatant_library import Library
from gridwar.systems import find_system
from gridwar.text import _
from gridwar.ui.combatants.clipboard_and_files import CombatantExchange
from gridwar.ui.combatants.library_in_window import LibraryInWindow
from gridwar.ui.combatants.token_pictures import TokenPictures, picture_hash
from gridwar.ui.map.tokens.token_picture_reading import carried_picture
from gridwar.ui.map.tokens.token_portraits import PORTRAITS

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from gridwar.control.controller.controller import Controller
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.library.combatant_library import LibraryOffer
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.model.command import Command
    from gridwar.ui.combatants.clipboard_and_files import ExchangeHost
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.panels.library_panel import LibraryPanel
    from gridwar.ui.popovers.form_popover import Act, Forms
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
        forms.acting, forms.on_left = self._act_in_form, self._tell_left

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
        controller = self._controller
        one = controller.encounter.combatants.get(who)
        if one is None:
            return
        form = CombatantForm(controller.system, one, controller.encounter, _("Apply"))

        def apply() -> str:
            now = controller.encounter.combatants.get(who)
            if now is None:
                return _("{name} is no longer in the fight.").format(name=one.name)
            self.exchange.keep_pictures(form.new_pictures())
            command = edit_command(one, form.edited(), now)
            return "" if command is None else self._submit(command)

        self._forms.edit(form, apply, f"of {who}")

    def _submit(self, command: Command) -> str:
        """Submit a command; return why it was refused."""
        outcome = self._controller.submit(command)
        if isinstance(outcome, Refused):
            self._controller.tell(None)
            return outcome.text
        return (
            "" if outcome is not None else _("That could not be done: the reason is below the map.")
        )

    def new(self, near: Cell | None = None, start: str = "") -> None:
        """Make somebody anew, blank or like somebody of the library; it joins, and is selected.

        Args:
            near: Where it joins; None for where the GM looks.
            start: The key of somebody of the library to begin with.
        """
        controller = self._controller
        side = next(iter(controller.encounter.sides), "1")
        blank = controller.system.new_combatant("combatant", _("Newcomer"), side)
        place = near or self.middle()
        starts = self.library.starts()
        form = CombatantForm(
            controller.system, blank, controller.encounter, _("Add to the fight"), starts
        )
        if start in starts:
            form.act(START, "add", start)

        def apply() -> str:
            self.exchange.keep_pictures(form.new_pictures())
            command = joining(controller.encounter, form.edited(), place)
            refused = self._submit(command)
            there = controller.encounter
            if not refused:
                controller.selection.select(
                    *(one.id for one in command.combatants if one.id in there)
                )
            return refused

        self._forms.edit(form, apply, f"new {start}")

    def edit_offer(self, offer: LibraryOffer) -> None:
        """Edit an entry of the GM's own; a sample is edited as a new one of the GM's own."""
        controller, entry = self._controller, offer.entry
        primary = _("Save") if entry is not None else _("Save to my library")
        form = CombatantForm(controller.system, offer.combatant, controller.encounter, primary)
        form.pictures |= {} if entry is None else entry.pictures

        def apply() -> str:
            one = form.edited()
            if entry is None:
                self.library.keep((one,), form.new_pictures())
            else:
                self.library.change(entry, one, {**entry.pictures, **form.new_pictures()})
            self.refresh()
            return ""

        place = offer.key if entry is None else f"{entry.path} {offer.combatant.id}"
        self._forms.edit(form, apply, f"library {place}")

    def _act_in_form(self, form: RecordForm, act: Act) -> bool:
        """Fetch a picture for the token of a form; return whether it was that."""
        key, what, _choice = act
        if key != PICTURE or what not in {"file", "paste"} or not isinstance(form, CombatantForm):
            return False
        try:
            data = self.pictures.fetch(what, is_square=form.is_square)
        except GridwarError as error:
            form.refusal = str(error)
            return True
        if data is not None:
            PORTRAITS.look_into(form)
            form.set_picture(picture_hash(data), data)
        return True

    def _tell_left(self, title: str) -> None:
        text = _("{name} is unchanged. What you typed is kept: open the form again to go on.")
        self._controller.tell(Notice(text.format(name=title), tone="note"))

    def sides(self) -> None:
        """Show the sides of the fight as a form."""
        form = sides_form(self._controller.encounter.sides)
        self._forms.edit(form, lambda: self._submit(sides_command(form)))

    def duplicate(self) -> None:
        """Put a copy beside each of those selected, wounds and all."""
        self.exchange.duplicate(self._controller.selection.chosen())
