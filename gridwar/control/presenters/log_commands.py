"""How the log calls the GM's commands, which explain nothing themselves: one short line each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from gridwar.control.forms.house_rules_settings_sides import choice_words, field_words, switch_words
from gridwar.control.maps.floor_words import floor_name
from gridwar.control.presenters.log_floor_edits import describe_floor_edit
from gridwar.control.presenters.log_fog import describe_fog
from gridwar.control.presenters.log_light_edits import describe_light_edit
from gridwar.control.presenters.log_map_edits import describe_map_edit
from gridwar.control.presenters.log_pin_edits import describe_pins
from gridwar.control.presenters.log_prop_edits import describe_props
from gridwar.control.presenters.log_sketch import describe_stroke
from gridwar.control.text_format import height, signed
from gridwar.engine.gm import combatant_commands as combatants
from gridwar.engine.gm import effect_and_pool_commands as effects
from gridwar.engine.gm import side_and_setting_commands as sides
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.engine.kit.turn_and_move_commands import MoveInOrder
from gridwar.engine.kit.yardstick_and_distances import level_number
from gridwar.model.combatant import is_instance
from gridwar.model.record import Record
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MOST_NAMED = 4


def describe(  # noqa: C901 a line a command
    command: Command, before: Encounter, after: Encounter, levels: Levels = ()
) -> Words:
    """Return headline and result of a command of the GM's that explains nothing itself.

    Args:
        command: What was done.
        before: The fight before it.
        after: The fight after it.
        levels: The levels of the system, if it counts height in them.
    """
    described = _describe_combatants(command, before, after)
    described = described or _describe_posture(command, after, levels)
    if described is not None:
        return described
    match command:
        case combatants.RemoveCombatants(who=who):
            names = _all_names(before, who)
            return _("{names} leaves the fight").format(names=names), ""
        case combatants.Place(to=places):
            who_went = dict.fromkeys(who for who, _cell in places)
            is_way = len(places) > len(who_went)
            done = _("GM moves {names}") if is_way else _("GM puts {names} elsewhere")
            return done.format(names=_all_names(after, who_went)), ""
        case effects.ChangePool(who=who):
            names = _all_names(after, who)
            return _("GM changes the points of {names}").format(names=names), _pool_words(command)
        case combatants.SetValue(who=who, field=field, value=value):
            last = field.rsplit(".", 1)[-1]
            last = FOR_PLAYERS.get(last, last)
            text = _("GM sets {field} of {names}")
            return text.format(field=last, names=_all_names(after, who)), value
        case effects.AddEffect(who=who, effect=effect):
            return f"{_all_names(after, who)}: {effect.name}", _("begins")
        case effects.EndEffect(who=who, effect=effect_id):
            return f"{_all_names(after, who)}: {_effect_name(before, who, effect_id)}", _("ends")
        case sides.ChooseSwitch(name=name, value=value):
            title = _("House rule: {name}").format(name=switch_words(name))
            return title, choice_words(_chosen(json.loads(value), getattr(before.switches, name)))
        case sides.SetSetting(name=name, value=value):
            called = field_words(before.settings, name)
            title = _("Setting of this fight: {name}").format(name=called)
            return title, choice_words(_chosen(json.loads(value), getattr(before.settings, name)))
        case LayMap() | sides.WriteNotes() | sides.PutHandouts():
            return _laid_words(command, before)
        case _:
            words = describe_map_edit(command, before, after) or describe_fog(command, after)
            words = words or describe_light_edit(command, before, after)
            words = words or describe_floor_edit(command, before, after)
            words = words or describe_pins(command, before) or describe_props(command, before)
            words = words or describe_stroke(command, before)
            if words is not None:
                return words
            return _turn_words(command, before, after), ""


FOR_PLAYERS: Final = {
    "public_name": _("name for players"),
    "public_picture": _("picture for players"),
}
"""Fields of a combatant whose words the log says."""


def _map_laid(page: BattleMap, old: BattleMap) -> str:
    """Return what came with a map: a floor more of the one that lies, or another."""
    known = {one.id for one in old.floors}
    more = [one for one in page.floors if one.id not in known]
    fresh = more if old.floors else more[1:]  # what was one page is a floor from now on, too
    if page.name == old.name and len(fresh) == 1 and len(page.floors) - len(more) == len(known):
        return _("Adds {floor}").format(floor=floor_name(fresh[0]))
    return _("Another map is laid")


def _laid_words(command: LayMap | sides.WriteNotes | sides.PutHandouts, before: Encounter) -> Words:
    """Return what was laid down: a map, notes, or a picture before the players."""
    match command:
        case LayMap(map=page):
            return _map_laid(page, before.map), ""
        case sides.WriteNotes():
            return _("Notes of the fight"), ""
        case sides.PutHandouts(put=put, gone=gone):
            known = {one.id: one.caption for one in (*before.handouts, *put)}
            named = [one.id for one in put] or gone
            captions = ", ".join(filter(None, (known.get(one, "") for one in named)))
            title = _("Handout for the players") if put else _("Handout taken off the list")
            return title, captions


def _chosen(value: object, before: object) -> object:
    """Return what was chosen of a house rule: of a table only the rows that are other ones now."""
    if not (isinstance(value, Mapping) and isinstance(before, Mapping)):
        return value
    return {name: one for name, one in value.items() if before.get(name) != one}


def _turn_words(command: Command, before: Encounter, after: Encounter) -> str:
    """Return a headline for a command of which nothing else is known: whose turn, who did what."""
    turn = after.combatants.get(after.turn or "")
    if after.turn != before.turn and turn is not None:
        return _("{name}'s turn").format(name=turn.name)
    ended = before.combatants.get(before.turn or "")
    if after.turn != before.turn and ended is not None:
        return _("{name}'s turn is over").format(name=ended.name)
    actor = after.combatants.get(command.actor or "")
    return named(command.kind, "" if actor is None else actor.name)


def named(kind: str, who: str) -> str:
    """Call a command by its kind and by whoever it was of; empty for nobody."""
    words = kind.rpartition(".")[2].replace("_", " ")
    return f"{who}: {words}" if who else words.capitalize()


def _pool_words(command: effects.ChangePool) -> str:
    if command.to is not None:
        return f"= {command.to}"
    if command.divide_by is not None:
        return f"/ {command.divide_by}"
    return signed(command.add)


def _effect_name(encounter: Encounter, who: tuple[str, ...], effect: str) -> str:
    """Return what an effect that somebody has is called; its id where nobody has it."""
    people = (encounter.combatants[one] for one in who if one in encounter.combatants)
    found = (each for one in people for each in one.effects if is_instance(each.id, effect))
    return next((each.name for each in found), effect)


def _all_names(encounter: Encounter, ids: Iterable[str]) -> str:
    return ", ".join(encounter.combatants[who].name for who in ids if who in encounter)


def _describe_combatants(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of a command about combatants; None for any other."""
    match command:
        case combatants.AddCombatants(combatants=them):
            names = _shortened([one.name for one in them])
            words = ngettext("{names} joins the fight", "{names} join the fight", len(them))
            return words.format(names=names), ""
        case combatants.EditCombatant(who=who, values=values):
            names = _some_names(after, [who])
            one, then = before.combatants.get(who), after.combatants.get(who)
            fields = ", ".join(_field_words(one, then, path) for path, _v in values)
            return _("GM edits {names}").format(names=names), fields
        case combatants.SetValue(
            who=who, field="hidden" | "locked" | "aside" | "picture" as field, value=value
        ):
            return f"{_some_names(after, who)}: {_flag(field, value)}", ""
        case combatants.SetValue(who=who, field="note"):
            return _("Note on {names}").format(names=_some_names(after, who)), ""
        case combatants.SetValue(who=who, field="side", value=value):
            side = after.sides.get(json.loads(value))
            name = "" if side is None else side.name
            return _("{names}: now {side}").format(names=_some_names(after, who), side=name), ""
        case MoveInOrder(who=who, values=values):
            lifted = _some_names(after, [one for one, _field, _value in values if one != who])
            result = _("lifted: {names}").format(names=lifted) if lifted else ""
            return _("GM moves {name} in the order").format(name=_some_names(after, [who])), result
        case sides.SetSides(sides=them):
            return _("Sides of the fight"), ", ".join(side.name for side in them.values())
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


def _describe_posture(command: Command, after: Encounter, levels: Levels = ()) -> Words | None:
    """Return headline and result; None for a command about something else.

    Args:
        command: What was done.
        after: The fight after it.
        levels: The levels of the system, if it counts height in them.
    """
    match command:
        case combatants.Climb(who=who, by=by):
            words = _("{names} rises") if by > 0 else _("{names} sinks")
            heights = {after.combatants[one].altitude for one in who if one in after}
            scale = after.map.scale
            if levels:
                names = {levels[level_number(levels, one)].name for one in heights}
                to = _("to {name}").format(name=names.pop()) if len(names) == 1 else ""
                return words.format(names=_some_names(after, who)), to
            to = _("to {up}").format(up=height(scale, min(heights))) if len(heights) == 1 else ""
            return words.format(names=_some_names(after, who)), to or height(scale, by)
        case combatants.Turn(who=who, by_deg=by_deg):
            one = after.combatants.get(who)
            facing = by_deg if one is None else one.facing_deg or 0
            return _("{name} turns").format(name=_some_names(after, [who])), f"{facing}\u00b0"
        case sides.GiveRuling():
            return _ruling(command, after)
        case _:
            return None


def _ruling(command: sides.GiveRuling, after: Encounter) -> Words:
    names = _some_names(after, [command.attacker]), _some_names(after, [command.target])
    text = _("GM\u2019s word: {a} to {b}").format(a=names[0], b=names[1])
    said = []
    if command.line is not None:
        said.append(_("line clear") if command.line == "clear" else _("line blocked"))
    if command.cover is not None:
        said.append(degree_title(command.cover))
    return text, ", ".join(said) or _("as the rules say")


def _some_names(encounter: Encounter, ids: Iterable[str]) -> str:
    """Return the names of those who are there."""
    return _shortened([encounter.combatants[who].name for who in ids if who in encounter])


def _shortened(names: list[str]) -> str:
    """Join names; of many, the first few and how many more."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    shown = ", ".join(names[: MOST_NAMED - 1])
    return _("{names} and {n} more").format(names=shown, n=len(names) - MOST_NAMED + 1)
