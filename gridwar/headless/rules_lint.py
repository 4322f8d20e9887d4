"""``python -m gridwar.headless.rules_lint``: the rules lint. Prints problems and untested rules.

Reads the folders of the rulebooks (``lint_rulebooks``), and every table by the system that plays
it. Exit code 0 if all is sound, 1 if not. Rules without a test are listed and do not fail.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from gridwar.content.lint_rulebooks import lint
from gridwar.errors import GridwarError
from gridwar.model.validation import first_error
from gridwar.paths import data_dir
from gridwar.systems import find_system, system_ids
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator


def main() -> int:
    """Lint the shipped rulebooks and, in a checkout, the rule ids of code and tests."""
    package = Path(__file__).resolve().parents[1]
    tests = package.parent / "tests"
    sources = [place for place in (package, tests) if place.is_dir()]
    beside = [place for place in (tests / "support" / "rules",) if place.is_dir()]
    report = lint(data_dir("rules"), sources, beside)
    for name, rules in report.untested:
        if rules:
            print(f"{name}: no test is marked with {len(rules)} of its rules:")
            print(textwrap.fill(" ".join(rules), 98, initial_indent="  ", subsequent_indent="  "))
    problems = dict.fromkeys((*report.problems, *problems_of_tables()))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(report.folders)} rulebooks, {len(problems)} problems")
    return 1 if problems else 0


def problems_of_tables() -> Iterator[str]:
    """Have every system read its tables and samples; yield the first problem of each."""
    for system_id in system_ids():
        try:
            find_system(system_id).read_tables()
        except GridwarError as error:
            yield str(error)
        except ValidationError as error:
            place, why = first_error(error)
            yield _("{system}: {place}: {why}").format(system=system_id, place=place, why=why)


if __name__ == "__main__":
    raise SystemExit(main())
