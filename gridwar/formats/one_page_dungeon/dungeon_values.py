"""What a One Page Dungeon says, taken apart and bounded: rooms, doors, notes, columns, water.

Coordinates are whole cells with y down, counted from near the entrance, so that many are negative.
Whatever is no number, is beyond all bounds or too much is refused by its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.sketch import MOST_THINGS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_ROOMS: Final = 5_000
MOST_DOORS: Final = 5_000
MOST_NOTES: Final = 5_000
MOST_COVERED_CELLS: Final = 2 * MAX_SIDE_CELLS**2
"""The cells of all rooms together, those twice that two rooms share."""
FARTHEST: Final = 100_000
"""No coordinate is farther from the entrance."""
RIM_CELLS: Final = 2
"""So much rock is left round all rooms."""
_SHOWN: Final = 40


class DoorType(IntEnum):
    """What a door's cell holds, as the generator counts."""

    OPEN = 0
    DOOR = 1
    NARROW = 2
    ENTRANCE = 3
    PORTCULLIS = 4
    DOUBLE = 5
    SECRET = 6
    STEEL = 7
    STAIRS_DOWN = 8
    STEPS = 9


class DungeonRoom(Struct, frozen=True):
    """A room, a corridor or the cell of a door; a round one fills its box as a circle."""

    x: int
    y: int
    w: int
    h: int
    is_round: bool = False


class DungeonDoor(Struct, frozen=True):
    """A cell between two rooms; ``dx, dy`` leads away from the entrance; None: type unknown."""

    x: int
    y: int
    dx: int
    dy: int
    type: DoorType | None


class DungeonNote(Struct, frozen=True):
    """What is to be known of a room: its number, where its middle is, the words."""

    ref: str
    x: float
    y: float
    text: str


class Dungeon(Struct, frozen=True):
    """A whole file."""

    title: str
    story: str
    version: str
    rooms: tuple[DungeonRoom, ...]
    doors: tuple[DungeonDoor, ...]
    notes: tuple[DungeonNote, ...]
    lost_notes: int
    """Notes that say no place."""
    columns: tuple[tuple[float, float], ...]
    water: tuple[tuple[float, float], ...]

    @property
    def corner(self) -> tuple[int, int]:
        """Return the cell that lies in the upper left corner of the map."""
        cells = [(one.x, one.y) for one in self.rooms]
        cells += [(one.x, one.y) for one in self.doors]
        return min(x for x, _y in cells) - RIM_CELLS, min(y for _x, y in cells) - RIM_CELLS

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the map, with the rock round it."""
        left, top = self.corner
        ends = [(one.x + one.w, one.y + one.h) for one in self.rooms]
        ends += [(one.x + 1, one.y + 1) for one in self.doors]
        return (
            max(x for x, _y in ends) + RIM_CELLS - left,
            max(y for _x, y in ends) + RIM_CELLS - top,
        )


def dungeon_of(data: Mapping[str, object]) -> Dungeon:
    """Return what a file says.

    Raises:
        MapError: It says something that cannot be, or too much; the message has the place.
    """
    notes = [_note(note, place) for place, note in _listed(data, "notes", MOST_NOTES)]
    found = Dungeon(
        title=_words(data.get("title")),
        story=_words(data.get("story")),
        version=_words(data.get("version")),
        rooms=tuple(_room(room, place) for place, room in _listed(data, "rects", MOST_ROOMS)),
        doors=tuple(_door(door, place) for place, door in _listed(data, "doors", MOST_DOORS)),
        notes=tuple(note for note in notes if note is not None),
        lost_notes=notes.count(None),
        columns=tuple(_spot(one, place) for place, one in _listed(data, "columns", MOST_THINGS)),
        water=tuple(_spot(one, place) for place, one in _listed(data, "water", MAX_SIDE_CELLS**2)),
    )
    if not found.rooms:
        raise MapError(_("it holds no rooms (rects is empty). Download the dungeon again."))
    width, height = found.size
    if max(width, height) > MAX_SIDE_CELLS:
        text = _("it is {w} × {h} squares large, a map at most {most} a side. Make a smaller one.")
        raise MapError(text.format(w=f"{width:,}", h=f"{height:,}", most=MAX_SIDE_CELLS))
    covered = sum(one.w * one.h for one in found.rooms)
    if covered > MOST_COVERED_CELLS:
        text = _("its rooms have {n} squares in all, at most {most} are read. Make a smaller one.")
        raise MapError(text.format(n=f"{covered:,}", most=f"{MOST_COVERED_CELLS:,}"))
    return found


def _listed(
    data: Mapping[str, object], key: str, most: int
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the objects of a list with their places; none where the file has no such list."""
    value = data.get(key)
    if value is None:
        return
    if not isinstance(value, list):
        raise _wrong(key, value, _("a list"))
    if len(value) > most:
        text = _("{place} has {n} entries, at most {most} are read. Make a smaller one.")
        raise MapError(text.format(place=key, n=f"{len(value):,}", most=f"{most:,}"))
    for number, one in enumerate(value):
        place = f"{key}[{number}]"
        if not isinstance(one, Mapping):
            raise _wrong(place, one, _("an object"))
        yield place, one


def _room(room: Mapping[str, object], place: str) -> DungeonRoom:
    x, y = (_whole(room, key, place) for key in ("x", "y"))
    w, h = (_whole(room, key, place, least=1, most=MAX_SIDE_CELLS) for key in ("w", "h"))
    return DungeonRoom(x, y, w, h, bool(room.get("rotunda")))


def _door(door: Mapping[str, object], place: str) -> DungeonDoor:
    x, y = (_whole(door, key, place) for key in ("x", "y"))
    way = door.get("dir")
    if not isinstance(way, Mapping):
        raise _wrong(f"{place}.dir", way, _("an object with x and y"))
    dx, dy = (_whole(way, key, f"{place}.dir", least=-1, most=1) for key in ("x", "y"))
    if abs(dx) + abs(dy) != 1:
        raise _wrong(f"{place}.dir", f"{dx}, {dy}", _("one step up, down, left or right"))
    kind = _near(door.get("type"))
    known = {float(one): one for one in DoorType}
    return DungeonDoor(x, y, dx, dy, None if kind is None else known.get(kind))


def _note(note: Mapping[str, object], place: str) -> DungeonNote | None:
    where = note.get("pos")
    if not isinstance(where, Mapping):
        return None
    x, y = (_number(where, key, f"{place}.pos") for key in ("x", "y"))
    return DungeonNote(_words(note.get("ref")), x, y, _words(note.get("text")))


def _spot(one: Mapping[str, object], place: str) -> tuple[float, float]:
    return _number(one, "x", place), _number(one, "y", place)


def _number(data: Mapping[str, object], key: str, place: str) -> float:
    found = _near(data.get(key))
    if found is None:
        text = _("a number from −{most} to {most}").format(most=f"{FARTHEST:,}")
        raise _wrong(f"{place}.{key}", data.get(key), text)
    return found


def _whole(
    data: Mapping[str, object],
    key: str,
    place: str,
    least: int = -FARTHEST,
    most: int = FARTHEST,
) -> int:
    found = _near(data.get(key))
    if found is None or not found.is_integer() or not least <= found <= most:
        text = _("a whole number from {least} to {most}").format(least=least, most=most)
        raise _wrong(f"{place}.{key}", data.get(key), text)
    return int(found)


def _near(value: object) -> float | None:
    """Return a number that is not too far; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -FARTHEST <= value <= FARTHEST else None


def _wrong(place: str, value: object, wanted: str) -> MapError:
    shown = repr(value)[:_SHOWN]
    text = _("{place} is {value}, not {wanted}. Download the dungeon again as JSON.")
    return MapError(text.format(place=place, value=shown, wanted=wanted))


def _words(value: object) -> str:
    """Return a text; a number as it is written, nothing for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()
