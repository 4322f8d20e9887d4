"""Step 6, what hurts and what lasts: injuries in a short form, flat-footed, reeling, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    EVENTS,
    Encounter,
    FormNumber,
    KnownCondition,
    Procedure,
    Role,
    Step,
    Table,
    Variant,
    choose_numbers,
    emit,
    must_exist,
    ngettext,
    offer,
    only_if,
    plays,
    say,
)
from gridwar.systems.fluid.core.action_headings import HARM
from gridwar.systems.fluid.core.commands_about_several import AboutSeveral, names_of
from gridwar.systems.fluid.core.fight_state import is_under_way, must_have_begun
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import CONDITIONS, Entry, fight_of, sheet_of
from gridwar.systems.fluid.core.sheet_events import (
    ConditionSet,
    LossServed,
    ReelingEnded,
    WoundsChanged,
)
from gridwar.systems.fluid.core.tables import event_rows
from gridwar.systems.fluid.ledger.ledger_writing import enter, has_condition
from gridwar.systems.fluid.ledger.note_event_commands import MOST
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import (
    acted,
    no_longer_flat_footed,
    send_reeling,
    told_reeling_ended,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

CONDITION_ICONS: Final = {"bleeding": "droplet", "fatigued": "hourglass", "exhausted": "bed"}


@offer(
    _("Injury \u2026"),
    icon="wound",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    others="others",
)
class Injure(AboutSeveral):
    """Enter one injury: wounds, a critical hit, a critical injury, electrical damage."""

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
    everyone = command.everyone
    for who in everyone:
        yield from must_exist(table, who)
    if command.wounds is None:
        command = yield from _ask_injury(table, command)
    for who in everyone:
        yield from _hurt(table, who, command)


def _hurt(table: Table, who: str, command: Injure) -> Procedure[None]:
    """Let somebody have an injury; no more wounds are lost than there are."""
    before = sheet_of(table.now[who]).wounds
    lost = min(command.wounds or 0, before)
    if lost:
        yield from emit(WoundsChanged(who=who, by=-lost))
    step = Step(label=_("Wounds"), rule_id="FL-EVT-14", before=before, after=before - lost)
    text = _("{who} suffers a critical hit") if command.critical_hit else _("{who} is hurt")
    words = ngettext("{n} wound", "{n} wounds", lost).format(n=lost)
    yield from say(table, text, who=who, result=words, tone="harm", steps=(step,))
    yield from enter(table, who, _rows(command, lost))
    if command.attack:
        yield from acted(table, who, hit=True)


def _rows(command: Injure, lost: int) -> Iterator[Entry]:
    """Yield the events of one injury.

    Rules: FL-EVT-13, FL-EVT-14, FL-EVT-15, FL-EVT-16, FL-EVT-21
    """
    if lost or command.critical_hit:
        yield Entry(event="injury", wounds=lost, critical_hit=command.critical_hit)
    if command.critical_injury:
        yield Entry(event="critical_injury")
    if command.electrical is not None:
        yield Entry(event="electrical", modifier=command.electrical)


def _ask_injury(table: Table, command: Injure) -> Procedure[Injure]:
    everyone, preset = command.everyone, switches_of(table.now).electrical
    most = max(sheet_of(table.now[who]).wounds for who in everyone)
    fields = [
        FormNumber("wounds", _("Wounds lost"), 0, most, min(1, most)),
        FormNumber("critical_hit", _("Critical hit"), 0, 1, yes_no=True),
        FormNumber("critical_injury", _("Critical injury"), 0, 1, yes_no=True),
        FormNumber("attack", _("By an attack that hit"), 0, 1, 1, yes_no=True),
        FormNumber("electrical", _("Electrical damage"), 0, 1, yes_no=True),
        FormNumber("modifier", _("Electrical: to the Count"), -MOST, MOST, preset, is_open=True),
    ]
    given = yield from choose_numbers(
        table,
        _("What is the injury of {names}?"),
        fields,
        "FL-EVT-14",
        "FL-EVT-15",
        "FL-EVT-16",
        key="injury",
        whom=command.target,
        info=_("Electrical damage is entered as what it does to the Count, not as its points."),
        names=names_of(table.now, everyone),
    )
    return command.replace(
        wounds=given["wounds"],
        critical_hit=bool(given["critical_hit"]),
        critical_injury=bool(given["critical_injury"]),
        electrical=given["modifier"] if given["electrical"] else None,
        attack=bool(given["attack"]),
    )


@offer(
    _("Flat-footed no longer: hit, or at your word"),
    icon="person-standing",
    group=HARM,
    role=Role.OTHER,
    about="target",
    others="others",
    each=only_if(lambda encounter, who: fight_of(encounter, who).flat_footed),
    id="not_flat_footed",
)
class EndFlatFooted(AboutSeveral):
    """Let somebody be flat-footed no longer."""

    correction: ClassVar[bool] = True


@plays(EndFlatFooted)
def end_flat_footed(table: Table, command: EndFlatFooted) -> Procedure[None]:
    """Take the flag off at the game master's word: a hit, or a rule from elsewhere.

    Rules: FL-FLT-02
    """
    for who in command.everyone:
        yield from must_exist(table, who)
        yield from no_longer_flat_footed(table, who, _("At your word"))


def _reeling_offered(encounter: Encounter, who: str) -> Iterator[Variant]:
    if is_under_way(encounter):
        reels = fight_of(encounter, who).reeling
        title = _("Reels no longer") if reels else _("Send reeling")
        yield Variant(fields={"value": not reels}, title=title)


@offer(
    "{title}",
    icon="rotate-ccw",
    group=HARM,
    role=Role.OTHER,
    about="target",
    others="others",
    each=_reeling_offered,
    id="reeling",
)
class SetReeling(AboutSeveral):
    """Send somebody reeling by an ability or a blow, or let them reel no longer."""

    correction: ClassVar[bool] = True
    value: bool = True


@plays(SetReeling)
def set_reeling(table: Table, command: SetReeling) -> Procedure[None]:
    """Send somebody reeling whatever the Count is, or end it.

    Rules: FL-MOD-07
    """
    for who in command.everyone:
        yield from must_exist(table, who)
        yield from must_have_begun(table)
        if command.value:
            yield from send_reeling(table, who)
            lost = fight_of(table.now, who).halves_lost
            step = Step(label=_("Half actions to lose"), rule_id="FL-MOD-07", after=lost)
            yield from say(table, _("{who} is sent reeling"), who=who, tone="harm", steps=(step,))
        else:
            lost = fight_of(table.now, who).halves_lost
            yield from emit(LossServed(who=who, by=lost), ReelingEnded(who=who))
            yield from told_reeling_ended(table, who, _("At your word"))


def known_conditions() -> tuple[KnownCondition, ...]:
    """Return the conditions that write a line into a ledger, as the GM may name them.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    rows = event_rows()
    return tuple(
        KnownCondition(
            one,
            rows[one].title,
            CONDITION_ICONS[one],
            rule_id=rows[one].rule,
            does=_("{n} to the sum, once a round").format(n=rows[one].modifier),
        )
        for one in CONDITIONS
    )


def _offered(encounter: Encounter, who: str) -> Iterator[Variant]:
    for condition in CONDITIONS:
        has, row = has_condition(encounter, who, condition), event_rows()[condition]
        note = _("ends") if has else _("begins, {n}").format(n=f"{row.modifier:+}")
        fields = frozendict(condition=condition, value=not has)
        yield Variant(
            condition, fields, title=row.title, note=note, icon=CONDITION_ICONS[condition]
        )


@offer(
    "{title}",
    icon="droplet",
    group=HARM,
    role=Role.OTHER,
    about="target",
    others="others",
    each=_offered,
)
class SetCondition(AboutSeveral):
    """Let somebody bleed, be fatigued or exhausted, or no longer."""

    correction: ClassVar[bool] = True
    condition: Literal["bleeding", "fatigued", "exhausted"]
    value: bool = True


@plays(SetCondition)
def set_condition(table: Table, command: SetCondition) -> Procedure[None]:
    """Begin or end a condition; the line that it writes stays when it ends.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    row = event_rows()[command.condition]
    for who in command.everyone:
        yield from must_exist(table, who)
        yield from emit(ConditionSet(who=who, condition=command.condition, value=command.value))
        text = _("{who} is {name} now") if command.value else _("{who} is {name} no longer")
        step = Step(label=row.title, rule_id=row.rule)
        yield from say(table, text, who=who, name=row.title.lower(), steps=(step,))
