"""What belongs into the frozen program and what does not; knows no PyInstaller.

Owns the lists: libraries shipped, modules nobody asks for, the few plugins of Qt that are used.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_ONLY_TO_BUILD = {
    "editables",
    "hatchling",
    "packaging",
    "pathspec",
    "pluggy",
    "tomlkit",
    "trove-classifiers",
}
"""In the lock file because a checkout is installed with them; no part of the program."""

NEVER_ASKED_FOR = (
    "tkinter",
    "setuptools",
    "pip",
    "pytest",
    "lib2to3",
    "pydoc_data",
    "xmlrpc",
    "distutils",
    "unittest",
    "pydoc",
    "doctest",
    "Cython",
    "mesonpy",
    "hatchling",
    "asyncio",
    "multiprocessing",
    "ssl",
    "_ssl",
    "_hashlib",
    "numpy.f2py",
    "numpy.distutils",
    "numpy.testing",
    "numpy.tests",
    "numpy.random",
    "numpy.ma",
    "numpy.polynomial",
    "numpy._core._multiarray_tests",
    "networkx.drawing",
    "networkx.generators",
    "networkx.linalg",
    "networkx.readwrite",
    "pydantic.mypy",
    "pydantic.v1",
    "_pydecimal",
    "html",
    "http",
    "lzma",
    "tarfile",
    "urllib.request",
    "xml",
    "scipy",
    "pandas",
    "matplotlib",
    "PIL",
    "lxml",
    "pygraphviz",
    "pydot",
    "sympy",
    "PySide6.QtNetwork",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
)
"""Modules that libraries could use, for what Gridwar does not do."""

HOOKS_LEFT_OUT = ("pyi_rth_inspect",)
"""What PyInstaller would run before the program: it lets sources be looked up, which nobody does,
and reads a list of all modules for it."""

_PLUGINS: dict[str, frozenset[str] | None] = {
    "platforms": frozenset({"qxcb", "qwayland", "qoffscreen", "qminimal", "qwindows", "qcocoa"}),
    "xcbglintegrations": None,
    "wayland-decoration-client": None,
    "wayland-graphics-integration-client": None,
    "wayland-shell-integration": frozenset({"xdg-shell", "qt-shell"}),
    "platforminputcontexts": None,
    "platformthemes": frozenset({"qxdgdesktopportal"}),
    "iconengines": None,
    "imageformats": frozenset({"qsvg", "qjpeg", "qwebp", "qico", "qicns"}),
    "styles": frozenset(),
}
"""Plugins of Qt by folder; None keeps the whole folder. Pictures of maps are PNG, JPEG, WebP."""

_NO_LIBRARIES = (
    "Qt6EglF",
    "Qt6Network",
    "Qt6Qml",
    "Qt6Quick",
    "Qt6Pdf",
    "Qt6VirtualKeyboard",
    "Qt6OpenGLWidg",
    "opengl32sw",
    "api-ms-win",
    "icuuc.dll",
    "ucrtbase",
)
"""Libraries that only the plugins left out need, and those that Windows 10 has itself."""

_TWICE = ("PySide6/MSVCP140.dll", "PySide6/VCRUNTIME140", "shiboken6/VCRUNTIME140")
"""Of Microsoft's runtime on Windows: Python's, then shiboken's, is there already when it is asked
for by its name."""

_ALGORITHMS = "networkx.algorithms."
_WANTED_ALGORITHMS = "networkx.algorithms.shortest_paths"

_NO_DATA = ("/translations/", "/numpy/tests/", "/numpy/f2py/", "/include/", "/glue/", "/_codecs_")
_PICTURES = "gridwar/_data/assets/"
"""Its WebP files are the maps of the sample fights, which have them inside, and those of README."""
_OF_EVERY_DESKTOP = (
    "libstdc++.so",
    "libgcc_s.so",
    "libz.so",
    "libexpat.so",
    "libfontconfig.so",
    "libfreetype.so",
)
"""Left to the system by the portable program, too: drivers of OpenGL are loaded beside it and may
need newer ones than those of the building machine."""
_METADATA = {"METADATA", "entry_points.txt", "top_level.txt"}
"""Of an installed library's record; the rest names paths of the building machine, or are licences,
which ``licences`` collects."""


def libraries(root: Path) -> tuple[str, ...]:
    """List the libraries shipped beside Python and Qt: what the lock file pins for running.

    Args:
        root: The checkout.
    """
    lock = (root / "requirements.lock").read_text("utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)
    return tuple(name for name in pinned if name not in _ONLY_TO_BUILD)


def is_wanted(entry: tuple[str, str, str], *, portable: bool, platform: str) -> bool:
    """Tell whether something PyInstaller collected goes into the program.

    Args:
        entry: Its place in the program, the file it is from, and PyInstaller's kind.
        portable: Keep the building machine's own libraries, too.
        platform: The system, as ``sys.platform`` names it.
    """
    place, source = (part.replace("\\", "/") for part in entry[:2])
    inside = f"/{place}"
    if any(one in inside for one in _NO_DATA) or any(one in place for one in _NO_LIBRARIES):
        return False
    if place.startswith(_TWICE):
        return False
    if _is_picture(place):
        return False
    if ".dist-info/" in place:
        return PurePosixPath(place).name in _METADATA
    if "/plugins/" in inside:
        return _is_plugin_wanted(inside.partition("/plugins/")[2])
    is_of_system = entry[2] == "BINARY" and "site-packages" not in source
    if not is_of_system or platform != "linux" or "libpython" in place:
        return True
    return portable and not place.startswith(_OF_EVERY_DESKTOP)


def _is_picture(place: str) -> bool:
    return place.startswith(_PICTURES) and place.endswith(".webp")


def is_module_wanted(name: str) -> bool:
    """Tell whether a module goes into the program: of networkx what ``gridwar.cli`` wants.

    Args:
        name: The module, dotted.
    """
    return not name.startswith(_ALGORITHMS) or name.startswith(_WANTED_ALGORITHMS)


def _is_plugin_wanted(place: str) -> bool:
    folder, _, file = place.partition("/")
    if folder not in _PLUGINS:
        return False
    wanted = _PLUGINS[folder]
    return wanted is None or PurePosixPath(file).stem.removeprefix("lib") in wanted


def lacking(root: Path, collected: Iterable[str]) -> list[str]:
    """List the files of ``rules/`` and ``assets/`` that are wanted and not among those collected.

    Args:
        root: The checkout.
        collected: Places in the program, such as ``gridwar/_data/rules/drive/manifest.toml``.
    """
    there = {place.replace("\\", "/") for place in collected}
    wanted = (
        f"gridwar/_data/{file.relative_to(root).as_posix()}"
        for name in ("rules", "assets")
        for file in sorted((root / name).rglob("*"))
        if file.is_file()
    )
    return [place for place in wanted if place not in there and not _is_picture(place)]
