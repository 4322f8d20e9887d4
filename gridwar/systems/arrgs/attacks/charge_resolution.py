"""Charge as it is played: a straight run of two squares or more, and an attack at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Procedure,
    Refusal,
    Step,
    Walk,
    call,
    emit,
    hand_over,
    plays,
    reason_against,
    require,
    require_none,
    say,
    walk,
)
from gridwar.systems.arrgs.actions.offers import is_willing
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, begin, finish
from gridwar.systems.arrgs.actions.prices import price_for
from gridwar.systems.arrgs.attacks.area_attack import Flying, loose, volley_at
from gridwar.systems.arrgs.attacks.attack import AttackResult, resolve
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import AttackKind, Strike
from gridwar.systems.arrgs.attacks.charge_options_and_ways import (
    CHARGE,
    REFLEX_PENALTY,
    SHORTEST,
    Charge,
    direction_of,
    does_speed_help,
    may_charge,
    run_of,
)
from gridwar.systems.arrgs.attacks.legality import may_strike, may_use, provokes
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import attack_kind_of
from gridwar.systems.arrgs.checks.typed_modifiers import ModifierAdded
from gridwar.systems.arrgs.core.movement_speed import increment_of, usual_category
from gridwar.systems.arrgs.core.sheet import Modifier, sheet_of
from gridwar.systems.arrgs.movement import movement_budget, movement_manoeuvre, path_costs
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import ATTACK
from gridwar.systems.arrgs.positions.areas_and_occupants import AimPoint, has_area, nearest_square
from gridwar.systems.arrgs.positions.distances import must_be_on_board
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, Table, Walked
    from gridwar.systems.arrgs.attacks.area_attack_hits import AreaResult
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon


class Charged(Struct, frozen=True):
    """What a Charge came to: the run, and the attack at its end; ``short``: it never got there."""

    squares: int = 0
    budget: int = 0
    increment: int = 0
    wasted: bool = False
    short: bool = False
    attack: AttackResult | AreaResult | None = None

    @property
    def success(self) -> bool:
        """Whether the attack struck."""
        return self.attack is not None and self.attack.success


@plays(Charge)
def charge(table: Table, command: Charge) -> Procedure[Charged]:
    """Run straight at somebody and attack.

    Rules: AR-MNV-04, AR-ATK-03, AR-OPP-03, AR-INC-02
    """
    who, price = command.actor, price_for(CHARGE, command)
    mover = yield from movement_budget.mover(table, who)
    yield from movement_budget.may_move(table, mover)
    weapon = yield from may_use(table, who, command.weapon, price)
    is_melee, text = weapon.category == "melee", _("A Charge ends in a melee attack.")
    yield from require(is_melee, "no_melee", text, "AR-MNV-04")
    yield from must_be_on_board(table, command.target)
    command = command.replace(path=(yield from call(_run, command, key="way")))
    path = movement_budget.path_of(table.now, who, mover, command.path)
    category = command.mode or usual_category(table.now, mover)
    yield from may_charge(table, command, weapon, path)
    leg = yield from call(path_costs.leg_of, (mover, path, category), key="leg")
    yield from require_none(leg if isinstance(leg, Refusal) else None)
    stretch = movement_budget.Stretch(mover, path, category, price)
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return Charged(wasted=True, attack=AttackResult(wasted=True, fort_checks=begun.checks))
    yield from _lean_in(table, who)
    budget = yield from movement_budget.budget_of(table, stretch, begun.used, aside=True)
    cells = path
    if not isinstance(leg, Refusal):
        cells = yield from call(movement_manoeuvre.within, (stretch, budget), key="within")
    run = Walk(mover, cells, tag=opportunities.step_tag(CHARGE, category))
    rush = _Rush(command, weapon, mover, begun, 0 if table.rehearsal else budget)
    return hand_over(walk, run, key="run", then=_arrive, carry=rush)


def _run(table: Table, command: Charge) -> Procedure[tuple[Cell, ...]]:
    yield from ()
    return run_of(table.now, command)


class _Rush(Struct, frozen=True):
    """A Charge under way: what was asked for, and what moves."""

    command: Charge
    weapon: Weapon
    mover: str
    begun: Begun
    budget: int
    """0 while rehearsing: it tells no outcomes apart."""


def _arrive(table: Table, ran: tuple[_Rush, Walked]) -> Procedure[Charged]:
    """Attack at the end of the run, unless that was stopped: whoever goes or steers cannot go on.

    Rules: AR-MNV-04, AR-OPP-06
    """
    rush, walked = ran
    mover = rush.mover
    increment = increment_of(table.now[mover]) if mover in table.now else 0
    done = Charged(walked.steps, rush.budget, increment)
    if walked.stopped:
        return (yield from _lost(table, done, rush.begun))
    return (yield from _strike(table, rush, done))


def _strike(table: Table, rush: _Rush, done: Charged) -> Procedure[Charged]:
    """Attack at the end of the run, or do what replaces the damage.

    A run cut below two squares has no attack, nor has one that ends where none may be made.

    Rules: AR-MNV-04, AR-MNV-08, AR-MNV-16, AR-MNV-20, AR-INC-05, AR-ATK-02, AR-ARE-01
    """
    command, weapon, begun = rush.command, rush.weapon, rush.begun
    who, target = command.actor, command.target
    against = reason_against(table.now, may_strike, who, target, weapon)
    waived = against is None or table.adjustments.waives(against.code, against.waivable)
    if not waived or done.squares < min(SHORTEST, len(command.path)):
        checks = yield from finish(table, begun)
        why = "" if against is None else against.text
        run = Step(label=_("Squares"), rule_id="AR-MNV-04", after=done.squares)
        text = _("{who} does not get there")
        yield from say(table, text, who=who, result=why, steps=(run,))
        return replace(done, short=True, attack=AttackResult(target=target, fort_checks=checks))
    if command.instead or provokes(table.now, who, weapon, ATTACK):
        may_go_on = yield from opportunities.provoke(table, who)
        if not may_go_on:
            return (yield from _lost(table, done, begun))
    run_up = does_speed_help(table.now, command)
    if not command.instead and has_area(table.now, who, weapon):
        point = AimPoint(nearest_square(table.now, who, target), table.now[target].altitude)
        volley = volley_at(table.now, who, weapon, point, begun)
        volley = replace(volley, charging=True, run_up=run_up)
        struck = yield from call(loose, Flying(volley, begun), key="strike")
        return replace(done, attack=struck)
    strike = Strike(
        who,
        target,
        weapon,
        begun.used,
        is_willing(table.now, command),
        _attack_kind(table.now, command),
        charging=True,
        run_up=run_up,
    )
    return replace(done, attack=(yield from resolve(table, strike, begun)))


def _lost(table: Table, done: Charged, begun: Begun) -> Procedure[Charged]:
    lost = yield from opportunities.lose(table, begun)
    return replace(done, wasted=True, attack=AttackResult(wasted=True, fort_checks=lost.checks))


def _attack_kind(encounter: Encounter, command: Charge) -> AttackKind:
    if not command.instead:
        return AttackKind()
    if command.instead == "reposition":
        return AttackKind("reposition", direction=direction_of(run_of(encounter, command)))
    return attack_kind_of(encounter, command, command.instead)


def _lean_in(table: Table, who: str) -> Procedure[None]:
    """Lower the charger's own Reflex until End of Round, once however often it charges.

    Rules: AR-MNV-04
    """
    worse = Modifier(check="reflex", value=REFLEX_PENALTY, source=_("Charge"), ends="round_end")
    if worse not in sheet_of(table.now[who]).modifiers:
        yield from emit(ModifierAdded(who=who, modifier=worse))
