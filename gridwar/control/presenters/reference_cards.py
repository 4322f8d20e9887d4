"""Cards of what is not a rule itself: weapons, conditions, ground, zones, each with its rules.

What a weapon is and does the system says; of ground and zones the map tells, of conditions the
rule that is called so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.maps.map_words import (
    capital,
    light_words,
    terrain_effect,
    terrain_name,
    zone_name,
    zone_note,
)
from gridwar.control.presenters.rule_card import (
    LookedUp,
    Rules,
    all_rules,
    book_words,
    condition_rule,
    links_to,
    looked_up,
    present_rule,
    rule_words,
    table_of,
)
from gridwar.control.records.rule_card_records import CardKind, CardSubject, RuleCard, subject_of
from gridwar.control.text_format import minus, squares
from gridwar.engine.kit.card_order_and_flow import Figure
from gridwar.model.combatant import is_instance
from gridwar.model.terrain_kinds import OPEN_GROUND
from gridwar.model.zones import LIGHT, Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.card_order_and_flow import Badge, KnownCondition
    from gridwar.engine.kit.rule_reference import WeaponReference
    from gridwar.model.combatant import Combatant, TimedEffect
    from gridwar.model.geometry import Cell
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.zones import Zone

MOST_SPEAKING: Final = 6
"""Rules that only speak of something, as links on its card."""
_LEAST_LETTERS: Final = 4


def present_reference(
    controller: Controller, key: str, row_id: int = 0, cell: Cell | None = None
) -> RuleCard | None:
    """Return the card of a key; None where there is no such thing.

    Args:
        controller: The fight.
        key: Of what: a rule's id, or what ``CardSubject.key`` says.
        row_id: The row of the log that named it: what counted then; 0 for none.
        cell: A square that is asked about.
    """
    subject, seen = subject_of(key), looked_up(controller, row_id, cell)
    match subject.kind:
        case CardKind.RULE:
            return present_rule(controller, subject.id, seen)
        case CardKind.WEAPON:
            return _weapon(controller, subject, seen)
        case CardKind.CONDITION:
            return _condition(controller, subject, seen)
        case CardKind.GROUND:
            return _ground(controller, subject, seen)
        case CardKind.ZONE:
            return _zone(controller, subject, seen)


def card_words(card: RuleCard) -> str:
    """Return a card as text, to be copied: tables with tabs between their columns."""
    lines = [rule_words(card) if card.id else f"{card.title}\n{card.text}".strip()]
    figures = ((f"{one.label}: {one.value}", one.hint) for one in card.figures)
    lines += [" ".join(filter(None, one)) for one in figures]
    lines += [one.title for one in card.traits]
    for table in card.tables:
        heads = (" ".join(filter(None, (one.title, one.note))) for one in table.columns)
        lines.append("\t".join((table.title, *heads)))
        lines += ["\t".join((row.title, *row.values)) for row in table.rows]
    return "\n".join(filter(None, lines))


# --- weapons -------------------------------------------------------------------------------------


def _weapon(controller: Controller, subject: CardSubject, seen: LookedUp) -> RuleCard | None:
    who = subject.who or controller.actor or ""
    system = controller.system
    if who not in seen.encounter:
        return None
    weapons = system.cards.weapons(seen.encounter, who)
    found = next((one for one in weapons if one.id == subject.id), None)
    if found is None:
        return None
    rules = all_rules(system.id)
    seen = replace(seen, at=replace(seen.at, who=who, weapon=subject.id))
    tables = tuple(filter(None, (table_of(system, one, seen) for one in found.tables)))
    owner = seen.encounter[who].name
    return RuleCard(
        key=replace(subject, who=who).key,
        id="",
        title=found.title,
        book=_("{owner}\u2019s {kind}").format(owner=owner, kind=found.kind or _("weapon")),
        text="",
        figures=tuple(replace(one, value=minus(one.value)) for one in found.figures),
        traits=tuple(replace(one, title=minus(one.title)) for one in found.traits),
        tables=tables[:1],
        named=links_to(rules, _rules_of(found)),
    )


def weapon_keys(controller: Controller) -> Iterable[tuple[str, str]]:
    """Yield the weapons of whoever is selected, or acts, by name, with the keys of their cards."""
    who = controller.actor
    if who is not None:
        for one in controller.system.cards.weapons(controller.encounter, who):
            yield one.title, CardSubject(CardKind.WEAPON, one.id, who).key


def _rules_of(found: WeaponReference) -> Iterator[str]:
    """Yield the rules of a weapon, those of its tables first, each once."""
    figures = (one.rule_id for one in found.figures if one.rule_id)
    traits = (one.rule_id for one in found.traits if one.rule_id)
    yield from dict.fromkeys((*found.tables, *found.rules, *figures, *traits))


# --- conditions ----------------------------------------------------------------------------------


def condition_key(who: str, words: str) -> str:
    """Return the key of the card of somebody's condition."""
    return CardSubject(CardKind.CONDITION, words, who).key


def _condition(controller: Controller, subject: CardSubject, seen: LookedUp) -> RuleCard | None:
    one = controller.encounter.combatants.get(subject.who or controller.actor or "")
    if one is None:
        return None
    badge = next(
        (it for it in controller.rules_cache.card(one.id).badges if it.text == subject.id), None
    )
    effect = next((it for it in one.effects if it.name == subject.id), None)
    if badge is None and effect is None:
        return None
    rules = all_rules(controller.system.id)
    known = _known(controller, effect)
    own_rule = "" if known is None else known.rule_id
    rule_id = own_rule or _rule_of(controller, badge, subject.id)
    rule = present_rule(controller, rule_id, seen) if rule_id else None
    speaking = _speaking(rules, subject.id)
    book = _("condition of {name}").format(name=one.name)
    ends = ("", "") if effect is None else (one.id, effect.id)
    does = (Figure(_("Does"), minus(known.does)),) if known is not None and known.does else ()
    figures = () if effect is None else (*does, *_effect_figures(controller, effect))
    if rule is None:
        return RuleCard(
            key=subject.key,
            id="",
            title=capital(minus(subject.id)),
            book=book,
            text="" if effect is None else effect.note,
            figures=figures,
            named=links_to(rules, iter(speaking)),
            lasts_on=ends[0],
            effect=ends[1],
        )
    named = (*(link.id for link in rule.named), *speaking)
    if rule.title.casefold() != subject.id.casefold():
        book = f"{rule.title}  \u00b7  {book}"
    return replace(
        rule,
        key=subject.key,
        title=capital(minus(subject.id)),
        book=book,
        figures=figures,
        named=links_to(rules, (one for one in dict.fromkeys(named) if one != rule_id)),
        lasts_on=ends[0],
        effect=ends[1],
    )


def _rule_of(controller: Controller, badge: Badge | None, words: str) -> str:
    own = "" if badge is None else badge.rule_id
    return own or condition_rule(controller.system.id, words)


def _known(controller: Controller, effect: TimedEffect | None) -> KnownCondition | None:
    """Return the condition of the rules that an effect is, or None."""
    if effect is None:
        return None
    known = controller.system.data.conditions()
    return next((one for one in known if is_instance(effect.id, one.id)), None)


def _effect_figures(controller: Controller, effect: TimedEffect) -> Iterator[Figure]:
    for name, number in effect.numbers.items():
        yield Figure(name, str(number))
    whose: Combatant | None = controller.encounter.combatants.get(effect.whose or "")
    ends = {
        "never": _("until it is taken off"),
        "turn_start": _("until the start of {who} turn"),
        "turn_end": _("until the end of {who} turn"),
        "round_start": _("until the next round begins"),
        "round_end": _("until the end of the round"),
        "fight_end": _("until the fight is over"),
    }[effect.ends]
    who = _("its own") if whose is None else _("{name}\u2019s").format(name=whose.name)
    yield Figure(_("Lasts"), ends.format(who=who))


def _speaking(rules: Rules, words: str) -> tuple[str, ...]:
    """Return the rules whose text speaks of something by its name, those of its title first."""
    name = re.split(r":| \d", words, maxsplit=1)[0].strip().casefold()
    stem = name.removesuffix("ed").removesuffix("s")
    if len(stem) < _LEAST_LETTERS:
        return ()
    of_it = re.compile(rf"\b{re.escape(stem)}", re.I)
    titled = [one for one, rule in rules.by_id.items() if of_it.search(rule.title)]
    spoken = [one for one, rule in rules.by_id.items() if of_it.search(rule.text)]
    return tuple(dict.fromkeys((*titled, *spoken)))[:MOST_SPEAKING]


# --- ground and zones ----------------------------------------------------------------------------


def ground_key(kind: TerrainKind) -> str:
    """Return the key of the card of a kind of ground."""
    return CardSubject(CardKind.GROUND, kind.name).key


def zone_key(zone: Zone) -> str:
    """Return the key of the card of a zone."""
    return CardSubject(CardKind.ZONE, zone.id).key


def _ground(controller: Controller, subject: CardSubject, seen: LookedUp) -> RuleCard | None:
    page, system = controller.encounter.map, controller.system
    kinds = (OPEN_GROUND, *page.terrain_kinds, *system.data.terrain())
    kind = next((one for one in kinds if one.name == subject.id), None)
    if kind is None:
        return None
    rules = all_rules(system.id)
    own = system.cards.ground_rules
    found = (table_of(system, one, seen) for one in own)
    table = next((one for one in found if one is not None), None)
    if table is not None and kind.name in {row.id for row in table.rows}:
        table = replace(table, row=kind.name)
    return RuleCard(
        key=subject.key,
        id="",
        title=terrain_name(kind),
        book=_("ground"),
        text=_sentence(terrain_effect(kind)),
        tables=() if table is None else (table,),
        named=links_to(rules, iter(dict.fromkeys((*own, *_speaking(rules, kind.name))))),
    )


def _zone(controller: Controller, subject: CardSubject, seen: LookedUp) -> RuleCard | None:
    system = controller.system
    zones = (*controller.encounter.map.zones, *system.data.zones())
    zone = next((one for one in zones if one.id == subject.id), None)
    if zone is None:
        return None
    rules = all_rules(system.id)
    own = system.cards.zone_rules.get(zone.kind, ())
    found = (table_of(system, one, seen) for one in own)
    table = next((one for one in found if one is not None), None)
    first = rules.by_id.get(own[0]) if own else None
    return RuleCard(
        key=subject.key,
        id=own[0] if first is not None else "",
        title=zone_name(zone),
        book=book_words(system, own[0]) if first is not None else _("zone"),
        text=minus(first.text) if first is not None else _sentence(zone_note(zone)),
        figures=tuple(_zone_figures(zone)),
        tables=() if table is None else (table,),
        named=links_to(rules, iter(dict.fromkeys((*own, *_speaking(rules, zone.kind))))),
    )


def _zone_figures(zone: Zone) -> Iterator[Figure]:
    if zone.kind == LIGHT:
        yield Figure(_("Light"), light_words(Light(zone.strength)))
    yield Figure(_("Lies"), _("everywhere") if zone.everywhere else squares(len(zone.cells)))
    if zone.rounds is not None:
        yield Figure(_("Lasts"), _("{n} more rounds").format(n=zone.rounds))


def _sentence(words: str) -> str:
    return f"{capital(words)}." if words else ""


def lying_on(controller: Controller, cell: Cell) -> Iterable[tuple[str, str]]:
    """Yield what lies on a square, by name, with the keys of the cards: its ground, its zones."""
    page = controller.encounter.map
    kind = page.terrain_at(cell)
    if kind != OPEN_GROUND:
        yield terrain_name(kind), ground_key(kind)
    for zone in page.zones:
        if zone.everywhere or cell in zone.cells:
            yield zone_name(zone), zone_key(zone)
