"""The catalogue's executable examples: Gridwar answers every one of them as the catalogue does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.examples import arrgs
from tests.examples.compare import differences

CASES: list[dict[str, Any]] = json.loads(
    (Path(arrgs.__file__).parent / "cases" / "arrgs.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer to an example is the catalogue's."""
    answer = arrgs.run(case)
    assert list(differences(case["expect"], answer, arrgs.WHOLE)) == []
