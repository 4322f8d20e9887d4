"""The executable examples of the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import percentile
from tests.examples.__main__ import marked_cases, run_case


@pytest.mark.parametrize("case", marked_cases("percentile"))
def test_the_example_comes_out(case: dict[str, Any]) -> None:
    """Target numbers, degrees, hits and wounds are those of the catalogue."""
    if case["do"]["op"] not in percentile.OPERATIONS:
        pytest.skip("this chapter is not built yet")
    assert run_case(percentile, case) == ()
