"""Counterspell: a prepared spell given up against one being cast, or against one that lasts.

Who is asked while a spell is cast is ``counterspell_during_casting``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Procedure,
    Role,
    Step,
    Variant,
    allows,
    choose,
    emit,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.arrgs.actions.offers import SPELLS, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, finish, may_begin
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.checks.reactions import Reaction, reaction
from gridwar.systems.arrgs.conditions import FortCheck, forced_reactions
from gridwar.systems.arrgs.core.sheet import has, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.equipment import must_be_prepared
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import between, cells_away
from gridwar.systems.arrgs.spells.casting import spellbook, spend_slot
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import SPELL, places_of
from gridwar.systems.arrgs.spells.lasting_spells import SpellEvent, end_spell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Encounter, Table
    from gridwar.systems.arrgs.core.fight_state import SpellEffect
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

COUNTERSPELL: Final = "counterspell"
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


def _lasting(encounter: Encounter, spell: SpellEffect) -> Opposed:
    places = places_of(encounter, spell)
    caster, level = spell.controller, spell.spell_level
    return Opposed(caster, spell.school, level, spell.title, spell.target, places)


def opposed_casting(casting: Casting) -> Opposed:
    """Return a spell being cast as what a Counterspell is up against."""
    one = casting.weapon
    return Opposed(casting.who, one.school, one.spell_level, one.title, casting.target)


def _opposed(encounter: Encounter, command: Counterspell) -> Opposed | None:
    spell, caster = state_of(encounter).spells.get(command.spell), command.target
    if spell is not None:
        return replace(_lasting(encounter, spell), caster=caster)
    weapon = sheet_of(encounter[caster]).weapon(command.weapon) if caster in encounter else None
    upon = command.actor if command.targeted else None
    return None if weapon is None else opposed_casting(Casting(caster, weapon, upon))


def may_give_up(table: Table, who: str, using: Weapon, against: Opposed) -> Procedure[None]:
    """Refuse a prepared spell that will not do against another.

    Rules: AR-MNV-06, AR-SPL-05
    """
    text = _("{who} knows no such spell.")
    yield from require(using.is_spell, "unknown_spell", text, "AR-MNV-06", waivable=False, who=who)
    one, other = using.title, against.title
    text = _("{using} is not of the school of {spell}.")
    is_fit = using.school == against.school
    yield from require(is_fit, "wrong_school", text, "AR-MNV-06", using=one, spell=other)
    text = _("{using} is of a lower level than {spell}.")
    is_fit = using.spell_level >= against.spell_level
    yield from require(is_fit, "low_level", text, "AR-MNV-06", using=one, spell=other)
    yield from must_be_prepared(using)


def may_reach(table: Table, who: str, against: Opposed) -> Procedure[None]:
    """Refuse a spell out of reach: neither upon oneself nor Close to caster or effect.

    Rules: AR-MNV-06
    """
    close = sheet_of(table.now[who]).close_range
    if close is None or against.target == who:
        return
    away = [cells_away(table.now, who, cell) for cell in against.cells]
    if against.caster in table.now:
        away.append(between(table.now, who, against.caster))
    known = [squares for squares in away if squares is not None]
    is_close = not known or min(known) <= close
    text = _("{spell} is farther than Close, {n} squares.")
    yield from require(is_close, "not_close", text, "AR-MNV-06", spell=against.title, n=close)


def qualifying(encounter: Encounter, who: str, against: Opposed) -> tuple[Weapon, ...]:
    """Return the prepared spells that somebody could give up against another.

    Rules: AR-MNV-06, AR-SPL-05
    """
    if not against.school or not allows(encounter, may_reach, who, against):
        return ()
    book = spellbook(encounter, who)
    return tuple(one for one in book if allows(encounter, may_give_up, who, one, against))


def counter_price(encounter: Encounter, price: Price, using: Weapon) -> Price:
    """Return what a Counterspell takes with a spell given up.

    Rules: AR-MNV-06, AR-VIT-03
    """
    if switches_of(encounter).counterspell_vitality == "1":
        return price
    return replace(price, vitality=max(price.vitality, using.spell_level))


def _to_counter(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in state_of(encounter).spells.values():
        owner = spell.controller
        if owner in encounter and not encounter.are_foes(
            encounter[owner].side, encounter[who].side
        ):
            continue
        for using in qualifying(encounter, who, _lasting(encounter, spell)):
            yield Variant(
                f"{spell.id}:{using.id}",
                {"target": owner, "using": using.id, "spell": spell.id},
                {"spell": spell.title, "using": using.title},
            )


@offer_manoeuvre(
    COUNTERSPELL,
    _("Counter {spell} with {using}"),
    id="counter",
    icon="ban",
    group=SPELLS,
    role=Role.GUARD,
    note=_("provokes"),
    each=_to_counter,
    prepared=True,
)
class Counterspell(Manoeuvre):
    """Give up a prepared spell against a lasting one (``spell``), or against one being cast."""

    target: str
    """The opposing caster."""
    using: str
    """The prepared spell that is given up."""
    spell: str = ""
    weapon: str = ""
    """The spell being cast, of the caster's."""
    targeted: bool = False
    """It is cast at the one who counters it, however far away."""


class SpellSeized(SpellEvent):
    """A lasting spell obeys somebody else now."""

    by: str

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Change its controller."""
        return spell.replace(controller=self.by)


@plays(Counterspell)
def counterspell(table: Table, command: Counterspell) -> Procedure[Countered]:
    """Give up a prepared spell to cancel one, or to take one over.

    Rules: AR-MNV-06, AR-SPL-03, AR-SPL-05, AR-CND-03
    """
    who = command.actor
    text = _("{who} knows no such spell.")
    using = yield from required(
        sheet_of(table.now[who]).weapon(command.using), "unknown_spell", text, "AR-MNV-06", who=who
    )
    price = counter_price(table.now, price_for(COUNTERSPELL, command), using)
    yield from may_begin(table, who, price)
    against = yield from required(
        _opposed(table.now, command), "no_spell", _("There is no such spell.")
    )
    yield from may_give_up(table, who, using, against)
    yield from may_reach(table, who, against)
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return Countered(wasted=True, fort_checks=begun.checks)
    yield from spend_slot(table, who, using)
    faced, caster = Reaction(NO_CASTER_DC), against.caster
    own, facing = exchanges(caster, who, using, begun.used)
    dying = (caster,) if caster in table.now and has(table.now[caster], "dying") else ()
    early = yield from forced_reactions(table, "before_attack", *dying)
    if caster in table.now:
        faced = yield from reaction(table, "opposing", facing)
    dc, spell, title = faced.result, against.title, using.title
    label = _("Counterspell with {using} against {spell}").format(using=title, spell=spell)
    done = yield from rolled(table, COUNTERSPELL, own, label, dc)
    success, text = done.meets(dc), _("{who} gives up {using} against {spell}")
    told, came = done.told(dc, "AR-MNV-06", parts=faced.parts), done.came(dc)
    yield from say(table, text, who=who, result=came, spell=spell, using=title, **told)
    outcome: Outcome = "unchanged"
    if success:
        outcome = yield from _take_effect(table, command, against)
    checks = yield from finish(table, begun)
    late = yield from forced_reactions(table, "after_attack", *dying)
    return Countered(dc, done.result, success, True, outcome, fort_checks=(*early, *checks, *late))


def _take_effect(table: Table, command: Counterspell, against: Opposed) -> Procedure[Outcome]:
    """Cancel a spell being cast; of a lasting one seize the control, or end it.

    Rules: AR-MNV-06
    """
    cancelled = Step(label=_("Countered"), rule_id="AR-MNV-06")
    if not command.spell:
        text, title = _("{spell} of {caster} is cancelled"), against.title
        caster = against.caster
        yield from say(table, text, spell=title, caster=caster, steps=(cancelled,), tone="plain")
        return "cancelled"
    who, spell = command.actor, state_of(table.now).spells[command.spell]
    choice = switches_of(table.now).counterspell_lasting
    if choice == "choose_control_first":
        chosen = yield from choose(
            table,
            _("{spell} yields: take it over, or end it?"),
            {"control": _("Take control of it"), "cancel": _("End it")},
            "AR-MNV-06",
            key="control or cancel",
            whom=who,
            follow_up=True,
            spell=spell.title,
        )
        choice = "cancel" if chosen == "cancel" else "control"
    if choice == "control":
        yield from emit(SpellSeized(spell=command.spell, by=who))
        seized = Step(label=_("Controller"), rule_id="AR-SPL-03", after=table.now[who].name)
        text = _("{spell} obeys {who} now")
        yield from say(table, text, spell=against.title, who=who, steps=(seized,), tone="plain")
        return "controlled"
    yield from end_spell(table, command.spell, cancelled)
    return "cancelled"


def exchanges(caster: str, who: str, using: Weapon, used: int) -> tuple[Exchange, Exchange]:
    """Return the check of who counters a caster, and the Reaction that it faces."""
    own = Exchange(who, using.check or SPELL, caster, used=used)
    return own, Exchange(caster, SPELL, who, reaction=True)
