"""``python -m tests.mutants SYSTEM [RULE …]``: break each rule's code, and list what no test sees.

For every rule a bounded few mutants of the functions whose docstrings cite it, and of the numbers
they use, are each tried by the tests that are marked with the rule, then by those of the other
rules that the function cites; then a bounded few cells of the tables of its rulebook. The same
command tries the same mutants. It ends in one line, and with 1 where a mutant lives.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from gridwar.content.lint_python_sources import mentions
from gridwar.content.rules_folder import rules_folder
from gridwar.systems import system_ids
from tests.mutants.breaking import constants_of, functions_of, mutants_of
from tests.mutants.running import DIED, LIVED, ODD, SLOW, RuleTests, exchanged, raised_by_one
from tests.mutants.tables import cells_of, read_as

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
EACH = 6
"""Mutants of the code of a rule, and of its tables, unless said otherwise."""


class Function(NamedTuple):
    """A function of a system, and all rules that its docstring cites."""

    path: Path
    name: str
    rules: tuple[str, ...]


class Trial(NamedTuple):
    """A change that is tried, where it stands, and the rules whose tests could notice it."""

    place: str
    change: str
    rules: tuple[str, ...]
    mutate: Callable[[], bool]


def functions_by_rule(package: Path) -> dict[str, list[Function]]:
    """Return the functions of a system by the rules that their docstrings cite."""
    cited: dict[Path, dict[int, list[str]]] = {}
    for one in mentions(package):
        cited.setdefault(one.file, {}).setdefault(one.line, []).append(one.rule_id)
    found: dict[str, list[Function]] = {}
    for path, lines in cited.items():
        for name, node in functions_of(_tree(path)):
            rules = tuple(dict.fromkeys(lines.get(node.lineno, ())))
            for rule_id in rules:
                found.setdefault(rule_id, []).append(Function(path, name, rules))
    return found


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def trials(package: Path, functions: Sequence[Function], most: int) -> list[Trial]:
    """Return the changes that are tried of some functions: as many of each, spread over them."""
    share = max(1, most // max(1, len(functions)))
    found: list[Trial] = []
    for one in functions:
        found += _spread(list(_of_function(package, one)), share)
    return _spread(found, most)


def _of_function(package: Path, function: Function) -> Iterator[Trial]:
    path, name, rules = function
    tree, file = _tree(path), path.relative_to(package)
    for mutant in mutants_of(tree, name):
        place = f"{file}:{mutant.line} {name}"
        yield Trial(place, mutant.change, rules, partial(exchanged, path, name, mutant))
    module = ".".join(("gridwar", "systems", package.name))
    for one in constants_of(tree, name):
        change = f"{one.name} becomes {one.value + 1}"
        yield Trial(f"{file} {name}", change, rules, partial(raised_by_one, module, one))


def table_trials(rules: Path, package: Path) -> dict[str, list[Trial]]:
    """Return the changes of a rulebook's tables by the rules whose tests could notice them."""
    found: dict[str, list[Trial]] = {}
    for one in cells_of(rules, package):
        trial = Trial(f"{one.file.name}:{one.line}", one.change, one.rules, partial(read_as, one))
        for rule_id in one.rules:
            found.setdefault(rule_id, []).append(trial)
    return found


def _spread(found: Sequence[Trial], most: int) -> list[Trial]:
    """Return as many as may be, at even distances from first to last."""
    if len(found) <= most:
        return list(found)
    return [found[at * len(found) // most] for at in range(most)]


class Tally(NamedTuple):
    """What became of the mutants of all rules."""

    outcomes: Counter[int]
    by_rule: dict[str, Counter[int]]
    lived: list[str]


def tried(tests: RuleTests, package: Path, rules: Sequence[str], most: int) -> Tally:
    """Try the mutants of some rules; one that stands under several of them is tried once."""
    places, tally = functions_by_rule(package), Tally(Counter(), {}, [])
    cells = table_trials(rules_folder(package.name).ours, package)
    known: dict[tuple[str, str, frozenset[str]], int] = {}
    for rule_id in rules or sorted({*places, *cells}):
        outcomes = tally.by_rule.setdefault(rule_id, Counter())
        of_code = trials(package, places.get(rule_id, ()), most)
        for one in of_code + _spread(cells.get(rule_id, []), most):
            key = one.place, one.change, frozenset(one.rules)
            if key not in known:
                known[key] = tests.outcome(one.rules, one.mutate)
            outcomes[known[key]] += 1
            if known[key] == LIVED:
                tally.lived.append(f"{rule_id}  {one.place}: {one.change}")
                sys.stdout.write(f"lives: {tally.lived[-1]}\n")
        tally.outcomes.update(outcomes)
    return tally


def report(system: str, tally: Tally, took_s: float) -> str:
    """Return the last line."""
    outcomes, rules = tally.outcomes, tally.by_rule
    dead = sum(one[LIVED] == 0 and bool(one[DIED] + one[SLOW]) for one in rules.values())
    none = sum(not one.total() - one[ODD] for one in rules.values())
    killed = outcomes[DIED] + outcomes[SLOW]
    return (
        f"{system}: {len(rules)} rules: of {dead} every mutant dies, of "
        f"{len(rules) - dead - none} some live, {none} have none; "
        f"{killed + outcomes[LIVED]} mutants, {killed} died, {outcomes[LIVED]} live; {took_s:.0f} s"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("system", choices=system_ids())
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--each", type=int, default=EACH, help="mutants a rule")
    chosen = parser.parse_args(arguments)
    package = ROOT / "gridwar" / "systems" / chosen.system
    began, tallies = time.monotonic(), []

    def act(tests: RuleTests) -> None:
        tallies.append(tried(tests, package, chosen.rules, chosen.each))

    folder = ROOT / "tests" / "systems" / chosen.system
    pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", str(folder)], [RuleTests(act)])
    if not tallies:
        return 1
    sys.stdout.write(report(chosen.system, tallies[0], time.monotonic() - began) + "\n")
    return 1 if tallies[0].lived else 0


if __name__ == "__main__":
    sys.exit(main())
