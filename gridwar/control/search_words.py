"""Other words by which things are found in the palette: what people type for what stands there.

Data alone. A key is the id of an action of the window, or words that stand in the title of what a
combatant can do, whatever the rules; its words are searched as if they stood there too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

OF_ACTIONS: Final[Mapping[str, str]] = {
    "file.new": _("begin, start over, other rules, system, empty, blank page"),
    "file.open": _("load, campaign, recent"),
    "file.save_as": _("store, keep, name"),
    "file.save_copy": _("backup, duplicate file"),
    "file.export": _("share, text"),
    "file.quit": _("close, exit, leave"),
    "edit.undo": _("take back, revert, mistake"),
    "edit.redo": _("again, repeat"),
    "edit.values": _("sheet, edit, change, stats, picture, portrait, image, face, note, name"),
    "edit.effect": _("condition, status, buff, debuff, timer, mark"),
    "edit.hide": _("sneak, stealth, invisible, conceal, ambush, reveal, unseen"),
    "edit.lock": _("pin, freeze, fix"),
    "edit.aside": _("bench, remove from board, out of play"),
    "edit.keep": _("favourite, store, template"),
    "edit.remove": _("delete, erase, kill"),
    "edit.duplicate": _("clone, copy, another"),
    "view.fit": _("whole map, zoom out, centre, overview"),
    "view.center": _("find, where, jump, go to, focus"),
    "view.grid": _("squares, lines"),
    "view.layers": _("legend, visible, show all, names"),
    "view.present": _("players, window, second screen, full screen, projector, tv"),
    "view.light": _("dark theme, dark mode, bright, colours, appearance, night"),
    "view.compact": _("small, dense, rows"),
    "view.calm": _("animation, movement, accessibility"),
    "view.level": _("floor, storey, altitude"),
    "view.bands": _("range, distance"),
    "view.panel_order": _("initiative, tracker, turn order"),
    "view.panel_library": _("monsters, bestiary, npc, add, people"),
    "view.panel_log": _("history, chat, journal"),
    "view.panel_sheet": _("character, stats"),
    "tool.select": _("pointer, arrow, mouse"),
    "tool.ruler": _("distance, measure, length, how far"),
    "tool.sight": _("vision, see, los, cover, visibility"),
    "tool.threat": _("danger, reach, opportunity"),
    "tool.template": _("area, fireball, explosion, blast, spell, radius"),
    "tool.arc": _("cone, shoot, facing"),
    "tool.paint": _("difficult ground, brush, water, rubble"),
    "tool.walls": _("window, door, wall, barrier"),
    "tool.zones": _("smoke, darkness, light, fog, silence"),
    "tool.pins": _("note, number, key, legend, secret, room, remember, marker"),
    "tool.props": _("furniture, table, crate, tree, stamp, object, asset, scenery"),
    "tool.floors": _("stairs, ladder, hatch, shaft, storey, upstairs, cellar, opening"),
    "tool.lights": _("torch, lantern, candle, lamp, darkness, night, bright, dim"),
    "tool.height": _("altitude, elevation, fly, hill, level"),
    "tool.grid": _("scale, square size, align"),
    "map.import": _("picture, image, background, battlemap, load map, uvtt, foundry, scene"),
    "map.shelf": _("library of maps, thumbnails, recent maps, my maps, gallery, tags"),
    "map.keep": _("store map, favourite map, save map, template"),
    "map.export": _("share map, uvtt, foundry, scene"),
    "map.picture": _("print, pdf, png, export picture, pages, screenshot, handout"),
    "map.fewer_walls": _("simplify, smooth, reduce walls"),
    "map.wall_gaps": _("leaks, holes, join walls, snap ends"),
    "map.page": _("dimensions, resize"),
    "fight.next": _("next turn, next, end turn, done, pass, go on, round"),
    "fight.end": _("stop, finish, over"),
    "fight.note": _("write a note, comment, remark, journal, diary"),
    "fight.notes": _("remember, diary, memo, write down, secret"),
    "fight.new": _("add, create, npc, monster"),
    "fight.clear": _("dead, corpses, bodies, tidy"),
    "fight.sides": _("teams, factions, colour, allies, enemies"),
    "fight.free": _("teleport, ignore rules, drag anywhere"),
    "fight.dice": _("roll, manual, physical dice, table"),
    "fight.rules": _("options, variants, homebrew, settings, standing answers"),
    "help.shortcuts": _("keys, hotkeys, keyboard, bindings"),
    "help.tour": _("tutorial, introduction, learn, how"),
    "help.about": _("version, licence"),
    "help.reports": _("crash, bug, error"),
}

OF_DEEDS: Final[Mapping[str, str]] = {
    _("first aid"): _("heal, cure, medic, bandage, treat"),
    _("surgery"): _("heal, cure, medic"),
    _("hospital"): _("heal, rest, recover"),
    _("treat"): _("heal, cure, medic, bandage"),
    _("lie down"): _("prone, drop, standing"),
    _("stand up"): _("standing, get up, rise, prone"),
    _("crouch"): _("duck, kneel, standing"),
    _("hide"): _("sneak, stealth, conceal"),
    _("stealth"): _("sneak, hide, quiet"),
    _("climb"): _("fly, altitude, ascend, height"),
    _("rise"): _("fly, altitude, ascend, height"),
    _("altitude"): _("fly, height, ascend, rise"),
    _("delay"): _("wait, hold, later"),
    _("ready"): _("wait, overwatch, prepare"),
    _("overwatch"): _("ready, wait, guard"),
    _("shoot"): _("fire, attack, gun, ranged"),
    _("strike"): _("attack, hit, melee, punch"),
    _("attack"): _("hit, fight, strike, shoot"),
    _("grapple"): _("wrestle, grab, hold"),
    _("draw"): _("weapon, unsheathe, take out, equip"),
    _("reload"): _("ammo, ammunition, magazine"),
    _("end the turn"): _("next, done, pass"),
    _("aim"): _("bonus, careful"),
    _("check"): _("skill, test, roll"),
    _("move"): _("walk, run, go"),
    _("is hurt"): _("damage, wound, points"),
}


def words_of_action(action_id: str) -> tuple[str, ...]:
    """Return other words for an action of the window."""
    return tuple(filter(None, OF_ACTIONS.get(action_id, "").split(", ")))


def words_of_deed(title: str) -> tuple[str, ...]:
    """Return other words for what a combatant can do, by the words in its title."""
    said = title.casefold()
    found = (words for key, words in OF_DEEDS.items() if key in said)
    return tuple(word for words in found for word in words.split(", "))
