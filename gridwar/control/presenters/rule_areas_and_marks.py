"""Areas that stay on the map for as long as the rules give them a meaning, and what lies about.

Owns which areas are drawn for the GM, and that they go along with their bearer.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.presenters.map_at_rest import CalmMap
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.layer_records import AREA_KEY
from gridwar.control.state.map_layers import Layer
from gridwar.model.geometry import Cell, footprint, footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import MovePlan
    from gridwar.engine.kit.command_draft import Draft
    from gridwar.engine.kit.overlays_and_scenery import Area, AreaTone, Mark
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter

ROLES: Final[Mapping[AreaTone, sr.RegionRole]] = {
    "good": sr.RegionRole.AREA_GOOD,
    "harm": sr.RegionRole.AREA_HARM,
    "info": sr.RegionRole.AREA_INFO,
    "quiet": sr.RegionRole.AREA_QUIET,
}

RINGS: Final[Mapping[AreaTone, sr.Role]] = {
    "good": sr.Role.GOOD,
    "harm": sr.Role.THREAT,
    "info": sr.Role.REACH1,
    "quiet": sr.Role.PAPER,
}
"""How those inside are outlined."""

_Placed: TypeAlias = "tuple[tuple[Area, frozenset[Cell]], ...]"


class AreaPresenter:
    """Draws the areas of the rules, each once a state of the fight."""

    def __init__(self, controller: Controller, prepared: Callable[[], Draft | None]) -> None:
        """Present a fight; ``prepared`` says what is known of a command in preparation."""
        self._controller = controller
        self._prepared = prepared
        self._shown: Memo[tuple[Area, ...]] = Memo()
        self._calm = CalmMap(controller)
        self._placed: Memo[_Placed] = Memo()
        self._drawn: Memo[sr.Drawn] = Memo()
        self._edges: Memo[sr.Drawn] = Memo()
        self._under: tuple[int, ...] = ()
        """Which of them lie under the pointer; the same object as long as these do."""

    def draw(self, *, calm: bool = False) -> sr.Drawn:
        """Return all that the GM has not taken off, with what they are called in the legend.

        Args:
            calm: Whether they are edges alone, but for those under the pointer.
        """
        placed, encounter = self._where_they_lie(), self._controller.encounter
        prepared = self._prepared()
        greyed = frozendict() if prepared is None else prepared.greyed
        if not calm:
            return self._drawn.get(
                (placed, greyed), lambda: _drawn_whole(encounter, placed, greyed)
            )
        hover = self._controller.view.hover
        under = tuple(at for at, (_area, cells) in enumerate(placed) if hover in cells)
        if under != self._under:
            self._under = under
        here = tuple(placed[at] for at in under)
        return self._edges.get((placed, self._under), lambda: _drawn_calm(encounter, placed, here))

    def hover_label(self) -> tuple[sr.OverlayView, ...]:
        """Return what the area under the pointer means."""
        view = self._controller.view
        is_busy = view.plan is not None or view.draft is not None
        if view.hover is None or is_busy or not view.shows(Layer.AREAS):
            return ()
        here = (area for area, cells in self._where_they_lie() if view.hover in cells)
        at = (view.hover.x + 0.5, view.hover.y + 0.5)
        return tuple(
            sr.LabelOverlay(at, one.note, one.rule_id, below=number > 0)
            for number, one in enumerate(area for area in here if area.note)
        )

    def _not_taken_off(self) -> tuple[Area, ...]:
        off, areas = self._controller.view.areas_off, self._controller.rules_cache.areas()
        is_calm = self._calm.is_calm
        return self._shown.get(
            (areas, off, is_calm),
            lambda: tuple(
                one for one in areas if one.label not in off and not (is_calm and one.is_for_a_move)
            ),
        )

    def _where_they_lie(self) -> _Placed:
        """Return the squares of each as they are, or would be where its bearer is dragged to."""
        shown, plan = self._not_taken_off(), self._controller.view.plan
        encounter = self._controller.encounter
        moves = {} if plan is None else _moves(encounter, plan)
        is_carried = any(one.whose in moves for one in shown)
        return self._placed.get(
            (encounter.map, shown, plan if is_carried else None),
            lambda: tuple((one, _moved(encounter.map, one, moves.get(one.whose))) for one in shown),
        )


def _drawn_whole(encounter: Encounter, placed: _Placed, greyed: Mapping[str, str]) -> sr.Drawn:
    """Return areas with what fills them, and a ring round each of those inside."""
    shared = _overlap(_shared(placed))
    regions = (*_regions(encounter, placed, greyed), *shared)
    names = _names(encounter, placed, greyed)
    if shared:
        names = (*names, sr.LegendEntry(sr.RegionRole.AREA_OVERLAP, _("where areas overlap")))
    return (*regions, *_outlines(encounter, placed, greyed)), names


def _drawn_calm(encounter: Encounter, placed: _Placed, here: _Placed) -> sr.Drawn:
    """Return areas as edges; of those under the pointer whom they take in and where they overlap.

    Args:
        encounter: The fight.
        placed: All of them.
        here: Those under the pointer.
    """
    edges = (replace(one, filled=False) for one in _regions(encounter, placed, frozendict()))
    inside = _outlines(encounter, here, frozendict())
    return (
        (*edges, *_overlap(_shared(here)), *inside),
        _names(encounter, placed, frozendict()),
    )


def _overlap(cells: frozenset[Cell]) -> tuple[sr.RegionOverlay, ...]:
    return (sr.RegionOverlay(sr.RegionRole.AREA_OVERLAP, cells),) if cells else ()


def area_regions(encounter: Encounter, areas: tuple[Area, ...]) -> tuple[sr.RegionOverlay, ...]:
    """Return areas with what fills them, where they lie now, and where they overlap."""
    placed = tuple((one, one.cells) for one in areas)
    return (*_regions(encounter, placed, frozendict()), *_overlap(_shared(placed)))


def _moves(encounter: Encounter, plan: MovePlan) -> dict[str, tuple[int, int]]:
    """Return by how much each of those dragged would be moved."""
    goals = ((plan.mover, plan.end), *plan.others)
    stand = ((who, encounter.combatants[who].pos, goal) for who, goal in goals)
    return {who: (to.x - pos.x, to.y - pos.y) for who, pos, to in stand if pos is not None}


def _moved(page: BattleMap, area: Area, by: tuple[int, int] | None) -> frozenset[Cell]:
    if by is None:
        return area.cells
    moved = (Cell(cell.x + by[0], cell.y + by[1]) for cell in area.cells)
    return frozenset(cell for cell in moved if page.contains(cell))


def _side_of(encounter: Encounter, area: Area) -> int | None:
    """Return the side in whose colour an area is drawn; None where it is nobody's."""
    owner = encounter.combatants.get(area.owner)
    side = None if owner is None else encounter.sides.get(owner.side)
    return None if side is None else side.index


def _role(area: Area, greyed: Mapping[str, str]) -> sr.RegionRole:
    return ROLES["quiet" if area.key in greyed else area.tone]


def _regions(
    encounter: Encounter, placed: _Placed, greyed: Mapping[str, str]
) -> tuple[sr.RegionOverlay, ...]:
    return tuple(
        sr.RegionOverlay(
            _role(area, greyed),
            cells,
            area.label,
            greyed.get(area.key, ""),
            filled=area.key not in greyed,
            side=_side_of(encounter, area),
        )
        for area, cells in placed
        if cells
    )


def _outlines(
    encounter: Encounter, placed: _Placed, greyed: Mapping[str, str]
) -> Iterator[sr.OverlayView]:
    """Yield a ring round each of those who are inside an area, where it now lies."""
    for area, cells in placed:
        role = RINGS["quiet" if area.key in greyed else area.tone]
        for who in sorted(area.inside):
            one = encounter.combatants.get(who)
            if one is None or one.pos is None or one.aside:
                continue
            body = footprint(one.pos, one.size)
            if cells == area.cells or not cells.isdisjoint(body):
                at = gr.in_cells(footprint_centre(one.pos, one.size))
                yield sr.RingOverlay(at, max(one.size) / 2, role=role)


def _shared(placed: _Placed) -> frozenset[Cell]:
    """Return the squares that lie in more than one area."""
    times = Counter(chain.from_iterable(cells for _area, cells in placed))
    return frozenset(cell for cell, count in times.items() if count > 1)


def _names(
    encounter: Encounter, placed: _Placed, greyed: Mapping[str, str]
) -> tuple[sr.LegendEntry, ...]:
    """Return an entry for each name: areas that are called alike are taken off together."""
    found: dict[str, sr.LegendEntry] = {}
    for one, cells in placed:
        if not cells or one.label in found:
            continue
        secret = ""
        if one.known_to is not None:
            side = encounter.sides.get(one.known_to)
            secret = _("known to {side} only").format(side=side.name if side else one.known_to)
        note = "  \u00b7  ".join(filter(None, (one.note, secret, greyed.get(one.key, ""))))
        role = _role(one, greyed)
        found[one.label] = sr.LegendEntry(
            role, one.label, AREA_KEY + one.label, one.rule_id, note, _side_of(encounter, one)
        )
    return tuple(found.values())


# --- what lies about ----------------------------------------------------------------------------


def present_marks(controller: Controller) -> sr.Drawn:
    """Return what the rules say lies about on the map, with what it covers, and by which rules."""
    marks = controller.rules_cache.scenery().marks
    regions = tuple(
        sr.RegionOverlay(sr.RegionRole.ZONE, frozenset(one.cells))
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
