"""The executable examples: Gridwar answers every one of them as the catalogue does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import fluid
from tests.examples.__main__ import marked_cases
from tests.examples.compare import differences


@pytest.mark.parametrize("case", marked_cases("fluid"))
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer to an example is the catalogue's."""
    answer = fluid.run(case)
    assert list(differences(case["expect"], answer, fluid.WHOLE)) == []
