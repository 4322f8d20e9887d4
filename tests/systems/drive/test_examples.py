"""Every executable example of the rules comes out as the rulebook says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import drive
from tests.examples.__main__ import marked_cases, run_case


@pytest.mark.parametrize("case", marked_cases("drive"))
def test_the_example_comes_out(case: dict[str, Any]) -> None:
    """Damage, points, states and outcomes are those of the catalogue."""
    assert run_case(drive, case) == ()
