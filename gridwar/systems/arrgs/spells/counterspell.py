"""Counterspell: a prepared spell given up against one being cast, or against one that lasts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Tally, ask, emit, explain, play, require_none
from gridwar.model.command import NO_ADJUSTMENTS, Answer
from gridwar.model.question import Option, Question, Refusal
from gridwar.systems.arrgs.action_points.costs import (
    Price,
    begin,
    finish,
    overused,
    price_for,
    price_of,
    require_payable,
    require_there,
    why_unable,
    why_unpayable,
)
from gridwar.systems.arrgs.checks.checks import Exchange, add_lines, reaction, reaction_result
from gridwar.systems.arrgs.checks.rolling import rolled
from gridwar.systems.arrgs.core.commands import Counterspell
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.sheet import Weapon, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.core.spell_events import SpellSeized
from gridwar.systems.arrgs.equipment.spell_slots import (
    end_spell,
    spellbook,
    spend_slot,
    why_not_prepared,
)
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.threat import between, cells_away, opponents
from gridwar.systems.arrgs.spells.spell_control import SPELL, places_of, told
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.arrgs.conditions.conditions import FortCheck

COUNTERSPELL: Final = "counterspell"
WINDOW: Final = "counterspell"
PASS: Final = "pass"
NO_CASTER_DC: Final = 10

Outcome = Literal["cancelled", "controlled", "unchanged"]


class Countered(Struct, frozen=True):
    """What a Counterspell came to. ``wasted``: lost to an opportunity."""

    dc: int = 0
    result: int = 0
    success: bool = False
    slot_spent: bool = False
    outcome: Outcome = "unchanged"
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


class Opposed(Struct, frozen=True):
    """The spell that is opposed: by its caster, its school and level, whom or what it is upon."""

    caster: str
    school: str
    spell_level: int
    title: str
    target: str | None = None
    cells: tuple[Cell, ...] = ()


class Casting(Struct, frozen=True):
    """A spell being cast: by whom, which, and whom it is aimed at (nobody with an area)."""

    who: str
    weapon: Weapon
    target: str | None = None


def _opposed(encounter: Encounter, command: Counterspell) -> Opposed | None:
    spell = state_of(encounter).spells.get(command.spell)
    if spell is not None:
        cells = places_of(encounter, spell)
        return Opposed(
            command.target, spell.school, spell.spell_level, spell.title, spell.target, cells
        )
    if command.target not in encounter:
        return None
    weapon = sheet_of(encounter[command.target]).weapon(command.weapon)
    if weapon is None:
        return None
    upon = command.actor if command.targeted else None
    return Opposed(command.target, weapon.school, weapon.spell_level, weapon.title, upon)


def why_not_against(
    encounter: Encounter, who: str, using: Weapon | None, against: Opposed
) -> Refusal | None:
    """Return why a prepared spell will not do against another.

    Rules: AR-MNV-06, AR-SPL-05
    """
    if using is None or not using.is_spell:
        text = _("{name} knows no such spell.").format(name=encounter[who].name)
        return Refusal("no_weapon", text, ("AR-MNV-06",), waivable=False)
    if using.school != against.school:
        text = _("{using} is not of the school of {spell}.")
        text = text.format(using=using.title, spell=against.title)
        return Refusal("wrong_school", text, ("AR-MNV-06",))
    if using.spell_level < against.spell_level:
        text = _("{using} is of a lower level than {spell}.")
        text = text.format(using=using.title, spell=against.title)
        return Refusal("low_level", text, ("AR-MNV-06",))
    return why_not_prepared(using)


def why_not_close(encounter: Encounter, who: str, against: Opposed) -> Refusal | None:
    """Return why a spell is out of reach: neither its target nor Close to caster or effect.

    Rules: AR-MNV-06
    """
    close = sheet_of(encounter[who]).close_range
    if close is None or against.target == who:
        return None
    away = [cells_away(encounter, who, cell) for cell in against.cells]
    if against.caster in encounter:
        away.append(between(encounter, who, against.caster))
    known = [squares for squares in away if squares is not None]
    if not known or min(known) <= close:
        return None
    text = _("{spell} is farther than Close, {n} squares.").format(spell=against.title, n=close)
    return Refusal("not_close", text, ("AR-MNV-06",))


def counter_price(encounter: Encounter, price: Price, using: Weapon) -> Price:
    """Return what a Counterspell takes with a spell given up.

    Rules: AR-MNV-06, AR-VIT-03
    """
    if switches_of(encounter).counterspell_vitality == "1":
        return price
    return replace(price, vitality=max(price.vitality, using.spell_level))


def counterspell(table: Table, command: Counterspell) -> Procedure[Countered]:
    """Give up a prepared spell to cancel one, or to take one over.

    Rules: AR-MNV-06, AR-SPL-03, AR-SPL-05
    """
    who = command.actor or ""
    yield from require_there(table, who)
    against = _opposed(table.now, command)
    if against is None:
        refusal = Refusal("no_spell", _("There is no such spell."), (), waivable=False)
        yield from require_none(refusal)
    assert against is not None
    using = sheet_of(table.now[who]).weapon(command.using)
    yield from require_none(why_not_against(table.now, who, using, against))
    assert using is not None
    yield from require_none(why_not_close(table.now, who, against))
    price = counter_price(table.now, price_for(COUNTERSPELL, command), using)
    yield from require_payable(table, who, price)
    may_go_on = yield from opportunities.provoke(table, who)
    begun = yield from begin(table, who, price)
    if not may_go_on:
        checks = yield from opportunities.lost(table, begun)
        return Countered(wasted=True, fort_checks=checks)
    yield from spend_slot(table, who, using)
    dc = NO_CASTER_DC
    own, facing = _exchanges(against.caster, who, using, begun.used)
    if against.caster in table.now:
        dc = reaction(table, "opposing", facing)
    done = yield from rolled(table, COUNTERSPELL, own, _("Counterspell"), dc)
    success = done.meets(dc)
    names = {"name": table.now[who].name, "using": using.title, "spell": against.title}
    title = _("{name} gives up {using} against {spell}").format(**names)
    yield from explain(table, lambda: told(title, done, dc, "AR-MNV-06", success=success))
    outcome: Outcome = "unchanged"
    if success:
        outcome = yield from _take_effect(table, command)
    checks = yield from finish(table, begun)
    return Countered(dc, done.result, success, True, outcome, fort_checks=checks)


def _take_effect(table: Table, command: Counterspell) -> Procedure[Outcome]:
    """Cancel a spell being cast; of a lasting one seize the control, or end it.

    Rules: AR-MNV-06
    """
    if not command.spell:
        return "cancelled"
    who = command.actor or ""
    choice = switches_of(table.now).counterspell_lasting
    if choice == "choose_control_first":
        answer = yield from ask(lambda: _control_or_cancel(table.now, command))
        choice = "cancel" if answer.option == "cancel" else "control"
    if choice == "control":
        yield from emit(SpellSeized(spell=command.spell, by=who))
        return "controlled"
    yield from end_spell(table, command.spell)
    return "cancelled"


def _control_or_cancel(encounter: Encounter, command: Counterspell) -> Question:
    spell = state_of(encounter).spells[command.spell]
    return Question(
        key="control or cancel",
        recipient=command.actor,
        follow_up=True,
        title=_("{spell} yields: take it over, or end it?").format(spell=spell.title),
        options=(
            Option("control", _("Take control of it")),
            Option("cancel", _("End it")),
        ),
        default=Answer(option="control"),
        rule_ids=("AR-MNV-06",),
    )


def qualifying(encounter: Encounter, who: str, against: Opposed) -> tuple[Weapon, ...]:
    """Return the prepared spells that somebody could give up against another.

    Rules: AR-MNV-06, AR-SPL-05
    """
    if not against.school or why_not_close(encounter, who, against) is not None:
        return ()
    return tuple(
        one
        for one in spellbook(encounter, who)
        if why_not_against(encounter, who, one, against) is None
    )


def _is_prompt(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody may counter a spell while it is cast.

    Rules: AR-ACT-06, AR-MNV-06
    """
    if switches_of(encounter).immediate_list == "strict":
        readied = sheet_of(encounter[who]).readied
        if readied is None or readied.manoeuvre != COUNTERSPELL:
            return False
    price = price_of(COUNTERSPELL, "aap", immediate=True)
    return why_unable(encounter[who]) is None and why_unpayable(encounter, who, price) is None


def is_countered(table: Table, casting: Casting) -> Procedure[bool]:
    """Let opponents counter a spell while it is cast; True once one of them has cancelled it.

    Rules: AR-MNV-06, AR-ACT-06
    """
    foes = frozenset(opponents(table.now, casting.who))
    weapon = casting.weapon
    for who in initiative_order(table.now):
        if who not in foes or not _is_prompt(table.now, who):
            continue
        against = Opposed(
            casting.who, weapon.school, weapon.spell_level, weapon.title, casting.target
        )
        if not qualifying(table.now, who, against):
            continue
        answer = yield from ask(partial(_ask_about, table, who, casting))
        if answer.option == PASS:
            continue
        command = Counterspell(
            actor=who,
            target=casting.who,
            using=answer.option.split(":", 1)[1],
            weapon=weapon.id,
            targeted=casting.target == who,
            pool="aap",
            answers=True,
        )
        done = yield from play(command, key=f"counterspell of {who}")
        if isinstance(done, Countered) and done.outcome == "cancelled":
            return True
    return False


def _ask_about(table: Table, who: str, casting: Casting) -> Question:
    return _question(table.now, who, casting)


def _question(encounter: Encounter, who: str, casting: Casting) -> Question:
    weapon = casting.weapon
    against = Opposed(casting.who, weapon.school, weapon.spell_level, weapon.title, casting.target)
    options = tuple(
        _option(encounter, who, casting, one) for one in qualifying(encounter, who, against)
    )
    caster = encounter[casting.who].name
    return Question(
        key=f"counterspell of {who}",
        recipient=who,
        title=_("{name}: counter {spell}?").format(name=encounter[who].name, spell=weapon.title),
        text=_(
            "{caster} casts {spell}: {school}, level {n}. What is given up is spent either way."
        ).format(caster=caster, spell=weapon.title, school=weapon.school, n=weapon.spell_level),
        options=(Option(PASS, _("Let it be cast")), *options),
        default=Answer(option=PASS),
        window=WINDOW,
        rule_ids=("AR-MNV-06", "AR-ACT-06"),
    )


def _option(encounter: Encounter, who: str, casting: Casting, using: Weapon) -> Option:
    """Return giving up one spell, with its price, what it is rolled with and against."""
    price = counter_price(encounter, price_of(COUNTERSPELL, "aap", immediate=True), using)
    own, facing = _exchanges(casting.who, who, using, overused(encounter, who, price.points))
    tally = Tally(COUNTERSPELL, NO_ADJUSTMENTS)
    add_lines(tally, encounter, own)
    dc = reaction_result(Tally("opposing", NO_ADJUSTMENTS), encounter, facing)
    bonus = f"{tally.total:+d}".replace("-", "\u2212")
    effect = _("d20 {bonus} against {dc}").format(bonus=bonus, dc=dc)
    if using.prepared is not None:
        effect += "; " + _("{n} prepared").format(n=using.prepared)
    words = _("{points} AAP, {vitality} Vitality")
    paid = words.format(points=price.points, vitality=price.vitality)
    return Option(f"counter:{using.id}", using.title, paid, effect)


def _exchanges(caster: str, who: str, using: Weapon, used: int) -> tuple[Exchange, Exchange]:
    """Return the check of who counters a caster, and the Reaction that it faces."""
    own = Exchange(who, using.check or SPELL, caster, used=used)
    return own, Exchange(caster, SPELL, who, reaction=True)
