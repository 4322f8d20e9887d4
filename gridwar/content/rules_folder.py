"""A rulebook's folder with the GM's house versions laid over it.

Owns which file is in effect, the typed reading of a table, and the hash of all that is in effect.
A house version replaces one whole file: ``<user data>/rules/<id>/<file>`` wins over ours.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from math import isnan
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from pydantic import BaseModel, ValidationError

from gridwar.bounded_read import read_bounded
from gridwar.content import house_versions
from gridwar.content.pydantic_errors import content_error, nearest
from gridwar.errors import ContentError
from gridwar.model.validation import first_error
from gridwar.paths import data_dir, user_rules_dir
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

MANIFEST = "manifest.toml"
INDEX = "index.toml"
CHAPTERS = "chapters.toml"
WORDS = frozenset({INDEX, CHAPTERS})
"""The files that hold words of the rules, and nothing that a fight is played by."""
MOST_BYTES = 4 << 20
MOST_NUMBER = 1_000_000_000
"""Beyond it a number of a rulebook is a slip, or made to hurt."""

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


class RulesFolder(Struct, frozen=True):
    """One rulebook: our folder and the place of the house versions, which need not exist."""

    id: str
    ours: Path
    house: Path

    def path(self, name: str) -> Path:
        """Find the version of a file that is in effect.

        Args:
            name: The file below the folder, with forward slashes.
        """
        replacing = self.house / name
        if replacing.is_file():
            return replacing
        ours = self.ours / name
        if ours.is_file():
            return ours
        raise ContentError(
            _("{file}: there is no such file{hint}").format(
                file=ours, hint=nearest(name, _names(self.ours))
            )
        )

    def house_files(self, names: Iterable[str]) -> tuple[Path, ...]:
        """List those of some files of which there is a house version."""
        return tuple(self.house / name for name in names if (self.house / name).is_file())

    def without_house(self) -> RulesFolder:
        """Return the rulebook as it comes with Gridwar."""
        return RulesFolder(self.id, self.ours, self.ours)

    def names(self) -> tuple[str, ...]:
        """List the data files; refuse a house version of a file that we do not have."""
        ours = _names(self.ours)
        for name in sorted(_names(self.house) - ours):
            raise ContentError(
                _("{file}: the rulebook has no such file, so it replaces nothing{hint}").format(
                    file=self.house / name, hint=nearest(name, ours)
                )
            )
        return tuple(sorted(ours))


def rules_ids(rules: Path | None = None) -> tuple[str, ...]:
    """List the ids of all rulebooks: the folders that hold a manifest.

    Args:
        rules: Where the rulebooks are; the program's own if left out.
    """
    place = rules or data_dir("rules")
    return tuple(sorted(file.parent.name for file in place.glob(f"*/{MANIFEST}")))


def rules_folder(system_id: str, rules: Path | None = None) -> RulesFolder:
    """Find a rulebook by its id, with the house versions of this user.

    Args:
        system_id: The name of the folder.
        rules: Where the rulebooks are; the program's own if left out.
    """
    place = rules or data_dir("rules")
    known = rules_ids(place)
    if system_id not in known:
        raise ContentError(
            _("{id}: there is no such rulebook in {place}{hint}").format(
                id=repr(system_id), place=place, hint=nearest(system_id, known)
            )
        )
    return RulesFolder(system_id, place / system_id, user_rules_dir() / system_id)


def read_toml(file: Path) -> dict[str, object]:
    """Read a TOML file; say file and line where it is not TOML, or nobody could reckon with it."""
    try:
        data = tomllib.loads(read_bounded(file, MOST_BYTES).decode("utf-8"))
        for place, number in _numbers(data, ""):
            if isnan(number) or abs(number) > MOST_NUMBER:
                text = _("{file}: {key}: {number} is beyond all bounds")
                shown = f"{number:.4g}" if isinstance(number, float) else _("the number")
                raise ContentError(text.format(file=file, key=place, number=shown))
        return data
    except tomllib.TOMLDecodeError as error:
        raise ContentError(
            _("{file}: not TOML: {reason}").format(file=file, reason=error)
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ContentError(
            _("{file}: not UTF-8 (at line {line}); save it as UTF-8").format(file=file, line=line)
        ) from error
    except OSError as error:
        raise ContentError(
            _("{file}: cannot be read: {reason}").format(file=file, reason=error.strerror)
        ) from error
    except RecursionError as error:
        raise ContentError(_("{file}: nested too deeply").format(file=file)) from error
    except ValueError as error:  # a number of thousands of digits
        raise ContentError(
            _("{file}: a value cannot be read: {reason}").format(file=file, reason=error)
        ) from error


def _numbers(value: object, place: str) -> Iterator[tuple[str, int | float]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _numbers(one, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from _numbers(one, f"{place}.{at}")
    elif isinstance(value, int | float):
        yield place, value


def read_table(folder: RulesFolder, name: str, model: type[M]) -> M:
    """Read one data file, as it is in effect, into the model that describes it.

    A house version that cannot be used is told of (``house_versions.notes``), and ours is read
    instead.

    Args:
        folder: The rulebook.
        name: The file, as in ``weapons.toml``.
        model: Describes every key; unknown keys are refused if it is a ``Record``.

    Raises:
        ContentError: Our own is wrong, or there is none.
    """
    ours = folder.ours / name
    file = folder.path(name)
    if file == ours:
        return _modelled(file, read_toml(file), model)
    house_versions.forget_notes(file)
    try:
        data, added = house_versions.completed(read_toml(file), read_toml(ours), model)
        found = _modelled(file, data, model)
    except ContentError as error:
        house_versions.note_set_aside(file, error)
        return _modelled(ours, read_toml(ours), model)
    if added:
        house_versions.note_completed(file, added)
    return found


def read_together(
    folder: RulesFolder, names: tuple[str, ...], make: Callable[[RulesFolder], T]
) -> T:
    """Make something of several data files; of ours alone where house versions do not fit.

    Args:
        folder: The rulebook.
        names: The files it is made of.
        make: Makes it of a rulebook.

    Raises:
        ContentError: Our own files do not fit each other.
    """
    try:
        return make(folder)
    except (ContentError, ValidationError) as error:
        files = folder.house_files(names)
        if not files:
            raise
        why = str(error)
        if isinstance(error, ValidationError):
            why = ": ".join(first_error(error))
        for file in files:
            house_versions.note_set_aside(file, why)
        return make(folder.without_house())


def _modelled(file: Path, data: Mapping[str, object], model: type[M]) -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise content_error(file, error, model) from error


def effective_data(folder: RulesFolder) -> str:
    """Write all data in effect as one JSON text, always the same for the same data.

    Comments, blanks and the order of keys do not count, nor do the words of rules and chapters.
    """
    tables = {name: read_toml(folder.path(name)) for name in folder.names() if name not in WORDS}
    return json.dumps(tables, sort_keys=True, ensure_ascii=False, default=str)


def effective_hash(folder: RulesFolder) -> str:
    """Name all data in effect by a short text that changes with it (SHA-256, hexadecimal)."""
    return hashlib.sha256(effective_data(folder).encode()).hexdigest()


def _names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*.toml")}
