"""The floor that players are shown: their own, and nothing of any other but what openings show.

It is that of whoever of the party has the turn, else the one on which most of it stand.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.floor_in_view import floor_of
from gridwar.control.maps.floor_words import floor_name
from gridwar.control.presenters.floor_shown import floor_shown
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.engine.perception.detection import seen_by_some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.control.presenters.floor_shown import Beyond
    from gridwar.control.records.fog_records import FogView
    from gridwar.model.encounter import Encounter


def players_floor(
    encounter: Encounter, party: Iterable[str], acting: str, fog: FogView | None
) -> gr.FloorShown | None:
    """Return the page that players see; None on a map without floors.

    Args:
        encounter: The fight.
        party: Who of it is theirs.
        acting: Who has the turn, as far as they know.
        fog: What they know of the map: through an opening they see no more of it.
    """
    page = encounter.map
    if not page.floors:
        return None
    own = sorted(party)
    places = Counter(filter(None, (floor_of(encounter, (one,)) for one in own)))
    most = max(places, key=lambda one: places[one], default=page.floors[0].id)
    wanted = floor_of(encounter, (acting,), most) if acting in own else most
    shown = floor_shown(page, next(one for one in page.floors if one.id == wanted))
    if fog is None:
        return shown
    known = [one for one in shown.openings if _is_middle_known(one[0], fog)]
    into = tuple(one for one in known if _is_known(one[1], fog))
    dark = tuple(here for here, below in known if not _is_known(below, fog))
    return replace(shown, openings=into, dark=dark)


def seen_beyond(encounter: Encounter, floor: gr.FloorShown | None, own: Iterable[str]) -> Beyond:
    """Return whom their people on a floor see on others through openings.

    Each with where it would be on the page that is shown, and the name of its floor, up or down.

    Args:
        encounter: The fight.
        floor: The floor that is shown.
        own: Who is theirs.
    """
    page = encounter.map
    if floor is None or not page.openings:
        return frozendict()
    here = next(one for one in page.floors if one.id == floor.id)
    people = [encounter.combatants[one] for one in own if floor_of(encounter, (one,)) == here.id]
    seen = frozenset[str]()
    for side in {one.side for one in people}:
        eyes = frozenset(one.id for one in people if one.side == side)
        seen |= seen_by_some(encounter, side, eyes).seen
    found: dict[str, tuple[gr.CellXY, str]] = {}
    for who in sorted(seen):
        pos = encounter.combatants[who].pos
        there = None if pos is None else page.floor_at(pos)
        if pos is None or there is None or there is here:
            continue
        laid = here.cell_of(there.plan_of(pos))
        if here.holds(laid):
            sign = "+" if there.elevation_m > here.elevation_m else "-"
            found[who] = (laid.x, laid.y), f"{sign}{floor_name(there)}"
    return frozendict(found)


def _is_middle_known(cell: gr.CellXY, fog: FogView) -> bool:
    half = fog.points // 2
    return bool(fog.known[cell[1] * fog.points + half, cell[0] * fog.points + half])


def _is_known(cell: gr.CellXY, fog: FogView) -> bool:
    rows, columns = (slice(at * fog.points, (at + 1) * fog.points) for at in (cell[1], cell[0]))
    return bool(fog.known[rows, columns].all())


def on_floor(ground: gr.GroundView, floor: gr.FloorShown | None) -> gr.GroundView:
    """Return the ground with the walls of one page alone, and of those below its openings."""
    if floor is None:
        return ground
    below = [(float(x), float(y), 1.0, 1.0) for _here, (x, y) in floor.openings]
    boxes = (floor.page, *below)
    walls = tuple(one for one in ground.walls if any(_touches(one, box) for box in boxes))
    return replace(ground, walls=walls, floor=floor)


def _touches(wall: gr.WallView, box: gr.Box) -> bool:
    (ax, ay), (bx, by) = wall.a, wall.b
    left, top, width, height = box
    beside = max(ax, bx) < left or min(ax, bx) > left + width
    return not (beside or max(ay, by) < top or min(ay, by) > top + height)


def overlays_on_floor(
    overlays: tuple[sr.OverlayView, ...], floor: gr.FloorShown | None
) -> tuple[sr.OverlayView, ...]:
    """Return what is drawn on the map without what lies on other pages."""
    return overlays if floor is None else tuple(_cut(overlays, floor))


def _cut(overlays: tuple[sr.OverlayView, ...], floor: gr.FloorShown) -> Iterator[sr.OverlayView]:
    left, top, width, height = floor.page
    for one in overlays:
        if isinstance(one, sr.MarkOverlay):
            if 0 <= one.at[0] - left < width and 0 <= one.at[1] - top < height:
                yield one
            continue
        if not isinstance(one, sr.RegionOverlay):
            yield one
            continue
        cells = frozenset(
            (x, y) for x, y in one.cells if 0 <= x - left < width and 0 <= y - top < height
        )
        if cells:
            yield one if len(cells) == len(one.cells) else replace(one, cells=cells)
