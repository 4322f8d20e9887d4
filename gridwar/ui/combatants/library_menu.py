"""What can be done with an entry of the library, and with the library itself, in words."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QUrl
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
    """The work on combatants, as far as the library needs it."""

    library: CombatantLibrary
    exchange: CombatantExchange
    pictures: TokenPictures

    def new(self, near: Cell | None = None, start: str = "") -> None:
        """Make somebody anew, or like somebody of the library."""

    def edit_offer(self, offer: LibraryOffer) -> None:
        """Edit somebody of the library."""

    def cell_at(self, place: QPoint) -> Cell | None:
        """Return the cell under a place of the screen."""

    def middle(self) -> Cell:
        """Return the cell in the middle of what is seen."""


class ShownLibrary(Protocol):
    """The library in a window, as far as its menus need it."""

    @property
    def work(self) -> LibraryWork:
        """The work on combatants."""

    def join(self, keys: tuple[str, ...]) -> None:
        """Let some of the library join where the GM looks."""

    def take_out(self, key: str) -> None:
        """Take an entry out."""

    def refresh(self) -> None:
        """Show the library as it is now."""


def library_entries(shown: ShownLibrary, offer: LibraryOffer | None) -> tuple[Entry, ...]:
    """Return the entries of a menu, in order: of an entry, or without one of the library."""
    return _of_library(shown) if offer is None else _of_offer(shown, offer)


def _of_offer(shown: ShownLibrary, offer: LibraryOffer) -> tuple[Entry, ...]:
    key, wearers = offer.key, Wearers(offer=offer)
    is_own = offer.entry is not None
    entries: list[Entry] = [
        (_("Add to the fight"), lambda: shown.join((key,))),
        (_("Add a changed one \u2026"), lambda: shown.work.new(start=key)),
        (
            _("Edit \u2026") if is_own else _("Edit as my own \u2026"),
            lambda: shown.work.edit_offer(offer),
        ),
        (_("Picture \u2026"), lambda: shown.work.pictures.choose(wearers)),
        (_("Paste picture"), lambda: shown.work.pictures.paste(wearers)),
        (_("Export as JSON \u2026"), lambda: shown.work.exchange.export_offer(offer)),
    ]
    if is_own:
        entries.append((_("Take out of my library"), lambda: shown.take_out(key)))
    return tuple(entries)


def _of_library(shown: ShownLibrary) -> tuple[Entry, ...]:
    return (
        (_("New combatant \u2026"), shown.work.new),
        (_("Import combatants \u2026"), shown.work.exchange.import_to_library),
        (_("Open the folder"), lambda: _open_folder(shown)),
        (_("Read the folder again"), lambda: _read_anew(shown)),
    )


def _open_folder(shown: ShownLibrary) -> None:
    folder = shown.work.library.files.folder
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _read_anew(shown: ShownLibrary) -> None:
    shown.work.library.refresh()
    shown.refresh()
