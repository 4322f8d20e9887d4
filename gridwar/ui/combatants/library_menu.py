"""What can be done with an entry of the library, and with the library itself, in words."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from gridwar.text import _
from gridwar.ui.combatants.token_pictures import Wearers

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.library.combatant_library import CombatantLibrary, LibraryOffer
    from gridwar.model.geometry import Cell
    from gridwar.ui.combatants.clipboard_and_files import CombatantExchange
    from gridwar.ui.combatants.token_pictures import TokenPictures

    Entry = tuple[str, Callable[[], object]]


class LibraryWork(Protocol):
    """The work on combatants, as far as these menus need it."""

    library: CombatantLibrary
    exchange: CombatantExchange
    pictures: TokenPictures

    def join_in_middle(self, key: str) -> None:
        """Let somebody of the library join where the GM looks."""

    def new(self, near: Cell | None = None, start: str = "") -> None:
        """Make somebody anew."""

    def edit_offer(self, offer: LibraryOffer) -> None:
        """Edit an entry."""

    def take_out(self, key: str) -> None:
        """Take an entry out."""

    def refresh(self) -> None:
        """Show the library as it is now."""


def library_entries(manager: LibraryWork, offer: LibraryOffer | None) -> tuple[Entry, ...]:
    """Return the entries of a menu, in order: of an entry, or without one of the library."""
    return _of_library(manager) if offer is None else _of_offer(manager, offer)


def _of_offer(manager: LibraryWork, offer: LibraryOffer) -> tuple[Entry, ...]:
    key, wearers = offer.key, Wearers(offer=offer)
    is_own = offer.entry is not None
    entries: list[Entry] = [
        (_("Add to the fight"), lambda: manager.join_in_middle(key)),
        (_("Add a changed one \u2026"), lambda: manager.new(start=key)),
        (
            _("Edit \u2026") if is_own else _("Edit as my own \u2026"),
            lambda: manager.edit_offer(offer),
        ),
        (_("Picture \u2026"), lambda: manager.pictures.choose(wearers)),
        (_("Paste picture"), lambda: manager.pictures.paste(wearers)),
        (_("Export as JSON \u2026"), lambda: manager.exchange.export_offer(offer)),
    ]
    if is_own:
        entries.append((_("Take out of my library"), lambda: manager.take_out(key)))
    return tuple(entries)


def _of_library(manager: LibraryWork) -> tuple[Entry, ...]:
    return (
        (_("New combatant \u2026"), manager.new),
        (_("Import combatants \u2026"), manager.exchange.import_to_library),
        (_("Open the folder"), lambda: _open_folder(manager)),
        (_("Read the folder again"), lambda: _read_anew(manager)),
    )


def _open_folder(manager: LibraryWork) -> None:
    folder = manager.library.files.folder
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _read_anew(manager: LibraryWork) -> None:
    manager.library.refresh()
    manager.refresh()
