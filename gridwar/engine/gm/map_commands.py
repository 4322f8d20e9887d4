"""The GM's commands that edit the map. Each is one step of undo; its event holds what changed.

Nothing is refused for the rules' sake: what the map cannot hold (a kind it does not know, a wall
without length) is. Where nothing would change, nothing happens.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.battlemap import BattleMap, LayerName, Picture, Side
from gridwar.model.bounds import GroundStep, Number
from gridwar.model.command import GmCommand
from gridwar.model.cover_kinds import CoverKind, CoverObject
from gridwar.model.events_combatants import CombatantMoved, Explained
from gridwar.model.events_map import (
    CoverChanged,
    CoverKindSet,
    KindDropped,
    LayerPainted,
    MapSet,
    PageSet,
    TerrainKindSet,
    WallsChanged,
    ZonesChanged,
    with_changes,
)
from gridwar.model.events_sketch import SketchChanged
from gridwar.model.floors import is_rim, without_rims
from gridwar.model.map_in_play import MOST_KINDS
from gridwar.model.map_limits import most_terrain_kinds, spread_problem, walls_problem
from gridwar.model.map_tags import MapTags
from gridwar.model.painted_layers import Layer
from gridwar.model.scale import Scale
from gridwar.model.sketched_map import made_own
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.trace import Trace
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Light, Zone
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from frozendict import frozendict

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell

T = TypeVar("T", Wall, CoverObject, Zone)

_LOWEST, _HIGHEST = -128, 127


class LayMap(GmCommand):
    """Lay another map, or the present one changed."""

    map: BattleMap


class Paint(GmCommand):
    """Paint the cells marked in ``where``: a kind of terrain or cover, or a height of the ground.

    ``value`` is the place of a kind in the map's table (0 erases), or the height in steps; with
    ``relative`` the height rises by it.
    """

    layer: LayerName
    where: Layer
    value: Number = 0
    relative: bool = False

    def changed(self, page: BattleMap) -> frozendict[Cell, bytes]:
        """Return the tiles of the layer that would be others."""
        old, where = page.layer(self.layer), self.where.cropped(*page.size)
        if self.relative and self.layer is LayerName.GROUND:
            return old.changed_to(old.raised(where, self.value))
        return old.changed_to(old.painted(where, self.value % 256))


class PutWalls(GmCommand):
    """Put walls, doors and windows, or change those of the same ids; take others away."""

    put: tuple[Wall, ...] = ()
    gone: tuple[str, ...] = ()


class SetDoor(GmCommand):
    """Open, close, lock or hide a door."""

    wall: str
    state: DoorState


class PutCover(GmCommand):
    """Put single things to hide behind, or change those of the same ids; take others away."""

    put: tuple[CoverObject, ...] = ()
    gone: tuple[str, ...] = ()


class PutZones(GmCommand):
    """Put zones, or change those of the same ids; take others away."""

    put: tuple[Zone, ...] = ()
    gone: tuple[str, ...] = ()


class SetTerrainKind(GmCommand):
    """Change a kind of terrain, or add one (``index`` behind the last)."""

    index: Number
    terrain: TerrainKind


class SetCoverKind(GmCommand):
    """Change a kind of painted cover, or add one (``index`` behind the last)."""

    index: Number
    cover: CoverKind


class DropKind(GmCommand):
    """Take a kind of terrain or painted cover out of the map's table."""

    layer: LayerName
    index: Number


class SetPage(GmCommand):
    """Set name, tags, size, scale, steps, light or picture of the map; None stays as it is.

    ``baked_lighting`` says whether the picture has the light in it.
    """

    name: str | None = None
    tags: MapTags | None = None
    width: Side | None = None
    height: Side | None = None
    scale: Scale | None = None
    ground_step_m: GroundStep | None = None
    light: Light | None = None
    picture: Picture | None = None
    baked_lighting: bool | None = None


def _paint(table: Table, command: Paint) -> Procedure[None]:
    page = table.now.map
    is_ground = command.layer is LayerName.GROUND
    lowest, highest = (_LOWEST, _HIGHEST) if is_ground else (0, _kinds(page, command.layer) - 1)
    text = _("The {layer} layer has no kind {value}: choose one from {low} to {high}.")
    fits = lowest <= command.value <= highest
    named = {"value": command.value, "layer": command.layer, "low": lowest, "high": highest}
    yield from require(fits, "no_such_kind", text, waivable=False, **named)
    if tiles := command.changed(page):
        yield from emit(LayerPainted(layer=command.layer, tiles=tiles))


def _kinds(page: BattleMap, layer: LayerName) -> int:
    return len(page.terrain_kinds if layer is LayerName.TERRAIN else page.cover_kinds)


def _put_walls(table: Table, command: PutWalls) -> Procedure[None]:
    page = table.now.map
    here = without_rims(page.walls, page.floors)
    new = tuple(one for one in command.put if not page.floors or not is_rim(one))
    put, gone = yield from _changes(here, new, command.gone)
    if put or gone:
        yield from _within("", walls_problem, with_changes(here, put, gone))
        yield from change_walls(table, put, gone)


def change_walls(table: Table, put: tuple[Wall, ...], gone: tuple[str, ...]) -> Procedure[None]:
    """Change walls and the sketch: what followed from it is the GM's own from then on."""
    page = table.now.map
    sketch, put, gone = made_own(page, put, gone)
    if sketch is not None and sketch is not page.sketch:
        yield from emit(SketchChanged.between(page.sketch, sketch))
    yield from emit(WallsChanged(put=put, gone=gone))


def _set_door(table: Table, command: SetDoor) -> Procedure[None]:
    wall = next((one for one in table.now.map.walls if one.id == command.wall), None)
    is_door = wall is not None and wall.kind is WallKind.DOOR
    text = _("There is no door {id} on this map.").format(id=command.wall)
    yield from require(is_door, "no_door", text, waivable=False)
    stays = wall is not None and wall.is_broken and command.state is not DoorState.OPEN
    broken = _("This door is broken: it stays open until it gets points again.")
    yield from require(not stays, "door_broken", broken, waivable=False)
    if wall is not None and wall.door is not command.state:
        yield from emit(WallsChanged(put=(wall.with_door(command.state),)))


def _put_cover(table: Table, command: PutCover) -> Procedure[None]:
    page = table.now.map
    put, gone = yield from _changes(page.cover_objects, command.put, command.gone)
    on_map = all(any(page.contains(cell) for cell in thing.cells) for thing in put)
    text = _("A thing to hide behind needs at least one cell on the map.")
    yield from require(on_map, "off_map", text, waivable=False)
    if put or gone:
        things = _("things to hide behind: ")
        yield from _within(things, spread_problem, with_changes(page.cover_objects, put, gone))
        yield from emit(CoverChanged(put=put, gone=gone))


def _put_zones(table: Table, command: PutZones) -> Procedure[None]:
    here = table.now.map.zones
    put, gone = yield from _changes(here, command.put, command.gone)
    if put or gone:
        yield from _within(_("zones: "), spread_problem, with_changes(here, put, gone))
        yield from emit(ZonesChanged(put=put, gone=gone))


def _changes(
    things: tuple[T, ...], put: tuple[T, ...], gone: tuple[str, ...]
) -> Procedure[tuple[tuple[T, ...], tuple[str, ...]]]:
    """Return what of the put and taken away changes anything; refuse an id that is put twice."""
    twins = sorted(one for one, times in Counter(one.id for one in put).items() if times > 1)
    text = _("The id {id} is used twice.").format(id=", ".join(twins))
    yield from require(not twins, "twins", text, waivable=False)
    here = {one.id: one for one in things}
    changed = tuple(one for one in put if here.get(one.id) != one)
    return changed, tuple(one for one in gone if one in here)


def _within(
    what: str, problem_of: Callable[[Collection[T]], str], left: Collection[T]
) -> Procedure[None]:
    """Refuse what would be too much for a map."""
    problem = problem_of(left)
    yield from require(not problem, "too_many", f"{what}{problem}.", waivable=False)


def _set_terrain_kind(table: Table, command: SetTerrainKind) -> Procedure[None]:
    kinds = table.now.map.terrain_kinds
    names = tuple(one.name for one in kinds)
    yield from _fits_table(command.terrain.name, names, command.index, 0)
    most = most_terrain_kinds(table.now.map.props)
    text = _("The map has {most} kinds of terrain and no place for {name}: drop one first.")
    named = {"most": most, "name": command.terrain.name}
    yield from require(command.index < most, "no_place", text, waivable=False, **named)
    if kinds[command.index : command.index + 1] != (command.terrain,):
        yield from emit(TerrainKindSet(index=command.index, terrain=command.terrain))


def _set_cover_kind(table: Table, command: SetCoverKind) -> Procedure[None]:
    kinds = table.now.map.cover_kinds
    names = tuple(one.name for one in kinds)
    yield from _fits_table(command.cover.name, names, command.index, 1)
    if kinds[command.index : command.index + 1] != (command.cover,):
        yield from emit(CoverKindSet(index=command.index, cover=command.cover))


def _drop_kind(table: Table, command: DropKind) -> Procedure[None]:
    page = table.now.map
    is_layer = command.layer is not LayerName.GROUND
    is_there = is_layer and 0 < command.index < _kinds(page, command.layer)
    text = _("There is no kind {index} to take away.")
    yield from require(is_there, "no_such_kind", text, waivable=False, index=command.index)
    count = page.layer(command.layer).how_many(command.index)
    text = ngettext(
        "{n} cell is painted with it and would be plain.",
        "{n} cells are painted with it and would be plain.",
        count,
    ).format(n=count)
    yield from require(not count, "in_use", text)
    yield from emit(KindDropped(layer=command.layer, index=command.index))


def _fits_table(name: str, names: tuple[str, ...], index: int, first: int) -> Procedure[None]:
    """Refuse a kind that has no place in the map's table, no name, or one that another has."""
    text = _("Kind {index} has no place: the map has {count}, and {most} at most.")
    fits = first <= index <= min(len(names), MOST_KINDS - 1)
    named = {"index": index, "count": len(names), "most": MOST_KINDS}
    yield from require(fits, "no_place", text, waivable=False, **named)
    yield from require(bool(name.strip()), "no_name", _("A kind needs a name."), waivable=False)
    taken = any(at != index and one == name for at, one in enumerate(names))
    text = _("There is already a kind called {name}: choose another name.").format(name=name)
    yield from require(not taken, "taken", text, waivable=False)


def _set_page(table: Table, command: SetPage) -> Procedure[None]:
    event = PageSet(
        name=command.name,
        tags=command.tags,
        width=command.width,
        height=command.height,
        scale=command.scale,
        ground_step_m=command.ground_step_m,
        light=command.light,
        picture=command.picture,
        baked_lighting=command.baked_lighting,
    )
    if event.changed(table.now.map) != table.now.map:
        yield from emit(event)
        yield from leave_what_is_no_map(table)


def lay_map(table: Table, command: LayMap) -> Procedure[None]:
    """Lay a map; what the combatants carry comes along."""
    here, own = table.now, command.map.light_sources
    own = tuple(one for one in own if not one.carried_by or one.carried_by in here)
    known = {one.id for one in own}
    carried = (one for one in here.map.light_sources if one.carried_by and one.id not in known)
    yield from emit(MapSet(map=command.map.with_light_sources((*own, *carried))))
    yield from leave_what_is_no_map(table)


def leave_what_is_no_map(table: Table) -> Procedure[None]:
    """Put those off the board whose place the map no longer has, and say whom."""
    beyond = [
        one
        for one in table.now.combatants.values()
        if one.pos is not None and not table.now.map.contains(one.pos)
    ]
    for one in beyond:
        yield from emit(CombatantMoved(who=one.id, to=None, walked=False))
    if beyond:
        names = ", ".join(one.name for one in beyond)
        text = _("Off the board, for the map ends before their place: {names}")
        yield from emit(Explained(trace=Trace(title=text.format(names=names))))


MAP_COMMANDS: Mapping[type[Command], Handler] = {
    Paint: _paint,
    PutWalls: _put_walls,
    SetDoor: _set_door,
    PutCover: _put_cover,
    PutZones: _put_zones,
    SetTerrainKind: _set_terrain_kind,
    SetCoverKind: _set_cover_kind,
    DropKind: _drop_kind,
    SetPage: _set_page,
}
