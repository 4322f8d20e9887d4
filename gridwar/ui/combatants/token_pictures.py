"""Pictures and silhouettes for tokens: chosen, copied or dropped, and kept with whoever bears them.

Owns to whom they are given, in the fight or in the library, and what is told of it. Reading and
making them small is ``ui.map.tokens.token_picture_reading``'s, in a thread.
"""

from __future__ import annotations

import hashlib
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.errors import GridwarError, MapError, UnwritableFile
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_which
from gridwar.ui.map.tokens.token_picture_reading import (
    copied_picture,
    picture_of_file,
    picture_of_image,
)
from gridwar.ui.tasks.threads import Background, beside

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.control.library.combatant_library import CombatantLibrary, LibraryOffer
    from gridwar.model.combatant import Combatant


def picture_hash(data: bytes) -> str:
    """Return the name of a picture in a fight."""
    return hashlib.sha256(data).hexdigest()


class PictureKeeper(Protocol):
    """The file of the fight, as far as pictures need it."""

    def keep_picture(self, data: bytes) -> None:
        """Store the bytes of a picture in it."""


class Wearers(Struct, frozen=True):
    """Who is to have a picture: some of the fight by their ids, or somebody of the library."""

    who: tuple[str, ...] = ()
    offer: LibraryOffer | None = None
    for_players: bool = False
    """It is what players see in place of the picture."""

    @property
    def field(self) -> str:
        """The field of a combatant that holds it."""
        return "public_picture" if self.for_players else "picture"


class TokenPictures:
    """Gives pictures to the tokens of one fight and of its library."""

    def __init__(
        self,
        controller: Controller,
        window: Callable[[], QWidget],
        file: Callable[[], PictureKeeper | None],
        library: CombatantLibrary,
    ) -> None:
        """Give nothing yet.

        Args:
            controller: The fight.
            window: Where a dialog for files lies.
            file: The fight's file; None where there is none.
            library: Its library.
        """
        self._controller = controller
        self._window = window
        self._file = file
        self._library = library
        self.changed: Callable[[], None] = lambda: None
        """Called when the library holds something else."""

    # --- to those the inspector shows, or to whom is named ---------------------------------------

    def choose(self, wearers: Wearers | None = None, *, for_players: bool = False) -> None:
        """Ask for the file of a picture, and give it to somebody; else to those shown."""
        wearers = wearers or self._selected(for_players=for_players)
        path = None if wearers is None else ask_picture(self._window())
        if path is not None and wearers is not None:
            self.give(path, wearers)

    def paste(self, wearers: Wearers | None = None) -> None:
        """Give somebody, else those shown, the picture that was copied, or whose file was.

        Raises:
            MapError: No picture was copied.
        """
        wearers = wearers or self._selected()
        if wearers is not None:
            self.give(copied_picture(), wearers)

    def bear(self, silhouette: str | None, *, for_players: bool = False) -> None:
        """Let those shown bear a silhouette, by what stands for it; or their letters alone."""
        wearers = self._selected(for_players=for_players)
        if wearers is not None:
            self._set(wearers, silhouette)

    @property
    def shown(self) -> tuple[str, ...]:
        """Those the inspector shows: who is selected, else whoever acts."""
        chosen = tuple(one.id for one in self._controller.selection.chosen())
        acting = self._controller.actor
        return chosen or (() if acting is None else (acting,))

    def _selected(self, *, for_players: bool = False) -> Wearers | None:
        """Return those selected, else who acts; None where there is nobody, which is told."""
        who = self.shown
        if not who:
            text = _("Nobody is selected: select whom the picture is for.")
            self._controller.tell(Notice(text, tone="note"))
        return Wearers(who, for_players=for_players) if who else None

    # --- to anybody ------------------------------------------------------------------------------

    def give(self, source: Path | QImage, wearers: Wearers) -> None:
        """Read a picture beside the window, make it small and give it to somebody: one command.

        A file that is no picture is told of, with its name, and nothing is changed.

        Args:
            source: Its file, or the picture itself where it comes from another program.
            wearers: Who is to have it.
        """
        reading = Background(self._window())
        reading.failed.connect(self._tell)
        reading.ended.connect(reading.deleteLater)
        read = partial(_read, source, is_square=self._are_square(wearers))
        reading.run(lambda _tell, _is_stopped: read(), partial(self._tried, wearers))

    def fetch(self, where: str, *, is_square: bool) -> bytes | None:
        """Return a picture for a token in a form, made small; None where none was chosen.

        Args:
            where: ``file`` asks for one, ``paste`` takes the one that was copied.
            is_square: Whether the token is as wide as it is high.

        Raises:
            MapError: It is no picture, or too large.
        """
        source = copied_picture() if where == "paste" else ask_picture(self._window())
        return None if source is None else beside(partial(_read, source, is_square=is_square))

    def _are_square(self, wearers: Wearers) -> bool:
        everyone = self._controller.encounter.combatants
        found = [everyone[one] for one in wearers.who if one in everyone]
        found += [wearers.offer.combatant] if wearers.offer is not None else []
        return any(one.size.w == one.size.h for one in found)

    def _tried(self, wearers: Wearers, data: bytes) -> None:
        try:
            if wearers.offer is not None:
                self._change_library(wearers.offer, data)
            else:
                self._keep(data)
                self._set(wearers, picture_hash(data))
        except GridwarError as error:
            self._tell(error)

    def _tell(self, error: GridwarError) -> None:
        self._controller.tell(Notice(str(error), tone="error"))

    def _keep(self, data: bytes) -> None:
        file = self._file()
        if file is None:
            raise UnwritableFile(_("This fight has no file that could keep a picture."))
        file.keep_picture(data)

    def _set(self, wearers: Wearers, picture: str | None) -> None:
        there = tuple(one for one in wearers.who if one in self._controller.encounter)
        if there:
            value = json.dumps(picture)
            self._controller.submit(SetValue(who=there, field=wearers.field, value=value))
        elif wearers.who:
            raise MapError(_("Whoever was to have the picture is no longer in the fight."))

    def _change_library(self, offer: LibraryOffer, data: bytes) -> None:
        """Give an entry of the GM's own the picture; of a sample make one of the GM's own."""
        one: Combatant = offer.combatant.replace(picture=picture_hash(data))
        pictures = {picture_hash(data): data}
        if offer.entry is not None:
            self._library.change(offer.entry, one, pictures)
        else:
            self._library.keep((one,), pictures)
            text = _("{name} is in My library now, with this picture; the sample stays as it is.")
            self._controller.tell(Notice(text.format(name=one.name), tone="note"))
        self.changed()


def ask_picture(window: QWidget) -> Path | None:
    """Ask for the file of a picture."""
    kinds = _("Pictures (*.png *.jpg *.jpeg *.webp)")
    return ask_which(window, _("Picture of the token"), kinds, FileKind.PICTURE)


def _read(source: Path | QImage, *, is_square: bool) -> bytes:
    if isinstance(source, Path):
        return picture_of_file(source, is_square=is_square)
    return picture_of_image(source, is_square=is_square)
