"""Charge: a run-up of four straight squares, and a blow, a hold or a Knock Down at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    Procedure,
    Role,
    Step,
    Walk,
    _,
    call,
    ngettext,
    offer,
    plays,
    require,
    require_path,
    say,
    walk,
)
from gridwar.model.geometry import Climbs, Way
from gridwar.systems.percentile.actions.action_legality import may_act, prerequisites
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.attacks.attack_records import LOWEST_DIE, AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.legality_and_targets import may_use
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import ScoreName, scores_for
from gridwar.systems.percentile.charges.run_up_geometry import (
    foes_within,
    is_run_up,
    points_at,
    reach_with,
    ways_of,
)
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.headings import FULL
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon
from gridwar.systems.percentile.grapples.beginning_and_ending import in_no_grapple, seize
from gridwar.systems.percentile.manoeuvres.knock_down import Knock, knock
from gridwar.systems.percentile.movement.distance_and_ground import plain_movement, squares_of
from gridwar.systems.percentile.movement.plain_moves import may_go, may_stop
from gridwar.systems.percentile.out_of_turn.overwatch_triggers import (
    Deed,
    before_attack,
    before_run,
    is_up,
)
from gridwar.systems.percentile.positions.reach_and_sight import squares_between, standing_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, Table


def foe_meant(encounter: Encounter, command: RunUpAct) -> str:
    """Return whom a run-up is at: whoever is named, else the first at its end; empty for nobody."""
    return command.target or next(iter(foes_at_end(encounter, command)), "")


AtItsEnd: TypeAlias = Annotated[
    str,
    ChoiceField(
        _("At"),
        lambda encounter, run: {foe: encounter[foe].name for foe in foes_at_end(encounter, run)},
        now=foe_meant,
        least=2,
    ),
]
"""Whom a run-up may be at: foes within reach at its end."""
INSTEAD: Final[Mapping[str, str]] = {
    "attack": _("Strike"),
    "grapple": _("Begin a grapple"),
    "knock_down": _("Knock Down"),
}


def _strikes(_encounter: Encounter, command: Charge) -> bool:
    return command.instead == "attack"


class RunUpAct(Act):
    """What a charge and a ram have in common: a path with its run-up, and the foe at its end.

    ``target`` may be left out where only one foe is within reach at the end.
    """

    path: Way
    climbs: Climbs = ()
    target: str = ""


@offer(
    _("Charge: {weapon}"),
    icon="chevrons-right",
    group=FULL,
    role=Role.STRIKE,
    needs="path",
    price=priced("charge"),
    note=_("the last 4 squares straight; +20"),
    each=each_weapon(lambda weapon: weapon.is_melee, "C"),
)
class Charge(RunUpAct):
    """Run at a foe and strike; or begin a grapple, or knock it down, in place of the blow."""

    target: AtItsEnd = ""
    weapon: str
    instead: Annotated[
        Literal["attack", "grapple", "knock_down"], ChoiceField(_("At its end"), INSTEAD)
    ] = "attack"
    score: Annotated[ScoreName, ChoiceField(_("Test with"), scores_for, when=_strikes)] = ""
    replace_die: Annotated[bool, ChoiceField(_("Lowest die"), LOWEST_DIE, when=_strikes)] = True


@plays(Charge)
def charge(table: Table, command: Charge) -> Procedure[object]:
    """Run along a path that ends with four straight squares, then attack once.

    Rules: PC-ACT-05, PC-MOV-03, PC-ALT-07
    """
    who = command.actor
    yield from may_act(table, who, "charge")
    order = AttackOrder(
        who, "", command.weapon, "charge", score=command.score, replace_die=command.replace_die
    )
    yield from may_use(table, order)
    if command.instead == "grapple":
        yield from prerequisites(table, who, "grapple_initiate")
    target = yield from may_run_up(table, command, "charge")
    if command.instead == "grapple":
        yield from in_no_grapple(table, target)
    yield from pay(table, who, "charge")
    if not (yield from run_up(table, command, "charge", target)):
        return AttackResult(False)
    counts = switches_of(table.now).charge_bonus_on_substitute
    extra = (("PC-ACT-05", row("charge").title, row("charge").modifier),) if counts else ()
    match command.instead:
        case "grapple":
            return (yield from call(seize, (who, target, extra), key="grapple"))
        case "knock_down":
            return (yield from call(knock, Knock(who, target, extra), key="knock down"))
    return (yield from call(attack, replace(order, target=target), key="attack"))


def reaches_with(command: RunUpAct) -> str:
    """Return the weapon whose reach decides where a run-up may end; empty: the longest in hand.

    Bare hands for a ram and a hold; a Knock Down reaches as far as anything in hand.

    Rules: PC-ACT-05, PC-ATK-01, PC-SHP-03
    """
    if not isinstance(command, Charge) or command.instead == "grapple":
        return UNARMED
    return command.weapon if command.instead == "attack" else ""


def may_run_up(table: Table, command: RunUpAct, action: str) -> Procedure[str]:
    """Refuse a path that is no legal path of a Charge or Ram, and return the foe at its end.

    Rules: PC-ACT-05, PC-MOV-03, PC-SHP-03
    """
    who, path = command.actor, command.path
    way = plain_movement(table.now, who, "run")  # where it may end is told below, with better words
    route = yield from require_path(table, who, way, path, command.climbs)
    yield from may_stop(way, route.goal, command.climbs)
    yield from may_go(table, who, action, route.cost, sum(map(abs, command.climbs)))
    geometry = switches_of(table.now).charge_geometry
    ways = ways_of(route.cells)
    text = _("{what} ends with four squares in a straight line.")
    straight = is_run_up(ways, geometry)
    yield from require(straight, "no_run_up", text, "PC-ACT-05", what=row(action).title)
    there = standing_at(table.now, who, route.goal, sum(command.climbs))
    target = foe_meant(table.now, command)
    text = _("No foe is within reach at the end.")
    is_there = target in foes_at_end(table.now, command)
    yield from require(is_there, "no_foe_at_end", text, "PC-ACT-05")
    if geometry == "toward_target":
        text = _("The line does not point at {target}.")
        points = points_at(there, who, target, route.goal, ways[-1])
        yield from require(points, "not_toward", text, "PC-ACT-05", target=target)
    if geometry == "strict_range":
        text = _("{target} stands further away than a Charge goes.")
        far = route.cost + squares_between(there, who, target)
        near = far <= squares_of(table.now, who, action)
        yield from require(near, "foe_too_far", text, "PC-ACT-05", target=target)
    return target


def foes_at_end(encounter: Encounter, command: RunUpAct) -> tuple[str, ...]:
    """Return the foes whom a run-up would have within reach at its end; of a ram the starships.

    Rules: PC-ACT-05, PC-SHP-03
    """
    one = encounter[command.actor]
    end = command.path[-1] if command.path else one.pos
    if end is None:
        return ()
    there = standing_at(encounter, one.id, end, sum(command.climbs))
    reach = reach_with(there, one.id, reaches_with(command))
    foes = foes_within(there, one.id, end, reach)
    if isinstance(command, Charge):
        return foes
    return tuple(foe for foe in foes if sheet_of(there[foe]).ship is not None)


def run_up(table: Table, command: RunUpAct, action: str, target: str) -> Procedure[bool]:
    """Run along the path; return whether the foe is still there to be attacked.

    Rules: PC-ACT-05, PC-ACT-10
    """
    who = command.actor
    title = row(action).title
    deed = Deed(who, "attack", target, title)
    if not (yield from before_run(table, deed)):
        if is_up(table.now, who):
            text = _("{who} is pinned and does not run: {what}")
            yield from say(table, text, who=who, what=title, steps=_squares_run(table, action, 0))
        return False
    order = Walk(who, command.path, tag=action, climbs=command.climbs)
    walked = yield from call(walk, order, key="walk")
    gone = walked.stopped or not is_up(table.now, who) or not is_up(table.now, target)
    steps = _squares_run(table, action, walked.steps)
    if who in table.now:
        text = _("{who} is stopped on the way: {what}") if gone else _("{who} runs up: {what}")
        result = ngettext("{n} square", "{n} squares", walked.steps).format(n=walked.steps)
        yield from say(table, text, who=who, what=title, steps=steps, result=result)
    return not gone and (yield from before_attack(table, deed))


def _squares_run(table: Table, action: str, made: int) -> tuple[Step, ...]:
    rule = "PC-MOV-03" if action == "charge" else "PC-SHP-03"
    return () if table.rehearsal else (Step(label=_("Squares run"), rule_id=rule, after=made),)
