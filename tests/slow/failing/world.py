"""What happens to files in the world: full disks, other programs, names, clocks, crafted journals.

Each scenario is a function that gets a folder of its own and raises ``Wrong`` where Gridwar loses
something, harms something, or keeps silent about it. What a machine cannot show (mounting needs
root) is left out, and said so.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from gridwar.control.settings import SettingsKeeper, load_settings
from gridwar.engine import gm
from gridwar.errors import GridwarError, UnwritableFile
from gridwar.storage import untitled
from gridwar.storage.copies import save_copy
from gridwar.storage.fights import Fight, new_fight, open_fight
from gridwar.storage.opening import read_file
from gridwar.storage.unfinished import recoverable
from gridwar.systems import find_system
from tests.slow.campaign import CHECKOUT, Wrong
from tests.slow.failing.played import SYSTEM, begin, stamp, stamp_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = 4096
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
PATIENCE_S = 10
SCENARIOS: dict[str, Callable[[Path], None]] = {}


class LeftOut(Exception):
    """The scenario cannot be made on this machine."""


def scenario(function: Callable[[Path], None]) -> Callable[[Path], None]:
    """Put a scenario on the list."""
    SCENARIOS[function.__name__.replace("_", " ")] = function
    return function


def program(*arguments: str | bytes, seconds: float = 60) -> subprocess.CompletedProcess[bytes]:
    """Run Gridwar's command line."""
    command = [sys.executable, "-m", "gridwar", *arguments]
    return subprocess.run(
        command, cwd=CHECKOUT, capture_output=True, check=False, timeout=seconds,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def note(fight: Fight, text: str) -> None:
    """Write a note into a fight's log."""
    fight.session.submit(gm.WriteNote(text=text))


def place_of(fight: Fight) -> Path:
    """Return the file a fight goes on in."""
    assert fight.journal is not None
    return fight.journal.path


def closed(fight: Fight) -> Path:
    """Close a fight and return its file."""
    assert fight.journal is not None
    fight.journal.close()
    return fight.journal.path


def opened(path: Path) -> Fight:
    """Open a fight to play in it."""
    return open_fight(path, find_system)


# --- disks -------------------------------------------------------------------------------------


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """Mount a small disk in memory.

    Raises:
        LeftOut: That is not allowed here.
    """
    target = folder / "disk"
    target.mkdir()
    if not _mount("-t", "tmpfs", "-o", options, "none", str(target)):
        raise LeftOut("mounting needs root")
    try:
        yield target
    finally:
        subprocess.run(["umount", "-l", str(target)], capture_output=True, check=False)


def _mount(*arguments: str) -> bool:
    try:
        done = subprocess.run(["mount", *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return done.returncode == 0


@scenario
def the_disk_fills(folder: Path) -> None:
    """The fight goes on elsewhere, the file stays sound, and no half copy is left."""
    with mounted(folder, "size=300k") as disk:
        path = begin(disk / "fight.gridwar")
        fight, moved = opened(path), []
        assert fight.journal is not None
        fight.journal.on_moved = moved.append
        for number in range(80):
            note(fight, "x" * 9000 + str(number))
        if not moved:
            raise Wrong("a full disk is not noticed")
        now = stamp(fight.session)
        stamp_of(path)
        if stamp_of(closed(fight)) != now:
            raise Wrong("what was told is not in the file it went on in")
        _copy_to_full_disk(place_of(fight), disk / "copy.gridwar")


def _copy_to_full_disk(path: Path, target: Path) -> None:
    fight = opened(path)
    assert fight.journal is not None
    try:
        save_copy(fight.journal, target)
    except UnwritableFile as error:
        if "full" not in str(error):
            raise Wrong(f"a full disk is not called so: {error}") from error
    else:
        raise Wrong("a copy fitted on a full disk")
    finally:
        closed(fight)
    if any("copy" in one.name for one in target.parent.iterdir()):
        raise Wrong("half a copy was left")


@scenario
def the_disk_of_the_home_is_full_too(folder: Path) -> None:
    """What cannot be written anywhere is refused, nothing changes, and later it goes on."""
    with mounted(folder, "size=400k") as disk, _home(disk / "home"):
        path = begin(disk / "fight.gridwar")
        fight = opened(path)
        if not _fill(fight):
            raise Wrong("the disk did not fill")
        keeper = load_settings()
        keeper.change(compact=True)
        if not keeper.problem:
            raise Wrong("settings cannot be kept, and nobody is told")
        _mount("-o", "remount,size=4m", str(disk))
        note(fight, "on")
        stamp_of(closed(fight))
        stamp_of(path)


def _fill(fight: Fight) -> bool:
    for number in range(200):
        before = stamp(fight.session)
        try:
            note(fight, "x" * 9000 + str(number))
        except UnwritableFile:
            if stamp(fight.session) != before:
                raise Wrong("refused, and yet the state changed") from None
            return True
    return False


@contextlib.contextmanager
def _home(place: Path) -> Iterator[None]:
    with patch.dict(os.environ, GRIDWAR_HOME=str(place)):
        yield


@scenario
def the_disk_is_read_only(folder: Path) -> None:
    """A copy is played in, and the file stays as it was; checking it needs no writing."""
    with mounted(folder, "size=1m") as disk:
        path = begin(disk / "fight.gridwar")
        before = path.read_bytes()
        _mount("-o", "remount,ro", str(disk))
        fight = opened(path)
        note(fight, "on")
        if closed(fight) == path or not fight.reason:
            raise Wrong("played in a file that cannot be written")
        if path.read_bytes() != before:
            raise Wrong("the file was changed")
        if program("check", str(path)).returncode:
            raise Wrong("check fails on a disk that is read-only")


# --- other programs ----------------------------------------------------------------------------


@scenario
def the_file_is_replaced_while_it_is_open(folder: Path) -> None:
    """A sync tool lays another file in its place: what is played on is in some file."""
    path, other = begin(folder / "fight.gridwar"), begin(folder / "other.gridwar", "Other")
    fight = opened(path)
    note(fight, "before")
    other.replace(path)
    note(fight, "after")
    now = stamp(fight.session)
    if stamp_of(closed(fight)) != now:
        raise Wrong("what was told is in no file")


@scenario
def the_file_is_deleted_while_it_is_open(folder: Path) -> None:
    """Somebody deletes it: what is played on is in some file."""
    path = begin(folder / "fight.gridwar")
    fight = opened(path)
    note(fight, "before")
    path.unlink()
    for _time in range(3):
        note(fight, "after")
    now, place = stamp(fight.session), closed(fight)
    if not place.exists() or stamp_of(place) != now:
        raise Wrong("it goes on in no file at all")


@scenario
def the_folder_is_renamed_while_it_is_open(folder: Path) -> None:
    """What is played on is in the renamed folder's file, or in another one that is known."""
    (folder / "a").mkdir()
    fight = opened(begin(folder / "a" / "fight.gridwar"))
    note(fight, "before")
    (folder / "a").rename(folder / "b")
    for _time in range(3):
        note(fight, "after")
    now = stamp(fight.session)
    candidates = (closed(fight), folder / "b" / "fight.gridwar")
    if not any(one.exists() and stamp_of(one) == now for one in candidates):
        raise Wrong("what was told is in no file")


_SECOND = """
import sys
from pathlib import Path
from gridwar.engine.gm import WriteNote
from gridwar.storage.fights import open_fight
from gridwar.systems import find_system
fight = open_fight(Path(sys.argv[1]), find_system)
fight.session.submit(WriteNote(text="second"))
print(fight.journal.path, fight.reason)
fight.journal.close()
"""


@scenario
def two_processes_open_the_same_file(folder: Path) -> None:
    """The second plays in a copy and says why; the first goes on undisturbed."""
    path = begin(folder / "fight.gridwar")
    fight = opened(path)
    command = [sys.executable, "-c", _SECOND, str(path)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if done.returncode or "untitled" not in done.stdout or "in use" not in done.stdout:
        raise Wrong(f"the second process: {done.stdout} {done.stderr[-200:]}")
    for _time in range(5):
        note(fight, "first")
    if program("check", str(path)).returncode:
        raise Wrong("check fails beside a fight under way")
    now = stamp(fight.session)
    if stamp_of(closed(fight)) != now:
        raise Wrong("the first lost something")


@scenario
def another_program_holds_a_lock(folder: Path) -> None:
    """It goes on in a copy, and says why."""
    path = begin(folder / "fight.gridwar")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        fight = opened(path)
        note(fight, "on")
        if closed(fight) == path or not fight.reason:
            raise Wrong("played in a file that another program holds")


# --- names and clocks --------------------------------------------------------------------------


@scenario
def a_name_is_no_utf_8(folder: Path) -> None:
    """It is checked, opened, exported and remembered like any other."""
    raw = os.fsencode(folder) + b"/f\xff\xfe\xe4.gridwar"
    path = begin(folder / "fight.gridwar").rename(os.fsdecode(raw))
    for arguments in (("check", raw), ("export", raw, "-o", os.fsencode(folder) + b"/x\xff.json")):
        done = program(*arguments)
        if done.returncode:
            raise Wrong(f"{arguments[0]}: exit {done.returncode} {done.stderr[-200:]!r}")
    fight = opened(path)
    note(fight, "on")
    SettingsKeeper(folder / "settings.json").remember(path)
    if closed(fight) != path.resolve():
        raise Wrong(f"opened elsewhere: {fight.reason}")


@scenario
def the_clock_jumps_back(folder: Path) -> None:
    """Names of new fights stay free, and every one is offered at the next start."""

    class Back(datetime.datetime):
        """A clock that is a year behind."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Back:
            """Return what it shows."""
            return super().now(tz) - datetime.timedelta(days=400)

    with _home(folder / "home"):
        for clock in (datetime.datetime, Back, datetime.datetime, Back):
            with patch.object(untitled, "datetime", clock):
                fight = new_fight(find_system(SYSTEM), "Clock", _first())
                note(fight, "x")
                closed(fight)
        if len(recoverable()) != 4:
            raise Wrong("an untitled fight is not offered")


@scenario
def a_file_is_dated_beyond_all_calendars(folder: Path) -> None:
    """The list of unfinished fights can be shown nevertheless."""
    with _home(folder / "home"):
        fight = new_fight(find_system(SYSTEM), "Far", _first())
        note(fight, "x")
        path = closed(fight)
        for moment in (320_000_000_000, -1):
            os.utime(path, (moment, moment))
            if not recoverable():
                raise Wrong("an untitled fight is not offered")


def _first() -> object:
    return find_system(SYSTEM).new_encounter("x")


# --- crafted journals --------------------------------------------------------------------------


def naming_journal(path: Path, victim: Path) -> bytes:
    """Return a journal to be rolled back that names another file as the one above it.

    SQLite deletes what such a journal names once it has rolled back.
    """
    raw, nonce, name = path.read_bytes(), 12345, os.fsencode(victim)
    head = struct.pack(">IIIII", 1, nonce, len(raw) // PAGE, 512, PAGE)
    page = raw[:PAGE]
    checksum = (nonce + sum(page[at] for at in range(PAGE - 200, 0, -200))) & 0xFFFFFFFF
    record = struct.pack(">I", 1) + page + struct.pack(">I", checksum)
    tail = struct.pack(">I", 0x40000000 // PAGE + 1) + name
    tail += struct.pack(">II", len(name), sum(name)) + JOURNAL_MAGIC
    return (JOURNAL_MAGIC + head).ljust(512, b"\0") + record + tail


@scenario
def a_journal_names_a_file_of_the_users(folder: Path) -> None:
    """Neither checking nor opening a fight deletes what a journal sent with it names."""
    victim = folder / "victim.txt"
    for way in ("check", "open"):
        path = begin(folder / f"{way}.gridwar")
        victim.write_text("precious")
        journal = path.with_name(path.name + "-journal")
        journal.write_bytes(naming_journal(path, victim))
        with contextlib.suppress(GridwarError):
            if way == "check":
                read_file(path, find_system)
            else:
                closed(opened(path))
        if not victim.exists():
            raise Wrong(f"a crafted journal deletes a file of the user's: {way}")


@scenario
def a_pipe_stands_where_a_journal_would(folder: Path) -> None:
    """Checking a fight does not wait for a pipe."""
    path = begin(folder / "fight.gridwar")
    os.mkfifo(path.with_name(path.name + "-journal"))
    try:
        program("check", str(path), seconds=PATIENCE_S)
    except subprocess.TimeoutExpired as error:
        raise Wrong("it waits for ever") from error


def attempted(name: str, folder: Path) -> None:
    """Make a scenario in a folder of its own, within user folders of its own."""
    place = folder / name.replace(" ", "-")
    place.mkdir()
    with _home(place / "home-of-the-user"):
        SCENARIOS[name](place)
