"""Step 6, what happened: events entered with one key or a short form, ledgers corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Answer,
    Command,
    Encounter,
    FormNumber,
    KnownCondition,
    Procedure,
    Question,
    Step,
    Table,
    Variant,
    ask,
    choose_numbers,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.fluid.economy import acted
from gridwar.systems.fluid.events import (
    ConditionSet,
    Entered,
    EntryChanged,
    NotFlatFooted,
    WoundsChanged,
)
from gridwar.systems.fluid.headings import EVENTS, HARM
from gridwar.systems.fluid.ledger import projected, row_of
from gridwar.systems.fluid.sheet import CONDITIONS, Entry, SaveKind, fight_of, sheet_of
from gridwar.systems.fluid.state import is_surprise_round, is_under_way
from gridwar.systems.fluid.switches import switches_of
from gridwar.systems.fluid.tables import event_rows
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.event import Event

MOST = 100
"""Attacks, dice or points that one form takes."""


def entered(encounter: Encounter, who: str, entry: Entry) -> tuple[Event, ...]:
    """Return what writes an event to somebody's ledger; nothing where none is kept now.

    Rules: FL-MOD-05, FL-SUR-08
    """
    ignored = is_surprise_round(encounter) and switches_of(encounter).surprise_events == "ignore"
    if not is_under_way(encounter) or ignored or fight_of(encounter, who).count is None:
        return ()
    return (Entered(who=who, entry=entry),)


def enter_event(table: Table, who: str, entry: Entry) -> Procedure[None]:
    """Write an event to somebody's ledger; nobody may decline it.

    Rules: FL-MOD-05
    """
    events = entered(table.now, who, entry)
    yield from emit(*events)
    if not events:
        return
    tally, at = table.tally(f"event of {who} {row_of(entry)}", aside=True), len(_ledger(table, who))
    for line in projected(table.now, who).lines:
        if line.at == at - 1:
            tally.line(line.rule_id, line.label, line.value, source=line.note, off=line.off)
    yield from say(table, _("Ledger of {who}"), who=who, tally=tally, result=f"{tally.total:+}")


def _ledger(table: Table, who: str) -> tuple[Entry, ...]:
    return fight_of(table.now, who).ledger


# --- one key --------------------------------------------------------------------------------------


class _Note(Command):
    """The base of what enters an event."""

    correction: ClassVar[bool] = True
    target: str


_ONE_KEY = {
    "triumph": ("triumph", {}, "sparkles", "T"),
    "save": ("failed_save_general", {"save": "general"}, "shield-alert", "V"),
    "stress": ("failed_save_stress", {"save": "stress"}, "brain", ""),
    "blast": ("failed_save_blast", {"save": "blast"}, "bomb", ""),
    "terrain": ("terrain_slowed", {}, "footprints", ""),
    "tactical": ("tactical_fire", {}, "crosshair", ""),
    "critical_injury": ("critical_injury", {}, "heart-crack", ""),
    "aim": ("aim", {}, "target", ""),
    "brace": ("brace", {}, "shield", ""),
    "regroup": ("regroup", {}, "users", ""),
}


def _in_ledger(encounter: Encounter, who: str) -> bool:
    return is_under_way(encounter) and fight_of(encounter, who).count is not None


def _one_key(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the events that one key enters.

    Rules: FL-EVT-09, FL-EVT-17, FL-EVT-18, FL-EVT-19
    """
    if not _in_ledger(encounter, who):
        return
    for key, (row, fields, icon, shortcut) in _ONE_KEY.items():
        event = "failed_save" if "save" in fields else row
        title, worth = event_rows()[row].title, event_rows()[row].modifier
        yield Variant(
            key,
            frozendict({"event": event, **fields}),
            title=title,
            note=f"{worth:+}",
            icon=icon,
            shortcut=shortcut,
        )


@offer("{title}", icon="list", group=EVENTS, about="target", each=_one_key)
class NoteEvent(_Note):
    """Enter an event of the round that needs no more words."""

    event: str
    save: SaveKind = "general"
    """Of a failed save: against what."""
    weapon: str = Field(default="", max_length=200)
    count: int = Field(default=1, ge=0, le=1000)
    action_dice: int = Field(default=0, ge=0, le=1000)
    modifier: int = Field(default=0, ge=-1000, le=1000)
    label: str = Field(default="", max_length=200)


@plays(NoteEvent)
def note_event(table: Table, command: NoteEvent) -> Procedure[None]:
    """Write an event to the ledger of somebody.

    Rules: FL-EVT-01, FL-EVT-02, FL-EVT-03, FL-EVT-04, FL-EVT-05, FL-EVT-06, FL-EVT-07, FL-EVT-08,
        FL-EVT-09, FL-EVT-13, FL-EVT-16, FL-EVT-17, FL-EVT-18, FL-EVT-19, FL-EVT-22, FL-MOD-05
    """
    yield from _must_keep_one(table, command.target)
    entry = Entry(
        event=command.event,
        kind=command.save,
        weapon=command.weapon,
        count=command.count,
        action_dice=command.action_dice,
        modifier=command.modifier,
        label=command.label,
    )
    text = _("There is no event called {name}.")
    known = row_of(entry) in event_rows() and command.event != "injury"
    yield from require(known, "no_event", text, waivable=False, name=command.event)
    yield from enter_event(table, command.target, entry)


def _must_keep_one(table: Table, who: str) -> Procedure[None]:
    yield from must_exist(table, who)
    text = _("{who} has no ledger: the fight has not begun, or there was no check.")
    yield from require(_in_ledger(table.now, who), "no_ledger", text, "FL-MOD-01", who=who)


# --- a short form ---------------------------------------------------------------------------------


def _has_ledger(encounter: Encounter, who: str) -> Iterator[Variant]:
    if _in_ledger(encounter, who):
        yield Variant()


@offer(
    _("Final attacks \u2026"),
    icon="swords",
    group=EVENTS,
    about="target",
    each=_has_ledger,
    id="final_attacks",
)
class NoteFinalAttacks(Command):
    """Enter final attacks."""

    target: str
    count: int | None = Field(default=None, ge=0, le=MOST)


@plays(NoteFinalAttacks)
def note_final_attacks(table: Table, command: NoteFinalAttacks) -> Procedure[None]:
    """Write final attacks to the ledger, 2 points each.

    Rules: FL-EVT-07
    """
    yield from _must_keep_one(table, command.target)
    text, label = _("How many final attacks of {whom}?"), _("Final attacks")
    count = command.count
    if count is None:
        count = yield from _number(table, command.target, text, label, "FL-EVT-07")
    yield from enter_event(table, command.target, Entry(event="final_attack", count=count))


@offer(
    _("Critical miss or failure \u2026"),
    icon="circle-x",
    group=EVENTS,
    about="target",
    each=_has_ledger,
    id="critical_miss",
    shortcut="C",
)
class NoteCriticalMiss(Command):
    """Enter Action Dice spent on a critical miss or failure."""

    target: str
    action_dice: int | None = Field(default=None, ge=0, le=MOST)


@plays(NoteCriticalMiss)
def note_critical_miss(table: Table, command: NoteCriticalMiss) -> Procedure[None]:
    """Write a critical miss or failure to the ledger, 2 points for each Action Die.

    Rules: FL-EVT-08
    """
    yield from _must_keep_one(table, command.target)
    text, label = _("How many Action Dice were spent on {whom}?"), _("Action Dice")
    dice = command.action_dice
    if dice is None:
        dice = yield from _number(table, command.target, text, label, "FL-EVT-08")
    yield from enter_event(table, command.target, Entry(event="critical_miss", action_dice=dice))


def _number(table: Table, whom: str, text: str, label: str, rule: str) -> Procedure[int]:
    field = FormNumber("number", label, 0, MOST, 1, is_open=True)
    answer = yield from choose_numbers(table, text, [field], rule, key="number", whom=whom)
    return answer["number"]


@offer(
    _("Another event \u2026"),
    icon="square-pen",
    group=EVENTS,
    about="target",
    each=_has_ledger,
    id="other_event",
)
class NoteOther(Command):
    """Enter what an ability, a feat or another effect does to a Count."""

    target: str


@plays(NoteOther)
def note_other(table: Table, command: NoteOther) -> Procedure[None]:
    """Write a free line to the ledger: a number and its words.

    Rules: FL-EVT-22
    """
    who = command.target
    yield from _must_keep_one(table, who)
    title = _("What else moves the Count of {name}?").format(name=table.now[who].name)
    answer = yield from ask(
        lambda: Question(
            key="other",
            recipient=who,
            title=title,
            numbers=(FormNumber("modifier", _("Points"), -MOST, MOST, is_open=True),),
            note_label=_("What it is"),
            default=Answer(numbers=frozendict(modifier=0)),
            rule_ids=("FL-EVT-22",),
        )
    )
    label = answer.texts[0][:200] if answer.texts else ""
    entry = Entry(event="other", modifier=answer.numbers.get("modifier", 0), label=label)
    yield from enter_event(table, who, entry)


# --- injuries -------------------------------------------------------------------------------------


@offer(_("Injury \u2026"), icon="wound", group=HARM, about="target", shortcut="J")
class Injure(Command):
    """Enter one injury: wounds, a critical hit, a critical injury, electrical damage."""

    target: str
    wounds: int | None = Field(default=None, ge=0, le=100_000)
    """Asked, with all the rest, where it is left out."""
    critical_hit: bool = False
    critical_injury: bool = False
    electrical: int | None = Field(default=None, ge=-1000, le=1000)
    """What electrical damage adds to the Count; None where there was none."""
    attack: bool = True
    """By an attack that hit."""


@plays(Injure)
def injure(table: Table, command: Injure) -> Procedure[None]:
    """Take wounds off and write the rows of one injury to the ledger.

    Rules: FL-EVT-13, FL-EVT-14, FL-EVT-15, FL-EVT-16, FL-EVT-21, FL-FLT-02
    """
    who = command.target
    yield from must_exist(table, who)
    if command.wounds is None:
        command = yield from _ask_injury(table, command)
    wounds, before = command.wounds or 0, sheet_of(table.now[who]).wounds
    if wounds:
        yield from emit(WoundsChanged(who=who, by=-wounds))
    after = sheet_of(table.now[who]).wounds
    step = Step(label=_("Wounds"), rule_id="FL-EVT-14", before=before, after=after)
    text, lost = _("{who} is hurt"), _("{n} wounds").format(n=wounds)
    yield from say(table, text, who=who, result=lost, tone="plain", steps=(step,))
    if wounds or command.critical_hit:
        entry = Entry(event="injury", wounds=wounds, critical_hit=command.critical_hit)
        yield from enter_event(table, who, entry)
    if command.critical_injury:
        yield from enter_event(table, who, Entry(event="critical_injury"))
    if command.electrical is not None:
        entry = Entry(event="electrical", modifier=command.electrical)
        yield from enter_event(table, who, entry)
    if command.attack:
        yield from acted(table, who, hit=True)


def _ask_injury(table: Table, command: Injure) -> Procedure[Injure]:
    """Ask for all of one injury in one form."""
    preset, most = switches_of(table.now).electrical, sheet_of(table.now[command.target]).wounds
    fields = [
        FormNumber("wounds", _("Wounds lost"), 0, most, min(1, most)),
        FormNumber("critical_hit", _("Critical hit"), 0, 1, yes_no=True),
        FormNumber("critical_injury", _("Critical injury"), 0, 1, yes_no=True),
        FormNumber("attack", _("By an attack that hit"), 0, 1, 1, yes_no=True),
        FormNumber("electrical", _("Electrical damage"), 0, 1, yes_no=True),
        FormNumber("modifier", _("Electrical: points"), -MOST, MOST, preset, is_open=True),
    ]
    given = yield from choose_numbers(
        table,
        _("What is the injury of {whom}?"),
        fields,
        "FL-EVT-14",
        "FL-EVT-15",
        "FL-EVT-16",
        key="injury",
        whom=command.target,
    )
    return command.replace(
        wounds=given["wounds"],
        critical_hit=bool(given["critical_hit"]),
        critical_injury=bool(given["critical_injury"]),
        electrical=given["modifier"] if given["electrical"] else None,
        attack=bool(given["attack"]),
    )


def _flat(encounter: Encounter, who: str) -> Iterator[Variant]:
    if fight_of(encounter, who).flat_footed:
        yield Variant()


@offer(
    _("Flat-footed no longer: hit, or at your word"),
    icon="person-standing",
    group=HARM,
    about="target",
    each=_flat,
    id="not_flat_footed",
)
class EndFlatFooted(_Note):
    """Let somebody be flat-footed no longer."""


@plays(EndFlatFooted)
def end_flat_footed(table: Table, command: EndFlatFooted) -> Procedure[None]:
    """Take the flag off at the game master's word: a hit, or a rule from elsewhere.

    Rules: FL-FLT-02
    """
    who = command.target
    yield from must_exist(table, who)
    yield from emit(NotFlatFooted(who=who))
    yield from say(table, _("{who} is flat-footed no longer"), who=who)


# --- conditions -----------------------------------------------------------------------------------


def has_condition(encounter: Encounter, who: str, condition: str) -> bool:
    """Tell whether somebody bleeds, is fatigued or exhausted, by sheet or by badge.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    one = encounter[who]
    return bool(getattr(sheet_of(one), condition)) or one.has_effect(condition)


_CONDITION_ICONS = {"bleeding": "droplet", "fatigued": "hourglass", "exhausted": "bed"}


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return the conditions that write a line into a ledger, as the GM may name them.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    rows = event_rows()
    return tuple(KnownCondition(one, rows[one].title, _CONDITION_ICONS[one]) for one in CONDITIONS)


def _conditions(encounter: Encounter, who: str) -> Iterator[Variant]:
    for condition in CONDITIONS:
        has, row = has_condition(encounter, who, condition), event_rows()[condition]
        note = _("ends") if has else _("begins, {n}").format(n=f"{row.modifier:+}")
        fields = frozendict(condition=condition, value=not has)
        icon = _CONDITION_ICONS[condition]
        yield Variant(condition, fields, title=row.title, note=note, icon=icon)


@offer("{title}", icon="droplet", group=HARM, about="target", each=_conditions)
class SetCondition(_Note):
    """Let somebody bleed, be fatigued or exhausted, or no longer."""

    condition: Literal["bleeding", "fatigued", "exhausted"]
    value: bool = True


@plays(SetCondition)
def set_condition(table: Table, command: SetCondition) -> Procedure[None]:
    """Begin or end a condition; the line that it writes stays when it ends.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    who = command.target
    yield from must_exist(table, who)
    event = ConditionSet(who=who, condition=command.condition, value=command.value)
    yield from emit(event)
    title = event_rows()[command.condition].title
    result = _("begins") if command.value else _("ends")
    yield from say(table, _("{who}: {name}"), who=who, name=title, result=result)


def write_conditions(table: Table) -> Procedure[None]:
    """Write the line of every condition that somebody has in this round, once.

    So it counts although it ends before the round does, and where it was there when that began.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    if not is_under_way(table.now):
        return
    for who in tuple(table.now.combatants):
        if table.now[who].aside:
            continue
        known = {one.event for one in fight_of(table.now, who).ledger}
        for condition in CONDITIONS:
            if condition not in known and has_condition(table.now, who, condition):
                yield from emit(*entered(table.now, who, Entry(event=condition)))


# --- corrections ----------------------------------------------------------------------------------


def _lines(encounter: Encounter, who: str) -> Iterator[Variant]:
    if not _in_ledger(encounter, who):
        return
    lines = {one.at: one for one in reversed(projected(encounter, who).lines)}
    for at, entry in enumerate(fight_of(encounter, who).ledger):
        line = lines.get(at)
        if line is None:
            continue
        words = _("Put back: {line}") if entry.struck else _("Strike out: {line}")
        title, note = words.format(line=line.label), f"{line.value:+}"
        yield Variant(str(at), frozendict(at=at), title=title, note=note)


@offer("{title}", icon="eraser", group=EVENTS, about="target", each=_lines, id="strike")
class StrikeEntry(_Note):
    """Strike a line of a ledger out, or put it back: it was entered by mistake."""

    at: int = Field(ge=0)


@plays(StrikeEntry)
def strike_entry(table: Table, command: StrikeEntry) -> Procedure[None]:
    """Correct a ledger; only the game master may, nobody by choice.

    Rules: FL-MOD-05
    """
    who = command.target
    yield from _must_keep_one(table, who)
    ledger = fight_of(table.now, who).ledger
    text = _("There is no such line in the ledger of {who}.")
    has_line = command.at < len(ledger)
    yield from require(has_line, "no_line", text, waivable=False, who=who)
    old = ledger[command.at]
    entry = old.replace(struck=not old.struck)
    yield from emit(EntryChanged(who=who, at=command.at, entry=entry))
    result = _("struck out") if entry.struck else _("put back")
    yield from say(table, _("Ledger of {who} corrected"), who=who, result=result)
