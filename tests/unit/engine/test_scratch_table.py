"""A scratch table: procedures worked out aside, for what is shown beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit import (
    Table,
    emit,
    reason_against,
    require,
    roll,
    say,
    system_at,
    worked_out,
)
from gridwar.errors import ProcedureError
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.geometry import Cell
from tests.support.toy import duel

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure


def _walk(table: Table, to: Cell) -> Procedure[Cell | None]:
    """Refuse, move and tell; return where somebody stands then."""
    yield from require(False, "tired", "Too tired.")
    yield from emit(CombatantMoved(who="a", to=to))
    yield from say(table, "{who} walks", who="a")
    return table.now["a"].pos


def test_what_is_worked_out_aside_does_not_happen() -> None:
    """Refusals are passed over, events are dropped, and what the procedure returns comes back."""
    start = duel(a=20, b=20)
    before = start["a"].pos
    assert worked_out(start, lambda table: _walk(table, Cell(9, 9))) == before
    refusal = reason_against(start, lambda table: require(False, "tired", "Too tired."))
    assert refusal is not None
    assert refusal.text == "Too tired."


def test_nothing_is_rolled_aside() -> None:
    """A procedure that rolls cannot be worked out beforehand, nor is there a system to play."""
    start = duel(a=20, b=20)
    with pytest.raises(ProcedureError, match="beforehand"):
        worked_out(start, _rolls)
    with pytest.raises(ProcedureError, match="scratch table"):
        system_at(Table.scratch(start))


def _rolls(table: Table) -> Procedure[int]:
    del table
    return (yield from roll("1d6", sum, key="d", owner=None, label="Some die"))
