"""What the command palette finds: actions, combatants, rules, the fights opened last."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.control.presenters.reference_cards import weapon_keys
from gridwar.control.presenters.rule_card import searched_words
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.text import _
from gridwar.ui.window.help.command_palette import Entry
from gridwar.ui.window.help.recent_fights import open_recent
from gridwar.ui.window.laying_and_centering_map import center_on_selected
from gridwar.ui.window.window_actions import native, tried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.ui.window.window_parts import Parts


def palette_entries(parts: Parts, open_rule: Callable[[str], None]) -> tuple[Entry, ...]:
    """Return everything that can be found now.

    Args:
        parts: The window's.
        open_rule: Shows the card of a rule, or of what else has one.
    """
    rules = _rules(parts, open_rule)
    acts = (*_actions(parts), *_acts_of_fight(parts))
    weapons = _weapons(parts, open_rule)
    others = (*_window_actions(parts), *_combatants(parts), *_fights(parts))
    return (*acts, *others, *weapons, *rules)


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
        )


def _acts_of_fight(parts: Parts) -> Iterator[Entry]:
    controller = parts.controller
    for one in controller.actions.of_fight():
        why = "" if one.refusal is None else one.refusal.text
        play = partial(controller.actions.play_for_fight, one)
        yield Entry(_("Whole fight"), one.title, play, one.note, "", one.icon, why)


def _window_actions(parts: Parts) -> Iterator[Entry]:
    shortcuts = parts.window_actions.shortcuts
    for info in shortcuts:
        action = parts.window_actions.action(info.id)
        key = next(iter(shortcuts.keys(info.id)), "")
        why = "" if action.isEnabled() else _("not now")
        words = info.words.replace("\u2026", "").strip()
        icon = info.icon or ("check" if action.isChecked() else "chevron-right")
        again = _again(parts, info.id)
        yield Entry(
            info.group, words, action.trigger, info.hint, native(key), icon, why, again=again
        )


def _again(parts: Parts, action_id: str) -> str:
    """Return what a second Enter does, for what is not to be done by a slip of a search."""
    if action_id in ("edit.cut", "edit.remove"):
        everyone = parts.controller.encounter.combatants
        names = [everyone[who].name for who in parts.controller.view.selected if who in everyone]
        return _("Enter again removes {names}").format(names=", ".join(names)) if names else ""
    loses = ("fight.clear", "view.reset_layout", "view.reset_settings")
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
        yield Entry(_("Sample fight"), one.title, open_it, one.system, "", "map")
    # Of the rules in use only: what others are called is known once they are loaded.
    system = parts.controller.system
    yield Entry(_("New fight"), system.title, partial(host.begin, system.id), "", "", "file-plus")


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
