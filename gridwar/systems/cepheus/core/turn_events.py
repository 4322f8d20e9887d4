"""What happens to turns, rounds and actions. People's wounds and the like are ``events.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import SheetEvent
from gridwar.model.event import Count, Event
from gridwar.systems.cepheus.core.machine import after_round
from gridwar.systems.cepheus.core.sheet import TRADED_MINORS, Budget, CepheusSheet
from gridwar.systems.cepheus.core.state import (
    budget_of,
    is_busy,
    is_out,
    sheet_of,
    state_of,
    switches_of,
    takes_turns,
)

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.equipment import Suppression


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
        """Note it; a turn without a step means that he stands still."""
        return sheet.replace(
            acted=True,
            delaying=False,
            budget=Budget(minor=0, significant=0),
            move_left=0,
            moved_m=sheet.moved_m if sheet.has_moved else 0.0,
            has_moved=False,
            spent=False,
            suppression=_unlocked(sheet),
        )


def _unlocked(sheet: CepheusSheet) -> Suppression:
    """Return how far somebody is kept down once he has acted: he can be suppressed again.

    Rules: CE-FIR-08
    """
    now = sheet.suppression
    return now.replace(locked=False) if now.locked else now


class BudgetSpent(SheetEvent):
    """Actions were spent."""

    minor: Count = 0
    significant: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take them off, as far as there are any."""
        left = sheet.budget
        return sheet.replace(
            budget=left.replace(
                minor=max(0, left.minor - self.minor),
                significant=max(0, left.significant - self.significant),
            ),
            spent=True,
            suppression=_unlocked(sheet),
        )


class SignificantTraded(SheetEvent):
    """The significant action was given up for two minor ones."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Exchange it."""
        left = sheet.budget
        budget = left.replace(minor=min(3, left.minor + TRADED_MINORS), significant=0)
        return sheet.replace(budget=budget, spent=True)


class SignificantLost(SheetEvent):
    """The next significant action is lost."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it for the next turn."""
        return sheet.replace(lose_next_significant=True)


class Delayed(SheetEvent):
    """Somebody holds the turn back."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it; its actions stay unspent."""
        return sheet.replace(delaying=True)


class DelayEnded(SheetEvent):
    """Somebody no longer holds the turn back."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(delaying=False)


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
    """Tell whether somebody let the round go by: held back to its end, busy, or out.

    Rules: CE-SIG-10, CE-INI-09
    """
    idle = sheet.delaying or is_busy(sheet) or is_out(sheet, switches_of(encounter))
    return takes_turns(sheet) and idle and not sheet.has_moved


class CountReached(Event):
    """The Initiative count at which a turn takes place."""

    count: int | None

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        return encounter.replace(rules=state_of(encounter).replace(count=self.count))


class RoundUnderWay(Event):
    """Somebody has done something in this round: haste can no longer be declared."""

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        return encounter.replace(rules=state_of(encounter).replace(fresh=False))


class Interrupted(Event):
    """Somebody's turn waits for one who cut in."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Put it onto the pile."""
        state = state_of(encounter)
        return encounter.replace(rules=state.replace(interrupted=(*state.interrupted, self.who)))


class InterruptionEnded(Event):
    """The turn that was interrupted last goes on."""

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it from the pile."""
        state = state_of(encounter)
        return encounter.replace(rules=state.replace(interrupted=state.interrupted[:-1]))


class FirstChosen(Event):
    """A delayer chose to be first in this round."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        state = state_of(encounter)
        return encounter.replace(rules=state.replace(first=state.first | {self.who}))
