"""Places on the map as overlays: squares that a question offers, things that lie about, trails."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gridwar.control.records import scene_records as sr

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.engine.kit.overlays import Mark
    from gridwar.model.combatant import Combatant


def present_places(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return the squares that a question offers, the proposed one marked."""
    question = controller.asked_place()
    if question is None:
        return ()
    cells = frozenset((cell.x, cell.y) for cell in question.cells)
    region = sr.RegionOverlay(sr.RegionRole.REACH1, cells, question.title)
    proposed = question.default.cell
    if proposed is None:
        return (region,)
    return (region, sr.MarkOverlay((proposed.x + 0.5, proposed.y + 0.5)))


def present_marks(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return what the rules say lies about on the map, with what it covers."""
    marks = controller.rules_cache.scenery().marks
    regions = tuple(
        sr.RegionOverlay(sr.RegionRole.ZONE, frozenset((cell.x, cell.y) for cell in one.cells))
        for one in marks
        if len(one.cells) > 1
    )
    labels = tuple(
        sr.LabelOverlay(_place_of(one), one.text, one.note, icon=one.icon, on_place=not one.cells)
        for one in marks
    )
    return (*regions, *labels)


def _place_of(mark: Mark) -> sr.Point:
    """Return where the words of a mark stand: on its cell, or under all that it covers."""
    if not mark.cells:
        return (mark.cell.x + 0.5, mark.cell.y + 0.5)
    return (mark.cell.x + 0.5, max(cell.y for cell in mark.cells) + 0.8)


def trail(one: Combatant) -> tuple[sr.OverlayView, ...]:
    """Return the way somebody has gone in its latest turn, thin and quiet."""
    points = [(cell.x + one.size.w / 2, cell.y + one.size.h / 2) for cell in one.trail]
    return tuple(sr.LineOverlay(a, b, sr.LineRole.LINK) for a, b in pairwise(points))
