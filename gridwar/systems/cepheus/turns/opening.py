"""The beginning: Initiative for everybody, ambush included, and latecomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.dice.notation import parse
from gridwar.engine.kit import Procedure, Roll, emit, require, roll, roll_all
from gridwar.model.events import Explained, RoundBegan
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.core.dms import add_characteristic
from gridwar.systems.cepheus.core.events import InitiativeRolled
from gridwar.systems.cepheus.core.order import is_gone, present_sheet
from gridwar.systems.cepheus.core.state import sheet_of, state_of, takes_turns
from gridwar.systems.cepheus.core.turn_events import RoundReadied
from gridwar.systems.cepheus.turns.turns import next_in_order
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import BeginFight, Table
    from gridwar.systems.cepheus.core.commands import JoinFight
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

READY_ROLL = 12
"""What counts as rolled by those who are ready while others are not."""
TWO_DICE = "2d6"


def begin_fight(table: Table, command: BeginFight) -> Procedure[None]:
    """Set everybody's Initiative and begin the first round.

    Rules: CE-RND-01, CE-INI-01, CE-INI-02, CE-INI-03
    """
    del command
    text = _("The fight has begun already.")
    yield from require(table.now.round == 0, "begun", text, "CE-RND-01", waivable=False)
    left = state_of(table.now).left
    name = table.now.sides[left].name if left in table.now.sides else left
    text = _("{side} walked away: there is no fight.").format(side=name)
    yield from require(not left, "walked_away", text, "CE-INI-03")
    everyone = [
        one.id
        for one in table.now.everyone()
        if not is_gone(table.now, one.id) and takes_turns(sheet_of(one))
    ]
    text = _("There is nobody to fight.")
    yield from require(bool(everyone), "nobody", text, "CE-RND-01", waivable=False)
    ready = {who for who in everyone if _is_ready(present_sheet(table.now, who))}
    if len(ready) == len(everyone):
        ready = set()
    rollers = [who for who in everyone if who not in ready]
    totals = yield from _rolled(table, rollers)
    for who in everyone:
        yield from _enter(table, who, totals.get(who))
    yield from emit(RoundBegan(), RoundReadied())
    title = _("Round {n}").format(n=table.now.round)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    yield from next_in_order(table)


def _is_ready(sheet: CepheusSheet) -> bool:
    """Tell whether somebody knows of the enemy, or of some of them, before it begins."""
    return sheet.aware or bool(sheet.aware_of)


def join_fight(table: Table, command: JoinFight) -> Procedure[None]:
    """Let a latecomer roll Initiative and enter the order.

    Rules: CE-INI-01
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    begun = table.now.round > 0
    yield from require(begun, "not_begun", _("The fight has not begun."), "CE-RND-01")
    text = _("{name} is in the order already.").format(name=table.now[who].name)
    new = present_sheet(table.now, who).initiative_base is None
    yield from require(new, "in_order", text, "CE-INI-01")
    label = _("Initiative of {name}").format(name=table.now[who].name)
    total = yield from roll(TWO_DICE, sum, key="initiative", owner=who, label=label)
    yield from _enter(table, who, total)


def latecomers(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Let people who join a fight under way roll Initiative and enter the order.

    Rules: CE-INI-01
    """
    sheets = {one: present_sheet(table.now, one) for one in who}
    new = [
        one for one, sheet in sheets.items() if sheet.initiative_base is None and takes_turns(sheet)
    ]
    totals = yield from _rolled(table, new)
    for one in new:
        yield from _enter(table, one, totals[one])


def _rolled(table: Table, who: list[str]) -> Procedure[dict[str, int]]:
    """Roll for some people; those of one group share the dice."""
    leaders = {one: next(w for w in who if _together(table, w, one)) for one in who}
    rollers = tuple(dict.fromkeys(leaders.values()))
    rolled = yield from roll_all(tuple(_roll_of(table, one) for one in rollers))
    totals = dict(zip(rollers, rolled, strict=True))
    return {one: totals[leaders[one]] for one in who}


def _together(table: Table, who: str, other: str) -> bool:
    group = table.now[who].group
    return who == other or (bool(group) and group == table.now[other].group)


def _roll_of(table: Table, who: str) -> Roll:
    label = _("Initiative of {name}").format(name=table.now[who].name)
    return Roll(parse(TWO_DICE), sum, f"initiative of {who}", who, label)


def _enter(table: Table, who: str, rolled: int | None) -> Procedure[None]:
    """Add up somebody's Initiative; ``rolled`` is None for those who are ready in an ambush."""
    tally = table.tally(f"initiative of {who}")
    if rolled is None:
        tally.line("CE-INI-02", _("Ready while others are not"), READY_ROLL)
    else:
        tally.line("CE-INI-01", _("Rolled"), rolled)
    add_characteristic(tally, table, who, "dexterity")
    title = _("Initiative of {name}").format(name=table.now[who].name)
    trace = Trace(title=title, lines=tally.lines, total=tally.total, result=f"{tally.total}")
    yield from emit(InitiativeRolled(who=who, initiative=tally.total), Explained(trace=trace))
