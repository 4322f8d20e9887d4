"""The map as players see it: the ground without its secrets, and what anybody there would see.

Owns which walls, paint, zones and areas come through. Heights in figures, zones that are the game
master's, names of zones and what only one side knows stay out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.memo import Memo
from gridwar.control.presenters.ground_walls_zones import IN_PLAY, present_ground, present_parts
from gridwar.control.presenters.light_on_map import made_light
from gridwar.control.presenters.players_known import Known, PlayersKnown, known_layer, known_walls
from gridwar.control.presenters.public_names import is_of_party, party_sides
from gridwar.control.presenters.rule_areas_and_marks import area_regions
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.fog_records import FogView
from gridwar.engine.perception.doors_as_seen import door_as_known
from gridwar.engine.perception.light_of_fight import lights_seen_by_any
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.model.walls import DoorState, WallKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.light_records import LightView
    from gridwar.engine.kit.overlays_and_scenery import Area
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall

PLAIN: Final = (
    sr.RegionRole.SMOKE,
    sr.RegionRole.DARK,
    sr.RegionRole.LIT,
    sr.RegionRole.THING,
)
"""Areas that anybody there would see; zones of other kinds may be the GM's secret."""


class PlayersMap:
    """Makes ground, light and overlays of a session; keeps what did not change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._laid = LaidMap(session)
        self._known = PlayersKnown()
        self._walls: Memo[tuple[Wall, ...]] = Memo()
        self._ground: Memo[gr.GroundView] = Memo()
        self._gridless: Memo[gr.GroundView] = Memo()
        self._parts: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._fog: Memo[FogView] = Memo()
        self._light: Memo[LightView] = Memo()

    def known(self) -> Known | None:
        """Return what players know and see of the map; None where there is no fog."""
        return self._known.of(self._session.encounter)

    def fog(self) -> FogView | None:
        """Return what covers and dims the map for them; None where there is no fog."""
        known = self.known()
        if known is None:
            return None
        return self._fog.get((known,), lambda: FogView(known.known, known.seen, known.points))

    def ground(self, *, grid: bool) -> gr.GroundView:
        """Return the ground as far as it is known, with the lines of its grid or without."""
        encounter, known = self._session.encounter, self.known()
        page = encounter.map
        own = self._laid.own(page)
        walls = self._walls_as_known(encounter, known)

        def made() -> gr.GroundView:
            ground = replace(present_ground(page.replace(walls=walls), own=own), heights=None)
            if known is None:
                return ground
            paint = tuple(replace(one, layer=known_layer(one.layer, known)) for one in ground.paint)
            return replace(ground, paint=paint)

        ground = self._ground.get((page, own, walls, known), made)
        if grid:
            return ground
        return self._gridless.get((ground,), lambda: replace(ground, grid=False))

    def _walls_as_known(self, encounter: Encounter, known: Known | None) -> tuple[Wall, ...]:
        """Return the walls as players know them; the very same while these look the same."""
        sides, page = party_sides(encounter), encounter.map

        def made() -> tuple[Wall, ...]:
            seen = (_as_it_seems(_as_last_seen(encounter, sides, one)) for one in page.walls)
            found = tuple(seen) if known is None else tuple(known_walls(tuple(seen), known))
            last = self._walls.last
            return last if last is not None and last == found else found

        return self._walls.get((page.walls, encounter.vision, encounter.sides, known), made)

    def light(self) -> LightView | None:
        """Return the light that they know of, where the fog counts light."""
        encounter = self._session.encounter
        vision = encounter.vision
        if vision.mode is FogMode.OFF or not vision.counts_light or encounter.map.baked_lighting:
            return None
        sides = party_sides(encounter)
        return made_light(self._light, encounter.map, lights_seen_by_any(encounter, sides))

    def overlays(self, met: frozenset[str]) -> tuple[sr.OverlayView, ...]:
        """Return smoke, light and things, and the areas of the rules that everybody knows.

        Args:
            met: Whom players see: what goes along with anybody else betrays him.
        """
        encounter, known = self._session.encounter, self.known()
        return self._parts.get(
            (encounter, met, known), lambda: tuple(self._made(encounter, met, known))
        )

    def _made(
        self, encounter: Encounter, met: frozenset[str], known: Known | None
    ) -> Iterator[sr.OverlayView]:
        own = self._laid.own(encounter.map)
        for one in present_parts(encounter.map, IN_PLAY, own, frozendict()):
            if isinstance(one, sr.RegionOverlay) and one.role in PLAIN:
                # How long it lasts is the GM's to know.
                yield from _known_part(replace(one, label="", second="", filled=True), known)
        areas = self._session.system.board.scenery(encounter).areas
        open_to_all = tuple(one for one in areas if _is_open(encounter, one, met))
        for region in area_regions(encounter, open_to_all):
            yield from _known_part(_unnamed(encounter, region), known)


def _known_part(region: sr.RegionOverlay, known: Known | None) -> Iterator[sr.RegionOverlay]:
    """Yield what players know of a region: of what passes they see only what is in sight."""
    if known is None:
        yield region
        return
    is_thing = region.role is sr.RegionRole.THING
    is_there = known.knows if is_thing else known.sees
    cells = frozenset(one for one in region.cells if is_there(Cell(*one)))
    if cells:
        yield replace(region, cells=cells)


def _is_open(encounter: Encounter, area: Area, met: frozenset[str]) -> bool:
    """Return whether an area is known to all and betrays nobody.

    What a foe has prepared, and what somebody could do, is the GM's to know.
    """
    owner = encounter.combatants.get(area.owner)
    is_of_foe = owner is not None and any(
        encounter.are_foes(side, owner.side)
        for side, one in encounter.sides.items()
        if one.stance == "party"
    )
    is_worked_out = area.is_advice or area.is_for_a_move
    is_borne_unseen = area.whose in encounter.combatants and area.whose not in met
    is_unmet = owner is not None and owner.id not in met
    return area.known_to is None and not (is_of_foe or is_worked_out or is_borne_unseen or is_unmet)


def _unnamed(encounter: Encounter, region: sr.RegionOverlay) -> sr.RegionOverlay:
    """Return an area without its words where they name somebody whose name players do not know."""
    strangers = (one for one in encounter.combatants.values() if not is_of_party(encounter, one))
    is_named = any(one.name and one.name in region.label for one in strangers)
    return replace(region, label="") if is_named else region


def _as_last_seen(encounter: Encounter, sides: tuple[str, ...], wall: Wall) -> Wall:
    """Return a door as the party saw it last."""
    if wall.kind is not WallKind.DOOR or not sides:
        return wall
    states = [door_as_known(encounter, side, wall) for side in sides]
    known = next((one for one in states if one is not wall.door), wall.door)
    return wall if known is wall.door else wall.replace(door=known)


def _as_it_seems(wall: Wall) -> Wall:
    """Return a secret door as the wall that it seems to be, a locked one as merely closed.

    From which side alone a wall stops anybody is for those to find out who meet it.
    """
    if wall.one_way is not None:
        wall = wall.replace(one_way=None)
    if wall.kind is not WallKind.DOOR:
        return wall
    if wall.door is DoorState.SECRET:
        return wall.replace(kind=WallKind.WALL)
    return wall.replace(door=DoorState.CLOSED) if wall.door is DoorState.LOCKED else wall
