"""Odds worked out beside the window: the exact ones at last, and soon some that say how rough."""

from __future__ import annotations

from queue import Queue
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.actions import odds_worker
from gridwar.control.actions.odds_worker import OddsMaker
from gridwar.engine.odds.odds_columns import odds
from tests.support.toy import TOY, Bomb, Riposte, Strike, Volley, duel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.odds.odds_columns import Odds

WAIT_S = 60


@pytest.fixture
def maker() -> Iterator[OddsMaker]:
    """A worker for which nobody waits at all."""
    made = OddsMaker(patience_s=0)
    yield made
    made.close()


def test_odds_that_take_long_come_rough_first_and_exact_at_last(
    maker: OddsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown meanwhile is near the truth and says by how much it may be off."""
    monkeypatch.setattr(odds_worker, "STAGES_S", ((-1.0, 0.2), (WAIT_S, None)))
    start, command = duel(a=20, b=99), Volley(actor="a", target="b", shots=40)
    exact = odds(TOY, start, command).columns[0].outcomes
    assert exact is not None
    heard: Queue[Odds] = Queue()
    assert maker.ask(TOY, start, command, None, heard.put) is None
    rough, last = (heard.get(timeout=WAIT_S).columns[0].outcomes for _time in range(2))
    assert rough is not None
    assert last is not None
    assert rough.error == pytest.approx(0.5 / rough.runs**0.5)
    assert rough.down("b") == pytest.approx(exact.down("b"), abs=6 * rough.error)
    assert (last.items, last.error) == (exact.items, 0)


def test_odds_too_many_to_explore_are_played_for_every_answer(
    maker: OddsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the most runs each answer has a column of plays, with its error."""
    monkeypatch.setattr(odds_worker, "MOST_RUNS", 1)
    heard: Queue[Odds] = Queue()
    maker.ask(TOY, duel(a=20, b=20), Strike(actor="a", target="b"), None, heard.put)
    found = heard.get(timeout=WAIT_S)
    assert [one.option for one in found.columns] == ["none", "dodge"]
    assert all(one.outcomes is not None and one.outcomes.error > 0 for one in found.columns)


def test_sampled_odds_tell_reactions_too(maker: OddsMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the most runs who could duck is told, with the chances of plays and their error."""
    monkeypatch.setattr(odds_worker, "MOST_RUNS", 1)
    monkeypatch.setattr(odds_worker, "SAMPLES", 400)
    heard: Queue[Odds] = Queue()
    bomb = Bomb(actor="a", targets=("b", "c"))
    maker.ask(TOY, duel(a=20, b=20, c=20), bomb, None, heard.put)
    found = heard.get(timeout=WAIT_S)
    assert [one.who for one in found.columns[0].could] == ["b", "c"]
    for one in found.columns[0].could:
        assert one.outcomes is not None
        assert one.outcomes.error > 0
        assert one.who is not None
        halved = dict(one.outcomes.distribution(one.who))
        assert halved[0] == pytest.approx(1 / 6, abs=6 * one.outcomes.error)


def test_reactions_too_dear_to_explore_are_played_beside_exact_odds(
    maker: OddsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The odds stay exact; what comes of a reaction has the error of its plays."""
    start, bomb = duel(a=20, b=20, c=20), Bomb(actor="a", targets=("b", "c"))
    exact = odds(TOY, start, bomb)
    (column,) = exact.columns
    unknown = tuple(replace(one, outcomes=None) for one in column.could)
    cut = replace(exact, columns=(replace(column, could=unknown),), cut=True)
    monkeypatch.setattr(odds_worker, "odds", lambda *_args: cut)
    monkeypatch.setattr(odds_worker, "SAMPLES", 200)
    heard: Queue[Odds] = Queue()
    maker.ask(TOY, start, bomb, None, heard.put)
    for _stage in range(len(odds_worker.STAGES_S)):
        found = heard.get(timeout=WAIT_S)
    assert found.columns[0].outcomes == column.outcomes
    could = found.columns[0].could
    assert [one.who for one in could] == ["b", "c"]
    assert all(one.outcomes is not None and one.outcomes.error > 0 for one in could)


@pytest.mark.parametrize("most_runs", [odds_worker.MOST_RUNS, 0])
def test_the_odds_of_what_is_refused_are_its_refusal_also_when_played(
    monkeypatch: pytest.MonkeyPatch, most_runs: int
) -> None:
    """A command that the rules refuse inside another has no chances, explored or played."""
    monkeypatch.setattr(odds_worker, "MOST_RUNS", most_runs)
    patient = OddsMaker(patience_s=WAIT_S)
    start, back = duel(a=0, b=20), Riposte(actor="b", target="a")
    found = patient.ask(TOY, start, back, None, lambda _found: None)
    patient.close()
    assert found is not None
    assert found.refusal is not None
    assert [one.outcomes for one in found.columns] == [None]


def test_a_new_question_stops_the_one_before(
    maker: OddsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two questions asked one after another only the second is answered."""
    monkeypatch.setattr(odds_worker, "STAGES_S", ((-1.0, 0.2), (WAIT_S, None)))
    start, heard = duel(a=20, b=99), Queue[str]()
    slow = Volley(actor="a", target="b", shots=150)
    maker.ask(TOY, start, slow, None, lambda found: heard.put("first"))
    quick = Strike(actor="a", target="b")
    maker.ask(TOY, start, quick, None, lambda found: heard.put("second"))
    assert heard.get(timeout=WAIT_S) == "second"
