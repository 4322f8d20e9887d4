"""Options of a grapple that are the restrained one's: Break Free and Take Control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    StateEvent,
    Step,
    Variant,
    _,
    call,
    emit,
    offer,
    plays,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.checks.opposed import (
    Contestant,
    Opposed,
    OpposedResult,
    may_help,
    opposed,
)
from gridwar.systems.percentile.core.action_headings import GRAPPLE
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState, role_of
from gridwar.systems.percentile.grapples.beginning_and_ending import end_grapple
from gridwar.systems.percentile.grapples.grapple_options import (
    AssistedAct,
    contest,
    for_roles,
    other_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


def _break_free_ways(encounter: Encounter, who: str) -> Iterator[Variant]:
    if role_of(encounter, who) == "restrained":
        yield Variant("s", {"using": "s"}, {"score": _("Strength")})
        yield Variant("acrobatics", {"using": "acrobatics"}, {"score": _("Acrobatics")})


@offer(
    _("Break Free"),
    icon="log-in",
    group=GRAPPLE,
    role=Role.LEAVE,
    price=priced("break_free"),
    each=_break_free_ways,
    note=_("with {score}"),
    prepared=True,
)
class BreakFree(Act):
    """Get out of the hold."""

    using: Literal["s", "acrobatics"] = "s"


@plays(BreakFree)
def break_free(table: Table, command: BreakFree) -> Procedure[OpposedResult]:
    """End the grapple by Strength or Acrobatics against the controller's Strength.

    Rules: PC-GRP-08, PC-TST-04
    """
    who = command.actor
    yield from may_act(table, who, "break_free")
    foe = other_of(table.now, who)
    yield from pay(table, who, "break_free")
    order = Opposed(
        Contestant(who, command.using), Contestant(foe, "s"), "PC-GRP-08", _("Break Free")
    )
    found = yield from call(opposed, order, key="strength")
    if found.winner == "a":
        yield from end_grapple(table, who, _("{target} breaks free of {who}"))
    return found


@offer(
    _("Take Control"),
    icon="repeat",
    group=GRAPPLE,
    role=Role.OTHER,
    price=priced("take_control"),
    each=for_roles("restrained"),
    prepared=True,
)
class TakeControl(AssistedAct):
    """Turn the hold round."""


@plays(TakeControl)
def take_control(table: Table, command: TakeControl) -> Procedure[OpposedResult]:
    """Become the controller by opposed Strength, with one controller option at once.

    Rules: PC-GRP-09, PC-GRP-01
    """
    who = command.actor
    yield from may_act(table, who, "take_control")
    foe = other_of(table.now, who)
    yield from may_help(table, who, foe, command.helpers)
    yield from pay(table, who, "take_control")
    found = yield from contest(table, command, "take_control")
    if found.winner == "a":
        yield from emit(ControlTaken(controller=who))
        text = _("{who} controls the grapple now, and may take an option at once")
        step = Step(label=_("Controls"), rule_id="PC-GRP-09", after=table.now[who].name)
        yield from say(table, text, who=who, steps=(step,), tone="good")
    return found


class ControlTaken(StateEvent):
    """The two in a grapple have changed roles; the duty begins with the next turn.

    One of the controller's options may be taken at once.
    """

    controller: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Let them change."""
        grapples = tuple(
            Grapple(controller=one.restrained, restrained=one.controller, option_due=True)
            if one.restrained == self.controller
            else one
            for one in rules.grapples
        )
        return rules.replace(grapples=grapples)
