"""The installer for Windows: the frozen program and NSIS, for one user, without an administrator.

Only Windows can freeze a program for Windows. Elsewhere ``win`` compiles the installer around the
files of this system's program, which proves the script and says so; nothing of it is handed out.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from packers import icons
from packers.freeze import build_venv, freeze
from packers.project import BUILD, DIST, HERE, NAME, run, say, stop, version

if TYPE_CHECKING:
    from pathlib import Path

_NSIS = r"C:\Program Files (x86)\NSIS\makensis.exe"


def build() -> None:
    """Build the installer, or elsewhere try its script."""
    maker = shutil.which("makensis") or (shutil.which(_NSIS) if sys.platform == "win32" else None)
    if maker is None:
        stop("makensis is needed: https://nsis.sourceforge.io, or apt install nsis")
    python = build_venv()
    painted = BUILD / "icons"
    icons.draw(painted, python)
    for name in ("gridwar", "fight"):
        (BUILD / f"{name}.ico").write_bytes(icons.ico(painted, name))
    if sys.platform == "win32":
        tree, target = freeze(portable=True), DIST
    else:
        tree, target = stand_in(BUILD / "slim" / NAME), BUILD / "windows-trial"
    target.mkdir(parents=True, exist_ok=True)
    installer = target / f"{NAME}-{version()}-setup-x64.exe"
    files = sorted(file for file in tree.rglob("*") if file.is_file())
    kib = sum(file.stat().st_size for file in files) // 1024
    defines = {
        "VERSION": version(),
        "TREE": tree,
        "ICONS": BUILD,
        "OUT": installer,
        "SIZE_KIB": kib,
    }
    words = [f"-D{key}={value}" for key, value in defines.items()]
    run(maker, "-V2", "-WX", *words, HERE / "windows" / "gridwar.nsi")
    say(f"{installer}: {installer.stat().st_size / 1e6:.1f} MB")
    if sys.platform != "win32":
        say("This only tried the script, around the files of Linux: build it on Windows.")


def stand_in(frozen: Path) -> Path:
    """Lay out this system's program as that of Windows would lie; it does not run there."""
    tree = BUILD / "windows-stand-in"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen if frozen.is_dir() else freeze(portable=False), tree)
    (tree / NAME).rename(tree / f"{NAME}.exe")
    shutil.copyfile(tree / f"{NAME}.exe", tree / f"{NAME}-cli.exe")
    return tree
