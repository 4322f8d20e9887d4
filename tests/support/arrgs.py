"""What tests of ``arrgs`` ask of its rules together, and play asks one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.arrgs.core.sheet import cannot_act
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import (
    answer_keys,
    can_answer_with,
    threatens,
)
from gridwar.systems.arrgs.positions.distances import as_placed

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def permitted_answers(encounter: Encounter, who: str, provoker: str) -> tuple[str, ...]:
    """Return the manoeuvres with which a combatant could answer a provoker now.

    Rules: AR-OPP-02, AR-OPP-04, AR-THR-01
    """
    if cannot_act(encounter[who]) or not threatens(encounter, who, as_placed(encounter[provoker])):
        return ()
    keys = answer_keys(encounter, who, provoker)
    return tuple(key for key in keys if can_answer_with(encounter, who, key))
