"""The Attack manoeuvre, melee or ranged, from legality to the checks that it causes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, call, cover_sight, emit
from gridwar.model.cover import CoverDegree
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import (
    Begun,
    begin,
    finish,
    price_for,
)
from gridwar.systems.arrgs.checks.assisted import use_up
from gridwar.systems.arrgs.checks.checks import Exchange, add_lines, reaction, scaling
from gridwar.systems.arrgs.checks.rolling import Attempt, Chain, chained
from gridwar.systems.arrgs.conditions.conditions import FortCheck, Recovery, recovery_check
from gridwar.systems.arrgs.conditions.damage import Blow
from gridwar.systems.arrgs.core.attack_effects import Deed
from gridwar.systems.arrgs.core.sheet import Weapon, level, sheet_of, switches_of
from gridwar.systems.arrgs.equipment.items import Rounds
from gridwar.systems.arrgs.equipment.spell_slots import (
    Lasting,
    casting_difficulty,
    remain,
    spell_price,
    spend_slot,
    willing_dc,
)
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.aiming import provokes, require_legal, weapon_band
from gridwar.systems.arrgs.positioning.threat import ATTACK
from gridwar.systems.arrgs.recovery.defence import Defended, Struck, defend, fitting
from gridwar.systems.arrgs.spells.counterspell import Casting, is_countered
from gridwar.systems.arrgs.spells.landing import Landed, Landing, land
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Line
    from gridwar.systems.arrgs.core.commands import Attack

CHARGE_BONUS: Final = 2
TWO_LEGS: Final = 2
FACE_REFLEX: Final = frozenset({"disarm", "reposition", "trip"})


class AttackResult(Struct, frozen=True):
    """What an attack came to. ``wasted``: lost to an opportunity before it was made.

    ``success_value`` is what is left after a Defence, whose action is ``defence``.
    """

    success: bool = False
    success_value: int = 0
    criticals: int = 0
    damage: int = 0
    target: str = ""
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()
    landed: Landed = Landed()
    defence: Begun | None = None
    fizzled: bool = False
    """A spell that was not cast well enough."""
    countered: bool = False
    """A spell that an opponent cancelled."""


class Stroke(Struct, frozen=True):
    """One attack about to be rolled: who, whom, with what, what for; ``used`` overuse counts."""

    who: str
    target: str
    weapon: Weapon
    used: int
    willing: bool = False
    deed: Deed = Deed()
    charging: bool = False
    run_up: bool = False

    @property
    def check(self) -> str:
        """The check it is made with."""
        return self.weapon.check or self.weapon.category


def attack(table: Table, command: Attack) -> Procedure[AttackResult]:
    """Play an Attack in the order of AR-ATK-03.

    Rules: AR-MNV-02, AR-ATK-02, AR-ATK-03, AR-OPP-05
    """
    who = command.actor or ""
    price = price_for(ATTACK, command)
    weapon = yield from require_legal(table, command, price)
    price = spell_price(table.now, price, weapon)
    if not command.answers and provokes(table.now, who, weapon, ATTACK):
        may_go_on = yield from opportunities.provoke(table, who)
        if not may_go_on:
            begun = yield from begin(table, who, price)
            checks = yield from opportunities.lost(table, begun)
            return AttackResult(wasted=True, target=command.target, fort_checks=checks)
    begun = yield from begin(table, who, price)
    stroke = Stroke(who, command.target, weapon, begun.used, command.willing)
    return (yield from resolve(table, stroke, begun))


def resolve(table: Table, stroke: Stroke, begun: Begun) -> Procedure[AttackResult]:
    """Roll an attack that is paid for, and play the checks that it causes.

    Rules: AR-ATK-03, AR-CND-02, AR-CND-03
    """
    target = stroke.target
    when = switches_of(table.now).dying_reaction_check
    reacts = target != stroke.who and not stroke.willing
    was_dying = reacts and level(table.now[target], "dying") > 0
    early: tuple[FortCheck, ...] = ()
    if was_dying and when == "before_attack":
        early = yield from _target_checks(table, target)
    if stroke.weapon.capacity:
        yield from emit(Rounds(who=stroke.who, weapon=stroke.weapon.id, by=-1))
    yield from spend_slot(table, stroke.who, stroke.weapon)
    casting = Casting(stroke.who, stroke.weapon, target)
    if stroke.weapon.is_spell and (yield from is_countered(table, casting)):
        own = yield from finish(table, begun)
        return AttackResult(target=target, fort_checks=(*early, *own), countered=True)
    done = yield from call(strike, stroke, key="strike")
    if done.success:
        yield from remain(table, Lasting(stroke.who, stroke.weapon, target))
    own = yield from finish(table, begun)
    late: tuple[FortCheck, ...] = ()
    if done.defence is not None:
        late = yield from finish(table, done.defence)
    elif was_dying and when == "after_attack":
        late = yield from _target_checks(table, target)
    return replace(done, fort_checks=(*early, *own, *late), defence=None)


def _target_checks(table: Table, target: str) -> Procedure[tuple[FortCheck, ...]]:
    if level(table.now[target], "dying") == 0:
        return ()
    check = yield from call(recovery_check, Recovery(target), key=f"reaction of {target}")
    return (check,) if check is not None else ()


def strike(table: Table, stroke: Stroke) -> Procedure[AttackResult]:
    """Roll an attack that is paid for, and let it take effect.

    Rules: AR-ATK-01, AR-ATK-03, AR-ATK-04, AR-ATK-05, AR-CHK-03, AR-CHK-04, AR-MNV-07
    """
    now = table.now
    exchange = Exchange(
        stroke.who, stroke.check, stroke.target, used=stroke.used, run_up=stroke.run_up
    )
    tally = table.tally("attack")
    add_lines(tally, now, exchange)
    _add_situation(tally, now, stroke)
    dc = _difficulty(table, stroke)
    attempt = Attempt(
        stroke.who,
        stroke.deed.words(stroke.weapon),
        tally.total,
        dc,
        stroke.deed.base_sv(stroke.weapon),
        scaling(now, exchange),
        stroke.weapon.critical_range,
        attack=True,
        defended=not stroke.willing,
        chains=stroke.deed.chains,
        difficulty=casting_difficulty(stroke.weapon),
    )
    check = _faced(now, stroke)
    chain = yield from chained(table, attempt, "attack")
    yield from use_up(table, stroke.who, stroke.check)
    yield from use_up(table, stroke.target, check)
    left = Defended(chain.success_value)
    if chain.success:
        numberless = stroke.deed.is_numberless(stroke.weapon)
        struck = Struck(
            stroke.target,
            stroke.who,
            check,
            chain.result,
            chain.success_value,
            numberless,
            stroke.willing,
        )
        left = yield from defend(table, struck)
    success, landed = chain.success and left.success_value >= 1, Landed()
    if success:
        blow = _blow(stroke, left.success_value, chain.criticals)
        landed = yield from land(table, Landing(stroke.who, stroke.target, stroke.deed, blow))
    if table.rehearsal:  # what only the log tells tells no outcomes apart
        return AttackResult(success, damage=landed.damage, target=stroke.target, defence=left.begun)
    done = _Done(stroke, chain, left, landed, success)
    yield from emit(Explained(trace=_told(table.now, done, tally.lines)))
    return AttackResult(
        success,
        left.success_value,
        chain.criticals if success else 0,
        landed.damage,
        stroke.target,
        landed=landed,
        defence=left.begun,
        fizzled=chain.fizzled,
    )


def _add_situation(tally: Tally, now: Encounter, stroke: Stroke) -> None:
    """Add what only this attack meets: range, cover, a charge, a weapon that trips.

    Rules: AR-RNG-01, AR-MOD-12, AR-ATK-02, AR-MNV-04, AR-MNV-20
    """
    if stroke.weapon.category != "melee":
        band = weapon_band(now, stroke.who, stroke.target, stroke.weapon)
        tally.line("AR-RNG-01", _("Range"), band.modifier if band is not None else 0)
        worth = int(switches_of(now).cover_modifier)
        seen = cover_sight(now, stroke.who, stroke.target) if worth else None
        if seen is not None and seen.degree is not CoverDegree.NONE:
            tally.line("AR-ATK-02", _("Cover"), worth)
    if stroke.charging:
        tally.line("AR-MNV-04", _("Charge"), CHARGE_BONUS)
    if stroke.deed.key == "trip" and stroke.weapon.trip_bonus:
        tally.line("AR-MNV-20", stroke.weapon.title, stroke.weapon.trip_bonus)


def _faced(encounter: Encounter, stroke: Stroke) -> str:
    """Return the Defence that an attack faces; Disarm, Reposition and Trip always Reflex.

    Rules: AR-ATK-05
    """
    return "reflex" if stroke.deed.key in FACE_REFLEX else fitting(encounter, stroke.weapon)


def _difficulty(table: Table, stroke: Stroke) -> int:
    if stroke.willing:
        return willing_dc(table.now, stroke.weapon)
    check = _faced(table.now, stroke)
    legs = sheet_of(table.now[stroke.target]).legs
    more = max(0, legs - TWO_LEGS) if stroke.deed.key == "trip" else 0
    against = Exchange(stroke.target, check, stroke.who, reaction=True, legs=more)
    return reaction(table, "defence", against)


def _blow(stroke: Stroke, success_value: int, criticals: int) -> Blow:
    weapon = stroke.weapon
    return Blow(
        stroke.target,
        success_value,
        weapon.types,
        stroke.who,
        stroke.check if weapon.category == "melee" else "",
        criticals,
        weapon.effect == "damage",
    )


class _Done(Struct, frozen=True):
    """An attack that is over, to be told."""

    stroke: Stroke
    chain: Chain
    left: Defended
    landed: Landed
    success: bool


def _told(encounter: Encounter, done: _Done, lines: tuple[Line, ...]) -> Trace:
    stroke, chain, landed = done.stroke, done.chain, done.landed
    title = stroke.deed.title().format(
        name=encounter[stroke.who].name,
        target=encounter[stroke.target].name,
        weapon=stroke.weapon.title,
    )
    stages = tuple(
        Step(label=line.label, rule_id=line.rule_id, after=line.value)
        for line in landed.lines
        if line.value and not line.off
    )
    value = chain.success_value
    criticals: tuple[Step, ...] = ()
    if chain.criticals:
        criticals = (Step(label=_("Criticals"), rule_id="AR-CRT-01", after=chain.criticals),)
    damage: tuple[Step, ...] = ()
    if done.success and stroke.deed.key == "attack":
        damage = (Step(label=_("Damage"), rule_id="AR-DMG-06", after=landed.damage),)
    if landed.dying:
        damage = (*damage, Step(label=_("Dying"), rule_id="AR-CRT-03", after=landed.dying))
    defended: tuple[Step, ...] = ()
    if done.left.begun is not None:
        defended = (
            Step(
                label=_("After the Defence"),
                rule_id="AR-MNV-07",
                before=value,
                after=done.left.success_value,
            ),
        )
    return Trace(
        title=title,
        lines=lines,
        total=chain.attempt.bonus,
        steps=(
            Step(label=_("Defence"), rule_id="AR-DEF-02", after=chain.attempt.dc),
            *chain.steps,
            Step(label=_("Total"), rule_id="AR-ATK-03", after=value),
            *criticals,
            *defended,
            *stages,
            *damage,
        ),
        tone="harm" if done.success else "quiet",
        result=landed.words if done.success else _("fizzles") if chain.fizzled else _("miss"),
    )
