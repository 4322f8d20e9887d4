"""The frozen program: a venv of its own, the wheel in it, PyInstaller, and checks of what came out.

The checks are the pitfalls that once cost a package: a program without its rules, a building
machine's own Python in it, a library nobody knows the package of.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from packers import icu, licences
from packers.contents import lacking
from packers.project import BUILD, HERE, NAME, ROOT, epoch_s, output, run, say, stop, version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LOCKS = (ROOT / "requirements.lock", HERE / "requirements.lock")
"""What goes into the program, and what freezes it; both checked by hash."""
_NUMPY_OPTIONS = ("blas=none", "lapack=none", "allow-noblas=true")
_OLDEST = (3, 11)
_SELF_TEST_S = 120
_WITH_DEBUGGING = {"lib-dynload", "numpy", "msgspec", "pypdfium2_raw"}
"""Folders of libraries that bring what is only for debuggers."""
_KEPT = ("SYSTEMROOT", "TEMP", "TMP", "GRIDWAR_BUILD", "GRIDWAR_DIST", "GRIDWAR_ROOM")
"""Variables that a self-test is run with: Windows needs the first, the room the last."""


def freeze(*, portable: bool) -> Path:
    """Freeze the program with this system's Python and return its folder.

    Args:
        portable: Keep the X and GLib libraries of this machine inside.
    """
    python = build_venv()
    if sys.platform == "linux":
        _slim_numpy(python)
    work = BUILD / ("portable" if portable else "slim")
    shutil.rmtree(work, ignore_errors=True)
    line = pyinstaller(work, BUILD / "pyinstaller", HERE / "gridwar.spec")
    variables = spec_variables(portable=portable, icon=_icon())
    say(f"freezing {NAME} {version()} ({work.name})")
    run(python, *line, cwd=BUILD, **variables)
    tree = work / NAME
    if sys.platform == "linux":
        prune(tree / "_internal")
        for library in tree.rglob("libicudata.so.*"):
            icu.slim(library)
    strip(tree)
    licences.collect(tree, licences.found_by(python))
    check(tree, [tree / f"{NAME}-cli.exe" if sys.platform == "win32" else tree / NAME])
    return tree


def pyinstaller(target: object, work: object, spec: object) -> tuple[object, ...]:
    """Return the words that let a Python freeze the program by the spec.

    Args:
        target: The folder that the program's folder comes into.
        work: A folder to work in.
        spec: The spec.
    """
    quiet = ("--noconfirm", "--log-level", "ERROR")
    return ("-m", "PyInstaller", *quiet, "--distpath", target, "--workpath", work, spec)


def spec_variables(*, portable: bool, icon: object) -> dict[str, str]:
    """Return what the spec asks of its environment.

    Args:
        portable: Keep the libraries of the building machine inside.
        icon: The program's icon, where its file holds one.
    """
    variables = {
        "GRIDWAR_PORTABLE": str(int(portable)),
        "GRIDWAR_VERSION": version(),
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": str(epoch_s()),
    }
    return variables | ({"GRIDWAR_ICON": str(icon)} if icon else {})


def _icon() -> Path | None:
    names = {"win32": "gridwar.ico", "darwin": "gridwar.icns"}
    return BUILD / names[sys.platform] if sys.platform in names else None


def build_python() -> str:
    """Return a Python fit to be frozen.

    The distribution's own comes first: one compiled by hand brings an unstripped libpython and
    paths of the machine it was built on.
    """
    wish = os.environ.get("GRIDWAR_PYTHON")
    usual = ("/usr/bin/python3",) if sys.platform == "linux" else ()
    found = (one for one in (wish, *usual, sys.executable) if one and _is_fit(one))
    return next(found, "") or stop("Python 3.11 with venv is needed: apt install python3-venv")


def _is_fit(python: str) -> bool:
    probe = f"import sys, ensurepip, venv; assert sys.version_info >= {_OLDEST}"
    line = [python, "-I", "-c", probe]
    return subprocess.run(line, capture_output=True, check=False).returncode == 0


def build_venv() -> Path:
    """Make the venv that freezes, or take the one there is, and install the wheel anew.

    Returns:
        Its Python.
    """
    base, folder = build_python(), BUILD / "venv"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    parts = [base.encode(), output(base, "-VV").encode(), *(lock.read_bytes() for lock in LOCKS)]
    state, stamp = hashlib.sha256(b"\0".join(parts)).hexdigest(), folder / "built-from"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "-q")
    if not stamp.exists() or stamp.read_text("utf-8") != state:
        say(f"making {folder} with {base}")
        run(base, "-m", "venv", "--clear", folder)
        for lock in LOCKS:
            run(*pip, "--require-hashes", "-r", lock)
        stamp.write_text(state, "utf-8")
    wheel = build_wheel(python, BUILD / "wheel")
    run(*pip, "--no-deps", "--force-reinstall", wheel)
    return python


def _slim_numpy(python: Path) -> None:
    """Compile numpy without the libraries of linear algebra: 28 MB that Gridwar never calls."""
    lock = LOCKS[0].read_text("utf-8")
    entry = re.search(r"^numpy==.*?(?=^\S)", lock, re.MULTILINE | re.DOTALL)
    if entry is None:
        stop("requirements.lock has no numpy")
    key = hashlib.sha256((entry[0] + output(python, "-VV") + str(_NUMPY_OPTIONS)).encode())
    wheels = BUILD / f"numpy-{key.hexdigest()[:12]}"
    if not list(wheels.glob("*.whl")):
        _compile_numpy(python, entry[0], wheels)
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps")
    run(*pip, "--force-reinstall", *wheels.glob("*.whl"))
    _forget_builder(python)


def _forget_builder(python: Path) -> None:
    """Take the path of the Python that compiled numpy out of what numpy says of its building.

    The same commit makes the same bytes in any folder, and nobody's folders are packed.
    """
    found = python.parents[1].glob("lib/python*/site-packages/numpy/__config__.py")
    config = next(found, None) or stop("numpy has no __config__.py: see _forget_builder")
    written = config.read_text("utf-8")
    named, times = re.subn(r'(?<="path": r")[^"]*python[^"]*(?=")', "python", written)
    if times != 1:
        stop(f"{config} names its Python {times} times, not once: see _forget_builder")
    config.write_text(named, "utf-8")


def _compile_numpy(python: Path, entry: str, wheels: Path) -> None:
    if not (shutil.which("c++") and shutil.which("cc")):
        stop("numpy is to be compiled, for a smaller program: apt install g++ python3-dev")
    say("compiling numpy without linear algebra (once; a few minutes)")
    only = BUILD / "numpy.lock"
    only.write_text(entry, "utf-8")
    options = [f"--config-settings=setup-args=-D{one}" for one in _NUMPY_OPTIONS]
    run(
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--no-binary",
        "numpy",
        "--require-hashes",
        "-r",
        only,
        "-w",
        wheels,
        *options,
        PATH=f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        SOURCE_DATE_EPOCH=str(epoch_s()),
    )


def build_wheel(python: Path, target: Path, source: Path = ROOT) -> Path:
    """Build the wheel in an empty folder and return it.

    Args:
        python: That of the building venv.
        target: The folder.
        source: The checkout, or an sdist.
    """
    shutil.rmtree(target, ignore_errors=True)
    run(
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        target,
        source,
        SOURCE_DATE_EPOCH=str(epoch_s()),
    )
    (wheel,) = target.glob("*.whl")
    return wheel


def elf_files(tree: Path) -> list[Path]:
    """List the programs and libraries of Linux in a folder."""
    files = sorted(file for file in tree.rglob("*") if file.is_file() and not file.is_symlink())
    return [file for file in files if _head(file) == b"\x7fELF"]


def _head(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(4)


def prune(folder: Path) -> None:
    """Take away libraries of the system that only plugins needed which were left out.

    Args:
        folder: Where they lie, beside the folders of the Python libraries.
    """
    while True:
        asked = {
            name
            for file in elf_files(folder.parent)
            for name in re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", file))
        }
        idle = [
            file
            for file in folder.glob("lib*.so*")
            if file.is_file()
            and not file.is_symlink()
            and file.name not in asked
            and not file.name.startswith("libpython")
        ]
        if not idle:
            return
        for file in idle:
            file.unlink()


def strip(tree: Path) -> None:
    """Take away what is only for debuggers, where much of it is left."""
    if sys.platform != "linux":
        return
    for file in elf_files(tree):
        # No others: those in wheels were patched, and strip would break their alignment.
        is_safe = file.name.startswith(("libpython", "libicu"))
        if is_safe or _WITH_DEBUGGING & set(file.parts):
            run("strip", "--strip-unneeded", file)


def check(tree: Path, program: Sequence[object]) -> None:
    """Refuse a frozen program that lacks something, or holds something of this machine's.

    Args:
        tree: Its folder.
        program: The command that starts it and prints what it says.
    """
    inside = tree / "_internal"
    if missing := lacking(ROOT, (p.relative_to(inside).as_posix() for p in inside.rglob("*"))):
        stop(f"the frozen program lacks {len(missing)} files of data, first {missing[0]}")
    for file in elf_files(tree):
        _check_paths(file)
    self_test(program)


def _check_paths(file: Path) -> None:
    """Refuse a library that would look for others where this machine has them."""
    dynamic = output("objdump", "-p", file)
    for paths in re.findall(r"(?:RPATH|RUNPATH)\s+(\S+)", dynamic):
        if strange := [one for one in paths.split(":") if not one.startswith("$ORIGIN")]:
            stop(f"{file.name} looks for libraries in {strange[0]}: build with {build_python()}")


def self_test(program: Sequence[object]) -> None:
    """Run the frozen program's own test as a user types it, far from checkout and user's folders.

    Args:
        program: The command that starts it.
    """
    home = BUILD / "self-test-home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    keep = {key: os.environ[key] for key in _KEPT if key in os.environ}
    done = subprocess.run(
        [*map(str, program), "--self-test"],
        cwd=home,
        env={"PATH": os.defpath, "HOME": str(home), "GRIDWAR_HOME": str(home), **keep},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SELF_TEST_S,
        check=False,
    )
    if done.returncode:
        stop(f"the frozen program failed its self-test:\n{done.stdout}{done.stderr}")
    systems = [one for one in (ROOT / "rules").iterdir() if (one / "manifest.toml").is_file()]
    if f"{len(systems)} rule systems" not in done.stdout:
        stop(f"the frozen program should have {len(systems)} rule systems:\n{done.stdout}")
    say(done.stdout.rstrip())
