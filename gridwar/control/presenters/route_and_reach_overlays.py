"""Ways on the map as overlays: how far somebody gets, the way that is planned, the way gone."""

from __future__ import annotations

from itertools import accumulate, chain, groupby, pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.maps.floor_words import floor_name
from gridwar.control.memo import Memo
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.grid.movement.step_rules import Steps
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.control.moves.move_in_progress import Zones
    from gridwar.control.moves.route_and_reach import RoutePlanner
    from gridwar.control.state.plan_and_draft import GroupWay, MovePlan
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.terrain_kinds import TerrainKind

REACH: Final = (sr.RegionRole.REACH1, sr.RegionRole.REACH2, sr.RegionRole.REACH3)
MOST_NAMED: Final = 3
"""Kinds of ground that are named on one route."""


class Prices(Struct, frozen=True):
    """Which zones of reach are drawn.

    Attributes:
        cheapest: the nearest of them.
        further: the others, and the ground that costs more.
        veiled: whether the map is dimmed beyond the nearest.
    """

    cheapest: bool = True
    further: bool = True
    veiled: bool = True


class WayPresenter:
    """Draws where somebody gets and the way that is planned; keeps zones that did not change."""

    def __init__(self, controller: Controller) -> None:
        """Present the ways of a controller's fight."""
        self._controller = controller
        self._zones: Memo[sr.Drawn] = Memo()
        self._names: Memo[tuple[str, ...]] = Memo()
        self._zones_of = ""
        """Whose the zones are that were drawn last."""

    def reach(self, actor: str, prices: Prices) -> sr.Drawn:
        """Return the zones that somebody, or what they steer, gets to.

        Args:
            actor: Who it is.
            prices: Which of them.
        """
        controller, plan = self._controller, self._controller.view.plan
        mover = controller.system.board.body(controller.encounter, actor).mover
        planner = controller.move_planning.planner(mover)
        up = plan.lifts[0] if plan is not None and plan.lifts else 0
        return self._kept(planner, controller.move_planning.zones(planner, up), prices)

    def named(self, actor: str) -> tuple[str, ...]:
        """Return what the zones of reach are called in which there is something, from the first."""
        planning, encounter = self._controller.move_planning, self._controller.encounter
        if encounter.round == 0:
            return ()
        planner = planning.planner(self._controller.system.board.body(encounter, actor).mover)
        found = planning.zones(planner)
        if found is None:
            return ()
        return self._names.get(
            (found[1],), lambda: tuple(label for label, cells in found[1] if cells)
        )

    def _kept(self, planner: RoutePlanner, found: Zones | None, prices: Prices) -> sr.Drawn:
        """Return the zones of a mover; those of before, of the same, while they are worked out."""
        if found is not None:
            self._zones_of = planner.who
            covered = found[1]
            return self._zones.get(
                (planner, covered, prices.cheapest, prices.further, prices.veiled),
                lambda: _zones_drawn(planner, covered, prices),
            )
        return self._zones.last or sr.NOTHING if self._zones_of == planner.who else sr.NOTHING

    def planned(self) -> Iterator[sr.OverlayView]:
        """Return the way that is planned, with what it meets."""
        planning = self._controller.move_planning
        way = planning.way
        if way is not None and way.group:
            for one in way.group:
                note = way.note if one.who == way.mover else ""
                yield _group_route(self._controller.encounter, one, note)
        elif way is not None:
            planner = planning.planner(way.mover)
            route = _route(planner, way, self._controller.system.board.levels)
            yield from _by_page(planner.encounter.map, route, way.cells)
            yield from _warnings(self._controller.encounter, way)
            yield from _difficult_route(planner, way)


def _zones_drawn(
    planner: RoutePlanner, covered: tuple[tuple[str, frozenset[Cell]], ...], prices: Prices
) -> sr.Drawn:
    zones, legend = [], []
    there = [one for one in covered if one[1]]
    for number, (label, cells) in enumerate(there):
        if not (prices.cheapest if number == 0 else prices.further):
            continue
        role = REACH[min(number, len(REACH) - 1)]
        later = planner.waits_for_turn
        words = _("{zone}, in its turn").format(zone=label) if later else label
        is_veiled = prices.veiled and not later
        far = _how_far(planner, label)
        zones.append(sr.RegionOverlay(role, frozenset(cells), words, far, filled=is_veiled))
        legend.append(sr.LegendEntry(role, words))
    everywhere = {cell for zone in zones for cell in zone.cells}
    costs = _difficult_reach(planner, everywhere) if prices.further else ()
    return (*zones, *costs), tuple(legend)


def _how_far(planner: RoutePlanner, label: str) -> str:
    """Return how far a price zone goes, in words; empty where its name says so itself."""
    limit = next((one.limit for one in planner.movement.zones if one.label == label), 0)
    far = planner.movement.cost_text(limit) if limit else ""
    return "" if far in label else far


def _route(planner: RoutePlanner, plan: MovePlan, levels: Levels) -> sr.RouteOverlay:
    """Return a planned way; where it leads to another level, the level stands at it."""
    size, cost_text = planner.encounter[plan.mover].size, planner.movement.cost_text
    points = tuple((cell.x + size.w / 2, cell.y + size.h / 2) for cell in plan.cells)
    marks: dict[int, str] = {}
    heights = list(accumulate(plan.climbs, initial=planner.level))
    for at in range(1, len(plan.cells)):
        if at < len(heights) and heights[at] != heights[at - 1]:
            arrow = "\u2191" if heights[at] > heights[at - 1] else "\u2193"
            marks[at] = f"{arrow} {levels[heights[at]].name}"
        elif plan.cells[at] in plan.legs[1:] and at < len(plan.costs):
            marks.setdefault(at, cost_text(plan.costs[at]))
    stay = [at for at in marks if at + 1 in marks and points[at] == points[at + 1]]
    for at in stay:  # only the last of several in one square
        del marks[at]
    warnings = tuple((one.text, one.rule_id) for one in plan.warnings if one.cell is None)
    if plan.problem:
        warnings = ((plan.problem, ""), *warnings)
    label = (plan.note or _("free move")) if plan.free else plan.cost_text
    return sr.RouteOverlay(
        points,
        tuple(marks),
        tuple(marks.values()),
        label,
        "" if plan.free else plan.zone_label,
        warnings,
    )


def _by_page(
    page: BattleMap, route: sr.RouteOverlay, cells: tuple[Cell, ...]
) -> Iterator[sr.RouteOverlay]:
    """Yield a way in its parts on each page; where one leads to another floor, its name stands."""
    floors = [page.floor_at(cell) for cell in cells] if page.floors else []
    starts = [at for at in range(1, len(floors)) if floors[at] is not floors[at - 1]]
    if not starts:
        yield route
        return
    marks = dict(zip(route.waypoints, route.costs, strict=True))
    for first, last in pairwise((0, *starts, len(cells))):
        here = {at - first: words for at, words in marks.items() if first <= at < last}
        if last < len(cells):
            there, was = floors[last], floors[last - 1]
            is_up = there is not None and was is not None and there.elevation_m > was.elevation_m
            name = "" if there is None else floor_name(there)
            here[last - 1 - first] = f"{chr(0x2191) if is_up else chr(0x2193)} {name}"
        part = replace(
            route,
            points=route.points[first:last],
            waypoints=tuple(sorted(here)),
            costs=tuple(here[at] for at in sorted(here)),
        )
        is_end = last == len(cells)
        yield part if is_end else replace(part, label="", second="", warnings=())


def _group_route(encounter: Encounter, way: GroupWay, note: str) -> sr.RouteOverlay:
    """Return the way of one of a group: why it is not gone, what it costs, else a note."""
    size = encounter[way.who].size
    points = tuple((cell.x + size.w / 2, cell.y + size.h / 2) for cell in way.cells)
    label = way.problem or way.cost_text or note
    second = "" if way.problem else way.zone_label
    return sr.RouteOverlay(points, label=label, second=second, refused=bool(way.problem))


def _warnings(encounter: Encounter, plan: MovePlan) -> tuple[sr.OverlayView, ...]:
    """Return the squares of a planned way where something may happen; what it is, said once."""
    size = encounter.combatants[plan.mover].size
    said: set[str] = set()
    found: dict[Cell, list[sr.OverlayView]] = {}
    for one in plan.warnings:
        if one.cell is None:
            continue
        body = footprint(one.cell, size)
        if one.cell not in found:
            found[one.cell] = [sr.RegionOverlay(sr.RegionRole.OPPORTUNITY, frozenset(body))]
        if one.text not in said:
            said.add(one.text)
            at = (one.cell.x + size.w / 2, one.cell.y + size.h / 2)
            icon, is_below = "triangle-alert", len(found[one.cell]) > 1
            found[one.cell].append(
                sr.LabelOverlay(at, one.text, one.rule_id, sr.Role.THREAT, icon, below=is_below)
            )
    return tuple(chain.from_iterable(found.values()))


def _difficult_reach(
    planner: RoutePlanner, cells: Iterable[gr.CellXY]
) -> tuple[sr.OverlayView, ...]:
    """Return the ground within reach that is hard to cross, where a picture does not say so."""
    page = planner.encounter.map
    if page.picture is None or not page.in_play.terrain.tiles:
        return ()
    counts = _counts(planner)
    hard = frozenset(cell for cell in cells if counts(page.terrain_at(Cell(*cell))))
    return (sr.RegionOverlay(sr.RegionRole.DIFFICULT, hard),) if hard else ()


def _difficult_route(planner: RoutePlanner, plan: MovePlan) -> tuple[sr.OverlayView, ...]:
    """Return the names of the ground that makes a route dearer, a few."""
    page = planner.encounter.map
    if plan.free or not page.in_play.terrain.tiles:
        return ()
    counts = _counts(planner)
    found: list[sr.OverlayView] = []
    for kind, group in groupby(plan.cells[1:], page.terrain_at):
        cells = list(group)
        if counts(kind):
            x, y = cells[len(cells) // 2]
            found.append(sr.LabelOverlay((x + 0.5, y + 0.5), kind.name, _price(kind)))
    return tuple(found[:MOST_NAMED])


def _counts(planner: RoutePlanner) -> Callable[[TerrainKind], bool]:
    """Return what tells ground that makes a step dearer for a mover, by the rules that are used."""
    category, rule = planner.movement.ground.category, planner.movement.rule
    steps = getattr(rule, "steps", rule)  # a rule that remembers more wraps plain steps
    multiplies, adds = True, True
    if isinstance(steps, Steps):
        multiplies, adds = steps.multiplies, steps.adds

    def counts(kind: TerrainKind) -> bool:
        is_hard = (multiplies and kind.multiplier > 1) or (adds and kind.difficulty > 0)
        return is_hard and not kind.impassable and kind.hinders(category)

    return counts


def _price(kind: TerrainKind) -> str:
    parts = []
    if kind.multiplier > 1:
        parts.append(f"\u00d7{kind.multiplier}")
    if kind.difficulty:
        parts.append(f"+{kind.difficulty}")
    return " ".join(parts)


def trail(one: Combatant) -> tuple[sr.OverlayView, ...]:
    """Return the way somebody has gone in its latest turn, thin and quiet."""
    points = [(cell.x + one.size.w / 2, cell.y + one.size.h / 2) for cell in one.trail]
    return tuple(
        sr.LineOverlay(a, b, sr.LineRole.LINK)
        for a, b in pairwise(points)
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1  # not along stairs, to another page
    )
