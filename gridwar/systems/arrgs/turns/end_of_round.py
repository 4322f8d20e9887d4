"""The End of Round: what lapses, who is hurt by its speed, who recovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, SheetEvent, Step, call, clears, emit, pass_moment, say
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, dc_parts, overuse_penalty
from gridwar.systems.arrgs.conditions import Altered, FortCheck, Recovery, alter, recovery_check
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.movement_speed import increment_of
from gridwar.systems.arrgs.core.sheet import cannot_act, has, level, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import readied_words
from gridwar.systems.arrgs.harm.damage import Blow, befall, damage_steps, reckon
from gridwar.systems.arrgs.harm.sleep_and_waking import sleep_on
from gridwar.systems.arrgs.movement.acceleration_and_collisions import FORCE, Shock, acceleration
from gridwar.systems.arrgs.spells import lasting_spells
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

STAGGER_DC: Final = 15


class ModifiersLapsed(SheetEvent):
    """Everything that lasts until End of Round is over: modifiers and overuse."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Drop them."""
        kept = tuple(old for old in sheet.modifiers if old.ends == "never")
        return sheet.replace(modifiers=kept, points_used=0)


class ReadyLapsed(SheetEvent):
    """What was readied is over, and the swapped points that were not spent are gone."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Take them away."""
        left = 0 if sheet.readied is None else min(sheet.aap, sheet.readied.points)
        return sheet.replace(aap=sheet.aap - left, readied=None)


@clears("squares_moved", "increment_base", "base_of_round", "crashed", "stopped_after")
class SpeedForgotten(SheetEvent):
    """The squares moved no longer count; ``increment`` is what they came to."""

    increment: int

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Remember how fast it was: not at all, for who crashed."""
        last = 0 if sheet.crashed else self.increment
        begun_anew: ArrgsSheet = super().on(sheet)
        return begun_anew.replace(previous_increment=last)


@clears("actions_taken", "points_used", "complementary_used")
class CountersCleared(SheetEvent):
    """A round is over: actions are counted anew."""


class StaggerCheck(Struct, frozen=True):
    """The recovery check of somebody Staggered."""

    dc: int
    result: int
    success: bool


class RoundEnd(Struct, frozen=True):
    """What an End of Round brought upon one combatant."""

    who: str
    acceleration_loss: int = 0
    fort_checks: tuple[FortCheck, ...] = ()
    stagger_check: StaggerCheck | None = None


def end_of_round(table: Table) -> Procedure[tuple[RoundEnd, ...]]:
    """Let everything that lasts until End of Round lapse, then check each in Initiative order.

    Time passes for those who are set aside too.

    Rules: AR-STR-06, AR-ACT-05, AR-ACT-07, AR-SPL-04
    """
    everyone = tuple(table.now.combatants)
    shocks = {who: acceleration(table.now, who) for who in everyone}
    first = switches_of(table.now).eor_expire_first
    if first:
        yield from _expire(table, everyone)
    yield from lasting_spells.end_of_round(table)
    yield from pass_moment(table, "round_end")
    order = initiative_order(table.now)
    order = (*order, *(who for who in everyone if who not in order))
    ends: list[RoundEnd] = []
    for who in order:
        ended = yield from call(_end_for, shocks[who], key=f"end of round for {who}")
        ends.append(ended)
    if not first:
        yield from _expire(table, everyone)
    yield from sleep_on(table, 1)
    for who in everyone:
        yield from emit(CountersCleared(who=who))
    yield from _suggest_the_end(table)
    return tuple(ends)


def _suggest_the_end(table: Table) -> Procedure[None]:
    """Say that nobody of a side can act any more; ending the scene is the GM's.

    Rules: AR-STR-07
    """
    people = [one for one in table.now.everyone() if one.pos is not None]
    sides = dict.fromkeys(one.side for one in people)
    able = {one.side for one in people if not cannot_act(one)}
    for side in [one for one in sides if one not in able and len(sides) > 1]:
        known = table.now.sides.get(side)
        name = side if known is None else known.name
        text = _("Nobody of {side} can act: the scene may be over")
        yield from say(table, text, side=name, tone="plain")


def _expire(table: Table, everyone: tuple[str, ...]) -> Procedure[None]:
    """Let everything that lasts until End of Round be over, and tell what that is.

    Rules: AR-STR-06, AR-MNV-13, AR-ACT-05
    """
    forget = switches_of(table.now).increment_reset == "end_of_round"
    over = tuple(step for who in everyone for step in _lapsing(table.now, who))
    if over:
        yield from say(table, _("What lasted until End of Round is over"), steps=over)
    for who in everyone:
        yield from emit(ModifiersLapsed(who=who))
        if sheet_of(table.now[who]).readied is not None:
            yield from emit(ReadyLapsed(who=who))
        if forget:
            yield from emit(SpeedForgotten(who=who, increment=increment_of(table.now[who])))


def _lapsing(encounter: Encounter, who: str) -> Iterator[Step]:
    one = encounter[who]
    sheet, text = sheet_of(one), _("{who}: {what}")
    for mod in sheet.modifiers:
        if mod.ends != "never":
            words = text.format(who=one.name, what=mod.source or mod.type)
            yield Step(label=words, rule_id="AR-STR-06", before=mod.value, after=0)
    if sheet.readied is not None:
        words = text.format(who=one.name, what=readied_words(sheet.readied))
        yield Step(label=words, rule_id="AR-MNV-13", before=sheet.readied.points, after=0)
    overuse = overuse_penalty(sheet.points_used)
    if overuse:
        words = text.format(who=one.name, what=_("more than 3 points"))
        yield Step(label=words, rule_id="AR-ACT-05", before=overuse, after=0)


def _end_for(table: Table, shock: Shock) -> Procedure[RoundEnd]:
    who = shock.who
    loss = 0
    if shock.force and not has(table.now[who], "dead"):
        blow = Blow(who, shock.force, (FORCE,))
        harmed = yield from call(reckon, blow, key="acceleration")
        loss = harmed.damage
        text = _("{who} changes speed suddenly")
        steps, result = (*shock.steps, *damage_steps(harmed.lines)), f"\u2212{loss}"
        yield from say(table, text, who=who, steps=steps, result=result, tone="harm")
        yield from befall(table, who, harmed)
    checks: tuple[FortCheck, ...] = ()
    if level(table.now[who], "dying"):
        done = yield from call(recovery_check, Recovery(who, end_of_round=True), key="dying")
        checks = (done,) if done is not None else ()
    stagger = None
    if level(table.now[who], "staggered") and not has(table.now[who], "dead"):
        stagger = yield from call(_stagger_check, who, key="staggered")
    surprised = sheet_of(table.now[who]).conditions.get("surprised", 0)
    if surprised:
        yield from alter(table, who, Altered("surprised", -surprised))
    return RoundEnd(who, loss, checks, stagger)


def _stagger_check(table: Table, who: str) -> Procedure[StaggerCheck]:
    """Roll the Fortitude check of somebody Staggered: success takes one off its number.

    Rules: AR-CND-06
    """
    number = level(table.now[who], "staggered")
    dc, words = STAGGER_DC + number, _("Staggered {n}").format(n=number)
    label = _("Fortitude, {condition}").format(condition=words)
    done = yield from rolled(table, "fortitude", Exchange(who, "fortitude"), label, dc)
    parts = dc_parts("AR-CND-06", (_("To recover"), STAGGER_DC), (words, number))
    told = done.told(dc, "AR-CND-06", _("Staggered"), parts=parts)
    yield from say(table, _("{who}: Fortitude"), who=who, result=done.came(dc), **told)
    success = done.meets(dc)
    if success:
        yield from alter(table, who, Altered("staggered", -1))
    return StaggerCheck(dc, done.result, success)
