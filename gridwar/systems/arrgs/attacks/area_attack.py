"""Area attacks: aimed at a square, let fly, and everybody in the squares where it comes down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Candidates,
    Cell,
    Height,
    Procedure,
    Role,
    Variant,
    allows,
    call,
    emit,
    fold,
    hand_over,
    plays,
    require,
)
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.floors import square_name
from gridwar.systems.arrgs.actions.offers import ATTACKS, SPELLS, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, finish
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.attacks.area_attack_hits import (
    AreaImpact,
    AreaResult,
    Caught,
    CaughtOne,
    Toll,
    Volley,
    shared_follow_ups,
    strike_one,
)
from gridwar.systems.arrgs.attacks.legality import (
    may_reach_square,
    may_use,
    provokes,
    square_band,
    variant_with,
)
from gridwar.systems.arrgs.attacks.scatter import let_fly
from gridwar.systems.arrgs.checks.typed_modifiers import use_up
from gridwar.systems.arrgs.conditions import FortCheck, forced_reactions
from gridwar.systems.arrgs.core.sheet import level, sheet_of
from gridwar.systems.arrgs.equipment import Rounds
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.opportunities.opportunities import may_answer
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import ATTACK
from gridwar.systems.arrgs.positions.areas_and_occupants import (
    AimPoint,
    area_cells,
    has_area,
    occupants,
)
from gridwar.systems.arrgs.positions.lines_of_sight import has_line_to_cell, seen_cells
from gridwar.systems.arrgs.spells.casting import spell_price, spellbook, spend_slot
from gridwar.systems.arrgs.spells.counterspell import Casting
from gridwar.systems.arrgs.spells.counterspell_during_casting import is_countered
from gridwar.systems.arrgs.spells.lasting_spells import Lasting, remain
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

FAR: Final = 24
"""Squares around somebody in which those it could aim at are marked."""


# --- what is offered ------------------------------------------------------------------------------


def _with_area(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in sheet_of(encounter[who]).weapons:
        if not weapon.is_spell and has_area(encounter, who, weapon):
            yield variant_with(encounter, who, weapon, ATTACK)


def _spells(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in spellbook(encounter, who):
        if has_area(encounter, who, spell):
            yield variant_with(encounter, who, spell, ATTACK)


def _in_range(encounter: Encounter, command: AreaAttack) -> Candidates:
    """Return the squares that can be aimed at and seen.

    Rules: AR-ARE-01, AR-ARE-02
    """
    who = command.actor
    weapon = sheet_of(encounter[who]).weapon(command.weapon)
    if weapon is None:
        return Candidates()
    far = min(FAR, (weapon.max_increments or 0) * (weapon.range_increment or 0) or FAR)
    if weapon.category == "melee":
        far = sheet_of(encounter[who]).ring[1]

    seen = seen_cells(encounter, who, far)
    near = (
        cell for cell in seen if allows(encounter, may_reach_square, who, weapon, AimPoint(cell))
    )
    return Candidates(cells=frozenset(near))


@may_answer
@offer_manoeuvre(
    ATTACK,
    _("At a square: {weapon}"),
    id="area",
    icon="bomb",
    group=ATTACKS,
    role=Role.STRIKE,
    needs={"cell": "square"},
    each=_with_area,
    candidates=_in_range,
)
@offer_manoeuvre(
    ATTACK,
    _("Cast {weapon}"),
    id="area",
    icon="sparkles",
    group=SPELLS,
    role=Role.STRIKE,
    needs={"cell": "square"},
    each=_spells,
    candidates=_in_range,
)
class AreaAttack(Manoeuvre):
    """The Attack manoeuvre against a square, with a weapon or spell that has an area."""

    square: Cell
    weapon: str
    altitude: Height = 0.0
    """How high above the ground it goes off, in the map's unit."""


# --- what may be aimed at -------------------------------------------------------------------------


def _may_attack(table: Table, command: AreaAttack, price: Price) -> Procedure[Weapon]:
    who, square = command.actor, command.square
    weapon = yield from may_use(table, who, command.weapon, price)
    place = square_name(table.now.map.floors, square)
    area, text = has_area(table.now, who, weapon), _("{weapon} has no area.")
    yield from require(area, "no_area", text, "AR-ARE-01", waivable=False, weapon=weapon.title)
    on_map, text = table.now.map.contains(square), _("{place} is not on the map.")
    yield from require(on_map, "off_map", text, waivable=False, place=place)
    yield from may_reach_square(table, who, weapon, AimPoint(square, command.altitude))
    text = _("Something stands between here and {place}.")
    seen = all(has_line_to_cell(table.now, who, square, purpose) for purpose in Purpose)
    yield from require(seen, "no_line_to_square", text, "AR-ATK-02", place=place)
    return weapon


# --- what is done ---------------------------------------------------------------------------------


@plays(AreaAttack)
def area_attack(table: Table, command: AreaAttack) -> Procedure[AreaResult]:
    """Play an attack against a square, in the order of AR-ATK-03.

    Rules: AR-ARE-01, AR-ARE-02, AR-ARE-03, AR-ARE-04, AR-ARE-05, AR-ARE-07, AR-MNV-02
    """
    who, price = command.actor, price_for(ATTACK, command)
    weapon = yield from _may_attack(table, command, price)
    price = spell_price(table.now, price, weapon)
    opens = not command.answers and provokes(table.now, who, weapon, ATTACK)
    begun = yield from opportunities.begin_provoking(table, who, price, provokes=opens)
    if isinstance(begun, Lost):
        return AreaResult(wasted=True, fort_checks=begun.checks)
    point = AimPoint(command.square, command.altitude)
    return (yield from loose(table, Flying(volley_at(table.now, who, weapon, point, begun), begun)))


def volley_at(
    encounter: Encounter, who: str, weapon: Weapon, point: AimPoint, begun: Begun
) -> Volley:
    """Return an attack at a square that is paid for, with its range.

    Rules: AR-ARE-02, AR-RNG-01
    """
    band = square_band(encounter, who, weapon, point)
    if band is None or weapon.category == "melee":
        return Volley(who, weapon, point, begun.used)
    return Volley(who, weapon, point, begun.used, band.modifier, band.increment)


def loose(table: Table, flying: Flying) -> Procedure[AreaResult]:
    """Let an attack at a square that is paid for fly, unless it is a spell that is countered.

    Rules: AR-ARE-01, AR-MNV-06
    """
    volley = flying.volley
    who, weapon = volley.who, volley.weapon
    if weapon.capacity:
        yield from emit(Rounds(who=who, weapon=weapon.id, by=-1))
    yield from spend_slot(table, who, weapon)
    if weapon.is_spell and (yield from is_countered(table, Casting(who, weapon))):
        checks = yield from finish(table, flying.begun)
        return AreaResult(countered=True, fort_checks=checks)
    if opportunities.has_died(table.now, who):
        checks = (yield from opportunities.lose(table, flying.begun)).checks
        return AreaResult(wasted=True, fort_checks=checks)
    return hand_over(let_fly, volley, key="flight", then=_come_down, carry=flying)


class Flying(Struct, frozen=True):
    """An area attack on its way, and the action it belongs to."""

    volley: Volley
    begun: Begun


class _Struck(Struct, frozen=True):
    """An area attack that takes effect: what came of it, and where a lasting one stays."""

    flying: Flying
    done: AreaResult
    stays: AimPoint | None = None


def _come_down(
    table: Table, flown: tuple[Flying, tuple[AreaResult, AreaImpact | None]]
) -> Procedure[AreaResult]:
    """Find out who stands where it came down, and let it take effect on them.

    Rules: AR-ARE-03, AR-ARE-05, AR-ARE-06
    """
    flying, (done, landed) = flown
    if landed is None:
        return (yield from _conclude(table, (_Struck(flying, done), Toll())))
    volley = flying.volley
    there = AreaImpact(volley, landed.impact, ())
    victims = yield from call(_those_in, there, key="those in it")
    landed = replace(landed, dice=(yield from shared_follow_ups(table, landed, victims)))
    dying = tuple(one for one in victims if level(table.now[one], "dying") and one != volley.who)
    early = yield from forced_reactions(table, "before_attack", *dying)
    lasts = volley.weapon.is_spell and volley.weapon.duration != "instant"
    struck = _Struck(flying, replace(done, fort_checks=early), landed.impact if lasts else None)
    caught = Caught(AreaImpact(volley, volley.point, landed.dice), victims, dying)
    return hand_over(_strike_all, caught, key="area", then=_conclude, carry=struck)


def _those_in(table: Table, there: AreaImpact) -> Procedure[tuple[str, ...]]:
    """Return who stands where it came down; it takes looking through the board.

    Rules: AR-ARE-03
    """
    yield from ()
    volley = there.volley
    return occupants(table.now, volley.who, volley.weapon, there.impact)


def _strike_all(table: Table, caught: Caught) -> Procedure[Toll]:
    """Compare the check with everybody there, one after another."""
    ones = tuple(CaughtOne(caught.landed, one) for one in caught.victims)
    return (yield from fold(strike_one, ones, Toll(dying=caught.dying), key="of them"))


def _conclude(table: Table, struck_and_toll: tuple[_Struck, Toll]) -> Procedure[AreaResult]:
    """Play what follows once everybody in the area has suffered it.

    Rules: AR-ATK-03, AR-SPL-03
    """
    struck, toll = struck_and_toll
    volley, begun, done = struck.flying.volley, struck.flying.begun, struck.done
    if struck.stays is not None:
        who, weapon, stays = volley.who, volley.weapon, struck.stays
        cells = area_cells(table.now, who, weapon, stays)
        yield from remain(table, Lasting(who, weapon, square=stays.square, cells=cells))
    yield from use_up(table, volley.who, volley.weapon.attack_check)
    checks = yield from finish(table, begun)
    late = yield from _aftermath(table, toll)
    return replace(done, hits=toll.hits, fort_checks=(*done.fort_checks, *checks, *late))


def _aftermath(table: Table, toll: Toll) -> Procedure[tuple[FortCheck, ...]]:
    """Play what being attacked brings upon those in the area, once the attacker's check is made.

    Rules: AR-CND-03, AR-ATK-03
    """
    checks: tuple[FortCheck, ...] = ()
    for begun in toll.defences:
        checks = (*checks, *(yield from finish(table, begun)))
    defended = {begun.who for begun in toll.defences}
    rest = tuple(one for one in toll.dying if one not in defended)
    return (*checks, *(yield from forced_reactions(table, "after_attack", *rest)))
