"""Whom the library offers (samples of the rules, the GM's own), and putting them on the board.

Owns what the library panel shows and what is held over the map. Reading and writing files is
``storage.combatant_library``'s, pictures find their way into the fight through whoever opened it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from gridwar.control.forms.combatant_form import Start
from gridwar.control.maps.placing_combatants import MOST_AT_ONCE, joining
from gridwar.control.state.view_state import Placing
from gridwar.control.text_format import minus, token_bit
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.panel_records import TokenBit
    from gridwar.engine.gm.combatant_commands import AddCombatants
    from gridwar.model.combatant import Combatant
    from gridwar.model.geometry import Cell
    from gridwar.storage.combatant_library import Entry, Library, Shelf

MOST_FIGURES = 3


class LibraryOffer(Struct, frozen=True):
    """Somebody the library offers; ``entry`` is the file of the GM's own."""

    key: str
    combatant: Combatant
    entry: Entry | None = None


class LibraryRow(Struct, frozen=True):
    """One row of the library panel; ``section`` is the heading it stands under."""

    key: str
    name: str
    token: TokenBit
    figures: str
    section: str


class JoinOptions(Struct, frozen=True):
    """How combatants of the library are to join.

    Attributes:
        side: the side's id; empty for the one that stands in the library.
        count: how many.
        together: whether they roll Initiative as one group.
    """

    side: str = ""
    count: int = 1
    together: bool = False

    def __post_init__(self) -> None:
        """Keep the count within bounds."""
        force_setattr(self, "count", min(max(1, self.count), MOST_AT_ONCE))


class CombatantLibrary:
    """The library as one window shows it."""

    def __init__(self, controller: Controller, files: Library) -> None:
        """Prepare to read the library, which is read on first use.

        Args:
            controller: The fight that combatants join.
            files: The GM's own, for its rules.
        """
        self._controller = controller
        self.files = files
        self.wishes = JoinOptions()
        self.keep_pictures: Callable[[Mapping[str, bytes]], None] = lambda _pictures: None
        """Puts pictures into the fight's file."""

    def refresh(self) -> None:
        """Read the files anew when somebody asks next."""
        for kept in ("_shelf", "_offers"):
            vars(self).pop(kept, None)

    @cached_property
    def _shelf(self) -> Shelf:
        """The GM's own, as its files stand."""
        return self.files.shelf()

    @cached_property
    def _offers(self) -> dict[str, LibraryOffer]:
        """Everybody who is offered, by key: the GM's own first."""
        own = [
            LibraryOffer(f"own:{at}", entry.combatant, entry)
            for at, entry in enumerate(self._shelf.entries)
        ]
        samples = [
            LibraryOffer(f"sample:{one.id}", one) for one in self._controller.system.data.samples()
        ]
        return {offer.key: offer for offer in (*own, *samples)}

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return a picture of the GM's own, once they were read; the fight may not have it yet."""
        shelf: Shelf | None = vars(self).get("_shelf")
        entries = () if shelf is None else shelf.entries
        return next((one.pictures[digest] for one in entries if digest in one.pictures), None)

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be read, a sentence a file."""
        return self._shelf.problems

    def offer(self, key: str) -> LibraryOffer | None:
        """Return an offer by its key."""
        return self._offers.get(key)

    def starts(self) -> Mapping[str, Start]:
        """Return whom a new combatant may begin as, by key: the GM's own first."""
        fresh = self._controller.system.fresh
        return {
            key: Start(
                fresh(offer.combatant),
                self._figures(self._with_side(offer.combatant)),
                {} if offer.entry is None else offer.entry.pictures,
            )
            for key, offer in self._offers.items()
        }

    def rows(self, search: str) -> tuple[LibraryRow, ...]:
        """Return the rows in which every word of a search is found, the GM's own first."""
        words = search.casefold().split()
        rows = (self._row(offer) for offer in self._offers.values())
        return tuple(
            row
            for row in rows
            if all(word in f"{row.name} {row.figures}".casefold() for word in words)
        )

    def _row(self, offer: LibraryOffer) -> LibraryRow:
        one = self._with_side(offer.combatant)
        token = token_bit(self._controller.letters, self._controller.encounter, one)
        section = _("My library") if offer.entry is not None else _("Samples")
        return LibraryRow(offer.key, one.name, token, self._figures(one), section)

    def _figures(self, one: Combatant) -> str:
        encounter = self._controller.encounter.with_combatant(one)
        card = self._controller.system.cards.card(encounter, one.id)
        words = [
            f"{pool.label} {pool.now}/{pool.full}"
            if pool.now != pool.full
            else f"{pool.label} {pool.full}"
            for pool in card.pools[:1]
        ]
        words += [f"{figure.label} {figure.value}" for figure in card.figures]
        return minus(", ".join(words[:MOST_FIGURES]))

    def _with_side(self, one: Combatant) -> Combatant:
        sides = self._controller.encounter.sides
        wanted = self.wishes.side or one.side
        return one.replace(side=wanted if wanted in sides else next(iter(sides), wanted))

    # --- onto the board --------------------------------------------------------------------------

    def hold(self, key: str, cell: Cell | None) -> None:
        """Hold somebody over the map, as many as wished; None where the pointer is elsewhere."""
        offer = self._offers.get(key)
        if offer is None or cell is None or not self._controller.encounter.map.contains(cell):
            self.let_go()
            return
        combatants = self._joining(offer, cell).combatants
        if self._controller.view.placing != Placing(combatants):
            self._controller.show(placing=Placing(combatants))

    def let_go(self) -> None:
        """Let go of whoever is held over the map."""
        if self._controller.view.placing is not None:
            self._controller.show(placing=None)

    def place(self, key: str, cell: Cell) -> None:
        """Let somebody of the library join, near a cell, as many as wished: one command."""
        self.let_go()
        offer = self._offers.get(key)
        if offer is None:
            return
        if offer.entry is not None:
            self.keep_pictures(offer.entry.pictures)
        command = self._joining(offer, cell)
        self._controller.submit(command, cell)
        joined = [one.id for one in command.combatants if one.id in self._controller.encounter]
        self._controller.selection.select(*joined)

    def _joining(self, offer: LibraryOffer, cell: Cell) -> AddCombatants:
        one = self._controller.system.fresh(self._with_side(offer.combatant))
        return joining(
            self._controller.encounter,
            one,
            cell,
            self.wishes.count,
            together=self.wishes.together,
        )

    # --- the GM's own ----------------------------------------------------------------------------

    def keep(self, combatants: tuple[Combatant, ...], pictures: Mapping[str, bytes]) -> None:
        """Keep combatants in the library, as they come out of a fight.

        Raises:
            FileError: They cannot be written.
        """
        for one in combatants:
            fresh = self._controller.system.fresh(one)
            self.files.keep(fresh, pictures)
        self.refresh()

    def change(self, entry: Entry, one: Combatant, pictures: Mapping[str, bytes]) -> None:
        """Put an edited combatant in the place of an entry.

        Raises:
            FileError: It cannot be written.
        """
        self.files.change(entry, one, pictures)
        self.refresh()

    def drop(self, entry: Entry) -> None:
        """Take an entry out of the library.

        Raises:
            FileError: It cannot be removed.
        """
        self.files.drop(entry)
        self.refresh()

    def wish(self, **changes: object) -> None:
        """Change how combatants are to join."""
        self.wishes = replace(self.wishes, **changes)
