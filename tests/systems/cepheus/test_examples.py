"""The catalogue's executable examples, as far as their rules are built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.examples import cepheus
from tests.examples.adapter import NotBuilt
from tests.examples.compare import differences

CASES: list[dict[str, Any]] = json.loads(
    (Path(cepheus.__file__).parent / "cases" / "cepheus.json").read_text(encoding="utf-8")
)
BUILT = (
    "CE-CORE", "CE-RND", "CE-INI", "CE-RNG", "CE-MIN", "CE-SIG", "CE-REA", "CE-OTH", "CE-COM",
    "CE-ENV", "CE-SEN", "CE-FIR", "CE-ZRG", "CE-COV", "CE-STA", "CE-EXP", "CE-GRP", "CE-THR",
    "CE-DMG", "CE-HLT",
)  # fmt: skip


def _is_built(case: dict[str, Any]) -> bool:
    return all(rule.startswith(BUILT) for rule in case["rule_ids"]) and (
        "vehicles" not in case["given"]
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if _is_built(case)], ids=lambda case: case["id"]
)
def test_example(case: dict[str, Any]) -> None:
    """Gridwar's answer to an example of built rules is the catalogue's."""
    answer = cepheus.run(case)
    assert list(differences(case["expect"], answer, cepheus.WHOLE)) == []


@pytest.mark.parametrize(
    "case", [case for case in CASES if not _is_built(case)], ids=lambda case: case["id"]
)
def test_example_of_rules_that_are_not_built(case: dict[str, Any]) -> None:
    """An example of a rule that Gridwar does not play says so instead of giving an answer."""
    with pytest.raises(NotBuilt):
        cepheus.run(case)
