"""What the command palette finds: actions, combatants, rules, the fights opened last."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.presenters.dice_typed import dice_words
from gridwar.control.presenters.pins import present_rows
from gridwar.control.presenters.reference_cards import weapon_keys
from gridwar.control.presenters.rule_card import searched_words
from gridwar.control.search_words import words_of_action, words_of_deed
from gridwar.control.state.view_state import StartAsked
from gridwar.control.user_settings import MOST_KEPT
from gridwar.engine.gm.roll_dice import RollDice
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.systems import playable_systems
from gridwar.text import _
from gridwar.ui.window.help.command_palette import Entry
from gridwar.ui.window.help.recent_fights import open_recent
from gridwar.ui.window.laying_and_centering_map import center_on_selected
from gridwar.ui.window.pins_shown import go_to_pin, open_pin
from gridwar.ui.window.window_actions import native, tried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.ui.window.window_parts import Parts


MOST_COUNTED = 1000
"""An action is not counted further: then it stands first anyway."""


def palette_entries(parts: Parts, open_rule: Callable[[str], None]) -> tuple[Entry, ...]:
    """Return everything that can be found now.

    Args:
        parts: The window's.
        open_rule: Shows the card of a rule, or of what else has one.
    """
    if parts.controller.view.start_page is not StartAsked.NO:
        kinds: tuple[Iterable[Entry], ...] = (_window_actions(parts), _fights(parts))
    else:
        kinds = (
            (*_actions(parts), *_acts_of_fight(parts)),
            _window_actions(parts),
            (*_combatants(parts), *_pins(parts)),
            (*_weapons(parts, open_rule), *_rules(parts, open_rule)),
            _fights(parts),
        )
    return tuple(
        replace(one, rank=(at, *one.rank)) for at, kind in enumerate(kinds) for one in kind
    )


def dice_entries(parts: Parts, typed: str) -> tuple[Entry, ...]:
    """Return the dice that were typed, with their odds; nothing where no dice were.

    Args:
        parts: The window's.
        typed: What was typed in the palette.
    """
    words = dice_words(typed)
    if words is None or parts.controller.view.start_page is not StartAsked.NO:
        return ()
    roll = partial(parts.controller.submit, RollDice(text=words.text))
    how = _("typed in") if parts.controller.view.typed_dice else _("rolls into the log")
    return (Entry(how, words.text, roll, words.odds, "\u21b5", "dices"),)


def _actions(parts: Parts) -> Iterator[Entry]:
    controller = parts.controller
    if controller.actor is None:
        return
    name = controller.encounter.combatants[controller.actor].name
    found = controller.actions.in_order()
    digits = {action_id: digit for digit, action_id in found.digits.items()}
    for action in found.actions:
        why = "" if action.refusal is None else action.refusal.text
        yield Entry(
            name,
            action.title,
            partial(controller.actions.choose, action.id),
            action.note,
            digits.get(action.id, ""),
            action.icon,
            why,
            also=words_of_deed(action.title),
        )


def _acts_of_fight(parts: Parts) -> Iterator[Entry]:
    controller = parts.controller
    for one in controller.actions.of_fight():
        why = "" if one.refusal is None else one.refusal.text
        play = partial(controller.actions.play_for_fight, one)
        yield Entry(_("Whole fight"), one.title, play, one.note, "", one.icon, why)


def _window_actions(parts: Parts) -> Iterator[Entry]:
    shortcuts, used = parts.window_actions.shortcuts, parts.settings.now.used
    only = parts.window_actions.only
    offered = [info for info in shortcuts if only is None or info.id in only]
    for info in sorted(offered, key=lambda one: -used.get(one.id, 0)):
        action = parts.window_actions.action(info.id)
        key = next(iter(shortcuts.keys(info.id)), "")
        words = info.words.replace("\u2026", "").strip()
        yield Entry(
            info.group,
            words,
            partial(_use, parts, info.id),
            info.hint,
            native(key),
            info.icon or ("check" if action.isChecked() else "chevron-right"),
            "" if action.isEnabled() else _("not now"),
            again=_again(parts, info.id),
            also=words_of_action(info.id),
            rank=(-used.get(info.id, 0),),
        )


def _use(parts: Parts, action_id: str) -> None:
    """Do an action, and count that it was chosen here."""
    used = dict(parts.settings.now.used)
    if action_id in used or len(used) < MOST_KEPT:
        used[action_id] = min(used.get(action_id, 0) + 1, MOST_COUNTED)
        parts.settings.change(used=used)
    parts.window_actions.action(action_id).trigger()


def _again(parts: Parts, action_id: str) -> str:
    """Return what a second Enter does, for what is not to be done by a slip of a search."""
    if action_id in ("edit.cut", "edit.remove"):
        everyone = parts.controller.encounter.combatants
        names = [everyone[who].name for who in parts.controller.view.selected if who in everyone]
        return _("Enter again removes {names}").format(names=", ".join(names)) if names else ""
    loses = ("fight.clear", "fight.end", "view.reset_layout", "view.reset_settings")
    return _("Enter again does it") if action_id in loses else ""


def _combatants(parts: Parts) -> Iterator[Entry]:
    encounter = parts.controller.encounter
    for one in encounter.combatants.values():
        side = encounter.sides.get(one.side)
        note = side.name if side is not None else ""
        show = partial(_show_combatant, parts, one.id)
        yield Entry(_("Combatant"), one.name, show, note, "", "locate-fixed")


def _show_combatant(parts: Parts, who: str) -> None:
    parts.controller.selection.select(who)
    center_on_selected(parts)


def _pins(parts: Parts) -> Iterator[Entry]:
    for row in present_rows(parts.controller):
        show = partial(_show_pin, parts, row.id)
        words = ": ".join(filter(None, (row.name, row.line)))
        yield Entry(_("Pin"), words, show, _("your note on the map"), "", "map-pin", text=row.text)


def _show_pin(parts: Parts, pin_id: str) -> None:
    go_to_pin(parts, pin_id)
    open_pin(parts, pin_id)


def _fights(parts: Parts) -> Iterator[Entry]:
    host = parts.host
    if host is None:
        return
    for recent in parts.settings.now.recent:
        path = Path(recent)
        open_it = partial(_open_fight, parts, path)
        yield Entry(_("Fight"), path.stem, open_it, str(path.parent), "", "folder-open")
    for one in samples():
        open_it = partial(_open_fight, parts, one.path)
        rules = dict(playable_systems()).get(one.system, one.system)
        yield Entry(_("Sample fight"), one.title, open_it, rules, "", "map")
    for system_id, title in playable_systems():
        begin = partial(host.begin, system_id, "view.panel_library")
        yield Entry(_("New fight"), title, begin, _("on an empty page"), "", "file-plus")


def _open_fight(parts: Parts, path: Path) -> None:
    tried(parts.controller, partial(open_recent, parts, path))


def _weapons(parts: Parts, open_card: Callable[[str], None]) -> Iterator[Entry]:
    for title, key in weapon_keys(parts.controller):
        show = partial(open_card, key)
        yield Entry(
            _("Weapon"), title, show, _("what it is and does"), "", "swords", only_tells=True
        )


def _rules(parts: Parts, open_rule: Callable[[str], None]) -> Iterator[Entry]:
    for rule_id, title, text in searched_words(parts.controller):
        show = partial(open_rule, rule_id)
        yield Entry(_("Rule"), title, show, rule_id, "", "scroll-text", text=text, only_tells=True)
