"""Every executable example of the rules comes out as the rulebook says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import drive
from tests.examples.__main__ import cases_of, run_case


def marked(case: dict[str, Any]) -> Any:
    """Return a case as a parameter that bears the marks of its rules."""
    marks = [pytest.mark.rule(rule) for rule in case["rule_ids"]]
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in cases_of("drive")])
def test_the_example_comes_out(case: dict[str, Any]) -> None:
    """Damage, points, states and outcomes are those of the catalogue."""
    assert run_case(drive, case) == ()
