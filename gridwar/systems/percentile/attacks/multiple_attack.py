"""Multiple Attack: every weapon in hand once, each with a target, a mode and a test of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    CombatantId,
    CommandChoice,
    CommandNumber,
    CommandOption,
    EachField,
    Procedure,
    Record,
    Role,
    Step,
    Variant,
    _,
    allows,
    call,
    fold,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act, prerequisites
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, LowestDie
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.burst_and_flurry import volley
from gridwar.systems.percentile.attacks.legality_and_targets import (
    candidates_of,
    could_attack,
    may_attack,
    may_use,
)
from gridwar.systems.percentile.core.action_headings import FULL
from gridwar.systems.percentile.core.weapons_in_hand import armed_with, weapon_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter, Table

Mode = Literal["standard_attack", "burst", "flurry"]
SEVERAL = 2


class WeaponUse(Record):
    """What one weapon does in a Multiple Attack; ``target`` empty: the command's."""

    weapon: str
    mode: Mode = "standard_attack"
    hits: int = Field(default=2, ge=1, le=30)
    target: CombatantId = ""


def _variants(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    if not allows(encounter, prerequisites, who, "multiple_attack"):
        return ()
    armed = armed_with(encounter[who])
    ready = tuple(one for one in armed if one.is_melee or not one.jammed)
    weapons = ready if len(ready) >= SEVERAL else armed
    uses = tuple(WeaponUse(weapon=weapon.id) for weapon in weapons)
    return (Variant(fields=frozendict(uses=uses)),)


def _uses(encounter: Encounter, command: MultipleAttack) -> Iterator[CommandChoice | CommandNumber]:
    """Yield mode, target and hits of each weapon of a Multiple Attack.

    Rules: PC-ACT-07
    """
    for number, (use, order) in enumerate(zip(command.uses, orders_of(command), strict=True)):
        weapon = weapon_of(encounter[command.actor], use.weapon)
        if weapon is None:
            continue
        several = "flurry" if weapon.is_melee else "burst"
        modes = {"standard_attack": _("Once")}
        if weapon.has_hits and weapon.kind != "thrown_melee":
            modes[several] = _("Flurry") if weapon.is_melee else _("Burst")
        yield CommandChoice(
            f"mode {use.weapon}",
            weapon.title,
            tuple(
                CommandOption(mode, words, _with_use(command, number, use.replace(mode=mode)))
                for mode, words in modes.items()
            ),
            use.mode,
        )
        found = candidates_of(encounter, order)
        targets = dict.fromkeys((*sorted(found.who), use.target or command.target))
        yield CommandChoice(
            f"target {use.weapon}",
            _("{weapon} at").format(weapon=weapon.title),
            tuple(
                CommandOption(
                    who,
                    encounter[who].name,
                    _with_use(command, number, use.replace(target=who)),
                    _("needs {n}").format(n=found.words[who]) if who in found.words else "",
                    "" if who in found.who else _("Out of reach."),
                )
                for who in targets
                if who in encounter
            ),
            use.target or command.target,
        )
        if use.mode != "standard_attack":
            yield CommandNumber(
                f"hits {use.weapon}",
                _("{weapon}: hits intended").format(weapon=weapon.title),
                min(2, weapon.hit_rating),
                weapon.hit_rating,
                use.hits,
                _hits_maker(command, number),
            )


def _hits_maker(command: MultipleAttack, number: int) -> Callable[[int], MultipleAttack]:
    use = command.uses[number]
    return lambda hits: _with_use(command, number, use.replace(hits=hits))


def _with_use(command: MultipleAttack, number: int, use: WeaponUse) -> MultipleAttack:
    return command.replace(uses=(*command.uses[:number], use, *command.uses[number + 1 :]))


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
    uses: Annotated[tuple[WeaponUse, ...], EachField(_("Weapons"), _uses)]
    replace_die: LowestDie = True


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
        text = _("{who} has no target left for {weapon}")
        title = order.weapon_in(table.now).title
        step = Step(label=_("Target"), rule_id="PC-ACT-07", after=_("none"))
        yield from say(table, text, who=order.attacker, weapon=title, steps=(step,))
        return so_far
    play = volley if order.row.several else attack
    found = yield from call(play, order, key="attack")
    return AttackResult(so_far.success or found.success, struck=so_far.struck or found.struck)
