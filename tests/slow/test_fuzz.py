"""A short turn of the fuzz, and whether it would see anything."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from gridwar.storage.schema import digest
from tests.slow.campaign import Wrong
from tests.slow.fuzz import WEIGHTS, Fuzz, read_once
from tests.slow.fuzzing import readers
from tests.slow.fuzzing.databases import COLUMNS
from tests.slow.fuzzing.mutations import change_bytes, change_line, change_value, written
from tests.slow.fuzzing.samples import _pictures

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

SEED = 1
CASES = 160


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the sound files are made once."""
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "work").mkdir()
    return folder


@pytest.fixture
def fuzz(place: Path, tmp_path: Path) -> Fuzz:
    """A fuzz that keeps what it finds beside its files."""
    return Fuzz(SEED, place, found=tmp_path / "found")


@pytest.mark.no_qt_log  # of a damaged picture Qt says that it is damaged
def test_mutations_of_every_format_are_read_well(fuzz: Fuzz) -> None:
    """Whatever is changed in a file, only Gridwar's own errors come of it."""
    told = [fuzz.attempt(number) for number in range(CASES)]
    assert {one.kind for one in told} == set(WEIGHTS)
    assert [(one.kind, one.signature, one.detail) for one in told if one.signature] == []


def test_every_sound_file_is_read_well(fuzz: Fuzz, tmp_path: Path) -> None:
    """What the mutations begin from is sound."""
    for kind, found in fuzz._samples.items():
        for sample in found[:4]:
            path = tmp_path / "sound" / sample.place
            path.parent.mkdir(parents=True, exist_ok=True)
            data = sample.data
            path.write_bytes(data if isinstance(data, bytes) else written(data, random.Random(9)))
            assert (kind, read_once(kind, path, random.Random(1))) == (kind, "")


def test_a_case_is_the_same_each_time(fuzz: Fuzz, tmp_path: Path) -> None:
    """A seed and a number make a file, byte by byte."""
    began = {one.place: one.data for one in fuzz._samples["picture"]}
    assert [one.place for one in _pictures() if one.data != began[one.place]] == []
    for number in range(12):
        one = fuzz.case(number).made(tmp_path / "one").read_bytes()
        other = fuzz.case(number).made(tmp_path / "other").read_bytes()
        assert one == other


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), Wrong("so"), SystemExit(3)])
def test_whatever_is_no_error_of_gridwars_is_found(
    error: BaseException, fuzz: Fuzz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that raises anything else gives a finding, kept with the command that repeats it."""

    def fail(_path: Path, _chance: random.Random) -> None:
        raise error

    for kind in WEIGHTS:
        monkeypatch.setitem(readers.READERS, kind, fail)
    told = fuzz.attempt(3)
    assert type(error).__name__ in told.signature or told.signature == "wrong: so"
    kept = [one for one in (tmp_path / "found").rglob("*") if one.is_file()]
    assert len(kept) == 1
    assert told.repeat.endswith(f"--read {kept[0]}")


def test_only_the_changes_that_matter_are_kept(fuzz: Fuzz, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding is made smaller: changes without which it is found as well are left out."""
    number = next(n for n in range(100) if len(fuzz.case(n).seeds) == 6)
    case = fuzz.case(number)
    for kind in WEIGHTS:
        monkeypatch.setitem(readers.READERS, kind, lambda *_what: 1 / 0)
    assert len(fuzz._smaller(case, number, fuzz.tried(case, number)).seeds) == 1


def test_mutations_change_something() -> None:
    """Nearly every step changes what it is given."""
    sound = {"a": [1, {"b": "words", "c": None}], "d": 2.5}
    changed = 0
    for seed in range(100):
        chance = random.Random(seed)
        data = {"a": [1, {"b": "words", "c": None}], "d": 2.5}
        changed += written(change_value(data, chance), random.Random(1)) != written(
            sound, random.Random(1)
        )
        changed += change_bytes(b"some bytes", chance, (b"others",)) != b"some bytes"
        changed += change_line(b"a = 1\nb = 2", chance) != b"a = 1\nb = 2"
    assert changed > 270


def test_digests_of_changed_rows_fit(fuzz: Fuzz) -> None:
    """What is changed within a database is mostly met behind its digests, not at them."""
    cases = [one for one in map(fuzz.case, range(150)) if one.kind == "sql"]
    fitting = [_fits(case.made(fuzz._work)) for case in cases]
    assert sum(fitting) > len(cases) * 0.7
    assert not all(fitting)


def _fits(path: Path) -> bool:
    """Return whether the digests of all rows are theirs, as far as there are tables."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            for table, names in COLUMNS.items():
                for row in connection.execute(f"SELECT {', '.join(names)}, digest FROM {table}"):
                    if digest(row[:-1]) != row[-1]:
                        return False
        except sqlite3.DatabaseError:
            return True
    return True
