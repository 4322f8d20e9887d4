"""The map as players see it: the ground without its secrets, and what anybody there would see.

Owns which walls, paint, zones and areas come through. Heights in figures, zones that are the game
master's, names of zones and what only one side knows stay out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.drawn_since_laid import LaidMap, lies_on_any
from gridwar.control.memo import Memo
from gridwar.control.presenters.fog_on_map import PartyFog, party_of
from gridwar.control.presenters.ground_walls_zones import IN_PLAY, present_ground, present_parts
from gridwar.control.presenters.light_on_map import made_light
from gridwar.control.presenters.players_known_map import KnownWalls, known_areas
from gridwar.control.presenters.players_known_props import KnownProps
from gridwar.control.presenters.players_known_sketch import sketch_as_known, without_seams
from gridwar.control.presenters.public_names import is_of_party
from gridwar.control.presenters.rule_areas_and_marks import area_regions
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.engine.perception.light_of_fight import lights_seen_by_any
from gridwar.model.memory import FogMode
from gridwar.model.painted_layers import TILE
from gridwar.model.walls import DoorState, WallKind

if TYPE_CHECKING:
    from gridwar.control.maps.drawn_since_laid import DrawnHere
    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.light_records import LightView
    from gridwar.control.rules_cache import RulesCache
    from gridwar.engine.kit.overlays_and_scenery import Area
    from gridwar.engine.session.session import Session
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.painted_layers import Layer
    from gridwar.model.sketch import Sketch
    from gridwar.model.walls import Wall

PLAIN: Final = (
    sr.RegionRole.SMOKE,
    sr.RegionRole.DARK,
    sr.RegionRole.LIT,
    sr.RegionRole.THING,
)
"""Areas that anybody there would see; zones of other kinds may be the GM's secret."""


class PlayersMap:
    """Makes ground, fog, light and overlays of a session; keeps what did not change."""

    def __init__(self, session: Session, cache: RulesCache) -> None:
        self._session = session
        self._cache = cache
        self._laid = LaidMap(session)
        self._fog = PartyFog()
        self._walls = KnownWalls()
        self._props = KnownProps()
        self._known_sketch: Sketch | None = None
        self._ground: Memo[gr.GroundView] = Memo()
        self._gridless: Memo[gr.GroundView] = Memo()
        self._parts: Memo[tuple[sr.OverlayView, ...]] = Memo()
        self._light: Memo[LightView] = Memo()

    def fog(self) -> FogView | None:
        """Return the fog over what players do not know; None where there is none."""
        return self._fog.of(self._session.encounter)

    def sees(self, cell: Cell) -> bool:
        """Return whether players see the middle of a cell now."""
        fog = self.fog()
        if not self._session.encounter.map.contains(cell) or fog is None:
            return fog is None
        half = fog.points // 2
        return bool(fog.seen[cell.y * fog.points + half, cell.x * fog.points + half])

    def ground(self, *, grid: bool) -> gr.GroundView:
        """Return the ground as far as it is known, with the lines of its grid or without."""
        encounter, fog = self._session.encounter, self.fog()
        page = encounter.map
        own = self._laid.own(page)
        walls = page.walls if fog is None else self._walls.of(encounter, fog)
        props = page.props if fog is None else self._props.of(encounter, fog)

        def made() -> gr.GroundView:
            sketch = page.sketch and self._sketch(page.sketch, walls, fog)
            seen = tuple(map(_as_it_seems, walls))
            seen = seen if page.sketch is None else without_seams(seen)
            shown = page.replace(walls=seen, sketch=sketch, props=props)
            seeming = replace(own, walls=own.walls - self._secret_in_picture(page, own))
            ground = replace(present_ground(shown, own=seeming), heights=None)
            if fog is None:
                return ground
            paint = (replace(one, layer=known_layer(one.layer, fog)) for one in ground.paint)
            return replace(ground, paint=tuple(one for one in paint if one.layer.tiles))

        # Paint is cut by the fog anew; without any the ground goes by map and walls alone.
        is_painted = bool(page.terrain.tiles or page.cover.tiles or page.sketch)
        ground = self._ground.get((page, own, walls, props, fog if is_painted else None), made)
        if grid:
            return ground
        return self._gridless.get((ground,), lambda: replace(ground, grid=False))

    def _sketch(
        self, sketch: Sketch, walls: tuple[Wall, ...], fog: FogView | None
    ) -> Sketch | None:
        """Return the sketch as it is known, the same one while no more is; None where blank."""
        found = sketch_as_known(sketch, walls, fog)
        if found != self._known_sketch:
            self._known_sketch = found
        return None if found.is_blank else self._known_sketch

    def _secret_in_picture(self, page: BattleMap, own: DrawnHere) -> frozenset[str]:
        """Return secret doors made of walls that the picture shows: drawn, they would stand out."""
        return frozenset(
            one.id
            for one in page.walls
            if one.kind is WallKind.DOOR
            and one.door is DoorState.SECRET
            and one.id in own.walls
            and lies_on_any(one, self._laid.base().walls)
        )

    def light(self, *, is_shared: bool) -> LightView | None:
        """Return the light that they know of, where the fog counts light or it is shared."""
        encounter = self._session.encounter
        vision = encounter.vision
        is_counted = vision.counts_light and vision.mode is not FogMode.OFF
        if not (is_counted or is_shared) or encounter.map.baked_lighting:
            return None
        lights = lights_seen_by_any(encounter, party_of(encounter))
        return made_light(self._light, encounter.map, lights, self.fog())

    def overlays(self, met: frozenset[str]) -> tuple[sr.OverlayView, ...]:
        """Return smoke, light and things, and the areas of the rules that everybody knows.

        Args:
            met: Whom players see: what goes along with anybody else betrays him.
        """
        encounter, fog = self._session.encounter, self.fog()
        return self._parts.get((encounter, met, fog), lambda: self._made(encounter, met, fog))

    def _made(
        self, encounter: Encounter, met: frozenset[str], fog: FogView | None
    ) -> tuple[sr.OverlayView, ...]:
        own = self._laid.own(encounter.map)
        plain = [
            # How long it lasts is the GM's to know.
            replace(one, label="", second="", filled=True)
            for one in present_parts(encounter.map, IN_PLAY, own, frozendict())
            if isinstance(one, sr.RegionOverlay) and one.role in PLAIN
        ]
        areas = self._cache.areas()
        open_to_all = tuple(one for one in areas if _is_open(encounter, one, met))
        regions = [_unnamed(encounter, one) for one in area_regions(encounter, open_to_all)]
        if fog is None:
            return (*plain, *regions)
        things = [one for one in plain if one.role is sr.RegionRole.THING]
        passing = [one for one in plain if one.role is not sr.RegionRole.THING]
        # What passes is seen where it is in sight; things are remembered.
        in_sight = replace(fog, known=fog.seen)
        return (*known_areas(things, fog), *known_areas((*passing, *regions), in_sight))


def known_layer(layer: Layer, fog: FogView) -> Layer:
    """Return a painted layer with what is known of it alone: cells of which any point is."""
    rows, columns = (side // fog.points for side in fog.known.shape)
    points = fog.known.reshape(rows, fog.points, columns, fog.points)
    known = np.asarray(points.any(axis=(1, 3)), np.uint8)
    tiles: dict[Cell, bytes] = {}
    for place, values in layer.tiles.items():
        x, y = place.x * TILE, place.y * TILE
        part = np.zeros((TILE, TILE), np.uint8)
        there = known[y : y + TILE, x : x + TILE]
        part[: there.shape[0], : there.shape[1]] = there
        tiles[place] = (np.frombuffer(values, np.uint8).reshape(TILE, TILE) * part).tobytes()
    return layer.with_tiles(tiles)


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
