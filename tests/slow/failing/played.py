"""A fight for the faults of the disk: what is done in it, and what it looks like in one line."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.storage.json_codec import encode
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

SYSTEM = "freeform"
NOTES = (3, 200, 9000)
"""Letters of a note: within a page, and over several."""


def begin(path: Path, title: str = "Faults") -> Path:
    """Make a file with a small fight."""
    system = find_system(SYSTEM)
    first = system.new_encounter(title)
    for number, one in enumerate(system.data.samples()[:3]):
        first = first.with_combatant(one.replace(id=f"p{number}", pos=Cell(2 + number, 3)))
    create(path, first, system).close()
    return path


def act(session: Session, chance: Random) -> None:
    """Do something: the same chance and the same fight give the same act."""
    roll, number = chance.random(), chance.randint(-3, 3)
    who = chance.choice([*session.encounter.combatants])
    if roll < 0.3:
        session.submit(ChangePool(who=(who,), add=number))
    elif roll < 0.5:
        session.submit(WriteNote(text="x" * chance.choice(NOTES)))
    elif roll < 0.65:
        place = Cell(chance.randrange(20), chance.randrange(15))
        session.submit(Place(to=((who, place),)))
    elif roll < 0.75:
        session.submit(core.NextTurn())
    elif roll < 0.9:
        session.undo()
    else:
        session.redo()


def stamp(session: Session) -> str:
    """Return what a fight looks like, in one word."""
    text = f"{session.position.cursor} {session.position.open} {encode(session.encounter)}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def stamp_of(path: Path) -> str:
    """Return what the fight in a file looks like.

    Raises:
        FileError: It cannot be read.
    """
    found = read_file(path, find_system)
    return stamp(Session(found.system, found.loaded))
