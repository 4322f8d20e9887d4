"""JSON that Gridwar wrote: known by a mark that bears its format's number, and by its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import DamagedFile, ForeignFile, NewerFile
from gridwar.storage.json_codec import Misfit, plain
from gridwar.text import _

if TYPE_CHECKING:
    from pydantic import JsonValue


class Marked(Struct, frozen=True):
    """One kind of file: its mark, the newest format that can be read, all its keys.

    ``foreign`` are the words for a file that is none, with ``{name}`` in them.
    """

    mark: str
    newest: int
    keys: frozenset[str]
    foreign: str


def read_marked(raw: str | bytes, name: str, kind: Marked) -> dict[str, JsonValue]:
    """Read the outermost object of a file of ours.

    Args:
        raw: The JSON; bytes are UTF-8.
        name: Where it comes from, for messages.
        kind: What it should be.

    Raises:
        ForeignFile: It is no JSON, or bears no such mark.
        NewerFile: A newer Gridwar wrote it.
        DamagedFile: Keys are missing, or there are others.
    """
    try:
        data = plain(raw)
    except Misfit as misfit:
        raise ForeignFile(f"{name}: {misfit}.") from misfit
    number = data.get(kind.mark) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(number, int):
        raise ForeignFile(kind.foreign.format(name=name))
    if number > kind.newest:
        text = _("{name} was written by a newer Gridwar: update to read it.")
        raise NewerFile(text.format(name=name))
    unknown, missing = sorted(data.keys() - kind.keys), sorted(kind.keys - data.keys())
    if unknown or missing:
        text = _("{name}: unknown keys: {unknown}; missing keys: {missing}.")
        raise DamagedFile(
            text.format(
                name=name, unknown=", ".join(unknown) or "–", missing=", ".join(missing) or "–"
            )
        )
    return data
