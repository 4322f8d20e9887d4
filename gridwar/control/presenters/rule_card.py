"""What a rule id means: the rule's card, the words of a tooltip, and the rule of a condition.

Cards of weapons, conditions, ground and zones are made in ``reference_cards``.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.content.manifest_and_rule_index import chapter_of, index
from gridwar.content.rules_folder import rules_folder
from gridwar.control.forms.house_rules_settings_sides import choice_words, switch_words
from gridwar.control.presenters.rule_uses import uses_of
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.rule_card_records import RuleCard, RuleLink, SwitchLine
from gridwar.control.text_format import minus, rule_ids
from gridwar.engine.kit.rule_reference import LookedAt
from gridwar.errors import GridwarError
from gridwar.model.house_rule_switches import switch_infos
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.content.manifest_and_rule_index import Rule
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.rule_reference import ReferenceTable
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.house_rule_switches import Switches


_NOTHING = "(?!)"
"""A pattern that is found nowhere."""
_MOST_CHOICES = 8


class Rules(Struct, frozen=True):
    """The rules of a rulebook, by their ids, and the ids by the titles in small letters."""

    by_id: Mapping[str, Rule]
    ids: Mapping[str, str]
    titles: re.Pattern[str]
    """Finds titles in a text; of titles within each other the longest."""


@lru_cache(maxsize=8)
def all_rules(system_id: str) -> Rules:
    """Return the rules of a rulebook."""
    try:
        by_id = index(rules_folder(system_id)).root
    except GridwarError:  # a house version that is wrong is told where it is used
        return Rules({}, {}, re.compile(_NOTHING))
    ids = {by_id[rule_id].title.casefold(): rule_id for rule_id in reversed(by_id)}
    titles = "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) or _NOTHING
    return Rules(by_id, ids, re.compile(rf"\b(?:{titles})\b", re.I))


class LookedUp(Struct, frozen=True):
    """The fight that a card is about, and what it was opened from: a sheet, a line of the log."""

    encounter: Encounter
    at: LookedAt


def looked_up(controller: Controller, row_id: int = 0, cell: Cell | None = None) -> LookedUp:
    """Return what counts for a card that is opened now.

    Args:
        controller: The fight, and what is looked at in it.
        row_id: The row of the log that named it: what counted then; 0 for none.
        cell: A square that is asked about.
    """
    history, draft = controller.session.history, controller.view.draft
    if not row_id and draft is not None and draft.amends is not None:
        row_id = draft.amends
    row = history.rows.get(row_id)
    if row is not None:
        command = draft.command if draft is not None and draft.amends == row_id else row.command
        return LookedUp(
            history.state(row.parent), LookedAt(command.actor or "", command, cell=cell)
        )
    if draft is not None:
        return LookedUp(controller.encounter, LookedAt(draft.actor, draft.command, cell=cell))
    return LookedUp(controller.encounter, LookedAt(controller.actor or "", cell=cell))


def present_rule(
    controller: Controller, rule_id: str, seen: LookedUp | None = None
) -> RuleCard | None:
    """Return the card of a rule of the fight's rulebook; None where it has no such rule.

    Args:
        controller: The fight.
        rule_id: The rule.
        seen: What counts now in its table; what is looked at in the fight if left out.
    """
    rules = all_rules(controller.system.id)
    rule = rules.by_id.get(rule_id)
    if rule is None:
        return None
    table = table_of(controller.system, rule_id, seen or looked_up(controller))
    bending = (rule_id, *(table.bent_by if table is not None else ()))
    named = dict.fromkeys((*named_in(rules, rule.text), *bending))
    uses, count = uses_of(controller, rule_id)
    return RuleCard(
        key=rule_id,
        id=rule_id,
        title=rule.title,
        book=book_words(controller.system, rule_id),
        text=minus(rule.text),
        tables=() if table is None else (table,),
        switches=tuple(_switch_lines(controller.encounter.switches, bending)),
        uses=uses,
        use_count=count,
        named=links_to(rules, (one for one in named if one != rule_id)),
    )


def book_words(system: System, rule_id: str) -> str:
    """Return the rulebook and the chapter in which a rule stands."""
    try:
        chapter = chapter_of(rules_folder(system.id), rule_id)
    except GridwarError:
        chapter = ""
    return ", ".join(filter(None, (system.title, chapter)))


def links_to(rules: Rules, ids: Iterator[str]) -> tuple[RuleLink, ...]:
    """Return the ways to some rules, those that the rulebook lacks left out."""
    return tuple(RuleLink(one, rules.by_id[one].title) for one in ids if one in rules.by_id)


def table_of(system: System, rule_id: str, seen: LookedUp) -> ReferenceTable | None:
    """Return the table of a rule with what counts; None where it has none."""
    make = system.cards.tables.get(rule_id)
    if make is None:
        return None
    table = make(seen.encounter, seen.at)
    rows = tuple(replace(one, values=tuple(map(minus, one.values))) for one in table.rows)
    return replace(table, rows=rows)


def searched_words(controller: Controller) -> Iterator[tuple[str, str, str]]:
    """Yield each rule with its title and what it is found by: its text, the rows of its table."""
    seen = looked_up(controller)
    for rule_id, rule in all_rules(controller.system.id).by_id.items():
        make = controller.system.cards.tables.get(rule_id)
        rows = () if make is None else make(seen.encounter, seen.at).rows
        yield rule_id, rule.title, " ".join((rule.text, *(one.title for one in rows)))


def named_in(rules: Rules, text: str) -> tuple[str, ...]:
    """Return the rules that a text names by id or by title, each once."""
    by_id = (one for one in rule_ids(text) if one in rules.by_id)
    by_title = (rules.ids[one[0].casefold()] for one in rules.titles.finditer(text))
    return tuple(dict.fromkeys((*by_id, *by_title)))


def _switch_lines(chosen: Switches, bending: tuple[str, ...]) -> Iterator[SwitchLine]:
    """Yield the house rules that bend some rules, those of the first rule first."""
    infos = switch_infos(type(chosen))
    for switch in sorted(
        (one for one in infos if one.rule in bending), key=lambda one: bending.index(one.rule)
    ):
        now = getattr(chosen, switch.name)
        default = "" if now == switch.default else choice_words(switch.default)
        named = switch.values if len(switch.values) <= _MOST_CHOICES else ()
        choices = tuple(
            Choice(json.dumps(one), minus(choice_words(one)))
            for one in (named if now in named else ())
            if isinstance(one, str | bool | int)
        )
        yield SwitchLine(
            title=switch_words(switch.name),
            text=switch.text,
            now=minus(choice_words(now)),
            default=default,
            name=switch.name,
            rule_id=switch.rule,
            is_on=now if isinstance(now, bool) else None,
            options=choices if len(choices) > 1 else (),
        )


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
