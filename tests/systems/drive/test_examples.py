"""Every executable example of the rules that are built comes out as the rulebook says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gridwar.content.folder import rules_folder
from gridwar.content.rulebook import index
from tests.examples import drive
from tests.examples.__main__ import CASES, run_case
from tests.examples.adapter import NotBuilt

ALL: list[dict[str, Any]] = json.loads((CASES / "drive.json").read_text(encoding="utf-8"))


def is_built(case: dict[str, Any]) -> bool:
    """Return whether all rules of a case are built."""
    try:
        drive.run(case)
    except NotBuilt:
        return False
    return True


BUILT = [case for case in ALL if is_built(case)]


def marked(case: dict[str, Any]) -> Any:
    """Return a case as a parameter that bears the marks of its rules."""
    marks = [pytest.mark.rule(rule) for rule in case["rule_ids"]]
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in BUILT])
def test_the_example_comes_out(case: dict[str, Any]) -> None:
    """Damage, points, states and outcomes are those of the catalogue."""
    assert run_case(drive, case) == ()


def test_no_example_of_a_built_rule_is_left_out() -> None:
    """An example counts as not built only where it needs a rule that the index does not have."""
    titles = index(rules_folder("drive")).root
    missing = [case for case in ALL if case not in BUILT]
    assert len(BUILT) == 74
    assert all(any(rule not in titles for rule in case["rule_ids"]) for case in missing)
