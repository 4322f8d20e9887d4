"""Evasion: Deflect, Dodge, Parry, Point Defend, Repel Boarders; one try an attack and target.

Whoever parries may strike back: the Counter-Attack is offered here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Option,
    Procedure,
    Step,
    Tally,
    _,
    allows,
    call,
    choose,
    play,
    require,
    say,
)
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.percentile.actions.action_prices import spend_reaction
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, Share, hits_words
from gridwar.systems.percentile.attacks.legality_and_targets import may_attack
from gridwar.systems.percentile.checks.d100_tests import Trial, check
from gridwar.systems.percentile.core.action_and_evasion_tables import evasion_table
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.house_rules_and_settings import EVASIONS
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of, weapons_in_hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.sheet import Deflector, PercentileSheet

NONE: Final = "none"
COUNTER: Final = "counter-attack"
HEAVY_ATTACK: Final = -30
EVASION_WORDS: Final = {"deflect": _("Deflect"), **{way: SCORE_WORDS[way] for way in EVASIONS[1:]}}


# --- who may --------------------------------------------------------------------------------------


class Evaded(Struct, frozen=True):
    """What an evasion came to: the way it was tried (or empty), whether it passed, hits left."""

    way: str
    passed: bool
    left: int


def kind_of(encounter: Encounter, order: AttackOrder) -> str:
    """Return an attack's row in the table of evasions."""
    return order.kind or order.weapon_in(encounter).kind


def is_allowed(encounter: Encounter, kind: str, way: str) -> bool:
    """Tell whether an evasion is allowed against a kind of attack, house rules considered.

    Rules: PC-ATK-07, PC-ACT-12, PC-ACT-18
    """
    by_house = switches_of(encounter).evasion_matrix.get(f"{kind} {way}")
    return way in evasion_table().allowed[kind] if by_house is None else bool(by_house)


def is_free(kind: str, way: str) -> bool:
    """Tell whether an evasion costs no Reaction.

    Rules: PC-DEF-03, PC-SHP-03
    """
    return way == "deflect" or (way == "dodge" and kind in evasion_table().free)


def why_not(encounter: Encounter, who: str, kind: str, way: str) -> str:
    """Return why somebody cannot evade in a way; empty where they can.

    Rules: PC-ATK-07, PC-SEQ-03, PC-DEF-01, PC-DEF-03, PC-SHP-02
    """
    one = encounter[who]
    sheet, free = sheet_of(one), is_free(kind, way)
    if way == "deflect" and not sheet.deflectors:
        return _("Has no Deflector.")
    if way == "repel_boarders" and sheet.ship is None:
        return _("Is no starship.")
    if not is_allowed(encounter, kind, way):
        return _("Not against this kind of attack.")
    if one.has_effect("surprised"):
        barred = switches_of(encounter).surprise_free == "nothing"
        if barred or not free:
            return _("Surprised: no Reactions.")
    if not free and sheet.reactions < 1:
        return _("No Reaction left.")
    return ""


def evasions(encounter: Encounter, who: str, kind: str) -> Iterator[Option]:
    """Yield the ways in which somebody may evade, with target numbers and why not.

    Rules: PC-ATK-07, PC-ATK-10, PC-DEF-04
    """
    yield Option(NONE, _("No evasion"))
    for way in EVASIONS:
        reason = why_not(encounter, who, kind, way)
        if reason and way in ("deflect", "repel_boarders"):
            continue  # nobody misses a device that is not there
        price = "" if is_free(kind, way) else _("Reaction")
        needs = _("{n} or less").format(n=evasion_number(encounter, who, way))
        yield Option(way, EVASION_WORDS[way], price, needs, not reason, reason)


# --- the test -------------------------------------------------------------------------------------


def strongest(sheet: PercentileSheet) -> Deflector | None:
    """Return the Deflector that counts: the strongest alone.

    Rules: PC-DEF-05
    """
    return max(sheet.deflectors, key=lambda one: one.rating, default=None)


def evasion_lines(tally: Tally, encounter: Encounter, who: str, way: str) -> None:
    """Add an evasion up: the number of the skill or Deflector, and what weighs on it.

    Rules: PC-ATK-07, PC-DEF-01, PC-DEF-05, PC-DEF-06, PC-ACT-06, PC-DEF-03
    """
    one = encounter[who]
    sheet, switches = sheet_of(one), switches_of(encounter)
    if way == "deflect":
        source = strongest(sheet)
        assert source is not None
        tally.line("PC-DEF-01", source.name or _("Deflector"), source.rating, source=one.name)
        if sheet.deflectors_weakened:
            tally.line("PC-DEF-06", _("Weakened"), -sheet.deflectors_weakened)
        if switches.deflect_limits == "no_evasion_penalties":
            return
    else:
        tally.line("PC-ATK-07", EVASION_WORDS[way], score(sheet, way), source=one.name)
    if one.has_effect("heavy_attack"):
        tally.line("PC-ACT-06", _("After a Heavy Attack"), HEAVY_ATTACK)


def evasion_number(encounter: Encounter, who: str, way: str) -> int:
    """Return what an evasion needs."""
    tally = Tally("evasion", NO_ADJUSTMENTS)
    evasion_lines(tally, encounter, who, way)
    return tally.total


def evade(table: Table, share: Share) -> Procedure[Evaded]:
    """Let a target try one evasion and return what is left of its hits.

    Several hits are taken off by degrees where the kind of action can score several, a single
    one is evaded by passing. The Reaction is spent whatever the result.

    Rules: PC-ATK-07, PC-ATK-08, PC-ATK-09, PC-ATK-10, PC-DEF-02, PC-DEF-04
    """
    order, hits = share.order, share.hits
    who, kind = order.target, kind_of(table.now, order)
    if not any(one.enabled for one in evasions(table.now, who, kind) if one.id != NONE):
        return Evaded("", False, hits)
    several = order.row.several
    rule = "PC-ATK-09" if several else "PC-ATK-08"
    way = yield from choose(
        table,
        _("{whom} is hit: evade?"),
        lambda: evasions(table.now, who, kind),
        "PC-ATK-07",
        rule,
        key="evade",
        whom=who,
        info=_("{hits}, and one try to evade.").format(hits=hits_words(hits)),
    )
    if way == NONE:
        return Evaded("", False, hits)
    tally = table.tally("evasion", aside=True)
    evasion_lines(tally, table.now, who, way)
    if not is_free(kind, way):
        yield from spend_reaction(table, who)
    words = _("{way} against {name}: {what}").format(
        way=EVASION_WORDS[way], name=table.now[order.attacker].name, what=order.words_in(table.now)
    )
    tested = yield from check(table, tally, Trial(who, "evasion", _("{who} evades"), words))
    taken = tested.dos if several else hits * tested.success
    left = max(0, hits - taken)
    step = Step(label=_("Hits left"), rule_id=rule, before=hits, after=left)
    if tested.success:
        text, result = _("{who}: hits left"), str(left) if left else _("evaded")
        yield from say(table, text, who=who, steps=(step,), result=result, befell=who)
    return Evaded(way, tested.success, left)


# --- the Counter-Attack ---------------------------------------------------------------------------


class CounterAttack(Act):
    """Strike back at whoever was parried, as part of the parry."""

    target: str
    weapon: str


def counter_order(who: str, target: str, weapon: str) -> AttackOrder:
    """Return a Counter-Attack as an order."""
    return AttackOrder(who, target, weapon, "counter_attack", pays="counter_attack")


def may_counter(table: Table, who: str, target: str, weapon: str) -> Procedure[None]:
    """Refuse a Counter-Attack that is against the rules.

    Rules: PC-ACT-09
    """
    yield from may_act(table, who, "counter_attack")
    used = sheet_of(table.now[who]).counter_used
    text = _("{who} has made a Counter-Attack since the start of the last turn.")
    yield from require(not used, "counter_used", text, "PC-ACT-09", who=who)
    yield from may_attack(table, counter_order(who, target, weapon))


def _strike_back(table: Table, order: AttackOrder) -> Procedure[None]:
    """Offer whoever parried a melee attack to strike back with a weapon that reaches.

    Rules: PC-ACT-09
    """
    who, foe = order.target, order.attacker
    weapons = weapons_in_hand(table.now[who])
    able = [weapon for weapon in weapons if allows(table.now, may_counter, who, foe, weapon.id)]
    if not able:
        return
    chosen = yield from choose(
        table,
        _("{whom} has parried: strike back at {target}?"),
        (
            Option("pass", _("Let it pass")),
            *(Option(weapon.id, _("Strike with {w}").format(w=weapon.title)) for weapon in able),
        ),
        "PC-ACT-09",
        key="counter",
        whom=who,
        window=COUNTER,
        target=foe,
    )
    if chosen != "pass":
        command = CounterAttack(actor=who, target=foe, weapon=chosen)
        yield from play(command, key="counter-attack")


def hits_left(table: Table, share: Share) -> Procedure[int]:
    """Let a target evade, and whoever parries strike back; return the hits left.

    Rules: PC-ATK-09, PC-ACT-09
    """
    evaded = yield from call(evade, share, key="evasion")
    if evaded.way == "parry" and evaded.passed:
        yield from _strike_back(table, share.order)
    return evaded.left


FEINTED: Final = "feinted"


_COVERED: Final = ("standard_attack", "called_shot", "attack_of_opportunity", "grapple_attack")
"""Standard Attacks in all their forms: what a won Feint covers."""


def as_feinted(encounter: Encounter, order: AttackOrder) -> AttackOrder:
    """Return an attack as one that a won Feint covers, if it is: nobody dodges or parries that.

    Rules: PC-ACT-18
    """
    one = encounter[order.attacker]
    weapon = weapon_of(one, order.weapon)
    is_melee = weapon is not None and weapon.is_melee
    is_it = order.action in _COVERED and is_melee and sheet_of(one).feint_on == order.target
    return replace(order, kind=FEINTED) if is_it else order
