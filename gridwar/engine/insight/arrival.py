"""What a square would mean to somebody who really goes there: the way is rehearsed, then asked.

A chart puts somebody down; this counts what the way costs: points spent, states left. Windows on
the way are passed, as a preview passes them; what they might do is ``on_the_way``'s to tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.insight.chart import Charting
    from gridwar.engine.insight.danger_and_chance import Chance, Danger
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class Way(Struct, frozen=True):
    """How the one of a charting would get to a square.

    Attributes:
        move: The command that takes it there; None where it is put down.
        only: The id of the only action of its own that is asked about; empty for every attack.
    """

    move: Command | None = None
    only: str = ""


class Arrival(Struct, frozen=True):
    """What somebody could do from a square it has come to, and what foes would do to it there.

    Attributes:
        cell: The square.
        chance: The best attack on each foe, the best first.
        danger: The worst attack of each foe at its next turn, the worst first.
        seen_by: Foes with a line to it there.
    """

    cell: Cell
    chance: Chance
    danger: Danger
    seen_by: tuple[str, ...] = ()


def arrival(charting: Charting, cell: Cell, way: Way) -> Arrival | str:
    """Return what a square would mean, or why that cannot be told.

    Raises:
        OddsCancelled: Nobody wants to know any more.
    """
    there = _gone(charting, cell, way.move)
    if isinstance(there, str):
        return there
    chances = charting.best_of_each(there, mine=True, only=way.only)
    dangers = charting.best_of_each(there, mine=False)
    chance, danger = charting.chance_of(cell, chances), charting.danger_of(cell, dangers)
    return Arrival(cell, chance, danger, charting.seeing(there))


def _gone(charting: Charting, cell: Cell, move: Command | None) -> Encounter | str:
    """Return the fight once somebody has come to a square, or why that cannot be told."""
    if move is None:
        return charting.placed(cell)
    run = Rehearsal(charting.system, charting.known, move, {})
    there, _result = run.play(attended)
    if run.refusal is not None:
        return run.refusal.text
    if run.stopped_at_roll:
        return _("What happens on the way is rolled first")
    if there.combatants[charting.who].pos != cell:
        return _("Does not get there")
    return there
