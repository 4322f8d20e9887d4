"""Step 6, what lasts: bleeding, fatigued and exhausted, and the lines that they write."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from frozendict import frozendict

from gridwar.engine.kit import (
    Command,
    Encounter,
    KnownCondition,
    Procedure,
    Role,
    Step,
    Table,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    say,
)
from gridwar.systems.fluid.core.events import ConditionSet, EntryChanged
from gridwar.systems.fluid.core.headings import HARM
from gridwar.systems.fluid.core.several_targets import everyone_of
from gridwar.systems.fluid.core.sheet import CONDITIONS, Entry, fight_of, sheet_of
from gridwar.systems.fluid.core.state import is_under_way
from gridwar.systems.fluid.core.tables import event_rows
from gridwar.systems.fluid.ledger.ledger_writing import enter, keeps_ledger
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

_ICONS = {"bleeding": "droplet", "fatigued": "hourglass", "exhausted": "bed"}


def has_condition(encounter: Encounter, who: str, condition: str) -> bool:
    """Tell whether somebody bleeds, is fatigued or exhausted, by sheet or by badge.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    one = encounter[who]
    return bool(getattr(sheet_of(one), condition)) or one.has_effect(condition)


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return the conditions that write a line into a ledger, as the GM may name them.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    rows = event_rows()
    return tuple(KnownCondition(one, rows[one].title, _ICONS[one]) for one in CONDITIONS)


def _offered(encounter: Encounter, who: str) -> Iterator[Variant]:
    for condition in CONDITIONS:
        has, row = has_condition(encounter, who, condition), event_rows()[condition]
        note = _("ends") if has else _("begins, {n}").format(n=f"{row.modifier:+}")
        fields = frozendict(condition=condition, value=not has)
        yield Variant(condition, fields, title=row.title, note=note, icon=_ICONS[condition])


@offer(
    "{title}",
    icon="droplet",
    group=HARM,
    role=Role.OTHER,
    about="target",
    others="others",
    each=_offered,
)
class SetCondition(Command):
    """Let somebody bleed, be fatigued or exhausted, or no longer."""

    correction: ClassVar[bool] = True
    target: str
    others: tuple[str, ...] = ()
    """Who else, in the same stroke."""
    condition: Literal["bleeding", "fatigued", "exhausted"]
    value: bool = True


@plays(SetCondition)
def set_condition(table: Table, command: SetCondition) -> Procedure[None]:
    """Begin or end a condition; the line that it writes stays when it ends.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    row = event_rows()[command.condition]
    for who in everyone_of(command):
        yield from must_exist(table, who)
        yield from emit(ConditionSet(who=who, condition=command.condition, value=command.value))
        text = _("{who} is {name} now") if command.value else _("{who} is {name} no longer")
        step = Step(label=row.title, rule_id=row.rule)
        yield from say(table, text, who=who, name=row.title.lower(), steps=(step,))


def settle_conditions(table: Table) -> Procedure[None]:
    """Write the line of every condition that somebody has in this round, once.

    So it counts although it ends before the round does, and where it was there when that began. A
    line struck out as a mistake stays so while the condition lasts; one that begins anew is true.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    if not is_under_way(table.now):
        return
    for who in tuple(table.now.combatants):
        if table.now[who].aside or not keeps_ledger(table.now, who):
            continue
        yield from _close_mistakes(table, who)
        known = {one.event for one in fight_of(table.now, who).ledger if not one.past}
        due = [
            Entry(event=condition)
            for condition in CONDITIONS
            if condition not in known and has_condition(table.now, who, condition)
        ]
        yield from enter(table, who, due, "conditions")


def _close_mistakes(table: Table, who: str) -> Procedure[None]:
    """Mark the struck lines of conditions that are over: they stand for no later one.

    Rules: FL-EVT-20
    """
    for at, entry in enumerate(fight_of(table.now, who).ledger):
        is_struck = entry.event in CONDITIONS and entry.struck and not entry.past
        if is_struck and not has_condition(table.now, who, entry.event):
            changed = entry.replace(past=True)
            yield from emit(EntryChanged(who=who, at=at, entry=changed))
