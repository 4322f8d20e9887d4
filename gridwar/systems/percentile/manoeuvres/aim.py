"""Aim: a bonus to the next attack test, lost to whatever comes between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    SheetEvent,
    Step,
    _,
    emit,
    offer,
    plays,
    say,
    sets,
)
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.actions.paying import pay
from gridwar.systems.percentile.core.headings import FULL, HALF
from gridwar.systems.percentile.core.tables import row

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@sets("aim", of="bonus")
class Aimed(SheetEvent):
    """Somebody aims; the bonus takes the place of an earlier one."""

    bonus: int


@offer(
    _("Aim"), icon="crosshair", group=HALF, role=Role.READY, price=priced("aim_half"), note=_("+10")
)
class AimHalf(Act):
    """Aim as a Half Action."""


@offer(
    _("Aim"), icon="crosshair", group=FULL, role=Role.READY, price=priced("aim_full"), note=_("+20")
)
class AimFull(Act):
    """Aim as a Full Action."""


@plays(AimFull)
@plays(AimHalf)
def aim(table: Table, command: AimHalf | AimFull) -> Procedure[None]:
    """Take the bonus to the next attack test; a second Aim loses the first.

    Rules: PC-ACT-16
    """
    who, key = command.actor, "aim_half" if isinstance(command, AimHalf) else "aim_full"
    yield from may_act(table, who, key)
    yield from pay(table, who, key)
    value = row(key).modifier
    yield from emit(Aimed(who=who, bonus=value))
    step = Step(label=_("To the next attack test"), rule_id="PC-ACT-16", after=f"+{value}")
    yield from say(table, _("{who} aims"), who=who, steps=(step,), result=f"+{value}")
