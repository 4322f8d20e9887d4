"""Mutants of rules: one small change each, put in place of the function wherever it is held."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tests.mutants import __main__ as command
from tests.mutants.breaking import constants_of, mutants_of
from tests.mutants.running import exchanged

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '''
LIMIT = 3

def capped(number):
    """Return a number within its limit.

    Rules: TO-CAP-01
    """
    if number > LIMIT and number >= 2:
        return min(number, LIMIT)
    return number + 1
'''


def held(path: Path) -> object:
    """Return the function of the source, as an import would make it."""
    space: dict[str, object] = {}
    exec(compile(SOURCE, str(path), "exec"), space)
    return space["capped"]


def test_each_mutant_is_one_change_and_can_be_played() -> None:
    """Comparisons, joins, numbers, sums and least and greatest are each changed alone."""
    found = mutants_of(ast.parse(SOURCE), "capped")
    assert {one.change for one in found} == {
        "> becomes >=",
        ">= becomes >",
        "2 becomes 3",
        "and becomes or",
        "min becomes max",
        "+ becomes -",
        "1 becomes 2",
        "number > LIMIT and number >= 2 is negated",
    }
    for one in found:
        compile(one.tree(), "toy.py", "exec")
    assert [one.value for one in constants_of(ast.parse(SOURCE), "capped")] == [3]


def test_a_mutant_takes_the_place_of_its_function(tmp_path: Path) -> None:
    """Whoever holds the function plays the mutant from then on."""
    path = tmp_path / "toy.py"
    capped = held(path)
    assert callable(capped)
    assert capped(1) == 2
    mutant = next(one for one in mutants_of(ast.parse(SOURCE), "capped") if "+" in one.change)
    assert exchanged(path, "capped", mutant)
    assert capped(1) == 0


def test_the_functions_of_a_rule_are_those_that_cite_it(tmp_path: Path) -> None:
    """A rule's mutants are made in the functions whose docstrings name it, as many as may be."""
    (tmp_path / "toy.py").write_text(SOURCE.replace("TO-CAP-01", "CE-CAP-01"), encoding="utf-8")
    found = command.functions_by_rule(tmp_path)
    assert [one.name for one in found["CE-CAP-01"]] == ["capped"]
    assert len(command.trials(tmp_path, found["CE-CAP-01"], 4)) == 4
