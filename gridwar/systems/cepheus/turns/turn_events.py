"""What happens to turns and rounds, and to those who hold theirs back: events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Encounter, Event, SheetEvent, StateEvent, includes, sets
from gridwar.systems.cepheus.actions.action_costs import budget_of
from gridwar.systems.cepheus.core.fight_state import (
    is_busy,
    sheet_of,
    state_of,
    switches_of,
    takes_turns,
    unlocked,
)
from gridwar.systems.cepheus.core.health import is_out
from gridwar.systems.cepheus.core.machine_records import after_round
from gridwar.systems.cepheus.core.person_records import Budget

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.fight_state import CepheusState
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


class TurnReadied(SheetEvent):
    """A turn began with the actions that are due."""

    round: int

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Give out the actions; a significant one that was lost is now paid for."""
        return sheet.replace(
            budget=budget_of(sheet),
            lose_next_significant=False,
            turn_round=self.round,
            acted=False,
            delaying=False,
            move_left=0,
            has_moved=False,
            spent=False,
        )


class TurnDone(SheetEvent):
    """Somebody has had the turn of this round."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take what is left of it; a turn without a step means standing still."""
        return sheet.replace(
            acted=True,
            delaying=False,
            budget=Budget(minor=0, significant=0),
            move_left=0,
            moved_m=sheet.moved_m if sheet.has_moved else 0.0,
            has_moved=False,
            spent=False,
            suppression=unlocked(sheet.suppression),
        )


@sets("delaying", True)
class Delayed(SheetEvent):
    """Somebody holds the turn back; its actions stay unspent."""


@sets("delaying", False)
class DelayEnded(SheetEvent):
    """Somebody no longer holds the turn back."""


class RoundReadied(Event):
    """A new round: everybody has a turn again, and what was over is forgotten."""

    def apply(self, encounter: Encounter) -> Encounter:
        """Forget what counted in the round before."""
        combatants = encounter.combatants
        for who, one in encounter.combatants.items():
            fresh = _fresh(sheet_of(one), encounter)
            trail = () if fresh.moved_m < sheet_of(one).moved_m else one.trail
            combatants = combatants.set(who, one.replace(sheet=fresh, trail=trail))
        state = state_of(encounter).replace(
            count=None, fresh=True, interrupted=(), first=frozenset()
        )
        return encounter.replace(combatants=combatants, rules=state)


def _fresh(sheet: CepheusSheet, encounter: Encounter) -> CepheusSheet:
    now = encounter.round
    return sheet.replace(
        acted=False,
        delaying=False,
        hasty=False,
        has_moved=False,
        spent=False,
        move_left=0,
        moved_m=0.0 if _stood_still(sheet, encounter) else sheet.moved_m,
        initiative_mods=tuple(mod for mod in sheet.initiative_mods if mod.round >= now),
        check_dms=tuple(dm for dm in sheet.check_dms if dm.until_round >= now),
        machine=None if sheet.machine is None else after_round(sheet.machine),
    )


def _stood_still(sheet: CepheusSheet, encounter: Encounter) -> bool:
    """Return whether somebody let the round go by: held back to its end, busy, or out.

    Rules: CE-SIG-10, CE-INI-09
    """
    idle = sheet.delaying or is_busy(sheet) or is_out(sheet, switches_of(encounter))
    return takes_turns(sheet) and idle and not sheet.has_moved


@sets("count", of="count")
class CountReached(StateEvent):
    """The Initiative count at which a turn takes place."""

    count: int | None


@includes("interrupted")
class Interrupted(StateEvent):
    """Somebody's turn waits for one who cut in."""

    who: str


class InterruptionEnded(StateEvent):
    """The turn that was interrupted last goes on."""

    def on(self, rules: CepheusState) -> CepheusState:
        """Take it from the pile."""
        return rules.replace(interrupted=rules.interrupted[:-1])
