"""Options of a grapple that are the controller's: hurt, stand, release, Knock Down, Take Down."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    Step,
    TicksField,
    Variant,
    _,
    call,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act, prerequisites
from gridwar.systems.percentile.attacks.attack_records import AttackResult, LowestDie
from gridwar.systems.percentile.attacks.damage import deal_unarmed_damage
from gridwar.systems.percentile.checks.opposed import OpposedResult, may_help
from gridwar.systems.percentile.conditions import end
from gridwar.systems.percentile.core.action_headings import GRAPPLE
from gridwar.systems.percentile.core.fight_state import grapple_of, role_of, sheet_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon, weapon_of
from gridwar.systems.percentile.grapples.beginning_and_ending import end_grapple
from gridwar.systems.percentile.grapples.grapple_options import (
    AssistedAct,
    contest,
    for_roles,
    is_held,
    may_take,
    take,
)
from gridwar.systems.percentile.manoeuvres.knock_down import Knock, knock
from gridwar.systems.percentile.manoeuvres.take_down import stun_blow, take_down_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


controllers_option: Final = partial(
    offer, group=GRAPPLE, price=priced("grapple"), each=for_roles("controller"), prepared=True
)
"""Offers to the controller what is part of the Grapple action."""


@controllers_option(
    _("Hurt"),
    icon="hand-fist",
    role=Role.STRIKE,
    note=_("opposed Strength: damage and Fatigue"),
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
            yield from call(deal_unarmed_damage, (who, foe, own), key="hurt")
    return found


@controllers_option(_("Stand"), icon="stance-standing", role=Role.MOVE)
class GrappleStand(AssistedAct):
    """Get up, and maybe pull the other one up too."""

    drag: Annotated[
        bool, TicksField(_("The other one"), {"drag": _("is pulled up too")}, when=is_held)
    ] = False


@plays(GrappleStand)
def grapple_stand(table: Table, command: GrappleStand) -> Procedure[None]:
    """Regain one's feet; with opposed Strength the opponent's too.

    Rules: PC-GRP-05
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_stand")
    down = all(table.now[one].has_effect("prone") for one in (who, foe))
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


@controllers_option(_("Knock Down"), icon="stance-prone", role=Role.OTHER, id="grapple_knock_down")
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


@controllers_option(
    _("Take Down: {weapon}"),
    icon="waves",
    role=Role.STRIKE,
    each=_to_take_down_with,
    id="grapple_take_down",
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
