"""Where a plate about a square lies: on its free side, not on the square or who would go there.

All in pixels of the viewport. Lines end in the square, so the side they do not come from is free.
"""

from __future__ import annotations

import math
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

FREE_PX: Final = 12.0
"""What stays free round the square."""
_ON_SQUARE, _ON_OWN, _ON_PLATE, _ON_OTHER, _ON_LINE, _FAR = 1e6, 1e5, 3e3, 700.0, 250.0, 2.0
"""How bad a place is: on the square, on who would stand there, on another plate, on a token that
is named, on a line; by pixels away."""
_BESIDE_PX: Final = 1.0


class Edges(NamedTuple):
    """The edges of a box, as numbers: each is asked about for every place, at every step."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where its middle is."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def wider(self, by: float) -> Edges:
        """Return the same with so much more on each side."""
        return Edges(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: Edges) -> bool:
        """Return whether another lies in it."""
        is_across = self.left <= other.left and other.right <= self.right
        return is_across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: Edges) -> bool:
        """Return whether both have a part in common that is no line."""
        is_across = self.left < other.right and other.left < self.right
        return is_across and self.top < other.bottom and other.top < self.bottom

    def share_in(self, other: Edges) -> float:
        """Return which part of it lies in another."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        if across <= 0.0 or down <= 0.0:
            return 0.0
        return across * down / max(1.0, (self.right - self.left) * (self.bottom - self.top))

    def is_crossed(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Return whether a line from one place to another goes through it."""
        first, last = 0.0, 1.0
        for low, high, start, end in (
            (self.left, self.right, a[0], b[0]),
            (self.top, self.bottom, a[1], b[1]),
        ):
            along = end - start
            if not along:
                if not low <= start <= high:
                    return False
                continue
            near, far = sorted(((low - start) / along, (high - start) / along))
            first, last = max(first, near), min(last, far)
        return first <= last


class Around(NamedTuple):
    """What lies around a square.

    Attributes:
        tokens: Who would stand there, where they are, then the others whose lines end there.
        plates: What else lies upon the map.
        others: Tokens that have no line there.
    """

    tokens: tuple[Edges, ...] = ()
    plates: tuple[Edges, ...] = ()
    others: tuple[Edges, ...] = ()


class Placement(NamedTuple):
    """Where a plate lies: its upper left corner; ``is_free`` where it is near and hides nothing."""

    x: float
    y: float
    is_free: bool


def place_beside(
    size: tuple[int, int],
    square: Edges,
    around: Around,
    room: Edges,
    kept: tuple[float, float] | None = None,
) -> Placement:
    """Return where a plate about a square lies.

    Args:
        size: Width and height of the plate.
        square: What it is about.
        around: What it rather does not hide.
        room: What is seen of the map: the plate is in it, whatever else.
        kept: How far the plate's corner was from the square's where it was free; it is again.
    """
    width, height = size
    free = square.wider(FREE_PX)
    hides = _hiding(square, around)

    def box_at(x: float, y: float) -> Edges:
        return Edges(x, y, x + width, y + height)

    if kept is not None:
        box = box_at(square.left + kept[0], square.top + kept[1])
        if room.holds(box) and not hides(box, math.inf):
            return Placement(box.left, box.top, is_free=True)
    middle_x, middle_y = square.middle
    places = product(
        _starts(free.left, free.right, width, room.left, room.right),
        _starts(free.top, free.bottom, height, room.top, room.bottom),
    )
    far = (
        (_FAR * math.hypot(x + width / 2 - middle_x, y + height / 2 - middle_y), x, y)
        for x, y in places
    )
    best, least = Placement(room.left, room.top, is_free=False), math.inf
    for bad, x, y in sorted(far, key=itemgetter(0)):
        if bad >= least:
            break  # the others are farther, whatever they hide
        box = box_at(x, y)
        hidden = hides(box, least - bad)
        if bad + hidden < least:
            is_beside = box.wider(_BESIDE_PX).meets(free)
            best, least = Placement(x, y, is_free=is_beside and not hidden), bad + hidden
    return best


def _hiding(square: Edges, around: Around) -> Callable[[Edges, float], float]:
    """Return how bad it is what a place hides of what is around a square."""
    free, middle = square.wider(FREE_PX), square.middle
    own, ends = around.tokens[:1], around.tokens[1:]
    lines, others = [one.middle for one in ends], (*ends, *around.others)

    def hides(box: Edges, most: float) -> float:
        """Return how bad it is; what is no less than the most need not be exact."""
        hidden = _ON_SQUARE * box.meets(free)
        hidden += _ON_OWN * sum([box.meets(one) for one in own])
        hidden += _ON_PLATE * sum([box.meets(one) for one in around.plates])
        if hidden < most:
            hidden += _ON_OTHER * sum([one.share_in(box) for one in others])
            hidden += _ON_LINE * sum([box.is_crossed(one, middle) for one in lines])
        return hidden

    return hides


def _starts(low: float, high: float, length: float, first: float, last: float) -> list[float]:
    """Return where a length may begin: before, across or after a span, or at an end of the room."""
    most = max(first, last - length)
    middle = (low + high - length) / 2
    wanted = (low - length, high, middle, high - length, low, first, most)
    return list(dict.fromkeys(min(max(one, first), most) for one in wanted))
