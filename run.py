#!/usr/bin/env python3
"""Run Gridwar from a checkout, on a machine that has nothing but Python 3.11 to 3.13.

    python3 run.py [FILE…]            open the window; without a file on the sample fight
    python3 run.py test [pytest …]    run the tests
    python3 run.py check              lint, types, layers and rules data, as CI does
    python3 run.py play               play the sample script, without a window
    python3 run.py render -o F.png    draw the sample fight, without a window
    python3 run.py COMMAND …          any other command of the program: check FILE, export, run

Owns the way from a bare system to a working .venv beside this file: libraries of the system
through apt-get, libraries of Python from the lock files, checked by hash, again only when these
change. Uses the standard library only, and says what it does before it does it.

Exit codes: 1 something is missing or failed, 2 no display, else that of the command.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
STAMP = VENV / "gridwar-installed"
LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
VERSIONS = ((3, 11), (3, 12), (3, 13))
COMMANDS = {"render", "check", "export", "repair", "run", "schema"}
ON_X11_OR_WAYLAND = sys.platform not in {"win32", "cygwin", "darwin"}
# What PySide6's wheels expect of the system: library and Debian package, in turn.
QT = """libGL.so.1 libgl1  libEGL.so.1 libegl1  libglib-2.0.so.0 libglib2.0-0
    libdbus-1.so.3 libdbus-1-3  libfontconfig.so.1 libfontconfig1
    libxkbcommon.so.0 libxkbcommon0"""
QT_X11 = """libxcb-cursor.so.0 libxcb-cursor0  libxcb-icccm.so.4 libxcb-icccm4
    libxcb-keysyms.so.1 libxcb-keysyms1  libxcb-shape.so.0 libxcb-shape0
    libxcb-xkb.so.1 libxcb-xkb1  libxcb-randr.so.0 libxcb-randr0
    libxkbcommon-x11.so.0 libxkbcommon-x11-0"""
QT_WAYLAND = "libwayland-cursor.so.0 libwayland-cursor0 libwayland-egl.so.1 libwayland-egl1"
QT_PROBE = "from PySide6 import QtGui, QtWidgets; QtGui.QGuiApplication([])"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
# A worker that is done takes over half of what another has left: some tests take seconds.
IN_PARALLEL = ("-n", "auto", "--dist", "worksteal")
CHECKS = (
    ("-m", "ruff", "format", "--check"),
    ("-m", "ruff", "check"),
    ("-m", "mypy"),
    ("-c", LINT_IMPORTS),
    ("-m", "gridwar.headless.rules_lint"),
)

HEADLESS = """Without a window Gridwar can
    python3 run.py render -o fight.png    draw the sample fight into a picture
    python3 run.py play                   play the sample script and print every event
    python3 run.py test                   run its tests"""


@dataclass(frozen=True)
class Job:
    """What was asked for: commands of the .venv's Python, and what they need."""

    commands: tuple[tuple[str, ...], ...]
    lock: str = "run"
    window: bool = False
    qt: bool = True


def job(args: list[str], samples: Path = ROOT / "assets" / "scripts") -> Job:
    """Read the command line."""
    first = args[0] if args else ""
    if first == "test":
        return Job((("-m", "pytest", *(args[1:] or IN_PARALLEL)),), lock="dev")
    if args == ["check"]:
        return Job(CHECKS, lock="dev", qt=False)
    if args == ["play"]:
        scripts = sorted(samples.glob("*.json"))
        if not scripts:
            stop(f"There is no script in {samples}.")
        return Job((("-m", "gridwar", "run", str(scripts[0])),), qt=False)
    if first in COMMANDS or (first.startswith("-") and first != "--sample"):
        return Job((("-m", "gridwar", *args),), qt=first not in {"run", "schema"})
    return Job((("-m", "gridwar", *(args or ["--sample"])),), window=True)


def has_display(env: dict[str, str]) -> bool:
    """Tell whether a window can be shown, or whether the caller chose a platform himself."""
    chosen = env.get("DISPLAY") or env.get("WAYLAND_DISPLAY") or env.get("QT_QPA_PLATFORM")
    return bool(chosen) or not ON_X11_OR_WAYLAND


def qt_needs(work: Job, env: dict[str, str]) -> dict[str, str]:
    """List the system's libraries that Qt will load for this job, with their Debian packages."""
    words = QT.split() if work.qt and ON_X11_OR_WAYLAND else []
    if work.window and words and not env.get("QT_QPA_PLATFORM"):
        words += QT_X11.split() if env.get("DISPLAY") else []
        words += QT_WAYLAND.split() if env.get("WAYLAND_DISPLAY") else []
    return dict(zip(words[::2], words[1::2], strict=True))


def is_loadable(library: str) -> bool:
    """Load a library of the system, which is the only way to know."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing(needs: dict[str, str]) -> dict[str, str]:
    """List what the system lacks, each with its Debian package."""
    lacks = {name: package for name, package in needs.items() if not is_loadable(name)}
    if not PYTHON.exists() and not succeeds([sys.executable, "-c", "import ensurepip, venv"]):
        usual = Path(sys.executable).resolve() == Path("/usr/bin/python3").resolve()
        python = "python3" if usual else "python{}.{}".format(*sys.version_info)
        lacks["Python's modules venv and ensurepip"] = f"{python}-venv"
    return lacks


def provide(needs: dict[str, str]) -> None:
    """Bring what the system lacks, after saying what and why; stop if that cannot be done here."""
    if not (lacks := missing(needs)):
        return
    names = ", ".join(lacks)
    if not shutil.which("apt-get"):
        stop(f"The system lacks {names}. Install this with the system's own tools.")
    install = ["apt-get", "install", "-y", "--no-install-recommends", *sorted(set(lacks.values()))]
    become_root = sudo()
    if become_root is None:
        line = shlex.join(["sudo", *install])
        stop(
            f"The system lacks {names}. Gridwar needs them. Run\n    sudo apt-get update && {line}"
        )
    say(f"The system lacks {names}. Gridwar needs them to install itself and to draw:")
    for command in (["apt-get", "update", "-q"], [*install, "-q"]):
        say("  " + shlex.join([*become_root, *command]))
        call([*become_root, "env", "DEBIAN_FRONTEND=noninteractive", *command], quiet=True)
    if left := missing(needs):
        stop(f"Still missing: {', '.join(left)}. Try another Python, 3.11 to 3.13.")


def sudo() -> list[str] | None:
    """Say how to become root: not at all (it is root already), through sudo, or there is no way."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and (sys.stdin.isatty() or succeeds(["sudo", "-n", "true"])):
        return ["sudo"]
    return None


def is_installed(stamp: str, lock: str, state: str) -> bool:
    """Tell whether a stamp covers a lock; the one for development holds the other."""
    return stamp in {f"dev {state}", f"{lock} {state}"}


def install(lock: str) -> None:
    """Make the .venv and fill it from the lock file, unless that has been done."""
    files = [*LOCKS.values(), ROOT / "pyproject.toml"]
    state = hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
    stamp = STAMP.read_text() if STAMP.exists() else ""
    if is_installed(stamp, lock, state) and succeeds([str(PYTHON), "-c", ""]):
        return
    if not succeeds([str(PYTHON), "-c", "import pip"]):
        say(f"Making {VENV}")
        call([sys.executable, "-m", "venv", "--clear", str(VENV)])
    say(f"Installing the libraries of {LOCKS[lock].name} into it (once; some hundred megabytes)")
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    call([*pip, "--require-hashes", "-r", str(LOCKS[lock])])
    # Editable, so that the checkout is what runs, with its entry points; the lock has the builder.
    call([*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    STAMP.write_text(f"{lock} {state}")


def probe_qt(work: Job, env: dict[str, str]) -> None:
    """Start Qt once aside: its failure is an abort, which nobody should meet in the window."""
    tried = subprocess.run(
        [str(PYTHON), "-c", QT_PROBE], env=env, capture_output=True, text=True, check=False
    )
    if tried.returncode:
        dead = "connect to display" in tried.stderr  # Qt then also blames a library, wrongly
        reason = "the display does not answer" if dead else tried.stderr.strip()
        failed = f"Qt does not start here (exit code {tried.returncode}): {reason}"
        stop(f"{failed}\n{HEADLESS}" if work.window else failed, 2 if work.window else 1)


def suitable_python() -> str:
    """Find a Python that Gridwar runs on: this one, or another on the path."""
    if sys.version_info[:2] in VERSIONS:
        return sys.executable
    others = [shutil.which("python{}.{}".format(*version)) for version in VERSIONS]
    return next(filter(None, reversed(others)), None) or stop(
        "Gridwar runs on Python 3.11 to 3.13; this is {}.{}.".format(*sys.version_info)
    )


def run(args: list[str]) -> int:
    """Do what was asked for, and give the exit code."""
    if args in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    python = suitable_python()
    if python != sys.executable:
        return subprocess.call([python, __file__, *args])
    work = job(args)
    env = dict(os.environ)
    if work.window and not has_display(env):
        stop(f"No window: neither DISPLAY nor WAYLAND_DISPLAY names a display.\n{HEADLESS}", 2)
    if work.lock == "dev":  # each worker would compile hundreds of modules at every run
        env.pop("PYTHONDONTWRITEBYTECODE", None)
    if not work.window and ON_X11_OR_WAYLAND:
        env.setdefault("QT_QPA_PLATFORM", "offscreen")
    provide(qt_needs(work, env))
    install(work.lock)
    if work.qt:
        probe_qt(work, env)
    here = ROOT if work.lock == "dev" else None
    codes = [subprocess.call([str(PYTHON), *line], cwd=here, env=env) for line in work.commands]
    failed = next((code for code in codes if code), 0)
    return failed if failed >= 0 else 128 - failed  # a signal, as shells write it


def succeeds(command: list[str]) -> bool:
    """Run a command silently and tell whether it worked."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def call(command: list[str], quiet: bool = False) -> None:
    """Run a command that has to work."""
    if subprocess.call(command, stdout=subprocess.DEVNULL if quiet else None):
        stop(f"This failed; its reason stands above:\n    {shlex.join(command)}")


def say(line: str) -> None:
    """Tell what is being done, apart from the output of the command itself."""
    print(line, file=sys.stderr, flush=True)


def stop(reason: str, code: int = 1) -> NoReturn:
    """End here: there is no way on, and the reason says what to do."""
    say(reason)
    raise SystemExit(code)


if __name__ == "__main__":
    try:
        raise SystemExit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
