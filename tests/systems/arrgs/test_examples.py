"""The catalogue's executable examples, as far as their rules are built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.examples import arrgs
from tests.examples.adapter import NotBuilt
from tests.examples.compare import differences

CASES: list[dict[str, Any]] = json.loads(
    (Path(arrgs.__file__).parent / "cases" / "arrgs.json").read_text(encoding="utf-8")
)


def _is_built(case: dict[str, Any]) -> bool:
    try:
        arrgs.run(case)
    except NotBuilt:
        return False
    except Exception:  # noqa: BLE001 (what goes wrong is for the test itself to show)
        return True
    return True


BUILT = [case for case in CASES if _is_built(case)]


@pytest.mark.parametrize("case", BUILT, ids=lambda case: case["id"])
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer to an example of built rules is the catalogue's."""
    answer = arrgs.run(case)
    assert list(differences(case["expect"], answer, arrgs.WHOLE)) == []


def test_the_slice_is_covered() -> None:
    """At least the 49 examples of points, checks, attacks, movement and opportunities run."""
    assert len(BUILT) >= 49
