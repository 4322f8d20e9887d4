"""Other programs, names and clocks: what happens to the file of a fight while it is played."""

from __future__ import annotations

import contextlib
import datetime
import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage import file_names
from gridwar.storage.new_open_and_sample_fights import new_fight
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import find_system
from tests.slow.campaign import CHECKOUT, Wrong
from tests.slow.failing.played import SYSTEM, begin, stamp, stamp_of
from tests.slow.failing.scenarios import closed, home, note, opened, program, scenario

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.model.encounter import Encounter


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
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.storage.new_open_and_sample_fights import open_fight
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

    with home(folder / "home"):
        for clock in (datetime.datetime, Back, datetime.datetime, Back):
            with patch.object(file_names, "datetime", clock):
                fight = new_fight(find_system(SYSTEM), "Clock", _first())
                note(fight, "x")
                closed(fight)
        if len(recoverable()) != 4:
            raise Wrong("an untitled fight is not offered")


@scenario
def a_file_is_dated_beyond_all_calendars(folder: Path) -> None:
    """The list of unfinished fights can be shown nevertheless."""
    with home(folder / "home"):
        fight = new_fight(find_system(SYSTEM), "Far", _first())
        note(fight, "x")
        path = closed(fight)
        for moment in (320_000_000_000, -1):
            os.utime(path, (moment, moment))
            if not recoverable():
                raise Wrong("an untitled fight is not offered")


def _first() -> Encounter:
    return find_system(SYSTEM).new_encounter("x")
