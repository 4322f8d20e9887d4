"""``python -m gridwar.content``: the rules lint. Prints problems and untested rules.

Exit code 0 if all is sound, 1 if not. Rules without a test are listed and do not fail.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from gridwar.content.lint import lint
from gridwar.paths import data_dir


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
    for problem in report.problems:
        print(problem, file=sys.stderr)
    print(f"{len(report.folders)} rulebooks, {len(report.problems)} problems")
    return 1 if report.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
