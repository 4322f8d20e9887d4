"""The map of a fight taken along to the next: as it was laid, then what was drawn on it here.

What was drawn comes by commands, as it was drawn the first time: so it is known in the next fight
too that no picture shows it, and it can be undone there. Zones come with the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.control.records.form_records import FieldKind, FieldView
from gridwar.engine.gm.map_commands import Paint, PutCover, PutWalls
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.model.battlemap import LayerName
from gridwar.model.painted_layers import TILE, Layer
from gridwar.model.sketch_walls import DERIVED
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.memory import Vision
    from gridwar.model.walls import Wall

_NO_LAYER = Layer.constant()


class MapParts(Struct, frozen=True):
    """What of a map comes along to the next fight, beside how it was laid.

    Attributes:
        drawn: What was drawn on it here.
        doors: Doors as they stand now; else as they were laid, none that was drawn open.
        lights: Sources of light as they are now; else as they were laid.
        pins: The game master's pins with their words.
        seen: The players' fog, with what was seen and pinned.
        handouts: The pictures that players were shown.
    """

    drawn: bool = True
    doors: bool = True
    lights: bool = True
    pins: bool = True
    seen: bool = True
    handouts: bool = True


def part_fields(encounter: Encounter, laid: BattleMap) -> tuple[FieldView, ...]:
    """Return a tick for each part of a map that there is to take along.

    Args:
        encounter: The fight.
        laid: Its map as it was laid.
    """
    page, vision = encounter.map, encounter.vision
    has_doors = any(one.kind is WallKind.DOOR for one in page.walls)
    words = {
        "drawn": (_has_drawing(page, laid), _("What was drawn on it")),
        "doors": (has_doors, _("Doors as they stand")),
        "lights": (bool(page.light_sources), _("Its lights as they are")),
        "pins": (bool(page.pins), _("Its pins, your notes")),
        "seen": (vision != vision.on_another_map(), _("What players saw of it")),
    }
    there = [(key, said) for key, (is_there, said) in words.items() if is_there]
    return tuple(FieldView(key, said, FieldKind.FLAG, True) for key, said in there)


def parts_given(given: Mapping[str, object]) -> MapParts:
    """Return which parts were ticked; what was not asked about comes along."""
    return MapParts(*(bool(given.get(name, True)) for name in MapParts.__struct_fields__))


def taken_map(
    page: BattleMap, laid: BattleMap, parts: MapParts
) -> tuple[BattleMap, tuple[Command, ...]]:
    """Return the map that the next fight begins with, and what is drawn on it then.

    Args:
        page: The map as it is now.
        laid: The map as it was laid here.
        parts: What of it comes along.
    """
    if not parts.doors:
        page = page.with_walls(_doors_as_laid(page.walls, laid.walls))
    if not parts.lights:
        page = page.replace(light_sources=() if page.picture is None else laid.light_sources)
    if not parts.pins:
        page = page.with_pins(())
    if page.picture is None:  # all there is on a blank page was drawn
        return (page if parts.drawn else _bare(page)), ()
    if laid.size != page.size or not _same_kinds(page, laid):
        return (
            page if parts.drawn else laid.replace(light_sources=page.light_sources, pins=page.pins)
        ), ()
    kept = page if parts.drawn else laid  # a sketch comes with the walls that follow from it
    first = page.replace(
        walls=(
            *(one for one in _doors_as_laid(laid.walls, page.walls) if not _is_sketched(one)),
            *(one for one in _doors_as_laid(kept.walls, page.walls) if _is_sketched(one)),
        ),
        sketch=kept.sketch,
        cover_objects=laid.cover_objects,
        props=laid.props,
        terrain=laid.terrain,
        ground=laid.ground,
        cover=laid.cover,
    )
    return first, tuple(_drawing(page, first)) if parts.drawn else ()


def taken_vision(encounter: Encounter, parts: MapParts, sides: Collection[str]) -> Vision:
    """Return the fog that the next fight begins with on the same map.

    Args:
        encounter: This fight.
        parts: What of the map comes along.
        sides: Those of the next fight, by id.
    """
    if not parts.seen:
        return encounter.vision.on_another_map()
    vision = encounter.vision
    for side in encounter.sides.keys() | vision.memories.keys():
        vision = vision if side in sides else vision.without_side(side)
    return vision


def lights_for(page: BattleMap, bearers: Mapping[str, str]) -> BattleMap:
    """Return a map whose lights are carried by those who came along, as they are called there.

    Args:
        page: The map.
        bearers: The ids of those who come along, each with the new one; others take theirs away.
    """
    sources = tuple(
        one.carried(bearers[one.carried_by]) if one.carried_by else one
        for one in page.light_sources
        if not one.carried_by or one.carried_by in bearers
    )
    return page if sources == page.light_sources else page.replace(light_sources=sources)


def _doors_as_laid(walls: tuple[Wall, ...], as_in: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """Return walls whose doors stand as those of the same ids in others; none of its own open."""
    states = {one.id: one.door for one in as_in if one.kind is WallKind.DOOR}

    def stands(one: Wall) -> Wall:
        shut = DoorState.CLOSED if one.door is DoorState.OPEN else one.door
        state = states.get(one.id, shut)
        return one if state is one.door else one.with_door(state)

    return tuple(stands(one) if one.kind is WallKind.DOOR else one for one in walls)


def _has_drawing(page: BattleMap, laid: BattleMap) -> bool:
    """Return whether anything was drawn on a map, the state of its doors apart."""
    if page.picture is None:
        return _bare(page) != page
    first, drawn = taken_map(page, laid, MapParts())
    return bool(drawn) or first.sketch != laid.sketch or (first is page and page != laid)


def _bare(page: BattleMap) -> BattleMap:
    return page.replace(
        walls=(),
        cover_objects=(),
        props=(),
        zones=(),
        terrain=_NO_LAYER,
        ground=_NO_LAYER,
        cover=_NO_LAYER,
        sketch=None,
    )


def _is_sketched(wall: Wall) -> bool:
    return wall.id.startswith(DERIVED)


def _same_kinds(page: BattleMap, laid: BattleMap) -> bool:
    """Return whether a cell that was painted then means the same now."""
    return (
        page.terrain_kinds[: len(laid.terrain_kinds)] == laid.terrain_kinds
        and page.cover_kinds[: len(laid.cover_kinds)] == laid.cover_kinds
        and page.ground_step_m == laid.ground_step_m
    )


def _drawing(page: BattleMap, laid: BattleMap) -> Iterator[Command]:
    walls, were = page.walls, {one.id: one for one in laid.walls}
    put = tuple(one for one in walls if were.get(one.id) != one)
    gone = tuple(were.keys() - {one.id for one in walls})
    if put or gone:
        yield PutWalls(put=put, gone=tuple(sorted(gone)))
    things = {one.id: one for one in laid.cover_objects}
    put_things = tuple(one for one in page.cover_objects if things.get(one.id) != one)
    gone_things = tuple(things.keys() - {one.id for one in page.cover_objects})
    if put_things or gone_things:
        yield PutCover(put=put_things, gone=tuple(sorted(gone_things)))
    props = {one.id: one for one in laid.props}
    put_props = tuple(one for one in page.props if props.get(one.id) != one)
    gone_props = tuple(props.keys() - {one.id for one in page.props})
    if put_props or gone_props:
        yield PutProps(put=put_props, gone=tuple(sorted(gone_props)))
    for name in LayerName:
        for value, where in _strokes(page.layer(name), laid.layer(name)).items():
            height = int(np.uint8(value).astype(np.int8))
            is_ground = name is LayerName.GROUND
            yield Paint(layer=name, where=where, value=height if is_ground else value)


def _strokes(now: Layer, then: Layer) -> dict[int, Layer]:
    """Return the cells that are other than they were, by what they are now."""
    empty = bytes(TILE * TILE)
    found: dict[int, dict[Cell, bytes]] = {}
    for place in {*now.tiles, *then.tiles}:
        new = np.frombuffer(now.tiles.get(place, empty), np.uint8)
        differs = new != np.frombuffer(then.tiles.get(place, empty), np.uint8)
        for value in np.unique(new[differs]):
            marks = (differs & (new == value)).astype(np.uint8)
            found.setdefault(int(value), {})[place] = marks.tobytes()
    return {value: _NO_LAYER.with_tiles(tiles) for value, tiles in sorted(found.items())}
