"""``python -m tests.examples SYSTEM [FILE.json]``: run executable rule examples.

Without a file those of the catalogue and the further ones in ``extra/``.

One line a case, the difference where it fails, ``N passed, N failed`` at the end; exit 1 on any
failure. Cases of rules that are not built yet fail, and say so.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gridwar.errors import GridwarError
from tests.examples.adapter import NotBuilt
from tests.examples.compare import differences

CASES = Path(__file__).parent / "cases"
EXTRA = Path(__file__).parent / "extra"
"""Further cases of the same shape, worked out by hand."""


def cases_of(system: str) -> list[dict[str, Any]]:
    """Return the examples of a system, those of its catalogue first, then the further ones."""
    files = (folder / f"{system}.json" for folder in (CASES, EXTRA))
    texts = (file.read_text(encoding="utf-8") for file in files if file.exists())
    return [case for text in texts for case in json.loads(text)]


def marked_cases(system: str) -> list[Any]:
    """Return the examples of a system as parameters of a test, with the marks of their rules."""
    return [
        pytest.param(case, id=case["id"], marks=pytest.mark.rule(*case["rule_ids"]))
        for case in cases_of(system)
    ]


def run_case(adapter: Any, case: dict[str, Any]) -> tuple[str, ...]:
    """Run one case and return how the answer differs; nothing where it is as expected."""
    try:
        answer = adapter.run(case)
    except NotBuilt as missing:
        return (f"not built: {missing}",)
    except GridwarError as error:
        return (f"{type(error).__name__}: {error}",)
    except Exception as error:  # noqa: BLE001  (a case must not stop the others)
        return (f"{type(error).__name__}: {error}",)
    return tuple(differences(case["expect"], answer, adapter.WHOLE))


def main(arguments: list[str]) -> int:
    """Run the cases of a file and print a line for each."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    system, *rest = arguments
    try:
        adapter = importlib.import_module(f"tests.examples.{system}")
        cases = json.loads(Path(rest[0]).read_text(encoding="utf-8")) if rest else cases_of(system)
    except ModuleNotFoundError:
        print(f"No examples adapter for {system!r}.", file=sys.stderr)
        return 2
    except (OSError, json.JSONDecodeError) as error:
        print(error, file=sys.stderr)
        return 2
    failed = 0
    for case in cases:
        wrong = run_case(adapter, case)
        failed += bool(wrong)
        print("FAIL" if wrong else "ok  ", case["id"])
        for line in wrong:
            print("      ", line)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
