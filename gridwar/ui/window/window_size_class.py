"""The classes of a window's size: how wide its columns are, and where the log stands."""

from __future__ import annotations

from msgspec import Struct

SMALL_TO_PX, SMALL_BELOW_PX = 1366, 800
"""A window no wider than this, or lower, is small."""
LARGE_FROM_PX, TALL_FROM_PX = 1920, 1200
DRAWER_BELOW_PX = 1100
"""A window narrower than this has its inspector as a drawer."""


class SizeClass(Struct, frozen=True):
    """What a size of the window means for its columns; widths in pixels at 100 %."""

    name: str
    order_px: int
    inspector_px: int
    is_small: bool = False
    is_tall: bool = False
    is_drawer: bool = False


def size_class(width: float, height: float) -> SizeClass:
    """Return the class of a window by its size at 100 %."""
    if width <= SMALL_TO_PX or height < SMALL_BELOW_PX:
        return SizeClass("small", 66, 316, is_small=True, is_drawer=width < DRAWER_BELOW_PX)
    is_tall = height >= TALL_FROM_PX
    if width >= LARGE_FROM_PX:
        return SizeClass("large", 272, 420, is_tall=is_tall)
    return SizeClass("usual", 216, 360, is_tall=is_tall)
