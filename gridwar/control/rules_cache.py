"""A cache of what the rules say of the fight as it stands: the pointer moves more often than play.

Owns answers only, never state: whatever the encounter does not share with the one before is asked
anew. Cards and reaches outlive a command that left their combatant and the frame around it alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from gridwar.control.memo import KeptByKey, are_same
from gridwar.engine.play.offered_actions_and_drafts import actions_of, out_of_turn_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.card_order_and_flow import Card, Flow, Slot, SlotState
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.overlays_and_scenery import Area, Blast, Overlays, Scenery
    from gridwar.engine.session.session import Session
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


_Links: TypeAlias = "tuple[Combatant, ...]"
Told = TypeVar("Told")


_TURN_SIGNS: Final[Mapping[SlotState, str]] = {"acted": "check", "delaying": "hourglass"}


class RulesCache:
    """The rules' answers about the encounter as it is shown."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._of: Encounter | None = None
        self._frame: tuple[object, ...] = ()
        self._linked: dict[str, _Links] = {}
        self._cards: dict[str, tuple[_Links, Card]] = {}
        self._overlays: dict[tuple[str, str], tuple[_Links, Overlays]] = {}
        self._kept = KeptByKey()
        """What is asked anew for each encounter."""

    def card(self, who: str) -> Card:
        """Return what card and token of a combatant show."""
        encounter = self._now()
        links, known = self._links(encounter, who), self._cards.get(who)
        if known is None or not are_same(known[0], links):
            known = self._cards[who] = (links, self._session.system.cards.card(encounter, who))
        return known[1]

    def overlays(self, who: str, weapon: str = "") -> Overlays:
        """Return what the map can show of a combatant."""
        encounter = self._now()
        links, known = self._links(encounter, who), self._overlays.get((who, weapon))
        if known is None or not are_same(known[0], links):
            found = self._session.system.board.overlays(encounter, who, weapon, None)
            known = self._overlays[who, weapon] = (links, found)
        return known[1]

    def _links(self, encounter: Encounter, who: str) -> _Links:
        """Return a combatant and all on whom its card depends, as they are now."""
        if who not in self._linked:
            others = self._session.system.board.body(encounter, who).linked
            self._linked[who] = (encounter[who], *(encounter[one] for one in others))
        return self._linked[who]

    def _once(self, key: object, ask: Callable[[Encounter], Told]) -> Told:
        encounter = self._now()
        return self._kept.get(encounter, key, lambda: ask(encounter))

    def blast(self, who: str, weapon: str, cell: Cell) -> Blast | None:
        """Return what a weapon would take in if it went off at a cell."""
        board = self._session.system.board
        return self._once(
            ("blast", who, weapon, cell), lambda now: board.overlays(now, who, weapon, cell).blast
        )

    def order(self) -> tuple[Slot, ...]:
        """Return who acts when."""
        return self._once("order", lambda now: tuple(self._session.system.turns.order(now)))

    def turn_sign(self, who: str) -> str:
        """Return the icon for whoever has acted, or delays; empty for all others."""
        states = self._once(
            "turn signs",
            lambda now: {
                one: _TURN_SIGNS[slot.state]
                for slot in self.order()
                if now.round and slot.state in _TURN_SIGNS
                for one in slot.ids
            },
        )
        return states.get(who, "")

    def scenery(self) -> Scenery:
        """Return what lies about, and what ties combatants together."""
        return self._once("scenery", self._session.system.board.scenery)

    def areas(self) -> tuple[Area, ...]:
        """Return the areas of the rules."""
        return self._once("areas", self._session.system.board.areas)

    def flow(self) -> Flow:
        """Return where the fight stands."""
        return self._once("flow", self._session.system.turns.flow)

    def actions(self, who: str | None) -> tuple[Action, ...]:
        """Return what a combatant could do; what is offered to the fight as a whole for None."""
        system = self._session.system
        return self._once(("actions", who), lambda now: tuple(actions_of(system, now, who)))

    def out_of_turn(self, who: str) -> tuple[Action, ...]:
        """Return what a combatant could do whoever's turn it is."""
        system = self._session.system
        return self._once(("out of turn", who), lambda now: out_of_turn_of(system, now, who))

    def threats_against(self, side: str) -> tuple[tuple[Combatant, Overlays], ...]:
        """Return those of other sides who are up and threaten a cell, with what is to be shown."""
        return self._once(("threats", side), lambda now: self._find_threats(now, side))

    def _find_threats(
        self, encounter: Encounter, side: str
    ) -> tuple[tuple[Combatant, Overlays], ...]:
        foes = (
            one
            for one in encounter.everyone()
            if encounter.are_foes(one.side, side)
            and one.pos is not None
            and not self.card(one.id).out
        )
        seen = ((foe, self.overlays(foe.id)) for foe in foes)
        return tuple((foe, found) for foe, found in seen if found.threat)

    def _now(self) -> Encounter:
        """Return the encounter, dropping answers that it may have outdated."""
        encounter = self._session.encounter
        if encounter is not self._of:
            self._of, self._linked = encounter, {}
            frame = _frame(encounter)
            if frame != self._frame:
                self._frame, self._cards, self._overlays = frame, {}, {}
        return encounter


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
