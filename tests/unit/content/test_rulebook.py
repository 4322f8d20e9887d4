"""Of every rule of a system that is complete there is code, a test and a place in the window."""

from __future__ import annotations

import pytest

from tests.rulebook.table import RuleRow, rows_of

COMPLETE = ("cepheus",)


@pytest.mark.parametrize("system", COMPLETE)
def test_every_rule_is_there(system: str) -> None:
    """No rule of the index is without code, without a test, or met nowhere."""
    rows = rows_of(system)
    missing = [row for row in rows if not (row.modules and row.tests and row.places)]
    assert missing == []


def test_a_rule_that_nobody_knows_is_found_missing() -> None:
    """The slice of a system that is not complete has rules of which something is missing."""
    rows = rows_of("percentile")
    assert any(not row.places or not row.tests for row in rows)
    assert all(isinstance(row, RuleRow) for row in rows)
