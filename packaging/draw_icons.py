"""Paint the drawings of the program and of its files: ``draw_icons.py DRAWINGS TARGET SIZE…``.

Run by the building venv, which has Qt. The smallest sizes have drawings of their own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

NAMES = ("gridwar", "fight")
OWN_SIZES_PX = {16: "-16", 22: "-24", 24: "-24", 32: "-16"}
"""Sizes drawn for whole pixels: the end of the drawing's name."""


def paint(drawing: Path, size_px: int) -> QImage:
    """Return a drawing in one size; 22 pixels are those of 24 without their rim."""
    image = QImage(size_px, size_px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    renderer = QSvgRenderer(str(drawing))
    if not renderer.isValid():
        sys.exit(f"{drawing} is no drawing that Qt can read")
    if size_px == 22:  # noqa: PLR2004 the one odd size of desktops
        renderer.setViewBox(QRectF(1, 1, 22, 22))
    with QPainter(image) as painter:
        renderer.render(painter, QRectF(0, 0, size_px, size_px))
    return image


def main(drawings: Path, target: Path, sizes_px: list[int]) -> None:
    """Paint everything."""
    QGuiApplication(sys.argv[:1])
    for name in NAMES:
        for size in sizes_px:
            image = paint(drawings / f"{name}{OWN_SIZES_PX.get(size, '')}.svg", size)
            if not image.save(str(target / f"{name}-{size}.png")):
                sys.exit(f"{target} cannot be written")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [int(one) for one in sys.argv[3:]])
