"""Take Down: a blow that stuns in place of hurting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Act, Procedure, Role, Step, _, call, offer, plays, say
from gridwar.systems.percentile.actions.action_prices import priced
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import interrupt_extended
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, LowestDie
from gridwar.systems.percentile.attacks.attack_steps import attempt
from gridwar.systems.percentile.attacks.damage import blow_of, damage_roll
from gridwar.systems.percentile.attacks.legality_and_targets import candidates_of, may_use
from gridwar.systems.percentile.checks.d100_tests import Trial, check
from gridwar.systems.percentile.conditions import begin
from gridwar.systems.percentile.core.action_headings import HALF
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS, bonus, score
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

PER_MULTIPLE = -10
"""For every multiple of the Toughness Bonus that the damage comes to."""


def take_down_order(
    who: str, target: str, weapon: str, pays: str = "", *, replace_die: bool = True
) -> AttackOrder:
    """Return a Take Down as an order: no modifier of its own, no critical."""
    return AttackOrder(
        who, target, weapon, "take_down", replace_die=replace_die, critical=False, pays=pays
    )


@offer(
    _("Take Down: {weapon}"),
    icon="waves",
    group=HALF,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("take_down"),
    note=_("stuns, does not wound"),
    each=each_weapon(lambda weapon: weapon.is_melee),
    candidates=lambda encounter, command: candidates_of(
        encounter, take_down_order(command.actor, "", command.weapon)
    ),
)
class TakeDown(Act):
    """Stun somebody with a melee attack."""

    target: str
    weapon: str
    replace_die: LowestDie = True


@plays(TakeDown)
def take_down(table: Table, command: TakeDown) -> Procedure[AttackResult]:
    """Play a Take Down.

    Rules: PC-ACT-15, PC-GRP-10
    """
    who = command.actor
    yield from may_act(table, who, "take_down")
    order = take_down_order(
        who, command.target, command.weapon, "take_down", replace_die=command.replace_die
    )
    yield from may_use(table, order)
    return (yield from call(stun_blow, order, key="attack"))


def stun_blow(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Attack, cancel the damage, and let the target resist being stunned.

    Rules: PC-ACT-15, PC-ATK-07, PC-ATK-11, PC-ATK-12, PC-ATK-17, PC-ECO-06
    """
    who, target = order.attacker, order.target
    tried = yield from call(attempt, order, key="blow")
    if not tried.left or target not in table.now:
        return AttackResult(tried.success)
    blow = blow_of(table.now, order)
    rolled = yield from damage_roll(table, blow, tried.dos if order.replace_die else 0)
    past = max(0, rolled.damage - blow.soak)
    steps = (
        *rolled.dice,
        Step(label=_("Soak"), rule_id="PC-ATK-17", after=blow.soak),
        Step(label=_("Past the soak, cancelled"), rule_id="PC-ACT-15", after=past),
    )
    text = _("The damage of the Take Down of {target} is cancelled")
    yield from say(
        table,
        text,
        target=target,
        lines=rolled.lines,
        total=rolled.damage,
        steps=steps,
        result=str(past),
    )
    if past < 1:
        return AttackResult(True)
    by_roll = switches_of(table.now).takedown_basis == "rolled"
    tally = table.tally("toughness", aside=True)
    tally.line("PC-ACT-15", SCORE_WORDS["t"], score(sheet_of(table.now[target]), "t"))
    penalty = toughness_penalty(rolled.damage if by_roll else past, bonus(table.now, target, "tb"))
    if penalty:
        tally.line("PC-ACT-15", _("Damage of the Take Down"), penalty, source_id="damage")
    words = _("{who} resists being stunned")
    label = _("Toughness against {name}'s Take Down").format(name=table.now[who].name)
    tested = yield from check(table, tally, Trial(target, "toughness", words, label))
    if not tested.success:
        by_victim = switches_of(table.now).one_round == "end_of_victims_next_turn"
        if by_victim:
            yield from begin(table, target, "stunned", "turn_end", target)
        else:
            yield from begin(table, target, "stunned", "turn_start", who)
        yield from interrupt_extended(table, target)
    return AttackResult(True, struck=not tested.success)


def toughness_penalty(damage: int, tb: int) -> int:
    """Return what damage makes of the Toughness test: nothing up to the bonus, then by steps.

    Rules: PC-ACT-15
    """
    step = max(1, tb)
    return PER_MULTIPLE * (damage // step) if damage > step else 0
