"""Where labels go: beside what they speak of, clear of tokens and of each other.

Owns requests and layout, in plain numbers without Qt; `label_drawing` measures and draws.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.records.scene_records import Role
from gridwar.ui.map.tokens.token_shape import LEAST_DISC_PX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.target_records import TargetTag

MINOR_FROM_PX = 14.0
"""Under this size of a cell only what is being decided is labelled."""
_A_TOKENS = 0.5
"""Whose reach is half a cell or more, is a label of a token."""
_GAP_PX = 8.0
_BETWEEN_PX = 3.0
_SLACK_PX = 16.0
"""So near to what is seen, the place of a label counts as seen: half of what is there is."""
_LEADER_RINGS = (2.6, 4.2, 6.5)
_DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
_UPRIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))


class Rect(Struct, frozen=True):
    """A rectangle in pixels from the map's corner."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Rect, room: float = 0.0) -> bool:
        """Return whether two rectangles share a place, or come nearer than some room."""
        return (
            self.x < other.x + other.width + room
            and other.x < self.x + self.width + room
            and self.y < other.y + other.height + room
            and other.y < self.y + self.height + room
        )

    def holds(self, other: Rect) -> bool:
        """Return whether all of another rectangle lies in this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def shared(self, other: Rect) -> Rect:
        """Return what lies in both; without width or height where nothing does."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))

    def has(self, point: Point, cell_px: float, slack: float = 0.0) -> bool:
        """Return whether a point, in cells, lies in it, or no farther from it than some pixels."""
        x, y = point[0] * cell_px - self.x, point[1] * cell_px - self.y
        return -slack <= x <= self.width + slack and -slack <= y <= self.height + slack


class LabelRequest(Struct, frozen=True):
    """A label that wants a place.

    Attributes:
        text: what it says.
        second: the quieter part.
        role: its colour.
        icon: shown before the text.
        about: the places in cells that it may stand by, best first.
        reach: half width and half height in cells of what is there, kept free.
        on_line: it may sit on the place itself, such as on a border.
        vertical: it would rather stand below or above than beside.
        minor: left out while the map is very small.
        below: it is stacked under the label before it.
        tag: what stands at a target, in place of text and icon.
        who: the token it stands by, wherever that is drawn.
        side: the side in whose colour it is edged, as its area is; None for that of its role.
    """

    text: str
    second: str = ""
    role: Role = Role.PAPER
    icon: str | None = None
    about: tuple[Point, ...] = ()
    reach: Point = (0.0, 0.0)
    on_line: bool = False
    vertical: bool = False
    minor: bool = False
    below: bool = False
    tag: TargetTag | None = None
    who: str = ""
    side: int | None = None


class PlacedLabel(Struct, frozen=True):
    """A label with its place, and the point a leader line goes to if it had to stand off."""

    request: LabelRequest
    rect: Rect
    leader: tuple[float, float] | None = None


class Room(Struct, frozen=True):
    """Where labels may lie.

    Attributes:
        is_free: whether no token lies under a rectangle, and nothing over it.
        window: what is seen; a label of something seen is whole in it.
        most: how many there may be; None for all.
        is_strict: whether one without a free place is left out rather than laid over a token.
    """

    is_free: Callable[[Rect], bool]
    window: Rect | None = None
    most: int | None = None
    is_strict: bool = False


def place_labels(
    requests: Iterable[LabelRequest],
    cell_px: float,
    size_of: Callable[[LabelRequest], tuple[float, float]],
    room: Room,
) -> tuple[PlacedLabel, ...]:
    """Give every label a place: four sides in turn, then further off with a leader line.

    Args:
        requests: the labels, the most important first.
        cell_px: edge of a cell on screen.
        size_of: width and height of a label in pixels.
        room: where they may lie, and how many.
    """
    placed: list[PlacedLabel] = []
    for stack in _stacks(requests, cell_px):
        if room.most is not None and len(placed) + len(stack) > room.most:
            continue
        judge = _Judge(room.is_free, room.window, [label.rect for label in placed])
        for pile in (stack, *_smaller(stack)):
            sizes = [size_of(request) for request in pile]
            block = (
                max(width for width, _ in sizes),
                sum(height for _, height in sizes) + _BETWEEN_PX * (len(sizes) - 1),
            )
            found = _find(pile[0], block, cell_px, judge, is_strict=room.is_strict)
            if found is not None:
                placed.extend(_pile(pile, sizes, found))
                break
    return tuple(placed)


def _smaller(stack: Sequence[LabelRequest]) -> Iterator[list[LabelRequest]]:
    """Yield what may stand in place of a target's tag for which there is no room."""
    tag = stack[0].tag
    if tag is not None and not tag.is_small:
        yield [replace(stack[0], tag=replace(tag, is_small=True))]


def _stacks(requests: Iterable[LabelRequest], cell_px: float) -> list[list[LabelRequest]]:
    """Return the labels to be placed together: each with those that hang under it."""
    stacks: list[list[LabelRequest]] = []
    for request in requests:
        if request.minor and cell_px < MINOR_FROM_PX:
            continue
        if request.below and stacks:
            stacks[-1].append(request)
        else:
            stacks.append([request])
    return stacks


def _pile(
    stack: Sequence[LabelRequest], sizes: Sequence[tuple[float, float]], block: PlacedLabel
) -> Iterator[PlacedLabel]:
    """Yield the labels of a stack from the top of its block down."""
    y = block.rect.y
    for request, size in zip(stack, sizes, strict=True):
        leader = block.leader if request is stack[0] else None
        yield PlacedLabel(request, Rect(block.rect.x, y, *size), leader)
        y += size[1] + _BETWEEN_PX


class _Judge(Struct, frozen=True):
    is_free: Callable[[Rect], bool]
    window: Rect | None
    taken: Sequence[Rect]

    def is_clear(self, rect: Rect) -> bool:
        whole = self.window is None or self.window.holds(rect)
        return whole and self.is_apart(rect) and self.is_free(rect)

    def pulled(self, rect: Rect) -> Rect:
        """Return a place as it is, or drawn into the window as far as it must be."""
        seen = self.window
        if seen is None or seen.holds(rect):
            return rect
        x = max(seen.x, min(rect.x, seen.x + seen.width - rect.width))
        y = max(seen.y, min(rect.y, seen.y + seen.height - rect.height))
        return Rect(x, y, rect.width, rect.height)

    def is_apart(self, rect: Rect) -> bool:
        return not any(rect.overlaps(other, _BETWEEN_PX) for other in self.taken)


def _find(
    request: LabelRequest,
    size: tuple[float, float],
    cell_px: float,
    judge: _Judge,
    *,
    is_strict: bool,
) -> PlacedLabel | None:
    """Return a free place; without one a minor label goes, with ``is_strict`` any.

    None lies over another: where all places are taken the less important one goes.
    """
    about = request.about
    if judge.window is not None:
        slack = max(request.reach) * cell_px + _SLACK_PX
        about = tuple(one for one in about if judge.window.has(one, cell_px, slack))
        if not about:  # nobody sees it
            judge, about = _Judge(judge.is_free, None, judge.taken), request.about
    near = [rect for point in about for rect in _near(request, point, size, cell_px)]
    for rect in (*near, *map(judge.pulled, near)):
        if judge.is_clear(rect):
            return PlacedLabel(request, rect)
    if not about:
        return None
    x, y = about[0][0] * cell_px, about[0][1] * cell_px
    for ring in _LEADER_RINGS:
        for dx, dy in _DIRECTIONS:
            middle = (x + dx * (size[0] / 2 + ring * 12), y + dy * ring * size[1])
            rect = _around(middle, size)
            if judge.is_clear(rect):
                return PlacedLabel(request, rect, _leader(request, rect, (x, y), cell_px))
    pulled = [rect for rect in map(judge.pulled, near) if judge.is_apart(rect)]
    if is_strict or (request.minor and not pulled):
        return None
    own = _around((x, y), (2 * request.reach[0] * cell_px, 2 * request.reach[1] * cell_px))
    beside = (rect for rect in pulled if request.on_line or not rect.overlaps(own))
    fallback = next(beside, None) or next(iter(pulled), None)
    return None if fallback is None else PlacedLabel(request, fallback)


def _leader(
    request: LabelRequest, rect: Rect, point: tuple[float, float], cell_px: float
) -> tuple[float, float]:
    """Return where a leader line ends: at the edge of what the label speaks of."""
    dx = rect.x + rect.width / 2 - point[0]
    dy = rect.y + rect.height / 2 - point[1]
    length = math.hypot(dx, dy) or 1.0
    reach = max(request.reach) * cell_px
    return (point[0] + dx / length * reach, point[1] + dy / length * reach)


def _near(
    request: LabelRequest, point: Point, size: tuple[float, float], cell_px: float
) -> list[Rect]:
    x, y = point[0] * cell_px, point[1] * cell_px
    if request.on_line:
        return [_around((x, y), size)]
    # A token that small is drawn larger than its square.
    least = LEAST_DISC_PX / 2 + _GAP_PX if min(request.reach) >= _A_TOKENS else 0.0
    right = max(least, request.reach[0] * cell_px) + _GAP_PX + size[0] / 2
    down = max(least, request.reach[1] * cell_px) + _GAP_PX + size[1] / 2
    ways = _UPRIGHT if request.vertical else _DIRECTIONS[:4]
    return [_around((x + dx * right, y + dy * down), size) for dx, dy in ways]


def _around(middle: tuple[float, float], size: tuple[float, float]) -> Rect:
    return Rect(middle[0] - size[0] / 2, middle[1] - size[1] / 2, *size)
