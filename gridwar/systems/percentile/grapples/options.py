"""Options of a grapple: who has them, their price and test; and those that are the controller's.

What is open to the restrained one is in ``restrained``, the push in ``pushing``.
"""

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
    emit,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.actions import may_act, prerequisites, priced
from gridwar.systems.percentile.actions.paying import OptionTaken, pay
from gridwar.systems.percentile.attacks.attack_records import AttackResult, LowestDie
from gridwar.systems.percentile.attacks.legality import each_weapon
from gridwar.systems.percentile.checks.opposed import (
    Contestant,
    Opposed,
    OpposedResult,
    helpers_at_hand,
    may_help,
    opposed,
)
from gridwar.systems.percentile.core.conditions import end
from gridwar.systems.percentile.core.headings import GRAPPLE
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.core.state import grapple_of, is_due, role_of, sheet_of
from gridwar.systems.percentile.core.tables import row
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.grapples.beginning import GrappleKept, end_grapple
from gridwar.systems.percentile.manoeuvres.knock_down import Knock, deal_unarmed_damage, knock
from gridwar.systems.percentile.manoeuvres.take_down import stun_blow, take_down_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.tables import Subtype


def for_roles(*roles: str) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    """Return what offers an option to those in some roles alone."""
    return lambda encounter, who: (Variant(),) if role_of(encounter, who) in roles else ()


controllers_option: Final = partial(
    offer, group=GRAPPLE, price=priced("grapple"), each=for_roles("controller"), prepared=True
)
"""Offers to the controller what is part of the Grapple action."""


def other_of(encounter: Encounter, who: str) -> str:
    """Return who is on the other side of somebody's grapple."""
    held = grapple_of(encounter, who)
    assert held is not None
    return held.restrained if held.controller == who else held.controller


def _at_hand(encounter: Encounter, command: AssistedAct) -> dict[str, str]:
    """Return who may help, by name.

    Rules: PC-TST-05
    """
    opponent = other_of(encounter, command.actor)
    helpers = helpers_at_hand(encounter, command.actor, opponent)
    return {who: encounter[who].name for who in helpers}


def is_held(encounter: Encounter, command: Act) -> bool:
    """Tell whether whoever would take an option is in a grapple."""
    return grapple_of(encounter, command.actor) is not None


Helpers = Annotated[tuple[str, ...], TicksField(_("Helped by"), _at_hand, when=is_held)]


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


def contest(table: Table, command: AssistedAct, key: str) -> Procedure[OpposedResult]:
    """Make the opposed Strength test of an option, with the helpers that were named.

    Rules: PC-TST-04, PC-TST-05
    """
    who = command.actor
    mine = Contestant(who, "s", helpers=command.helpers)
    theirs, option = Contestant(other_of(table.now, who), "s"), row(key)
    order = Opposed(mine, theirs, option.rule, option.title.rpartition(": ")[2])
    return (yield from call(opposed, order, key="strength"))


class AssistedAct(Act):
    """An option in which allies next to the opponent may help."""

    helpers: Helpers = ()


# --- the controller's -----------------------------------------------------------------------------


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

    helpers: Helpers = ()
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
