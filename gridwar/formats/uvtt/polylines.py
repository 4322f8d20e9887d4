"""Wall lines of a UVTT file, made clean: places read, doubles and tiny segments taken out.

Only runs of short segments (caves are drawn so) are straightened: corners, long walls, points
that lines share and points at doors stay exactly where they are.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.json_values import pair
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.map_limits import MOST_WALLS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json, Pair
    from gridwar.formats.uvtt.page_size_and_origin import Page

JOIN_TOLERANCE = SUBCELL // 20
"""0.05 cell: ends nearer than this are meant to be one."""
SHORT = SUBCELL * 3 // 10
"""0.3 cell: only segments shorter than this are straightened."""
STRAIGHTEN_TOLERANCE = SUBCELL // 40
"""1/40 cell: no line moves farther than this."""
MOST_POINTS = 200_000
MOST_LINES = 2 * MOST_WALLS
"""Some are there twice, which is mended."""
_LONGEST_RUN = 256
"""Points straightened at a time, which bounds the time for lines made to hurt."""
_ASK_EVERY = 200

Line = tuple[Point, ...]
Segment = tuple[Point, Point]


class _Wording(Struct, frozen=True):
    """What a kind of line is called in the report."""

    code: str
    text: str


WALLS = _Wording("wall", _("Wall lines that cannot be read"))
OBJECTS = _Wording("object", _("Object outlines that cannot be read"))


def read_lines(
    value: Json, page: Page, wording: _Wording, notes: Notes, cancelled: Cancel
) -> list[Line]:
    """Return lines of two and more different points, on our map.

    Args:
        value: A list of lines, each a list of points; missing is empty.
        page: How the file lies on our map.
        wording: What the lines are called.
        notes: Told what is no line and no place.
        cancelled: Asked now and then.

    Raises:
        MapError: There are too many points.
        Cancelled: Somebody asked to give up.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        notes.leave_out(f"{wording.code}s_broken", wording.text, _("it is not a list"))
        return []
    if sum(len(one) for one in value if isinstance(one, list)) > MOST_POINTS:
        text = _("it has more than {most} wall points. Simplify the walls and export it again.")
        raise MapError(text.format(most=f"{MOST_POINTS:,}"))
    if len(value) > MOST_LINES:  # before minutes are spent on what is refused in the end
        text = _("it has more than {most} wall lines. Simplify the walls and export it again.")
        raise MapError(text.format(most=f"{MOST_LINES:,}"))
    lines: list[Line] = []
    broken = no_place = still = 0
    for at, one in enumerate(value):
        if at % _ASK_EVERY == 0:
            stop_if(cancelled)
        if not isinstance(one, list):
            broken += 1
            continue
        places = [pair(place) for place in one]
        no_place += places.count(None)
        for piece in _pieces(places):
            moved = [page.point(place) for place in piece]
            clean = _without_repeats(moved)
            still += len(moved) - len(clean)
            if len(clean) > 1:
                lines.append(clean)
    notes.leave_out_count(f"{wording.code}s_broken", wording.text, broken)
    notes.leave_out_count(
        f"{wording.code}_points", _("Wall points without valid coordinates"), no_place
    )
    notes.mend_count(f"{wording.code}_no_length", _("Segments of no length dropped"), still)
    return lines


def _pieces(places: Sequence[Pair | None]) -> Iterator[list[Pair]]:
    """Yield the places of a line; one that cannot be read parts it, for nobody knows the wall."""
    piece: list[Pair] = []
    for place in places:
        if place is not None:
            piece.append(place)
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


def _without_repeats(points: Sequence[Point]) -> Line:
    kept = list(points[:1])
    kept.extend(b for a, b in pairwise(points) if a != b)
    return tuple(kept)


def closed_outlines(lines: Iterable[Line], notes: Notes) -> list[Line]:
    """Return outlines of objects, closed where the file leaves them open."""
    closed: list[Line] = []
    mended = 0
    for line in lines:
        is_open = len(line) > 2 and line[0] != line[-1]  # noqa: PLR2004 two points are a line
        mended += is_open
        closed.append((*line, line[0]) if is_open else line)
    notes.mend_count("object_closed", _("Open object outlines closed"), mended)
    return closed


def straightened(
    lines: Sequence[Line], fixed: Iterable[Point], notes: Notes, cancelled: Cancel
) -> list[Line]:
    """Return the lines with runs of tiny segments made fewer.

    Args:
        lines: The lines.
        fixed: Places near which no point may go, such as the ends of doors.
        notes: Told how many segments went.
        cancelled: Asked now and then.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    shared = Counter(point for line in lines for point in set(line))
    doors = NearPoints(fixed)
    result: list[Line] = []
    for at, line in enumerate(lines):
        if at % _ASK_EVERY == 0:
            stop_if(cancelled)
        keep = [shared[point] > 1 or doors.nearest(point) is not None for point in line]
        result.append(_straight_line(line, keep))
    gone = sum(map(len, lines)) - sum(map(len, result))
    if gone:
        text = _("Tiny segments straightened, by 1/40 square at most")
        notes.mend("straightened", text, gone)
    return result


def _straight_line(line: Line, keep: Sequence[bool]) -> Line:
    kept = [line[0]]
    begin = 0
    for at in range(1, len(line)):
        long_next = at + 1 >= len(line) or not _is_short(line[at], line[at + 1])
        if long_next or keep[at] or not _is_short(line[at - 1], line[at]):
            kept.extend(_thinned(line[begin : at + 1])[1:])
            begin = at
    return tuple(kept)


def _is_short(a: Point, b: Point) -> bool:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < SHORT**2


def _thinned(run: Line) -> list[Point]:
    """Keep the points of a run without which it would move too far; first and last stay."""
    if len(run) > _LONGEST_RUN:
        half = len(run) // 2
        return _thinned(run[: half + 1]) + _thinned(run[half:])[1:]
    keep = {0, len(run) - 1}
    todo = [(0, len(run) - 1)]
    while todo:
        first, last = todo.pop()
        far, at = max(
            ((_distance_sq(run[i], run[first], run[last]), i) for i in range(first + 1, last)),
            default=(0.0, first),
        )
        if far > STRAIGHTEN_TOLERANCE**2:
            keep.add(at)
            todo += [(first, at), (at, last)]
    return [run[at] for at in sorted(keep)]


def _distance_sq(point: Point, a: Point, b: Point) -> float:
    """Return the squared distance of a point from a segment, in 1/1024 cell."""
    dx, dy = b.x - a.x, b.y - a.y
    length_sq = dx * dx + dy * dy
    part = 0.0
    if length_sq:
        part = ((point.x - a.x) * dx + (point.y - a.y) * dy) / length_sq
        part = min(1.0, max(0.0, part))
    across, down = point.x - a.x - part * dx, point.y - a.y - part * dy
    return across * across + down * down


class NearPoints:
    """Points to be found by being near to another; near is ``JOIN_TOLERANCE``."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._bins: dict[tuple[int, int], list[Point]] = {}
        for point in sorted(set(points)):
            self._bins.setdefault(_bin(point), []).append(point)

    def nearest(self, point: Point) -> Point | None:
        """Return the nearest of the points; None where none is near."""
        column, row = _bin(point)
        around = (
            one
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for one in self._bins.get((x, y), ())
        )
        found = min(around, key=lambda one: _square(one, point), default=None)
        return found if found and _square(found, point) <= JOIN_TOLERANCE**2 else None


def _bin(point: Point) -> tuple[int, int]:
    return point.x // JOIN_TOLERANCE, point.y // JOIN_TOLERANCE


def _square(a: Point, b: Point) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
