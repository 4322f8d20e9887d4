"""What lists show of a fight: its title, its rules, its map. Opens nothing and plays nothing.

For lists of fights: what cannot be read there says why, and does not keep the others from showing.
"""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from gridwar.bounded_read import read_bounded
from gridwar.errors import FileError
from gridwar.storage import sqlite_guard
from gridwar.storage.row_cells_and_blobs import read_blob
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.storage.untitled_fights import NEWEST_STATE
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

_NONE = b"null"
_STEPS_A_CELL = 1024
"""In these steps the ends of walls are kept."""

Segment = tuple[float, float, float, float]
"""From x, y to x, y, in cells."""


class FightSummary(Struct, frozen=True):
    """What a list shows of a fight."""

    title: str = ""
    name: str = ""
    """What its map is called."""
    tags: tuple[str, ...] = ()
    """Those of its map."""
    system: str = ""
    """The id of its rules."""
    combatants: int = 0
    width: int = 0
    height: int = 0
    picture: bytes = b""
    """The file of the map's picture; empty where it has none."""
    walls: tuple[Segment, ...] = ()
    sketch: bytes = b""
    """What is drawn of it by the sketch, as JSON; empty where nothing is."""
    why_not: str = ""
    """Why nothing of it can be shown."""


class _Picture(Struct):
    sha256: str


class _Wall(Struct):
    a: tuple[int, int]
    b: tuple[int, int]


class _Map(Struct):
    width: int
    height: int
    name: str = ""
    tags: tuple[str, ...] = ()
    picture: _Picture | None = None
    walls: tuple[_Wall, ...] = ()
    sketch: msgspec.Raw = msgspec.Raw(_NONE)


class _State(Struct):
    title: str
    system: str
    map: _Map
    combatants: tuple[msgspec.Raw, ...] | dict[str, msgspec.Raw] = ()


class _Export(Struct):
    first: _State
    blobs: tuple[str, ...] = ()


def read_summary(path: Path) -> FightSummary:
    """Look at a fight, or at an exported one; in any thread.

    Args:
        path: The file; what is wrong with it is told in ``why_not``.
    """
    try:
        if path.suffix.lower() == ".json":
            return _of_export(path)
        return _of_journal(path)
    except FileNotFoundError:
        why = _("no longer in {folder}").format(folder=path.parent)
    except FileError as error:
        why = str(error)
    except (msgspec.MsgspecError, ValueError):
        why = _("cannot be read")
    if not path.is_file():
        why = _("no longer in {folder}").format(folder=path.parent)
    return FightSummary(path.stem, why_not=why)


def _of_export(path: Path) -> FightSummary:
    with speaking_of(path):
        raw = read_bounded(path, sqlite_guard.MOST_BYTES)
    found = msgspec.json.decode(raw, type=_Export)
    wanted = found.first.map.picture
    blobs = (base64.b64decode(one) for one in found.blobs) if wanted is not None else ()
    picture = next(
        (one for one in blobs if wanted and hashlib.sha256(one).hexdigest() == wanted.sha256), b""
    )
    return _seen(found.first, picture)


def _of_journal(path: Path) -> FightSummary:
    sqlite_guard.look_at(path)
    connection = sqlite_guard.connect(path)
    try:
        with speaking_of(path):
            (text,) = connection.execute(NEWEST_STATE).fetchone() or ("",)
            state = msgspec.json.decode(text, type=_State)
            wanted = state.map.picture
            picture = b"" if wanted is None else read_blob(connection, wanted.sha256)
    finally:
        connection.close()
    return _seen(state, picture or b"")


def _seen(state: _State, picture: bytes) -> FightSummary:
    there, step = state.map, _STEPS_A_CELL
    walls = tuple(
        (one.a[0] / step, one.a[1] / step, one.b[0] / step, one.b[1] / step) for one in there.walls
    )
    return FightSummary(
        state.title,
        there.name,
        there.tags,
        state.system,
        len(state.combatants),
        there.width,
        there.height,
        picture,
        walls,
        bytes(there.sketch).removeprefix(_NONE),
    )
