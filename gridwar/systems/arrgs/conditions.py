"""Conditions: by Vitality, by the GM's word, and the Fortitude checks of Disabled and Dying."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import KnownCondition, Procedure, SheetEvent, Step, adds, call, emit, say
from gridwar.model.events_combatants import EffectRemoved
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange, dc_parts
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, has, level, sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Table
    from gridwar.model.combatant import EffectEnd
    from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches

NUMBERED: Final = frozenset({"dying", "staggered"})
"""Conditions that count how often somebody has them."""


@adds("current_vitality")
class VitalityChanged(SheetEvent):
    """Current Vitality was lost or won back."""

    by: int


class ConditionChanged(SheetEvent):
    """A condition began, ended, or its number changed; at 0 it is gone."""

    condition: str
    by: int

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Change its number."""
        number = sheet.conditions.get(self.condition, 0) + self.by
        conditions = sheet.conditions.set(self.condition, number)
        if number <= 0:
            conditions = conditions.delete(self.condition)
        return sheet.replace(conditions=conditions)


class FortCheck(Struct, frozen=True):
    """A Fortitude check of somebody Disabled or Dying; ``loss`` is Vitality."""

    who: str
    dc: int
    result: int
    success: bool
    loss: int


class Recovery(Struct, frozen=True):
    """Who makes such a check, and whether it is that of the End of Round."""

    who: str
    end_of_round: bool = False


CONDITION_RULES: Final = {
    "dead": "AR-VIT-05",
    "dying": "AR-CND-03",
    "disabled": "AR-CND-02",
    "unconscious": "AR-CND-05",
    "prone": "AR-CND-08",
    "surprised": "AR-CND-07",
    "staggered": "AR-CND-06",
}
"""The rule of each condition; of the others the one that lists them."""
WORSE: Final = frozenset({"dead", "dying", "disabled", "unconscious", "staggered"})


class Altered(Struct, frozen=True):
    """A condition that changes by some number, and whether that is told by itself."""

    condition: str
    by: int
    told: bool = True


def alter(table: Table, who: str, *changes: Altered) -> Procedure[None]:
    """Let conditions begin, end or change their numbers, and tell it.

    Rules: AR-CND-01
    """
    for one in changes:
        before = sheet_of(table.now[who]).conditions.get(one.condition, 0)
        now = max(0, before + one.by)
        yield from emit(ConditionChanged(who=who, condition=one.condition, by=one.by))
        if one.told:
            yield from _tell_condition(table, who, one.condition, before, now)


def _tell_condition(
    table: Table, who: str, condition: str, before: int, now: int
) -> Procedure[None]:
    text, rule = _("{who}: {condition} begins"), CONDITION_RULES.get(condition, "AR-CND-01")
    if condition == "dead":
        text = _("{who} is dead")
    elif not now:
        text = _("{who}: {condition} ends")
    elif before or condition in NUMBERED:
        text = _("{who}: {condition} {n}")
    name = condition.capitalize()
    step = Step(label=name, rule_id=rule, before=before, after=now)
    harms = condition in WORSE and now > before
    tone = "harm" if harms else "plain"
    return say(table, text, who=who, condition=name, n=now, steps=(step,), tone=tone)


def due(one: Combatant, switches: ArrgsSwitches) -> tuple[Altered, ...]:
    """Return the conditions that begin and end because of a combatant's Vitality.

    Rules: AR-VIT-04, AR-VIT-05, AR-CND-02, AR-CND-03
    """
    sheet = sheet_of(one)
    if has(one, "dead"):
        return ()
    if sheet.current_vitality <= -sheet.total_vitality:
        others = sheet.conditions if switches.dying_supersedes_disabled else {}
        gone = (Altered(key, -number, told=False) for key, number in others.items())
        return (*gone, Altered("dead", 1))
    disabled = "disabled" in sheet.conditions
    superseded = switches.dying_supersedes_disabled and "dying" in sheet.conditions
    if superseded:
        return (Altered("disabled", -1),) if disabled else ()
    if sheet.current_vitality <= 0 and not disabled:
        return (Altered("disabled", 1),)
    return ()


def settle_one(table: Table, who: str) -> Procedure[None]:
    """Let Vitality take its effect on one combatant.

    Rules: AR-VIT-04, AR-VIT-05
    """
    yield from alter(table, who, *due(table.now[who], switches_of(table.now)))


def negative_vitality(one: Combatant) -> int:
    """Return how far Vitality lies below 0, 0 where it does not."""
    return max(0, -sheet_of(one).current_vitality)


def recovery_check(table: Table, order: Recovery) -> Procedure[FortCheck | None]:
    """Roll the Fortitude check of somebody Dying or Disabled, with what follows.

    Rules: AR-CND-02, AR-CND-03, AR-VIT-02
    """
    who = order.who
    one = table.now[who]
    dying = level(one, "dying")
    if has(one, "dead") or not (dying or has(one, "disabled")):
        return None
    dc = negative_vitality(one) + dying
    switches = switches_of(table.now)
    if not dying and switches.disabled_dc != "negative_vitality":
        dc = int(switches.disabled_dc)
    rule, words = ("AR-CND-03", _("Dying {n}")) if dying else ("AR-CND-02", _("Disabled"))
    words = words.format(n=dying)
    parts = ((_("Below 0 Vitality"), dc - dying), (words, dying))
    label = _("Fortitude, {condition}").format(condition=words)
    done = yield from rolled(table, "fortitude", Exchange(who, "fortitude"), label, dc)
    success = done.meets(dc)
    loss = _loss(dying, done.result - dc, success)
    lost = Step(label=_("Vitality lost"), rule_id="AR-VIT-02", after=loss)
    told = done.told(dc, rule, _("Fortitude"), lost, parts=dc_parts(rule, *parts))
    if not success:
        told |= {"tone": "harm"}
    result = _("held") if success else _("failed")
    yield from say(table, _("{who}: Fortitude"), who=who, result=result, **told)
    if loss:
        yield from emit(VitalityChanged(who=who, by=-loss))
    yield from _change_conditions(table, order, success)
    yield from settle_one(table, who)
    return FortCheck(who, dc, 0 if table.rehearsal else done.result, success, loss)


def forced_reactions(
    table: Table, moment: Literal["before_attack", "after_attack"], *who: str
) -> Procedure[tuple[FortCheck, ...]]:
    """Roll for those who are Dying and had to react, if this is the moment for it.

    Rules: AR-CND-03
    """
    found: tuple[FortCheck, ...] = ()
    if switches_of(table.now).dying_reaction_check != moment:
        return found
    for one in who:
        if one in table.now and level(table.now[one], "dying"):
            check = yield from call(recovery_check, Recovery(one), key=f"reaction of {one}")
            found = (*found, check) if check is not None else found
    return found


def _loss(dying: int, margin: int, success: bool) -> int:
    if not dying:
        return 0 if success else 1
    return max(0, dying - margin) if success else dying


def _change_conditions(table: Table, order: Recovery, success: bool) -> Procedure[None]:
    who = order.who
    one, switches = table.now[who], switches_of(table.now)
    dying = level(one, "dying")
    if dying:
        if success and (order.end_of_round or switches.dying_drops_on_action_check):
            yield from alter(table, who, Altered("dying", -1))
            if dying == 1 and not has(table.now[who], "disabled"):
                yield from alter(table, who, Altered("disabled", 1))
    elif not success:
        yield from alter(table, who, Altered("disabled", -1), Altered("dying", 1))
    elif sheet_of(one).current_vitality > 0:
        yield from alter(table, who, Altered("disabled", -1))


KNOWN: Final = NUMBERED | {
    "surprised",
    "disabled",
    "unconscious",
    "prone",
    "stunned",
    "immobile",
    "helpless",
    "fatigued",
    "exhausted",
}


_BY_GM: Final = "AR-CND-01"
_DOES: Final = frozendict(
    disabled=("AR-CND-02", _("2 points a round at most")),
    dying=("AR-CND-03", _("1 point a round; Fortitude or worse")),
    unconscious=("AR-CND-05", _("no action; Reflex, Willpower 0")),
    staggered=("AR-CND-06", _("so many points fewer a round")),
    surprised=("AR-CND-07", _("no action in the surprise round")),
    prone=("AR-CND-08", _("gets up with Standup")),
    stunned=(_BY_GM, _("no action")),
    immobile=(_BY_GM, _("no movement")),
    helpless=(_BY_GM, _("no movement")),
    fatigued=(_BY_GM, _("sleeps on when out; the rest is yours")),
    exhausted=(_BY_GM, _("sleeps on when out; the rest is yours")),
)
"""The rule of each, and what it does in a few words."""
EFFECT_ENDS: Final[Mapping[EffectEnd, str]] = {"round_end": _("until End of Round")}


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return all conditions that the rules play when the GM names them.

    Rules: AR-CND-01
    """
    return tuple(
        KnownCondition(one, one.capitalize(), rule_id=_DOES[one][0], does=_DOES[one][1])
        for one in sorted(KNOWN)
    )


def take_named(table: Table) -> Procedure[None]:
    """Let a condition that was named be that of the rules; named once more it ends, or grows.

    What was given an end of its own keeps it.

    Rules: AR-CND-01, AR-CND-03, AR-CND-06
    """
    found = [
        (one.id, effect.id)
        for one in table.now.combatants.values()
        for effect in one.effects
        if effect.ends == "never" and effect.id.casefold() in KNOWN
    ]
    for who, effect in found:
        key = effect.casefold()
        number = sheet_of(table.now[who]).conditions.get(key, 0)
        ends = number > 0 and key not in NUMBERED
        by = -number if ends else 1
        yield from emit(EffectRemoved(who=who, effect=effect))
        yield from alter(table, who, Altered(key, by, told=number > 0))
