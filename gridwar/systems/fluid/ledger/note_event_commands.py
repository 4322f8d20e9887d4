"""Step 6, what happened: events entered with one key or a short form."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    EVENTS,
    Answer,
    Command,
    Encounter,
    FormNumber,
    Procedure,
    Question,
    Role,
    Table,
    Variant,
    ask,
    choose_numbers,
    offer,
    only_if,
    plays,
    require,
)
from gridwar.systems.fluid.core.commands_about_several import AboutSeveral, names_of
from gridwar.systems.fluid.core.sheet import Entry, SaveKind, Weapon
from gridwar.systems.fluid.core.tables import event_rows
from gridwar.systems.fluid.ledger.ledger_sum import row_of, weapon_entries, worth_words
from gridwar.systems.fluid.ledger.ledger_writing import enter, has_ledger, must_keep_one
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST = 100
"""Attacks, dice or points that one form takes."""


# --- one key --------------------------------------------------------------------------------------


_ACTIONS: Final = frozenset({"aim", "brace", "regroup"})
"""Events that an action of the list writes: entered without one, they say so."""
_ONE_KEY: Final[Mapping[str, tuple[str, SaveKind | None, str]]] = {
    "triumph": ("triumph", None, "sparkles"),
    "save": ("failed_save", "general", "shield-alert"),
    "stress": ("failed_save", "stress", "brain"),
    "blast": ("failed_save", "blast", "bomb"),
    "terrain": ("terrain_slowed", None, "footprints"),
    "tactical": ("tactical_fire", None, "crosshair"),
    "critical_injury": ("critical_injury", None, "heart-crack"),
    "aim": ("aim", None, "target"),
    "brace": ("brace", None, "shield"),
    "regroup": ("regroup", None, "users"),
}


def _one_key(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the events that one key enters, with what each is worth to this one now.

    Rules: FL-EVT-03, FL-EVT-09, FL-EVT-13, FL-EVT-17, FL-EVT-18, FL-EVT-19
    """
    if not has_ledger(encounter, who):
        return
    for key, (event, save, icon) in _ONE_KEY.items():
        entry = Entry(event=event, kind=save or "general")
        made = frozendict({"event": event} if save is None else {"event": event, "save": save})
        title = event_rows()[row_of(entry)].title
        if event in _ACTIONS:
            title = _("Without an action: {event}").format(event=title)
        note = worth_words(encounter, who, entry)
        yield Variant(key, made, title=title, note=note, icon=icon)


@offer(
    "{title}",
    icon="list",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    others="others",
    each=_one_key,
)
class NoteEvent(AboutSeveral):
    """Enter an event of the round that needs no more words."""

    correction: ClassVar[bool] = True
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
    everyone = command.everyone
    for who in everyone:
        yield from must_keep_one(table, who)
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
    for who in everyone:
        yield from enter(table, who, (entry,))


# --- a short form ---------------------------------------------------------------------------------


@offer(
    _("Final attacks \u2026"),
    icon="swords",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    each=only_if(has_ledger),
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
    yield from must_keep_one(table, command.target)
    text, label = _("How many final attacks of {whom}?"), _("Final attacks")
    count = command.count
    if count is None:
        count = yield from _number(table, command.target, text, label, "FL-EVT-07")
    yield from enter(table, command.target, (Entry(event="final_attack", count=count),))


@offer(
    _("Critical miss or failure \u2026"),
    icon="circle-x",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    each=only_if(has_ledger),
    id="critical_miss",
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
    yield from must_keep_one(table, command.target)
    text, label = _("How many Action Dice were spent on {whom}?"), _("Action Dice")
    dice = command.action_dice
    if dice is None:
        dice = yield from _number(table, command.target, text, label, "FL-EVT-08")
    yield from enter(table, command.target, (Entry(event="critical_miss", action_dice=dice),))


def _number(table: Table, whom: str, text: str, label: str, rule: str) -> Procedure[int]:
    field = FormNumber("number", label, 0, MOST, 1, is_open=True)
    answer = yield from choose_numbers(table, text, [field], rule, key="number", whom=whom)
    return answer["number"]


@offer(
    _("Another event \u2026"),
    icon="square-pen",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    others="others",
    each=only_if(has_ledger),
    id="other_event",
)
class NoteOther(AboutSeveral):
    """Enter what an ability, a feat or another effect does to a Count."""


@plays(NoteOther)
def note_other(table: Table, command: NoteOther) -> Procedure[None]:
    """Write a free line to the ledger: a number and its words.

    Rules: FL-EVT-22
    """
    who, everyone = command.target, command.everyone
    for one in everyone:
        yield from must_keep_one(table, one)
    title = _("What else moves the Count of {name}?").format(name=names_of(table.now, everyone))
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
    for one in everyone:
        yield from enter(table, one, (entry,))


@offer(
    _("Use of another weapon \u2026"),
    icon="swords",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    each=only_if(has_ledger),
    id="other_weapon",
)
class NoteWeapon(Command):
    """Enter that a weapon was used which is not on the sheet."""

    target: str
    weapon: str = Field(default="", max_length=200)
    """Asked, with the rest, where it is left out."""
    tactical: bool = False
    proficient: bool = False


@plays(NoteWeapon)
def note_weapon(table: Table, command: NoteWeapon) -> Procedure[None]:
    """Write what the use of a weapon is worth: fired if it is tactical, without proficiency.

    Rules: FL-EVT-05, FL-EVT-06
    """
    who = command.target
    yield from must_keep_one(table, who)
    if not command.weapon:
        command = yield from _ask_weapon(table, command)
    used = Weapon(id=command.weapon, tactical=command.tactical, proficient=command.proficient)
    yield from enter(table, who, weapon_entries(table.now, who, used))


def _ask_weapon(table: Table, command: NoteWeapon) -> Procedure[NoteWeapon]:
    title = _("Which other weapon has {name} used?").format(name=table.now[command.target].name)
    numbers = (
        FormNumber("tactical", _("Tactical, and fired"), 0, 1, yes_no=True),
        FormNumber("unproficient", _("Without the proficiency"), 0, 1, 1, yes_no=True),
    )
    answer = yield from ask(
        lambda: Question(
            key="weapon",
            recipient=command.target,
            title=title,
            numbers=numbers,
            note_label=_("Its name"),
            default=Answer(numbers=frozendict({one.key: one.proposal for one in numbers})),
            rule_ids=("FL-EVT-05", "FL-EVT-06"),
        )
    )
    name = answer.texts[0][:200] if answer.texts else _("Another weapon")
    given = answer.numbers
    return command.replace(
        weapon=name, tactical=bool(given["tactical"]), proficient=not given["unproficient"]
    )
