"""Lines of effect from and to squares: somebody stands in there for the question.

The rules speak of combatants; nobody but the rules is told of those who stand in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.control.state.kept_measurements import SightPair
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


def with_stand_ins(system: System, encounter: Encounter, pair: SightPair) -> Encounter:
    """Return a fight with somebody at each end that is a square, of the side opposed to the other.

    Args:
        system: Makes them.
        encounter: The fight; both ends are in it.
        pair: The ends.
    """
    for end, other in ((pair.attacker, pair.target), (pair.target, pair.attacker)):
        if end.cell is not None:
            there = encounter.combatants.get(other.key)
            taken = None if there is None else there.side
            side = next((one for one in encounter.sides if one != taken), taken or "1")
            made = system.new_combatant(end.key, end.name(encounter), side)
            encounter = encounter.with_combatant(made.replace(pos=end.cell))
    return encounter
