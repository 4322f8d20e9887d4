"""Danger after the foes' moves, and what the way to a square opens: what playing it would find."""

from __future__ import annotations

import pytest

from gridwar.engine.insight.after_moves import AfterMoves
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.insight.on_the_way import OnTheWay
from gridwar.engine.kit.turn_and_move_commands import Move, TakeTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from tests.support.fights import begun
from tests.support.going_there import gone_to


def never() -> bool:
    """Return that somebody still wants to know."""
    return False


@pytest.mark.parametrize(
    ("system_id", "me", "foe"),
    [("cepheus", "marine", "brawler"), ("arrgs", "guard", "raider")],
)
def test_after_their_moves_is_what_moving_and_striking_finds(
    system_id: str, me: str, foe: str
) -> None:
    """A foe that cannot strike from afar can once it has come; it is played, and told alike."""
    session = begun(system_id, **{me: (3, 3), foe: (8, 3)})
    charts = Charting(session.system, session.encounter, me)
    cell = Cell(4, 3)
    staying, coming = charts.danger(cell), AfterMoves(charts, never).danger(cell)
    assert isinstance(staying, Danger)
    assert isinstance(coming, Danger)
    assert coming.is_at_least
    assert coming.loss > staying.loss
    (strike,) = coming.strikes
    assert strike.stand is not None
    there = gone_to(session.system, session.encounter, me, cell)
    assert there is not None
    played = Session(session.system, there)
    played.submit(TakeTurn(actor=foe))
    way = [strike.stand]
    while (step := way[0].x) < 7:  # along the row, or beside it
        way.insert(0, Cell(step + 1, strike.stand.y))
    played.submit(Move(actor=foe, path=tuple(way)))
    assert played.encounter[foe].pos == strike.stand
    found = odds(session.system, played.encounter, strike.command)
    real = [dict(one.outcomes.distribution(me)) for one in found.columns if one.outcomes]
    assert any(one == pytest.approx(dict(strike.losses)) for one in real)


def test_what_the_way_opens_counts_by_its_own_odds() -> None:
    """Who leaves a threatened square gives an opportunity; what it would cost is what odds say."""
    session = begun("arrgs", guard=(3, 3), raider=(4, 3))
    session.submit(TakeTurn(actor="guard"))
    charts = Charting(session.system, session.encounter, "guard")
    way = OnTheWay(charts, never)
    opened = way.opened(Cell(1, 3))
    assert opened
    assert [one.by for one in opened] == ["raider"]
    move = Move(actor="guard", path=(Cell(2, 3), Cell(1, 3)))
    (column, *_more) = odds(session.system, session.encounter, move).columns
    (used,) = [one for one in column.could if one.who == "raider"]
    assert used.outcomes is not None
    assert column.outcomes is not None
    passed, real = (
        sum(points * p for points, p in one.distribution("guard"))
        for one in (column.outcomes, used.outcomes)
    )
    assert opened[0].loss == pytest.approx(real - passed)
    assert real > passed
    assert way.opened(Cell(3, 3)) == ()
    assert way.opened(Cell(4, 3)) is None
