"""``python -m tests.slow.grids FOLDER``: the printed grid of every picture in a folder, as a table.

Pictures are PNG, JPEG and WebP; of Universal VTT files the picture within is looked at, and what
was found is compared with the cell that the file says: exit 1 where a wrong one was called sure.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage

from gridwar.formats.grid_finding import GridFinding, GridVerdict
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.ui.map.ground.printed_grid_search import grey_of

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
UVTT = frozenset({".dd2vtt", ".uvtt", ".df2vtt"})
_SAME_CELL = 0.001
_SAME_LINE_PX = 1.1


@dataclass(frozen=True)
class Looked:
    """A picture that was looked at; ``true_px`` is the cell its file says, 0 where it says none."""

    name: str
    size: tuple[int, int]
    finding: GridFinding
    seconds: float
    true_px: float = 0.0

    @property
    def judgement(self) -> str:
        """Whether it is right, as far as the file says it."""
        if not self.true_px:
            return ""
        found = self.finding
        if not found.is_square:
            return "none seen"
        if abs(found.cell_x_px / self.true_px - 1) > _SAME_CELL:
            return "WRONG" if found.verdict is GridVerdict.SURE else "wrong, unsure"
        return "right" if self.off_px() < _SAME_LINE_PX else f"right, off by {self.off_px():.1f}"

    def off_px(self) -> float:
        """Return how far the worst line lies from the file's, whose first is on the edge."""
        worst = 0.0
        for side, offset in zip(
            self.size, (self.finding.offset_x_px, self.finding.offset_y_px), strict=True
        ):
            cell, lines = self.finding.cell_x_px, int(side / self.true_px)
            first = offset - cell * round(offset / cell)
            last = first + lines * (cell - self.true_px)
            worst = max(worst, abs(first), abs(last))
        return worst

    def line(self) -> str:
        """Return it as a line of the table."""
        found = self.finding
        cell = f"{found.cell_x_px:.2f} x {found.cell_y_px:.2f}" if found.cell_x_px else "-"
        offset = f"{found.offset_x_px:.1f}, {found.offset_y_px:.1f}"
        true = f"{self.true_px:g}" if self.true_px else "-"
        size = f"{self.size[0]} x {self.size[1]}"
        return (
            f"{self.name[:34]:34} {size:>13} {true:>5} {found.verdict:9} {cell:>17} {offset:>14} "
            f"{found.tilt_deg:6.2f} {found.score:5.1f} {self.seconds:5.2f} s  {self.judgement}"
        )


def look(path: Path) -> Looked | None:
    """Look at the picture of a file; None where there is none that can be read."""
    data, true_px = path.read_bytes(), 0.0
    if path.suffix.lower() in UVTT:
        held = json.loads(data)
        true_px = float(held["resolution"]["pixels_per_grid"])
        data = base64.b64decode(held.get("image") or "")
    image = QImage.fromData(data)
    if image.isNull():
        return None
    grey = grey_of(image)
    begun = time.process_time()
    found = find_grid(grey)
    size = image.width(), image.height()
    return Looked(path.name, size, found, time.process_time() - begun, true_px)


def main(arguments: list[str]) -> int:
    """Look at all pictures of a folder; return the exit code."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.slow.grids", description=about)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("assets/maps"))
    folder = parser.parse_args(arguments).folder
    wrong = count = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in PICTURES | UVTT:
            continue
        looked = look(path)
        if looked is None:
            sys.stdout.write(f"{path.name}: no picture that can be read\n")
            continue
        sys.stdout.write(looked.line() + "\n")
        sys.stdout.flush()
        count += 1
        wrong += looked.judgement == "WRONG"
    sys.stdout.write(f"{count} pictures, {wrong} wrong and called sure\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
