"""The fight that charts and stands are worked out on, and who is against somebody in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.insight.strikes import strikes_of
from gridwar.engine.perception.detection import known_fight

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


def fight_as_known(system: System, encounter: Encounter, side: str | None) -> Encounter:
    """Return a fight as a side knows it; where it is the turn of somebody unknown nobody acts.

    Args:
        system: The rules.
        encounter: The present state.
        side: The side; None for all that the game master knows.
    """
    known = known_fight(system, encounter, side)
    return known if known.turn is None or known.turn in known else known.replace(turn=None)


def foes_of(system: System, encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return who is on the map against somebody and not out, in the order they joined."""
    side = encounter.combatants[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.is_on_map
        and encounter.are_foes(one.side, side)
        and not system.cards.vital(encounter, one.id).out
    )


def unknown_foes(
    system: System, encounter: Encounter, who: str, side: str | None
) -> tuple[str, ...]:
    """Return the foes of somebody of whom a side knows nothing."""
    known = known_fight(system, encounter, side)
    return tuple(one for one in foes_of(system, encounter, who) if one not in known)


def have_odds(system: System, encounter: Encounter, who: str) -> bool:
    """Return whether the rules offer somebody or its foes an attack with odds."""
    everybody = (who, *foes_of(system, encounter, who))
    return any(strikes_of(system, encounter, one)[0] for one in everybody)
