"""Danger after the foes' moves, and what the way to a square opens: what playing it would find."""

from __future__ import annotations

import pytest

from gridwar.engine.insight.after_moves import AfterMoves
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.insight.late_readers import LateReaders
from gridwar.engine.insight.moves_rehearsed import MovesRehearsed
from gridwar.engine.insight.on_the_way import OnTheWay
from gridwar.engine.insight.spent_on_the_way import DuelsAfterMove
from gridwar.engine.insight.stands_to_strike_from import StandsToStrikeFrom
from gridwar.engine.insight.strikes import Strike, strikes_of
from gridwar.engine.kit.turn_and_move_commands import Move, TakeTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Refusal
from gridwar.systems.arrgs.core.sheet import sheet_of
from tests.support.fights import begun
from tests.support.going_there import attacks, gone_to, in_turn


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


@pytest.mark.parametrize(
    ("system_id", "me", "foe", "cells"),
    [
        ("cepheus", "marine", "brawler", ((4, 3), (2, 6), (6, 5))),
        ("arrgs", "guard", "raider", ((5, 6),)),
        ("percentile", "rifleman", "brawler", ((4, 3), (6, 6))),
    ],
)
def test_each_stand_is_played_to_the_same_worst_attack(
    system_id: str, me: str, foe: str, cells: tuple[tuple[int, int], ...]
) -> None:
    """Every stand that is tried, moved to in a session and asked by plain odds: none is worse."""
    session = begun(system_id, **{me: (3, 3), foe: (9, 4)})
    system = session.system
    charts = Charting(system, session.encounter, me)
    moves, stands = AfterMoves(charts, never), StandsToStrikeFrom(charts)
    for at in cells:
        cell, found = Cell(*at), moves.danger(Cell(*at))
        there = gone_to(system, session.encounter, me, cell)
        assert isinstance(found, Danger)
        assert there is not None
        turn = in_turn(system, there, foe)
        tried = [attacks(system, turn, foe, me)]
        for stand, way in stands.of(foe, cell):
            played = Session(system, turn)
            played.submit(Move(actor=foe, path=way))
            if played.encounter[foe].pos == stand:
                tried.append(attacks(system, played.encounter, foe, me))
        assert len(tried) > 1
        worst = max((one[0] for some in tried for one in some.values()), default=0.0)
        assert found.loss == pytest.approx(worst)


def test_what_was_spent_on_the_way_counts_where_it_is_asked() -> None:
    """An attack is worked out once a Movement Increment; what is read as it is, once a value."""
    session = begun("arrgs", guard=(3, 3), raider=(4, 3))
    system, base = session.system, in_turn(session.system, session.encounter, "raider")
    action = strikes_of(system, base, "raider")[0][0]
    duels = DuelsAfterMove(system, base, ("guard", "raider"), LateReaders(), never)
    raider, chances, explored = base["raider"], list[float | None](), list[int]()
    tired = {"current_vitality": sheet_of(raider).current_vitality - 1}
    for moved, spent in ((1, tired), (1, {}), (2, {}), (0, {}), (19, {}), (20, {})):
        sheet = raider.sheet.replace(squares_moved=moved, **spent)
        state = base.with_combatant(raider.replace(sheet=sheet))
        found = duels.strike(state, "raider", action, "guard")
        assert isinstance(found, Strike)
        real = Explorer(system, state, found.command, {}, Limits()).run()
        assert (found.chance, found.down) == pytest.approx((real.success, real.down("guard")))
        assert dict(found.losses) == pytest.approx(dict(real.distribution("guard")))
        chances.append(found.chance)
        explored.append(duels.explored)
    assert chances[1] == chances[2] != chances[4] == chances[5]
    assert explored == [1, 2, 2, 3, 4, 4]


def test_who_cannot_attack_anywhere_is_asked_once() -> None:
    """Without points an attack is refused before anybody asks for a place; out of reach after.

    Whether it is in reach is asked of each place; all that are not are refused alike.
    """
    session = begun("arrgs", guard=(3, 3), raider=(4, 3))
    system, base = session.system, in_turn(session.system, session.encounter, "raider")
    action, raider = strikes_of(system, base, "raider")[0][0], base["raider"]
    duels = DuelsAfterMove(system, base, ("guard", "raider"), LateReaders(), never)
    tired = base.with_combatant(raider.replace(sheet=raider.sheet.replace(ap=0, aap=0)))
    for state, asked in ((tired, 1), (base, 2)):
        for x in (9, 10, 11):
            there = state.with_combatant(state["raider"].replace(pos=Cell(x, 3)))
            assert isinstance(duels.strike(there, "raider", action, "guard"), Refusal)
        assert duels.rehearsed == asked
    near = duels.strike(base, "raider", action, "guard")
    assert isinstance(near, Strike)


@pytest.mark.parametrize(
    ("system_id", "me", "foe"),
    [("cepheus", "marine", "brawler"), ("arrgs", "guard", "raider")],
)
def test_moves_that_are_kept_go_as_they_would_anew(system_id: str, me: str, foe: str) -> None:
    """A move goes alike wherever the one in question stands, or is rehearsed for each square."""
    session = begun(system_id, **{me: (3, 3), foe: (8, 3)})
    charts = Charting(session.system, session.encounter, me)
    kept, way = MovesRehearsed(charts), (Cell(7, 3), Cell(6, 3))
    squares = (Cell(1, 1), Cell(5, 4), Cell(6, 3), Cell(7, 3))
    for cell in squares:
        placed = charts.placed(cell)
        assert not isinstance(placed, str)
        start = charts.begun(foe, placed)
        assert kept.after(start, foe, way) == MovesRehearsed(charts).after(start, foe, way)
    assert kept.count == (1 if system_id == "cepheus" else len(squares))
