"""Combatants between fights, files, the clipboard and the library, their pictures with them.

Asks where to, reads and writes, and tells what became of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QGuiApplication

from gridwar.control.library.copy_and_take_along import (
    LIBRARY,
    Taken,
    as_text,
    combatants_of,
    next_fight,
    pasting,
    read_for,
    refuse_others,
    take_form,
    taken,
)
from gridwar.control.state.view_state import Notice
from gridwar.engine.play.play_outcome import Refused
from gridwar.errors import GridwarError, InputError, UnwritableFile
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.storage.atomic_write import write_text
from gridwar.storage.combatants_json import (
    CombatantBundle,
    bundle_text,
    is_bundle_text,
    read_bundle_file,
)
from gridwar.systems import find_system
from gridwar.text import _, ngettext
from gridwar.ui.file_dialogs import FileKind, ask_where, ask_which_ones

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.library.combatant_library import CombatantLibrary, LibraryOffer
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.ui.combatants.token_pictures import PictureKeeper
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.popovers.forms_shown_and_kept import Forms

JSON_FILTER = "JSON (*.json)"


class ExchangeHost(Protocol):
    """What is outside the fight, as far as combatants need it."""

    @property
    def file(self) -> PictureKeeper:
        """The file of the fight."""

    def begin_with(
        self, first: Encounter, pictures: Mapping[str, bytes], drawn: tuple[Command, ...] = ()
    ) -> None:
        """Begin a fight in which somebody is already, in place of this one; draw on its map."""


class CombatantExchange:
    """Carries combatants in and out of one fight."""

    def __init__(  # noqa: PLR0913, PLR0917 the parts of a window that it joins
        self,
        controller: Controller,
        map_view: MapView,
        forms: Forms,
        host: ExchangeHost | None,
        pictures: PictureSource | None,
        library: CombatantLibrary,
    ) -> None:
        self._controller = controller
        self._map = map_view
        self._forms = forms
        self._host = host
        self._pictures = pictures
        self._library = library
        self.changed: Callable[[], None] = lambda: None
        """Called when the library holds something else."""

    def _note(self, text: str) -> None:
        self._controller.tell(Notice(text, tone="note"))

    # --- copies ----------------------------------------------------------------------------------

    def copy(self) -> bool:
        """Copy those selected as text; return whether there was anybody."""
        who = tuple(one.id for one in self._controller.selection.chosen())
        if who:
            text = as_text(self._controller, who, self._pictures)
            QGuiApplication.clipboard().setText(text)
            words = ngettext("Copied: {n} combatant.", "Copied: {n} combatants.", len(who))
            self._note(words.format(n=len(who)))
        return bool(who)

    def cut(self) -> None:
        """Copy those selected and take them out of the fight."""
        if self.copy():
            self._controller.selection.remove()

    def paste(self, near: Cell) -> None:
        """Let copies of what was copied join, here or from another fight.

        Args:
            near: Where the upper left of them stands.

        Raises:
            GridwarError: The clipboard holds nobody, or combatants of other rules.
        """
        text = QGuiApplication.clipboard().text()
        if not is_bundle_text(text):
            raise InputError(_("The clipboard holds no combatants: copy some first (Ctrl+C)."))
        bundle = read_for(self._controller.system, text, _("The clipboard"))
        self._let_join(bundle.combatants, bundle.pictures, near)

    def duplicate(self, combatants: tuple[Combatant, ...]) -> None:
        """Put a copy beside each of some combatants."""
        places = [one.pos for one in combatants if one.pos is not None]
        if places:
            right = max(one.pos.x + one.size.w for one in combatants if one.pos is not None)
            left = min(place.x for place in places)
            top = min(place.y for place in places)
            edge = self._controller.encounter.map.width - 1
            near = places[0].__class__(min(right, edge) if right > left else left, top)
            self._let_join(combatants, {}, near)

    def _let_join(
        self, combatants: tuple[Combatant, ...], pictures: Mapping[str, bytes], near: Cell
    ) -> None:
        self.keep_pictures(pictures)
        command = pasting(self._controller, combatants, near)
        outcome = self._controller.submit(command, near)
        if outcome is not None and not isinstance(outcome, Refused):
            everyone = self._controller.encounter
            self._controller.selection.select(
                *(one.id for one in command.combatants if one.id in everyone)
            )

    def keep_pictures(self, pictures: Mapping[str, bytes]) -> None:
        """Put the pictures of combatants from elsewhere into the fight's file.

        Raises:
            MapError: One of them is no picture, or too large.
        """
        for data in pictures.values():
            look_at(data, _("The picture of a combatant"))
        if self._host is not None:
            for data in pictures.values():
                self._host.file.keep_picture(data)

    # --- files -----------------------------------------------------------------------------------

    def import_to_fight(self, near: Cell) -> None:
        """Let the combatants of files join.

        Raises:
            GridwarError: A file cannot be read; its message names file and field.
        """
        for bundle in self._asked_for():
            self._let_join(bundle.combatants, bundle.pictures, near)

    def import_to_library(self) -> None:
        """Put the combatants of files into the library.

        Raises:
            GridwarError: A file cannot be read, or the library not written.
        """
        found = self._asked_for()
        for bundle in found:
            self._library.keep(bundle.combatants, bundle.pictures)
        self.changed()
        count = sum(len(bundle.combatants) for bundle in found)
        if count:
            words = ngettext(
                "{n} combatant added to the library.", "{n} combatants added to the library.", count
            )
            self._note(words.format(n=count))

    def _asked_for(self) -> list[CombatantBundle]:
        paths = ask_which_ones(
            self._map.window(), _("Import combatants"), JSON_FILTER, FileKind.EXPORT
        )
        found = [read_bundle_file(path, find_system) for path in paths]
        for path, bundle in zip(paths, found, strict=True):
            refuse_others(self._controller.system, bundle, str(path))
        return found

    def export(self) -> None:
        """Write those selected, or everybody, into a file.

        Raises:
            UnwritableFile: It cannot be written.
        """
        everyone = self._controller.encounter.combatants
        who = tuple(one.id for one in self._controller.selection.chosen()) or tuple(everyone)
        self._write(combatants_of(self._controller, who, self._pictures))

    def export_offer(self, offer: LibraryOffer) -> None:
        """Write somebody of the library into a file.

        Raises:
            UnwritableFile: It cannot be written.
        """
        pictures = {} if offer.entry is None else offer.entry.pictures
        self._write(CombatantBundle(self._controller.system.id, (offer.combatant,), pictures))

    def _write(self, bundle: CombatantBundle) -> None:
        if not bundle.combatants:
            self._note(_("Nobody is in the fight yet."))
            return
        first = bundle.combatants[0].name
        name = first if len(bundle.combatants) == 1 else _("Combatants")
        title = _("Export combatants")
        path = ask_where(self._map.window(), title, JSON_FILTER, name, FileKind.EXPORT)
        if path is not None:
            write_text(path, bundle_text(bundle, self._controller.system))
            count = len(bundle.combatants)
            words = ngettext(
                "{n} combatant written to {path}.", "{n} combatants written to {path}.", count
            )
            self._note(words.format(n=count, path=path))

    # --- the library and the next fight ----------------------------------------------------------

    def keep_selected(self) -> None:
        """Save those selected to the GM's own library.

        Raises:
            FileError: They cannot be written.
        """
        self._keep_in_library(tuple(one.id for one in self._controller.selection.chosen()))

    def _keep_in_library(self, who: tuple[str, ...]) -> None:
        bundle = combatants_of(self._controller, who, self._pictures)
        self._library.keep(bundle.combatants, bundle.pictures)
        self.changed()
        words = ngettext(
            "{n} combatant saved to the library.", "{n} combatants saved to the library.", len(who)
        )
        self._note(words.format(n=len(who)))

    def take_along(self) -> None:
        """Ask whom to take along, and where to; then do it."""

        def take(given: Mapping[str, object]) -> None:
            wanted = taken(self._controller.encounter, given)
            if wanted.is_nothing:
                self._note(_("Nobody was ticked: tick whom to take along."))
                return
            try:
                if wanted.where == LIBRARY:
                    self._keep_in_library(wanted.who)
                else:
                    self._begin_next(wanted)
            except GridwarError as error:
                self._controller.tell(Notice(str(error), tone="error"))

        self._forms.ask(take_form(self._controller), take)

    def _begin_next(self, wanted: Taken) -> None:
        controller = self._controller
        if self._host is None:
            raise UnwritableFile(_("No other fight can be begun from here."))
        made = next_fight(controller, wanted)
        pictures = dict(combatants_of(controller, wanted.who, self._pictures).pictures)
        of_map = made.first.map.picture
        wanted_too = [one.picture for one in made.first.handouts]
        wanted_too += [] if of_map is None else [of_map.sha256]
        for digest in wanted_too:
            data = self.picture_bytes(digest)
            if data is not None:
                pictures[digest] = data
        self._host.begin_with(made.first, pictures, made.drawn)

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return a picture of this fight by its hash; None where it is not here."""
        return None if self._pictures is None else self._pictures.picture_bytes(digest)
