"""Feint: a won one leaves the very next melee attack on its target neither parry nor dodge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Candidates,
    Procedure,
    Role,
    SheetEvent,
    Step,
    _,
    call,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.actions.paying import pay
from gridwar.systems.percentile.attacks.aiming_at import foes_of
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, OpposedResult, opposed
from gridwar.systems.percentile.core.headings import HALF
from gridwar.systems.percentile.core.state import sheet_of
from gridwar.systems.percentile.positions.squares import barrier, can_strike, reach_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


@sets("feint_on", of="on_whom")
class Feinted(SheetEvent):
    """A Feint was won."""

    on_whom: str


def within_melee(encounter: Encounter, who: str) -> Candidates:
    """Return the foes within somebody's melee reach.

    Rules: PC-ATK-01
    """
    reach = reach_of(encounter[who])
    foes = foes_of(encounter, who)
    return Candidates(frozenset(foe for foe in foes if can_strike(encounter, who, foe, reach)))


def may_reach(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse a target that is not within melee reach, alive, on the same band and in the open.

    Rules: PC-ATK-01
    """
    yield from must_exist(table, target)
    other = target != who and not sheet_of(table.now[target]).dead
    near = other and can_strike(table.now, who, target, reach_of(table.now[who]))
    why = barrier(table.now, who, target) if other and not near else ""
    text = _("{target} is not within melee reach of {who}.")
    if why:
        text = _("{target} is not within melee reach of {who}: {why}.")
    yield from require(near, "not_in_melee", text, "PC-ATK-01", target=target, who=who, why=why)


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
