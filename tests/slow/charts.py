"""``python -m tests.slow.charts [SQUARES] [--seed N] [--fight NAME] [--twins]``: charts, and going.

Takes random squares near random people of every sample fight, danger and chance, and compares each
with the odds of the attacks offered once somebody really stands there. Prints a line a fight; exit
1 where any differs.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.support.charts_apart import FIGHTS, apart

PEOPLE, EACH = 2, 25
"""How many are asked about in a round of a fight, and how many squares of each."""


def main(arguments: list[str]) -> int:
    """Compare about so many squares, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.charts", description=__doc__)
    parser.add_argument("squares", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fight", help="of this sample fight alone")
    parser.add_argument("--twins", action="store_true", help="each foe has an equal beside it")
    options = parser.parse_args(arguments)
    names = [name for some in FIGHTS.values() for name in some]
    names = [options.fight] if options.fight else names
    rounds = max(1, round(options.squares / (PEOPLE * EACH * len(names))))
    squares, compared, wrong, began = 0, 0, list[str](), time.monotonic()
    for name in names:
        pairs, differences = 0, list[str]()
        for seed in range(options.seed, options.seed + rounds):
            more, found = apart(name, squares=EACH, seed=seed, twins=options.twins)
            pairs, differences = pairs + more, differences + found
        squares, compared = squares + PEOPLE * EACH * rounds, compared + pairs
        wrong += differences
        said = f"{pairs} pairs of square and foe, {len(differences)} apart"
        sys.stdout.write(f"{name:15} {PEOPLE * EACH * rounds} squares, {said}\n")
        sys.stdout.writelines(f"    {one}\n" for one in differences[:5])
        sys.stdout.flush()
    took = time.monotonic() - began
    sys.stdout.write(f"{squares} squares, {compared} pairs, {len(wrong)} apart; {took:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
