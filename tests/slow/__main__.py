"""``python -m tests.slow``: the campaigns; with ``all`` a short turn of each, with a name that one.

Each campaign is a command of its own with ``--help``, ends in one line, returns 1 where it found
something, and does the same again with the same seed.
"""

from __future__ import annotations

import subprocess
import sys

CAMPAIGNS = {
    "fuzz": ("4000", "mutations of every format that Gridwar reads"),
    "faults": ("40", "failing calls, power cuts, what happens to files in the world"),
    "hostile": ("40", "what somebody might send, each in a process of its own"),
    "walk": ("--steps 1000", "random walks through every system, and all that must hold"),
    "monkey": ("--minutes 1", "a monkey at the real window"),
    "long_fight": ("600", "thousands of commands in one file"),
    "kill": ("60", "kill -9 while commands run"),
    "odds": ("20000", "odds against as many plays"),
    "charts": ("200", "charts of squares against really going there"),
    "grids": ("", "the printed grid of every picture in a folder, as a table"),
    "figures": ("", "what the hardest slices of the rules cost"),
}
"""By name: the arguments of a short turn, and what it is."""


def main(arguments: list[str]) -> int:
    """List the campaigns, run one, or a short turn of all; return the exit code."""
    if arguments and arguments[0] in CAMPAIGNS:
        name, *rest = arguments
        return subprocess.run(
            [sys.executable, "-m", f"tests.slow.{name}", *rest], check=False
        ).returncode
    if arguments != ["all"]:
        for name, (short, words) in CAMPAIGNS.items():
            sys.stdout.write(f"python -m tests.slow.{name} {short:12} {words}\n")
        return 0
    failed = []
    for name, (short, _words) in CAMPAIGNS.items():
        sys.stdout.write(f"--- {name} {short}\n")
        sys.stdout.flush()
        command = [sys.executable, "-m", f"tests.slow.{name}", *short.split()]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    sys.stdout.write(f"failed: {', '.join(failed)}\n" if failed else "all sound\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
