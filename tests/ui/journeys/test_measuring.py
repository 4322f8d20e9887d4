"""Measuring: ruler, template, line of effect, threats, arcs; Esc puts each of them down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records import scene_records as sr
from gridwar.storage.new_open_and_sample_fights import sample_fights

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def lines(evening: Evening, *roles: sr.LineRole) -> int:
    """Return how many lines of some kinds the map shows."""
    scene = evening.window.map.map_scene.view
    assert scene is not None
    return sum(isinstance(one, sr.LineOverlay) and one.role in roles for one in scene.overlays)


def regions(evening: Evening, *roles: sr.RegionRole) -> int:
    """Return how many areas of some kinds the map shows."""
    scene = evening.window.map.map_scene.view
    assert scene is not None
    return sum(isinstance(one, sr.RegionOverlay) and one.role in roles for one in scene.overlays)


def test_measuring_changes_nothing(evening: Evening) -> None:
    """Every way to measure is taken and put down again; the fight is the same as before."""
    evening.start(sample_fights()[0])
    before, row = evening.encounter, evening.last_row

    # The ruler, with a corner; kept on the map with Enter; Esc puts it down.
    evening.take("ruler")
    evening.click((6, 14))
    evening.hover((9, 14))
    evening.press("Space")
    evening.hover((9, 17))
    assert lines(evening, sr.LineRole.RULER) == 2
    evening.turn_wheel((9, 17), 1)
    evening.click((9, 17))
    evening.press("Return")
    evening.leave_tool()

    # A template: laid, wider by the wheel and by digits, moved, put down.
    evening.take("template")
    evening.hover((14, 14))
    assert regions(evening, sr.RegionRole.TEMPLATE, sr.RegionRole.TEMPLATE_INNER)
    evening.click((14, 14))
    evening.turn_wheel((14, 14), 1)
    evening.press("3", "Return")
    evening.leave_tool()

    # The line of effect from one to another.
    evening.take("sight")
    evening.click(evening.stands("maro"), evening.stands("reck"))
    assert lines(evening, sr.LineRole.CLEAR, sr.LineRole.COVER, sr.LineRole.BLOCKED)
    evening.leave_tool()

    # Threats of all, an arc, and the bands of the weapon.
    evening.take("threat")
    evening.hover(evening.stands("ilse"))
    evening.leave_tool()
    evening.take("arc")
    evening.click(evening.stands("maro"))
    evening.hover((16, 17))
    evening.leave_tool()
    evening.do("view.bands")
    evening.do("view.weapon")
    evening.do("view.bands")

    # What was laid stays until it is taken off; players do not see it.
    evening.do("view.present")
    evening.press("Esc")
    assert evening.encounter is before
    assert evening.last_row == row
    evening.close()
