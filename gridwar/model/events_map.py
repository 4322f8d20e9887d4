"""The events of the map: another one laid, or an edit, which holds only what changed.

Paint comes as the tiles that a stroke touched; walls, cover, zones, lights, pins and props as those
put or changed (by id, in their place) and the ids of those taken away.
"""

from __future__ import annotations

from sys import float_info
from typing import TYPE_CHECKING, Annotated, ClassVar, Protocol, TypeVar

from msgspec import Meta

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.bounds import ground_step_within
from gridwar.model.cover_kinds import CoverKind, CoverObject
from gridwar.model.event_base import Event
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.lights import LightSource
from gridwar.model.map_tags import MOST_TAG_LETTERS, MOST_TAGS
from gridwar.model.painted_layers import Tiles
from gridwar.model.pins import Pin
from gridwar.model.props import Prop
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall
from gridwar.model.zones import Light, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter


_Tags = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=MOST_TAG_LETTERS)], ...],
    Meta(max_length=MOST_TAGS),
]
_Side = Annotated[int, Meta(ge=1, le=MAX_SIDE_CELLS)]


class MapSet(Event):
    """The GM laid another map, or changed the present one."""

    map: BattleMap

    def apply(self, encounter: Encounter) -> Encounter:
        """Lay it; another place than before has been seen by nobody."""
        vision = encounter.vision
        if _has_floors_more(self.map, encounter.map):
            vision = vision.resized(self.map.size)
        elif not _is_same_place(self.map, encounter.map):
            vision = vision.on_another_map()
        return encounter.replace(map=self.map, vision=vision)


def _is_same_place(page: BattleMap, other: BattleMap) -> bool:
    """Return whether a map is another one changed: as large, with its picture or its walls."""
    if page.size != other.size:
        return False
    if page.picture is not None:
        return page.picture == other.picture
    return bool(page.walls) and page.walls == other.walls


def _has_floors_more(page: BattleMap, other: BattleMap) -> bool:
    """Return whether a map is another one with floors beside those it had, in their places."""
    if len(page.floors) <= max(1, len(other.floors)):
        return False
    if other.floors:
        return page.floors[: len(other.floors)] == other.floors
    first = page.floors[0]
    return first.at == (0, 0) and first.size == other.size


class MapEvent(Event):
    """An event that changes the map alone."""

    kind: ClassVar[str] = ""

    def apply(self, encounter: Encounter) -> Encounter:
        """Change the map; what was seen of it is cut off with it."""
        page = self.changed(encounter.map)
        if page.size == encounter.map.size:
            return encounter.replace(map=page)
        return encounter.replace(map=page, vision=encounter.vision.resized(page.size))

    def changed(self, page: BattleMap) -> BattleMap:
        """Return the map after the event."""
        return page


class LayerPainted(MapEvent):
    """Some tiles of a painted layer became others."""

    layer: LayerName
    tiles: Tiles

    def changed(self, page: BattleMap) -> BattleMap:
        """Lay the tiles."""
        kinds = {
            LayerName.TERRAIN: len(page.terrain_kinds),
            LayerName.COVER: len(page.cover_kinds),
        }.get(self.layer, 256)
        if any(max(tile) >= kinds for tile in self.tiles.values()):
            raise MapError(f"a cell of the {self.layer} layer names a kind that the map has not")
        return page.with_layer(self.layer, page.layer(self.layer).with_tiles(self.tiles))


class WallsChanged(MapEvent):
    """Walls, doors or windows were put, changed or taken away."""

    put: tuple[Wall, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_walls(with_changes(page.walls, self.put, self.gone))


class CoverChanged(MapEvent):
    """Single things to hide behind were put, changed or taken away."""

    put: tuple[CoverObject, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_cover_objects(with_changes(page.cover_objects, self.put, self.gone))


class ZonesChanged(MapEvent):
    """Zones were put, changed or taken away."""

    put: tuple[Zone, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_zones(with_changes(page.zones, self.put, self.gone))


class LightsChanged(MapEvent):
    """Sources of light were put, changed, given to somebody or taken away."""

    put: tuple[LightSource, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_light_sources(with_changes(page.light_sources, self.put, self.gone))


class ImportedLightsUsed(MapEvent):
    """The lights that a file of others had brought along became sources of light."""

    put: tuple[LightSource, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put them; nothing of them is only kept any more."""
        left = page.with_lights((), page.kept)
        return left.with_light_sources(with_changes(page.light_sources, self.put, ()))


class PinsChanged(MapEvent):
    """Pins were put, moved, written anew or taken away."""

    put: tuple[Pin, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_pins(with_changes(page.pins, self.put, self.gone))


class PropsChanged(MapEvent):
    """Props were put, moved, turned, changed, flipped or taken away."""

    put: tuple[Prop, ...] = ()
    gone: tuple[str, ...] = ()

    def changed(self, page: BattleMap) -> BattleMap:
        """Put and take them."""
        return page.with_props(with_changes(page.props, self.put, self.gone))


class TerrainKindSet(MapEvent):
    """A kind of terrain was added at the end of the table, or changed in its place."""

    index: Annotated[int, Meta(ge=0, le=255)]
    terrain: TerrainKind

    def changed(self, page: BattleMap) -> BattleMap:
        """Write it into the table."""
        return page.with_terrain_kinds(_written(page.terrain_kinds, self.index, self.terrain))


class CoverKindSet(MapEvent):
    """A kind of painted cover was added at the end of the table, or changed in its place."""

    index: Annotated[int, Meta(ge=1, le=255)]
    cover: CoverKind

    def changed(self, page: BattleMap) -> BattleMap:
        """Write it into the table."""
        return page.with_cover_kinds(_written(page.cover_kinds, self.index, self.cover))


class KindDropped(MapEvent):
    """A kind of terrain or painted cover was taken out of the table; later ones moved up."""

    layer: LayerName
    index: Annotated[int, Meta(ge=1, le=255)]

    def changed(self, page: BattleMap) -> BattleMap:
        """Take it out."""
        return page.without_kind(self.layer, self.index)


class PageSet(MapEvent):
    """Name, tags, size, scale, steps, light or picture of the map were set; None stays as it was.

    So was whether the picture has the light in it.
    """

    name: str | None = None
    tags: _Tags | None = None
    width: _Side | None = None
    height: _Side | None = None
    scale: Scale | None = None
    ground_step_m: Annotated[float, Meta(gt=0, le=float_info.max)] | None = None
    light: Light | None = None
    picture: Picture | None = None
    baked_lighting: bool | None = None

    def changed(self, page: BattleMap) -> BattleMap:
        """Set them; a smaller page cuts off what lies outside."""
        if self.name is not None:
            page = page.with_name(self.name)
        if self.tags is not None:
            page = page.replace(tags=self.tags)
        if self.scale is not None:
            page = page.with_scale(self.scale)
        if self.ground_step_m is not None:
            page = page.with_ground_step(ground_step_within(self.ground_step_m))
        if self.light is not None:
            page = page.with_light(self.light)
        if self.picture is not None:
            page = page.with_picture(self.picture)
        if self.baked_lighting is not None:
            page = page.with_baked_lighting(is_baked=self.baked_lighting)
        width, height = self.width or page.width, self.height or page.height
        return page if (width, height) == page.size else page.resized(width, height)


MAP_EVENTS: tuple[type[Event], ...] = (
    MapSet,
    LayerPainted,
    WallsChanged,
    CoverChanged,
    ZonesChanged,
    LightsChanged,
    ImportedLightsUsed,
    PinsChanged,
    PropsChanged,
    TerrainKindSet,
    CoverKindSet,
    KindDropped,
    PageSet,
)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T")
N = TypeVar("N", bound=_Named)


def with_changes(old: tuple[N, ...], put: Iterable[N], gone: Iterable[str]) -> tuple[N, ...]:
    """Return things without some, others in the place of those of their id, new ones last."""
    new = {thing.id: thing for thing in put}
    without = set(gone)
    kept = [new.pop(thing.id, thing) for thing in old if thing.id not in without]
    return (*kept, *new.values())


def _written(table: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    if index > len(table):
        raise MapError(f"the table has {len(table)} kinds: there is no place {index} in it")
    return (*table[:index], entry, *table[index + 1 :])
