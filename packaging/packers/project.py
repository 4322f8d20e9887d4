"""The project as the packages tell of it: name, version, folders, date; and running a command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
BUILD = Path(os.environ.get("GRIDWAR_BUILD", ROOT / "build")).resolve()
"""Where everything is made that is not handed out."""
DIST = Path(os.environ.get("GRIDWAR_DIST", ROOT / "dist")).resolve()
"""Where the packages go."""
NAME, TITLE, APP_ID = "gridwar", "Gridwar", "io.github.gridwar.Gridwar"
MIME_TYPE = "application/x-gridwar"
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HOMEPAGE: str = _PROJECT["urls"]["Homepage"]
MAINTAINER = "Gridwar developers <gridwar@users.noreply.github.com>"
_SIGN_OF_LIFE_S = 30
_NO_DATE = 1_767_225_600
"""2026-01-01, for a source tree without a history."""


def version() -> str:
    """Return the version, which stands in one place only."""
    text = (ROOT / "gridwar" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    return found[1] if found else stop("gridwar/__init__.py names no version")


def epoch_s() -> int:
    """Return the date of what is built: the caller's, that of the last commit, or a fixed one."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    line = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return _NO_DATE


def run(*words: object, cwd: Path | None = None, **variables: str) -> None:
    """Run a command that has to work, told in full where it does not; one that lasts gives signs.

    Args:
        words: The command.
        cwd: Where to run it; None for here.
        variables: Environment variables beside the present ones.
    """
    line, begin = [str(word) for word in words], time.monotonic()
    with subprocess.Popen(line, cwd=cwd, env=os.environ | variables) as started:
        while True:
            try:
                code = started.wait(_SIGN_OF_LIFE_S)
                break
            except subprocess.TimeoutExpired:
                say(f"  ... {time.monotonic() - begin:.0f} s")
    if code:
        stop(f"exit code {code} of: {shlex.join(line)}")


def output(*words: object) -> str:
    """Run a command that has to work and return what it prints."""
    line = [str(word) for word in words]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def say(words: str) -> None:
    """Tell what is being done, or what came of it."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def stop(reason: str) -> NoReturn:
    """End the build and say why."""
    sys.exit(f"build: {reason}")
