"""Being hit: what it spoils, and to which characteristics the damage goes.

Owns the victim's choice and the events; the arithmetic is in ``allocation``, the damage itself in
``damage``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.caches import kept_of_fight
from gridwar.engine.kit import Procedure, ask, call, emit
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import FormNumber, Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import spoil_aim
from gridwar.systems.cepheus.actions.extended_actions import TaskHit, disturb
from gridwar.systems.cepheus.core.allocation import (
    Points,
    completed,
    first_choice,
    first_choice_matters,
    first_order,
    in_order,
    is_first_wound,
)
from gridwar.systems.cepheus.core.events import Wounded
from gridwar.systems.cepheus.core.sheet import PHYSICAL
from gridwar.systems.cepheus.core.state import (
    Health,
    clock,
    health,
    is_busy,
    is_out,
    sheet_of,
    switches_of,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.sheet import Physical

_SECOND: Final[tuple[Physical, ...]] = ("strength", "dexterity")

WINDOW = "wound"
"""The kind of the victim's question, for standing answers: "never" takes the proposal."""


class Wound(NamedTuple):
    """Damage after armour that somebody suffers from one hit; 0 is a hit, but no damage."""

    victim: str
    points: int


class TakeDamage(Command):
    """Let somebody be hit for so many points after armour, by the rules (the GM's command).

    Where they are missing they are asked for.
    """

    who: str
    points: int | None = Field(default=None, ge=0, le=10_000)


def take_hit(table: Table, wound: Wound) -> Procedure[Points]:
    """Play being hit: aim is spoilt whatever the damage; points are lost. Return the losses.

    Rules: CE-MIN-02, CE-MIN-03, CE-DMG-05, CE-DMG-06, CE-OTH-03
    """
    yield from spoil_aim(table, wound.victim, "hit")
    losses = Points()
    if wound.points > 0:
        losses = yield from _suffer(table, wound, clock(table.now))
    sheet = sheet_of(table.now[wound.victim])
    if is_busy(sheet) and not is_out(sheet, switches_of(table.now)):
        yield from call(disturb, TaskHit(wound.victim, max(0, wound.points)), key="task")
    return losses


def lose_points(table: Table, wound: Wound) -> Procedure[Points]:
    """Let somebody lose points that no injury takes, as by bad healing; he chooses where.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-08
    """
    losses = yield from _suffer(table, wound, None)
    return losses


def _suffer(table: Table, wound: Wound, at: int | None) -> Procedure[Points]:
    before = None if table.rehearsal else _state_words(table.now, wound.victim)
    losses = yield from _allocate(table, wound)
    if not losses.total:
        return losses
    strength, dexterity, endurance = losses
    who = wound.victim
    yield from emit(
        Wounded(who=who, at=at, strength=strength, dexterity=dexterity, endurance=endurance)
    )
    if before is not None:
        words = _("{name} gets worse") if at is None else _("{name} is wounded")
        title = words.format(name=table.now[wound.victim].name)
        yield from emit(Explained(trace=_trace(table.now, wound, losses, before, title)))
    return losses


def _allocate(table: Table, wound: Wound) -> Procedure[Points]:
    sheet = sheet_of(table.now[wound.victim])
    now, full = Points.of(sheet.chars), Points.of(sheet.chars_max)
    if not any(now):
        return Points()
    if is_first_wound(now, full):
        losses = yield from _first_wound(table, wound, now)
    else:
        losses = yield from _later_wound(table, wound, now)
    return losses


def _first_wound(table: Table, wound: Wound, now: Points) -> Procedure[Points]:
    """Take the first wound off Endurance, and off what the victim chooses once that is gone.

    Rules: CE-DMG-05
    """
    points = min(wound.points, now.total)
    if points > now.endurance and switches_of(table.now).first_damage_split == "free":
        losses = yield from _split(table, wound, now, Points(endurance=now.endurance))
        return losses
    first = first_choice(now, points)
    if first_choice_matters(now, points):
        answer = yield from ask(lambda: _first_question(table.now, wound, now))
        first = "dexterity" if answer.option == "dexterity" else "strength"
    return in_order(now, points, first_order(first))


def _first_question(encounter: Encounter, wound: Wound, now: Points) -> Question:
    name, rest = encounter[wound.victim].name, wound.points - now.endurance
    text = ngettext(
        "Endurance is used up; {n} point more.", "Endurance is used up; {n} points more.", rest
    ).format(n=rest)
    return Question(
        key="first wound",
        recipient=wound.victim,
        title=_("{name}: Strength or Dexterity?").format(name=name),
        text=text,
        options=tuple(
            Option(key, key.capitalize(), effect=_left_words(now, wound.points, key))
            for key in _SECOND
        ),
        default=Answer(option=first_choice(now, wound.points)),
        window=WINDOW,
        rule_ids=("CE-DMG-05",),
    )


@kept_of_fight(256)
def _left_words(now: Points, points: int, second: Physical) -> str:
    """Return what becomes of Strength and Dexterity if one of them is next."""
    lost = in_order(now, points, first_order(second))
    return ", ".join(
        f"{key.capitalize()} {now.at(key)} \u2192 {now.at(key) - lost.at(key)}"
        for key in _SECOND
        if lost.at(key)
    )


def _later_wound(table: Table, wound: Wound, now: Points) -> Procedure[Points]:
    """Take a later wound off the three characteristics as the victim chooses.

    Rules: CE-DMG-06
    """
    points = min(wound.points, now.total)
    if points == now.total or sum(1 for one in now if one) == 1:
        return in_order(now, points, PHYSICAL)
    losses = yield from _split(table, wound, now, Points())
    return losses


def _split(table: Table, wound: Wound, now: Points, fixed: Points) -> Procedure[Points]:
    """Let the victim share the points out; ``fixed`` are those that have their place already."""
    answer = yield from ask(lambda: _split_question(table.now, wound, now, fixed))
    return Points(*(answer.numbers.get(key, 0) for key in PHYSICAL))


def _split_question(encounter: Encounter, wound: Wound, now: Points, fixed: Points) -> Question:
    sheet, switches = sheet_of(encounter[wound.victim]), switches_of(encounter)
    points = min(wound.points, now.total)
    full, rest = Points.of(sheet.chars_max), points - fixed.total
    proposed = completed(now, full, points, fixed, switches.unconscious_at)
    name = encounter[wound.victim].name
    title = ngettext(
        "{name}: where does {n} point go?", "{name}: where do {n} points go?", points
    ).format(name=name, n=points)
    return Question(
        key="wound",
        recipient=wound.victim,
        title=title,
        numbers=tuple(
            FormNumber(
                key,
                key.capitalize(),
                fixed.at(key),
                min(fixed.at(key) + rest, now.at(key)),
                proposed.at(key),
            )
            for key in PHYSICAL
        ),
        numbers_sum=points,
        default=Answer(numbers=frozendict({key: proposed.at(key) for key in PHYSICAL})),
        window=WINDOW,
        rule_ids=("CE-DMG-06",),
    )


class _Words(Struct, frozen=True):
    """How somebody was before a wound, for the log."""

    scores: Points
    health: Health
    minors: int


def _state_words(encounter: Encounter, who: str) -> _Words:
    sheet = sheet_of(encounter[who])
    state = health(sheet, switches_of(encounter))
    return _Words(Points.of(sheet.chars), state, sheet.budget.minor)


def _trace(encounter: Encounter, wound: Wound, losses: Points, before: _Words, title: str) -> Trace:
    after = _state_words(encounter, wound.victim)
    rule_id = "CE-DMG-05" if before.health is Health.UNHURT else "CE-DMG-06"
    steps = [
        Step(
            label=key.capitalize(),
            rule_id=rule_id,
            before=before.scores.at(key),
            after=after.scores.at(key),
        )
        for key in PHYSICAL
        if losses.at(key)
    ]
    if after.health != before.health:
        steps.append(
            Step(
                label=_("Health"),
                rule_id="CE-DMG-07",
                before=_words_of(before.health),
                after=_words_of(after.health),
            )
        )
    if after.minors < before.minors:
        label = _("Minor actions left in this turn")
        steps.append(
            Step(label=label, rule_id="CE-HLT-03", before=before.minors, after=after.minors)
        )
    result = _words_of(after.health)
    return Trace(title=title, total=-losses.total, steps=tuple(steps), tone="harm", result=result)


def _words_of(state: Health) -> str:
    return state.value.replace("_", " ")
