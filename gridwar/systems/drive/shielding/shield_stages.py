"""Shots meet shields: in the order of precision, one source after the other, points running down.

Low and medium precision stand before the defence roll and lower the drive with the damage; high
precision stands behind the armour and leaves the drive alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Answer,
    Option,
    Procedure,
    Question,
    Step,
    Trace,
    ask,
    emit,
    explain,
    say,
)
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow_and_elements import (
    area_shots,
    in_words,
    share,
    stage_table,
    value_of,
)
from gridwar.systems.drive.harm.drive_against_armour import meet_armour, set_drive
from gridwar.systems.drive.harm.resistances_and_degrees import add_up, apply_modifiers
from gridwar.systems.drive.shielding.bubble_areas import rim_cell
from gridwar.systems.drive.shielding.shield_eligibility_cost import (
    AFTER,
    Field,
    ShieldFacts,
    absorb,
    called,
    precision_at,
    reason_against,
    sources,
    takes_part,
    to_shield,
    usable_at,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.harm.blow_and_elements import Amount, Blow, Element


WINDOW: Final = "shield_order"
_BEFORE: Final[dict[str, Field]] = {"low": "built", "medium": "after_low", "high": "after_armour"}
"""What an element is worth before it meets shields; area damage has none but what is delivered."""
_RULES: Final = {
    "low": "DR-SHD-05",
    "medium": "DR-SHD-08",
    "burst": "DR-AOE-11",
    "late": "DR-AOE-12",
    "high": "DR-SHD-11",
}


def shield_low(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the bubbles' points on the original value (S3).

    Rules: DR-SHD-02, DR-SHD-04, DR-SHD-05, DR-SHD-14, DR-SHD-20, DR-SHD-24, DR-AOE-02, DR-AOE-03
    """
    blow = yield from _all_meet(table, blow, "low")
    if value_of(blow.elements, "after_low"):
        return blow
    is_area = bool(area_shots(table.now, blow))
    text = _("It bursts short of {whom}") if is_area else _("Nothing reaches {whom}")
    step = Step(label=_("Stopped by a bubble"), rule_id="DR-SHD-05")
    rim = rim_cell(table.now, blow.attacker, blow.target)
    yield from say(
        table,
        text,
        whom=blow.target,
        steps=(step,),
        tables=(stage_table(table.now, blow),),
        tone="good",
        result=_("stopped"),
        befell=blow.target,
        cell=rim,
        burst=(rim,) if is_area and rim is not None else (),
    )
    return replace(blow, outcome="stopped")


def shield_medium(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the target's medium shields; what is stopped in full is no attack any more (S5).

    Rules: DR-SHD-06, DR-SHD-07, DR-SHD-08, DR-SHD-09, DR-SHD-14, DR-SHD-20, DR-SHD-22,
    DR-SHD-24, DR-AOE-02, DR-AOE-06
    """
    if blow.is_stopped:
        return blow
    blow = yield from _all_meet(table, blow, "medium")
    if value_of(blow.elements, "after_medium") or not value_of(blow.elements, "after_low"):
        return blow
    step = Step(label=_("Stopped by a medium shield"), rule_id="DR-SHD-08")
    text = _("Nothing reaches {whom}")
    yield from say(
        table,
        text,
        whom=blow.target,
        steps=(step,),
        tables=(stage_table(table.now, blow),),
        tone="good",
        result=_("stopped"),
        befell=blow.target,
    )
    return replace(blow, outcome="stopped")


def shield_burst(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend bubbles on what an area does to somebody in them, where it goes off outside (S14).

    Rules: DR-AOE-11, DR-SHD-02
    """
    return (yield from _all_meet(table, blow, "burst"))


def shield_late(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend medium shields on area damage once the attack has gone off (S8, S14).

    Rules: DR-AOE-12, DR-SHD-07, DR-SHD-08
    """
    return (yield from _all_meet(table, blow, "late"))


def shield_high(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the target's high-precision shields on what has passed the armour (S11).

    Rules: DR-SHD-10, DR-SHD-11, DR-SHD-14, DR-SHD-17, DR-SHD-20, DR-AUR-04
    """
    return (yield from _all_meet(table, blow, "high"))


class Spending(Struct, frozen=True):
    """What a source has spent on an element.

    Attributes:
        source: The source as it was before.
        cost: The points spent.
        before: What the element was worth before it.
        after: What is left of it.
    """

    source: ShieldFacts
    cost: int
    before: Amount
    after: Amount


def _all_meet(table: Table, blow: Blow, stage: str) -> Procedure[Blow]:
    """Let the elements meet the sources one after another; those that nothing meets pass."""
    if stage in _BEFORE:
        before, after = _BEFORE[stage], AFTER[stage]
        passed = (replace(one, **{after: getattr(one, before)}) for one in blow.elements)
        blow = replace(blow, elements=tuple(passed))
    usable = usable_at(table.now, blow, stage)
    if not usable:
        return blow
    order = yield from _choose_order(table, blow, stage, usable)
    shielded, spent = shielded_by(table.now, blow, stage, order)
    for element, spendings in zip(blow.elements, spent, strict=True):
        yield from emit(*(one.source.spend(one.cost) for one in spendings))
        if spendings:
            now = table.now
            yield from explain(table, partial(_told, now, blow.target, element, stage, spendings))
    return shielded


def shielded_by(
    encounter: Encounter, blow: Blow, stage: str, order: tuple[str, ...]
) -> tuple[Blow, tuple[tuple[Spending, ...], ...]]:
    """Return an attack with what shields have left of it, and what they have spent on each element.

    One element after the other meets the sources in their order; stores run down between them.

    Args:
        encounter: The fight.
        blow: The attack.
        stage: Where it is on its way.
        order: Keys of the sources of that precision, the first first.

    Rules: DR-SHD-12, DR-SHD-13, DR-SHD-16, DR-SHD-18, DR-SHD-20, DR-SHD-21
    """
    known = {one.key: one for one in sources(encounter, blow.target, precision_at(stage))}
    stores = {one.store: one.points for one in known.values()}
    spent = []
    made = []
    for element in blow.elements:
        spendings: list[Spending] = []
        start = left = to_shield(encounter, blow, element, stage)
        for key in order if takes_part(element, stage) else ():
            source = replace(known[key], points=stores[known[key].store])
            if not left or not source.points or reason_against(encounter, blow, element, source):
                continue
            absorbed, cost = absorb(encounter, source, element.kind, left)
            spendings.append(Spending(source, cost, left, left - absorbed))
            left -= absorbed
            stores[source.store] -= cost
        spent.append(tuple(spendings))
        if spendings:
            through = gone_through(encounter, element, stage, start, left)
            element = replace(element, **{AFTER[stage]: through})  # noqa: PLW2901 as it goes on
        made.append(element)
    return replace(blow, elements=tuple(made)), tuple(spent)


def _told(
    encounter: Encounter,
    target: str,
    element: Element,
    stage: str,
    spendings: tuple[Spending, ...],
) -> Trace:
    """Return what the sources did against an element: points before and after, and what is left.

    Rules: DR-SHD-12, DR-SHD-13, DR-NRG-13
    """
    steps = tuple(
        Step(
            label=_("{source}, {before} → {after} points").format(
                source=called(encounter, one.source, target),
                before=one.source.points,
                after=one.source.points - one.cost,
            ),
            rule_id="DR-NRG-13" if one.source.factor(element.kind) > 1 else _RULES[stage],
            before=in_words(one.before),
            after=in_words(one.after),
        )
        for one in spendings
    )
    title = _("Shielding against {kind} {n}").format(kind=element.kind, n=element.number)
    return Trace(title=title, steps=steps, result=in_words(spendings[-1].after))


def after_bubbles(encounter: Encounter, blow: Blow) -> Blow:
    """Return an attack with what bubbles would leave of it, in the order in which they stand.

    Rules: DR-SHD-20, DR-AOE-04
    """
    passed = (replace(one, after_low=one.built) for one in blow.elements)
    blow = replace(blow, elements=tuple(passed))
    usable = tuple(one.key for one in usable_at(encounter, blow, "low"))
    return shielded_by(encounter, blow, "low", usable)[0]


def _choose_order(
    table: Table, blow: Blow, stage: str, usable: tuple[ShieldFacts, ...]
) -> Procedure[tuple[str, ...]]:
    """Put the sources of one precision in order; the protected one chooses where it matters.

    Rules: DR-SHD-21
    """
    rule = switches_of(table.now).same_level_order
    if rule != "player":
        listed = sorted(usable, key=lambda one: one.points, reverse="most" in rule)
        return tuple(one.key for one in listed)
    chosen: list[str] = []
    if _matters(table.now, blow, stage, usable):
        left = list(usable)
        while len(left) > 1:
            at = len(chosen) + 1
            asked = partial(_which_first, table, blow.target, stage, tuple(left), at)
            answer = yield from ask(asked)
            chosen.append(answer.option)
            left = [one for one in left if one.key != answer.option]
    return (*chosen, *(one.key for one in usable if one.key not in chosen))


def _matters(encounter: Encounter, blow: Blow, stage: str, usable: tuple[ShieldFacts, ...]) -> bool:
    """Return whether it makes a difference which source goes first.

    It does not where all draw on one pool, nor where all points are needed whoever begins.
    """
    stores = {one.store: one for one in usable}
    if len({(one.store, one.blast_factor) for one in usable}) == 1:
        return False
    if len(blow.elements) > 1 or len({one.blast_factor for one in usable}) > 1:
        return True
    (element,) = blow.elements
    stopped = sum(one.points * one.factor(element.kind) for one in stores.values())
    return to_shield(encounter, blow, element, stage) < stopped


def _which_first(
    table: Table, target: str, stage: str, usable: tuple[ShieldFacts, ...], at: int
) -> Question:
    options = tuple(
        Option(one.key, called(table.now, one, target), effect=_("{n} points").format(n=one.points))
        for one in usable
    )
    return Question(
        key=f"{stage} order {at}",
        recipient=target,
        title=_("{name}: which shield is next?").format(name=table.now[target].name),
        options=options,
        default=Answer(option=usable[0].key),
        window=WINDOW,
        rule_ids=("DR-SHD-21",),
    )


BEHIND_DELIVERY: Final = (set_drive, meet_armour, shield_high, apply_modifiers, add_up)
"""The stages that take what has been delivered to somebody, in their order (S9 to S13)."""


def gone_through(
    encounter: Encounter, element: Element, stage: str, start: Amount, left: Amount
) -> Amount:
    """Return what an element is worth after a meeting.

    Rules: DR-AOE-10
    """
    is_original = switches_of(encounter).aoe_high_basis == "original"
    if stage == "high" and element.part == "impact" and is_original and start:
        return share(left, constants().area.impact_percent, switches_of(encounter).rounding)
    return left
