"""The Burst: one test, a hit for each degree, hits that spill over to others.

Reads like the attack sequence of the chapter: target, modifiers, test, evasion, then each hit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Procedure,
    SheetEvent,
    Variant,
    adds,
    call,
    choose,
    choose_numbers,
    committed,
    emit,
    explain,
    fold,
    offer,
    plays,
    require,
    required,
    roll,
)
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.geometry import footprint
from gridwar.model.question import FormNumber, Option
from gridwar.model.trace import Step, Trace
from gridwar.systems.percentile.hit import HitOrder, Remaining, one_hit
from gridwar.systems.percentile.state import (
    PercentileSheet,
    PercentileWeapon,
    sheet_of,
    switches_of,
    weapon_of,
)
from gridwar.systems.percentile.tests import ReadTest, Tested
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

SPILL_CELLS = 10
JAM_FROM = 94
WORST = -30


def _weapons(encounter: Encounter, actor: str) -> Iterator[Variant]:
    """Yield a Burst of all that each ranged weapon can fire."""
    for weapon in filter(can_burst, sheet_of(encounter[actor]).weapons):
        yield Variant(
            weapon.id,
            fields={"weapon": weapon.id, "hits": weapon.hit_rating},
            names={"weapon": weapon.name or weapon.id},
            weapon=weapon.id,
        )


@offer(
    _("Burst: {weapon}"),
    icon="crosshair",
    group=_("Attack"),
    needs="combatant",
    each=_weapons,
)
class Burst(Act):
    """Fire several shots at one enemy.

    Rules: PC-ACT-02
    """

    target: str
    weapon: str
    hits: int
    replace_die: bool = True
    """Degrees replace the lowest die of the first hit where they are higher."""


@adds("reactions", amount=-1)
class ReactionSpent(SheetEvent):
    """A reaction was used."""


class WeaponJammed(SheetEvent):
    """A weapon jammed; the GM takes the mark off."""

    weapon: str

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Mark it."""
        weapons = tuple(
            old.replace(jammed=True) if old.id == self.weapon else old for old in sheet.weapons
        )
        return sheet.replace(weapons=weapons)


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
        yield from emit(WeaponJammed(who=command.actor, weapon=command.weapon))
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
        share = _Share(command.actor, who, command.weapon, hits, for_die, may_evade)
        landed = yield from call(_resolve, share, key=f"hits on {who}")
        struck = struck or landed
        for_die = 0 if struck else for_die
    return struck


def _may_fire(table: Table, command: Burst) -> Procedure[None]:
    who = command.actor
    found = weapon_of(table.now[who], command.weapon)
    weapon = yield from required(found, "no_weapon", _("{who} has no such weapon."), who=who)
    text = _("A Burst needs a ranged weapon with a Hit rating of 2 or more.")
    yield from require(can_burst(weapon), "no_burst", text, "PC-ACT-02")
    yield from require(not weapon.jammed, "jammed", _("The weapon is jammed."), "PC-ACT-02")
    most, text = weapon.hit_rating, _("From 2 to {most} hits can be intended.")
    in_bounds = 2 <= command.hits <= most  # noqa: PLR2004
    yield from require(in_bounds, "hits", text, "PC-ACT-02", most=most)
    n, most = squares_between(table.now, who, command.target), max_distance(weapon)
    text = _("{n} squares; the weapon reaches {most}.")
    yield from require(n <= most, "too_far", text, "PC-ATK-02", n=n, most=most)


def can_burst(weapon: PercentileWeapon) -> bool:
    """Return whether a weapon is made for bursts.

    Rules: PC-ACT-02
    """
    return weapon.kind == "ranged" and weapon.hit_rating > 1


def _attack_test(table: Table, command: Burst) -> Procedure[Tested]:
    one, switches = table.now[command.actor], switches_of(table.now)
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
    actor, target = command.actor, command.target
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
    everyone, first = (command.target, *others), command.target
    given = yield from choose_numbers(
        table,
        _("Who gets the {n} hits?"),
        [
            FormNumber(who, table.now[who].name, 0, hits, hits if who == first else 0)
            for who in everyone
        ],
        "PC-ACT-02",
        key="allocate",
        whom=command.actor,
        total=hits,
        n=hits,
    )
    shares = tuple((who, given.get(who, 0)) for who in everyone)
    return tuple((who, count) for who, count in shares if count)


def _resolve(table: Table, share: _Share) -> Procedure[bool]:
    """Let a target evade its hits, then suffer those left; return whether any was.

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
    way = yield from choose(
        table,
        _("{whom} is hit: evade?"),
        lambda: evasions(table.now, share.target),
        "PC-ATK-07",
        "PC-ATK-09",
        key="evade",
        whom=share.target,
    )
    if way not in ("dodge", "point_defend"):
        return share.hits
    number = getattr(sheet_of(table.now[share.target]), way) or 0
    switches = switches_of(table.now)
    tally = table.tally("evasion")
    tally.line("PC-ATK-07", way.replace("_", " ").capitalize(), number)
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


def evasions(encounter: Encounter, target: str) -> Iterator[Option]:
    """Yield the ways in which a target may evade several shots, with why not.

    Rules: PC-ATK-07, PC-ATK-10
    """
    sheet = sheet_of(encounter[target])
    spent = "" if sheet.reactions > 0 else _("No reaction left.")
    yield Option("none", _("No evasion"))
    for key, title in (("dodge", _("Dodge")), ("point_defend", _("Point Defend"))):
        why_not = spent or ("" if getattr(sheet, key) is not None else _("Has no such skill."))
        yield Option(key, title, _("reaction"), "", not why_not, why_not)
    yield Option("parry", _("Parry"), enabled=False, why_not=_("Only against melee attacks."))
