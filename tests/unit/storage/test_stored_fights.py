"""Fights that earlier programs wrote open as they were: every state, every question left open."""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from gridwar.engine.session.journal_rows import ROOT
from gridwar.engine.session.session import Session
from gridwar.model.event_base import RawEvent
from gridwar.model.raw_parts import RawCommand
from gridwar.storage import schema
from gridwar.storage.json_codec import data_of
from gridwar.storage.open_gridwar_file import open_file
from gridwar.systems import find_system

STORED = Path(__file__).parents[2] / "stored"
FIGHTS = sorted(one.name.removesuffix(".gridwar.xz") for one in STORED.glob("*.gridwar.xz"))


@pytest.fixture(params=FIGHTS, scope="module")
def name(request: pytest.FixtureRequest) -> str:
    """Name a stored fight; the tests of one follow each other."""
    return str(request.param)


@pytest.fixture
def session(name: str, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Open a stored fight, as a user would, from a copy; nothing here changes it."""
    return _opened(name, tmp_path_factory.getbasetemp())


@lru_cache(maxsize=1)
def _opened(name: str, folder: Path) -> Session:
    path = folder / f"{name}.gridwar"
    path.write_bytes(lzma.decompress((STORED / f"{name}.gridwar.xz").read_bytes()))
    with closing(sqlite3.connect(path)) as connection:
        is_older = connection.execute("PRAGMA user_version").fetchone() != (schema.newest(),)
    opened = open_file(path, find_system)
    assert ["has a new format now" in one for one in opened.report] == [True] * is_older
    return Session(opened.system, opened.loaded, opened.journal)


def _state_of(name: str) -> Any:
    return json.loads(lzma.decompress((STORED / f"{name}.json.xz").read_bytes()))


def test_a_stored_fight_opens_as_it_was(session: Session, name: str) -> None:
    """The state at the cursor is the one that was shown when the fight was written."""
    then = _state_of(name)
    assert _as_of(then, data_of(session.encounter)) == then


def _as_of(then: Any, now: Any) -> Any:
    """Return a state of now without the fields that records did not have then.

    What a wall stops of sight was a switch.
    """
    if isinstance(then, dict) and isinstance(now, dict):
        if "blocks_sight" in then and "sight" in now:
            now = {**now, "blocks_sight": {"full": True, "none": False}[now["sight"]]}
        return {key: _as_of(then[key], value) for key, value in now.items() if key in then}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [_as_of(*pair) for pair in zip(then, now, strict=True)]
    return now


def test_nothing_in_a_stored_fight_is_unknown(session: Session) -> None:
    """Every command and event has a kind that is known, and every row leads to a state."""
    rows = session.history.rows
    assert len(rows) > 50
    for number, row in rows.items():
        assert not isinstance(row.command, RawCommand), number
        assert not any(isinstance(event, RawEvent) for event in row.events), number
        assert session.history.state(number) is not None
    assert session.history.state(ROOT) is not None
