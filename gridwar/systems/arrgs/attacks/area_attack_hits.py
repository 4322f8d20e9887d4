"""What an area attack does to everybody in it, and how all of it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Cell, Line, Procedure, Step, Trace, call, explain, repeat, roll, say
from gridwar.systems.arrgs.attacks.immediate_defence import Struck, defence_against, defend, fitting
from gridwar.systems.arrgs.checks.check_rolls import Attempt, Chain, chained, count_roll
from gridwar.systems.arrgs.checks.check_sums import Exchange, add_lines, scaling
from gridwar.systems.arrgs.checks.reactions import Reaction, reaction
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.systems.arrgs.harm.damage import Blow, Harmed, befall, damage_steps, reckon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally
    from gridwar.systems.arrgs.actions.paying_for_actions import Begun
    from gridwar.systems.arrgs.conditions import FortCheck
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
    from gridwar.systems.arrgs.positions.areas_and_occupants import AimPoint, Flight

SQUARE_DC: Final = 10
CHARGE_BONUS: Final = 2


class AreaHit(Struct, frozen=True):
    """What an area attack did to one who stood in it."""

    who: str
    results: tuple[int, ...] = ()
    dc: int = 0
    success_value: int = 0
    damage: int = 0
    success: bool = False
    criticals: int = 0


class AreaResult(Struct, frozen=True):
    """What an area attack came to. ``wasted``: lost to an opportunity before it was made."""

    increment: int = 1
    range_modifier: int = 0
    square_check: int = 0
    on_target: bool = False
    flight: Flight | None = None
    impact: Cell | None = None
    fizzled: bool = False
    countered: bool = False
    wasted: bool = False
    anew: tuple[int, ...] = ()
    """Faces of the check once it has scattered, where it has."""
    hits: tuple[AreaHit, ...] = ()
    fort_checks: tuple[FortCheck, ...] = ()

    @property
    def success(self) -> bool:
        """Whether anybody was struck."""
        return any(hit.success for hit in self.hits)


class Volley(Struct, frozen=True):
    """An area attack that is paid for; ``used`` is what overuse counts, in points."""

    who: str
    weapon: Weapon
    point: AimPoint
    used: int
    modifier: int = 0
    increment: int = 1
    charging: bool = False
    run_up: bool = False


class AreaImpact(Struct, frozen=True):
    """Where it came down, and the natural rolls that count for everybody there."""

    volley: Volley
    impact: AimPoint
    dice: tuple[int, ...]


class Caught(Struct, frozen=True):
    """Those who stand where it landed, by whom it makes no difference where that is.

    ``dying`` were so before.
    """

    landed: AreaImpact
    victims: tuple[str, ...]
    dying: tuple[str, ...] = ()


class CaughtOne(Struct, frozen=True):
    """One of them."""

    landed: AreaImpact
    victim: str


class Toll(Struct, frozen=True):
    """What everybody in the area has suffered so far; ``dying`` were so when it struck."""

    hits: tuple[AreaHit, ...] = ()
    defences: tuple[Begun, ...] = ()
    dying: tuple[str, ...] = ()


def sum_of(table: Table, volley: Volley, key: str, victim: str | None = None) -> Tally:
    """Return the sum of the check against the square, or against one who stands there.

    Rules: AR-ARE-02, AR-ARE-03, AR-ARE-05, AR-RNG-01
    """
    tally = table.tally(key)
    exchange = Exchange(
        volley.who, volley.weapon.attack_check, victim, used=volley.used, run_up=volley.run_up
    )
    add_lines(tally, table.now, exchange)
    if volley.weapon.category != "melee":
        tally.line("AR-RNG-01", _("Range"), volley.modifier)
    if volley.charging:
        tally.line("AR-MNV-04", _("Charge"), CHARGE_BONUS)
    return tally


def strike_one(table: Table, caught: CaughtOne, toll: Toll) -> Procedure[Toll]:
    """Compare the check with one who stands there.

    Rules: AR-ARE-03, AR-ARE-06, AR-INC-03, AR-MNV-07
    """
    landed, victim = caught.landed, caught.victim
    volley = landed.volley
    weapon = volley.weapon
    tally = sum_of(table, volley, "attack", victim)
    check = fitting(table.now, weapon)
    facing = Exchange(victim, check, volley.who, reaction=True)
    faced = yield from reaction(table, "defence", facing)
    exchange = Exchange(volley.who, volley.weapon.attack_check, victim, used=volley.used)
    attempt = Attempt(
        volley.who,
        _("{weapon} against {name}").format(weapon=weapon.title, name=table.now[victim].name),
        tally.total,
        faced.result,
        weapon.base_sv,
        scaling(table.now, exchange),
        weapon.critical_range,
        attack=True,
    )
    chain = yield from _rolled(table, attempt, landed.dice)
    value, defences = chain.success_value, toll.defences
    if chain.success:
        struck = Struck(
            victim, volley.who, check, chain.result, value, numberless=weapon.effect == "none"
        )
        left = yield from defend(table, struck, (yield from defence_against(table, struck)))
        value = left.success_value
        defences = (*defences, left.begun) if left.begun is not None else defences
    success = chain.success and value >= 1
    harmed = Harmed(0)
    if success:
        blow = Blow(
            victim,
            value,
            weapon.types,
            volley.who,
            volley.weapon.attack_check if weapon.category == "melee" else "",
            chain.criticals,
            weapon.effect == "damage",
        )
        harmed = yield from call(reckon, blow, key="harm")
    # what is not asked for tells no outcomes apart
    hit = AreaHit(victim, damage=harmed.damage, success=success)
    if not table.rehearsal:
        told = _Told(caught, chain, tally.lines, faced, harmed)
        hit = replace(
            hit,
            success_value=value,
            results=_results(landed.dice, attempt, switches_of(table.now).rounding, chain),
            dc=attempt.dc,
            criticals=chain.criticals if success else 0,
        )
        yield from explain(table, lambda: _hit_told(table.now, hit, told))
    if success:
        yield from befall(table, victim, harmed)
    return Toll((*toll.hits, hit), defences, toll.dying)


def _rolled(table: Table, attempt: Attempt, dice: tuple[int, ...]) -> Procedure[Chain]:
    """Count the dice of the area for one target; by the switch it then has dice of its own."""
    chain, goes_on = Chain(attempt), True
    for die in dice:
        if goes_on:
            chain, goes_on = count_roll(
                chain, die, switches_of(table.now), tell=not table.rehearsal
            )
    own = switches_of(table.now).area_critical == "roll_per_target"
    if own and goes_on:
        chain = yield from chained(table, chain, "attack")
    return chain


class _Told(Struct, frozen=True):
    """What the log shows of an area attack on one: its check, what it faced, the damage."""

    caught: CaughtOne
    chain: Chain
    lines: tuple[Line, ...]
    faced: Reaction
    harmed: Harmed


def _results(
    dice: tuple[int, ...], attempt: Attempt, rounding: str, chain: Chain
) -> tuple[int, ...]:
    told = tuple(
        step.after
        for step in chain.steps
        if step.rule_id == "AR-CHK-01" and step.faces and isinstance(step.after, int)
    )
    return told or tuple(attempt.scaling.of(die + attempt.bonus, rounding) for die in dice)


def _hit_told(encounter: Encounter, hit: AreaHit, told: _Told) -> Trace:
    volley, chain = told.caught.landed.volley, told.chain
    title = _("{weapon} takes in {name}").format(
        weapon=volley.weapon.title, name=encounter[hit.who].name
    )
    steps = (
        *told.faced.parts,
        Step(label=_("Defence"), rule_id="AR-DEF-02", after=hit.dc),
        *chain.steps,
        Step(label=_("Total"), rule_id="AR-ARE-03", after=hit.success_value),
        *damage_steps(told.harmed.lines),
        Step(label=_("Damage"), rule_id="AR-DMG-06", after=hit.damage),
    )
    return Trace(
        title=title,
        lines=told.lines,
        total=chain.attempt.bonus,
        steps=steps,
        tone="harm" if hit.success else "quiet",
        result=f"−{hit.damage}" if hit.success else _("miss"),
    )


def shared_follow_ups(
    table: Table, landed: AreaImpact, victims: tuple[str, ...]
) -> Procedure[tuple[int, ...]]:
    """Roll the follow-ups of a critical that all in the area share.

    Rules: AR-ARE-06, AR-CRT-01
    """
    shared = switches_of(table.now).area_critical == "shared_roll"
    if not victims or not shared or not _is_critical(landed):
        return landed.dice
    done = yield from repeat(_follow_up, landed, key="follow-up")
    steps = (
        Step(label=_("Further dice"), rule_id="AR-ARE-06", faces=done.dice[len(landed.dice) :]),
    )
    text = _("{weapon}: critical for everybody in it")
    yield from say(table, text, weapon=landed.volley.weapon.title, steps=steps)
    return done.dice


def _is_critical(landed: AreaImpact) -> bool:
    return landed.dice[-1] >= landed.volley.weapon.critical_range


def _follow_up(table: Table, landed: AreaImpact) -> Procedure[tuple[AreaImpact, bool]]:
    del table
    label = _("Critical: {weapon}").format(weapon=landed.volley.weapon.title)
    die: int = yield from roll("1d20", sum, key="d20", owner=landed.volley.who, label=label)
    landed = replace(landed, dice=(*landed.dice, die))
    return landed, _is_critical(landed)
