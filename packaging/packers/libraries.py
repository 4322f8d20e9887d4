"""Which Debian package brings a library: the same names install on Debian 12, 13 and Ubuntu 24.04.

A fixed table, since ``dpkg-shlibdeps`` fails where a library is not on the building machine, and
asks for newer versions than are needed. A library that is not in it ends the build.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packers.freeze import elf_files
from packers.project import output, stop

if TYPE_CHECKING:
    from pathlib import Path

_OF_LIBC = (
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libutil.so.1",
    "libc.so.6",
    "ld-linux-x86-64.so.2",
)
_XCB = (
    "cursor0",
    "glx0",
    "icccm4",
    "image0",
    "keysyms1",
    "randr0",
    "render-util0",
    "render0",
    "shape0",
    "shm0",
    "sync1",
    "util1",
    "xfixes0",
    "xkb1",
    "xinput0",
)
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbz2.so.1.0": "libbz2-1.0",
    "libcrypto.so.3": "libssl3",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "liblzma.so.5": "liblzma5",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    **{f"libxcb-{one[:-1]}.so.{one[-1]}": f"libxcb-{one}" for one in _XCB},
}
"""Names of before the 64-bit times of 2024 install everywhere: the newer packages provide them."""
_GCC_OF = {28: "8", 29: "11", 30: "12"}
"""The gcc whose libstdc++ first had a version of its symbols (``GLIBCXX_3.4.N``)."""
_OLDEST_GLIBC = (2, 36)
"""Debian 12's, the oldest system that is promised."""


def depends(tree: Path) -> str:
    """Return what the package depends on, from what the files in it ask for.

    Args:
        tree: The program's folder.
    """
    there = {file.name for file in tree.rglob("*.so*")}
    wanted, newest_cxx = set[str](), min(_GCC_OF)
    glibc: tuple[int, ...] = (2, 17)
    for file in elf_files(tree):
        text = output("objdump", "-p", file)
        wanted |= set(re.findall(r"NEEDED\s+(\S+)", text)) - there
        glibc = max(glibc, *map(_numbers, re.findall(r"GLIBC_(\d+\.\d+)", text)), (0,))
        newest_cxx = max(newest_cxx, *map(int, re.findall(r"GLIBCXX_3\.4\.(\d+)", text)), 0)
    if glibc > _OLDEST_GLIBC or newest_cxx not in range(max(_GCC_OF) + 1):
        stop(f"built for a newer system than Debian 12: glibc {glibc}, GLIBCXX_3.4.{newest_cxx}")
    found = {_package(name) for name in wanted if name not in _OF_LIBC}
    found.add(f"libc6 (>= {'.'.join(map(str, glibc))})")
    if "libstdc++.so.6" in wanted:
        gcc = next(gcc for symbols, gcc in sorted(_GCC_OF.items()) if symbols >= newest_cxx)
        found = (found - {""}) | {f"libstdc++6 (>= {gcc})"}
    return ", ".join(sorted(found))


def _package(name: str) -> str:
    if name == "libstdc++.so.6":
        return ""
    return PACKAGES.get(name) or stop(
        f"no Debian package is known for {name}: add it to packers/libraries.py, or leave out "
        "in packers/contents.py what asks for it"
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(one) for one in version.split("."))
