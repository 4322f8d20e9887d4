"""The game master's own maps: one file each, below the user's data, with picture, name and tags.

A kept map is a fight without combatants: so whatever a map has is kept as fights keep it, a damaged
file is read as far as it is sound, and a newer Gridwar's is told of. What is taken off the shelf
lies in a folder beside it for a while, and can be put back.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.gm.map_commands import SetPage
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.paths import user_data_dir
from gridwar.storage.file_names import SUFFIX, free_path_in
from gridwar.storage.new_open_and_sample_fights import open_fight, read_json
from gridwar.storage.open_gridwar_file import Opened, make_file, read_file
from gridwar.storage.sqlite_and_os_errors import speaking_of

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.storage.validated_rows import Finder

MOST_REMOVED: Final = 30
"""So many of those taken off the shelf can be put back; older ones go for good."""


class KeptMap(Struct, frozen=True):
    """A map on the shelf: its file, and when that was written last."""

    path: Path
    changed: datetime


class MapShelf:
    """The maps that were kept."""

    def __init__(self, find: Finder, folder: Path | None = None) -> None:
        """Look into the user's folder.

        Args:
            find: Finds a rule system by id.
            folder: Another folder than the user's own.
        """
        self._find = find
        self.folder = folder or user_data_dir() / "maps"

    @property
    def removed(self) -> Path:
        """The folder of those that were taken off."""
        return self.folder / "removed"

    def maps(self) -> tuple[KeptMap, ...]:
        """Return the maps there are, those written last first; none is opened.

        Raises:
            FileError: The folder cannot be read.
        """
        with speaking_of(self.folder):
            there = [KeptMap(one, _written(one)) for one in self.folder.glob(f"*{SUFFIX}")]
        return tuple(sorted(there, key=lambda one: one.changed, reverse=True))

    def holds(self, path: Path) -> bool:
        """Return whether a file lies on the shelf."""
        return path.resolve().parent == self.folder.resolve()

    def keep(
        self,
        first: Encounter,
        system: System,
        pictures: tuple[bytes, ...] = (),
        drawn: tuple[Command, ...] = (),
    ) -> Path:
        """Keep a map in a file of its own; none that is there is replaced.

        Args:
            first: A fight on it with nobody in it.
            system: The rules of that.
            pictures: Of the map.
            drawn: What is drawn on it then, each a step.

        Raises:
            FileError: It cannot be written.
        """
        with speaking_of(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        path = free_path_in(self.folder, first.map.name, SUFFIX, "map")
        loaded = Loaded(first, (), Position(), DiceCounter(secrets.randbits(48)))
        opened = Opened(loaded, system, version=system.data.version, blobs=pictures)
        journal = make_file(path, opened)
        try:
            session = Session(system, loaded, journal)
            for command in drawn:
                session.submit(command)
        finally:
            journal.close()
        return path

    def rename(self, path: Path, name: str, tags: tuple[str, ...]) -> None:
        """Give a map another name and other tags; its file stays.

        Raises:
            FileError: It cannot be read or written.
        """
        fight = open_fight(path, self._find)
        try:
            fight.session.submit(SetPage(name=name, tags=tags))
        finally:
            fight.close()

    def remove(self, path: Path) -> Path:
        """Take a map off the shelf; return where it lies now.

        Raises:
            FileError: It cannot be moved.
        """
        with speaking_of(path):
            self.removed.mkdir(parents=True, exist_ok=True)
            place = free_path_in(self.removed, path.stem, SUFFIX, "map")
            path.rename(place)
            place.touch()
            there = sorted(self.removed.glob(f"*{SUFFIX}"), key=_written, reverse=True)
            for one in there[MOST_REMOVED:]:
                one.unlink(missing_ok=True)
        return place

    def put_back(self, place: Path) -> Path:
        """Put a map back on the shelf; return where it lies now.

        Raises:
            FileError: It is no longer there, or cannot be moved.
        """
        with speaking_of(place):
            path = free_path_in(self.folder, place.stem, SUFFIX, "map")
            place.rename(path)
        return path


def read_fight(path: Path, find: Finder) -> tuple[Session, tuple[bytes, ...]]:
    """Read a fight, or an exported one, without touching its file: the fight and its pictures.

    Raises:
        FileError: It cannot be read, or is no sound fight.
    """
    found = read_json(path, find) if path.suffix.lower() == ".json" else read_file(path, find)
    return Session(found.system, found.loaded), found.blobs


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)
