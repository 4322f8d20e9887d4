"""What the controller and the restrained one of a grapple may do, each with its opposed test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    Step,
    Variant,
    _,
    call,
    emit,
    offer,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.percentile.actions.actions import (
    OptionTaken,
    grapple_of,
    is_due,
    may_act,
    pay,
    prerequisites,
    priced,
    role_of,
)
from gridwar.systems.percentile.attacks.aiming_at import candidates_of, each_weapon
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult, LowestDie
from gridwar.systems.percentile.attacks.legality import may_attack
from gridwar.systems.percentile.attacks.single import as_feinted
from gridwar.systems.percentile.checks.opposed import (
    Contestant,
    Opposed,
    OpposedResult,
    may_help,
    opposed,
)
from gridwar.systems.percentile.core.conditions import end, has
from gridwar.systems.percentile.core.headings import GRAPPLE
from gridwar.systems.percentile.core.scores import weapon_of, weapons_in_hand
from gridwar.systems.percentile.core.state import sheet_of
from gridwar.systems.percentile.core.tables import row
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.grapples.beginning import ControlTaken, GrappleKept, end_grapple
from gridwar.systems.percentile.manoeuvres.knock_down import Knock, hurt, knock
from gridwar.systems.percentile.manoeuvres.take_down import stun_blow, take_down_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Candidates, Encounter, Table
    from gridwar.systems.percentile.core.sheet import Power
    from gridwar.systems.percentile.core.tables import Subtype
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

_SMALL_SIDES = 5
"""A melee weapon of one d5 is small enough for a grapple."""


def for_roles(*roles: str) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    """Return what offers an option to those in some roles alone."""
    return lambda encounter, who: (Variant(),) if role_of(encounter, who) in roles else ()


class AssistedAct(Act):
    """An option in which allies next to the opponent may help."""

    helpers: tuple[str, ...] = ()


def other_of(encounter: Encounter, who: str) -> str:
    """Return who is on the other side of somebody's grapple."""
    held = grapple_of(encounter, who)
    assert held is not None
    return held.restrained if held.controller == who else held.controller


def _price(encounter: Encounter, who: str, key: str) -> str:
    """Return the action whose price an option has: the controller's are part of the Grapple one.

    Right after Take Control one of the controller's own is free, as a Release is.

    Rules: PC-GRP-01, PC-GRP-09
    """
    if role_of(encounter, who) != "controller":
        return key
    due = is_due(encounter, who) and row(key).role == "controller"
    return "release_grapple" if due else "grapple"


def may_take(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[str]:
    """Refuse an option of the grapple, and return the opponent.

    Args:
        table: The table.
        who: Who would take it.
        key: The option in the list of actions.
        more: Subtypes beside its own: those of a Power.

    Rules: PC-GRP-01, PC-GRP-09, PC-ECO-08
    """
    yield from may_act(table, who, _price(table.now, who, key), more)
    return other_of(table.now, who)


def take(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[None]:
    """Take the price of an option; the controller's keeps the grapple up.

    Rules: PC-GRP-01, PC-GRP-09
    """
    price = _price(table.now, who, key)
    if price == "release_grapple":
        yield from emit(OptionTaken(controller=who))
        return
    yield from pay(table, who, price, more)
    if price == "grapple":
        yield from emit(GrappleKept(controller=who))


def contest(
    table: Table, command: AssistedAct, key: str, score: str = "s"
) -> Procedure[OpposedResult]:
    """Make the opposed test of an option, with the helpers that were named.

    Rules: PC-TST-04, PC-TST-05
    """
    who = command.actor
    mine = Contestant(who, score, helpers=command.helpers)
    theirs, option = Contestant(other_of(table.now, who), "s"), row(key)
    order = Opposed(mine, theirs, option.rule, option.title.rpartition(": ")[2])
    return (yield from call(opposed, order, key="strength"))


# --- the controller -------------------------------------------------------------------------------


@offer(
    _("Hurt"),
    icon="hand-fist",
    group=GRAPPLE,
    role=Role.STRIKE,
    price=priced("grapple"),
    each=for_roles("controller"),
    note=_("opposed Strength: damage and Fatigue"),
    prepared=True,
)
class GrappleDamage(AssistedAct):
    """Hurt whoever is restrained, bare-handed or with a natural weapon."""

    weapon: str = UNARMED


@plays(GrappleDamage)
def grapple_damage(table: Table, command: GrappleDamage) -> Procedure[OpposedResult]:
    """Deal damage and a level of Fatigue by opposed Strength.

    Rules: PC-GRP-02, PC-UNA-02
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_damage")
    weapon = weapon_of(table.now[who], command.weapon)
    of_body = weapon is not None and (weapon.natural or weapon.unarmed)
    text = _("Only bare hands and natural weapons hurt like that.")
    yield from require(of_body, "not_of_body", text, "PC-GRP-02")
    yield from may_help(table, who, foe, command.helpers)
    yield from take(table, who, "grapple_damage")
    found = yield from contest(table, command, "grapple_damage")
    if found.winner == "a":
        own = weapon_of(table.now[who], command.weapon)
        if own is not None:  # it was never there, and the GM let that pass
            yield from call(hurt, (who, foe, own), key="hurt")
    return found


@offer(
    _("Stand"),
    icon="stance-standing",
    group=GRAPPLE,
    role=Role.MOVE,
    price=priced("grapple"),
    each=for_roles("controller"),
    prepared=True,
)
class GrappleStand(AssistedAct):
    """Get up, and maybe pull the other one up too."""

    drag: bool = False


@plays(GrappleStand)
def grapple_stand(table: Table, command: GrappleStand) -> Procedure[None]:
    """Regain one's feet; with opposed Strength the opponent's too.

    Rules: PC-GRP-05
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_stand")
    down = all(has(table.now[one], "prone") for one in (who, foe))
    text = _("Both have to lie on the ground.")
    yield from require(down, "not_both_down", text, "PC-GRP-05")
    yield from may_help(table, who, foe, command.helpers)
    yield from take(table, who, "grapple_stand")
    yield from end(table, who, "prone")
    up = Step(label=_("Prone"), rule_id="PC-GRP-05", before=_("yes"), after=_("no"))
    yield from say(table, _("{who} stands up"), who=who, steps=(up,))
    if command.drag:
        found = yield from contest(table, command, "grapple_stand")
        if found.winner == "a":
            yield from end(table, foe, "prone")
            yield from say(table, _("{who} is pulled up"), who=foe, steps=(up,))


@offer(_("Release"), icon="unlink", group=GRAPPLE, role=Role.LEAVE, each=for_roles("controller"))
class ReleaseGrapple(Act):
    """Let go."""


@plays(ReleaseGrapple)
def release_grapple(table: Table, command: ReleaseGrapple) -> Procedure[None]:
    """End the grapple: as the turn begins, or once a Grapple action was taken.

    Rules: PC-GRP-04
    """
    who = command.actor
    yield from may_act(table, who, "release_grapple")
    held = grapple_of(table.now, who)
    at_start = table.now.turn == who and not sheet_of(table.now[who]).has_acted
    took = held is not None and held.maintained
    text = _("A grapple is released as the turn begins, or after a Grapple action.")
    free = at_start or took or not table.now.round
    yield from require(free, "not_now_released", text, "PC-GRP-04")
    yield from pay(table, who, "release_grapple")
    yield from end_grapple(table, who, _("{who} lets {target} go"))


@offer(
    _("Knock Down"),
    icon="stance-prone",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("grapple"),
    each=for_roles("controller"),
    id="grapple_knock_down",
    prepared=True,
)
class GrappleKnockDown(Act):
    """Knock the restrained one down within the grapple."""


@plays(GrappleKnockDown)
def grapple_knock_down(table: Table, command: GrappleKnockDown) -> Procedure[OpposedResult]:
    """Play a Knock Down as the option of the Grapple action.

    Rules: PC-GRP-10, PC-ACT-14
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_damage")
    yield from take(table, who, "grapple_damage")
    return (yield from call(knock, Knock(who, foe), key="knock down"))


def _to_take_down_with(encounter: Encounter, who: str) -> Iterator[Variant]:
    able = "takedown" in sheet_of(encounter[who]).talents
    if able and role_of(encounter, who) == "controller":
        yield from each_weapon(lambda weapon: weapon.is_melee)(encounter, who)


@offer(
    _("Take Down: {weapon}"),
    icon="waves",
    group=GRAPPLE,
    role=Role.STRIKE,
    price=priced("grapple"),
    each=_to_take_down_with,
    id="grapple_take_down",
    prepared=True,
)
class GrappleTakeDown(Act):
    """Stun the restrained one within the grapple."""

    weapon: str = UNARMED
    replace_die: LowestDie = True


@plays(GrappleTakeDown)
def grapple_take_down(table: Table, command: GrappleTakeDown) -> Procedure[AttackResult]:
    """Play a Take Down as the option of the Grapple action.

    Rules: PC-GRP-10, PC-ACT-15
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_damage")
    yield from prerequisites(table, who, "take_down")
    yield from take(table, who, "grapple_damage")
    order = take_down_order(who, foe, command.weapon, replace_die=command.replace_die)
    return (yield from call(stun_blow, order, key="attack"))


# --- either ---------------------------------------------------------------------------------------


def fits_grapple(weapon: PercentileWeapon) -> bool:
    """Return whether a weapon can be used in a grapple: of the body, small, or a pistol.

    Rules: PC-GRP-07
    """
    small = weapon.is_melee and (
        weapon.small or (weapon.damage.count == 1 and weapon.damage.sides == _SMALL_SIDES)
    )
    return weapon.natural or weapon.unarmed or small or weapon.pistol


def _fitting(encounter: Encounter, who: str) -> Iterator[Variant]:
    if role_of(encounter, who):
        yield from each_weapon(fits_grapple)(encounter, who)


def grapple_attack_order(who: str, target: str, weapon: str) -> AttackOrder:
    """Return a Standard Attack made in a grapple as an order."""
    return AttackOrder(who, target, weapon, "grapple_attack")


def _attack_candidates(encounter: Encounter, command: GrappleAttack) -> Candidates:
    return candidates_of(encounter, grapple_attack_order(command.actor, "", command.weapon))


@offer(
    _("Attack: {weapon}"),
    icon="sword",
    group=GRAPPLE,
    role=Role.STRIKE,
    needs="combatant",
    price=priced("grapple_attack"),
    each=_fitting,
    candidates=_attack_candidates,
)
class GrappleAttack(Act):
    """Make a Standard Attack in a grapple, not only on the opponent."""

    target: str
    weapon: str = UNARMED


@plays(GrappleAttack)
def grapple_attack(table: Table, command: GrappleAttack) -> Procedure[AttackResult]:
    """Play a Standard Attack with a weapon that fits a grapple.

    Rules: PC-GRP-07, PC-ACT-01
    """
    who = command.actor
    yield from may_take(table, who, "grapple_attack")
    able = any(one.id == command.weapon and fits_grapple(one) for one in _hands(table, who))
    text = _("Only bare hands, natural and small weapons and pistols are used in a grapple.")
    yield from require(able, "not_in_grapple", text, "PC-GRP-07")
    order = grapple_attack_order(who, command.target, command.weapon)
    order = as_feinted(table.now, order)  # before the price, which ends a Feint
    yield from may_attack(table, order)
    yield from take(table, who, "grapple_attack")
    return (yield from call(attack, order, key="attack"))


def _hands(table: Table, who: str) -> tuple[PercentileWeapon, ...]:
    return weapons_in_hand(table.now[who])


def _usable(encounter: Encounter, who: str) -> tuple[Power, ...]:
    """Return the Powers that fit a grapple: a Full Action at most, and none that moves its user.

    Rules: PC-GRP-06
    """
    powers = sheet_of(encounter[who]).powers
    return tuple(one for one in powers if one.cost != "more" and not one.moves_self)


def _powers(encounter: Encounter, who: str) -> Iterator[Variant]:
    for number, power in enumerate(_usable(encounter, who) if role_of(encounter, who) else ()):
        yield Variant(str(number), {"power": power.name}, {"power": power.name})


@offer(
    _("Power: {power}"),
    icon="sparkles",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("grapple_power"),
    each=_powers,
)
class GrapplePower(Act):
    """Activate a Power in a grapple; what it does the GM plays."""

    power: str


@plays(GrapplePower)
def grapple_power(table: Table, command: GrapplePower) -> Procedure[None]:
    """Activate a Power of a Full Action or less that does not move its user.

    Rules: PC-GRP-06
    """
    who = command.actor
    subtypes = next(
        (one.subtypes for one in _usable(table.now, who) if one.name == command.power), None
    )
    yield from may_take(table, who, "grapple_power", subtypes or frozenset())
    text = _("No such Power can be used in a grapple.")
    subtypes = yield from required(subtypes, "no_power", text, "PC-GRP-06")
    yield from take(table, who, "grapple_power", subtypes)
    step = Step(label=_("Power"), rule_id="PC-GRP-06", after=command.power)
    text = _("{who} activates {power}")
    yield from say(table, text, who=who, power=command.power, steps=(step,))


# --- the restrained one ---------------------------------------------------------------------------


def _break_free_ways(encounter: Encounter, who: str) -> Iterator[Variant]:
    if role_of(encounter, who) == "restrained":
        yield Variant("s", {"using": "s"}, {"score": _("Strength")})
        yield Variant("acrobatics", {"using": "acrobatics"}, {"score": _("Acrobatics")})


@offer(
    _("Break Free"),
    icon="log-in",
    group=GRAPPLE,
    role=Role.LEAVE,
    price=priced("break_free"),
    each=_break_free_ways,
    note=_("with {score}"),
    prepared=True,
)
class BreakFree(Act):
    """Get out of the hold."""

    using: Literal["s", "acrobatics"] = "s"


@plays(BreakFree)
def break_free(table: Table, command: BreakFree) -> Procedure[OpposedResult]:
    """End the grapple by Strength or Acrobatics against the controller's Strength.

    Rules: PC-GRP-08, PC-TST-04
    """
    who = command.actor
    yield from may_act(table, who, "break_free")
    foe = other_of(table.now, who)
    yield from pay(table, who, "break_free")
    order = Opposed(
        Contestant(who, command.using), Contestant(foe, "s"), "PC-GRP-08", _("Break Free")
    )
    found = yield from call(opposed, order, key="strength")
    if found.winner == "a":
        yield from end_grapple(table, who, _("{target} breaks free of {who}"))
    return found


@offer(
    _("Take Control"),
    icon="repeat",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("take_control"),
    each=for_roles("restrained"),
    prepared=True,
)
class TakeControl(AssistedAct):
    """Turn the hold round."""


@plays(TakeControl)
def take_control(table: Table, command: TakeControl) -> Procedure[OpposedResult]:
    """Become the controller by opposed Strength, with one controller option at once.

    Rules: PC-GRP-09, PC-GRP-01
    """
    who = command.actor
    yield from may_act(table, who, "take_control")
    foe = other_of(table.now, who)
    yield from may_help(table, who, foe, command.helpers)
    yield from pay(table, who, "take_control")
    found = yield from contest(table, command, "take_control")
    if found.winner == "a":
        yield from emit(ControlTaken(controller=who))
        text = _("{who} controls the grapple now, and may take an option at once")
        step = Step(label=_("Controls"), rule_id="PC-GRP-09", after=table.now[who].name)
        yield from say(table, text, who=who, steps=(step,), tone="good")
    return found
