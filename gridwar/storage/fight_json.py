"""A fight as one JSON text, for exchange, for diffs, and for the samples that come with Gridwar.

Equal fights give equal text: rows by number, sets sorted, everything else in its own order.
Snapshots follow from the rest and stay out, unless some events are not understood here.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import gridwar
from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.errors import DamagedFile, NewerFile
from gridwar.model.clamped_numbers import noted_in
from gridwar.storage.json_codec import Misfit, TooNew, data_of, encode
from gridwar.storage.json_header import Marked, read_marked
from gridwar.storage.open_gridwar_file import Opened
from gridwar.storage.soundness import whole
from gridwar.storage.validated_rows import Contents, codec_for, count_unknown
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import JsonValue

    from gridwar.storage.validated_rows import Finder

T = TypeVar("T")

FORMAT = 5
"""Maps have a sketch, pins, props, floors since; sides remember what they saw since the fourth."""
_FIGHT = Marked(
    "gridwar",
    FORMAT,
    frozenset(
        {
            "gridwar",
            "program",
            "system",
            "version",
            "first",
            "rows",
            "cursor",
            "tip",
            "open",
            "dice",
            "snapshots",
            "blobs",
        }
    ),
    _("{name} is not a fight exported by Gridwar."),
)
_ROW_KEYS = {"id", "parent", "command", "replies", "events", "passed"}


def export_json(loaded: Loaded, version: int, blobs: Iterable[bytes] = ()) -> str:
    """Write a fight as JSON.

    Args:
        loaded: The fight.
        version: The schema version of its rule system.
        blobs: Pictures and the like.
    """
    unknown: Counter[str] = Counter()
    for row in loaded.rows:
        count_unknown(unknown, row)
    data = {
        "gridwar": FORMAT,
        "program": gridwar.__version__,
        "system": loaded.first.system,
        "version": version,
        "dice": _dice_data(loaded.dice),
        "cursor": loaded.position.cursor,
        "tip": loaded.position.tip,
        "open": list(loaded.position.open),
        "first": data_of(loaded.first),
        "rows": [_row_data(row) for row in sorted(loaded.rows, key=lambda one: one.id)],
        "snapshots": {str(row): data_of(one) for row, one in loaded.snapshots if unknown},
        "blobs": [base64.b64encode(one).decode("ascii") for one in blobs],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def import_json(text: str | bytes, find: Finder, name: str = "JSON") -> Opened:
    """Read a fight from JSON.

    Args:
        text: The JSON; bytes are UTF-8.
        find: Finds a rule system by id.
        name: The file's name, for messages.

    Raises:
        ForeignFile: It is no exported fight.
        NewerFile: A newer Gridwar wrote it.
        DamagedFile: Something in it does not fit; the message says what.
    """
    data = read_marked(text, name, _FIGHT)
    try:
        contents, blobs = _contents_of(data, find)
    except TooNew as misfit:
        raise NewerFile(f"{name}: {misfit}") from misfit
    except ValueError as misfit:
        raise DamagedFile(f"{name}: {misfit}") from misfit
    loaded, problems = whole(contents)
    if loaded is None:
        raise DamagedFile(f"{name}: {'; '.join(problems)}")
    return Opened.of(contents, loaded, blobs=blobs)


def _dice_data(dice: DiceCounter) -> dict[str, JsonValue]:
    typed = {"typed": True} if dice.typed else {}
    return {"seed": dice.seed, "counter": dice.counter, **typed}


def _row_data(row: Row) -> dict[str, JsonValue]:
    return {
        "id": row.id,
        "parent": row.parent,
        **({"open": True} if row.is_open else {}),
        "command": json.loads(encode(row.command)),
        "replies": [data_of(one) for one in row.replies.filed],
        "events": [json.loads(encode(one)) for one in row.events],
        "passed": list(row.passed),
    }


def _contents_of(data: dict[str, JsonValue], find: Finder) -> tuple[Contents, tuple[bytes, ...]]:
    version = _number(data, "version")
    system_id = _of(data, "system", str)
    codec = codec_for(system_id, find).of_version(version)
    contents = Contents(codec, system_id, version)
    with noted_in(contents.eased):
        _read_all(contents, data)
    dice = _of(data, "dice", dict)
    typed = dice.get("typed") is True
    contents.dice = DiceCounter(_number(dice, "seed"), _number(dice, "counter"), typed)
    opened = tuple(_of(data, "open", list))
    if not all(isinstance(one, int) for one in opened):
        raise Misfit(_("open: not a list of row numbers"))
    contents.position = Position(_number(data, "cursor"), _number(data, "tip"), opened)
    return contents, tuple(_bytes_of(one) for one in _of(data, "blobs", list))


def _read_all(contents: Contents, data: dict[str, JsonValue]) -> None:
    """Read the first encounter, the snapshots and the rows."""
    codec = contents.codec
    try:
        contents.snapshots[ROOT] = codec.encounter_of(data["first"])
    except Misfit as misfit:
        raise Misfit(f"first.{misfit}") from misfit
    for number, state in _of(data, "snapshots", dict).items():
        contents.snapshots[int(number)] = codec.encounter_of(state)
    for at, one in enumerate(_of(data, "rows", list)):
        try:
            row = _row_of(contents, one)
        except (Misfit, KeyError) as error:
            raise Misfit(f"rows.{at}: {error}") from error
        if row.id in contents.rows or row.id <= ROOT or row.parent < ROOT:
            raise Misfit(_("rows.{at}: not a new row number").format(at=at))
        contents.rows[row.id] = row
        count_unknown(contents.unknown, row)


def _row_of(contents: Contents, data: object) -> Row:
    if not isinstance(data, dict) or data.keys() - {"open"} != _ROW_KEYS:
        raise Misfit(_("the keys are not {keys}").format(keys=", ".join(sorted(_ROW_KEYS))))
    codec = contents.codec
    passed = _of(data, "passed", list)
    return Row(
        id=_number(data, "id"),
        parent=_number(data, "parent"),
        command=codec.command_of(data["command"]),
        replies=codec.replies_of(data["replies"]),
        events=tuple(codec.event_of(one) for one in _of(data, "events", list)),
        passed=tuple(str(one) for one in passed),
        is_open=data.get("open") is True,
    )


def _number(data: dict[str, JsonValue], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise Misfit(_("{key}: not a whole number").format(key=key))
    return value


def _of(data: dict[str, JsonValue], key: str, kind: type[T]) -> T:
    value = data.get(key)
    if not isinstance(value, kind):
        raise Misfit(_("{key}: no {kind}").format(key=key, kind=kind.__name__))
    return value


def _bytes_of(value: object) -> bytes:
    try:
        return base64.b64decode(str(value), validate=True)
    except binascii.Error as error:
        raise Misfit(_("blobs: not base64: {why}").format(why=error)) from error
