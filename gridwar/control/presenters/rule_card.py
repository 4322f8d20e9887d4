"""What a rule id means: the rule's card, the words of a tooltip, and the rule of a condition."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.content.rules_folder import rules_folder
from gridwar.control.forms.house_rules_settings_sides import choice_words, switch_words
from gridwar.control.records.popover_records import RuleCard, RuleLink, SwitchLine
from gridwar.control.text_format import rule_ids
from gridwar.errors import GridwarError
from gridwar.model.house_rule_switches import switch_infos
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.content.manifest_and_rule_index import Rule
    from gridwar.control.controller.controller import Controller
    from gridwar.model.house_rule_switches import Switches


_NOTHING = "(?!)"
"""A pattern that is found nowhere."""


class Rules(Struct, frozen=True):
    """The rules of a rulebook, by their ids, and the ids by the titles in small letters."""

    by_id: Mapping[str, Rule]
    ids: Mapping[str, str]
    titles: re.Pattern[str]
    """Finds titles in a text; of titles within each other the longest."""


@lru_cache(maxsize=8)
def all_rules(system_id: str) -> Rules:
    """Return the rules of a rulebook."""
    from gridwar.content.manifest_and_rule_index import index

    try:
        by_id = index(rules_folder(system_id)).root
    except GridwarError:  # a house version that is wrong is told where it is used
        return Rules({}, {}, re.compile(_NOTHING))
    ids = {by_id[rule_id].title.casefold(): rule_id for rule_id in reversed(by_id)}
    titles = "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) or _NOTHING
    return Rules(by_id, ids, re.compile(rf"\b(?:{titles})\b", re.I))


def present_rule(controller: Controller, rule_id: str) -> RuleCard | None:
    """Return the card of a rule of the fight's rulebook; None where it has no such rule."""
    rules = all_rules(controller.system.id)
    rule = rules.by_id.get(rule_id)
    if rule is None:
        return None
    named = (one for one in _named(rules, rule.text) if one != rule_id)
    return RuleCard(
        rule_id,
        rule.title,
        controller.system.title,
        rule.text,
        tuple(_switch_lines(controller.encounter.switches, rule_id)),
        tuple(RuleLink(one, rules.by_id[one].title) for one in named),
    )


def _named(rules: Rules, text: str) -> tuple[str, ...]:
    """Return the rules that a text names by id or by title, each once."""
    by_id = (one for one in rule_ids(text) if one in rules.by_id)
    by_title = (rules.ids[one[0].casefold()] for one in rules.titles.finditer(text))
    return tuple(dict.fromkeys((*by_id, *by_title)))


def _switch_lines(chosen: Switches, rule_id: str) -> Iterator[SwitchLine]:
    for switch in switch_infos(type(chosen)):
        if switch.rule == rule_id:
            now = getattr(chosen, switch.name)
            default = "" if now == switch.default else choice_words(switch.default)
            yield SwitchLine(switch_words(switch.name), switch.text, choice_words(now), default)


def rule_words(card: RuleCard) -> str:
    """Return a card as lines: id and title, text, then each switch and how it stands."""
    lines = [f"{card.id}  {card.title}", card.text]
    for one in card.switches:
        stands = _("House rule now: {value} (usually: {default})")
        if not one.default:
            stands = _("House rule now: {value}")
        lines += (one.text, stands.format(value=one.now, default=one.default))
    return "\n".join(lines)


def condition_rule(system_id: str, words: str) -> str:
    """Return the id of the rule that is called as a condition is, such as ``Prone``, or nothing.

    What a condition counts or names behind a colon does not matter, nor how its word is inflected:
    ``fatigued: 8 hours of rest`` is said of the rule ``Fatigue``.
    """
    name = re.split(r":| \d", words, maxsplit=1)[0].strip().casefold()
    ids = all_rules(system_id).ids
    stems = (name, *(name.removesuffix(ending) for ending in ("d", "ed", "s")))
    return next((ids[one] for one in stems if one in ids), "")
