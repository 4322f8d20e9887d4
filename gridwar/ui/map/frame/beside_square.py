"""Where a plate about a square lies: on its free side, not on the square or who would go there.

All in pixels of the viewport. Lines end in the square, so the side they do not come from is free.
"""

from __future__ import annotations

import math
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

FREE_PX: Final = 12.0
"""What stays free round the square."""
_ON_SQUARE, _ON_OWN, _ON_PLATE, _ON_OTHER, _ON_LINE, _FAR = 1e6, 1e5, 3e3, 700.0, 250.0, 2.0
"""How bad a place is: on the square, on who would stand there, on another plate, on a token that
is named, on a line; by pixels away."""


class Around(NamedTuple):
    """What lies around a square.

    Attributes:
        tokens: Who would stand there, where they are, then the others whose lines end there.
        plates: What else lies upon the map.
        others: Tokens that have no line there.
    """

    tokens: tuple[QRectF, ...] = ()
    plates: tuple[QRectF, ...] = ()
    others: tuple[QRectF, ...] = ()


class _Token(NamedTuple):
    """The edges of a token in pixels, as numbers: each is asked about for every place."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, box: QRectF) -> _Token:
        """Return those of a box."""
        return cls(box.left(), box.top(), box.right(), box.bottom())

    def share_in(self, x: float, y: float, width: float, height: float) -> float:
        """Return which part of it lies in a box."""
        across = min(self.right, x + width) - max(self.left, x)
        down = min(self.bottom, y + height) - max(self.top, y)
        if across <= 0.0 or down <= 0.0:
            return 0.0
        return across * down / max(1.0, (self.right - self.left) * (self.bottom - self.top))


def place_beside(size: QSize, square: QRectF, around: Around, room: QRectF) -> QPointF:
    """Return the upper left corner of a plate about a square.

    Args:
        size: Of the plate.
        square: What it is about.
        around: What it rather does not hide.
        room: What is seen of the map: the plate is in it, whatever else.
    """
    width, height, middle = float(size.width()), float(size.height()), square.center()
    free = square.adjusted(-FREE_PX, -FREE_PX, FREE_PX, FREE_PX)
    own, ends = around.tokens[:1], around.tokens[1:]
    lines = [QLineF(one.center(), middle) for one in ends]
    others = [_Token.of(one) for one in (*ends, *around.others)]
    places = product(
        _starts(free.left(), free.right(), width, room.left(), room.right()),
        _starts(free.top(), free.bottom(), height, room.top(), room.bottom()),
    )
    far = (
        (_FAR * math.hypot(x + width / 2 - middle.x(), y + height / 2 - middle.y()), x, y)
        for x, y in places
    )
    best, least = room.topLeft(), math.inf
    for bad, x, y in sorted(far, key=itemgetter(0)):
        if bad >= least:
            break  # the others are farther, whatever they hide
        box = QRectF(x, y, width, height)
        hidden = _ON_SQUARE * box.intersects(free)
        hidden += _ON_OWN * sum([box.intersects(one) for one in own])
        hidden += _ON_PLATE * sum([box.intersects(one) for one in around.plates])
        if bad + hidden < least:
            hidden += _ON_OTHER * sum([one.share_in(x, y, width, height) for one in others])
            hidden += _ON_LINE * sum([_crosses(one, box) for one in lines])
        if bad + hidden < least:
            best, least = box.topLeft(), bad + hidden
    return best


def _starts(low: float, high: float, length: float, first: float, last: float) -> list[float]:
    """Return where a length may begin: before, across or after a span, or at an end of the room."""
    most = max(first, last - length)
    middle = (low + high - length) / 2
    wanted = (low - length, high, middle, high - length, low, first, most)
    return list(dict.fromkeys(min(max(one, first), most) for one in wanted))


def _crosses(line: QLineF, box: QRectF) -> bool:
    """Return whether a line goes through a box."""
    x, y = box.left(), box.top()
    right, bottom = x + box.width(), y + box.height()
    ways = (QLineF(x, y, right, bottom), QLineF(x, bottom, right, y))  # either diagonal is met
    bounded = QLineF.IntersectionType.BoundedIntersection
    return box.contains(line.p1()) or any(line.intersects(one)[0] == bounded for one in ways)
