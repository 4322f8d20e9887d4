"""Hostile databases, and things that are no files at all: pipes, devices, folders, loops, holes."""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.slow.failing.journals import naming_journal
from tests.slow.failing.played import begin
from tests.slow.hostility.cases import What, add_made

FILE = "x.gridwar"
GIB = 1 << 30
BLOBS = "CREATE TABLE blobs (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, data BLOB NOT NULL"
MANY_ROWS = """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000)
    INSERT INTO rows SELECT x, x - 1, 0, '{}', '[]', '', '[]', 1, '', '' FROM n"""
TRICKS: dict[str, tuple[str, ...]] = {
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END",),
    "a view in place of a table": (
        "ALTER TABLE rows RENAME TO rows2",
        "CREATE VIEW rows AS SELECT * FROM rows2",
    ),
    "a virtual table": ("CREATE VIRTUAL TABLE v USING fts5(x)",),
    "an index that works": (
        "CREATE INDEX i ON rows (length(command || printf('%.*c', 100000000, 'x')))",
    ),
    "a column that is worked out": ("DROP TABLE blobs", f"{BLOBS}, x AS (zeroblob(1000000000)))"),
    "a check that is heavy": (
        "DROP TABLE blobs",
        f"{BLOBS} CHECK (length(zeroblob(1000000000)) > 0)) STRICT",
    ),
    "the next format": ("PRAGMA user_version = 2",),
    "an absurd format": ("PRAGMA user_version = 99999",),
    "no format": ("PRAGMA user_version = 0",),
    "another program's mark": ("PRAGMA application_id = 1196444487",),
    "a write-ahead log": ("PRAGMA journal_mode = WAL",),
    "a blob of 240 megabytes": (
        "INSERT INTO blobs (sha256, data) VALUES ('x', zeroblob(240000000))",
    ),
    "a text of 200 megabytes": (
        "UPDATE start SET encounter = replace(hex(zeroblob(100000000)), '00', 'aa')",
    ),
    "300,000 rows": (MANY_ROWS,),
    "the last of all rows": (
        "INSERT INTO rows VALUES (9223372036854775807, 0, 0, '{}', '[]', '', '[]', 1, '', '')",
    ),
    "small pages": ("PRAGMA page_size = 512", "VACUUM"),
    "large pages": ("PRAGMA page_size = 65536", "VACUUM"),
}
HEADERS = {
    "more pages than there are": (28, b"\x7f\xff\xff\xff"),
    "free pages in a circle": (32, struct.pack(">II", 2, 1000)),
    "a schema of another kind": (44, struct.pack(">I", 9)),
    "pages that are all reserved": (20, b"\xff"),
}


def _with_trick(path: Path, statements: tuple[str, ...]) -> None:
    begin(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def _with_header(path: Path, at: int, data: bytes) -> None:
    raw = bytearray(begin(path).read_bytes())
    raw[at : at + len(data)] = data
    path.write_bytes(raw)


def _hole(path: Path, size: int) -> None:
    if path.suffix == ".gridwar":
        begin(path)
    with path.open("ab") as file:
        file.truncate(size)


def _pipe_beside(path: Path) -> None:
    os.mkfifo(begin(path).with_name(f"{path.name}-journal"))


def _journal_beside(path: Path) -> None:
    begin(path)
    victim = path.with_name("victim")
    victim.write_text("precious")
    path.with_name(f"{path.name}-journal").write_bytes(naming_journal(path, victim))


def _database(words: str) -> str:
    return f"a database with {words}"


for _words, _statements in TRICKS.items():
    add_made(_database(_words), FILE, "check", partial(_with_trick, statements=_statements))
for _words, (_at, _data) in HEADERS.items():
    add_made(_database(_words), FILE, "check", partial(_with_header, at=_at, data=_data))
_KINDS: tuple[tuple[str, What], ...] = (
    (FILE, "check"),
    ("x.json", "check"),
    ("x.json", "run"),
    ("x.png", "import"),
    ("x.dd2vtt", "import"),
)
for _file, _what in _KINDS:
    _of = f"to {_what} as {Path(_file).suffix}"
    add_made(f"a pipe {_of}", _file, _what, os.mkfifo)
    add_made(f"a device without end {_of}", _file, _what, lambda path: path.symlink_to("/dev/zero"))
    add_made(f"a folder {_of}", _file, _what, Path.mkdir)
    add_made(f"a link to itself {_of}", _file, _what, lambda path: path.symlink_to(path))
add_made("a fight of three gigabytes of nothing", FILE, "check", partial(_hole, size=3 * GIB))
add_made("an export of three gigabytes of nothing", "x.json", "check", partial(_hole, size=3 * GIB))
add_made("a fight with a pipe beside it", FILE, "check", _pipe_beside)
add_made("a fight with a journal that names another file", FILE, "check", _journal_beside)
