"""The Burst: one test, a hit for each degree, hits that spill over to others.

Reads like the attack sequence of the chapter: target, modifiers, test, evasion, then each hit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import (
    Procedure,
    ask,
    call,
    committed,
    emit,
    explain,
    fold,
    plays,
    require,
    require_none,
    roll,
)
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.command import Answer, Command
from gridwar.model.geometry import footprint
from gridwar.model.question import FormNumber, Option, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.percentile.hit import HitOrder, Remaining, one_hit
from gridwar.systems.percentile.state import (
    PercentileWeapon,
    ReactionSpent,
    WeaponJammed,
    sheet_of,
    switches_of,
    weapon_of,
)
from gridwar.systems.percentile.tests import ReadTest, Tested
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

SPILL_CELLS = 10
JAM_FROM = 94
WORST = -30


class Burst(Command):
    """Fire several shots at one enemy.

    Rules: PC-ACT-02
    """

    target: str
    weapon: str
    hits: int
    replace_die: bool = True
    """Degrees replace the lowest die of the first hit where they are higher."""


class BurstResult(Struct, frozen=True):
    """What a burst came to; how it came about stands in the log.

    ``struck`` tells that a hit was left after all evasions. It holds no more than the odds have to
    tell apart: each further field would be one more branch.
    """

    success: bool
    jam: bool = False
    struck: bool = False


class _Share(Struct, frozen=True):
    """The hits that one target gets; ``dos`` may replace a die of the first, 0 for no more."""

    attacker: str
    target: str
    weapon: str
    hits: int
    dos: int
    may_evade: bool


@plays(Burst)
def burst(table: Table, command: Burst) -> Procedure[BurstResult]:
    """Play a Burst.

    Rules: PC-ACT-02, PC-ATK-02, PC-ATK-03, PC-ATK-04, PC-ATK-06, PC-ATK-09, PC-TST-01
    """
    yield from _may_fire(table, command)
    tested = yield from _attack_test(table, command)
    if tested.jam:
        yield from emit(WeaponJammed(who=command.actor or "", weapon=command.weapon))
    hits = min(command.hits, tested.dos)
    if not hits:
        return BurstResult(tested.success, tested.jam)
    shares = yield from _allocate(table, command, hits)
    struck = yield from _hits_land(table, command, shares, tested.dos)
    return BurstResult(True, struck=struck)


def _hits_land(
    table: Table, command: Burst, shares: tuple[tuple[str, int], ...], dos: int
) -> Procedure[bool]:
    """Resolve the hits on one target after another; degrees replace a die of the first to land.

    Rules: PC-ATK-09, PC-ATK-12
    """
    each = switches_of(table.now).spill_evasion == "each_target"
    for_die = dos if command.replace_die else 0
    struck = False
    for who, hits in shares:
        may_evade = who == command.target or each
        share = _Share(command.actor or "", who, command.weapon, hits, for_die, may_evade)
        landed = yield from call(_resolve, share, key=f"hits on {who}")
        struck = struck or landed
        for_die = 0 if struck else for_die
    return struck


def _may_fire(table: Table, command: Burst) -> Procedure[None]:
    one = table.now[command.actor or ""]
    weapon = weapon_of(one, command.weapon)
    text = _("{name} has no such weapon.").format(name=one.name)
    yield from require(weapon is not None, "no_weapon", text, waivable=False)
    assert weapon is not None
    text = _("A Burst needs a ranged weapon with a Hit rating of 2 or more.")
    yield from require(can_burst(weapon), "no_burst", text, "PC-ACT-02")
    yield from require_none(why_jammed(weapon))
    text = _("From 2 to {most} hits can be intended.").format(most=weapon.hit_rating)
    in_bounds = 2 <= command.hits <= weapon.hit_rating  # noqa: PLR2004
    yield from require(in_bounds, "hits", text, "PC-ACT-02")
    distance = squares_between(table.now, command.actor or "", command.target)
    text = _("{n} squares; the weapon reaches {most}.")
    text = text.format(n=distance, most=max_distance(weapon))
    yield from require(distance <= max_distance(weapon), "too_far", text, "PC-ATK-02")


def can_burst(weapon: PercentileWeapon) -> bool:
    """Tell whether a weapon is made for bursts.

    Rules: PC-ACT-02
    """
    return weapon.kind == "ranged" and weapon.hit_rating > 1


def why_jammed(weapon: PercentileWeapon) -> Refusal | None:
    """Return the refusal of a weapon that is jammed; None where it is not.

    Rules: PC-ACT-02
    """
    if not weapon.jammed:
        return None
    return Refusal("jammed", _("The weapon is jammed."), ("PC-ACT-02",))


def _attack_test(table: Table, command: Burst) -> Procedure[Tested]:
    one, switches = table.now[command.actor or ""], switches_of(table.now)
    title = _("{one} fires a burst at {other}").format(
        one=one.name, other=table.now[command.target].name
    )
    tally = table.tally("attack")
    tally.line("PC-ATK-04", _("Ballistic skill"), sheet_of(one).bs, source=one.name)
    label = _("Burst of {n}").format(n=command.hits)
    tally.line("PC-ACT-02", label, burst_modifier(command.hits, switches.burst_floor))
    target = table.now[command.target]
    tally.line("PC-ATK-03", _("Circumstances"), sheet_of(target).to_hit, source=target.name)
    yield from committed()
    jam = JAM_FROM if switches.jam_scope == "all_bursts" else None
    read = ReadTest(tally.total, switches.dos_mode, switches.auto_results, jam)
    tested = yield from roll("1d100", read, key="attack", owner=command.actor)
    result = _("jammed") if tested.jam else _("{n} degrees").format(n=tested.dos)
    yield from explain(
        table,
        lambda: Trace(
            title=title,
            lines=tally.lines,
            total=tally.total,
            result=result,
            steps=(
                Step(label=_("Degrees of Success"), rule_id="PC-TST-03", after=tested.dos),
                Step(label=_("Hits"), rule_id="PC-ATK-06", after=min(command.hits, tested.dos)),
            ),
            tone="good" if tested.success else "quiet",
        ),
    )
    return tested


def burst_modifier(hits: int, floor: str) -> int:
    """Return +10 and −5 for each hit intended, with its limit.

    Rules: PC-ACT-02
    """
    if floor == "penalty_only":
        return 10 + max(WORST, -5 * hits)
    return max(WORST, 10 - 5 * hits)


def squares_between(encounter: Encounter, a: str, b: str) -> int:
    """Return the distance between two combatants on the ground.

    Rules: PC-TST-06
    """
    one, other = encounter[a], encounter[b]
    if one.pos is None or other.pos is None:
        return 0
    metric = Metric(switches_of(encounter).grid_metric)
    return footprint_distance_cells(
        metric, footprint(one.pos, one.size), footprint(other.pos, other.size)
    )


def max_distance(weapon: PercentileWeapon) -> int:
    """Return how far a shot may go, in squares.

    Rules: PC-ATK-02
    """
    return 2 * weapon.range_cells


def spill_targets(encounter: Encounter, command: Burst) -> tuple[str, ...]:
    """Return who else may be given hits, in the order they joined the fight.

    Rules: PC-ACT-02, PC-ATK-02
    """
    actor, target = command.actor or "", command.target
    weapon = weapon_of(encounter[actor], command.weapon)
    if weapon is None:
        return ()
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id not in (actor, target)
        and one.pos is not None
        and squares_between(encounter, target, one.id) <= SPILL_CELLS
        and squares_between(encounter, actor, one.id) <= max_distance(weapon)
        and not _is_harder(encounter, one.id, target)
        and not sheet_of(one).dead
        and encounter.are_foes(one.side, encounter[actor].side)
    )


def _is_harder(encounter: Encounter, who: str, than: str) -> bool:
    if switches_of(encounter).harder_to_hit == "gm_marks":
        return sheet_of(encounter[who]).harder_by_gm
    # Everything else in the target number is the attacker's and the same against everybody.
    return sheet_of(encounter[who]).to_hit < sheet_of(encounter[than]).to_hit


def _allocate(table: Table, command: Burst, hits: int) -> Procedure[tuple[tuple[str, int], ...]]:
    others = spill_targets(table.now, command)
    if not others:
        return ((command.target, hits),)
    everyone = (command.target, *others)
    answer = yield from ask(lambda: _who_gets_hits(table, everyone, hits, command.actor))
    shares = tuple((who, answer.numbers.get(who, 0)) for who in everyone)
    return tuple((who, count) for who, count in shares if count)


def _who_gets_hits(
    table: Table, everyone: tuple[str, ...], hits: int, attacker: str | None
) -> Question:
    first = everyone[0]
    numbers = tuple(
        FormNumber(who, table.now[who].name, 0, hits, hits if who == first else 0)
        for who in everyone
    )
    return Question(
        key="allocate",
        recipient=attacker,
        title=_("Who gets the {n} hits?").format(n=hits),
        numbers=numbers,
        numbers_sum=hits,
        default=Answer(numbers=frozendict({first: hits})),
        rule_ids=("PC-ACT-02",),
    )


def _resolve(table: Table, share: _Share) -> Procedure[bool]:
    """Let a target evade its hits, then suffer those left; tell whether any was.

    Rules: PC-ATK-09, PC-ATK-10
    """
    landed = share.hits
    if share.may_evade:
        landed = yield from _evade(table, share)
    order = HitOrder(share.attacker, share.target, share.weapon)
    yield from fold(one_hit, (order,) * landed, Remaining(dos=share.dos), key="hit")
    return landed > 0


def _evade(table: Table, share: _Share) -> Procedure[int]:
    """Ask for an evasion and return how many hits are left.

    Rules: PC-ATK-07, PC-ATK-09, PC-ATK-10
    """
    answer = yield from ask(lambda: evasion_question(table.now, share.target))
    if answer.option not in ("dodge", "point_defend"):
        return share.hits
    number = getattr(sheet_of(table.now[share.target]), answer.option) or 0
    switches = switches_of(table.now)
    tally = table.tally("evasion")
    tally.line("PC-ATK-07", answer.option.replace("_", " ").capitalize(), number)
    yield from emit(ReactionSpent(who=share.target))
    read = ReadTest(tally.total, switches.dos_mode, switches.auto_results)
    tested = yield from roll("1d100", read, key="evasion", owner=share.target)
    left = max(0, share.hits - tested.dos)
    name = table.now[share.target].name
    title = _("{name} evades").format(name=name)
    result = _("{n} of {all} hits left").format(n=left, all=share.hits)
    step = Step(label=_("Hits left"), rule_id="PC-ATK-09", before=share.hits, after=left)
    yield from explain(
        table,
        lambda: Trace(
            title=title,
            lines=tally.lines,
            total=tally.total,
            steps=(step,),
            result=result,
            tone="good" if tested.success else "quiet",
        ),
    )
    return left


def evasion_question(encounter: Encounter, target: str) -> Question:
    """Return the question how a target evades several shots.

    Rules: PC-ATK-07, PC-ATK-10
    """
    sheet, name = sheet_of(encounter[target]), encounter[target].name
    spent = "" if sheet.reactions > 0 else _("No reaction left.")
    options = [Option("none", _("No evasion"))]
    for key, title in (("dodge", _("Dodge")), ("point_defend", _("Point Defend"))):
        why_not = spent or ("" if getattr(sheet, key) is not None else _("Has no such skill."))
        options.append(Option(key, title, _("reaction"), "", not why_not, why_not))
    options.append(
        Option("parry", _("Parry"), enabled=False, why_not=_("Only against melee attacks."))
    )
    return Question(
        key="evade",
        recipient=target,
        title=_("{name} is hit: evade?").format(name=name),
        options=tuple(options),
        default=Answer(option="none"),
        rule_ids=("PC-ATK-07", "PC-ATK-09"),
    )
