"""Fights with their files: begun, opened, gone on with. The door for the program.

Puts a session and its journal together. Owns no format and no rules.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gridwar.bounded_read import read_bounded
from gridwar.content.house_versions import notes
from gridwar.content.rules_folder import effective_hash, rules_folder, rules_ids
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.engine.session.why_not_shown import MISPLAYED
from gridwar.paths import data_dir, user_rules_dir
from gridwar.storage import sqlite_guard
from gridwar.storage.fight_json import import_json
from gridwar.storage.open_gridwar_file import Opened, in_new_file, make_file, open_file
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile
    from gridwar.storage.validated_rows import Finder


class Fight(Struct, frozen=True):
    """A fight under way. ``journal`` is None where nothing can be written anywhere."""

    session: Session
    journal: JournalFile | None
    report: tuple[str, ...] = ()
    """What the user should know about the opening; empty where all is well."""

    @property
    def reason(self) -> str:
        """Why it goes on in another file than the one asked for; for the title bar."""
        return "" if self.journal is None else self.journal.reason

    def close(self) -> None:
        """Close its file, if it has one."""
        if self.journal is not None:
            self.journal.close()


class Sample(Struct, frozen=True):
    """A fight that comes with Gridwar."""

    path: Path
    title: str
    system: str
    """The id of its rules."""


class _First(Struct):
    title: str


class _Head(Struct):
    """The two things of an exported fight that a list of fights needs."""

    system: str
    first: _First


def create(
    path: Path, encounter: Encounter, system: System, dice: DiceCounter | None = None
) -> JournalFile:
    """Make a new file that holds a fight at its beginning.

    Args:
        path: Where there is no file yet.
        encounter: The first state.
        system: Its rules.
        dice: The seed of the program's dice; None for one by chance.

    Raises:
        FileError: It cannot be written there.
    """
    dice = dice or DiceCounter(secrets.randbits(48))
    loaded = Loaded(encounter, (), Position(), dice)
    return make_file(path, Opened(loaded, system, version=system.data.version))


def new_fight(
    system: System,
    title: str = "",
    first: Encounter | None = None,
    blobs: tuple[bytes, ...] = (),
    drawn: tuple[Command, ...] = (),
) -> Fight:
    """Begin a fight, as an untitled file (in memory where none can be made).

    Args:
        system: Its rules.
        title: What it is called.
        first: How it begins; None for an empty one, which is not kept unless something is done.
        blobs: Pictures of whoever is in it.
        drawn: What is drawn on its map at once, each a step that can be undone.
    """
    is_bare = first is None
    first = system.new_encounter(title) if first is None else first
    if system.id in rules_ids():
        first = first.replace(rules_hash=effective_hash(rules_folder(system.id)))
    dice = DiceCounter(secrets.randbits(48))
    opened = Opened(
        Loaded(first, (), Position(), dice), system, version=system.data.version, blobs=blobs
    )
    made = in_new_file(opened, title)
    if made.journal is not None:
        made.journal.is_disposable = is_bare
    fight = _fight(made)
    for command in drawn:
        fight.session.submit(command)
    return fight


def open_fight(path: Path, find: Finder) -> Fight:
    """Open a file and play on; a JSON export is a template, and opens as an untitled copy.

    Args:
        path: A ``.gridwar`` file, or JSON.
        find: Finds a rule system by id.

    Raises:
        FileError: It is not a fight, newer than this Gridwar, or nothing in it is sound.
    """
    if path.suffix.lower() == ".json":
        return _fight(_untitled(_own_dice(read_json(path, find)), path.stem))
    return _fight(open_file(path, find))


def _own_dice(opened: Opened) -> Opened:
    """Return a fight with dice of its own, where none has been rolled: each copy has other luck."""
    dice = opened.loaded.dice
    if dice.counter:
        return opened
    fresh = replace(dice, seed=secrets.randbits(48))
    return replace(opened, loaded=replace(opened.loaded, dice=fresh))


def read_json(path: Path, find: Finder) -> Opened:
    """Read an exported fight.

    Raises:
        FileError: It cannot be read, or is no sound fight.
    """
    with speaking_of(path):
        raw = read_bounded(path, sqlite_guard.MOST_BYTES)
    return import_json(raw, find, str(path))


def sample_fights() -> tuple[Path, ...]:
    """List the fights that come with Gridwar, as templates."""
    return tuple(sorted((data_dir("assets") / "fights").glob("*.json")))


def samples() -> tuple[Sample, ...]:
    """Say of the fights that come with Gridwar what they are called and by which rules they go."""
    return tuple(map(_sample, sample_fights()))


@lru_cache(maxsize=64)
def _sample(path: Path) -> Sample:
    head = msgspec.json.decode(path.read_bytes(), type=_Head)
    return Sample(path, head.first.title, head.system)


def _untitled(opened: Opened, title: str) -> Opened:
    opened = in_new_file(opened, title)
    if opened.journal is not None:
        opened.journal.is_disposable = True
    return opened


def _fight(opened: Opened) -> Fight:
    loaded, report = opened.loaded, opened.report
    try:
        session = Session(opened.system, loaded, opened.journal)
    except MISPLAYED as error:
        text = _("A command that was still open cannot be played on, and was withdrawn: {why}.")
        report = (*report, text.format(why=error))
        closed = replace(loaded, position=replace(loaded.position, open=()))
        session = Session(opened.system, closed, opened.journal)
    return Fight(
        session,
        opened.journal,
        (*report, *_of_data(opened), *_of_house(opened.system), *session.notices),
    )


def _of_data(opened: Opened) -> tuple[str, ...]:
    """Say where the rulebook's data are others than those that a fight was begun with."""
    begun_with, system = opened.loaded.first.rules_hash, opened.system
    if not begun_with or system.id not in rules_ids():
        return ()
    if begun_with == effective_hash(rules_folder(system.id)):
        return ()
    text = _(
        "The tables of {system} have changed since this fight was begun, by a newer Gridwar or a "
        "file of your own: from now on it goes by the new ones."
    )
    return (text.format(system=system.title),)


def _of_house(system: System) -> tuple[str, ...]:
    """Say what there is to tell of the user's versions of a rulebook's files."""
    folder = user_rules_dir() / system.id
    if not folder.is_dir():
        return ()
    system.read_tables()
    return notes(folder)
