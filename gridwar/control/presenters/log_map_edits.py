"""How the log calls what the GM did to the map: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps import map_words
from gridwar.engine.gm import map_commands
from gridwar.engine.gm.damage_to_walls import DamageWall
from gridwar.model.battlemap import LayerName
from gridwar.model.map_tags import tag_words
from gridwar.model.walls import WallKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall


Words = tuple[str, str]
"""Headline and result."""


def describe_map_edit(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of an edit of the map; None for any other command."""
    old, new = before.map, after.map
    match command:
        case map_commands.Paint():
            return _painted(command, new)
        case map_commands.PutWalls() | map_commands.SetDoor() | DamageWall():
            return _of_walls(command, old, new)
        case map_commands.PutCover(put=put, gone=gone):
            names = [map_words.thing_name(thing) for thing in put]
            lost = [map_words.thing_name(thing) for thing in old.cover_objects if thing.id in gone]
            return _changed(names, lost), map_words.cover_words(put[0]) if len(put) == 1 else ""
        case map_commands.PutZones(put=put, gone=gone):
            names = [map_words.zone_name(zone) for zone in put]
            lost = [map_words.zone_name(zone) for zone in old.zones if zone.id in gone]
            note = map_words.zone_note(put[0]) or _cells(len(put[0].cells)) if len(put) == 1 else ""
            return _changed(names, lost), note
        case map_commands.SetTerrainKind(terrain=kind):
            return _("Terrain {name}").format(name=kind.name), map_words.terrain_effect(kind)
        case map_commands.SetCoverKind(cover=kind):
            text = _("Cover {name}").format(name=kind.name)
            return text, map_words.degree_words(kind.degree)
        case map_commands.DropKind(layer=layer, index=index):
            kinds = old.terrain_kinds if layer is LayerName.TERRAIN else old.cover_kinds
            name = kinds[index].name if index < len(kinds) else str(index)
            return _("Takes away the kind {name}").format(name=name), ""
        case map_commands.SetPage():
            return _page(command, new)
        case _:
            return None


def _of_walls(
    command: map_commands.PutWalls | map_commands.SetDoor | DamageWall,
    old: BattleMap,
    new: BattleMap,
) -> Words:
    if isinstance(command, map_commands.PutWalls):
        return _walls(command, old, new)
    if isinstance(command, DamageWall):
        return _damaged(old.wall(command.wall), new, command.damage)
    door = next((wall for wall in new.walls if wall.id == command.wall), None)
    name = map_words.wall_name(door, new.floors) if door is not None else command.wall
    return name[:1].upper() + name[1:], map_words.door_words(command.state)


def _damaged(wall: Wall, page: BattleMap, damage: int) -> Words:
    left = next((one for one in page.walls if one.id == wall.id), None)
    name = map_words.capital(map_words.wall_name(wall, page.floors))
    headline = _("{name} takes {n} damage").format(name=name, n=damage)
    return headline, _("gone") if left is None else map_words.strength_words(left)


def _painted(command: map_commands.Paint, page: BattleMap) -> Words:
    cells = _cells(command.where.cropped(*page.size).count())
    if command.layer is LayerName.GROUND:
        height = map_words.height_words(page, command.value, relative=command.relative)
        if not command.relative:
            return _("Sets {cells} to {height}").format(cells=cells, height=height), ""
        text = _("Raises {cells} by {height}")
        if command.value < 0:
            text = _("Lowers {cells} by {height}")
        return text.format(cells=cells, height=height.lstrip("+\u2212")), ""
    if command.value == 0:
        return _("Clears {cells}").format(cells=cells), ""
    kinds = page.terrain_kinds if command.layer is LayerName.TERRAIN else page.cover_kinds
    name = kinds[command.value].name if command.value < len(kinds) else str(command.value)
    return _("Paints {cells} {kind}").format(cells=cells, kind=name), ""


def _walls(command: map_commands.PutWalls, old: BattleMap, new: BattleMap) -> Words:
    known = {wall.id: wall for wall in old.walls}
    put = [wall for wall in new.walls if known.get(wall.id) != wall]
    fresh = [wall for wall in put if wall.id not in known]
    lost = [known[one] for one in command.gone if one in known]
    opening = next((wall for wall in fresh if map_words.kind_words(wall) != _("wall")), None)
    if opening is not None and len([w for w in fresh if w.kind is opening.kind]) == 1:
        return _("Puts {what}").format(what=map_words.wall_name(opening, new.floors)), ""
    if fresh:
        return _("Draws {walls}").format(walls=_count(fresh)), ""
    if not put:
        text = map_words.wall_name(lost[0], old.floors) if len(lost) == 1 else _count(lost)
        return _("Takes away {walls}").format(walls=text), ""
    if all(known[wall.id] == wall.replace(a=known[wall.id].a, b=known[wall.id].b) for wall in put):
        return _("Moves {walls}").format(walls=_count(put)), ""
    if len(put) == 1:
        return _("Changes {wall}").format(wall=map_words.wall_name(put[0], new.floors)), ""
    return _("Changes {walls}").format(walls=_count(put)), ""


def _changed(put: Sequence[str], gone: Sequence[str]) -> str:
    if put and not gone:
        return _("Puts {what}").format(what=", ".join(put))
    if gone and not put:
        return _("Takes away {what}").format(what=", ".join(gone))
    return _("Changes {what}").format(what=", ".join((*put, *gone)))


def _page(command: map_commands.SetPage, new: BattleMap) -> Words:
    parts = []
    if command.name is not None:
        parts.append(command.name)
    if command.tags is not None:
        parts.append(_("tags: {tags}").format(tags=tag_words(command.tags) or _("none")))
    if command.width is not None or command.height is not None:
        parts.append(f"{new.width} \u00d7 {new.height}")
    if command.scale is not None:
        scale = command.scale
        parts.append(_("1 cell = {size:g} {unit}").format(size=scale.cell_size, unit=scale.unit))
    if command.ground_step_m is not None:
        parts.append(_("heights in steps of {step}").format(step=map_words.height_words(new, 1)))
    if command.light is not None:
        parts.append(map_words.light_words(command.light))
    if command.baked_lighting is not None:
        is_in, is_not = _("light is in the picture"), _("no light is in the picture")
        parts.append(is_in if command.baked_lighting else is_not)
    if command.picture is not None:
        parts.append(_("picture on the grid"))
    return _("Map"), ", ".join(parts)


def _cells(count: int) -> str:
    return ngettext("{n} cell", "{n} cells", count).format(n=count)


def _count(walls: Sequence[Wall]) -> str:
    """Return how many walls there are, by their kind where all are of one."""
    count, kinds = len(walls), {wall.kind for wall in walls}
    words = {
        WallKind.CURTAIN: ngettext("{n} curtain", "{n} curtains", count),
        WallKind.BARS: ngettext("{n} row of bars", "{n} rows of bars", count),
        WallKind.FENCE: ngettext("{n} fence", "{n} fences", count),
    }
    text = words.get(kinds.pop()) if len(kinds) == 1 else None
    return (text or ngettext("{n} wall", "{n} walls", count)).format(n=count)
