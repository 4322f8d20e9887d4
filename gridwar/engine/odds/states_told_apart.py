"""States of one exploration, told apart by what was changed of the fight it began with."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from gridwar.model.record import Record
from gridwar.model.roster_changes import changed_ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Bracket, Encounter


class StateKeys:
    """Keys of the states that one exploration meets, all of them changes of one base.

    What tells them apart are the parts that are not those of the base: a sheet has a hundred
    values, of which a hit changes three.
    """

    def __init__(self, base: Encounter) -> None:
        self._base = base
        self._tokens: dict[object, int] = {}
        self._seen: dict[int, tuple[int, object]] = {}
        """Tokens by identity; the value beside it keeps that identity from being used again."""
        self._touched: dict[tuple[int, int], tuple[Hashable, Combatant | None, Combatant]] = {}

    def key(self, state: Encounter) -> int:
        """Return a number that equal states share."""
        seen = self._seen.get(id(state))
        if seen is None:
            base = self._base.__dict__
            parts = tuple(
                [
                    (name, change)
                    for name, part in state.__dict__.items()
                    if part is not base[name] and (change := self._part(name, state)) != ()
                ]
            )
            seen = self._seen[id(state)] = (self.token(parts), state)
        return seen[0]

    def _part(self, name: str, state: Encounter) -> Hashable:
        """Return what tells a part of an encounter from that of the base."""
        if name == "combatants":
            return self._roster(state.combatants)
        if name == "bracket":
            return self._views(self._base.bracket, state.bracket)
        return self._change(self._base.__dict__[name], state.__dict__[name])

    def _roster(self, combatants: Mapping[str, Combatant]) -> Hashable:
        """Return who was touched in a roster, and how, and who is gone from it."""
        before = self._base.combatants
        changed = changed_ids(before, combatants)
        touched = frozenset(
            [
                (who, change)
                for who in changed
                if (change := self._touch(before.get(who), combatants[who])) != ()
            ]
        )
        stayed = len(combatants) - sum(who not in before for who in changed)
        gone = frozenset(before.keys() - combatants.keys() if stayed < len(before) else ())
        return (touched, gone) if touched or gone else ()

    def _touch(self, before: Combatant | None, after: Combatant) -> Hashable:
        """Return what was changed of a combatant, worked out once for all rosters it is in."""
        both = id(before), id(after)
        seen = self._touched.get(both)
        if seen is None:
            seen = self._touched[both] = (self._change(before, after), before, after)
        return seen[0]

    def _views(self, before: Bracket | None, after: Bracket | None) -> Hashable:
        """Return what tells a bracket from that of the base: what its members see changes."""
        if before is None or after is None or before.seen.keys() != after.seen.keys():
            return self._change(before, after)
        changed = [
            (member, who, change)
            for member, view in after.seen.items()
            if view is not (old := before.seen[member])
            for who in dict.fromkeys((*view, *old))
            if view.get(who) is not old.get(who)
            and (change := self._sight(old.get(who), view.get(who))) != ()
        ]
        flow = after.members, after.active
        return (*changed, *(() if flow == (before.members, before.active) else (flow,)))

    def _sight(self, before: Combatant | None, after: Combatant | None) -> Hashable:
        return ("gone",) if after is None else self._touch(before, after)

    def _change(self, before: object, after: object) -> Hashable:
        """Return what tells a value from the one it was made of; () where they are equal."""
        kind = type(after)
        if kind is not type(before) or Record not in kind.__mro__:
            return () if before == after else (self.token(after),)
        old, changes = before.__dict__, []
        for name, part in after.__dict__.items():
            was = old[name]
            if part is was:
                continue
            if (change := self._change(was, part)) != ():
                changes.append((name, change))
        return tuple(changes)

    def token(self, value: object) -> int:
        """Return a number that equal values share, worked out once an object."""
        seen = self._seen.get(id(value))
        if seen is None:
            token = self._tokens.setdefault(value, len(self._tokens))
            seen = self._seen[id(value)] = (token, value)
        return seen[0]


Branches = list[tuple[Hashable, "Encounter", float]]
"""Replies or results, each with the state it comes with and its probability."""
