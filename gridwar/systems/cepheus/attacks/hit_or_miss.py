"""What follows from an attack's roll: whom a hit strikes, and what a miss does instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Cell, Procedure, Step, call, call_for_others, fold, roll, say
from gridwar.model.floors import square_name
from gridwar.systems.cepheus.attacks.attack_records import (
    SUPPRESSION,
    Consequences,
    RolledShot,
    Shot,
)
from gridwar.systems.cepheus.attacks.blast_area import Burst, Caught
from gridwar.systems.cepheus.attacks.blast_damage import blast_on, explode
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import nearest_of
from gridwar.systems.cepheus.attacks.firing_modes import firing_table
from gridwar.systems.cepheus.attacks.reactions import Attacked, dodge_dm
from gridwar.systems.cepheus.attacks.suppression import KeptDown, keep_down, targets_of
from gridwar.systems.cepheus.attacks.weapon_damage import (
    Hit,
    RolledHit,
    hit_with,
    roll_damage,
    strike,
    suffer,
)
from gridwar.systems.cepheus.core.machines_and_aboard import vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.positions.range_bands import altitude_m
from gridwar.systems.cepheus.positions.scatter import Stray, goes_astray
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.attacks.attack_records import PaidShot, ReactionKind
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury


def is_plain(paid: PaidShot) -> bool:
    """Return whether a hit strikes the one it was aimed at, and nobody else.

    Rules: CE-DMG-01, CE-THR-01, CE-EXP-01
    """
    shot, weapon = paid.shot, paid.weapon
    is_special = shot.blind or shot.mode == SUPPRESSION or paid.answered.look.spreads
    return not is_special and _strikes(weapon)


def _strikes(weapon: Weapon) -> bool:
    """Return whether a weapon hurts whom it hits, and not those around or nobody."""
    return not weapon.blast and not weapon.is_payload


def hit_on(rolled: RolledShot, victim: str) -> Hit:
    """Return the hit of an attack on somebody, by the Effect of its roll.

    Rules: CE-DMG-01, CE-FIR-02, CE-FIR-04, CE-FIR-06
    """
    return _hit_by(rolled.paid, victim, rolled.effect)


def _hit_by(paid: PaidShot, victim: str, effect: int) -> Hit:
    shot = paid.answered.shot
    aimed = paid.kill_aim if victim == shot.target else 0
    found = hit_with(paid.weapon, victim, shot.actor, effect, aimed)
    if paid.answered.look.spreads and found.does_damage:
        found = found._replace(dice=firing_table().spread.dice, bonus=0)
    halved = paid.answered.look.extreme and paid.weapon.energy
    return found._replace(extra=paid.extra, halved=halved)


# --- a hit --------------------------------------------------------------------------------------


def hit(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Play a hit that does more than to strike its target.

    Rules: CE-FIR-01, CE-FIR-04, CE-FIR-07, CE-EXP-01
    """
    paid, shot = rolled.paid, rolled.shot
    if shot.mode == SUPPRESSION:
        damaged = yield from call(_keeps_down, rolled, key="suppression")
    elif shot.blind and not paid.weapon.is_payload:
        damaged = yield from call(_strikes_somebody, rolled, key="blind")
    elif paid.answered.look.spreads:
        damaged = yield from call(_strikes_all, rolled, key="spread")
    else:
        damaged = yield from burst(table, rolled)
    return damaged


def burst(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Play a hit that strikes nobody by itself: an explosion where it went, or nothing more.

    Rules: CE-THR-01, CE-THR-02, CE-EXP-01
    """
    paid, shot = rolled.paid, rolled.shot
    if not paid.weapon.blast:
        if paid.square is not None and not paid.weapon.leaves_hand:
            place = square_name(table.now.map.floors, paid.square)
            name = paid.weapon.name
            rule = "CE-THR-02" if paid.weapon.is_payload else "CE-THR-01"
            step = Step(label=_("Lies at"), rule_id=rule, after=place)
            text = _("{weapon} comes down")
            yield from say(table, text, weapon=name, steps=(step,), cell=paid.square, result=place)
        return Consequences((), paid.square)
    injuries = yield from _goes_off(table, rolled.paid, shot.target)
    return Consequences(injuries, paid.square, struck=shot.target)


def _goes_off(table: Table, paid: PaidShot, at: str | None = None) -> Procedure[tuple[Injury, ...]]:
    """Let a weapon explode at somebody's place, or where it was aimed.

    Beyond the edge of the map only the one it was aimed at is known to be caught.
    """
    square, up_m = paid.square, paid.up_m
    if at is not None and at != paid.shot.target:
        there = table.now[at]
        square, up_m = there.pos, altitude_m(table.now, there.altitude)
    if square is not None:
        return (yield from call(explode, _burst(paid, square, up_m), key="blast"))
    if at is None:
        return ()
    return (yield from blast_on(table, _burst(paid, Cell(0, 0), 0.0), (Caught(at, 0, 0.0),)))


def _burst(paid: PaidShot, square: Cell, up_m: float) -> Burst:
    return Burst(square, paid.weapon.blast, paid.shot.actor, up_m)


def _keeps_down(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Keep the targets of suppressing fire down; nobody is hurt.

    Rules: CE-FIR-07, CE-FIR-08
    """
    paid, shot = rolled.paid, rolled.shot
    targets = targets_of(table.now, paid.weapon, shot)
    found = yield from keep_down(table, KeptDown(targets, rolled.effect))
    return Consequences(suppressed=found)


def _strikes_somebody(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Let chance say whom blind fire strikes, of all on the line.

    Rules: CE-FIR-01, CE-CORE-09
    """
    paid, shot = rolled.paid, rolled.shot
    eligible = paid.eligible
    if not eligible:
        step = Step(label=_("Eligible on the line of fire"), rule_id="CE-FIR-01", after=0)
        yield from say(table, _("Nobody is on the line of fire"), steps=(step,))
        return Consequences(eligible=eligible)
    number = yield from pick(table, eligible, shot.actor, _("Who is hit?"))
    victim = eligible[number]
    if paid.weapon.blast:
        injuries = yield from _goes_off(table, rolled.paid, victim)
    else:
        injury = yield from call(strike, hit_on(rolled, victim), key="damage")
        injuries = (injury,)
    return Consequences(injuries, eligible=eligible, struck=victim)


def pick(
    table: Table, candidates: tuple[str, ...], owner: str | None, words: str
) -> Procedure[int]:
    """Pick one of some candidates, numbered from 1 as listed; one alone needs no die.

    Returns:
        The place in the list, from 0.

    Rules: CE-CORE-09
    """
    if len(candidates) == 1:
        return 0
    meanings = tuple(table.now[who].name for who in candidates)
    names = ", ".join(f"{number} {name}" for number, name in enumerate(meanings, start=1))
    dice = f"1d{len(candidates)}"
    face = yield from roll(dice, sum, key="pick", owner=owner, label=words, meanings=meanings)
    name = table.now[candidates[face - 1]].name
    step = Step(label=names, rule_id="CE-CORE-09", after=face, faces=(face,))
    yield from say(table, words, steps=(step,), result=name, tone="plain")
    return face - 1


def _strikes_all(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Let flechettes strike the target and everybody at the same place, with the same dice.

    Somebody who dodges may be missed by a shot that strikes the others.

    Rules: CE-FIR-04
    """
    answered = rolled.paid.answered
    target = answered.shot.target or ""
    struck = [target]
    for who in answered.look.exposed:
        reaction = dict(answered.others).get(who, "none")
        if rolled.effect + _dm_of(table.now, answered.shot, who, reaction) >= 0:
            struck.append(who)
    first = yield from roll_damage(table, hit_on(rolled, target))
    if len(struck) > 1:
        steps = tuple(
            Step(label=f"{len(faces)}D6", rule_id="CE-FIR-04", after=sum(faces), faces=faces)
            for faces in (table.faces("damage"), table.faces("extra damage"))
            if faces
        )
        yield from say(table, _("The same dice for all at one place"), steps=steps)
    none: tuple[Injury, ...] = ()
    aimed = {first.hit.victim: first.hit.kill_aim}
    hits = tuple(
        first._replace(hit=first.hit._replace(victim=who, kill_aim=aimed.get(who, 0)))
        for who in struck
    )
    injuries = yield from fold(_one_more, hits, none, key="victim")
    return Consequences(injuries, struck=target)


def _dm_of(encounter: Encounter, shot: Shot, who: str, reaction: ReactionKind) -> int:
    if reaction != "dodge":
        return 0
    return dodge_dm(encounter, Attacked(who, "ranged", shot.actor))


def _one_more(
    table: Table, hit: RolledHit, injuries: tuple[Injury, ...]
) -> Procedure[tuple[Injury, ...]]:
    injury = yield from suffer(table, hit)
    return (*injuries, injury)


# --- a miss -------------------------------------------------------------------------------------


def miss(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Play a miss: into combat another may be hit; what was thrown to arrive scatters otherwise.

    Rules: CE-FIR-05, CE-FIR-07, CE-THR-02, CE-THR-03, CE-CORE-10
    """
    paid, shot = rolled.paid, rolled.shot
    damaged = Consequences(eligible=paid.eligible)
    if paid.answered.look.into_combat and shot.mode != SUPPRESSION:
        if _spares_target(table.now, paid):
            none = Consequences()
            damaged = yield from call_for_others(_hits_another, paid, key="stray", left_out=none)
        else:
            damaged = yield from call(_hits_another, paid, key="stray")
    if damaged.stray is None and paid.weapon.is_payload and paid.square is not None:
        damaged = yield from _scatters(table, rolled)
    return damaged


def _scatters(table: Table, rolled: RolledShot) -> Procedure[Consequences]:
    """Let what was thrown to arrive come down somewhere else.

    Rules: CE-THR-02, CE-THR-03
    """
    paid = rolled.paid
    assert paid.square is not None  # asked before
    stray = Stray(paid.shot.actor, paid.square, rolled.effect)
    found = yield from call(goes_astray, stray, key="scatter")
    if not paid.weapon.blast:
        return Consequences((), found.landing, found)
    exploding = _burst(paid, found.landing, 0.0)
    injuries = yield from call(explode, exploding, key="blast")
    return Consequences(injuries, found.landing, found)


def _spares_target(encounter: Encounter, paid: PaidShot) -> bool:
    """Return whether a hit on another does nothing to the target, nor to what it is aboard of."""
    target = paid.shot.target
    return _strikes(paid.weapon) and target is not None and vehicle_of(encounter, target) is None


def _hits_another(table: Table, paid: PaidShot) -> Procedure[Consequences]:
    """Roll whether a miss into combat hits another there; the nearest one, without any Effect.

    Rules: CE-FIR-05, CE-CORE-09
    """
    shot, nearest = paid.shot, nearest_of(table.now, paid.shot, paid.weapon)
    least = modifiers().into_combat.stray_from
    label, needed = _("Fired into combat: is somebody else hit?"), _("{n} or more").format(n=least)
    face = yield from roll("1d6", sum, key="stray", owner=shot.actor, label=label, needed=needed)
    is_hit = face >= least and bool(nearest)
    step = Step(label="1D6", rule_id="CE-FIR-05", after=face, faces=(face,))
    result = _("somebody else is hit") if is_hit else _("nobody is hit")
    yield from say(table, _("Fired into combat"), steps=(step,), result=result, tone="plain")
    if not is_hit:
        return Consequences()
    victim = nearest[(yield from pick(table, nearest, shot.actor, _("Who is hit instead?")))]
    if _strikes(paid.weapon):
        injury = yield from call(strike, _hit_by(paid, victim, 0), key="damage")
        return Consequences((injury,), stray=victim)
    injuries: tuple[Injury, ...] = ()
    if paid.weapon.blast:
        injuries = yield from _goes_off(table, paid, victim)
    return Consequences(injuries, table.now[victim].pos, stray=victim)
