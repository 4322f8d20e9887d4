"""``gridwar --self-test``: is everything here that a built Gridwar needs?

Counts the rule systems, loads every rulebook, plays a command in a file and reads it again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.content.folder import effective_hash, index, manifest, rules_folder, rules_ids
from gridwar.content.folder import switches as read_switches
from gridwar.engine.gm import AddCombatants
from gridwar.engine.journal import DiceCounter, Loaded, Position
from gridwar.engine.session import Session
from gridwar.errors import GridwarError
from gridwar.storage.fights import create
from gridwar.storage.opening import read_file
from gridwar.systems import find_system, systems
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.system import System


def self_test(*more: Callable[[], str]) -> int:
    """Run all checks, print a line for each, and return 1 where one fails.

    Args:
        more: Further checks; each returns its line, or raises.
    """
    failed = 0
    for check in (_systems, _rulebooks, _files, *more):
        try:
            sys.stdout.write(f"ok      {check()}\n")
        except (GridwarError, ImportError, LookupError, OSError, ValueError) as error:
            failed += 1
            sys.stderr.write(f"failed  {type(error).__name__}: {error}\n")
    return 1 if failed else 0


def _systems() -> str:
    found = systems()
    if not found:
        raise LookupError(_("there is no rule system"))
    text = ngettext("{n} rule system: {ids}", "{n} rule systems: {ids}", len(found))
    return text.format(n=len(found), ids=", ".join(found))


def _rulebooks() -> str:
    ids = rules_ids()
    missing = sorted(set(systems()) - set(ids))
    if missing:
        raise LookupError(_("no rulebook for {ids}").format(ids=", ".join(missing)))
    for one in ids:
        folder = rules_folder(one)
        manifest(folder)
        index(folder)
        read_switches(folder)
        effective_hash(folder)
    text = ngettext("{n} rulebook loaded", "{n} rulebooks loaded", len(ids))
    return text.format(n=len(ids))


def _files() -> str:
    playable = [one for one in systems().values() if one.playable]
    with tempfile.TemporaryDirectory() as folder:
        for system in playable:
            _play(system, Path(folder) / f"{system.id}.gridwar")
    text = ngettext("a fight of {n} system", "fights of {n} systems", len(playable))
    return text.format(n=len(playable)) + " " + _("played, saved and read again")


def _play(system: System, path: Path) -> None:
    first = system.new_encounter("Self-test")
    loaded = Loaded(first, (), Position(), DiceCounter(1))
    journal = create(path, first, system, loaded.dice)
    session = Session(system, loaded, journal)
    session.submit(AddCombatants(combatants=system.samples()[:4]))
    journal.close()
    again = Session(system, read_file(path, find_system).loaded)
    if again.encounter != session.encounter:
        raise ValueError(_("{id}: what was read is not what was saved").format(id=system.id))
