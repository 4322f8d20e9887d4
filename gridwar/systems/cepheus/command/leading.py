"""Commanders: Tactics at the start, Leadership in the fight, and what loss of contact costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from gridwar.engine.kit import Procedure, SheetEvent, call, emit, require, require_none
from gridwar.model.command import Command
from gridwar.model.event import Event
from gridwar.model.events import Explained
from gridwar.model.question import Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import (
    SIGNIFICANT,
    change_initiative,
    may_do,
    must_exist,
    pay,
    spoil_aim,
)
from gridwar.systems.cepheus.actions.checks import (
    Attempt,
    CheckResult,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.command.comms import (
    commander_of,
    in_touch,
    is_in_touch,
    link_between,
    members_of,
    unit_of,
)
from gridwar.systems.cepheus.core.events import InitiativeBaseChanged
from gridwar.systems.cepheus.core.holders import holders
from gridwar.systems.cepheus.core.order import is_gone
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Characteristic
from gridwar.systems.cepheus.core.state import sheet_of, state_of, switches_of
from gridwar.systems.cepheus.turns.delay import sort_anew
from gridwar.systems.cepheus.turns.turns import lift_first
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

TACTICS, LEADERSHIP = "tactics", "leadership"


class MakePlan(Command):
    """Let a commander plan the fight at its start, for all of the unit who hear him."""

    characteristic: Characteristic | Literal["ask"] = "ask"


class Lead(Command):
    """Spur somebody on."""

    target: str
    characteristic: Characteristic | Literal["ask"] = "ask"


class SetContact(Command):
    """Say that somebody is cut off from everybody, or back in touch (the GM's word)."""

    correction: ClassVar[bool] = True
    who: str
    cut: bool


class PlanMade(Event):
    """A unit's commander has made his plan, good or bad."""

    unit: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it: there is one for each unit."""
        state = state_of(encounter)
        return encounter.replace(rules=state.replace(planned=state.planned | {self.unit}))


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


class ContactChanged(SheetEvent):
    """Somebody lost contact with his commander, or has it back."""

    lost: bool

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take the points of the plan away, or give them back."""
        points = -sheet.contact.tactics if self.lost else sheet.contact.tactics
        base = sheet.initiative_base
        return sheet.replace(
            contact=sheet.contact.replace(lost=self.lost),
            initiative_base=None if base is None else base + points,
        )


class CutOff(SheetEvent):
    """The GM said that somebody is cut off, or no longer."""

    cut: bool
    """Whether he is."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(contact=sheet.contact.replace(cut=self.cut))


# --- tactics ------------------------------------------------------------------------------------


def why_not_plan(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody cannot plan the fight; None where he can.

    Rules: CE-INI-04
    """
    rule, name, unit = ("CE-INI-04",), encounter[who].name, unit_of(encounter, who)
    if encounter.round == 0:
        return Refusal("not_begun", _("The fight has not begun."), ("CE-RND-01",))
    if is_gone(encounter, who):
        return Refusal("out", _("{name} is out.").format(name=name), ("CE-DMG-07",))
    if not sheet_of(encounter[who]).team.commander:
        text = _("{name} does not command a unit.").format(name=name)
        return Refusal("not_commander", text, rule)
    if unit in state_of(encounter).planned:
        text = _("This unit has its plan already.")
        return Refusal("planned", text, rule)
    if encounter.round > 1 or not state_of(encounter).fresh:
        text = _("The plan is made at the start of the fight.")
        return Refusal("too_late", text, rule)
    return None


def make_plan(table: Table, command: MakePlan) -> Procedure[CheckResult]:
    """Make a unit's one Tactics check; its Effect is Initiative for all who hear the commander.

    Rules: CE-INI-04, CE-COM-01
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_plan(table.now, who))
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
    title = _("{name}'s plan").format(name=table.now[who].name)
    trace = Trace(title=title, steps=steps, result=_("Initiative {n:+d}").format(n=points))
    yield from emit(Explained(trace=trace))
    yield from lift_first(table)
    if state_of(table.now).fresh:
        yield from sort_anew(table)
    return result


# --- leadership ---------------------------------------------------------------------------------


def why_not_lead(encounter: Encounter, who: str, target: str) -> Refusal | None:
    """Return why somebody cannot spur another on; None where he can.

    Rules: CE-INI-05, CE-COM-01
    """
    if target not in encounter or target == who:
        text = _("Leadership is for somebody else.")
        return Refusal("target", text, ("CE-INI-05",), waivable=False)
    if not is_in_touch(encounter, who, target):
        text = _("No contact with {name}: {why}.")
        why = link_between(encounter, who, target).why_not
        text = text.format(name=encounter[target].name, why=why)
        return Refusal("no_link", text, ("CE-COM-01", "CE-INI-05"))
    return None


def lead(table: Table, command: Lead) -> Procedure[CheckResult]:
    """Spur somebody on: Initiative by the Effect of a Leadership check.

    Rules: CE-INI-05, CE-INI-06, CE-COM-01
    """
    who, target = command.actor or "", command.target
    yield from may_do(table, who, SIGNIFICANT)
    yield from require_none(why_not_lead(table.now, who, target))
    characteristic = yield from chosen_characteristic(table, who, command.characteristic, "social")
    yield from pay(table, who, SIGNIFICANT)
    yield from spoil_aim(table, who, "acted")
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
    names = {"one": table.now[who].name, "other": table.now[target].name}
    title = _("{one} spurs {other} on").format(**names)
    words = _("Initiative {n:+d}").format(n=result.effect)
    yield from emit(Explained(trace=Trace(title=title, result=words, tone="good")))
    return result


# --- contact ------------------------------------------------------------------------------------


def set_contact(table: Table, command: SetContact) -> Procedure[None]:
    """Note the GM's word on somebody's contact; what it costs follows by itself.

    Rules: CE-COM-01
    """
    yield from must_exist(table, command.who)
    now = sheet_of(table.now[command.who]).contact.cut
    yield from require(
        now != command.cut, "no_change", _("That is so already."), "CE-COM-01", waivable=False
    )
    words = _("{name} is cut off") if command.cut else _("{name} is no longer cut off")
    title = words.format(name=table.now[command.who].name)
    yield from emit(
        CutOff(who=command.who, cut=command.cut), Explained(trace=Trace(title=title, tone="quiet"))
    )


def settle_contact(table: Table) -> Procedure[None]:
    """Take the plan's points from those who lost contact, and give them back with it.

    Rules: CE-COM-01
    """
    reached: dict[str, frozenset[str]] = {}
    for who in holders(table.now):
        contact = sheet_of(table.now.combatants[who]).contact
        if contact.tactics <= 0:  # who lost by the plan has nothing to lose with it
            continue
        unit = unit_of(table.now, who)
        if unit not in reached:
            commander = commander_of(table.now, unit)
            reached[unit] = frozenset() if commander is None else in_touch(table.now, commander)
        lost = who not in reached[unit] and not is_gone(table.now, who)
        if lost == contact.lost:
            continue
        yield from emit(ContactChanged(who=who, lost=lost))
        words = _("{name} has lost contact") if lost else _("{name} is in contact again")
        title = words.format(name=table.now.combatants[who].name)
        points = -contact.tactics if lost else contact.tactics
        result = _("Initiative {n:+d}").format(n=points)
        yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))
