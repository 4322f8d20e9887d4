"""How the log calls what the GM did to combatants, sides and the map: one short line each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import (
    cover_words,
    degree_words,
    door_words,
    height_words,
    kind_words,
    light_words,
    terrain_effect,
    thing_name,
    wall_name,
    zone_name,
    zone_note,
)
from gridwar.control.texts.text_format import height
from gridwar.engine.gm import commands, map
from gridwar.engine.gm.combatants import Climb, GiveRuling
from gridwar.engine.gm.commands import Turn
from gridwar.engine.kit.commands import MoveInOrder
from gridwar.engine.kit.measuring import level_number
from gridwar.engine.kit.sight import degree_title
from gridwar.model.battlemap import LayerName
from gridwar.model.record import Record
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridwar.engine.kit.measuring import Levels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall


Words = tuple[str, str]
MOST_NAMED = 4


def describe_combatants(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of a command about combatants; None for any other."""
    match command:
        case commands.AddCombatants(combatants=them):
            names = short([one.name for one in them])
            words = ngettext("{names} joins the fight", "{names} join the fight", len(them))
            return words.format(names=names), ""
        case commands.EditCombatant(who=who, values=values):
            names = known(after, [who])
            one, then = before.combatants.get(who), after.combatants.get(who)
            fields = ", ".join(_field_words(one, then, path) for path, _v in values)
            return _("GM edits {names}").format(names=names), fields
        case commands.SetValue(
            who=who, field="hidden" | "locked" | "aside" | "picture" as field, value=value
        ):
            return f"{known(after, who)}: {_flag(field, value)}", ""
        case commands.SetValue(who=who, field="side", value=value):
            side = after.sides.get(json.loads(value))
            name = "" if side is None else side.name
            return _("{names}: now {side}").format(names=known(after, who), side=name), ""
        case MoveInOrder(who=who, values=values):
            lifted = known(after, [one for one, _field, _value in values if one != who])
            result = _("lifted: {names}").format(names=lifted) if lifted else ""
            return _("GM moves {name} in the order").format(name=known(after, [who])), result
        case commands.SetSides(sides=sides):
            return _("Sides of the fight"), ", ".join(side.name for side in sides.values())
        case _:
            return None


def _field_words(before: Combatant | None, after: Combatant | None, path: str) -> str:
    """Return what a field is called in the editor, and of a group of fields what changed there."""
    name = path.removeprefix("sheet.")
    if after is None or name == path:
        return name.replace("_", " ")
    return _sheet_words(None if before is None else before.sheet, after.sheet, name)


def _sheet_words(before: Record | None, after: Record, name: str) -> str:
    if name not in type(after).model_fields:
        return name.replace("_", " ")
    title, old = _title(type(after), name), getattr(before, name, None)
    new: object = getattr(after, name)
    if not isinstance(new, Record) or not isinstance(old, type(new)):
        return title
    kind: type[Record] = type(new)
    changes = (
        _change(_title(kind, field), getattr(old, field), getattr(new, field))
        for field in kind.model_fields
        if getattr(old, field) != getattr(new, field)
    )
    return _("{title}: {changes}").format(title=title, changes=", ".join(changes))


def _title(record: type[Record], field: str) -> str:
    return record.model_fields[field].title or field.replace("_", " ")


def _change(title: str, old: object, new: object) -> str:
    """Return what became of a field: yes or no, from one number to another, or its name alone."""
    if isinstance(new, bool):
        return f"{title} {_('yes') if new else _('no')}"
    if isinstance(new, int | str) and isinstance(old, int | str):
        return f"{title} {old} \u2192 {new}"
    return title


def _flag(field: str, value: str) -> str:
    on = value not in ("false", "null")
    words = {
        "hidden": (_("hidden"), _("shown to all")),
        "locked": (_("locked in place"), _("unlocked")),
        "aside": (_("set aside"), _("back in the fight")),
        "picture": (_("a new picture"), _("picture removed")),
    }
    return words[field][0 if on else 1]


def describe_posture(
    command: Command, after: Encounter, levels: Levels = ()
) -> tuple[str, str] | None:
    """Return headline and result; None for a command about something else.

    Args:
        command: What was done.
        after: The fight after it.
        levels: The levels of the system, if it counts height in them.
    """
    match command:
        case Climb(who=who, by=by):
            words = _("{names} rises") if by > 0 else _("{names} sinks")
            heights = {after.combatants[one].altitude for one in who if one in after}
            scale = after.map.scale
            if levels:
                names = {levels[level_number(levels, one)].name for one in heights}
                to = _("to {name}").format(name=names.pop()) if len(names) == 1 else ""
                return words.format(names=known(after, who)), to
            to = _("to {up}").format(up=height(scale, min(heights))) if len(heights) == 1 else ""
            return words.format(names=known(after, who)), to or height(scale, by)
        case Turn(who=who, by_deg=by_deg):
            one = after.combatants.get(who)
            facing = by_deg if one is None else one.facing_deg or 0
            return _("{name} turns").format(name=known(after, [who])), f"{facing}\u00b0"
        case GiveRuling():
            return _ruling(command, after)
        case _:
            return None


def _ruling(command: GiveRuling, after: Encounter) -> tuple[str, str]:
    names = known(after, [command.attacker]), known(after, [command.target])
    text = _("GM\u2019s word: {a} to {b}").format(a=names[0], b=names[1])
    said = []
    if command.line is not None:
        said.append(_("line clear") if command.line == "clear" else _("line blocked"))
    if command.cover is not None:
        said.append(degree_title(command.cover))
    return text, ", ".join(said) or _("as the rules say")


def known(encounter: Encounter, ids: Iterable[str]) -> str:
    """Return the names of those who are there."""
    return short([encounter.combatants[who].name for who in ids if who in encounter])


def short(names: list[str]) -> str:
    """Join names; of many, the first few and how many more."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    shown = ", ".join(names[: MOST_NAMED - 1])
    return _("{names} and {n} more").format(names=shown, n=len(names) - MOST_NAMED + 1)


# --- edits of the map ----------------------------------------------------------------------------


def describe_edit(command: Command, before: Encounter, after: Encounter) -> tuple[str, str] | None:
    """Return headline and result of an edit of the map; None for any other command."""
    old, new = before.map, after.map
    match command:
        case map.Paint():
            return _painted(command, new)
        case map.PutWalls():
            return _walls(command, old, new)
        case map.SetDoor(wall=wall_id, state=state):
            door = next((wall for wall in new.walls if wall.id == wall_id), None)
            name = wall_name(door) if door is not None else wall_id
            return name[:1].upper() + name[1:], door_words(state)
        case map.PutCover(put=put, gone=gone):
            names = [thing_name(thing) for thing in put]
            lost = [thing_name(thing) for thing in old.cover_objects if thing.id in gone]
            return _changed(names, lost), cover_words(put[0]) if len(put) == 1 else ""
        case map.PutZones(put=put, gone=gone):
            names = [zone_name(zone) for zone in put]
            lost = [zone_name(zone) for zone in old.zones if zone.id in gone]
            note = zone_note(put[0]) or _cells(len(put[0].cells)) if len(put) == 1 else ""
            return _changed(names, lost), note
        case map.SetTerrainKind(terrain=kind):
            return _("Terrain {name}").format(name=kind.name), terrain_effect(kind)
        case map.SetCoverKind(cover=kind):
            text = _("Cover {name}").format(name=kind.name)
            return text, degree_words(kind.degree)
        case map.DropKind(layer=layer, index=index):
            kinds = old.terrain_kinds if layer is LayerName.TERRAIN else old.cover_kinds
            name = kinds[index].name if index < len(kinds) else str(index)
            return _("Takes away the kind {name}").format(name=name), ""
        case map.SetPage():
            return _page(command, new)
        case _:
            return None


def _painted(command: map.Paint, page: BattleMap) -> tuple[str, str]:
    cells = _cells(command.where.cropped(*page.size).count())
    if command.layer is LayerName.GROUND:
        height = height_words(page, command.value, relative=command.relative)
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


def _walls(command: map.PutWalls, old: BattleMap, new: BattleMap) -> tuple[str, str]:
    known = {wall.id: wall for wall in old.walls}
    put = [wall for wall in new.walls if known.get(wall.id) != wall]
    fresh = [wall for wall in put if wall.id not in known]
    lost = [known[one] for one in command.gone if one in known]
    opening = next((wall for wall in fresh if kind_words(wall) != _("wall")), None)
    if opening is not None and len([w for w in fresh if w.kind is opening.kind]) == 1:
        return _("Puts {what}").format(what=wall_name(opening)), ""
    if fresh:
        return _("Draws {walls}").format(walls=_count(len(fresh))), ""
    if not put:
        text = wall_name(lost[0]) if len(lost) == 1 else _count(len(lost))
        return _("Takes away {walls}").format(walls=text), ""
    if all(_same_but_place(known[wall.id], wall) for wall in put):
        return _("Moves {walls}").format(walls=_count(len(put))), ""
    if len(put) == 1:
        return _("Changes {wall}").format(wall=wall_name(put[0])), ""
    return _("Changes {walls}").format(walls=_count(len(put))), ""


def _same_but_place(old: Wall, new: Wall) -> bool:
    return old == new.replace(a=old.a, b=old.b)


def _changed(put: Sequence[str], gone: Sequence[str]) -> str:
    if put and not gone:
        return _("Puts {what}").format(what=", ".join(put))
    if gone and not put:
        return _("Takes away {what}").format(what=", ".join(gone))
    return _("Changes {what}").format(what=", ".join((*put, *gone)))


def _page(command: map.SetPage, new: BattleMap) -> tuple[str, str]:
    parts = []
    if command.name is not None:
        parts.append(command.name)
    if command.width is not None or command.height is not None:
        parts.append(f"{command.width or ''} \u00d7 {command.height or ''}".strip())
    if command.scale is not None:
        scale = command.scale
        parts.append(_("1 cell = {size:g} {unit}").format(size=scale.cell_size, unit=scale.unit))
    if command.ground_step_m is not None:
        parts.append(_("heights in steps of {step}").format(step=height_words(new, 1)))
    if command.light is not None:
        parts.append(light_words(command.light))
    if command.picture is not None:
        parts.append(_("picture on the grid"))
    return _("Map"), ", ".join(parts)


def _cells(count: int) -> str:
    return ngettext("{n} cell", "{n} cells", count).format(n=count)


def _count(count: int) -> str:
    return ngettext("{n} wall", "{n} walls", count).format(n=count)
