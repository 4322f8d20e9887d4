"""The map: its size, painted layers and picture; what lies on it by the types of their own files.

Owns no combatants and measures nothing (``gridwar.grid`` does). A bare
``BattleMap(width=30, height=20)`` is a blank page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, model_validator

from gridwar.errors import MapError
from gridwar.model.bounds import GroundStep
from gridwar.model.cover_kinds import Cells, CoverDegree, CoverKind, CoverObject
from gridwar.model.floors import (
    Floor,
    FloorWays,
    Link,
    cropped_floors,
    floor_at,
    ways_within,
    with_rims,
    without_rims,
)
from gridwar.model.foreign_map_data import KeptKeys, MapLight
from gridwar.model.geometry import MAX_SIDE_CELLS, Cell, Size
from gridwar.model.lights import LightSource, lights_after_a_round
from gridwar.model.map_cropping import cut_to, placed_within, walls_within
from gridwar.model.map_in_play import MapInPlay, map_in_play, tops_of
from gridwar.model.map_limits import (
    lights_problem,
    pins_problem,
    props_problem,
    refuse,
    spread_problem,
    twins_problem,
    walls_problem,
)
from gridwar.model.map_picture import Picture
from gridwar.model.map_tags import MapTags
from gridwar.model.painted_layers import Layer, LayerName
from gridwar.model.pins import Pin
from gridwar.model.props import Prop
from gridwar.model.record import Record
from gridwar.model.scale import Scale
from gridwar.model.sketch import Sketch
from gridwar.model.sketch_walls import walls_of_resized
from gridwar.model.terrain_kinds import DEFAULT_TERRAIN, TerrainKind
from gridwar.model.walls import Wall
from gridwar.model.whole_map_checks import floors_not_whole, what_is_not_whole
from gridwar.model.zones import Light, Zone, after_a_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["NO_COVER", "BattleMap", "LayerName", "Picture", "Side"]

_SIGN_BIT = 128


NO_COVER = CoverKind.constant(name="", degree=CoverDegree.NONE, hard=False)
_NO_LAYER = Layer.constant()
_PLAIN_SCALE = Scale.constant()

Side = Annotated[int, Field(ge=1, le=MAX_SIDE_CELLS)]


class BattleMap(Record):
    """Everything that lies on the table before the combatants do.

    A terrain byte is an index into ``terrain_kinds``, a cover byte into ``cover_kinds`` (0 is no
    cover), a ground byte counts signed steps of ``ground_step_m`` metres up or down.
    """

    width: Side = 30
    height: Side = 20
    name: str = ""
    scale: Scale = _PLAIN_SCALE
    terrain: Layer = _NO_LAYER
    terrain_kinds: tuple[TerrainKind, ...] = Field(default=DEFAULT_TERRAIN, min_length=1)
    ground: Layer = _NO_LAYER
    ground_step_m: GroundStep = 0.5
    cover: Layer = _NO_LAYER
    cover_kinds: tuple[CoverKind, ...] = Field(default=(NO_COVER,), min_length=1)
    cover_objects: tuple[CoverObject, ...] = ()
    walls: tuple[Wall, ...] = ()
    zones: tuple[Zone, ...] = ()
    light: Light = Light.BRIGHT
    picture: Picture | None = None
    light_sources: tuple[LightSource, ...] = ()
    """What sheds light or darkness, with what combatants carry."""
    lights: tuple[MapLight, ...] = ()
    """Lights of a file of others that are only kept: in use they are among ``light_sources``."""
    baked_lighting: bool = False
    """Whether the picture has the light in it already, so that none is drawn over it."""
    kept: KeptKeys | None = None
    tags: MapTags = ()
    pins: tuple[Pin, ...] = ()
    """Signs with words for the game master alone."""
    props: tuple[Prop, ...] = ()
    """Things that stand on it; how rules meet them says ``in_play``."""
    sketch: Sketch | None = None
    """What is drawn cell by cell; the walls that come of it are among ``walls``."""
    floors: tuple[Floor, ...] = ()
    """The pages of the sheet, none where all of it is one; they are open below at ``openings``."""
    links: tuple[Link, ...] = ()
    openings: Cells = ()

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if problem := what_is_not_whole(self):
            raise ValueError(problem)
        return self

    @property
    def size(self) -> Size:
        """Return width and height in cells."""
        return Size(self.width, self.height)

    def contains(self, cell: Cell) -> bool:
        """Return whether a cell is on the map: of one with floors, on one of them."""
        if self.floors:
            return floor_at(self.floors, cell) is not None
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def floor_at(self, cell: Cell) -> Floor | None:
        """Return the floor that a cell is on; None without floors, or between their pages."""
        return floor_at(self.floors, cell) if self.floors else None

    @property
    def in_play(self) -> MapInPlay:
        """Return terrain, cover and heights as rules meet them: with the props."""
        return map_in_play(self.props, self.terrain, self.terrain_kinds, self.cover_objects)

    @property
    def tops_m(self) -> Mapping[Cell, float]:
        """Return how high one stands on props above the painted ground, in metres."""
        return tops_of(self.props)

    def terrain_at(self, cell: Cell) -> TerrainKind:
        """Return what the ground of a cell is like, with a prop that stands there."""
        if self.props:
            found = self.in_play
            return found.terrain_kinds[found.terrain.get(cell)]
        return self.terrain_kinds[self.terrain.get(cell)]

    def cover_at(self, cell: Cell) -> CoverKind | None:
        """Return the cover painted on a cell."""
        value = self.cover.get(cell)
        return self.cover_kinds[value] if value else None

    def ground_m(self, cell: Cell) -> float:
        """Return how high one stands there, in metres above the map's zero: on a prop, its top."""
        return self.foot_m(cell) + self.tops_m.get(cell, 0.0) if self.props else self.foot_m(cell)

    def foot_m(self, cell: Cell) -> float:
        """Return the height of the painted ground, at the foot of whatever stands on it."""
        value = self.ground.get(cell)
        return (value - 2 * _SIGN_BIT if value >= _SIGN_BIT else value) * self.ground_step_m

    def zones_at(self, cell: Cell, kind: str) -> tuple[Zone, ...]:
        """Return the zones of one kind that lie on a cell, in the map's order."""
        return tuple(
            zone
            for zone in self.zones
            if zone.kind == kind and (zone.everywhere or cell in zone.cells)
        )

    def zones_everywhere(self, kind: str) -> tuple[Zone, ...]:
        """Return the zones of one kind that lie over the map and beyond its edge."""
        return tuple(zone for zone in self.zones if zone.kind == kind and zone.everywhere)

    def wall(self, wall_id: str) -> Wall:
        """Return the wall of an id."""
        for wall in self.walls:
            if wall.id == wall_id:
                return wall
        raise MapError(f"the map has no wall {wall_id!r}")

    def zone(self, zone_id: str) -> Zone:
        """Return the zone of an id."""
        for zone in self.zones:
            if zone.id == zone_id:
                return zone
        raise MapError(f"the map has no zone {zone_id!r}")

    def layer(self, name: LayerName) -> Layer:
        """Return one of the painted layers."""
        found: Layer = getattr(self, name.value)
        return found

    def with_layer(self, name: LayerName, layer: Layer) -> Self:
        """Return the map with another layer in the place of one of its own."""
        return self.replace(**{name.value: layer})

    def with_painted(self, name: LayerName, values: Mapping[Cell, int]) -> Self:
        """Return the map with some cells of a layer painted; those outside are left out.

        Args:
            name: The layer.
            values: The new byte of each cell; ground steps may be negative (-128 to 127).
        """
        inside = {cell: value % 256 for cell, value in values.items() if self.contains(cell)}
        kinds = {
            LayerName.TERRAIN: len(self.terrain_kinds),
            LayerName.COVER: len(self.cover_kinds),
        }.get(name, 256)
        if max(inside.values(), default=0) >= kinds:
            raise MapError(f"the {name} layer has only {kinds} kinds: add the kind first")
        return self.with_layer(name, self.layer(name).with_cells(inside))

    def with_terrain_kinds(self, kinds: Iterable[TerrainKind]) -> Self:
        """Return the map with another table of terrain; painted cells keep their index."""
        return self.replace(terrain_kinds=tuple(kinds))

    def with_cover_kinds(self, kinds: Iterable[CoverKind]) -> Self:
        """Return the map with another table of cover; the first entry stands for none."""
        return self.replace(cover_kinds=tuple(kinds))

    def with_cover_objects(self, objects: Iterable[CoverObject]) -> Self:
        """Return the map with other single things to hide behind."""
        found = tuple(objects)
        refuse(twins_problem(found) or spread_problem(found))
        return self.replace(cover_objects=found)

    def with_walls(self, walls: Iterable[Wall]) -> Self:
        """Return the map with other walls."""
        found = with_rims(tuple(walls), self.floors)
        refuse(twins_problem(found) or walls_problem(found))
        return self.replace(walls=found)

    def with_floors(self, floors: Iterable[Floor], ways: FloorWays | None = None) -> Self:
        """Return the map with other floors, links and openings; None keeps those that still fit."""
        pages = tuple(floors)
        links, openings = ways or ways_within(self.links, self.openings, pages)
        walls = with_rims(without_rims(self.walls, self.floors), pages)
        found = self.replace(floors=pages, links=links, openings=openings, walls=walls)
        refuse(floors_not_whole(found) or twins_problem(walls) or walls_problem(walls))
        return found

    def with_sketch(self, sketch: Sketch | None) -> Self:
        """Return the map with another sketch, or with none; its walls stay as they are."""
        return self.replace(sketch=sketch)

    def with_zones(self, zones: Iterable[Zone]) -> Self:
        """Return the map with other zones."""
        found = tuple(zones)
        refuse(twins_problem(found) or spread_problem(found))
        return self.replace(zones=found)

    def with_light_sources(self, sources: Iterable[LightSource]) -> Self:
        """Return the map with other sources of light."""
        found = tuple(sources)
        refuse(twins_problem(found) or lights_problem(found))
        return self.replace(light_sources=found)

    def with_pins(self, pins: Iterable[Pin]) -> Self:
        """Return the map with other pins."""
        found = tuple(pins)
        refuse(twins_problem(found) or pins_problem(found))
        return self.replace(pins=found)

    def with_props(self, props: Iterable[Prop]) -> Self:
        """Return the map with other props."""
        found = tuple(props)
        problem = props_problem(found, self.size, len(self.terrain_kinds))
        refuse(twins_problem(found) or problem)
        return self.replace(props=found)

    def with_round_passed(self) -> Self:
        """Return the map a round later: zones and lights of some rounds are nearer to their end."""
        zones, lights = after_a_round(self.zones), lights_after_a_round(self.light_sources)
        if zones is self.zones and lights is self.light_sources:
            return self
        return self.replace(zones=zones, light_sources=lights)

    def with_light(self, light: Light) -> Self:
        """Return the map under another light."""
        return self.replace(light=light)

    def with_scale(self, scale: Scale) -> Self:
        """Return the map at another scale; while no height is painted, its steps suit the unit."""
        if self.ground.tiles or scale.unit == self.scale.unit:
            return self.replace(scale=scale)
        return self.replace(scale=scale, ground_step_m=scale.step_m)

    def with_ground_step(self, step_m: float) -> Self:
        """Return the map with higher or lower steps of the ground; painted heights go along."""
        return self.replace(ground_step_m=step_m)

    def without_kind(self, name: LayerName, index: int) -> Self:
        """Return the map without a kind of terrain or cover; cells painted with it are plain.

        Args:
            name: The layer of terrain or of cover.
            index: The place of the kind in its table, from 1 on.
        """
        page = self.with_layer(name, self.layer(name).without_value(index))
        if name is LayerName.TERRAIN:
            kinds = page.terrain_kinds
            return page.with_terrain_kinds((*kinds[:index], *kinds[index + 1 :]))
        covers = page.cover_kinds
        return page.with_cover_kinds((*covers[:index], *covers[index + 1 :]))

    def with_picture(self, picture: Picture | None) -> Self:
        """Return the map on another picture, or on none."""
        return self.replace(picture=picture)

    def with_lights(self, lights: Iterable[MapLight], kept: KeptKeys | None) -> Self:
        """Return the map with what a file of others said that Gridwar only keeps."""
        return self.replace(lights=tuple(lights), kept=kept)

    def with_baked_lighting(self, *, is_baked: bool) -> Self:
        """Return the map with or without light in its picture."""
        return self.replace(baked_lighting=is_baked)

    def with_name(self, name: str) -> Self:
        """Return the map under another name."""
        return self.replace(name=name)

    def resized(self, width: int, height: int) -> Self:
        """Return the map with the right and lower border moved.

        Paint, zones and cover outside are cut off; of walls, lights and pins only those that lie
        wholly outside, of props those that no longer stand on it whole.

        Args:
            width: Columns, in cells.
            height: Rows, in cells.
        """
        if not (1 <= width <= MAX_SIDE_CELLS and 1 <= height <= MAX_SIDE_CELLS):
            raise MapError(f"a map has 1 to {MAX_SIDE_CELLS} cells a side, not {width} x {height}")
        layers = {name.value: self.layer(name).cropped(width, height) for name in LayerName}
        size = Size(width, height)
        sketch = self.sketch and self.sketch.resized(width, height)
        walls = walls_of_resized(self.walls, self.sketch, sketch)
        page = self.replace(width=width, height=height, walls=walls_within(walls, size), **layers)
        return page.with_floors(cropped_floors(self.floors, width, height)).replace(
            zones=cut_to(self.zones, size),
            cover_objects=cut_to(self.cover_objects, size),
            lights=tuple(one for one in self.lights if one.reaches_before(size)),
            light_sources=placed_within(self.light_sources, size),
            sketch=sketch,
            pins=placed_within(self.pins, size),
            props=placed_within(self.props, size),
        )
