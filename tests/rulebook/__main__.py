"""``python -m tests.rulebook SYSTEM``: write the table of its rules to ``docs/rules-SYSTEM.md``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from gridwar.systems import system_ids
from tests.rulebook.table import ROOT, as_markdown, by_hand, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table; 1 where a system has no list of places, which may be empty."""
    parser = argparse.ArgumentParser(prog="python -m tests.rulebook")
    parser.add_argument("system", nargs="+", choices=system_ids())
    for system in parser.parse_args(arguments).system:
        listed = by_hand(system)
        if not listed.is_file():
            print(
                f"{listed.relative_to(ROOT)} is missing: write there where rules are met that the "
                "code names nowhere; it may be empty.",
                file=sys.stderr,
            )
            return 1
        rows = rows_of(system)
        target = ROOT / "docs" / f"rules-{system}.md"
        target.write_text(as_markdown(system, rows), encoding="utf-8")
        print(f"{target.relative_to(ROOT)}: {len(rows)} rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
