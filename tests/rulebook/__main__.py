"""``python -m tests.rulebook SYSTEM``: write the table of its rules to ``docs/rules-SYSTEM.md``.

With ``--open`` the places that are declared are looked for instead, in all that the tests of the
system play and, if a number follows, in so many commands of a walk: those in which the id was not
seen are told, but for those in ``unopened.toml``, whose list may only become shorter.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from typing import TYPE_CHECKING

from gridwar.systems import system_ids
from tests.rulebook.opened import UNOPENED, opened, opened_by_tests, together, unopened
from tests.rulebook.table import ROOT, as_markdown, by_hand, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table; 1 where a system has no list of places, which may be empty."""
    parser = argparse.ArgumentParser(prog="python -m tests.rulebook")
    parser.add_argument("system", nargs="+", choices=system_ids())
    parser.add_argument("--open", type=int, nargs="?", const=0, metavar="COMMANDS")
    chosen = parser.parse_args(arguments)
    if chosen.open is not None:
        return max(_open(system, chosen.open) for system in chosen.system)
    for system in chosen.system:
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


def _open(system: str, commands: int) -> int:
    """Tell which declared places were not seen, and which are listed so for nothing."""
    known = set(tomllib.loads(UNOPENED.read_text(encoding="utf-8")).get(system, ()))
    unseen = set(unopened(system, together(opened_by_tests(system), opened(system, commands))))
    for place in sorted(unseen - known):
        print(f"not seen: {place}")
    for place in sorted(known - unseen):
        print(f"seen, to be struck off {UNOPENED.name}: {place}")
    print(
        f"{system}: {len(unseen)} declared places were not seen, {len(unseen - known)} not listed"
    )
    return int(bool(unseen - known))


if __name__ == "__main__":
    raise SystemExit(main())
