"""Commanders: the plan by Tactics at the start, and Leadership in the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Encounter,
    Procedure,
    Role,
    SheetEvent,
    StateEvent,
    Step,
    Variant,
    call,
    emit,
    includes,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.cepheus.actions.action_costs import (
    SIGNIFICANT,
    may_do,
    must_be_up,
    must_have_begun,
    take_action,
)
from gridwar.systems.cepheus.checks.check_rolls import (
    Attempt,
    CheckedWith,
    CheckResult,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, state_of, switches_of
from gridwar.systems.cepheus.core.initiative_order import InitiativeBaseChanged, change_initiative
from gridwar.systems.cepheus.core.offers_and_headings import COMMAND, for_people
from gridwar.systems.cepheus.leadership.communication import (
    in_touch,
    is_in_touch,
    link_between,
    members_of,
    unit_of,
)
from gridwar.systems.cepheus.turns.delay_and_haste import sort_anew
from gridwar.systems.cepheus.turns.delay_into_next_round import lift_first
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

TACTICS, LEADERSHIP = "tactics", "leadership"


def _skill_note(encounter: Encounter, who: str, skill: str) -> str:
    level = sheet_of(encounter[who]).skills.get(skill)
    return _("untrained") if level is None else f"{level:+d}"


# --- tactics ------------------------------------------------------------------------------------


@for_people
def _at_the_start(encounter: Encounter, who: str) -> Iterator[Variant]:
    planned = unit_of(encounter, who) in state_of(encounter).planned
    if sheet_of(encounter[who]).team.commander and encounter.round == 1 and not planned:
        fields = {"characteristic": "intelligence"}
        yield Variant(fields=fields, note=_skill_note(encounter, who, TACTICS))


@offer(
    _("Plan the fight: Tactics"),
    id="tactics",
    icon="users",
    group=COMMAND,
    role=Role.HELP,
    each=_at_the_start,
    prepared=True,
)
class MakePlan(Act):
    """Let a commander plan the fight at its start, for all of the unit who hear them."""

    characteristic: CheckedWith = "ask"


@includes("planned", of="unit")
class PlanMade(StateEvent):
    """A unit's commander has made a plan, good or bad: there is one for each unit."""

    unit: str


class PlanShared(SheetEvent):
    """Somebody acts by the commander's plan."""

    points: int

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note the points; they are part of the Initiative from now on."""
        contact = sheet.contact.replace(tactics=sheet.contact.tactics + self.points, lost=False)
        base = sheet.initiative_base
        return sheet.replace(
            contact=contact, initiative_base=None if base is None else base + self.points
        )


@plays(MakePlan)
def make_plan(table: Table, command: MakePlan) -> Procedure[CheckResult]:
    """Make a unit's one Tactics check; its Effect is Initiative for all who hear the commander.

    Rules: CE-INI-04, CE-COM-01
    """
    who = command.actor
    yield from must_have_begun(table)
    yield from must_be_up(table, who)
    commands = sheet_of(table.now[who]).team.commander
    text = _("{who} does not command a unit.")
    yield from require(commands, "not_commander", text, "CE-INI-04", who=who)
    state = state_of(table.now)
    new = unit_of(table.now, who) not in state.planned
    yield from require(new, "planned", _("This unit has its plan already."), "CE-INI-04")
    text = _("The plan is made at the start of the fight.")
    at_start = table.now.round <= 1 and state.fresh
    yield from require(at_start, "too_late_to_plan", text, "CE-INI-04")
    characteristic = yield from chosen_characteristic(
        table, who, command.characteristic, "intelligence"
    )
    result: CheckResult = yield from call(
        attempt, Attempt(who, TACTICS, characteristic), key="check"
    )
    yield from emit(PlanMade(unit=unit_of(table.now, who)))
    counts = result.success or switches_of(table.now).tactics_negative
    points = result.effect if counts else 0
    if not points:
        return result
    reached = in_touch(table.now, who)
    members = members_of(table.now, unit_of(table.now, who))
    hearing = [
        one
        for one in members
        if one in reached and sheet_of(table.now[one]).initiative_base is not None
    ]
    yield from emit(*(PlanShared(who=one, points=points) for one in hearing))
    steps = tuple(
        Step(
            label=table.now[one].name,
            rule_id="CE-INI-04" if one in hearing else "CE-COM-01",
            after=points if one in hearing else _("out of contact"),
        )
        for one in members
    )
    result_words = _("Initiative {n:+d}").format(n=points)
    yield from say(
        table, _("{who}'s plan"), who=who, tone="plain", steps=steps, result=result_words
    )
    yield from lift_first(table)
    if state_of(table.now).fresh:
        yield from sort_anew(table)
    return result


# --- leadership ---------------------------------------------------------------------------------


def _may_lead(encounter: Encounter, who: str) -> bool:
    sheet = sheet_of(encounter[who])
    return LEADERSHIP in sheet.skills or sheet.team.commander


@for_people
def _leaders(encounter: Encounter, who: str) -> Iterator[Variant]:
    if encounter.round and _may_lead(encounter, who):
        fields = {"characteristic": "social"}
        yield Variant(fields=fields, note=_skill_note(encounter, who, LEADERSHIP))


@offer(
    _("Spur somebody on: Leadership"),
    icon="flag",
    group=COMMAND,
    role=Role.HELP,
    needs="combatant",
    price=SIGNIFICANT,
    each=_leaders,
)
class Lead(Act):
    """Spur somebody on."""

    target: str
    characteristic: CheckedWith = "ask"


@plays(Lead)
def lead(table: Table, command: Lead) -> Procedure[CheckResult]:
    """Spur somebody on: Initiative by the Effect of a Leadership check.

    Rules: CE-INI-05, CE-INI-06, CE-COM-01
    """
    who, target = command.actor, command.target
    yield from may_do(table, who, SIGNIFICANT)
    leads, text = _may_lead(table.now, who), _("{who} neither commands nor knows Leadership.")
    yield from require(leads, "no_leader", text, "CE-INI-05", who=who)
    other = target in table.now and target != who
    text = _("Leadership is for somebody else.")
    yield from require(other, "lead_nobody", text, "CE-INI-05", waivable=False)
    why = (
        "" if is_in_touch(table.now, who, target) else link_between(table.now, who, target).why_not
    )
    text = _("No contact with {target}: {why}.")
    yield from require(not why, "no_link", text, "CE-COM-01", "CE-INI-05", target=target, why=why)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic, "social")
    yield from take_action(table, who, SIGNIFICANT)
    result: CheckResult = yield from call(
        attempt, Attempt(who, LEADERSHIP, characteristic), key="check"
    )
    in_fight = sheet_of(table.now[target]).initiative_base is not None
    if not result.success or not result.effect or not in_fight:
        return result
    source = _("Leadership")
    if switches_of(table.now).leadership_duration == "combat":
        yield from emit(InitiativeBaseChanged(who=target, by=result.effect, source=source))
    else:
        yield from change_initiative(table, target, result.effect, source)
    words = _("Initiative {n:+d}").format(n=result.effect)
    text = _("{who} spurs {target} on")
    yield from say(table, text, who=who, target=target, tone="good", result=words)
    return result
