"""Reading the pages of a damaged database one by one, each for itself.

Where a page that leads to others is broken, SQLite finds nothing behind it, and what is there is
as sound as before: each row carries the digest of what it holds. Owns the form of SQLite's leaf
pages (https://www.sqlite.org/fileformat2.html); trusts nothing in them.
"""

from __future__ import annotations

import mmap
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from gridwar.storage.schema import FIGHT, PAGE_BYTES, digest
from gridwar.storage.sqlite_guard import MOST_BLOB_BYTES, MOST_TEXT_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.storage.schema import Cells

_LEAF: Final = 13
_FIRST_HEADER: Final = 100
_MOST_LOCAL: Final = PAGE_BYTES - 35
_LEAST_LOCAL: Final = (PAGE_BYTES - 12) * 32 // 255 - 23
_ON_NEXT_PAGES: Final = PAGE_BYTES - 4
_WHOLE_NUMBERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of a whole number, by the kind that its header names."""
_LONGEST_VARINT: Final = 9
_ROWS_COLUMNS, _STATES_COLUMNS, _BLOBS_COLUMNS = 10, 5, 3
_FIGHT_DIGEST: Final = 8
"""Its place: columns that came later stand after it."""

Value = int | str | bytes | None
Record = tuple[int, tuple[Value, ...]]


class Carved(Struct):
    """The rows with a sound digest on all pages, by table and number."""

    rows: dict[int, Cells] = field(default_factory=dict)
    snapshots: dict[int, Cells] = field(default_factory=dict)
    start: dict[int, Cells] = field(default_factory=dict)
    fight: dict[int, Cells] = field(default_factory=dict)
    blobs: list[bytes] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    """Open rows of which there are several: nobody knows which is the last."""


def carve(path: Path) -> Carved:
    """Return whatever is sound on any page of a file, also on those no longer in use."""
    found, fights = Carved(), set()
    if not path.stat().st_size:
        return found
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        for number, values in _records(raw):
            if len(values) == _BLOBS_COLUMNS:
                _take_blob(found, values)
            elif len(values) == _STATES_COLUMNS:
                _take_state(found, number, values)
            elif len(values) == _ROWS_COLUMNS and _take_row(found, number, values):
                continue
            elif cells := _fight_of(values):
                fights.add(cells)
    if len(fights) == 1:  # of several, nobody knows which is the last
        found.fight[1] = fights.pop()
    return found


def _take_blob(found: Carved, values: tuple[Value, ...]) -> None:
    name, data = values[1:]
    if isinstance(data, bytes) and sha256(data).hexdigest() == name:
        found.blobs.append(data)


def _take_state(found: Carved, number: int, values: tuple[Value, ...]) -> None:
    *cells, own = values[1:]
    if (start := _sound(tuple(cells), own)) is not None:
        found.start.setdefault(1, start)
    elif (snapshot := _sound((number, *cells), own)) is not None:
        found.snapshots.setdefault(number, snapshot)


def _take_row(found: Carved, number: int, values: tuple[Value, ...]) -> bool:
    cells = _sound((number, *values[1:-1]), values[-1])
    if cells is None:
        return False
    before = found.rows.setdefault(number, cells)
    if before[2] and before != cells:
        found.doubtful.add(number)
        if not cells[2]:  # it was finished after that
            found.rows[number] = cells
    return True


def _fight_of(values: tuple[Value, ...]) -> Cells | None:
    """Return the columns of the row that says where a fight stands, as of the newest format."""
    if not _FIGHT_DIGEST < len(values) <= len(FIGHT) + 2:
        return None
    cells = _sound((*values[1:_FIGHT_DIGEST], *values[_FIGHT_DIGEST + 1 :]), values[_FIGHT_DIGEST])
    return None if cells is None else (*cells, *(0,) * (len(FIGHT) - len(cells)))


def _sound(cells: tuple[Value, ...], own: Value) -> Cells | None:
    whole = tuple(one for one in cells if isinstance(one, int | str))
    if len(whole) < len(cells):
        return None
    try:
        return whole if digest(whole) == own else None
    except UnicodeEncodeError:
        return None


def _records(raw: mmap.mmap) -> Iterator[Record]:
    """Yield every row on every leaf page, as far as it can be made out."""
    budget = 2 * len(raw)  # cells may overlap in a file that somebody made by hand
    for start in range(0, len(raw) - PAGE_BYTES + 1, PAGE_BYTES):
        head = start if start else _FIRST_HEADER
        if raw[head] != _LEAF:
            continue
        for place in range(int.from_bytes(raw[head + 3 : head + 5])):
            try:
                at = int.from_bytes(raw[head + 8 + 2 * place : head + 10 + 2 * place])
                number, payload = _payload(raw, start, at, budget)
                budget -= len(payload)
                yield number, _values(payload)
            except (IndexError, ValueError):
                continue


def _payload(raw: mmap.mmap, page: int, at: int, budget: int) -> tuple[int, bytes]:
    """Return number and content of the row at a place of a page, all its pages put together.

    Raises:
        ValueError: There is none.
        IndexError: There is none.
    """
    end = page + PAGE_BYTES
    size, at = _varint(raw, page + at)
    number, at = _varint(raw, at)
    local = size
    if size > _MOST_LOCAL:
        local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % _ON_NEXT_PAGES
        local = _LEAST_LOCAL if local > _MOST_LOCAL else local
    if size > budget or at + local > end:
        raise ValueError
    if size > _most_bytes(raw[at : at + local]):
        raise ValueError
    parts, left = [raw[at : at + local]], size - local
    follows = int.from_bytes(raw[at + local : at + local + 4]) if left else 0
    while left > 0:
        start = (follows - 1) * PAGE_BYTES
        if start < PAGE_BYTES or start + PAGE_BYTES > len(raw):
            raise ValueError
        follows = int.from_bytes(raw[start : start + 4])
        parts.append(raw[start + 4 : start + 4 + min(left, _ON_NEXT_PAGES)])
        left -= len(parts[-1])
    return number if number < 1 << 63 else number - (1 << 64), b"".join(parts)


def _most_bytes(begins: bytes) -> int:
    """Return how large a row may be that begins so: pictures are larger than texts."""
    head, at = _varint(begins, 0)
    columns = 0
    while at < min(head, len(begins)) and columns <= _BLOBS_COLUMNS:
        _kind, at = _varint(begins, at)
        columns += 1
    return MOST_BLOB_BYTES if columns == _BLOBS_COLUMNS else 2 * MOST_TEXT_BYTES


def _values(payload: bytes) -> tuple[Value, ...]:
    """Return the columns of a row.

    Raises:
        ValueError: It is none of ours.
        IndexError: It is cut short.
    """
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    found: list[Value] = []
    at = head
    for kind in kinds:
        size = _size_of(kind)
        part = payload[at : at + size]
        if len(part) < size:
            raise ValueError
        found.append(_value(kind, part))
        at += size
    return tuple(found)


_NULL, _ZERO, _ONE, _BYTES = 0, 8, 9, 12


def _size_of(kind: int) -> int:
    if kind in {_NULL, _ZERO, _ONE}:
        return 0
    return _WHOLE_NUMBERS[kind] if kind in _WHOLE_NUMBERS else max(0, kind - _BYTES) // 2


def _value(kind: int, part: bytes) -> Value:
    if kind == _NULL:
        return None
    if kind in {_ZERO, _ONE}:
        return kind - _ZERO
    if kind in _WHOLE_NUMBERS:
        return int.from_bytes(part, signed=True)
    if kind < _BYTES:
        raise ValueError
    if kind % 2 == 0:
        return part
    if len(part) > MOST_TEXT_BYTES:
        raise ValueError
    return part.decode()


def _varint(raw: mmap.mmap | bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at a place, and the place after it."""
    value = 0
    for end in range(at + 1, at + _LONGEST_VARINT):
        byte = raw[end - 1]
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, end
    last = at + _LONGEST_VARINT
    return value << 8 | raw[last - 1], last
