"""Events into states: the only place where an encounter becomes another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from frozendict import frozendict

from gridwar.model.event_base import StateLaid
from gridwar.model.events_combatants import CombatantEvent, Explained

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """Return the encounter after an event.

    Where somebody acts in a bracket of simultaneous turns, the event also happens to the members
    as the actor sees them; the other members' views stay as they are, but for what a member does
    itself meanwhile, such as to react. What somebody else does happens to the members as each of
    them sees them.

    Rules: CE-RND-03, CE-INI-08
    """
    if type(event) is Explained:
        return encounter
    after = event.apply(encounter)
    bracket = encounter.bracket
    if bracket is None or after.bracket is None or type(event) is StateLaid:
        return after
    if bracket.active is None and after.bracket is not bracket:  # it begins, or a turn in it does
        return after
    if _is_of_one(event) and event.who not in bracket.members:
        return after
    views = after.bracket.seen
    members = after.bracket.members  # somebody may have been removed
    of_own = {event.who} if isinstance(event, CombatantEvent) and event.is_own_doing else set()
    for member in members if bracket.active is None else {bracket.active, *of_own} & set(members):
        seen = bracket.seen[member]
        viewed = event.apply(encounter.replace(combatants=encounter.combatants | seen)).combatants
        updated = frozendict({one: viewed.get(one, seen[one]) for one in members})
        if len(updated) < len(seen) or any(updated[one] is not seen[one] for one in members):
            views = views.set(member, updated)
    if views is after.bracket.seen:
        return after
    return after.replace(bracket=after.bracket.replace(seen=views))


def imagined(encounter: Encounter, *events: Event) -> Encounter:
    """Return the encounter as it would be after some events, for what is worked out beforehand.

    The one door to states that have not come about: what is played yields its events instead.
    """
    for event in events:
        encounter = evolve(encounter, event)
    return encounter


def _is_of_one(event: Event) -> TypeGuard[CombatantEvent]:
    """Return whether an event changes one combatant; its own ``apply`` may do more."""
    return isinstance(event, CombatantEvent) and type(event).apply is CombatantEvent.apply
