"""Skill checks divided over two rounds: begun with one's last action, finished with the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Option, Procedure, Step, Table, choose, emit, say
from gridwar.systems.fluid.actions.payment import prompt_of
from gridwar.systems.fluid.core.house_rules_and_settings import action_words, switches_of
from gridwar.systems.fluid.core.sheet import SplitCheck, fight_of
from gridwar.systems.fluid.core.sheet_events import SplitBegun, SplitOver
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.actions.payment import Taking


def loses_split(encounter: Encounter, taking: Taking) -> bool:
    """Tell whether an action comes where only the second half of a divided check could.

    Rules: FL-ACT-01, FL-ACT-04
    """
    fight, switches = fight_of(encounter, taking.who), switches_of(encounter)
    if fight.split is None or taking.split == "finish":
        return False
    counts = taking.is_action or (switches.split_counts == "every_action" and not taking.is_press)
    forced = taking.is_press and fight.must_press
    breaks = counts or (forced and switches.split_vs_press == "split_lost")
    return breaks and (
        fight.split.round < encounter.round or prompt_of(encounter, taking.who) is not None
    )


def split_name(encounter: Encounter, who: str) -> str:
    """Return what the divided check of somebody is called; empty where there is none."""
    split = fight_of(encounter, who).split
    return "" if split is None else action_words(encounter, split.action)


def goes_on(table: Table, taking: Taking) -> Procedure[bool]:
    """Ask before a divided check is lost; return whether the action is taken nevertheless.

    Rules: FL-ACT-01
    """
    if not loses_split(table.now, taking):
        return True
    name = split_name(table.now, taking.who)
    options = (
        Option("go on", _("Go on"), effect=_("the check is lost, with its half action")),
        Option("keep", _("Not yet"), effect=_("the second half comes first")),
    )
    answer = yield from choose(
        table,
        _("{action} comes before the second half of {name}. Go on?"),
        options,
        "FL-ACT-01",
        key="split lost",
        whom=taking.who,
        name=name,
        action=taking.name,
    )
    if answer == "keep":
        step = Step(label=_("{name} is kept").format(name=name), rule_id="FL-ACT-01")
        text = _("{who} thinks better of it: {action}")
        yield from say(table, text, who=taking.who, action=taking.name, steps=(step,))
    return answer != "keep"


def note_split(table: Table, taking: Taking, *, loses: bool) -> Procedure[None]:
    """Begin or finish a divided check; one whose second half does not come in time is lost.

    Rules: FL-ACT-01
    """
    who = taking.who
    if taking.split == "finish":
        yield from emit(SplitOver(who=who))
    elif loses:
        yield from lose_split(table, who)
    if taking.split == "start":
        split = SplitCheck(action=taking.action, round=table.now.round)
        yield from emit(SplitBegun(who=who, split=split))


def lose_split(table: Table, who: str) -> Procedure[None]:
    """Let a divided check lapse, and with it the half action spent on it.

    Rules: FL-ACT-01
    """
    name = split_name(table.now, who)
    if not name:
        return
    yield from emit(SplitOver(who=who))
    step = Step(label=_("The second half did not come in time"), rule_id="FL-ACT-01")
    text = _("{who} did not finish {name}")
    yield from say(table, text, who=who, name=name, tone="harm", steps=(step,))
