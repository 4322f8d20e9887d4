"""Foes who are equal but for where they stand: one of them represents all.

Two are equal where the fight is the same with their roles swapped: each has the sheet, the effects
and all that names the other. What an attack of the second comes to is then what one of the first
comes to with their squares swapped too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.insight.explored_anywhere import PlaceRead
from gridwar.engine.insight.strikes import Strike
from gridwar.engine.insight.watch import SQUARE, put_as, put_on, square_of
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.model.combatant_references import renamed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gridwar.engine.insight.begun_turn import BegunTurn
    from gridwar.engine.insight.duels_anywhere import DuelsAnywhere
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal

_NAMES: Final = ("id", "name", "label", "public_name", "picture", "public_picture", "note")
"""What of somebody only people go by."""
_OWN: Final = frozenset((*_NAMES, *SQUARE))


class Representative:
    """Works out attacks of or on one foe for all who are equal, as long as nothing turns on places.

    Attributes:
        turn: The beginning of the turn in which it attacks, or is attacked.
        id: The id of the one who is asked.
        duels: What works the attacks out.
    """

    def __init__(
        self,
        turn: BegunTurn,
        who: str,
        duels: DuelsAnywhere,
        at_turns: Mapping[str, Encounter],
    ) -> None:
        """Take a fight at the beginning of a turn.

        Args:
            turn: The beginning of the turn of the first of them, or of the one in question.
            who: The one in question.
            duels: Works attacks out where the places of all of them vary.
            at_turns: The fight at the beginning of the turn in which each of the equal ones
                attacks, or is attacked, by their ids; the first represents them.
        """
        self.turn, self.id, self.duels, self._who = turn, next(iter(at_turns)), duels, who
        self._at_turns = at_turns
        self._movers = tuple(one for one in duels.movers if one not in at_turns)
        self._homes: dict[str, Encounter] = {}
        self._alone: set[str] = set()
        """Actions that turn on where they stand, by id: each foe is asked himself."""
        self._names = tuple(turn.base.combatants[one].name for one in at_turns)
        self._as: tuple[Encounter, str, Encounter] = turn.base, "", turn.base
        self._told: dict[tuple[str, int], tuple[Strike, Strike]] = {}
        """Strikes by or on one, by its id and the identity of the representative's, kept beside."""

    def strike(
        self, action: Action, placed: Encounter, foe: str, *, mine: bool
    ) -> Strike | Refusal | None:
        """Return what an attack of or on one of them comes to; None: he is to be asked himself.

        Args:
            action: The attack, as the representative is offered it, or the one in question.
            placed: The fight before that turn, with the one in question where it would stand.
            foe: Who attacks or is attacked.
            mine: Whether he is attacked.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        if action.id in self._alone:
            return None
        by, whom = (self.turn.actor, self.id) if mine else (self.id, self._who)
        try:
            found = self.duels.strike(self._standing_as(foe, placed), by, action, whom)
        except PlaceRead:
            self._alone.add(action.id)
            return None
        if isinstance(found, Strike):
            return self._told_of(foe, found, action if mine else None)
        return None if any(name in found.text for name in self._names) else found

    def _standing_as(self, foe: str, placed: Encounter) -> Encounter:
        """Return the fight with the squares of the representative and another swapped."""
        if self._as[0] is not placed or self._as[1] != foe:
            self._as = placed, foe, put_as(self._home(foe), placed, self._movers)
        return self._as[2]

    def _home(self, foe: str) -> Encounter:
        """Return the same with the one in question where it stands now."""
        if foe not in self._homes:
            there, first = self._at_turns[foe].combatants, self.id
            squares = {first: square_of(there[foe]), foe: square_of(there[first])}
            self._homes[foe] = put_on(self.turn.base, squares)
        return self._homes[foe]

    def _told_of(self, foe: str, strike: Strike, on: Action | None) -> Strike:
        """Return a strike by the representative as another makes it; one on it, by its action."""
        known = self._told.get((foe, id(strike)))
        if known is None:
            made = made_by(strike, foe) if on is None else made_on(strike, foe, on)
            known = self._told[foe, id(strike)] = made, strike
        return known[0]


def made_by(strike: Strike, foe: str) -> Strike:
    """Return the same strike by a foe who is equal to the one who makes it."""
    if strike.by == foe:
        return strike
    return replace(strike, by=foe, command=strike.command.replace(actor=foe))


def made_on(strike: Strike, foe: str, action: Action) -> Strike:
    """Return the same strike, by the same action, on a foe who is equal to the one it is on."""
    if strike.whom == foe:
        return strike
    return replace(strike, whom=foe, command=action.make(Target(combatant=foe)))


def groups_of_equals(
    known: Encounter, foes: Iterable[str], are_equal: Callable[[str, str], bool]
) -> tuple[tuple[str, ...], ...]:
    """Return the ids of equal foes together, in the order they joined; without those alone.

    Args:
        known: The fight.
        foes: Their ids.
        are_equal: Whether two who look the same in the fight are equal at the moment in question.
    """
    groups: list[tuple[str, ...]] = []
    for foe in foes:
        for number, (first, *_others) in enumerate(groups):
            look = _look_equal(known.combatants[first], known.combatants[foe])
            if look and are_equal(first, foe):
                groups[number] = (*groups[number], foe)
                break
        else:
            groups.append((foe,))
    return tuple(group for group in groups if len(group) > 1)


def are_roles_swapped(one: Encounter, other: Encounter, first: str, second: str) -> bool:
    """Return whether one fight is the other with the roles of two swapped, squares aside."""
    return _in_order(_with_roles_swapped(one, first, second)) == _in_order(other)


def _look_equal(one: Combatant, other: Combatant) -> bool:
    there = other.__dict__
    return all(part == there[name] for name, part in one.__dict__.items() if name not in _OWN)


def _with_roles_swapped(state: Encounter, first: str, second: str) -> Encounter:
    """Return a fight in which each of two has all of the other but its name and its square."""
    names, people = {first: second, second: first}, state.combatants
    after = renamed(state, names)
    roles = after.combatants  # under the ids that they had
    for who, other in names.items():
        after = after.with_combatant(_in_role(people[who], roles[other]))
    bracket = after.bracket
    if bracket is None:
        return after
    views = {  # what is seen of them is under the ids that they have now
        member: frozendict(
            {who: _in_role(people[who], one) if who in names else one for who, one in view.items()}
        )
        for member, view in bracket.seen.items()
    }
    return after.replace(bracket=bracket.replace(seen=frozendict(views)))


def _in_role(body: Combatant, role: Combatant) -> Combatant:
    return role.replace(**{name: body.__dict__[name] for name in _OWN})


def _in_order(state: Encounter) -> Encounter:
    """Return a fight whose bracket names its members in the order of their ids: it has none."""
    bracket = state.bracket
    if bracket is None:
        return state
    return state.replace(bracket=bracket.replace(members=tuple(sorted(bracket.members))))
