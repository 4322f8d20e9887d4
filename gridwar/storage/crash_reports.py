"""Reports of faults in Gridwar itself: written when one happens, shown at the next start.

Owns the folder of reports and their form. A report stays on this machine; whoever wants to send
it does so by hand. What the interpreter itself dies of is caught by ``faulthandler`` in a file
that is there only while the program runs; at the next start it becomes a report, too.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING

from gridwar import ISSUES, __version__
from gridwar.errors import GridwarError
from gridwar.paths import user_state_dir
from gridwar.storage.atomic_write import write_text
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_KEPT = 10
_SEEN, _UNSEEN, _RUNNING = ".txt", ".new.txt", ".running"
_DEATH = "Fatal Python error"
_FIGHT = "fight: "


def reports_folder() -> Path:
    """Name the folder of reports; it may not be there yet."""
    return user_state_dir() / "crashes"


def reports() -> tuple[Path, ...]:
    """List the reports there are, the newest first."""
    found = [path for path in _files(_SEEN) if path.is_file()]
    return tuple(sorted(found, key=_age, reverse=True))


def unseen() -> tuple[Path, ...]:
    """List the reports that nobody has been shown yet, the newest first."""
    return tuple(path for path in reports() if path.name.endswith(_UNSEEN))


def see(path: Path) -> Path:
    """Note that a report has been shown, and return its name from now on."""
    if not path.name.endswith(_UNSEEN):
        return path
    seen = path.with_name(path.name.removesuffix(_UNSEEN) + _SEEN)
    with contextlib.suppress(OSError):
        return path.replace(seen)
    return path


def write_report(fault: str, fight: Path | None, lines: Iterable[str]) -> Path | None:
    """Write a report and return its file; None where no file can be written.

    Args:
        fault: What went wrong, in the interpreter's words.
        fight: The file of the open fight.
        lines: The last lines of its log, the newest last.
    """
    import platform  # here alone: no start should wait for it

    now = datetime.now(tz=UTC)
    head = _("Gridwar {version}, fault of {when}").format(
        version=__version__, when=now.strftime("%Y-%m-%d %H:%M:%S UTC")
    )
    built = _("installed program") if getattr(sys, "frozen", False) else _("Python package")
    system = f"Python {platform.python_version()}, {platform.platform()}, {built}"
    shown = "".join(f"  {line}\n" for line in lines) or _("  (nothing)") + "\n"
    text = (
        f"{head}\n{system}\n\n"
        + _("The open fight: {path}").format(path=fight or _("none"))
        + "\n\n"
        + _("The last lines of its log:")
        + f"\n{shown}\n"
        + _("What went wrong:")
        + f"\n{fault.rstrip()}\n\n"
        + how_to_send()
    )
    path = reports_folder() / f"{now.strftime('%Y-%m-%d %H-%M-%S-%f')}{_UNSEEN}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        for old in reports()[MOST_KEPT:]:
            old.unlink(missing_ok=True)
    except (GridwarError, OSError):
        return None  # the fault itself is told all the same
    return path


def how_to_send() -> str:
    """Return how to send a report."""
    text = _(
        "To send this report: open {place}, and paste it into a new issue, with a word on what "
        "you did before. It holds the names in the fight and the path of its file; strike out "
        "what is nobody's business. The fight itself helps most: attach its file if you can."
    )
    return text.format(place=ISSUES) + "\n"


class Watch:
    """Watches over one run of the program, for what the interpreter itself dies of."""

    def __init__(self) -> None:
        """Begin to watch; where no file can be written, nothing is watched."""
        self._path = reports_folder() / f"{os.getpid()}{_RUNNING}"
        self._file: IO[bytes] | None = None
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("wb", buffering=0)
            _hold(self._file)
            faulthandler.enable(self._file)

    def note_fight(self, path: Path | None) -> None:
        """Note which fight is open now."""
        if self._file is not None and path is not None:
            with contextlib.suppress(OSError):
                self._file.write(f"{_FIGHT}{path}\n".encode(errors="replace"))

    def end(self) -> None:
        """Stop: the program ends as it should."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
            with contextlib.suppress(OSError):
                self._path.unlink()


def deaths() -> tuple[tuple[str, str], ...]:
    """Take up what earlier runs died of: the interpreter's words and the path of the fight.

    A run that was ended from without (a power cut, ``kill``) left nothing to report.
    """
    found = []
    for path in _files(_RUNNING):
        with contextlib.suppress(OSError):
            if _is_held(path):
                continue
            lines = path.read_text("utf-8", "replace").splitlines()
            path.unlink()
            fights = [line.removeprefix(_FIGHT) for line in lines if line.startswith(_FIGHT)]
            words = [line for line in lines if not line.startswith(_FIGHT)]
            if any(line.startswith(_DEATH) for line in words):
                found.append(("\n".join(words), fights[-1] if fights else ""))
    return tuple(found)


def _files(ending: str) -> tuple[Path, ...]:
    return tuple(reports_folder().glob(f"*{ending}"))


def _age(path: Path) -> str:
    return path.name.removesuffix(_UNSEEN).removesuffix(_SEEN)


def _hold(file: IO[bytes]) -> None:
    """Hold a file as long as the program runs; Windows does so by itself."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_held(path: Path) -> bool:
    """Return whether a run that has a file still goes on."""
    if sys.platform == "win32":
        return False  # it then cannot be taken away, and that is passed over
    with path.open("rb") as file:
        try:
            _hold(file)
        except OSError:
            return True
    return False
