#!/usr/bin/env python3
"""Draw the sample maps and write the sample fights upon them: ``python packaging/draw_samples.py``.

Writes ``assets/maps``, ``assets/fights`` and ``assets/scripts/a-skirmish.json``. Runs in the
project's environment; the same libraries make the same files. What is first by name is what
``python3 run.py`` opens and ``python3 run.py play`` plays.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice, Qt  # noqa: E402 after the path is known
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter  # noqa: E402
from sample_art import fights, ground, mill, painting, script, vault  # noqa: E402
from sample_art.textures import PX  # noqa: E402

from gridwar.model.battlemap import Scale  # noqa: E402

_QUALITY = 80
_DAY_PX = 50
METRES, FEET = Scale(cell_size=1.5, unit="m"), Scale(cell_size=5, unit="ft")


def main() -> None:
    """Draw and write everything."""
    app = QGuiApplication([])
    night = painting.paint(mill.MILL, painting.NIGHT_SKY)
    day = painting.paint(mill.MILL, painting.DAYLIGHT, lamps=False).scaled(
        mill.MILL.width * _DAY_PX, mill.MILL.height * _DAY_PX,
        Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
    )  # fmt: skip
    deep = painting.paint(vault.VAULT, painting.VAULT_DARK)
    for name, plan, image, cell_px, scale, fight, write in (
        ("mill-night", mill.MILL, night, PX, METRES, "a-skirmish", fights.skirmish),
        ("toll-vault", vault.VAULT, deep, PX, FEET, "b-corridor", fights.corridor),
        ("mill-day", mill.MILL, day, _DAY_PX, METRES, "c-freeform", fights.freeform),
    ):
        picture = webp(image)
        _put(ROOT / "assets" / "maps" / f"{name}.webp", picture)
        laid = ground.battle_map(plan, picture, cell_px, scale)
        exported = write(fights.Board(laid, picture))
        _put(ROOT / "assets" / "fights" / f"{fight}.json", exported.encode())
        if write is fights.skirmish:
            _put(ROOT / "assets" / "scripts" / f"{fight}.json", script.skirmish(laid).encode())
    del app


def webp(image: QImage) -> bytes:
    """Return an image as a WebP file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"webp")
    writer.setQuality(_QUALITY)
    if not writer.write(image):
        raise SystemExit(writer.errorString())
    return bytes(buffer.data().data())


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    main()
