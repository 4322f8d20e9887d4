"""Places on the map as overlays: squares that a question offers, things that lie about."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.model.geometry import footprint
from gridwar.model.question import Question
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.overlays import Mark


def present_places(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return the squares that a question offers, the proposed one marked."""
    question = controller.answers.asked_place()
    if question is None:
        return ()
    cells = frozenset((cell.x, cell.y) for cell in question.cells)
    region = sr.RegionOverlay(sr.RegionRole.REACH1, cells, question.title)
    proposed = question.default.cell
    if proposed is None:
        return (region,)
    return (region, sr.MarkOverlay((proposed.x + 0.5, proposed.y + 0.5)))


def present_people(
    controller: Controller,
) -> tuple[tuple[sr.OverlayView, ...], tuple[sr.LegendEntry, ...]]:
    """Return the bodies of those whom a question names, among whom somebody has to be chosen."""
    question = controller.answers.asked_people()
    if question is None:
        return (), ()
    found = (controller.encounter.combatants.get(who) for who in question.people)
    placed = (one for one in found if one is not None)
    bodies = (footprint(one.pos, one.size) for one in placed if one.pos is not None)
    cells = frozenset((cell.x, cell.y) for cell in chain.from_iterable(bodies))
    role = sr.RegionRole.REACH1
    return (sr.RegionOverlay(role, cells),), (sr.LegendEntry(role, question.title),)


def present_windows(
    controller: Controller,
) -> tuple[tuple[sr.OverlayView, ...], tuple[sr.LegendEntry, ...]]:
    """Return the squares that open questions are about: where somebody may act, now."""
    questions = (one for one in controller.session.wanted if isinstance(one, Question))
    cells = dict.fromkeys(one.at for one in questions if one.at is not None and not one.cells)
    role, text = sr.RegionRole.OPPORTUNITY, _("where somebody may cut in")
    regions = tuple(sr.RegionOverlay(role, frozenset({cell})) for cell in cells)
    return regions, (sr.LegendEntry(role, text),) if regions else ()


def present_marks(
    controller: Controller,
) -> tuple[tuple[sr.OverlayView, ...], tuple[sr.LegendEntry, ...]]:
    """Return what the rules say lies about on the map, with what it covers, and by which rules."""
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
    return (*regions, *labels), _mark_names(marks)


def _mark_names(marks: Iterable[Mark]) -> tuple[sr.LegendEntry, ...]:
    """Return what lies about by each rule, for the legend."""
    by_rule: dict[tuple[str, bool], list[str]] = {}
    for one in marks:
        if one.rule_id:
            by_rule.setdefault((one.rule_id, bool(one.cells)), []).append(one.text)
    return tuple(
        sr.LegendEntry(
            sr.RegionRole.ZONE if covers else sr.Role.PAPER,
            ", ".join(dict.fromkeys(texts)),
            rule_id=rule_id,
        )
        for (rule_id, covers), texts in by_rule.items()
    )


def _place_of(mark: Mark) -> gr.Point:
    """Return where the words of a mark stand: on its cell, or under all that it covers."""
    if not mark.cells:
        return (mark.cell.x + 0.5, mark.cell.y + 0.5)
    return (mark.cell.x + 0.5, max(cell.y for cell in mark.cells) + 0.8)
