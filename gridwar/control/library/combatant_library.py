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
from gridwar.control.library.library_search import SearchedCombatant, searched_combatant
from gridwar.control.maps.placing_combatants import MOST_AT_ONCE, all_joining
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

MOST_FIGURES = 2


class LibraryOffer(Struct, frozen=True):
    """Somebody the library offers; ``entry`` is the file of the GM's own."""

    key: str
    combatant: Combatant
    entry: Entry | None = None


class LibraryRow(Struct, frozen=True):
    """One row of the library panel.

    Attributes:
        figures: The pool and the figure that are asked for most, the first before the second.
        found: What a search found it by, where that is neither its name nor one of the figures.
        section: The heading it stands under.
    """

    key: str
    name: str
    token: TokenBit
    figures: tuple[str, ...]
    found: str
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
        self._searched: dict[str, SearchedCombatant] = {}
        self._last = ""
        """Whom the library put on the board last, by id."""
        self.keep_pictures: Callable[[Mapping[str, bytes]], None] = lambda _pictures: None
        """Puts pictures into the fight's file."""

    def refresh(self) -> None:
        """Read the files anew when somebody asks next."""
        for kept in ("_shelf", "_offers"):
            vars(self).pop(kept, None)
        self._searched.clear()

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
                ", ".join(self._figures(self._with_side(offer.combatant))),
                {} if offer.entry is None else offer.entry.pictures,
            )
            for key, offer in self._offers.items()
        }

    def rows(self, search: str) -> tuple[LibraryRow, ...]:
        """Return the rows in which every word of a search is found, the GM's own first.

        Those whose name is meant stand before those that are found by what they have.
        """
        words = tuple(search.casefold().split())
        found = []
        for offer in self._offers.values():
            by = self._known(offer).found_by(words) if words else ""
            if by is not None:
                is_own = offer.entry is not None
                found.append((not is_own, bool(by), self._row(offer, by)))
        found.sort(key=lambda one: one[:2])
        return tuple(row for *_rank, row in found)

    def _known(self, offer: LibraryOffer) -> SearchedCombatant:
        if offer.key not in self._searched:
            one = self._with_side(offer.combatant)
            encounter = self._controller.encounter.with_combatant(one)
            self._searched[offer.key] = searched_combatant(
                self._controller.system, encounter, one, self._figures(one)
            )
        return self._searched[offer.key]

    def _row(self, offer: LibraryOffer, found: str) -> LibraryRow:
        one = self._with_side(offer.combatant)
        token = token_bit(self._controller.letters, self._controller.encounter, one)
        section = _("My library") if offer.entry is not None else _("Samples")
        return LibraryRow(offer.key, one.name, token, self._figures(one), found, section)

    def _figures(self, one: Combatant) -> tuple[str, ...]:
        """Return the main pool and the figure most asked for, in words."""
        encounter = self._controller.encounter.with_combatant(one)
        card = self._controller.system.cards.card(encounter, one.id)
        words = [
            f"{pool.label} {pool.now}/{pool.full}"
            if pool.now != pool.full
            else f"{pool.label} {pool.full}"
            for pool in card.pools[:1]
        ]
        first = sorted(card.figures, key=lambda figure: not figure.in_head)
        words += [f"{figure.label} {figure.value}" for figure in first]
        return tuple(map(minus, words[:MOST_FIGURES]))

    def _with_side(self, one: Combatant) -> Combatant:
        sides = self._controller.encounter.sides
        wanted = self.wishes.side or one.side
        return one.replace(side=wanted if wanted in sides else next(iter(sides), wanted))

    # --- onto the board --------------------------------------------------------------------------

    def hold(self, keys: tuple[str, ...], cell: Cell | None) -> None:
        """Hold some over the map, as many as wished; None where the pointer is elsewhere."""
        offers = self._offers_of(keys)
        if not offers or cell is None or not self._controller.encounter.map.contains(cell):
            self.let_go()
            return
        combatants = self._joining(offers, cell).combatants
        if self._controller.view.placing != Placing(combatants):
            self._controller.show(placing=Placing(combatants))

    def let_go(self) -> None:
        """Let go of whoever is held over the map."""
        if self._controller.view.placing is not None:
            self._controller.show(placing=None)

    def place(self, keys: tuple[str, ...], cell: Cell) -> None:
        """Let some of the library join, near a cell, as many of each as wished: one command."""
        self.let_go()
        offers = self._offers_of(keys)
        if not offers:
            return
        for offer in offers:
            if offer.entry is not None:
                self.keep_pictures(offer.entry.pictures)
        command = self._joining(offers, cell)
        self._controller.submit(command, cell)
        joined = [one.id for one in command.combatants if one.id in self._controller.encounter]
        self._last = joined[-1] if joined else self._last
        self._controller.selection.select(*joined)

    def beside_last(self) -> Cell | None:
        """Return where the one stands who joined last from here; None where that is unknown."""
        last = self._controller.encounter.combatants.get(self._last)
        return None if last is None else last.pos

    def _offers_of(self, keys: tuple[str, ...]) -> tuple[LibraryOffer, ...]:
        return tuple(self._offers[key] for key in keys if key in self._offers)

    def _joining(self, offers: tuple[LibraryOffer, ...], cell: Cell) -> AddCombatants:
        fresh = self._controller.system.fresh
        return all_joining(
            self._controller.encounter,
            tuple(fresh(self._with_side(offer.combatant)) for offer in offers),
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
