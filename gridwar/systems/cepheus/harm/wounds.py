"""Being hit: what it spoils, and to which characteristics the damage goes as the victim chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Command,
    Count,
    FormNumber,
    Option,
    Procedure,
    SheetEvent,
    Step,
    call,
    choose,
    choose_numbers,
    emit,
    say,
)
from gridwar.systems.cepheus.actions.extended_action_rounds import TaskHit, disturb
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.core.fight_state import clock, is_busy, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health, is_out, is_seriously_wounded
from gridwar.systems.cepheus.core.offers_and_headings import offer_by_gm
from gridwar.systems.cepheus.core.person_records import PHYSICAL, Physical
from gridwar.systems.cepheus.harm.wound_arithmetic import (
    SECOND,
    Points,
    completed,
    first_choice,
    first_choice_matters,
    first_order,
    in_order,
    is_first_wound,
    left_words,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


WINDOW = "wound"
"""The kind of the victim's question, for standing answers: "never" takes the proposal."""


class Wound(NamedTuple):
    """Damage after armour that somebody suffers from one hit; 0 is a hit, but no damage."""

    victim: str
    points: int


@offer_by_gm(
    _("Is hurt"),
    id="suffer",
    icon="heart-crack",
    note=_("a fall, a fire: points after armour"),
    about="who",
)
class TakeDamage(Command):
    """Let somebody be hit for so many points after armour, by the rules (the GM's command).

    Where they are missing they are asked for.
    """

    who: str
    points: int | None = Field(default=None, ge=0, le=10_000)


class _PhysicalEvent(SheetEvent):
    """An event that counts points of the three physical characteristics."""

    strength: Count = 0
    dexterity: Count = 0
    endurance: Count = 0

    @property
    def _points(self) -> dict[Physical, int]:
        return {"strength": self.strength, "dexterity": self.dexterity, "endurance": self.endurance}


class Wounded(_PhysicalEvent):
    """Somebody lost points of physical characteristics.

    Where several wound the same person simultaneously, more may be asked of a characteristic than
    it has left: the rest comes off those that have most.
    """

    at: int | None = None
    """When, by the fight's clock; None: points went without an injury, as by bad healing."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take the points off; who had come round may go out again."""
        chars, left, rest = sheet.chars, dict[Physical, int](), 0
        for name, points in self._points.items():
            score = chars.score(name)
            left[name] = max(0, score - points)
            rest += max(0, points - score)
        while rest and any(left.values()):
            most = max(PHYSICAL, key=lambda name: left[name])
            taken = min(rest, left[most])
            left[most] -= taken
            rest -= taken
        body, injured_at = sheet.body, sheet.injured_at
        if body.awake:
            body = body.replace(awake=False)
        if self.at is not None:
            injured_at = self.at
            if body.first_aid_done:
                body = body.replace(first_aid_done=False)
        hurt = sheet.replace(chars=chars.replace(**left), body=body, injured_at=injured_at)
        return _able(sheet, hurt)


class Recovered(_PhysicalEvent):
    """Somebody got points of physical characteristics back, never above those when unhurt."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Give the points back."""
        now = {name: self._after(sheet, name) for name in PHYSICAL}
        return _able(sheet, sheet.replace(chars=sheet.chars.replace(**now)))

    def _after(self, sheet: CepheusSheet, name: Physical) -> int:
        before, points = sheet.chars.score(name), self._points[name]
        return max(before, min(before + points, sheet.chars_max.score(name)))


def _able(before: CepheusSheet, after: CepheusSheet) -> CepheusSheet:
    """Take a minor action from who is seriously wounded by now, or give it back to who was.

    Rules: CE-HLT-03
    """
    left, is_hurt = after.budget, is_seriously_wounded(after)
    if is_hurt and left.minor and not is_seriously_wounded(before):
        return after.replace(budget=left.replace(minor=left.minor - 1, hurt=1))
    if left.hurt and not is_hurt:
        return after.replace(budget=left.replace(minor=min(3, left.minor + 1), hurt=0))
    return after


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
    """Let somebody lose points that no injury takes, as by bad healing; they choose where.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-08
    """
    return (yield from _suffer(table, wound, None))


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
        text = _("{who} gets worse") if at is None else _("{who} is wounded")
        after = _state_words(table.now, who)
        yield from say(
            table,
            text,
            who=who,
            total=-losses.total,
            steps=_steps(losses, before, after),
            tone="harm",
            result=_words_of(after.health),
        )
    return losses


def _allocate(table: Table, wound: Wound) -> Procedure[Points]:
    sheet = sheet_of(table.now[wound.victim])
    now, full = Points.of(sheet.chars), Points.of(sheet.chars_max)
    if not any(now):
        return Points()
    share_out = _first_wound if is_first_wound(now, full) else _later_wound
    return (yield from share_out(table, wound, now))


def _first_wound(table: Table, wound: Wound, now: Points) -> Procedure[Points]:
    """Take the first wound off Endurance, and off what the victim chooses once that is gone.

    Rules: CE-DMG-05
    """
    points = min(wound.points, now.total)
    if points > now.endurance and switches_of(table.now).first_damage_split == "free":
        return (yield from _split(table, wound, now, Points(endurance=now.endurance)))
    first = first_choice(now, points)
    if first_choice_matters(now, points):
        first = yield from _choose_second(table, wound, now)
    return in_order(now, points, first_order(first))


def _choose_second(table: Table, wound: Wound, now: Points) -> Procedure[Physical]:
    rest = wound.points - now.endurance
    info = ngettext(
        "Endurance is used up; {n} point more.", "Endurance is used up; {n} points more.", rest
    ).format(n=rest)
    chosen = yield from choose(
        table,
        _("{who}: Strength or Dexterity?"),
        [
            Option(key, key.capitalize(), effect=left_words(now, wound.points, key))
            for key in SECOND
        ],
        "CE-DMG-05",
        key="first wound",
        whom=wound.victim,
        default=first_choice(now, wound.points),
        info=info,
        window=WINDOW,
        who=wound.victim,
    )
    return "dexterity" if chosen == "dexterity" else "strength"


def _later_wound(table: Table, wound: Wound, now: Points) -> Procedure[Points]:
    """Take a later wound off the three characteristics as the victim chooses.

    Rules: CE-DMG-06
    """
    points = min(wound.points, now.total)
    if points == now.total or sum(1 for one in now if one) == 1:
        return in_order(now, points, PHYSICAL)
    return (yield from _split(table, wound, now, Points()))


def _split(table: Table, wound: Wound, now: Points, fixed: Points) -> Procedure[Points]:
    """Let the victim share the points out; ``fixed`` are those that have their place already."""
    sheet, switches = sheet_of(table.now[wound.victim]), switches_of(table.now)
    points = min(wound.points, now.total)
    rest = points - fixed.total
    proposed = completed(now, Points.of(sheet.chars_max), points, fixed, switches.unconscious_at)
    numbers = yield from choose_numbers(
        table,
        ngettext("{who}: where does {n} point go?", "{who}: where do {n} points go?", points),
        (
            FormNumber(
                key,
                key.capitalize(),
                fixed.at(key),
                min(fixed.at(key) + rest, now.at(key)),
                proposed.at(key),
            )
            for key in PHYSICAL
        ),
        "CE-DMG-06",
        key="wound",
        whom=wound.victim,
        total=points,
        window=WINDOW,
        who=wound.victim,
        n=points,
    )
    return Points(*(numbers.get(key, 0) for key in PHYSICAL))


class _Words(Struct, frozen=True):
    """How somebody was before a wound, for the log."""

    scores: Points
    health: Health
    minors: int


def _state_words(encounter: Encounter, who: str) -> _Words:
    sheet = sheet_of(encounter[who])
    state = health(sheet, switches_of(encounter))
    return _Words(Points.of(sheet.chars), state, sheet.budget.minor)


def _steps(losses: Points, before: _Words, after: _Words) -> tuple[Step, ...]:
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
    return tuple(steps)


def _words_of(state: Health) -> str:
    return state.value.replace("_", " ")
