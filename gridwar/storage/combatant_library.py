"""The GM's own combatants: one JSON file each, in a folder a rule system, below the user's data.

A file that cannot be read is told of and left where it is; it takes no other with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.errors import FileError
from gridwar.paths import user_data_dir
from gridwar.storage.atomic_write import write_text
from gridwar.storage.combatants_json import CombatantBundle, bundle_text, read_bundle_file
from gridwar.storage.file_names import free_path_in
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.storage.validated_rows import Finder


class Entry(Struct, frozen=True):
    """One combatant of the library, and the file it is kept in."""

    path: Path
    combatant: Combatant
    pictures: Mapping[str, bytes]


class Shelf(Struct, frozen=True):
    """What the library holds for a rule system, by name, and what could not be read."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()


class Library:
    """The library of one rule system."""

    def __init__(self, system: System, find: Finder, root: Path | None = None) -> None:
        """Look into the user's folder.

        Args:
            system: The rules whose combatants are kept here.
            find: Finds a rule system by id.
            root: Another folder than the user's own.
        """
        self._system = system
        self._find = find
        self.folder = (root or user_data_dir() / "library") / system.id

    def shelf(self) -> Shelf:
        """Read all that is there."""
        entries: list[Entry] = []
        problems: list[str] = []
        for path in self._files(problems):
            try:
                bundle = read_bundle_file(path, self._find)
            except FileError as error:
                problems.append(str(error))
                continue
            if bundle.system_id != self._system.id:
                text = _("{path} belongs to the rules {other}, not to {system}.")
                problems.append(
                    text.format(path=path, other=bundle.system_id, system=self._system.title)
                )
                continue
            entries += (Entry(path, one, bundle.pictures) for one in bundle.combatants)
        entries.sort(key=lambda entry: entry.combatant.name.casefold())
        return Shelf(tuple(entries), tuple(problems))

    def _files(self, problems: list[str]) -> tuple[Path, ...]:
        try:
            with speaking_of(self.folder):
                return tuple(sorted(self.folder.glob("*.json")))
        except FileError as error:
            problems.append(str(error))
            return ()

    def keep(self, one: Combatant, pictures: Mapping[str, bytes] = frozendict()) -> Path:
        """Keep a combatant in a file of its own; none that is there is replaced.

        Raises:
            UnwritableFile: It cannot be written.
        """
        with speaking_of(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        path = free_path_in(self.folder, one.name, ".json", "combatant")
        self._write(path, (one,), pictures)
        return path

    def change(self, entry: Entry, one: Combatant, pictures: Mapping[str, bytes]) -> None:
        """Put a combatant in the place of an entry, in its file.

        Raises:
            FileError: The file cannot be read or written any more; what was there is untouched.
        """
        bundle = read_bundle_file(entry.path, self._find)
        others = [one if old == entry.combatant else old for old in bundle.combatants]
        self._write(entry.path, tuple(others), {**bundle.pictures, **pictures})

    def drop(self, entry: Entry) -> None:
        """Take an entry out; its file goes with the last one in it.

        Raises:
            FileError: The file cannot be read, written or removed.
        """
        bundle = read_bundle_file(entry.path, self._find)
        rest = tuple(old for old in bundle.combatants if old != entry.combatant)
        if rest:
            self._write(entry.path, rest, bundle.pictures)
            return
        with speaking_of(entry.path):
            entry.path.unlink(missing_ok=True)

    def _write(
        self, path: Path, combatants: tuple[Combatant, ...], pictures: Mapping[str, bytes]
    ) -> None:
        write_text(
            path, bundle_text(CombatantBundle(self._system.id, combatants, pictures), self._system)
        )
