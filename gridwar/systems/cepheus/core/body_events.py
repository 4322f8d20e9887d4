"""What happens to bodies and between them: grapples, fatigue, waking, tasks, weapons let go.

Wounds and turns are ``events.py`` and ``turn_events.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import SheetEvent
from gridwar.model.event import Count, Event
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.core.bodies import Lying, Task
from gridwar.systems.cepheus.core.state import state_of
from gridwar.systems.cepheus.core.weapons import Weapon

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


# --- grapples ---------------------------------------------------------------------------------


class Grappled(SheetEvent):
    """Somebody is locked in a grapple with another; one event for each of them."""

    other: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(grappled_with=self.other)


class GrappleEnded(SheetEvent):
    """Somebody is no longer locked in a grapple; one event for each of them."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(grappled_with=None)


class WeaponGone(SheetEvent):
    """A weapon left somebody's hand for good, with the entries that are the same thing."""

    weapon: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take it off the list."""
        gone = sheet.same_things(self.weapon)
        return sheet.replace(weapons=tuple(one for one in sheet.weapons if one not in gone))


class WeaponTaken(SheetEvent):
    """Somebody has a weapon in hand that was another's, or nobody's: all its entries."""

    weapons: tuple[Weapon, ...]

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Put it on the list, under ids that are free there."""
        taken = {one.id for one in sheet.weapons}
        names = {one.id: _free_id(one.id, taken) for one in self.weapons}
        added = tuple(
            one.replace(
                id=names[one.id],
                same_as=names.get(one.same_as, one.same_as),
                ready=True,
                draw_done=0,
            )
            for one in self.weapons
        )
        return sheet.replace(weapons=(*sheet.weapons, *added))


def _free_id(wanted: str, taken: set[str]) -> str:
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted}_{number}", number + 1
    return found


class WeaponDropped(Event):
    """A weapon lies on the ground, with all its entries."""

    cell: Cell
    weapons: tuple[Weapon, ...]

    def apply(self, encounter: Encounter) -> Encounter:
        """Add it to what lies about."""
        state, dropped = state_of(encounter), Lying(cell=self.cell, weapons=self.weapons)
        return encounter.replace(rules=state.replace(lying=(*state.lying, dropped)))


class WeaponLifted(Event):
    """A weapon no longer lies on the ground; ``place`` counts what lies about from 0."""

    place: Count

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it from what lies about."""
        state = state_of(encounter)
        left = state.lying[: self.place] + state.lying[self.place + 1 :]
        return encounter.replace(rules=state.replace(lying=left))


# --- fatigue and consciousness ------------------------------------------------------------------


class Tired(SheetEvent):
    """Somebody became fatigued; who was already fatigued faints."""

    rest_min: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        body = sheet.body
        if body.fatigued:
            return sheet.replace(body=body.replace(fainted=True), rounds_out=0, wake_failures=0)
        return sheet.replace(body=body.replace(fatigued=True, rest_left_min=self.rest_min))


class Rested(SheetEvent):
    """Somebody rested; enough of it ends fatigue."""

    minutes: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count the minutes."""
        left = max(0, sheet.body.rest_left_min - self.minutes)
        body = sheet.body.replace(fatigued=sheet.body.fatigued and left > 0, rest_left_min=left)
        return sheet.replace(body=body)


class LayOut(SheetEvent):
    """Somebody spent rounds unconscious."""

    rounds: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count them."""
        return sheet.replace(rounds_out=sheet.rounds_out + self.rounds)


class WakingFailed(SheetEvent):
    """Somebody did not come round; the next attempt is easier."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count it."""
        return sheet.replace(wake_failures=sheet.wake_failures + 1)


class Woke(SheetEvent):
    """Somebody came round, and stays conscious until hurt again."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        body = sheet.body.replace(fainted=False, awake=True)
        return sheet.replace(body=body, rounds_out=0, wake_failures=0)


# --- care ---------------------------------------------------------------------------------------


class MindRecovered(SheetEvent):
    """Somebody got points of Intelligence and Education back."""

    intelligence: Count = 0
    education: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Give them back, never above those when unhurt."""
        now, full = sheet.chars, sheet.chars_max
        chars = now.replace(
            intelligence=max(
                now.intelligence, min(now.intelligence + self.intelligence, full.intelligence)
            ),
            education=max(now.education, min(now.education + self.education, full.education)),
        )
        return sheet.replace(chars=chars)


class TimePassed(Event):
    """Time went by without being played."""

    rounds: Count

    def apply(self, encounter: Encounter) -> Encounter:
        """Move the clock on."""
        state = state_of(encounter)
        passed = state.passed_rounds + self.rounds
        return encounter.replace(rules=state.replace(passed_rounds=passed))


# --- extended actions -----------------------------------------------------------------------------


class TaskBegun(SheetEvent):
    """Somebody began something that takes several rounds."""

    task: Task

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(task=self.task)


class TaskDisturbed(SheetEvent):
    """The present round will not count for somebody's task; ruined: nothing done so far does."""

    ruined: bool = False

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        if sheet.task is None:
            return sheet
        done = 0 if self.ruined else sheet.task.done
        return sheet.replace(task=sheet.task.replace(done=done, disturbed=True))


class TaskWorked(SheetEvent):
    """Rounds of a task are over; one that was disturbed does not count."""

    rounds: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count them."""
        task = sheet.task
        if task is None:
            return sheet
        counted = max(0, self.rounds - task.disturbed)
        done = min(task.needed, task.done + counted)
        return sheet.replace(task=task.replace(done=done, disturbed=False))


class TaskEnded(SheetEvent):
    """Somebody's task is done or given up."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Forget it."""
        return sheet.replace(task=None)
