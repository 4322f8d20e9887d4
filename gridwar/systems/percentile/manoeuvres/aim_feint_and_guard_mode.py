"""What is done for a later attack: Aim and Feint for one's own, Guard Mode against the enemies'."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    _,
    call,
    emit,
    offer,
    plays,
    say,
    sets,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.legality_and_targets import may_reach, within_melee
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, OpposedResult, opposed
from gridwar.systems.percentile.conditions import begin
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.action_headings import FULL, HALF

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Table


@sets("aim", of="bonus")
class Aimed(SheetEvent):
    """Somebody aims; the bonus takes the place of an earlier one."""

    bonus: int


def _worth(key: str) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    """Return what offers an Aim with the bonus that its row in the list of actions has."""
    return lambda _encounter, _who: (Variant(note=f"{row(key).modifier:+}"),)


_offered: Final = partial(offer, _("Aim"), icon="crosshair", role=Role.READY)


@_offered(group=HALF, price=priced("aim_half"), each=_worth("aim_half"))
class AimHalf(Act):
    """Aim as a Half Action."""


@_offered(group=FULL, price=priced("aim_full"), each=_worth("aim_full"))
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


@sets("feint_on", of="on_whom")
class Feinted(SheetEvent):
    """A Feint was won."""

    on_whom: str


@offer(
    _("Feint"),
    icon="swords",
    group=HALF,
    role=Role.READY,
    needs="combatant",
    price=priced("feint"),
    candidates=lambda encounter, command: within_melee(encounter, command.actor),
)
class Feint(Act):
    """Mislead somebody for the next blow."""

    target: str


@plays(Feint)
def feint(table: Table, command: Feint) -> Procedure[OpposedResult]:
    """Win opposed WS to keep a target from parrying and dodging the very next attack.

    Rules: PC-ACT-18, PC-TST-04
    """
    who, target = command.actor, command.target
    yield from may_act(table, who, "feint")
    yield from may_reach(table, who, target)
    yield from pay(table, who, "feint")
    order = Opposed(Contestant(who, "ws"), Contestant(target, "ws"), "PC-ACT-18", _("Feint"))
    found = yield from call(opposed, order, key="feint")
    if found.winner == "a":
        yield from emit(Feinted(who=who, on_whom=target))
        text = _("{target} falls for the Feint: no Parry, no Dodge against the next blow")
        step = Step(
            label=_("Covers"), rule_id="PC-ACT-18", after=_("the very next Standard Attack")
        )
        yield from say(table, text, target=target, steps=(step,), tone="good")
    return found


@offer(
    _("Guard Mode"),
    icon="shield",
    group=FULL,
    role=Role.GUARD,
    price=priced("guard_mode"),
    note=_("attacks on you -20"),
)
class GuardMode(Act):
    """Defend until the own next turn."""


@plays(GuardMode)
def guard_mode(table: Table, command: GuardMode) -> Procedure[None]:
    """Put -20 on attacks and on confirmation until the own next turn; it is the turn's Attack.

    Rules: PC-ACT-13
    """
    who = command.actor
    yield from may_act(table, who, "guard_mode")
    yield from pay(table, who, "guard_mode")
    yield from begin(table, who, "guard_mode", "turn_start", who)
