"""A cache of what the rules say of the fight as it stands: the pointer moves more often than play.

Owns answers only, never state: whatever the encounter does not share with the one before is asked
anew. Cards and reaches outlive a command that left their combatant and the frame around it alone.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, TypeAlias

from gridwar.engine.play.offers import actions_of, out_of_turn_of

if TYPE_CHECKING:
    from gridwar.engine.kit.offers import Action
    from gridwar.engine.kit.overlays import Blast, Overlays, Scenery
    from gridwar.engine.kit.shown import Card, Flow, Slot
    from gridwar.engine.session.session import Session
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


_Links: TypeAlias = "tuple[Combatant, ...]"


class RulesCache:
    """The rules' answers about the encounter as it is shown."""

    def __init__(self, session: Session) -> None:
        """Begin with nothing asked."""
        self._session = session
        self._of: Encounter | None = None
        self._frame: tuple[object, ...] = ()
        self._linked: dict[str, _Links] = {}
        self._cards: dict[str, tuple[_Links, Card]] = {}
        self._overlays: dict[tuple[str, str], tuple[_Links, Overlays]] = {}
        self._order: tuple[Slot, ...] | None = None
        self._scenery: Scenery | None = None
        self._flow: Flow | None = None
        self._blasts: dict[tuple[str, str, Cell], Blast | None] = {}
        self._actions: dict[str | None, tuple[Action, ...]] = {}
        self._out_of_turn: dict[str, tuple[Action, ...]] = {}
        self._threats: dict[str, tuple[tuple[Combatant, Overlays], ...]] = {}

    def card(self, who: str) -> Card:
        """Return what card and token of a combatant show."""
        encounter = self._now()
        links, known = self._links(encounter, who), self._cards.get(who)
        if known is None or not _are_same(known[0], links):
            known = self._cards[who] = (links, self._session.system.cards.card(encounter, who))
        return known[1]

    def overlays(self, who: str, weapon: str = "") -> Overlays:
        """Return what the map can show of a combatant."""
        encounter = self._now()
        links, known = self._links(encounter, who), self._overlays.get((who, weapon))
        if known is None or not _are_same(known[0], links):
            found = self._session.system.board.overlays(encounter, who, weapon, None)
            known = self._overlays[who, weapon] = (links, found)
        return known[1]

    def _links(self, encounter: Encounter, who: str) -> _Links:
        """Return a combatant and all on whom its card depends, as they are now."""
        if who not in self._linked:
            others = self._session.system.board.body(encounter, who).linked
            self._linked[who] = (encounter[who], *(encounter[one] for one in others))
        return self._linked[who]

    def blast(self, who: str, weapon: str, cell: Cell) -> Blast | None:
        """Return what a weapon would take in if it went off at a cell."""
        encounter, key = self._now(), (who, weapon, cell)
        if key not in self._blasts:
            self._blasts[key] = self._session.system.board.overlays(
                encounter, who, weapon, cell
            ).blast
        return self._blasts[key]

    def order(self) -> tuple[Slot, ...]:
        """Return who acts when."""
        encounter = self._now()
        if self._order is None:
            self._order = tuple(self._session.system.turns.order(encounter))
        return self._order

    def scenery(self) -> Scenery:
        """Return what lies about, what ties combatants together, and the areas that stay."""
        encounter = self._now()
        if self._scenery is None:
            self._scenery = self._session.system.board.scenery(encounter)
        return self._scenery

    def flow(self) -> Flow:
        """Return where the fight stands."""
        encounter = self._now()
        if self._flow is None:
            self._flow = self._session.system.turns.flow(encounter)
        return self._flow

    def actions(self, who: str | None) -> tuple[Action, ...]:
        """Return what a combatant could do; what is offered to the fight as a whole for None."""
        encounter = self._now()
        if who not in self._actions:
            self._actions[who] = tuple(actions_of(self._session.system, encounter, who))
        return self._actions[who]

    def out_of_turn(self, who: str) -> tuple[Action, ...]:
        """Return what a combatant could do whoever's turn it is."""
        encounter = self._now()
        if who not in self._out_of_turn:
            self._out_of_turn[who] = out_of_turn_of(self._session.system, encounter, who)
        return self._out_of_turn[who]

    def threats_against(self, side: str) -> tuple[tuple[Combatant, Overlays], ...]:
        """Return those of other sides who are up and threaten a cell, with what is to be shown."""
        encounter = self._now()
        if side not in self._threats:
            foes = (
                one
                for one in encounter.everyone()
                if encounter.are_foes(one.side, side)
                and one.pos is not None
                and not self.card(one.id).out
            )
            seen = ((foe, self.overlays(foe.id)) for foe in foes)
            self._threats[side] = tuple((foe, found) for foe, found in seen if found.threat)
        return self._threats[side]

    def _now(self) -> Encounter:
        """Return the encounter, dropping answers that it may have outdated."""
        encounter = self._session.encounter
        if encounter is not self._of:
            self._of, self._order = encounter, None
            self._scenery, self._flow = None, None
            self._linked, self._actions, self._threats, self._blasts = {}, {}, {}, {}
            self._out_of_turn = {}
            frame = _frame(encounter)
            if frame != self._frame:
                self._frame, self._cards, self._overlays = frame, {}, {}
        return encounter


def _are_same(known: _Links, links: _Links) -> bool:
    return len(known) == len(links) and all(map(is_, known, links))


def _frame(encounter: Encounter) -> tuple[object, ...]:
    """Return all that what is shown of a combatant may depend on beside the combatant itself.

    Of the others their names and sides are part of it: a card may say whom somebody aims at.
    """
    return (
        encounter.map,
        encounter.round,
        encounter.turn,
        encounter.rules,
        encounter.switches,
        encounter.settings,
        encounter.sides,
        encounter.bracket,
        tuple((one.id, one.name, one.side) for one in encounter.combatants.values()),
    )
