"""``python -m tests.coverage [pytest …]``: branch coverage of everything below the window.

Runs the tests (those of the window left out, unless arguments say which) in as many processes as
there are cores and prints a line a package, then the files of which least is covered. Not part of
the suite: it takes about twice its time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "engine",
    "grid",
    "dice",
    "model",
    "content",
    "storage",
    "formats",
    "systems",
    "control",
)
USUAL = ("-q", "-n", "auto", "-m", "not slow", "--ignore=tests/ui", "--ignore=tests/bench")
WORST = 20
SETTINGS = """
[run]
branch = true
parallel = true
patch = subprocess
disable_warnings = module-not-imported, no-data-collected
data_file = {folder}/data
source = {source}

[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    \\.\\.\\.$
"""


def main(arguments: list[str]) -> int:
    """Run the tests and print what they cover; return pytest's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        source = ",".join(f"gridwar.{one}" for one in PACKAGES)
        rc = Path(folder) / "coveragerc"
        rc.write_text(SETTINGS.format(folder=folder, source=source), encoding="utf-8")
        command = [sys.executable, "-m", "coverage", "run", f"--rcfile={rc}", "-m", "pytest"]
        env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run([*command, *(arguments or USUAL)], cwd=ROOT, env=env, check=False)
        report(Coverage(config_file=str(rc)), Path(folder))
    return done.returncode


def report(found: Coverage, folder: Path) -> None:
    """Print a line a package, and the files of which least is covered."""
    found.combine()
    found.json_report(outfile=str(folder / "report.json"))
    files = json.loads((folder / "report.json").read_text(encoding="utf-8"))["files"]
    of_package: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    shares: list[tuple[float, int, str]] = []
    for name, one in files.items():
        taken, of = one["summary"]["covered_branches"], one["summary"]["num_branches"]
        sums = of_package[Path(name).parts[1]]
        sums[0] += taken
        sums[1] += of
        if of:
            shares.append((taken / of, of - taken, name))
    for package in PACKAGES:
        taken, of = of_package[package]
        if of:
            sys.stdout.write(f"{package:10} {taken / of:6.1%}  ({of - taken} of {of} not taken)\n")
    for share, missing, path in sorted(shares)[:WORST]:
        sys.stdout.write(f"  {share:6.1%}  {missing:4}  {path}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
