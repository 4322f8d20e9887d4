"""``python -m tests.bench [--json FILE] [ROW…]``: how fast Gridwar is beside its peers.

One line a row with its figure and bound, ``ok`` or ``over``; a ROW is a row's name or its
beginning. Exit 1 where one is over its bound or failed. Not part of the suite.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tests.bench.frame import Outcome, Row, all_rows, line_of, measured

LIBRARIES = (
    "networkx",
    "numpy",
    "tcod",
    "shapely",
    "PySide6-Essentials",
    "pydantic",
    "msgspec",
    "icepool",
)


def chosen(rows: tuple[Row, ...], names: list[str]) -> tuple[Row, ...]:
    """Return the rows that the names given begin, all where none is given."""
    unknown = [name for name in names if not any(row.name.startswith(name) for row in rows)]
    if unknown:
        known = ", ".join(row.name for row in rows)
        sys.exit(f"No row is called {', '.join(unknown)}. There are: {known}")
    return tuple(row for row in rows if not names or row.name.startswith(tuple(names)))


def as_json(outcomes: list[Outcome]) -> dict[str, Any]:
    """Return everything measured, with what it was measured on."""
    return {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "cores": os.cpu_count(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "rows": [_row_as_json(outcome) for outcome in outcomes],
    }


def _row_as_json(outcome: Outcome) -> dict[str, Any]:
    row, figures = outcome.row, outcome.figures
    about = {"name": row.name, "what": row.what, "peer": row.peer, "bound": row.bound}
    if figures is None:
        return about | {"verdict": outcome.verdict, "fault": outcome.fault}
    return about | {
        "verdict": outcome.verdict,
        "figure": figures.figure,
        "unit": figures.unit,
        "seconds": dict(figures.seconds),
        "note": figures.note,
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def main(arguments: list[str]) -> int:
    """Run the rows and print the table."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=about)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("row", nargs="*", help="only rows whose name begins so")
    options = parser.parse_args(arguments)
    outcomes: list[Outcome] = []
    for row in chosen(all_rows(), options.row):
        outcomes.append(measured(row))
        print(line_of(outcomes[-1]), flush=True)
    if options.json is not None:
        text = json.dumps(as_json(outcomes), indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 1 if {outcome.verdict for outcome in outcomes} & {"over", "failed"} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
