"""The installer for Windows: the frozen program and NSIS, for one user, without an administrator.

On Windows the Python there freezes it. On Linux the official Python for Windows does the same under
Wine, in a room of its own (``wine``), and never touches what this system has installed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING

from packers import icons, interpreter, licences, wine
from packers.freeze import (
    LOCKS,
    build_venv,
    build_wheel,
    check,
    freeze,
    pyinstaller,
    spec_variables,
)
from packers.project import BUILD, DIST, HERE, NAME, epoch_s, run, say, stop, version

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES, MOST_INSTALLED_BYTES = 44_000_000, 130_000_000
PROOF = "python-proof.txt"
_NSIS = r"C:\Program Files (x86)\NSIS\makensis.exe"
_STRANGE = ("ucrtbase", "ucrtwine", "icuuc", "bcryptprimitives", "opengl32sw")
_MARK_OF_WINE = (b"Wine builtin DLL", b"Wine placeholder DLL")


def build(*, fast: bool) -> None:
    """Build the installer.

    Args:
        fast: Compress less, in a tenth of the time: for trying out.
    """
    if sys.platform not in {"win32", "linux"}:
        stop("the installer for Windows is built on Windows or Linux")
    if sys.platform == "linux":
        wine.make_room()
    python = build_venv()
    painted = BUILD / "icons"
    icons.draw(painted, python)
    for name in ("gridwar", "fight"):
        (BUILD / f"{name}.ico").write_bytes(icons.ico(painted, name))
    tree = freeze(portable=True) if sys.platform == "win32" else _freeze_under_wine(python)
    refuse_strangers(tree)
    _set_dates(tree)
    _pack(tree, fast=fast)


def _freeze_under_wine(python: Path) -> Path:
    """Freeze the program with Python for Windows and return its folder.

    Args:
        python: That of the building venv.
    """
    theirs = interpreter.unpacked(python)
    places = _installed(python, theirs)
    at = wine.on_drive
    variables = spec_variables(portable=True, icon=at(BUILD / "gridwar.ico"))
    say(f"freezing {NAME} {version()} for Windows under Wine (three minutes)")
    tree = _frozen(theirs, HERE / "gridwar.spec", "frozen", variables) / NAME
    say("and an empty window, which the test holds its start to")
    _frozen(theirs, HERE / "measure" / "bare.spec", "bare", {})
    licence = interpreter.licence(theirs)
    licences.collect(tree, licences.Installed(interpreter.VERSION, licence, places))
    shutil.copyfile(theirs / "proof.txt", tree / licences.FOLDER / PROOF)
    check(tree, wine.words("xvfb-run", "-a", "wine", at(tree / f"{NAME}-cli.exe")))
    return tree


def _frozen(theirs: Path, spec: Path, name: str, variables: dict[str, str]) -> Path:
    """Freeze what a spec file says under Wine; return the folder it lies in.

    Args:
        theirs: The folder of Python for Windows.
        spec: The spec file.
        name: Of the folder.
        variables: Of the environment that the spec file reads.
    """
    at, work = wine.on_drive, BUILD / "windows" / name
    shutil.rmtree(work, ignore_errors=True)
    scratch = at(BUILD / "windows" / "pyinstaller")
    line = (at(theirs / "python.exe"), *pyinstaller(at(work), scratch, at(spec)))
    given = (f"{key}={value}" for key, value in variables.items())
    run(*wine.words("env", *given, "PYTHONDONTWRITEBYTECODE=1", "wine", *line))
    return work


def _installed(python: Path, theirs: Path) -> Path:
    """Lay the libraries of both locks and the wheel beside Python for Windows.

    Args:
        python: That of the building venv, whose pip unpacks wheels for another system.
        theirs: The folder of Python for Windows.

    Returns:
        The folder of the libraries.
    """
    places, stamp = theirs / "Lib" / "site-packages", theirs / "installed-from"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-compile")
    foreign = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary", ":all:")
    state = hashlib.sha256(b"\0".join(lock.read_bytes() for lock in LOCKS)).hexdigest()
    if not stamp.exists() or stamp.read_text("utf-8") != state:
        say("fetching the libraries for Windows")
        shutil.rmtree(places, ignore_errors=True)
        for lock in LOCKS:
            wanted = BUILD / "windows" / "libraries.lock"
            wanted.write_text(for_windows(lock.read_text("utf-8")), "utf-8")
            run(
                *pip,
                *foreign,
                "--no-deps",
                "--require-hashes",
                "--upgrade",
                "-t",
                places,
                "-r",
                wanted,
            )
        stamp.write_text(state, "utf-8")
    wheel = theirs / "wheel"
    shutil.rmtree(wheel, ignore_errors=True)
    run(*pip, "--no-deps", "-t", wheel, build_wheel(python, BUILD / "wheel"))
    return places


def for_windows(lock: str) -> str:
    """Return what a lock file pins for Windows: pip would go by the markers of this system.

    Args:
        lock: The lock file, as uv writes it.
    """
    entries = re.split(r"^(?=[a-z0-9-]+==)", lock, flags=re.MULTILINE)
    wanted = (one for one in entries if "sys_platform == 'darwin'" not in one.partition("\\")[0])
    return "".join(re.sub(r" ; sys_platform == 'win32'", "", one, count=1) for one in wanted)


def refuse_strangers(tree: Path) -> None:
    """End the build where something of Wine, or of what fills its gaps, came into the program."""
    for file in sorted(tree.rglob("*")):
        if file.suffix.lower() not in {".dll", ".exe", ".pyd"}:
            continue
        if file.stem.lower().startswith(_STRANGE) or file.name.startswith(("api-ms-", "libcrypto")):
            stop(f"{file.relative_to(tree)} does not belong into the program")
        with file.open("rb") as opened:
            head = opened.read(0x60)
        if any(mark in head for mark in _MARK_OF_WINE):
            stop(f"{file.relative_to(tree)} is a file of Wine")


def _set_dates(tree: Path) -> None:
    when = (epoch_s(), epoch_s())
    for path in (tree, *tree.rglob("*"), *BUILD.glob("*.ico")):
        os.utime(path, when)


def tree_digest(tree: Path) -> str:
    """Return one hash for all names and bytes of a folder."""
    whole = hashlib.sha256()
    for file in sorted(path for path in tree.rglob("*") if path.is_file()):
        whole.update(f"{file.relative_to(tree).as_posix()}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def file_lines(tree: Path, shown: Callable[[Path], object]) -> str:
    """Return the lines by which NSIS packs a folder: by name, not as the disk lists it."""
    lines = []
    folders = sorted({file.parent for file in tree.rglob("*") if file.is_file()})
    for folder in folders:
        inner = "\\".join(("$INSTDIR", *folder.relative_to(tree).parts))
        lines.append(f'SetOutPath "{inner}"')
        files = sorted(file for file in folder.iterdir() if file.is_file())
        lines += [f'File "{shown(file)}"' for file in files]
    return "\n".join(lines) + "\n"


def _pack(tree: Path, *, fast: bool) -> None:
    """Compile the installer around the program, and hold both against their bounds."""
    DIST.mkdir(parents=True, exist_ok=True)
    installer = DIST / f"{NAME}-{version()}-setup-x64.exe"
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file())
    if sys.platform == "linux":
        maker: tuple[object, ...] = wine.words("env", f"SOURCE_DATE_EPOCH={epoch_s()}", "makensis")
        shown: Callable[[Path], object] = wine.in_room
    else:
        found = shutil.which("makensis") or shutil.which(_NSIS)
        maker = (found or stop("makensis is needed: https://nsis.sourceforge.io"),)
        shown = str
    files = BUILD / "windows" / "files.nsh"
    files.write_text(file_lines(tree, shown), "utf-8")
    defines = {
        "VERSION": version(),
        "NUMBERS": f"{version()}.0",
        "FILES": shown(files),
        "ICONS": shown(BUILD),
        "OUT": shown(installer),
        "SIZE_KIB": size // 1024,
    }
    say("packing the installer" + ("" if fast else " (two minutes)"))
    words = [f"-D{key}={value}" for key, value in defines.items()] + ["-DFAST"] * fast
    run(*maker, "-V2", "-WX", *words, shown(HERE / "windows" / "gridwar.nsi"))
    bytes_ = installer.stat().st_size
    digest = hashlib.sha256(installer.read_bytes()).hexdigest()
    say(f"{installer}: {bytes_ / 1e6:.1f} MB\n  {digest}")
    say(f"installed {size / 1e6:.1f} MB\n  {tree_digest(tree)}")
    if (not fast and bytes_ > MOST_BYTES) or size > MOST_INSTALLED_BYTES:
        stop("that is more than 44 MB, or 130 MB installed: see what came in (packers/contents.py)")
