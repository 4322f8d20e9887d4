"""The editor of combatants in one window: those in the fight, new ones, entries of the library.

Owns what comes of a form, and the card beside it. What stands in a form is ``control.forms``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from gridwar.control.actions.first_weapon_chances import WeaponChances
from gridwar.control.forms.combatant_form import PICTURE, START, CombatantForm
from gridwar.control.forms.merging_edits import edit_command
from gridwar.control.maps.placing_combatants import free_cells, joining
from gridwar.control.presenters.edited_combatant_card import present_table_card
from gridwar.control.state.view_state import Notice
from gridwar.engine.play.play_outcome import Refused
from gridwar.errors import GridwarError
from gridwar.model.geometry import Size
from gridwar.model.raw_parts import RawSheet
from gridwar.text import _
from gridwar.ui.combatants.edited_combatant_card import TableCard, map_piece_cells
from gridwar.ui.combatants.token_pictures import picture_hash
from gridwar.ui.map.tokens.token_portraits import PORTRAITS
from gridwar.ui.tasks.deferred_calls import soon

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.library.combatant_library import CombatantLibrary, LibraryOffer
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell
    from gridwar.ui.combatants.clipboard_and_files import CombatantExchange
    from gridwar.ui.combatants.token_pictures import TokenPictures
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.popovers.forms_shown_and_kept import Act, Forms
    from gridwar.ui.style.theme import Theme


class EditorParts(Struct):
    """What the editor joins.

    Attributes:
        theme: how what it makes looks.
        map_view: shows the fight.
        forms: shows forms.
        library: whom a new one may begin as, and where it may be kept.
        exchange: keeps pictures.
        pictures: fetches pictures for a token.
    """

    theme: Theme
    map_view: MapView
    forms: Forms
    library: CombatantLibrary
    exchange: CombatantExchange
    pictures: TokenPictures


class CombatantEditor:
    """Shows forms of combatants, and does what comes of them."""

    def __init__(self, controller: Controller, parts: EditorParts) -> None:
        """Join them; nothing is made before somebody is edited.

        Args:
            controller: The fight.
            parts: What shows it, and what it works with.
        """
        self._controller, self._parts = controller, parts
        self._library, self._exchange = parts.library, parts.exchange
        self.kept: Callable[[], None] = lambda: None
        """Called when the library holds somebody else."""
        self.card: TableCard | None = None
        self._chances, self._of = WeaponChances(), tuple[object, ...]()
        """What is known of a first weapon, and for whom it was asked."""
        self._place: Cell | None = None
        self._is_new = False
        forms = parts.forms
        forms.acting, forms.on_left = self._act_in_form, self._tell_left
        forms.on_shown, forms.on_changed = self._begin_card, self._show_card
        forms.on_second = self._keep

    def set_theme(self, theme: Theme) -> None:
        """Let what is made from now on look so."""
        self._parts.theme = theme

    # --- forms -----------------------------------------------------------------------------------

    def edit(self, who: str) -> None:
        """Show every value of somebody in the fight; one command sets what was changed."""
        controller = self._controller
        one = controller.encounter.combatants.get(who)
        if one is None:
            return
        form = self._form(one, _("Apply"))
        self._place, self._is_new = one.pos, False

        def apply() -> str:
            now = controller.encounter.combatants.get(who)
            if now is None:
                return _("{name} is no longer in the fight.").format(name=one.name)
            self._exchange.keep_pictures(form.new_pictures())
            command = edit_command(one, form.edited(), now)
            return "" if command is None else self.submit(command)

        self._parts.forms.edit(form, apply, f"of {who}")

    def new(self, near: Cell, start: str) -> None:
        """Make somebody anew, blank or like somebody of the library; it joins, and is selected.

        Args:
            near: Where it joins.
            start: The key of somebody of the library to begin with.
        """
        controller = self._controller
        side = next(iter(controller.encounter.sides), "1")
        blank = controller.system.new_combatant("combatant", _("Newcomer"), side)
        starts = self._library.starts()
        form = CombatantForm(
            controller.system, blank, controller.encounter, _("Place on the map"), starts
        )
        form.letters, form.second = controller.letters, _("Keep in library")
        if start in starts:
            form.act(START, "add", start)
        self._place, self._is_new = near, True

        def apply() -> str:
            self._exchange.keep_pictures(form.new_pictures())
            command = joining(controller.encounter, form.edited(), near)
            refused = self.submit(command)
            there = controller.encounter
            if not refused:
                controller.selection.select(
                    *(one.id for one in command.combatants if one.id in there)
                )
            return refused

        self._parts.forms.edit(form, apply, f"new {start}")

    def edit_offer(self, offer: LibraryOffer, done: Callable[[], None]) -> None:
        """Edit an entry of the GM's own; a sample is edited as a new one of the GM's own.

        Args:
            offer: Whom.
            done: Called when it was kept.
        """
        entry = offer.entry
        form = self._form(
            offer.combatant, _("Save") if entry is not None else _("Save to my library")
        )
        form.pictures |= {} if entry is None else entry.pictures
        self._place = None

        def apply() -> str:
            one = form.edited()
            if entry is None:
                self._library.keep((one,), form.new_pictures())
            else:
                self._library.change(entry, one, {**entry.pictures, **form.new_pictures()})
            done()
            return ""

        place = offer.key if entry is None else f"{entry.path} {offer.combatant.id}"
        self._parts.forms.edit(form, apply, f"library {place}")

    def _form(self, one: Combatant, primary: str) -> CombatantForm:
        controller = self._controller
        form = CombatantForm(controller.system, one, controller.encounter, primary)
        form.letters = controller.letters
        return form

    def submit(self, command: Command) -> str:
        """Submit a command; return why it was refused."""
        outcome = self._controller.submit(command)
        if isinstance(outcome, Refused):
            self._controller.tell(None)
            return outcome.text
        return (
            "" if outcome is not None else _("That could not be done: the reason is below the map.")
        )

    def _keep(self, form: RecordForm) -> None:
        """Keep a new combatant in the library, beside what else comes of the form."""
        if not isinstance(form, CombatantForm):
            return
        one = form.edited()
        try:
            self._library.keep((one,), form.new_pictures())
        except GridwarError as error:
            form.refusal = str(error)
            return
        self.kept()
        text = _("{name} is in my library.").format(name=one.name)
        self._controller.tell(Notice(text, tone="note"))

    # --- pictures, and what was left -------------------------------------------------------------

    def _act_in_form(self, form: RecordForm, act: Act) -> bool:
        """Fetch a picture for the token of a form; return whether it was that."""
        key, what, _choice = act
        if key != PICTURE or what not in {"file", "paste"} or not isinstance(form, CombatantForm):
            return False
        try:
            data = self._parts.pictures.fetch(what, is_square=form.is_square)
        except GridwarError as error:
            form.refusal = str(error)
            return True
        if data is not None:
            PORTRAITS.look_into(form)
            form.set_picture(picture_hash(data), data)
        return True

    def _tell_left(self, title: str) -> None:
        text = _("{name}: nothing was done. What you typed is kept: open it again to go on.")
        self._controller.tell(Notice(text.format(name=title), tone="note"))

    # --- the card --------------------------------------------------------------------------------

    def _begin_card(self, form: RecordForm) -> None:
        """Let the form show the pictures it has, and the card the ground where it will stand."""
        if not isinstance(form, CombatantForm):
            return
        popover = self._parts.forms.popover
        if self.card is None:
            self.card = TableCard(self._parts.theme, popover)
            popover.set_card(self.card)
            self.card.on_map.resized.connect(self._show_ground_soon)
        self._chances, self._of = WeaponChances(), ()
        self._show_ground_soon()

    def _show_ground_soon(self) -> None:
        assert self.card is not None
        soon(self.card, self._show_ground)

    def _show_ground(self) -> None:
        """Draw a piece of the map as it is: where somebody stands, or the first free square."""
        card, view = self.card, self._parts.map_view
        encounter = self._controller.encounter
        if card is None or card.on_map.size().isEmpty():
            return
        cell = self._place
        if cell is not None and self._is_new:
            cell = next(iter(free_cells(encounter, cell, [Size(1, 1)])), cell)
        ratio = card.devicePixelRatioF()
        wide, high = map_piece_cells(card.on_map.width())
        piece = QPixmap(card.on_map.size() * ratio)
        piece.setDevicePixelRatio(ratio)
        piece.fill(Qt.GlobalColor.transparent)
        if cell is not None:
            middle = (cell.x + 0.5 + wide / 5, cell.y + 0.5)
            source = QRectF(middle[0] - wide / 2, middle[1] - high / 2, wide, high)
            painter = QPainter(piece)
            view.scene().render(painter, QRectF(card.on_map.rect()), source)
            painter.end()
        card.on_map.show_ground(piece)

    def _show_card(self, form: RecordForm) -> None:
        """Show what a form comes to, and have the odds of its first weapon worked out."""
        if not isinstance(form, CombatantForm) or self.card is None:
            return
        one = form.sound()
        of = (one.sheet, one.size)
        is_late = of != self._of
        if is_late and not isinstance(one.sheet, RawSheet):
            self._of = of
            self._controller.action_drafts.first_weapon.ask(
                self._controller.system,
                self._controller.encounter,
                one,
                lambda found: self._take_chances(form, found),
            )
        self._draw_card(form, is_late=is_late)

    def _take_chances(self, form: CombatantForm, found: WeaponChances) -> None:
        self._chances = found
        self._draw_card(form, is_late=not found.is_done)

    def _draw_card(self, form: CombatantForm, *, is_late: bool) -> None:
        assert self.card is not None
        system = self._controller.system
        view = present_table_card(system, form, self._chances, is_late=is_late)
        self.card.show_view(view)
