"""Which labels a state of the map asks for, and which cells they should keep clear of.

Owns the words' roles, icons and the places they may stand by, in cells. No Qt.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.caches import kept_of_fight
from gridwar.control.records.scene_records import (
    ArcOverlay,
    BoxOverlay,
    LabelOverlay,
    LineOverlay,
    LineRole,
    OverlayView,
    RegionOverlay,
    RegionRole,
    RingOverlay,
    Role,
    RouteOverlay,
)
from gridwar.ui.map.overlays.label_free_places import LabelRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.control.records.ground_records import CellXY, GroundView, Point
    from gridwar.control.records.scene_records import SceneView, TokenView

_REGION_LABELS = {
    RegionRole.REACH1: Role.REACH1,
    RegionRole.REACH2: Role.REACH2,
    RegionRole.REACH3: Role.REACH3,
    RegionRole.THREAT: Role.THREAT,
    RegionRole.OPPORTUNITY: Role.THREAT,
    RegionRole.TEMPLATE: Role.INTENT,
    RegionRole.TEMPLATE_INNER: Role.INTENT,
    RegionRole.BRUSH: Role.INTENT,
    RegionRole.AREA_HARM: Role.THREAT,
    RegionRole.AREA_INFO: Role.REACH1,
    RegionRole.HARD_COVER: Role.COVER,
    RegionRole.SOFT_COVER: Role.COVER,
}
_REGION_ICONS = {
    RegionRole.OPPORTUNITY: "triangle-alert",
    RegionRole.HARD_COVER: "shield-half",
    RegionRole.SOFT_COVER: "shield",
}
_LINE_LABELS = {
    LineRole.COVER: Role.COVER,
    LineRole.DECIDER: Role.COVER,
    LineRole.BLOCKED: Role.THREAT,
    LineRole.BLOCKER: Role.THREAT,
    LineRole.PLANNED: Role.INTENT,
    LineRole.AIM: Role.THREAT,
}
REACH_ROLES = (RegionRole.REACH1, RegionRole.REACH2, RegionRole.REACH3)
_ORDER = (
    RouteOverlay,
    LabelOverlay,
    LineOverlay,
    ArcOverlay,
    BoxOverlay,
    RegionOverlay,
    RingOverlay,
)
"""The most important first."""
_LABEL_CELLS = 2
"""A border shorter than this is no place for a label while there is a longer one."""
_SMALL_CELLS = 6
"""Of an area of so many cells a label on its border hides too much."""
_LINE_STEP_CELLS = 0.5
"""How near to each other the places of a line are that stay free."""
_RING_PLACES_DEG = (-135, -45, 45, 135, -90, 90, 180, 0)


def label_requests(view: SceneView) -> Iterator[LabelRequest]:
    """Yield the labels that a state asks for, the most important first."""
    reach = _reach_places(view)
    is_aimed = view.aim is not None and bool(view.aim.tags or view.aim.ghost)
    for tag in view.aim.tags if view.aim is not None else ():
        is_quiet = not tag.number
        role = Role.PAPER if tag.number else Role.THREAT
        request = LabelRequest("", role=role, about=(tag.at,), reach=tag.reach, who=tag.who)
        yield replace(request, minor=is_quiet, tag=tag)
    names = tuple(_names(view))
    if view.most_tags is not None:
        yield from names
    for kind in _ORDER:
        for overlay in view.overlays:
            if is_aimed and isinstance(overlay, RegionOverlay | RingOverlay):
                continue  # while aiming, areas and bands have their edges alone
            if isinstance(overlay, kind):
                yield from _labels_of(overlay, view.ground, reach)
    if view.most_tags is None:
        yield from names


def _names(view: SceneView) -> Iterator[LabelRequest]:
    """Yield the names of tokens; that of the one under the pointer before those selected."""
    ends = [o.points[-1] for o in view.overlays if isinstance(o, RouteOverlay) and o.label]
    said = {o.text for o in view.overlays if isinstance(o, LabelOverlay)}
    named = sorted((one for one in view.tokens if one.named), key=lambda one: one.selected)
    for token in named:
        if token.name in said and not token.selected:
            continue
        shown = token.name and not token.ghost
        # The cost at a route's end says enough beside whoever stands there.
        if shown and not any(_stands_on(token, end) for end in ends):
            yield _name_label(token)


def _labels_of(
    overlay: OverlayView, ground: GroundView, reach: Mapping[RegionRole, tuple[Point, ...]]
) -> Iterator[LabelRequest]:
    match overlay:
        case RouteOverlay():
            yield from _route_labels(overlay)
        case LabelOverlay():
            yield LabelRequest(
                overlay.text,
                overlay.second,
                overlay.role,
                overlay.icon,
                (overlay.at,),
                (0.4, 0.35),
                on_line=overlay.on_place,
                below=overlay.below,
            )
        case LineOverlay() if overlay.label:
            yield _line_label(overlay)
        case ArcOverlay() if overlay.label and overlay.middle is not None:
            apex, end = overlay.outline[0], overlay.middle
            yield LabelRequest(
                overlay.label,
                role=Role.REACH1,
                about=(_between(apex, end, 0.5), _between(apex, end, 0.75)),
                on_line=True,
            )
        case RegionOverlay(role=RegionRole.BRUSH, label=words, cells=cells) if (
            words and 0 < len(cells) <= _SMALL_CELLS
        ):
            yield _beside_small(overlay)
        case RegionOverlay() if overlay.label and overlay.cells:
            yield LabelRequest(
                overlay.label,
                overlay.second,
                _REGION_LABELS.get(overlay.role, Role.PAPER),
                _REGION_ICONS.get(overlay.role),
                reach.get(overlay.role) or _border_places(overlay),
                on_line=True,
                minor=True,
                side=overlay.side,
            )
        case BoxOverlay() if overlay.label:
            x, y, width, height = overlay.box
            about = ((x + width / 2, y + height),)
            yield LabelRequest(overlay.label, overlay.second, Role.INTENT, None, about, (0.3, 0.4))
        case RingOverlay() if overlay.label:
            yield LabelRequest(
                overlay.label,
                overlay.second,
                overlay.role,
                about=_ring_places(overlay, ground),
                on_line=True,
                minor=True,
            )
        case _:
            return


def _beside_small(region: RegionOverlay) -> LabelRequest:
    """Return the label of a few cells: beside them."""
    across, down = ([cell[axis] for cell in region.cells] for axis in (0, 1))
    left, top, right, bottom = min(across), min(down), max(across) + 1, max(down) + 1
    return LabelRequest(
        region.label,
        region.second,
        Role.INTENT,
        about=(((left + right) / 2, (top + bottom) / 2),),
        reach=((right - left) / 2, (bottom - top) / 2),
        minor=True,
    )


def _route_labels(route: RouteOverlay) -> Iterator[LabelRequest]:
    if not route.points:
        return
    about = (route.points[-1],)
    if route.label:
        role, icon = (Role.THREAT, "x") if route.refused else (Role.INTENT, None)
        yield LabelRequest(route.label, route.second, role, icon, about, (0.5, 0.4))
    for text, rule in route.warnings:
        yield LabelRequest(
            text,
            rule,
            Role.THREAT,
            "triangle-alert",
            about,
            (0.5, 0.4),
            below=bool(route.label),
        )
    for index, cost in zip(route.waypoints, route.costs, strict=False):
        yield LabelRequest(
            cost,
            role=Role.INTENT,
            about=(route.points[index],),
            reach=(0.3, 0.3),
            vertical=True,
            minor=True,
        )


def _line_label(line: LineOverlay) -> LabelRequest:
    role = _LINE_LABELS.get(line.role, Role.PAPER)
    icon = "shield-half" if line.role is LineRole.DECIDER else None
    if line.cut is not None:
        return LabelRequest(
            line.label, line.second, role, icon, (line.cut,), (0.1, 0.1), vertical=True
        )
    if line.role in (LineRole.RULER, LineRole.AIM, LineRole.CONTACT, LineRole.TIE):
        places = tuple(_between(line.a, line.b, share) for share in (0.5, 0.35, 0.65))
        return LabelRequest(
            line.label, line.second, role, icon, places, (0.05, 0.05), vertical=True
        )
    return LabelRequest(line.label, line.second, role, icon, (line.b,), (0.55, 0.45))


def _name_label(token: TokenView) -> LabelRequest:
    width, height = token.size
    return LabelRequest(
        token.name,
        token.bar_text,
        Role.INTENT if token.selected else Role.PAPER,
        about=(_middle(token),),
        reach=(width / 2, height / 2),
        vertical=True,
        who="" if token.lifted else token.id,
    )


def _stands_on(token: TokenView, point: Point) -> bool:
    x, y = point[0] - token.cell[0], point[1] - token.cell[1]
    return 0 <= x <= token.size[0] and 0 <= y <= token.size[1]


def _reach_places(view: SceneView) -> Mapping[RegionRole, tuple[Point, ...]]:
    zones = tuple(
        one for one in view.overlays if isinstance(one, RegionOverlay) and one.role in REACH_ROLES
    )
    return _zone_places(zones, _start(view.tokens)) if zones else {}


def _start(tokens: tuple[TokenView, ...]) -> Point | None:
    """Return where whoever moves stands, or has stood before being taken up."""
    chosen = [one for one in tokens if one.ghost] or [one for one in tokens if one.selected]
    return _middle(chosen[0]) if chosen else None


def _middle(token: TokenView) -> Point:
    return token.cell[0] + token.size[0] / 2, token.cell[1] + token.size[1] / 2


@kept_of_fight(4)
def _zone_places(
    zones: tuple[RegionOverlay, ...], start: Point | None
) -> Mapping[RegionRole, tuple[Point, ...]]:
    """Return places on the outer border of each zone of reach, those near the mover first."""
    found: dict[RegionRole, tuple[Point, ...]] = {}
    nearer: frozenset[CellXY] = frozenset()
    for zone in sorted(zones, key=lambda zone: REACH_ROLES.index(zone.role)):
        spans = _border_spans(zone.cells, nearer)
        if start is not None:
            spans.sort(key=lambda span: (span[1] < _LABEL_CELLS, math.dist(span[0], start)))
        found[zone.role] = tuple(middle for middle, _length in spans[:12])
        nearer |= zone.cells
    return found


@kept_of_fight(256)
def _border_places(region: RegionOverlay) -> tuple[Point, ...]:
    """Return the middles of the region's horizontal borders, the longest first."""
    return tuple(middle for middle, _ in _border_spans(region.cells, frozenset())[:12])


def _border_spans(cells: frozenset[CellXY], beside: frozenset[CellXY]) -> list[tuple[Point, int]]:
    """Return the horizontal borders of cells: middle and length, the longest first.

    Args:
        cells: The cells.
        beside: Others, towards which there is no border.
    """
    borders: dict[tuple[int, int], list[int]] = {}
    for x, y in cells:
        for row, below in ((y - 1, 0), (y + 1, 1)):
            if (x, row) not in cells and (x, row) not in beside:
                borders.setdefault((y, below), []).append(x)
    spans = [span for key, columns in borders.items() for span in _spans(key, sorted(columns))]
    spans.sort(key=lambda span: (-span[1], span[0]))
    return spans


def _spans(key: tuple[int, int], columns: list[int]) -> Iterator[tuple[Point, int]]:
    row, below = key
    start = previous = columns[0]
    for column in [*columns[1:], columns[-1] + 2]:
        if column != previous + 1:
            length = previous - start + 1
            yield (start + length / 2, float(row + below)), length
            start = column
        previous = column


def _ring_places(ring: RingOverlay, ground: GroundView) -> tuple[Point, ...]:
    """Return places on a ring, those on the map only."""
    x, y, radius = *ring.center, ring.radius_cells
    places = (
        (x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))
        for angle in _RING_PLACES_DEG
    )
    return tuple(
        place for place in places if 0 < place[0] < ground.width and 0 < place[1] < ground.height
    )


def route_points(view: SceneView) -> tuple[Point, ...]:
    """Return the steps of planned routes and of the line of aim, which labels should not hide."""
    steps = (
        point
        for overlay in view.overlays
        if isinstance(overlay, RouteOverlay)
        for point in overlay.points
    )
    ghost = None if view.aim is None else view.aim.ghost
    if ghost is None or ghost.start is None:
        return tuple(steps)
    x, y, width, height = ghost.at
    goal = (x + width / 2, y + height / 2)
    count = max(1, round(math.dist(ghost.start, goal) / _LINE_STEP_CELLS))
    return (*steps, *(_between(ghost.start, goal, n / count) for n in range(1, count)))


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
