"""Fights on disk, for tests of storage."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.storage.new_open_and_sample_fights import create
from tests.support.asking import ASKING, Strike, duel

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.storage.journal_file import JournalFile

SEED = DiceCounter(7)


def begin(path: Path) -> tuple[Session, JournalFile]:
    """Begin a duel in a new file."""
    journal = create(path, duel(), ASKING, SEED)
    return Session(ASKING, Loaded(duel(), (), Position(), SEED), journal), journal


def strike(session: Session, points: int = 1) -> None:
    """Play one whole strike: its dice, the dodge, the soaking."""
    session.submit(Strike(actor="hero", target="foe"))
    session.answer("dodge", Answer(option="no"))
    session.answer("soak 1", Answer(numbers=frozendict(points=points)))


def played(path: Path, strikes: int = 3, *, ask: bool = False) -> Session:
    """Write a fight of some strikes and close it; ``ask`` leaves one more open at a question."""
    session, journal = begin(path)
    for _number in range(strikes):
        strike(session)
    if ask:
        session.submit(Strike(actor="hero", target="foe"))
        session.answer("dodge", Answer(option="yes"))
    journal.close()
    return session


def sha256(path: Path) -> str:
    """Return the hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def meddle(path: Path, *statements: str) -> None:
    """Change a file behind Gridwar's back."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
            connection.commit()
