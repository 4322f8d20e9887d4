"""What an action ends that was pending: Aim, Feint, Overwatch, an Extended Action interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Option,
    Procedure,
    SheetEvent,
    StateEvent,
    Step,
    Table,
    _,
    choose,
    clears,
    emit,
    say,
    sets,
)
from gridwar.systems.percentile.core.fight_state import (
    PercentileState,
    is_due,
    sheet_of,
    state_of,
    switches_of,
    watch_of,
    with_changed,
)

if TYPE_CHECKING:
    from gridwar.systems.percentile.core.action_and_evasion_tables import ActionRow


@clears("aim")
class AimLost(SheetEvent):
    """The bonus of an Aim is gone: used, or lost."""


@sets("feint_on", None)
class FeintOver(SheetEvent):
    """The action after a Feint was taken."""


@clears("extended")
class ExtendedLost(SheetEvent):
    """An Extended Action was interrupted and has to start over."""


class OptionTaken(StateEvent):
    """The controller option at once after Take Control was taken, or left."""

    controller: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Note it."""
        grapples = with_changed(rules.grapples, "controller", self.controller, option_due=False)
        return rules.replace(grapples=grapples)


class OverwatchOver(StateEvent):
    """Somebody no longer waits on Overwatch."""

    who: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Take it out."""
        left = tuple(one for one in rules.overwatches if one.owner != self.who)
        return rules.replace(overwatches=left)


def break_off(
    table: Table, who: str, kind: ActionRow, *, is_free: bool, keeps: str
) -> Procedure[None]:
    """Let Aim, Feint, Overwatch and an Extended Action end where an action breaks them.

    Rules: PC-ACT-10, PC-ACT-16, PC-ACT-18, PC-ECO-06
    """
    sheet = sheet_of(table.now[who])
    feints, under_way, aim = sheet.feint_on is not None, sheet.extended is not None, sheet.aim
    harmless = is_free and switches_of(table.now).aim_free == "harmless"
    if aim and not harmless and not kind.is_a("attack"):
        yield from emit(AimLost(who=who))
        step = Step(label=_("Aim"), rule_id="PC-ACT-16", before=f"+{aim}", after="0")
        yield from say(table, _("{who} loses the bonus of the Aim"), who=who, steps=(step,))
    if is_free:
        return
    if feints:
        yield from emit(FeintOver(who=who))
    if is_due(table.now, who):
        yield from emit(OptionTaken(controller=who))
    if watch_of(table.now, who) is not None:
        yield from no_longer_waits(table, who, _("another action"))
    if under_way and keeps != "extended":
        yield from interrupt_extended(table, who)


def no_longer_waits(table: Table, who: str, why: str) -> Procedure[None]:
    """End somebody's Overwatch without a shot, and tell why.

    Rules: PC-ACT-10
    """
    yield from emit(OverwatchOver(who=who))
    step = Step(label=_("Ended by"), rule_id="PC-ACT-10", after=why)
    yield from say(table, _("{who} is no longer on Overwatch"), who=who, steps=(step,))


def end_watches_of_the_dead(table: Table) -> Procedure[None]:
    """End the Overwatch of whoever is dead or gone: the dead wait for nothing.

    Rules: PC-ATK-19, PC-ACT-10
    """
    for watch in state_of(table.now).overwatches:
        if watch.owner not in table.now:
            yield from emit(OverwatchOver(who=watch.owner))
        elif sheet_of(table.now[watch.owner]).dead:
            yield from no_longer_waits(table, watch.owner, _("death"))


def interrupt_extended(table: Table, who: str) -> Procedure[None]:
    """Let the GM say whether an Extended Action that was interrupted has to start over.

    Rules: PC-ECO-06
    """
    extended = sheet_of(table.now[who]).extended
    if extended is None:
        return
    mode = switches_of(table.now).extended_interrupt
    answer = "lost" if mode == "always_restart" else "kept"
    if mode == "ask_gm":
        answer = yield from choose(
            table,
            _("{who} was interrupted: does {action} start over?"),
            (
                Option("lost", _("It starts over")),
                Option("kept", _("It goes on where it was")),
            ),
            "PC-ECO-06",
            key=f"interrupted {who}",
            whom=None,
            who=who,
            action=extended.name,
        )
    if answer == "lost":
        yield from emit(ExtendedLost(who=who))
        text = _("{who} has to start over: {action}")
        step = Step(label=_("Rounds"), rule_id="PC-ECO-06", before=extended.done, after=0)
        yield from say(table, text, who=who, action=extended.name, steps=(step,), tone="harm")
