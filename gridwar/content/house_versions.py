"""House versions of rules data: completed where ours grew, set aside where they are wrong.

A house version was written for one edition of the rulebook and by hand. What is wrong in it must
not stop a fight from being opened, and neither must a row that the program asks for since. Owns
the completing and what there is to tell of it; files are read by ``rules_folder``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pydantic import BaseModel

_MOST_SHOWN = 600
"""Characters told of what is wrong in a file."""
_MOST_NAMED = 8
_told: dict[Path, str] = {}


class EveryRow(Struct, frozen=True):
    """Marks a field of a table (``Annotated``) whose rows the program asks for by name.

    A house version may change them and add others. One that it lacks is taken from ours.
    """

    by: str = ""
    """In a list of tables: the key that names a row. A list without one holds the names itself."""


def completed(
    house: Mapping[str, object], ours: Mapping[str, object], model: type[BaseModel]
) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return a house version with the rows of ours that it must have, and which were added.

    Args:
        house: What the house version holds.
        ours: What our file holds.
        model: Describes the file; its marked fields are looked at.
    """
    made, added = dict(house), []
    for name, field in model.model_fields.items():
        mark = next((one for one in field.metadata if isinstance(one, EveryRow)), None)
        here, there = house.get(name), ours.get(name)
        if mark is None or there is None:
            continue
        if here is None:
            made[name] = there
            added.append(name)
        elif isinstance(here, dict) and isinstance(there, dict):
            made[name] = {**{key: row for key, row in there.items() if key not in here}, **here}
            added += (f"{name}.{key}" for key in there if key not in here)
        elif isinstance(here, list) and isinstance(there, list):
            made[name] = rows = list(here)
            added += (f"{name}.{key}" for key in _inserted(rows, there, mark.by))
    return made, tuple(added)


def _inserted(rows: list[object], ours: list[object], by: str) -> Iterator[object]:
    """Put rows that are missing behind those that they follow in ours; yield their names."""
    behind = 0
    for row in ours:
        name = _name(row, by)
        at = next((n for n, one in enumerate(rows) if _name(one, by) == name), None)
        if at is None:
            rows.insert(behind, row)
            yield name
            at = behind
        behind = at + 1


def _name(row: object, by: str) -> object:
    return row.get(by) if by and isinstance(row, dict) else row


def note_completed(file: Path, added: tuple[str, ...]) -> None:
    """Note that rows of ours stand in for those that a house version lacks."""
    shown = ", ".join((*added[:_MOST_NAMED], "\u2026") if len(added) > _MOST_NAMED else added)
    text = _("{file} lacks {keys}, which the rules need: taken from those that come with Gridwar.")
    _told[file] = text.format(file=file, keys=shown)


def note_set_aside(file: Path, why: object) -> None:
    """Note that a house version cannot be used, why, and that ours is in effect."""
    words = str(why)
    shown = words if len(words) <= _MOST_SHOWN else words[:_MOST_SHOWN] + "\u2026"
    shown = shown if str(file) in shown else f"{file}: {shown}"
    text = _(
        "{why}. The rules that come with Gridwar are in effect instead: mend the file, or "
        "take it away, and start again."
    )
    _told[file] = text.format(why=shown.rstrip("."))


def forget_notes(file: Path) -> None:
    """Forget what was noted of a file that is read again."""
    _told.pop(file, None)


def notes(folder: Path) -> tuple[str, ...]:
    """Say what there is to tell of the house versions in a folder, as far as they were read."""
    here = sorted(one for one in _told if folder in one.parents and one.is_file())
    return tuple(_told[one] for one in here)
