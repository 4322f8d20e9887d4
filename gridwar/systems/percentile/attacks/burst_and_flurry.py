"""Burst and Flurry: several hits intended with one test, given to whoever is no harder to hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    FormNumber,
    NumberField,
    Procedure,
    _,
    call,
    cells_around,
    choose_numbers,
    place,
    plays,
)
from gridwar.systems.percentile.attacks.attack_modifiers import HITS_WORTH, target_number
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, Share
from gridwar.systems.percentile.attacks.attack_steps import attack_test, hits_of, land, prepare
from gridwar.systems.percentile.attacks.kill_zones import squares_within
from gridwar.systems.percentile.attacks.legality_and_targets import could_attack, foes_of
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    Armed,
    WeaponAct,
    offered_each_weapon,
    ordered,
)
from gridwar.systems.percentile.core.action_headings import HALF
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon, weapon_of
from gridwar.systems.percentile.positions.reach_and_sight import (
    are_within,
    barrier_to,
    can_strike,
    yardstick,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, Table

SPILL_CELLS: Final = 10
"""How far from the original target hits of a Burst may be given, in squares."""


def hit_rating(encounter: Encounter, command: Armed) -> int:
    """Return the hits that a weapon can be meant for; 0 without it.

    Rules: PC-ACT-02, PC-ACT-03
    """
    weapon = weapon_of(encounter[command.actor], command.weapon)
    return 0 if weapon is None else weapon.hit_rating


class Volley(WeaponAct):
    """What Burst and Flurry have in common: the hits intended."""

    hits: Annotated[
        int,
        NumberField(
            _("Hits intended"),
            lambda encounter, command: min(2, hit_rating(encounter, command)),
            hit_rating,
            HITS_WORTH,
            when=hit_rating,
        ),
    ] = Field(default=2, ge=1, le=30)

    def order(self) -> AttackOrder:
        """Return the attack with the hits that it intends."""
        return replace(super().order(), hits=self.hits)


@offered_each_weapon(
    _("Burst: {weapon}"),
    "crosshair",
    HALF,
    each_weapon(lambda weapon: weapon.kind == "ranged" and weapon.has_hits),
)
class Burst(Volley):
    """Fire several shots at one enemy."""

    action = "burst"


@offered_each_weapon(
    _("Flurry: {weapon}"),
    "swords",
    HALF,
    each_weapon(lambda weapon: weapon.is_melee and weapon.has_hits),
)
class Flurry(Volley):
    """Strike several times with one melee weapon."""

    action = "flurry"


@plays(Flurry)
@plays(Burst)
def burst_or_flurry(table: Table, command: Volley) -> Procedure[AttackResult]:
    """Play a Burst or Flurry.

    Rules: PC-ACT-02, PC-ACT-03
    """
    order = yield from ordered(table, command)
    return (yield from call(volley, order, key="attack"))


def volley(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Play an attack of several hits: one test, the hits given away, each target by itself.

    Rules: PC-ACT-02, PC-ACT-03, PC-ATK-06, PC-ATK-09
    """
    prepared = yield from call(prepare, order, key="sum")
    others = yield from call(_who_else, order, key="others")
    tested = yield from attack_test(table, prepared)
    hits = hits_of(order, tested)
    if not hits:
        return AttackResult(tested.success, tested.jam)
    dos = tested.dos if order.replace_die else 0
    shares = yield from _allocate(table, order, others, hits)
    struck = yield from _hits_land(table, order, shares, dos)
    given = tuple(who for who, _hits in shares if who != order.target)
    return AttackResult(True, struck=struck, given=given)


def _hits_land(
    table: Table, order: AttackOrder, shares: tuple[tuple[str, int], ...], dos: int
) -> Procedure[bool]:
    """Resolve the hits on one target after another; degrees replace a die of the first to land.

    Rules: PC-ATK-09, PC-ATK-12
    """
    each = switches_of(table.now).spill_evasion == "each_target"
    struck = False
    for who, hits in shares:
        may_evade = each or who == order.target
        share = Share(replace(order, target=who), hits, dos, may_evade)
        landed = yield from call(land, share, key=f"hits on {who}")
        struck = struck or landed
        dos = 0 if struck else dos
    return struck


def _who_else(table: Table, order: AttackOrder) -> Procedure[tuple[tuple[str, int], ...]]:
    """Return who else may be given hits, each with its own target number."""
    yield from ()
    return tuple(
        (who, target_number(table.now, replace(order, target=who)))
        for who in spill_targets(table.now, order)
    )


def spill_targets(encounter: Encounter, order: AttackOrder) -> tuple[str, ...]:
    """Return who else may be given hits, in the order they joined the fight.

    Of a Burst those within 10 squares of the original target, of a Flurry those within reach;
    all have to be valid targets and no harder to hit, by their whole target numbers.

    Rules: PC-ACT-02, PC-ACT-03, PC-ATK-02
    """
    needed = target_number(encounter, order)
    return tuple(
        who
        for who in foes_of(encounter, order.attacker)
        if who != order.target
        and _is_near(encounter, order, who)
        and could_attack(encounter, replace(order, target=who))
        and not _is_harder(encounter, replace(order, target=who), needed)
    )


def spill_cells(encounter: Encounter, order: AttackOrder) -> frozenset[Cell]:
    """Return the squares in which others may be given hits: near enough, and to be hit at all.

    Of a Burst a disc round the original target, of a Flurry what is in reach.

    Rules: PC-ACT-02, PC-ACT-03
    """
    flurry = order.action == "flurry"
    middle = encounter[order.attacker if flurry else order.target]
    if middle.pos is None:
        return frozenset()
    far = order.weapon_in(encounter).reach_cells if flurry else SPILL_CELLS
    by = yardstick(encounter)
    body = place(encounter, by, middle.pos, middle.size)
    near = cells_around(by, body, (0, far), encounter.map.size)
    if flurry:
        return frozenset(cell for cell in near if not barrier_to(encounter, order.attacker, cell))
    return near & squares_within(encounter, order.attacker, order.weapon)


def _is_near(encounter: Encounter, order: AttackOrder, who: str) -> bool:
    if order.action == "flurry":
        reach = order.weapon_in(encounter).reach_cells
        return can_strike(encounter, order.attacker, who, reach)
    return are_within(encounter, order.target, who, SPILL_CELLS)


def _is_harder(encounter: Encounter, order: AttackOrder, than: int) -> bool:
    if switches_of(encounter).harder_to_hit == "gm_marks":
        return sheet_of(encounter[order.target]).harder_by_gm
    return target_number(encounter, order) < than


def _allocate(
    table: Table, order: AttackOrder, others: tuple[tuple[str, int], ...], hits: int
) -> Procedure[tuple[tuple[str, int], ...]]:
    """Let the attacker give the hits away; all go to the original target by default.

    Rules: PC-ACT-02, PC-ACT-03
    """
    if not others:
        return ((order.target, hits),)
    now, first = table.now, order.target
    labels = {who: now[who].name for who in (first, *(who for who, _number in others))}
    needs = _("{name} needs {n}")
    info = ", ".join(needs.format(name=labels[who], n=number) for who, number in others)
    given = yield from choose_numbers(
        table,
        _("Who gets the {n} hits?"),
        [
            FormNumber(who, labels[who], 0, hits, hits if who == first else 0, who=who)
            for who in labels
        ],
        order.row.rule,
        key="allocate",
        whom=order.attacker,
        total=hits,
        info=info,
        n=hits,
    )
    shares = tuple((who, given.get(who, 0)) for who in labels)
    return tuple((who, count) for who, count in shares if count)
