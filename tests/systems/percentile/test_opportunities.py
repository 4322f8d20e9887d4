"""Attacks of Opportunity: who leaves a reach, who enters one, and how often one strikes."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import Move
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile.core.fight_state import state_of
from gridwar.systems.percentile.core.weapons import PercentileWeapon
from tests.systems.percentile.people import SWORD, WAIVED, ada, fight, move, refusal, session, tor


def leaving(*path: tuple[int, int], **more: Any) -> Any:
    """Return a session in which Ada moves away from Tor, who is asked or not."""
    table = session(fight(ada(ab=3, can_fly=True), tor(weapons=(SWORD,), ws=30)), 40, 5)
    table.submit(move(*path, **more))
    return table


@pytest.mark.rule("PC-ACT-08")
def test_leaving_a_reach_draws_an_attack_on_the_last_square() -> None:
    """Sliding along it does not; 40 hits at 30 + 10; 5 + 2 + 3 less 3 leave 3 of 10."""
    table = leaving((6, 6), (6, 7))
    (asked,) = table.wanted
    assert (asked.recipient, asked.window, asked.at) == ("tor", "opportunity", Cell(6, 6))
    table.answer(asked.key, asked.default.replace(option="sword"))
    while table.wanted:
        table.answer(table.wanted[0].key, table.wanted[0].default)
    after = table.encounter
    assert (after["ada"].pos, after["ada"].sheet.wounds) == (Cell(6, 7), 3)
    assert "tor" in state_of(after).attacked


@pytest.mark.rule("PC-ACT-08")
@pytest.mark.rule("PC-MOV-05")
def test_disengage_draws_none_and_a_change_of_band_does() -> None:
    """A band left in one's own square is leaving; Disengage goes one Half Move."""
    assert not leaving((4, 5), mode="disengage").wanted
    assert leaving((5, 5), climbs=(1,)).wanted
    now = fight(ada(ab=3), tor())
    assert refusal(now, move((4, 5), (3, 5), (2, 5), (1, 5), mode="disengage")) == "move_too_far"


@pytest.mark.rule("PC-ACT-08")
@pytest.mark.rule("PC-ECO-08")
def test_one_opportunity_in_any_one_turn() -> None:
    """Whoever struck at one who left has used the Attack action of that turn."""
    start = fight(ada(ab=3, wounds=40), tor(weapons=(SWORD,), ws=30))
    table = session(start, 99)
    table.submit(move((4, 5)))
    table.answer(table.wanted[0].key, Answer(option="sword"))
    back = session(table.encounter)
    back.submit(move((5, 5)))
    back.submit(Move(actor="ada", path=(Cell(4, 5),), adjustments=WAIVED))
    assert not back.wanted
    fresh = session(start)
    fresh.submit(move((4, 5)))
    assert fresh.wanted


@pytest.mark.rule("PC-ACT-08")
def test_entering_may_draw_one_too() -> None:
    """By the house rule the step into a reach is met as well, and a long pike is met earlier."""
    pike = PercentileWeapon(id="pike", reach_cells=2)
    for timing, asks in (("leaving", False), ("entering_or_leaving", True)):
        start = fight(ada(ab=3), tor(at=(9, 5), weapons=(pike,)), aoo_timing=timing)
        table = session(start)
        table.submit(move((6, 5), (7, 5)))
        assert bool(table.wanted) is asks
