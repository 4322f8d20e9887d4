"""The program's icon and that of its files in every size, from the drawings in ``assets/app``.

Small sizes have drawings of their own, made for whole pixels. Qt paints them (``draw_icons.py``,
run by the building venv); the containers of Windows and macOS are written here.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from packers.project import APP_ID, BUILD, HERE, MIME_TYPE, ROOT, run, stop

if TYPE_CHECKING:
    from pathlib import Path

DRAWINGS = ROOT / "assets" / "app"
SIZES_PX = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_ICO_SIZES_PX = (16, 24, 32, 48, 64, 256)
_ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def draw(target: Path, python: Path) -> None:
    """Paint ``gridwar-SIZE.png`` and ``fight-SIZE.png`` in every size.

    Args:
        target: The folder for them.
        python: A Python with Qt.
    """
    target.mkdir(parents=True, exist_ok=True)
    run(python, HERE / "draw_icons.py", DRAWINGS, target, *SIZES_PX, QT_QPA_PLATFORM="offscreen")


def draw_hicolor(theme: Path, python: Path) -> None:
    """Put the icons where Linux desktops look for them."""
    painted = BUILD / "icons"
    draw(painted, python)
    for size in SIZES_PX:
        for name, kind, shown in (
            ("gridwar", "apps", APP_ID),
            ("fight", "mimetypes", MIME_TYPE.replace("/", "-")),
        ):
            target = theme / f"{size}x{size}" / kind / f"{shown}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((painted / f"{name}-{size}.png").read_bytes())
    for name, kind, shown in (("gridwar", "apps", APP_ID),):
        target = theme / "scalable" / kind / f"{shown}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((DRAWINGS / f"{name}.svg").read_bytes())


def check(theme: Path) -> None:
    """Refuse icons that are not of the size their folder says."""
    for picture in theme.rglob("*.png"):
        wide, high = struct.unpack(">II", picture.read_bytes()[16:24])
        if f"{wide}x{high}" != picture.parent.parent.name:
            stop(f"{picture} has {wide} x {high} pixels")


def ico(painted: Path, name: str = "gridwar") -> bytes:
    """Return an icon of Windows with all its sizes, each as a PNG.

    Args:
        painted: The folder that ``draw`` filled.
        name: The drawing.
    """
    pictures = [(size, (painted / f"{name}-{size}.png").read_bytes()) for size in _ICO_SIZES_PX]
    head, at = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, data in pictures:
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return head + b"".join(data for _size, data in pictures)


def icns(painted: Path) -> bytes:
    """Return an icon of macOS with all its sizes, each as a PNG."""
    body = b""
    for kind, size in _ICNS_TYPES.items():
        data = (painted / f"gridwar-{size}.png").read_bytes()
        body += kind + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(body) + 8) + body
