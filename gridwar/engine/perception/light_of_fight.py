"""The light on every cell of a fight: the one answer for rules, tooltips, sight and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.areas.light_levels import light_levels

if TYPE_CHECKING:
    from gridwar.grid.areas.light_levels import LightLevels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter


def light_of(encounter: Encounter) -> LightLevels:
    """Return the light on every cell of a fight."""
    return _light_on(Same(encounter.map))


@kept_of_fight(4)
def _light_on(battle_map: Same[BattleMap]) -> LightLevels:
    return light_levels(battle_map.it, ())
