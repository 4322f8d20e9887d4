"""Disks that are full or read-only: the fight goes on elsewhere, and says so."""

from __future__ import annotations

import contextlib
import subprocess
from typing import TYPE_CHECKING

from gridwar.control.user_settings import load_settings
from gridwar.errors import UnwritableFile
from gridwar.storage.saving_and_copying import save_copy
from tests.slow.campaign import Wrong
from tests.slow.failing.played import begin, stamp, stamp_of
from tests.slow.failing.scenarios import (
    LeftOut,
    closed,
    home,
    note,
    opened,
    place_of,
    program,
    scenario,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.storage.new_open_and_sample_fights import Fight


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
        fight = opened(path)
        moved: list[object] = []
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
    with mounted(folder, "size=400k") as disk, home(disk / "home"):
        path = begin(disk / "fight.gridwar")
        fight = opened(path)
        if not _fill(fight):
            raise Wrong("the disk did not fill")
        _fill_up(disk / "filler")
        keeper = load_settings()
        keeper.change(compact=True)
        if not keeper.problem:
            raise Wrong("settings cannot be kept, and nobody is told")
        _mount("-o", "remount,size=4m", str(disk))
        note(fight, "on")
        stamp_of(closed(fight))
        stamp_of(path)


def _fill_up(filler: Path) -> None:
    """Take the last page of a disk."""
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(b"x" * 512):
            pass


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
