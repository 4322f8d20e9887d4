"""Standing ready: striking ahead of what somebody else is about to do."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    Act,
    Command,
    Procedure,
    Role,
    Table,
    Window,
    call,
    choose,
    emit,
    offer,
    plays,
    say,
)
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.text import _
from tests.support.alley.rules import (
    ACTION,
    FIGHT,
    ActionSpent,
    Aim,
    Brawl,
    ThrowBottle,
    may_act,
    strike,
)
from tests.support.alley.sheet import wounds_left
from tests.support.alley.zones import beside

WINDOWS: Final = {"ready": Window(_("A blow ahead of a foe's action"))}


@offer(_("Stand ready"), icon="hourglass", group=FIGHT, role=Role.READY, price=ACTION)
class StandReady(Act):
    """Wait for a foe in the same zone to act."""


@plays(StandReady)
def stand_ready(table: Table, command: StandReady) -> Procedure[None]:
    """Spend the action on a blow that comes ahead of a foe's.

    Rules: BA-RDY-01
    """
    who = command.actor
    yield from may_act(table, who)
    ready = TimedEffect(
        id="ready", name=_("Ready"), badge="hourglass", ends="turn_start", whose=who
    )
    yield from emit(ActionSpent(who), EffectAdded(who, ready))
    yield from say(table, _("{who} stands ready"), who=who)


def before_command(table: Table, command: Command) -> Procedure[bool]:
    """Let those who stand ready strike at a foe in their zone who is about to act.

    Rules: BA-RDY-01
    """
    if not isinstance(command, Aim | Brawl | ThrowBottle | StandReady):
        return True
    foe = command.actor
    for by in beside(table.now, foe):
        is_foe = table.now.are_foes(table.now[by].side, table.now[foe].side)
        if is_foe and table.now[by].has_effect("ready") and wounds_left(table.now, foe):
            yield from call(_blow, (by, foe), key=f"blow of {by}")
    return True


def _blow(table: Table, pair: tuple[str, str]) -> Procedure[None]:
    by, foe = pair
    answer = yield from choose(
        table,
        _("{other} is about to act. Does {whom} strike first?"),
        {"pass": _("Go on waiting"), "strike": _("Strike")},
        "BA-RDY-01",
        key="strike",
        whom=by,
        window="ready",
        other=foe,
    )
    if answer == "strike":
        yield from emit(EffectRemoved(by, "ready"))
        yield from call(strike, (by, foe, "neither"), key="attack")
