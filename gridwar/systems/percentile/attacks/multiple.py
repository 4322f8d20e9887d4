"""Multiple Attack: every weapon in hand once, each with a target, a mode and a test of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    CombatantId,
    Procedure,
    Record,
    Role,
    Step,
    Variant,
    _,
    call,
    fold,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.attacks.aiming_at import could_attack
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.legality import may_attack, may_use
from gridwar.systems.percentile.attacks.volleys import volley
from gridwar.systems.percentile.core.headings import FULL
from gridwar.systems.percentile.core.scores import weapons_in_hand
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.economy.actions import PREREQUISITES, may_act, pay, priced

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

Mode = Literal["standard_attack", "burst", "flurry"]
SEVERAL = 2


class WeaponUse(Record):
    """What one weapon does in a Multiple Attack; ``target`` empty: the command's."""

    weapon: str
    mode: Mode = "standard_attack"
    hits: int = Field(default=2, ge=1, le=30)
    target: CombatantId = ""


def _variants(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    has_several, _code, _text = PREREQUISITES["multiple_attack"]
    if not has_several(encounter[who]):
        return ()
    ready = tuple(one for one in armed_with(encounter, who) if one.is_melee or not one.jammed)
    weapons = ready if len(ready) >= SEVERAL else armed_with(encounter, who)
    uses = tuple(WeaponUse(weapon=weapon.id) for weapon in weapons)
    return (Variant(fields=frozendict(uses=uses)),)


def armed_with(encounter: Encounter, who: str) -> tuple[PercentileWeapon, ...]:
    """Return the weapons that a Multiple Attack of somebody may be made with: all in hand.

    Rules: PC-ACT-07
    """
    return tuple(one for one in weapons_in_hand(encounter[who]) if one.id != UNARMED)


@offer(
    _("Multiple Attack"),
    icon="swords",
    group=FULL,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("multiple_attack"),
    note=_("each weapon once, -20"),
    each=_variants,
)
class MultipleAttack(Act):
    """Attack with each weapon in hand."""

    target: str
    uses: tuple[WeaponUse, ...]
    replace_die: bool = True


def orders_of(command: MultipleAttack) -> tuple[AttackOrder, ...]:
    """Return an order for each weapon, with its own target.

    Rules: PC-ACT-07
    """
    return tuple(
        AttackOrder(
            command.actor,
            use.target or command.target,
            use.weapon,
            use.mode,
            hits=use.hits if use.mode != "standard_attack" else 1,
            replace_die=command.replace_die,
            multiple=True,
        )
        for use in command.uses
    )


@plays(MultipleAttack)
def multiple_attack(table: Table, command: MultipleAttack) -> Procedure[AttackResult]:
    """Play a Multiple Attack: all have to be possible before the first is rolled.

    Rules: PC-ACT-07, PC-ATK-10
    """
    who = command.actor
    yield from may_act(table, who, "multiple_attack")
    weapons = [use.weapon for use in command.uses]
    text = _("A Multiple Attack takes more than one weapon, each once.")
    fits = len(weapons) >= SEVERAL and len(set(weapons)) == len(weapons)
    yield from require(fits, "each_weapon_once", text, "PC-ACT-07")
    orders = orders_of(command)
    for order in orders:
        yield from may_use(table, order)
    for order in orders:
        yield from may_attack(table, order)
    yield from pay(table, who, "multiple_attack")
    return (yield from fold(_one_weapon, orders, AttackResult(False), key="weapon"))


def _one_weapon(table: Table, order: AttackOrder, so_far: AttackResult) -> Procedure[AttackResult]:
    """Make one of the attacks; none where its target has fallen or moved on meanwhile.

    Rules: PC-ACT-07
    """
    if order.attacker not in table.now:
        return so_far
    if order.target not in table.now or not could_attack(table.now, order):
        text = _("{who}: no target left for {weapon}")
        title = order.weapon_in(table.now).title
        step = Step(label=_("Target"), rule_id="PC-ACT-07", after=_("none"))
        yield from say(table, text, who=order.attacker, weapon=title, steps=(step,))
        return so_far
    play = volley if order.row.several else attack
    found = yield from call(play, order, key="attack")
    return AttackResult(so_far.success or found.success, struck=so_far.struck or found.struck)
