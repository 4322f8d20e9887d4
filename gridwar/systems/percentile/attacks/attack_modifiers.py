"""The sum of an attack: the one function for play, odds, the words at tokens, and who is harder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Tally, _, of_places
from gridwar.engine.perception.light_of_fight import brightest_on
from gridwar.grid.cells.wall_crossings import cells_crossed
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.model.floors import elevation_m
from gridwar.model.geometry import centre_of, footprint
from gridwar.model.zones import SMOKE, Light
from gridwar.systems.percentile.core.altitude_bands import band_of, band_pair
from gridwar.systems.percentile.core.fight_state import settings_of, sheet_of, switches_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score
from gridwar.systems.percentile.positions.reach_and_sight import squares_between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.engine.perception.light_of_fight import LightOn
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder

WORST: Final = -30
PER_HIT: Final = -5
BONUS: Final = 10
HITS_WORTH: Final = _("{bonus:+} and {each} for each").format(bonus=BONUS, each=PER_HIT)
MULTIPLE: Final = -20
CALLED: Final = -20
SURPRISE: Final = 30
GUARD_MODE: Final = -20
_MULTIPLE_WORST: Final = -40

_Line = tuple[str, str, int] | tuple[str, str, int, str]
"""Rule id, words, value; and what tells it from others of the rule, where its words change."""


def attack_lines(tally: Tally, encounter: Encounter, order: AttackOrder) -> None:
    """Add all up that an attack has: the score, the action, circumstances.

    Rules: PC-ATK-03, PC-ATK-04, PC-ATK-05, PC-ACT-11
    """
    attacker = encounter[order.attacker]
    name = order.score_in(encounter)
    rule = "PC-ATK-05" if order.score else "PC-ATK-04"
    tally.line(rule, SCORE_WORDS[name], score(sheet_of(attacker), name), source=attacker.name)
    seen: set[str] = {rule}
    _put(tally, order, tuple(_of_attacker(encounter, order)), seen)
    if order.target:
        lines = (*_of_target(encounter, order), *_of_map(encounter, order))
        _put(tally, order, lines, seen, encounter[order.target].name)


def _put(
    tally: Tally, order: AttackOrder, lines: tuple[_Line, ...], seen: set[str], source: str = ""
) -> None:
    """Add lines; several of one rule are told apart by their words.

    Rules: PC-ACT-11
    """
    for rule_id, label, value, *named in lines:
        off = order.no_bonuses and value > 0
        source_id = (named[0] if named else label) if rule_id in seen else ""
        tally.line(rule_id, label, value, source=source, source_id=source_id, off=off)
        seen.add(rule_id)


def target_number(encounter: Encounter, order: AttackOrder) -> int:
    """Return what an attack would need against its target, unclamped.

    Rules: PC-TST-01, PC-ACT-02
    """
    tally = Tally("attack", NO_ADJUSTMENTS)
    attack_lines(tally, encounter, order)
    return tally.total


def _of_attacker(encounter: Encounter, order: AttackOrder) -> Iterator[_Line]:
    """Yield what action, aim and weariness of the attacker make of it.

    Rules: PC-ATK-03, PC-ACT-16
    """
    yield from _of_action(encounter, order)
    yield from order.extra
    sheet = sheet_of(encounter[order.attacker])
    if sheet.aim:
        yield "PC-ACT-16", _("Aim"), sheet.aim
    if sheet.fatigue:
        each = settings_of(encounter).fatigue_per_level
        yield "PC-ATK-03", _("Fatigue {n}").format(n=sheet.fatigue), each * sheet.fatigue


def _of_action(encounter: Encounter, order: AttackOrder) -> Iterator[_Line]:
    """Yield the action's own modifier, and what the hits intended cost.

    Rules: PC-ACT-01, PC-ACT-02, PC-ACT-03, PC-ACT-04, PC-ACT-05, PC-ACT-06, PC-ACT-07, PC-ACT-08,
        PC-ACT-09, PC-ACT-11
    """
    row, switches = order.row, switches_of(encounter)
    if order.multiple:
        yield "PC-ACT-07", _("Multiple Attack"), MULTIPLE
        if row.several:
            penalty = multiple_penalty(order.hits, switches.multi_floor)
            yield row.rule, _hits_words(order), penalty
    elif order.action in ("burst", "flurry"):
        yield from _burst_lines(order, switches.burst_floor)
    elif order.action == "called_shot":
        if switches.called_shot_net == "minus_10":
            yield "PC-ACT-01", _("Standard Attack"), row.modifier
        yield row.rule, row.title, CALLED
    elif row.modifier:
        yield row.rule, row.title, row.modifier


def _hits_words(order: AttackOrder) -> str:
    return _("{n} hits intended").format(n=order.hits)


def _burst_lines(order: AttackOrder, floor: str) -> Iterator[_Line]:
    """Yield the bonus, what the hits intended cost, and what the limit gives back.

    Rules: PC-ACT-02, PC-ACT-03
    """
    rule, penalty = order.row.rule, PER_HIT * order.hits
    yield rule, order.row.title, BONUS
    yield rule, _hits_words(order), penalty, "hits"
    back = burst_modifier(order.hits, floor) - BONUS - penalty
    if back:
        limit = WORST if floor == "penalty_only" else WORST - BONUS
        text = _("At most {n} for the hits")
        yield rule, text.format(n=limit), back, "limit"


def burst_modifier(hits: int, floor: str) -> int:
    """Return +10 and -5 for each hit intended, with its limit.

    Rules: PC-ACT-02, PC-ACT-03
    """
    if floor == "penalty_only":
        return BONUS + max(WORST, PER_HIT * hits)
    return max(WORST, BONUS + PER_HIT * hits)


def multiple_penalty(hits: int, floor: str) -> int:
    """Return what the hits of a Burst or Flurry cost within a Multiple Attack, beside its -20.

    Rules: PC-ACT-07
    """
    if floor == "net_minus_30":
        return max(WORST, MULTIPLE + PER_HIT * hits) - MULTIPLE
    return max(_MULTIPLE_WORST, PER_HIT * hits)


def _of_target(encounter: Encounter, order: AttackOrder) -> Iterator[_Line]:
    """Yield what the target's state makes of the attack.

    Rules: PC-SEQ-03, PC-ACT-13, PC-ATK-03
    """
    target = encounter[order.target]
    if target.has_effect("surprised"):
        yield "PC-SEQ-03", _("Surprised"), SURPRISE
    if target.has_effect("guard_mode"):
        yield "PC-ACT-13", _("Guard Mode"), GUARD_MODE
    to_hit = sheet_of(target).to_hit
    if to_hit:
        yield "PC-ATK-03", _("Circumstances"), to_hit


def _of_map(encounter: Encounter, order: AttackOrder) -> Iterator[_Line]:
    """Yield what bands, distance and the map make of the attack; the GM says what some count.

    Rules: PC-ATK-02, PC-ATK-03, PC-ALT-03, PC-ALT-04, PC-ALT-05
    """
    settings = settings_of(encounter)
    pair = order.attacker, order.target
    yield from _of_bands(encounter, order)
    if not order.weapon_in(encounter).is_melee:
        most, value = _range_between(encounter, *pair)
        if value:
            yield "PC-ATK-02", _("Up to {n} squares").format(n=most), value
    if not all(encounter[one].is_on_map for one in pair):
        return
    yield from _of_light(encounter, order.target)
    if _stands_higher(encounter, *pair):
        yield "PC-ATK-03", _("Higher ground"), settings.higher_ground
    if _is_fog_between(encounter, *pair):
        yield "PC-ATK-03", _("Fog"), settings.fog


@of_places
def _range_between(encounter: Encounter, who: str, target: str) -> tuple[int, int]:
    """Return up to how many squares the step of range goes, and what it counts; 0 for none."""
    squares = squares_between(encounter, who, target)
    steps = switches_of(encounter).range_modifiers.items()
    fits = ((int(to), value) for to, value in steps if squares <= int(to))
    return min(fits, default=(0, 0))


@of_places
def _stands_higher(encounter: Encounter, who: str, target: str) -> bool:
    page, one, other = encounter.map, encounter[who].pos, encounter[target].pos
    assert one is not None  # both are on the map
    assert other is not None
    mine_m, other_m = (page.ground_m(at) + elevation_m(page.floors, at) for at in (one, other))
    return mine_m > other_m


@of_places
def _is_fog_between(encounter: Encounter, who: str, target: str) -> bool:
    page, one, other = encounter.map, encounter[who].pos, encounter[target].pos
    assert one is not None  # both are on the map
    assert other is not None
    if not any(zone.kind == SMOKE for zone in page.zones):
        return False
    between = (one, other, *cells_crossed(centre_of(one), centre_of(other)))
    return any(page.zones_at(cell, SMOKE) for cell in between)


def _of_light(encounter: Encounter, target: str) -> Iterator[_Line]:
    """Yield the light on the target where it is not bright; the GM says what it counts.

    Rules: PC-ATK-03
    """
    settings = settings_of(encounter)
    worth = {Light.LOW: settings.low_light, Light.DARK: settings.darkness}
    found = _light_on(encounter, target)
    if found.level in worth:
        words = _("Low light: {reason}") if found.level is Light.LOW else _("Dark: {reason}")
        yield "PC-ATK-03", words.format(reason=found.reason), worth[found.level], "light"


@of_places
def _light_on(encounter: Encounter, who: str) -> LightOn:
    """Return the best light that somebody stands in; these rules derive none from what one does."""
    one = encounter[who]
    assert one.pos is not None  # it is on the map
    return brightest_on(encounter, footprint(one.pos, one.size))


def _of_bands(encounter: Encounter, order: AttackOrder) -> Iterator[_Line]:
    """Yield what the altitude bands of the two make of the attack.

    Rules: PC-ALT-03, PC-ALT-04, PC-ALT-05
    """
    one, other = encounter[order.attacker], encounter[order.target]
    here, there = band_of(one), band_of(other)
    pair, weapon = band_pair(here, there), order.weapon_in(encounter)
    if weapon.is_melee:
        return
    if pair.ranged == "approved":
        value = settings_of(encounter).approved_weapon
        if value:
            yield "PC-ALT-05", _("Approved for long range"), value
    elif (here, there) == ("low", "ground"):
        by_house = switches_of(encounter).low_to_ground
        value = band_pair("ground", "low").modifier if isinstance(by_house, str) else by_house
        if value:
            yield "PC-ALT-04", _("From Low at Ground"), value
    elif pair.modifier:
        yield "PC-ALT-03", _("The target is on Low"), pair.modifier
