"""The executable examples: Gridwar answers every one of them as the catalogue does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import cepheus
from tests.examples.__main__ import marked_cases
from tests.examples.compare import differences


@pytest.mark.parametrize("case", marked_cases("cepheus"))
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer to an example is the catalogue's."""
    answer = cepheus.run(case)
    assert list(differences(case["expect"], answer, cepheus.WHOLE)) == []
