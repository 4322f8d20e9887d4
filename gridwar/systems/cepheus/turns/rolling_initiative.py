"""The beginning: Initiative for everybody, ambush included, and latecomers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Act,
    BeginFight,
    Encounter,
    Procedure,
    Role,
    Roll,
    SheetEvent,
    Step,
    Variant,
    emit,
    offer,
    plays,
    require,
    roll,
    roll_all,
    say,
    sets,
)
from gridwar.model.events_turns import RoundBegan
from gridwar.systems.cepheus.actions.action_costs import must_have_begun
from gridwar.systems.cepheus.checks.check_dms import add_characteristic
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of, takes_turns
from gridwar.systems.cepheus.core.initiative_order import is_gone, present_sheet
from gridwar.systems.cepheus.core.offers_and_headings import TURN, for_people
from gridwar.systems.cepheus.turns.rounds_and_turns import next_in_order
from gridwar.systems.cepheus.turns.turn_events import RoundReadied
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

READY_ROLL = 12
"""What counts as rolled by those who are ready while others are not."""
TWO_DICE = "2d6"


@sets("initiative_base", of="initiative")
class InitiativeRolled(SheetEvent):
    """Somebody entered the order."""

    initiative: int


@plays(BeginFight)
def begin_fight(table: Table, command: BeginFight) -> Procedure[None]:
    """Set everybody's Initiative and begin the first round.

    Rules: CE-RND-01, CE-INI-01, CE-INI-02, CE-INI-03
    """
    del command
    text = _("The fight has begun already.")
    yield from require(table.now.round == 0, "begun", text, "CE-RND-01", waivable=False)
    left = state_of(table.now).left
    name = table.now.sides[left].name if left in table.now.sides else left
    text = _("{side} walked away: there is no fight.")
    yield from require(not left, "walked_away", text, "CE-INI-03", side=name)
    everyone = [
        one.id
        for one in table.now.everyone()
        if not is_gone(table.now, one.id) and takes_turns(sheet_of(one))
    ]
    text = _("There is nobody to fight.")
    yield from require(bool(everyone), "nobody_to_fight", text, "CE-RND-01", waivable=False)
    sheets = {who: present_sheet(table.now, who) for who in everyone}
    ready = {who for who, sheet in sheets.items() if sheet.aware or sheet.aware_of}
    if len(ready) == len(everyone):
        ready = set()
    rollers = [who for who in everyone if who not in ready]
    totals = yield from _rolled(table, rollers)
    for who in everyone:
        yield from _enter(table, who, totals.get(who))
    yield from emit(RoundBegan(), RoundReadied())
    yield from say(table, _("Round {n}"), n=table.now.round)
    yield from next_in_order(table)


@for_people
def _latecomer(encounter: Encounter, who: str) -> Iterator[Variant]:
    if encounter.round and sheet_of(encounter[who]).initiative_base is None:
        yield Variant()


@offer(_("Join the fight"), id="join", icon="log-in", group=TURN, role=Role.OTHER, each=_latecomer)
class JoinFight(Act):
    """Enter the order of a fight that has begun: roll Initiative."""


@plays(JoinFight)
def join_fight(table: Table, command: JoinFight) -> Procedure[None]:
    """Let a latecomer roll Initiative and enter the order.

    Rules: CE-INI-01
    """
    who = command.actor
    yield from must_have_begun(table)
    text = _("{who} is in the order already.")
    new = present_sheet(table.now, who).initiative_base is None
    yield from require(new, "in_order", text, "CE-INI-01", who=who)
    label = _("Initiative")
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
    label = _("Initiative")
    return Roll(parse(TWO_DICE), sum, f"initiative of {who}", who, label)


def _enter(table: Table, who: str, rolled: int | None) -> Procedure[None]:
    """Add up somebody's Initiative; ``rolled`` is None for those who are ready in an ambush."""
    tally = table.tally(f"initiative of {who}")
    if rolled is None:
        tally.line("CE-INI-02", _("Ready while others are not"), READY_ROLL)
    else:
        tally.line("CE-INI-01", _("Rolled"), rolled)
    add_characteristic(tally, table, who, "dexterity")
    yield from emit(InitiativeRolled(who=who, initiative=tally.total))
    faces = table.faces("initiative") or table.faces(f"initiative of {who}")
    step = Step(label="2D6", rule_id="CE-INI-01", after=sum(faces), faces=faces)
    yield from say(
        table,
        _("Initiative of {who}"),
        who=who,
        lines=tally.lines,
        total=tally.total,
        steps=(step,) if faces else (),
        tone="plain",
        result=f"{tally.total}",
    )
