"""``python -m tests.rulebook SYSTEM``: write the table of its rules to ``docs/rules-SYSTEM.md``."""

from __future__ import annotations

import argparse

from tests.rulebook.table import ROOT, as_markdown, rows_of


def main() -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.rulebook")
    parser.add_argument("system", nargs="+")
    for system in parser.parse_args().system:
        rows = rows_of(system)
        target = ROOT / "docs" / f"rules-{system}.md"
        target.write_text(as_markdown(system, rows), encoding="utf-8")
        print(f"{target.relative_to(ROOT)}: {len(rows)} rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
