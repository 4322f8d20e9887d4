"""What becomes of the commands in a damaged file: each is played again, or stands in the log."""

from __future__ import annotations

import lzma
import random
import sqlite3
from contextlib import closing
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records.panel_records import Tone
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.recovered_rows_commands import LayState, NotReplayed
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.session.journal_rows import ROOT
from gridwar.engine.session.session import Session
from gridwar.errors import FileError, ForeignFile, NewerFile, UnsoundRow
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.model.event_base import NotApplied, StateLaid
from gridwar.storage import kept_snapshots, schema, sqlite_guard
from gridwar.storage.fight_json import FORMAT, export_json, import_json
from gridwar.storage.json_codec import encode
from gridwar.storage.new_open_and_sample_fights import open_fight
from gridwar.storage.open_gridwar_file import open_file, read_file
from gridwar.storage.repairing import repair
from gridwar.storage.soundness import told
from gridwar.storage.validated_rows import Fault
from gridwar.systems import find_system
from tests.support.asking import ASKING, find, find_without
from tests.support.files import begin, meddle, played, strike
from tests.unit.storage.looking import encounter_of, opened

if TYPE_CHECKING:
    from collections.abc import Set

    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.event_base import Event
    from gridwar.storage.validated_rows import Finder

STORED = Path(__file__).parents[2] / "stored"
EVERY = 4
"""Commands between two snapshots here."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be snapshots in short fights too."""
    monkeypatch.setattr(kept_snapshots, "SNAPSHOT_EVERY", EVERY)


def set_row(path: Path, number: int, **values: object) -> None:
    """Change columns of a row, with a digest that fits."""
    with closing(sqlite3.connect(path)) as connection:
        names = ", ".join(schema.ROWS)
        found = connection.execute(f"SELECT {names} FROM rows WHERE id = ?", (number,)).fetchone()
        cells = tuple((dict(zip(schema.ROWS, found, strict=True)) | values).values())
        marks = ", ".join(f"{name} = ?" for name in (*schema.ROWS, "digest"))
        values_ = (*cells, schema.digest(cells), number)
        connection.execute(f"UPDATE rows SET {marks} WHERE id = ?", values_)
        connection.commit()


def content(row: Row) -> tuple[str, object, list[str]]:
    """Return command, replies and events of a row, however it was kept."""
    command = encode(row.command)
    if isinstance(row.command, NotReplayed):
        was = row.command.command
        command = row.command.data if was is None else encode(was)
    events = row.events
    if events and isinstance(events[-1], StateLaid):
        events = events[:-2]
    return command, row.replies, [_written(one) for one in events]


def _written(event: Event) -> str:
    return event.data if isinstance(event, NotApplied) else encode(event)


def compared(was: Session, now: Session, lost: Set[int] = frozenset()) -> tuple[int, int]:
    """See that nothing is lost but some rows, and nothing applied to a state that is not known.

    Returns:
        How many rows were not played again, and how many states were laid.
    """
    quiet = laid = 0
    rows = now.history.rows
    for number, row in was.history.rows.items():
        if number not in lost and not isinstance(rows[number].command, LayState):
            assert content(rows[number]) == content(row)
    for number, row in rows.items():
        is_laid = bool(row.events) and isinstance(row.events[-1], StateLaid)
        laid += is_laid
        quiet += isinstance(row.command, NotReplayed)
        if isinstance(row.command, NotReplayed) and not is_laid:
            assert now.history.state(number) == now.history.state(row.parent)
        elif not row.is_open:
            assert now.history.state(number) == was.history.state(number)
    return quiet, laid


def again(path: Path, finder: Finder = find) -> Session:
    """Repair a file beside it and begin with what came of it, as it stands on disk."""
    done = repair(path, finder, path.with_name("mended.gridwar"))
    assert done.path is not None
    found = read_file(done.path, finder)
    session = Session(found.system, found.loaded)
    line = session.history.line(session.position.cursor)
    events = (event for row in line for event in row.events)
    assert reduce(evolve, events, session.history.state(ROOT)) == session.settled, "it replays"
    return session


def test_beyond_a_break_the_next_snapshot_is_laid(path: Path) -> None:
    """Up to it all is played, behind it nothing until a state is known, from there on all again."""
    was = played(path, 11)
    meddle(path, "UPDATE rows SET events = 'x' WHERE id = 6")
    now = again(path)
    assert compared(was, now, {6}) == (2, 1)
    kinds = {number: type(row.command) for number, row in now.history.rows.items()}
    assert [number for number, kind in kinds.items() if kind is NotReplayed] == [7, 8]
    assert now.history.rows[8].parent == 7
    assert now.history.rows[7].parent == 5
    assert now.encounter == was.encounter


def test_a_lost_row_with_a_snapshot_is_replaced_by_it(path: Path) -> None:
    """Nothing more than the row is lost."""
    was = played(path, 11)
    meddle(path, "DELETE FROM rows WHERE id = 8", "VACUUM")
    now = again(path)
    assert compared(was, now, {8}) == (0, 1)
    assert now.history.rows[8].command == LayState(row=8)


def test_without_a_state_everything_is_in_the_log(path: Path) -> None:
    """Where neither beginning nor snapshot is left, the fight is empty and tells what happened."""
    was = played(path, 5)
    meddle(path, "DELETE FROM start", "DELETE FROM snapshots", "VACUUM")
    now = again(path)
    assert not now.encounter.combatants
    assert now.encounter.system == ASKING.id
    assert [content(row) for row in now.history.line(now.position.cursor)] == [
        content(was.history.rows[number]) for number in range(1, 6)
    ]


def test_an_empty_fight_of_rules_that_are_not_here_reads_again_as_it_is(path: Path) -> None:
    """Where no state is left and the rules are missing too, what is shown is what is written."""
    played(path, 2)
    meddle(path, "DELETE FROM start", "DELETE FROM snapshots", "VACUUM")
    fight = open_fight(path, find_without)
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="on"))
    fight.journal.close()
    assert encounter_of(read_file(fight.journal.path, find_without)) == fight.session.encounter


def test_a_row_that_is_no_longer_understood_is_kept_as_it_was_written(path: Path) -> None:
    """Its digest fits, so it is no damage: it stands in the log, and nothing is made of it."""
    played(path, 3)
    events = '{"kind":"hp_changed","who":"foe","by":"much"}'
    set_row(
        path, 2, command='{"kind":"asking.strike","sword":1}', events=events, replies='[{"a":1}]'
    )
    found = opened(path)
    row = next(one for one in found.loaded.rows if one.id == 2)
    assert row.command == NotReplayed(data='{"kind":"asking.strike","sword":1}')
    assert row.events[:2] == (NotApplied(data='[{"a":1}]'), NotApplied(data=events))


def test_a_question_whose_state_is_lost_is_in_the_log(path: Path) -> None:
    """An open command is not asked on a state that nobody knows; what was answered is kept."""
    was = played(path, 2, ask=True)
    meddle(path, "DELETE FROM snapshots", "UPDATE rows SET passed = 'x' WHERE id = 2")
    now = again(path)
    assert not now.wanted
    assert content(now.history.rows[3])[:2] == content(was.history.rows[3])[:2]
    assert now.position.cursor == 3
    assert now.encounter == was.history.state(1)


@pytest.mark.parametrize("size", [16, 60, 100, 512, 4096])
def test_repair_reads_a_file_without_its_first_bytes(path: Path, size: int) -> None:
    """Whatever they say, what is behind them is looked at; nothing of the fight is lost."""
    was = played(path, 6, ask=True)
    raw = path.read_bytes()
    path.write_bytes(bytes(size) + raw[size:])
    now = again(path)
    assert compared(was, now) == (0, 0)
    assert now.wanted == was.wanted
    assert now.position == was.position


@pytest.mark.parametrize("raw", [b"\x89PNG and more" * 900, bytes(20_000), b"x"])
def test_repair_says_of_what_is_no_fight_that_it_is_none(path: Path, raw: bytes) -> None:
    """A file of another kind is told as such, not as a damaged fight."""
    path.write_bytes(raw)
    with pytest.raises(ForeignFile):
        repair(path, find)


def test_what_was_repaired_is_passed_on_as_it_is(path: Path) -> None:
    """As JSON too the laid state is there, and an older program is told to update."""
    played(path, 9)
    meddle(path, "UPDATE rows SET events = 'x' WHERE id = 2")
    now = again(path)
    found = read_file(path.with_name("mended.gridwar"), find)
    text = export_json(found.loaded, found.version)
    assert text.startswith(f'{{\n "gridwar": {FORMAT},')
    other = import_json(text, find)
    assert encounter_of(other) == now.encounter
    assert other.loaded.rows == found.loaded.rows


def test_damaged_rows_of_later_rules_are_not_thrown_away(path: Path) -> None:
    """What a newer Gridwar wrote is not taken for lost: the message says to update."""
    played(path, 2)
    set_row(path, 2, version=99)
    meddle(path, "UPDATE rows SET passed = 'x' WHERE id = 1")
    with pytest.raises(NewerFile, match=r"fight\.gridwar needs a newer"):
        repair(path, find)


def test_only_a_repair_writes_such_rows(path: Path) -> None:
    """Sent as commands they are refused, and an amendment stops before them."""
    session, journal = begin(path)
    assert isinstance(session.submit(LayState(row=1)), Refused)
    assert isinstance(session.submit(NotReplayed(data="{}")), Refused)
    journal.close()
    played(path.with_name("other.gridwar"), 7)
    other = path.with_name("other.gridwar")
    meddle(other, "UPDATE rows SET events = 'x' WHERE id = 2")
    now = again(other)
    amended = now.amend(1, NO_ADJUSTMENTS)
    assert [row.id for row in amended.dropped][:1] == [3]


def test_the_log_tells_them_quietly(path: Path) -> None:
    """What was read and not replayed has its headline, its dice and its answers, and says so."""
    session, journal = begin(path)
    strike(session)
    session.submit(WriteNote(text="The gate falls"))
    strike(session, 2)
    strike(session)
    journal.close()
    meddle(path, "UPDATE rows SET events = 'x' WHERE id = 1")
    now = again(path)
    log = LogPresenter(Controller(now)).present()
    words = [(one.headline, one.result, one.tone) for one in log]
    assert words[0] == ("The gate falls", "read, not replayed", Tone.QUIET)
    assert words[1][1:] == ("read, not replayed", Tone.QUIET)
    faces = now.history.rows[3].replies.by_key()["attack"].faces
    assert faces in [line.faces for line in log[1].lines]
    assert ("soak 1", "points 2") in [(line.text, line.value) for line in log[1].lines]
    assert "after row 4 is laid" in log[-1].headline
    assert not log[-1].result
    assert not any(one.can_amend for one in log)


def test_a_command_that_explained_nothing_is_called_by_its_kind(path: Path) -> None:
    """Also one that is not understood any more, and whatever the state does not hold."""
    played(path, 3)
    meddle(path, "UPDATE rows SET events = 'x' WHERE id = 1", "DELETE FROM snapshots")
    set_row(path, 2, events="", command='{"kind":"drive.fire_at","actor":"hero","x":1}')
    set_row(path, 3, events="", command='{"kind":"asking.strike","actor":"hero","sword":1}')
    log = LogPresenter(Controller(again(path))).present()
    assert [one.headline for one in log] == ["Hero: fire at", "Hero: strike"]


def _torn(raw: bytes, chance: random.Random) -> bytes:
    """Damage a file in one of the ways in which disks and programs do."""
    pages = len(raw) // schema.PAGE_BYTES
    at = chance.randrange(pages) * schema.PAGE_BYTES
    torn = bytearray(raw)
    match chance.randrange(5):
        case 0:
            torn[at : at + schema.PAGE_BYTES] = bytes(schema.PAGE_BYTES)
        case 1:
            torn[at : at + schema.PAGE_BYTES] = chance.randbytes(schema.PAGE_BYTES)
        case 2:
            torn[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        case 3:
            del torn[max(schema.PAGE_BYTES, at) :]
        case _:
            other = chance.randrange(pages) * schema.PAGE_BYTES
            one, two = slice(at, at + 4096), slice(other, other + 4096)
            torn[one], torn[two] = torn[two], torn[one]
    return bytes(torn)


def test_nothing_readable_is_lost_of_a_torn_fight(tmp_path: Path) -> None:
    """Of a fight with branches, all that is on sound pages is kept, and no state is a wrong one."""
    whole = tmp_path / "whole.gridwar"
    whole.write_bytes(lzma.decompress((STORED / "freeform-blank-map.gridwar.xz").read_bytes()))
    journal = open_file(whole, find_system).journal
    assert journal is not None
    journal.close()
    sound = read_file(whole, find_system)
    was, chance, raw = Session(sound.system, sound.loaded), random.Random(36), whole.read_bytes()
    mended = 0
    for number in range(10):
        path = tmp_path / f"{number}.gridwar"
        path.write_bytes(_torn(raw, chance))
        try:
            done = repair(path, find_system, path.with_suffix(".mended"))
        except FileError:
            continue
        if done.path is not None:
            mended += 1
            found = read_file(done.path, find_system)
            now = Session(found.system, found.loaded)
            compared(was, now, was.history.rows.keys() - now.history.rows.keys())
            assert all(len(line) < 400 for line in done.wrong)
    assert mended > 5


def test_a_text_may_be_less_long_than_a_picture(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text beyond its bound is not read, while a picture of that size is stored and found."""
    monkeypatch.setattr(sqlite_guard, "MOST_TEXT_BYTES", 50_000)
    monkeypatch.setitem(sqlite_guard._LIMITS, sqlite3.SQLITE_LIMIT_LENGTH, 50_000)
    session, journal = begin(path)
    picture = b"picture" * 20_000
    name = journal.put_blob(picture)
    assert journal.get_blob(name) == picture
    with pytest.raises(UnsoundRow, match="too large"):
        session.submit(WriteNote(text="x" * 60_000))
    strike(session)
    assert journal.path == path
    journal.close()
    assert read_file(path, find).blobs == (picture,)
    meddle(path, "UPDATE rows SET events = 'x' WHERE id = 1")
    set_row(path, 1, passed="x" * 60_000)
    found = opened(path)
    assert any("too big" in line for line in found.report)
    assert again(path).history.rows.keys() <= {1}


def test_rows_behind_a_lost_inner_page_are_read(tmp_path: Path) -> None:
    """Where the page that leads to all commands is gone, each is found on its own page."""
    path = tmp_path / "fight.gridwar"
    path.write_bytes(lzma.decompress((STORED / "freeform-blank-map.gridwar.xz").read_bytes()))
    sound = read_file(path, find_system)
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'rows'"
        (page,) = connection.execute(query).fetchone()
    raw = bytearray(path.read_bytes())
    root = slice((page - 1) * schema.PAGE_BYTES, page * schema.PAGE_BYTES)
    assert raw[root][0] != 13, "it leads to others"
    raw[root] = bytes(schema.PAGE_BYTES)
    path.write_bytes(raw)
    now = again(path, find_system)
    assert compared(Session(sound.system, sound.loaded), now) == (0, 0)


def test_repair_counts_what_it_kept_and_how(path: Path) -> None:
    """Commands played again, commands in the log, states laid; many lost rows are one line."""
    played(path, 14)
    meddle(path, "UPDATE rows SET events = 'x' WHERE id BETWEEN 2 AND 5 OR id = 10")
    lines = repair(path, find).wrong
    assert "4 sound commands were kept." in lines
    assert any(one.startswith("5 more stand in the log, read and not replayed") for one in lines)
    assert any("laid as it stood after row 4, 8, 12" in one for one in lines)
    [why] = [one for one in lines if "rows 2 to 5, 10 could not be read (the digest" in one]
    assert "rows 6 to 9, 11 to 14: this does not follow" in why


def test_what_is_wrong_is_told_in_few_words() -> None:
    """However many faults there are, and however long each of them is."""
    faults = [Fault("rows", number * 2, "x" * 999) for number in range(900)]
    words = told([*faults, *(f"{number}: {'y' * 999}" for number in range(50))])
    assert words[0].startswith("rows 0, 2, 4, 6, 8, \u2026 1798 could not be read (xxx")
    assert words[-1] == "and 43 faults more"
    assert sum(map(len, words)) < 2000
