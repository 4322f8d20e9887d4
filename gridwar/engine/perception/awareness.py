"""Who perceives no enemy at this moment: what is proposed where it is asked who is surprised.

Whether somebody expects an attack is a rule's own state, and the game master's to say; sight
proposes it and sets nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.perception.detection import told_by
from gridwar.engine.perception.sense_reach import SenseReach
from gridwar.engine.perception.why_unseen import sees
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.perception.sense_reach import Looker
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def who_perceives_no_enemy(encounter: Encounter) -> Mapping[str, str]:
    """Return who of those able to look perceives no enemy on the map, each with the reason.

    Whoever is hidden is perceived by those alone whose side was told of it. The mode of the fog
    does not matter; light does, where it is set that sight needs it.
    """
    reach, found = SenseReach(encounter), dict[str, str]()
    for one in encounter.combatants.values():
        looker = reach.looker(one)
        foes = _foes_of(encounter, one)
        if looker is None or not foes:
            continue
        known = [foe for foe in foes if foe.is_known_to(one.side)]
        if not any(_perceives(reach, looker, foe) for foe in known):
            found[one.id] = _reason(reach, looker, known)
    return frozendict(found)


def _foes_of(encounter: Encounter, one: Combatant) -> list[Combatant]:
    return [
        other
        for other in encounter.combatants.values()
        if not other.aside and other.pos is not None and encounter.are_foes(one.side, other.side)
    ]


def _perceives(reach: SenseReach, looker: Looker, foe: Combatant) -> bool:
    if looker.one.side in foe.known_by:
        return True
    there = reach.stand_of(foe.id)
    return there is not None and bool(told_by(reach, looker, foe.id, there)[0])


def _reason(reach: SenseReach, looker: Looker, known: list[Combatant]) -> str:
    """Return why the nearest of some foes is not perceived; all others are hidden."""
    if not known:
        return _("all enemies are hidden")
    nearest = min(known, key=lambda foe: reach.metres(looker.one, foe))
    why = sees(reach.encounter, looker.one.id, nearest.id).reason
    return _("{name}: {reason}").format(name=nearest.name, reason=why)


def sides_that_perceive_no_enemy(encounter: Encounter) -> Mapping[str, str]:
    """Return the sides of which nobody on the map perceives an enemy, each with a reason."""
    unaware = who_perceives_no_enemy(encounter)
    people = [one for one in encounter.combatants.values() if one.pos is not None and not one.aside]
    found: dict[str, str] = {}
    for side in encounter.sides:
        own = [one for one in people if one.side == side and one.id in unaware]
        others = [one for one in people if one.side == side and one.id not in unaware]
        reach = SenseReach(encounter)
        if own and not any(reach.looker(one) for one in others):
            text = _("{name} perceives no enemy ({why})")
            found[side] = text.format(name=own[0].name, why=unaware[own[0].id])
    return frozendict(found)
