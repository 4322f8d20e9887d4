"""Step 3, one check for several: who makes the Initiative check together, said in one stroke."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.engine.kit import (
    Encounter,
    Option,
    Procedure,
    Role,
    Step,
    Table,
    choose,
    emit,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.model.events_combatants import ValueSet
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.commands_about_several import AboutSeveral, names_of
from gridwar.systems.fluid.core.fight_state import free_name, side_words, stands
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable


def _has_no_check(encounter: Encounter, who: str) -> bool:
    return stands(encounter, who) and fight_of(encounter, who).count is None


@offer(
    _("One Initiative check for several \u2026"),
    icon="users",
    group=STEPS,
    role=Role.OTHER,
    about="target",
    others="others",
    each=only_if(_has_no_check),
)
class CheckTogether(AboutSeveral):
    """Let all who are selected make one Initiative check, or all of a side, or each their own."""

    together: bool | None = None
    """No: each makes a check of their own. Asked where it is left out."""
    group: str = Field(default="", max_length=60)
    """The check group; empty for a new one."""


@plays(CheckTogether)
def check_together(table: Table, command: CheckTogether) -> Procedure[None]:
    """Put people of one side into a check group, or take them out of theirs.

    Rules: FL-INI-04
    """
    everyone = command.everyone
    for who in everyone:
        yield from must_exist(table, who)
        text = _("{who} has made the check.")
        open_still = fight_of(table.now, who).count is None
        yield from require(open_still, "check_over", text, "FL-INI-04", who=who)
    text = _("One check stands for people of one side.")
    is_one_side = len({table.now[who].side for who in everyone}) == 1
    yield from require(is_one_side, "two_sides", text, "FL-INI-04", waivable=False)
    together = command.together
    if together is None:
        chosen = yield from _ask(table, everyone)
        together = chosen != "alone"
        everyone = _side_of(table.now, everyone[0]) if chosen == "side" else everyone
    group = (command.group or _new_group(table.now, everyone)) if together else ""
    value = json.dumps(group)
    yield from emit(*(ValueSet(who=who, field="group", value=value) for who in everyone))
    steps = tuple(Step(label=table.now[who].name, rule_id="FL-INI-04") for who in everyone)
    text = _("One Initiative check for {group}") if together else _("An Initiative check for each")
    yield from say(table, text, group=group, tone="plain", steps=steps)


def _ask(table: Table, everyone: tuple[str, ...]) -> Procedure[str]:
    """Ask for whom one check is made.

    Rules: FL-INI-04
    """
    first, names = everyone[0], names_of(table.now, everyone)
    side = _side_of(table.now, first)
    of_side = _("All of the side: {n}").format(n=len(side))
    options = [
        Option("these", _("Those selected: {n}").format(n=len(everyone)), effect=names),
        Option("side", of_side, effect=_("one very high or low result decides much")),
        Option("alone", _("Each their own check"), effect=names),
    ]
    shown = options[1:] if len(everyone) == 1 else options
    text = _("For whom is one Initiative check made?")
    return (yield from choose(table, text, shown, "FL-INI-04", key="together", whom=None))


def _side_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those of somebody's side who have still to make a check."""
    side = encounter[who].side
    people: Iterable[str] = (one.id for one in encounter.everyone() if one.side == side)
    return tuple(one for one in people if _has_no_check(encounter, one))


def _new_group(encounter: Encounter, everyone: tuple[str, ...]) -> str:
    """Return a name for a check group that nobody else is in."""
    taken = {one.group for one in encounter.everyone() if one.id not in everyone}
    side = encounter[everyone[0]].side
    return free_name(side_words(encounter, side), taken)
