"""A map is built: walls, a door, ground, a zone; all that was laid is to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.model.walls import WallKind
from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.support.evening.hands import until

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from tests.support.evening.board import At
    from tests.support.evening.evening import Evening


def differ(one: QImage, other: QImage) -> int:
    """Return in how many pixels two pictures differ."""
    return sum(
        one.pixel(x, y) != other.pixel(x, y)
        for x in range(min(one.width(), other.width()))
        for y in range(min(one.height(), other.height()))
    )


@pytest.mark.parametrize("page", ["blank page", "picture"])
def test_what_was_laid_is_seen(evening: Evening, page: str) -> None:
    """Walls, a door, ground, cover and a zone are drawn when no tool is in hand any more."""
    if page == "picture":
        evening.start(sample_fights()[2])
        evening.click((26, 16), frees=True)
        evening.press("Esc", frees=True)
    else:
        evening.start()
        evening.begin_with("Freeform")
    evening.do("view.fit")
    wall, ground, zone = (5.0, 14.0), (8.0, 15.0), (4.0, 2.0)
    bare = {at: evening.seen(at) for at in (wall, ground, zone)}

    # Two legs of wall from corner to corner, ended with Enter.
    evening.take("walls")
    before = len(evening.encounter.map.walls)
    evening.click((3.5, 13.5), (6.5, 13.5), (6.5, 15.5))
    evening.press("Return")
    assert len(evening.encounter.map.walls) > before
    evening.leave_tool()
    evening.hover((1, 1))
    until(lambda: is_drawn(evening, wall, bare), "the wall is to be seen")

    # Ground, painted along a way.
    evening.take("paint")
    evening.drag((7, 15), (9, 15))
    assert evening.encounter.map.terrain.count() > 0
    evening.leave_tool()
    evening.hover((1, 1))
    until(lambda: is_drawn(evening, ground, bare), "the ground is to be seen")

    # A zone of smoke.
    evening.take("zones")
    evening.drag((3, 1), (5, 3))
    assert evening.encounter.map.zones
    evening.leave_tool()
    evening.hover((1, 1))
    until(lambda: is_drawn(evening, zone, bare), "the zone is to be seen")

    # A door in the wall, opened by a click as in play.
    evening.take("walls")
    evening.press("3")
    evening.drag((3.9, 13.5), (4.9, 13.5))
    doors = [one for one in evening.encounter.map.walls if one.kind is WallKind.DOOR]
    evening.leave_tool()
    assert doors

    # Players see what anybody would; light theme and another scale lose nothing of it.
    evening.do("view.present")
    evening.press("Esc")
    evening.find("light theme")
    evening.is_saved()

    # All of it is taken back, one by one.
    for _step in range(12):
        if len(evening.encounter.map.walls) == before:
            break
        evening.do("edit.undo", frees=True)
    assert len(evening.encounter.map.walls) == before
    evening.close()


def is_drawn(evening: Evening, at: At, bare: dict[At, QImage]) -> bool:
    """Return whether something is to be seen at a place where nothing was before."""
    now = evening.seen(at)
    return differ(bare[at], now) > 40
