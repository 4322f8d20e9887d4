"""States told apart by numbers that equal ones share, and ends of bodies merged by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.model.changed import changed_ids

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class StateKeys:
    """Keys of the states that one exploration meets, all of them changes of one base."""

    def __init__(self, base: Encounter) -> None:
        """Start from the state before the exploration."""
        self._base = base
        self._tokens: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[int, object]] = {}
        """Tokens by identity; the value beside it keeps that identity from being used again."""

    def key(self, state: Encounter) -> int:
        """Return a number that equal states share."""
        seen = self._seen.get(id(state))
        if seen is None:
            parts = (
                self._board(state.combatants), self.token(state.rules), self.token(state.bracket),
                state.round, state.turn,
            )  # fmt: skip
            seen = self._seen[id(state)] = (self.token(parts), state)
        return seen[0]

    def _board(self, combatants: Mapping[str, Combatant]) -> int:
        """Return a number that boards of equal combatants share: those touched tell them apart."""
        seen = self._seen.get(id(combatants))
        if seen is None:
            before = self._base.combatants
            changed = changed_ids(before, combatants)
            touched = frozenset((who, self.token(combatants[who])) for who in changed)
            stayed = len(combatants) - sum(who not in before for who in changed)
            gone = frozenset(before.keys() - combatants.keys() if stayed < len(before) else ())
            seen = self._seen[id(combatants)] = (self.token((touched, gone)), combatants)
        return seen[0]

    def token(self, value: Hashable) -> int:
        """Return a number that equal values share.

        A combatant's hash goes through its whole sheet: it is worked out once an object, not once
        a state that holds it.
        """
        seen = self._seen.get(id(value))
        if seen is None:
            token = self._tokens.setdefault(value, len(self._tokens))
            seen = self._seen[id(value)] = (token, value)
        return seen[0]


Branches = list[tuple[Any, "Encounter", float]]
"""Replies or results, each with the state it comes with and its probability."""


class Ends:
    """Ends of bodies; one where neither result nor state can be told apart."""

    __slots__ = ("_states", "_weights")

    def __init__(self, states: StateKeys) -> None:
        self._states = states
        self._weights: dict[Hashable, tuple[Any, Encounter, float]] = {}

    def add(self, result: Any, state: Encounter, p: float) -> None:
        """Count an end."""
        end = (result, self._states.key(state))
        known = self._weights.get(end)
        if known is not None:
            result, state, p = known[0], known[1], known[2] + p
        self._weights[end] = (result, state, p)

    def all(self) -> Branches:
        """Return them in the order in which they were first met."""
        return list(self._weights.values())
