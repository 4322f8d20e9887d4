"""States told apart: numbers that equal states share, worked out once an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    def key(self, state: Encounter) -> Hashable:
        """Return what equal states share."""
        return (
            self._board(state.combatants), self.token(state.rules), self.token(state.bracket),
            state.round, state.turn,
        )  # fmt: skip

    def _board(self, combatants: Mapping[str, Combatant]) -> int:
        """Return a number that boards of equal combatants share: those touched tell them apart."""
        seen = self._seen.get(id(combatants))
        if seen is None:
            before = self._base.combatants
            touched = frozenset(
                (who, self.token(combatants[who])) for who in changed_ids(before, combatants)
            )
            gone = frozenset(before.keys() - combatants.keys())
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
