"""What questions want of the map, as records: squares they offer; and what lies about there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import scene_records as sr
from gridwar.control.asked import asked_place

if TYPE_CHECKING:
    from gridwar.control.controller import Controller


def present_places(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return the squares that a question offers, the proposed one marked."""
    question = asked_place(controller)
    if question is None:
        return ()
    cells = frozenset((cell.x, cell.y) for cell in question.cells)
    region = sr.RegionOverlay(sr.RegionRole.REACH1, cells, question.title)
    proposed = question.default.cell
    if proposed is None:
        return (region,)
    return (region, sr.MarkOverlay((proposed.x + 0.5, proposed.y + 0.5)))


def present_marks(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return what the rules say lies about on the map."""
    return tuple(
        sr.LabelOverlay((one.cell.x + 0.5, one.cell.y + 0.8), one.text, icon=one.icon)
        for one in controller.system.marks(controller.encounter)
    )
