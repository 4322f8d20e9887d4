"""Paying for actions: what is taken, and what an action ends that was pending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Option,
    Procedure,
    SheetEvent,
    StateEvent,
    Step,
    _,
    adds,
    choose,
    clears,
    emit,
    includes,
    say,
    sets,
)
from gridwar.systems.percentile.actions.actions import halves_of
from gridwar.systems.percentile.core.state import (
    is_due,
    sheet_of,
    switches_of,
    watch_of,
    with_changed,
)
from gridwar.systems.percentile.core.tables import row

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.percentile.core.state import PercentileState
    from gridwar.systems.percentile.core.tables import ActionRow, Subtype


# --- events ---------------------------------------------------------------------------------------


@adds("half_actions", of="halves", times=-1, least=0)
@sets("has_acted", True)
class ActionTaken(SheetEvent):
    """Half Actions were spent on an action."""

    halves: int


@sets("half_move_made", True)
class HalfMoveMade(SheetEvent):
    """A Half Move was made in this turn."""


@adds("reactions", amount=-1, least=0)
class ReactionSpent(SheetEvent):
    """A Reaction was used."""


@clears("aim")
class AimLost(SheetEvent):
    """The bonus of an Aim is gone: used, or lost."""


@sets("feint_on", None)
class FeintOver(SheetEvent):
    """The action after a Feint was taken."""


@clears("extended")
class ExtendedLost(SheetEvent):
    """An Extended Action was interrupted and has to start over."""


@includes("attacked")
class AttackUsed(StateEvent):
    """Somebody used the Attack action of the present turn."""

    who: str


@includes("concentrated")
class ConcentrationUsed(StateEvent):
    """Somebody used the Concentration action of the present turn."""

    who: str


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


# --- paying ---------------------------------------------------------------------------------------


def pay(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[None]:
    """Take an action's price, and let all end that the action breaks.

    Args:
        table: The table.
        who: Who acts.
        key: The action in the list.
        more: Subtypes beside its own: those of a Power.

    Rules: PC-TIM-04, PC-ECO-02, PC-ECO-03, PC-ECO-08, PC-ACT-16, PC-ACT-18
    """
    kind, halves, structured = row(key, more), halves_of(table.now, key), table.now.round > 0
    yield from _breaks(table, who, kind, is_free=kind.cost == "free", keeps=key)
    if not structured:
        return
    if kind.cost != "free":
        yield from emit(ActionTaken(who=who, halves=halves))
    if kind.is_a("attack"):
        yield from emit(AttackUsed(who=who))
    if kind.is_a("concentration"):
        yield from emit(ConcentrationUsed(who=who))
    if key == "half_move":
        yield from emit(HalfMoveMade(who=who))


def spend_reaction(table: Table, who: str) -> Procedure[None]:
    """Take a Reaction, and let all end that it breaks; no subtype limits it.

    Rules: PC-ECO-04, PC-ECO-09, PC-ATK-07, PC-ACT-10, PC-ACT-16
    """
    yield from emit(ReactionSpent(who=who))
    yield from _breaks(table, who, row("speak"), is_free=False, keeps="")


def _breaks(
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


# --- what is broken off ---------------------------------------------------------------------------


def no_longer_waits(table: Table, who: str, why: str) -> Procedure[None]:
    """End somebody's Overwatch without a shot, and tell why.

    Rules: PC-ACT-10
    """
    yield from emit(OverwatchOver(who=who))
    step = Step(label=_("Ended by"), rule_id="PC-ACT-10", after=why)
    yield from say(table, _("{who} is no longer on Overwatch"), who=who, steps=(step,))


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
