"""Mutants of rules: one small change each, put in place of the function wherever it is held."""

from __future__ import annotations

import ast
import tomllib
from typing import TYPE_CHECKING

from tests.mutants import __main__ as command
from tests.mutants.breaking import constants_of, mutants_of
from tests.mutants.running import exchanged
from tests.mutants.tables import cells_of

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '''
LIMIT = 3

def capped(number: int | None, more=1):
    """Return a number within its limit.

    Rules: TO-CAP-01
    """
    if number > LIMIT and number >= 2:
        return min(number, LIMIT)
    return number + more
'''


TABLE = """
# Caps by size (TO-CAP-01 to TO-CAP-03).
[caps]
low = 1
high = -2.5  # TO-CAP-02

[[rows]]
name = "cap"
rule = "TO-CAP-03"
worn = true
look = "plain"

[[rows]]
name = "9 hats"
look = "gaudy"

[[rows]]
look = "gaudy"
"""


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


def test_a_mutant_of_what_is_left_out(tmp_path: Path) -> None:
    """Arguments that are left out are those of the mutant; annotations are no part of it."""
    path = tmp_path / "toy.py"
    capped = held(path)
    assert callable(capped)
    mutants = mutants_of(ast.parse(SOURCE), "capped")
    assert exchanged(path, "capped", next(one for one in mutants if one.line == 4))
    assert capped(1) == 3


def test_the_cells_of_a_table_and_their_rules(tmp_path: Path) -> None:
    """Numbers, yes and no, and words that rows share change; the nearest rule ids are theirs."""
    (tmp_path / "index.toml").write_text("[TO-CAP-01]\n[TO-CAP-02]\n[TO-CAP-03]\n")
    (tmp_path / "caps.toml").write_text(TABLE.lstrip())
    found = {one.change: one for one in cells_of(tmp_path, tmp_path)}
    assert {change: one.rules for change, one in found.items()} == {
        "low = 1: 1 becomes 2": ("TO-CAP-01", "TO-CAP-03", "TO-CAP-02"),
        "high = -2.5: -2.5 becomes -1.5": ("TO-CAP-02",),
        "worn = true: true becomes false": ("TO-CAP-03",),
        'look = "plain": becomes gaudy': ("TO-CAP-03",),
        'look = "gaudy": becomes plain': ("TO-CAP-01", "TO-CAP-03", "TO-CAP-02"),
    }
    changed = tomllib.loads(found["high = -2.5: -2.5 becomes -1.5"].text)
    assert changed["caps"] == {"low": 1, "high": -1.5}


def test_the_functions_of_a_rule_are_those_that_cite_it(tmp_path: Path) -> None:
    """A rule's mutants are made in the functions whose docstrings name it, as many as may be."""
    (tmp_path / "toy.py").write_text(SOURCE.replace("TO-CAP-01", "CE-CAP-01"), encoding="utf-8")
    found = command.functions_by_rule(tmp_path)
    assert [one.name for one in found["CE-CAP-01"]] == ["capped"]
    assert len(command.trials(tmp_path, found["CE-CAP-01"], 4)) == 4
