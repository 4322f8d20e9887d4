#!/usr/bin/env python3
"""Build what a game master installs.

    python3 packaging/build.py deb [--fast]   the Debian package (Debian 12, 13, Ubuntu 24.04)
    python3 packaging/build.py run            one file for any Linux, installs without root
    python3 packaging/build.py wheel          wheel and sdist for pip, pipx, uv
    python3 packaging/build.py win [--fast]   the installer for Windows, there or under Wine
    python3 packaging/build.py mac            the disk image for macOS, to be built there
    python3 packaging/build.py all            all that this system can build

Everything comes into dist/, by way of build/ (GRIDWAR_DIST, GRIDWAR_BUILD name others). Needs
Python 3.11 or newer with venv; for Linux also g++, python3-dev, binutils and dpkg, for Windows on
Linux root and debootstrap. The same commit makes the same bytes. How it works stands in README.md
beside this file.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 whoever builds may have an older one
    sys.exit("build: Gridwar is built with Python 3.11 or newer")
sys.path.insert(0, str(Path(__file__).resolve().parent))

from packers import deb, macos, runfile, wheel, windows
from packers.project import say

KINDS = ("deb", "run", "wheel", "win", "mac", "all")
HERE_BUILT = {"linux": ("wheel", "deb", "run", "win"), "win32": ("win",), "darwin": ("mac",)}
"""What ``all`` builds on a system."""


def build(kind: str, *, fast: bool) -> None:
    """Build one kind of package.

    Args:
        kind: One of ``KINDS``.
        fast: Compress less.
    """
    match kind:
        case "deb":
            deb.build(fast=fast)
        case "run":
            runfile.build(fast=fast)
        case "wheel":
            wheel.build()
        case "win":
            windows.build(fast=fast)
        case "mac":
            macos.build()
        case _:
            for one in HERE_BUILT.get(sys.platform, ("wheel",)):
                build(one, fast=fast)


def main() -> None:
    """Do what the command line says, and tell how long it took."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--fast", action="store_true", help="compress less: for trying out")
    chosen = parser.parse_args()
    begin = time.monotonic()
    build(chosen.kind, fast=chosen.fast)
    say(f"{chosen.kind}: {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
