"""The list of what somebody could do now with spells and areas, with prices and reasons why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.systems.arrgs.views.close_actions import readied
from gridwar.systems.arrgs.views.spell_actions import area_actions, spell_actions
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Action
    from gridwar.model.encounter import Encounter


def actions_of(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    """Return what a combatant could do with spells and areas.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-08
    """
    offered = (
        *under(_("Attacks"), *area_actions(encounter, actor)),
        *under(_("Spells"), *spell_actions(encounter, actor)),
    )
    return (*readied(encounter, actor, offered), *offered)


def under(heading: str, *actions: Action) -> tuple[Action, ...]:
    """Return actions under a heading."""
    return tuple(replace(one, group=heading) for one in actions)
