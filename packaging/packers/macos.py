"""The disk image for macOS: the frozen ``Gridwar.app``. A recipe that was never run."""

from __future__ import annotations

import platform

from packers import icons
from packers.freeze import build_venv, freeze
from packers.project import BUILD, DIST, HERE, NAME, TITLE, run, say, stop, version


def build() -> None:
    """Build the image; only macOS can."""
    if platform.system() != "Darwin":
        stop("a program for macOS can only be built on macOS: python3 packaging/build.py mac")
    python = build_venv()
    painted = BUILD / "icons"
    icons.draw(painted, python)
    (BUILD / "gridwar.icns").write_bytes(icons.icns(painted))
    tree = freeze(portable=True)
    DIST.mkdir(parents=True, exist_ok=True)
    image = DIST / f"{NAME}-{version()}-macos.dmg"
    image.unlink(missing_ok=True)
    run(
        "hdiutil",
        "create",
        "-volname",
        TITLE,
        "-srcfolder",
        tree.parent / f"{TITLE}.app",
        "-format",
        "UDZO",
        image,
    )
    say(f"{image}: unsigned; see {HERE / 'README.md'}")
