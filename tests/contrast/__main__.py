"""``python -m tests.contrast [THING…] [--sheet FILE [--light]]``: what is seen on any map.

First a line for each thing that is drawn on a map: its contrast on each ground, ``ok`` or
``short``. Then a line for each two colours that are to be told apart, how far they differ for
normal and colour-blind eyes, and what else tells them apart. Exit 1 where something falls short.
A THING is a thing's name or its beginning.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Final

from tests.contrast.chart_things import chart_things
from tests.contrast.grounds import GROUNDS, PAGES, SKETCHES
from tests.contrast.pairs import LEAST, all_pairs
from tests.contrast.pixels import contrast_of
from tests.contrast.sight import Sight
from tests.contrast.things import EXEMPT, Thing, all_things

CELLS_PX: Final = (52.0, 20.0)
"""Two zooms: with everything that a token bears, and with a map that is fitted."""
_WIDE: Final = 38


def figures(thing: Thing) -> dict[str, float]:
    """Return the worst figure of a thing on each ground, over the zooms at which it is drawn."""
    found: dict[str, float] = {}
    for cell_px in CELLS_PX:
        for name, figure in contrast_of(thing, cell_px).items():
            found[name] = min(figure, found.get(name, figure))
    return found


def short_things(names: list[str]) -> int:
    """Print what each thing keeps on each ground; return how many keep too little."""
    grounds = (*GROUNDS, *PAGES, *SKETCHES)
    _say(f"{'contrast':{_WIDE}}" + "".join(f"{name:>11}" for name in grounds) + "  worst  needs")
    short = 0
    for thing in (*all_things(), *chart_things()):
        if names and not thing.name.startswith(tuple(names)):
            continue
        found = figures(thing)
        worst = min(found.values(), default=0.0)
        short += worst < thing.least
        row = "".join(f"{found[name]:11.1f}" if name in found else " " * 11 for name in grounds)
        verdict = "ok" if worst >= thing.least else "short"
        _say(f"{thing.name:{_WIDE}}{row}{worst:7.1f}{thing.least:7.1f}  {verdict}")
    for what, why in EXEMPT.items():
        _say(f"exempt: {what} ({why})")
    return short


def short_pairs() -> int:
    """Print how far colours differ for whom; return how many nobody's second look tells apart."""
    heads = "".join(f"{sight.value:>13}" for sight in Sight)
    _say(f"\n{'difference':58}{heads}  what else tells them apart")
    short = 0
    for pair in all_pairs():
        short += not pair.is_told_apart
        name = f"{pair.group}: {pair.one}, {pair.other}"
        row = "".join(f"{pair.differs_by(sight):13.1f}" for sight in Sight)
        verdict = pair.carrier or ("ok, colour alone" if pair.is_told_apart else "short")
        _say(f"{name:58}{row}  {verdict}")
    _say(f"Without anything else two colours differ by {LEAST:g} at least.")
    return short


def _say(line: str) -> None:
    sys.stdout.write(line.rstrip() + "\n")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.contrast", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="THING")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write all grounds as a picture")
    parser.add_argument("--light", action="store_true", help="in the light theme")
    return parser.parse_args()


def main() -> int:
    """Measure, or draw the sheet; return what the shell is told."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from gridwar.ui.map.map_to_png import windowless_application
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.style.fonts import load_fonts
    from tests.contrast.contact_sheet import save_sheet

    asked, begun = _asked(), time.perf_counter()
    windowless_application()
    load_fonts()
    if asked.sheet is not None:
        save_sheet(asked.sheet, ThemeName.LIGHT if asked.light else ThemeName.DARK)
        return 0
    short = short_things(asked.names)
    if not asked.names:
        short += short_pairs()
    seconds = time.perf_counter() - begun
    each = seconds / len({**GROUNDS, **PAGES, **SKETCHES})
    _say(f"{short} short; {seconds:.0f} s, {each:.1f} s a ground.")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
