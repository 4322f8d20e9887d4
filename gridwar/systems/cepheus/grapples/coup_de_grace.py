"""The coup de grace: no roll, no reaction, no armour; the GM confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Act,
    Encounter,
    Procedure,
    SheetEvent,
    Step,
    Variant,
    Yardstick,
    call,
    cells_apart,
    choose,
    emit,
    plays,
    require,
    say,
    sets,
    spot_at,
    stand_at,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do, pay
from gridwar.systems.cepheus.actions.dropped_weapons import Landed, land
from gridwar.systems.cepheus.attacks.attack_offers import weapon_variant
from gridwar.systems.cepheus.attacks.attack_records import AttackResult, Shot
from gridwar.systems.cepheus.attacks.attack_refusals import may_attack
from gridwar.systems.cepheus.attacks.attack_sequence import use_up
from gridwar.systems.cepheus.attacks.blast_area import Burst
from gridwar.systems.cepheus.attacks.blast_damage import explode
from gridwar.systems.cepheus.attacks.firing_modes import weapon_of
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health, is_helpless
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_attack
from gridwar.systems.cepheus.positions.range_bands import CLOSE_SQUARES, distance_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury

ADJACENT_SQUARES: Final = 1


@for_people
def _in_hand(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Return the weapons in hand, where anybody is helpless."""
    switches = switches_of(encounter)
    others = [sheet_of(one) for one in encounter.everyone() if one.id != who]
    if any(is_helpless(sheet, switches) and _lives(sheet, switches) for sheet in others):
        for weapon in sheet_of(encounter[who]).weapons:
            if weapon.ready:
                yield weapon_variant(weapon.id, weapon)


@offer_attack(
    _("Coup de grace: {weapon}"),
    id="finish",
    icon="skull",
    needs="combatant",
    price=SIGNIFICANT,
    note=_("A helpless opponent"),
    each=_in_hand,
)
class CoupDeGrace(Act):
    """Kill a helpless opponent."""

    target: str
    weapon: str


@sets("killed", True)
class Killed(SheetEvent):
    """Somebody was killed outright."""


def _lives(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    return health(sheet, switches) is not Health.DEAD


def may_finish(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse a coup de grace, turn and actions apart.

    Rules: CE-SIG-11
    """
    # The band does not matter: how near is near enough stands in the rule itself.
    yield from may_attack(table, shot, finishing=True)
    target = shot.target or ""
    helpless = is_helpless(sheet_of(table.now[target]), switches_of(table.now))
    text = _("{target} is not helpless.")
    yield from require(helpless, "not_helpless", text, "CE-SIG-11", target=target)
    lives = _lives(sheet_of(table.now[target]), switches_of(table.now))
    text = _("{target} is beyond a coup de grace already.")
    yield from require(lives, "finished", text, "CE-SIG-11", target=target)
    text = _("Too far: melee weapons within Close range, others from the next square.")
    yield from require(_is_near(table.now, shot), "not_at_hand", text, "CE-SIG-11")


def _is_near(encounter: Encounter, shot: Shot) -> bool:
    weapon = sheet_of(encounter[shot.actor]).weapon(shot.weapon)
    target = shot.target or ""
    if weapon is not None and weapon.form == "melee":
        distance = distance_between(encounter, shot.actor, target)
        return distance is not None and distance.squares <= CLOSE_SQUARES
    here, there = stand_at(encounter, shot.actor), stand_at(encounter, target)
    if here is None or there is None:
        return False
    mine = spot_at(encounter.map, here.cells, here.height_m - there.height_m)
    return cells_apart(Yardstick(), mine, spot_at(encounter.map, there.cells)) <= ADJACENT_SQUARES


@plays(CoupDeGrace)
def coup_de_grace(table: Table, command: CoupDeGrace) -> Procedure[AttackResult]:
    """Play a coup de grace: it hits and kills; what is thrown lies there, what explodes goes off.

    Rules: CE-SIG-11, CE-THR-01, CE-EXP-01
    """
    who, target = command.actor, command.target
    yield from may_do(table, who, SIGNIFICANT)
    yield from may_finish(table, Shot(who, command.weapon, target))
    options = {"kill": _("Kill"), "spare": _("Spare")}
    text = _("Kill {target}?")
    chosen = yield from choose(
        table, text, options, "CE-SIG-11", key="confirm", whom=None, target=target
    )
    if chosen == "spare":
        return AttackResult(hit=False)
    yield from pay(table, who, SIGNIFICANT)
    shot = Shot(who, command.weapon, target)
    zones, square = weapon_of(table, shot).blast, table.now[target].pos
    yield from use_up(table, shot)
    if square is not None:
        yield from land(table, Landed(who, command.weapon, square))
    yield from emit(Killed(who=target))
    text = _("{who} gives {target} the coup de grace")
    step = Step(label=_("No roll: the helpless victim dies"), rule_id="CE-SIG-11")
    dead = _("dead")
    yield from say(
        table, text, who=who, target=target, tone="harm", result=dead, steps=(step,), befell=target
    )
    injuries: tuple[Injury, ...] = ()
    if zones and square is not None:
        injuries = yield from call(explode, Burst(square, zones, who), key="blast")
    return AttackResult(True, injuries)
