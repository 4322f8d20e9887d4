"""The licences of everything shipped, collected beside the program; one that is missing is told.

Qt and PySide6 come without a text of theirs in their wheels, and Python's stands with the Python
that is frozen; what is known of these lies in ``packaging/licences``.
"""

from __future__ import annotations

import re
import shutil
from email import message_from_string
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packers.contents import libraries
from packers.project import HERE, ROOT, output, stop

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "licences"
OF_QT = ("pyside6-essentials", "shiboken6")
_WITH_PYTHON = (
    ("libffi-*.dll", "libffi, in Python", "MIT"),
    ("libcrypto-*.dll", "OpenSSL, in Python", "Apache-2.0"),
    ("_bz2.pyd", "bzip2, in Python", "bzip2-1.0.6"),
    ("sqlite3.dll", "SQLite, in Python", "public domain"),
    ("vcruntime140.dll", "Microsoft's C++ runtime", "as Microsoft's, in python.txt"),
)
"""Libraries in the Python of Windows, by a file of theirs."""


class Licence(NamedTuple):
    """What a part of the program may be used under."""

    part: str
    version: str
    terms: str
    text: Path
    """Its own words, in the folder of licences."""


class Installed(NamedTuple):
    """Where the Python that was frozen has what belongs to it."""

    version: str
    licence: Path
    libraries: Path
    """Its ``site-packages``."""


def found_by(python: Path) -> Installed:
    """Ask a Python of this system where its licence and its libraries lie."""
    code = (
        "import platform, sys, sysconfig; print(platform.python_version(), sys.base_prefix,"
        " sysconfig.get_path('stdlib'), sysconfig.get_path('purelib'), sep='\\n')"
    )
    version, *places = output(python, "-c", code).splitlines()
    prefix, library, pure = map(Path, places)
    texts = (library / "LICENSE.txt", prefix / "LICENSE.txt", prefix / "LICENSE")
    found = next((one for one in texts if one.is_file()), None)
    text = found or stop(f"the licence of Python is neither in {library} nor in {prefix}")
    return Installed(version, text, pure)


def collect(tree: Path, python: Installed) -> tuple[Licence, ...]:
    """Put the texts of all licences beside the program and return what is in it.

    Args:
        tree: The frozen program.
        python: What it was frozen from.
    """
    target = tree / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    shutil.copyfile(ROOT / "LICENSE", target / "gridwar.txt")
    for text in sorted((HERE / "licences").glob("*.txt")):
        shutil.copyfile(text, target / text.name)
    text = target / "python.txt"
    shutil.copyfile(python.licence, text)
    found = [_library(python.libraries, name, target) for name in libraries(ROOT)]
    found.append(Licence("python", python.version, "PSF-2.0", text))
    found += [Licence(*one, text) for one in _in_python(tree)]
    found.append(_bootloader(python.libraries, target))
    found += _of_system(tree / "_internal", target)
    for name in ("Inter", "Vollkorn"):
        text = target / f"{name}-OFL.txt"
        shutil.copyfile(ROOT / "assets" / "fonts" / text.name, text)
        found.append(Licence(f"{name}, a typeface", "", "OFL-1.1", text))
    text = target / "Lucide.txt"
    shutil.copyfile(ROOT / "assets" / "icons" / "Lucide-LICENSE.txt", text)
    found.append(Licence("Lucide, icons", "", "ISC AND MIT", text))
    (target / "README.txt").write_text(overview(found), "utf-8")
    return tuple(found)


def overview(found: list[Licence]) -> str:
    """Return the first page of the folder: what is under which licence."""
    head = (HERE / "licences" / "overview.in").read_text("utf-8")
    rows = (f"{f'{one.part} {one.version}':32}  {one.terms:40}  {one.text.name}\n" for one in found)
    return head + "".join(rows)


def _library(places: Path, name: str, target: Path) -> Licence:
    (record,) = places.glob(f"{name.replace('-', '_')}-*.dist-info")
    facts = message_from_string((record / "METADATA").read_text("utf-8"))
    version, terms = facts["Version"], facts["License-Expression"] or facts["License"] or ""
    text = target / f"{name}.txt"
    if name in OF_QT:
        return Licence(name, version, "LGPL-3.0-only", target / "LGPL-3.txt")
    files = list(_texts(record))
    if not files or not terms:
        stop(f"{name} {version} comes without a licence: find out, and add it to licences.py")
    parts = (
        f"== {file.relative_to(record)}\n\n{file.read_text('utf-8', 'replace').rstrip()}\n"
        for file in files
    )
    text.write_text("\n\n".join(parts), "utf-8")
    return Licence(name, version, terms, text)


def _texts(record: Path) -> Iterator[Path]:
    """Yield the texts of licences in a library's record: by their names, and all in its folder."""
    names = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
    for file in sorted(record.rglob("*")):
        is_text = names.search(file.name) or record / "licenses" in file.parents
        if file.is_file() and is_text:
            yield file


def _in_python(tree: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what the Python of Windows brings of others; its licence holds the texts of theirs."""
    for name, part, terms in _WITH_PYTHON:
        if list((tree / "_internal").rglob(name)):
            yield part, "", terms


def _of_system(folder: Path, target: Path) -> list[Licence]:
    """Return the licences of the system's libraries in a portable program, as Debian tells them."""
    owners = set[str]()
    for file in sorted(folder.glob("lib*.so*")):
        if not file.is_symlink() and not file.name.startswith("libpython"):
            found = output("dpkg-query", "-S", f"*/{file.name}").splitlines()[0]
            owners.add(found.partition(":")[0])
    licences = []
    for owner in sorted(owners):
        text = target / f"{owner}.txt"
        shutil.copyfile(Path("/usr/share/doc") / owner / "copyright", text)
        version = output("dpkg-query", "-W", "-f", "${Version}", owner)
        licences.append(Licence(owner, version, "of Debian's package", text))
    return licences


def _bootloader(places: Path, target: Path) -> Licence:
    (record,) = places.glob("pyinstaller-*.dist-info")
    (source,) = _texts(record)
    text = target / "pyinstaller.txt"
    shutil.copyfile(source, text)
    version = record.name.split("-")[1].removesuffix(".dist")
    terms = "GPL-2.0-or-later WITH Bootloader-exception"
    return Licence("pyinstaller's bootloader", version, terms, text)
