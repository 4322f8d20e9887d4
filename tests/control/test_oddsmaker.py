"""Odds worked out beside the window: the exact ones at last, and soon some that say how rough."""

from __future__ import annotations

from queue import Queue
from typing import TYPE_CHECKING

import pytest

from gridwar.control.drafts import oddsmaker
from gridwar.control.drafts.oddsmaker import OddsMaker
from gridwar.engine.odds.odds import odds
from tests.support.toy import TOY, Strike, Volley, duel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.odds.odds import Odds

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
    monkeypatch.setattr(oddsmaker, "STAGES_S", ((-1.0, 0.2), (WAIT_S, None)))
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
    monkeypatch.setattr(oddsmaker, "MOST_RUNS", 1)
    heard: Queue[Odds] = Queue()
    maker.ask(TOY, duel(a=20, b=20), Strike(actor="a", target="b"), None, heard.put)
    found = heard.get(timeout=WAIT_S)
    assert [one.option for one in found.columns] == ["none", "dodge"]
    assert all(one.outcomes is not None and one.outcomes.error > 0 for one in found.columns)


def test_a_new_question_stops_the_one_before(
    maker: OddsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two questions asked one after another only the second is answered."""
    monkeypatch.setattr(oddsmaker, "STAGES_S", ((-1.0, 0.2), (WAIT_S, None)))
    start, heard = duel(a=20, b=99), Queue[str]()
    slow = Volley(actor="a", target="b", shots=150)
    maker.ask(TOY, start, slow, None, lambda found: heard.put("first"))
    quick = Strike(actor="a", target="b")
    maker.ask(TOY, start, quick, None, lambda found: heard.put("second"))
    assert heard.get(timeout=WAIT_S) == "second"
