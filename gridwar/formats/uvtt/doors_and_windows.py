"""Doors and windows of a UVTT file: where they are, and what the file does not say of them.

``closed: false`` means a window in one program and an open door in another, so it is asked.
What Gridwar itself wrote says which it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.formats.json_values import kept_text, number, pair, switch
from gridwar.formats.uvtt.polylines import JOIN_TOLERANCE, NearPoints
from gridwar.formats.uvtt.wall_traits import foreign_traits
from gridwar.formats.wall_senses import SENSE_KEYS
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import DoorState
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.uvtt.page_size_and_origin import Page

OWN_KEY = "gridwar"
"""What the format has no word for stands under this key in the files that Gridwar writes."""
DOOR, OPEN, WINDOW, NOTHING = "door", "open", "window", "nothing"
CURTAIN, BARS, WALL = "curtain", "bars", "wall"
"""What stands in the place of a door or window and is neither; the file is sure of it."""
MOST_PORTALS = 2_000
_LONGEST = 64 * SUBCELL
_READ_KEYS = {"position", "bounds", "rotation", "closed", OWN_KEY}
_SHUT = frozenset({DoorState.CLOSED, DoorState.LOCKED, DoorState.SECRET})


class Portal(Struct, frozen=True):
    """One door or window. ``kind`` is what it is taken for, ``is_sure`` whether the file says so.

    ``shut`` is how it stands as a door that is not open; ``rest`` the JSON of its other keys;
    ``traits`` is in what it is unlike others of its kind.
    """

    number: int
    a: Point
    b: Point
    kind: str
    is_sure: bool
    shut: DoorState = DoorState.CLOSED
    rest: str = ""
    traits: Mapping[str, Json] = {}

    @property
    def id(self) -> str:
        """Return the id of its question and of its wall."""
        return f"portal-{self.number}"

    @property
    def is_diagonal(self) -> bool:
        """Return whether it stands neither across nor along the grid."""
        return abs(self.a.x - self.b.x) > JOIN_TOLERANCE < abs(self.a.y - self.b.y)


def read_portals(value: Json, page: Page, notes: Notes) -> list[Portal]:
    """Return the doors and windows, on our map.

    Args:
        value: A list of objects; missing is empty.
        page: How the file lies on our map.
        notes: Told which cannot be read and what was put right.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        notes.leave_out("portals_broken", _("Doors and windows"), _("they are not a list"))
        return []
    found: list[Portal] = []
    broken: list[str] = []
    unbounded = off_place = doubles = 0
    seen: set[frozenset[Point]] = set()
    for at, one in enumerate(value[:MOST_PORTALS], start=1):
        ends = _ends(one)
        if ends is None:
            broken.append(str(at))
            continue
        portal = _portal(at, one, page.point(ends[0]), page.point(ends[1]))
        long = max(abs(portal.a.x - portal.b.x), abs(portal.a.y - portal.b.y))
        if not long or long > _LONGEST:
            broken.append(str(at))
            continue
        if frozenset((portal.a, portal.b)) in seen:
            doubles += 1
            continue
        seen.add(frozenset((portal.a, portal.b)))
        unbounded += _bounds(one) is None
        off_place += _stands_off(one, ends)
        found.append(portal)
    if broken:
        text = _("Doors and windows that cannot be read, by their number in the file")
        notes.leave_out("portals_broken", text, ", ".join(broken[:20]))
    notes.mend_count("portal_doubles", _("Doors that are there twice dropped"), doubles)
    rest = len(value) - MOST_PORTALS
    notes.leave_out_count("portals_many", _("Doors and windows beyond 2,000"), max(0, rest))
    notes.mend_count("portal_bounds", _("Doors without ends: one square wide"), unbounded)
    text = _("Doors whose position is not between their ends: the ends count")
    notes.mend_count("portal_position", text, off_place)
    return found


def joined(portals: Sequence[Portal], wall_points: Iterable[Point], notes: Notes) -> list[Portal]:
    """Return the doors with their ends on the ends of walls that are near."""
    near = NearPoints(wall_points)
    result: list[Portal] = []
    moved = 0
    for portal in portals:
        a, b = (near.nearest(point) or point for point in (portal.a, portal.b))
        if a == b:
            result.append(portal)
            continue
        moved += (a != portal.a) + (b != portal.b)
        result.append(replace(portal, a=a, b=b))
    text = _("Door ends joined to walls, up to 0.05 squares away")
    notes.mend_count("portal_joined", text, moved)
    return result


def _portal(at: int, one: Mapping[str, Json], a: Point, b: Point) -> Portal:
    own = one.get(OWN_KEY)
    rest = {key: value for key, value in one.items() if key not in _READ_KEYS | SENSE_KEYS}
    if rest.get("freestanding") is False:
        del rest["freestanding"]
    text = (kept_text(rest) or "") if rest else ""
    if isinstance(own, Mapping) and own.get("kind") in {DOOR, OPEN, WINDOW, CURTAIN, BARS}:
        state, traits = own.get("state"), own.get("traits")
        shut = DoorState(state) if state in _SHUT else DoorState.CLOSED
        known = traits if isinstance(traits, Mapping) else {}
        return Portal(at, a, b, str(own["kind"]), True, shut, text, known)
    said, is_closed = foreign_traits(one), switch(one.get("closed"), otherwise=True)
    if said.kind is None:
        kind = DOOR if is_closed else WINDOW
        return Portal(at, a, b, kind, is_closed, rest=text, traits=said.traits)
    shut = said.door if said.door in _SHUT else DoorState.CLOSED
    kind = OPEN if said.door is DoorState.OPEN else str(said.kind)
    return Portal(at, a, b, kind, True, shut, text, said.traits)


def _ends(one: Json) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return both ends of a door, in cells of the file; None where nothing tells them."""
    if not isinstance(one, Mapping):
        return None
    bounds = _bounds(one)
    if bounds is not None:
        return bounds
    place, angle = pair(one.get("position")), number(one.get("rotation")) or 0.0
    if place is None:
        return None
    dx, dy = math.cos(angle) / 2, math.sin(angle) / 2
    return (place[0] - dx, place[1] - dy), (place[0] + dx, place[1] + dy)


def _bounds(one: Mapping[str, Json]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    stated = one.get("bounds")
    if not isinstance(stated, list):
        return None
    ends = [place for place in map(pair, stated) if place is not None]
    return (ends[0], ends[-1]) if len(ends) > 1 else None


def _stands_off(
    one: Mapping[str, Json], ends: tuple[tuple[float, float], tuple[float, float]]
) -> bool:
    place = pair(one.get("position"))
    if place is None:
        return False
    (ax, ay), (bx, by) = ends
    off = max(abs((ax + bx) / 2 - place[0]), abs((ay + by) / 2 - place[1]))
    return off * SUBCELL > JOIN_TOLERANCE
