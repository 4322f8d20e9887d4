"""The executable examples: Gridwar answers all of them as the catalogue does, and tells it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.model.events_combatants import Explained
from tests.examples import arrgs
from tests.examples.__main__ import marked_cases
from tests.examples.arrgs_board import Board
from tests.examples.compare import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.trace import Trace
    from tests.examples.arrgs_board import Played

_NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")


@pytest.mark.parametrize("case", marked_cases("arrgs"))
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer is the catalogue's; every face and the rule of every number is told."""
    board = Board(case)
    answer = arrgs.run_on(board)
    assert list(differences(case["expect"], answer, arrgs.WHOLE)) == []
    for played in board.plays:
        assert not Counter(played.faces) - Counter(_faces(played))
        assert [one.title for one in _traces(played) if _is_bare(one)] == []


def _traces(played: Played) -> list[Trace]:
    return [one.trace for one in played.events if isinstance(one, Explained)]


def _faces(played: Played) -> Iterator[int]:
    for trace in _traces(played):
        for step in trace.steps:
            yield from step.faces


def _is_bare(trace: Trace) -> bool:
    """Return whether numbers stand in a headline, and no rule below it says where from."""
    if re.fullmatch(r"Round \d+", trace.title):
        return False
    rules = {line.rule_id for line in trace.lines} | {step.rule_id for step in trace.steps}
    return bool(_NUMBER.search(f"{trace.title} {trace.result}")) and not rules - {""}
