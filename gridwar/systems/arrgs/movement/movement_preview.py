"""What is to be known of a movement before it is made: turns, speed, the check, who may strike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Cell, Command, Encounter, Foreseen, Move, StepTaken, imagined
from gridwar.systems.arrgs.core.movement_speed import (
    SquaresMoved,
    base_that_counts,
    increment_of,
    increments_in,
    penalty_after_first,
    usual_category,
)
from gridwar.systems.arrgs.core.riders import mover_of, payer_of, riders_of
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.movement import movement_budget, path_costs
from gridwar.systems.arrgs.movement.acceleration_and_collisions import acceleration
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from gridwar.systems.arrgs.opportunities.opportunities import may_be_asked, step_openings
from gridwar.systems.arrgs.positions.turning_and_facing import turning_on
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator


def foreseen(encounter: Encounter, command: Command) -> tuple[Foreseen, ...]:
    """Return what a way that is planned brings with it.

    Rules: AR-TRN-01, AR-INC-01, AR-INC-02, AR-ACC-01, AR-OPP-03
    """
    if not isinstance(command, Move | Withdraw):
        return ()
    if command.actor not in encounter or not command.path:
        return ()
    who = mover_of(encounter, command.actor)
    path = tuple(Cell(*cell) for cell in command.path)
    category = command.mode or usual_category(encounter, who)
    return (
        *_turns(encounter, who, path, category),
        *_speed(encounter, who, path, category),
        *_shock(encounter, who, path, category),
        *(_rolled(encounter, who, path, category) if isinstance(command, Move) else ()),
    )


def _turns(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> Iterator[Foreseen]:
    found = turning_on(encounter, who, path, category)
    if found.tracked:
        words = _("Turns: {used} of {allowed} (Manoeuvrability {n})")
        text = words.format(used=found.used, allowed=found.allowed, n=found.effective)
        yield Foreseen(text, "AR-TRN-01")


def _speed(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> Iterator[Foreseen]:
    base = base_that_counts(encounter, who, category)
    after = increments_in(sheet_of(encounter[who]).squares_moved + len(path), base)
    penalty = penalty_after_first(after)
    if penalty and after > increment_of(encounter[who]):
        words = _("Movement Increment {n}: {penalty} on its checks and on those against it")
        yield Foreseen(words.format(n=after, penalty=penalty), "AR-INC-02")


def _shock(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> Iterator[Foreseen]:
    base = base_that_counts(encounter, who, category)
    moved = SquaresMoved(who=who, squares=len(path), category=category, base=base)
    after = imagined(encounter, moved)
    for one in (who, *riders_of(encounter, who)):
        force = acceleration(after, one).force
        if force:
            words = _("{name} will suffer {n} Force at End of Round")
            text = words.format(name=encounter[one].name, n=force)
            yield Foreseen(text, "AR-ACC-01")


def _rolled(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> Iterator[Foreseen]:
    """Yield what a preview that ends at the die cannot know: the budget needed, and the windows."""
    if movement_budget.is_passive(encounter, who, category):
        return
    costs = path_costs.path_costs(encounter, who, path, category)
    if isinstance(costs, tuple):
        enough = (
            die
            for die in range(1, movement_budget.BEST_DIE + 1)
            if path_costs.is_affordable(
                costs, movement_budget.budget_with(encounter, who, category, die)
            )
        )
        needed = next(enough, None)
        words = _("{name} rolls: {n} or more goes all the way")
        if needed is None:
            words = _("{name} rolls: only a critical may go all the way")
        name = encounter[payer_of(encounter, who)].name
        yield Foreseen(words.format(name=name, n=needed), "AR-MOV-03")
    here = encounter[who].pos
    steps: dict[str, int] = {}
    for number, cell in enumerate(path, start=1):
        if here is None:
            return
        step = StepTaken(who, here, cell, number, tag=category)
        for entered in (False, True):
            for foe in step_openings(encounter, step, entered=entered):
                if may_be_asked(encounter, foe, who):
                    steps[foe] = steps.get(foe, 0) + 1
        here = cell
    for foe, number in steps.items():
        words = ngettext(
            "{name} may strike at {n} step of it", "{name} may strike at {n} steps of it", number
        )
        yield Foreseen(words.format(name=encounter[foe].name, n=number), "AR-OPP-03")
