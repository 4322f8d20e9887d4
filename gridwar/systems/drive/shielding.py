"""Energy shielding: which sources stop an element, in what order, and what it costs them.

Low and medium precision stand before the defence roll and lower the drive with the damage; high
precision stands behind the armour and leaves the drive alone.
"""

from __future__ import annotations

from functools import partial
from math import ceil, floor
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, ask, emit, explain, fold
from gridwar.grid.areas import disc
from gridwar.model.command import Answer
from gridwar.model.geometry import footprint
from gridwar.model.question import Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.drive.events import BubblePoints, PoolPoints, ShieldPoints
from gridwar.systems.drive.sheet import (
    Origin,
    Precision,
    Shield,
    Weapon,
    is_linked,
    sheet_of,
    weapon_of,
)
from gridwar.systems.drive.state import Bubble, points_of, state_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.systems.drive.blow import Amount, Blow, Element

OVEREFFECT = 120
WINDOW = "shield_order"
STAGE_RULE = {"low": "DR-SHD-05", "medium": "DR-SHD-08", "high": "DR-SHD-11"}


class Source(Struct, frozen=True):
    """A shield as the stages see it, whoever bears it."""

    id: str
    precision: Precision
    origin: Origin
    owner: str | None
    pool: str | None
    points: int
    blast_factor: int

    def factor(self, kind: str) -> int:
        """Return how much damage of a kind one point stops.

        Rules: DR-NRG-13
        """
        return self.blast_factor if kind == "blast" else 1

    def spend(self, points: int) -> Event:
        """Return the event that takes points from where they are kept.

        Rules: DR-SHD-12, DR-SHD-18
        """
        if self.pool is not None:
            return PoolPoints(pool=self.pool, by=-points)
        if self.owner is None:
            return BubblePoints(bubble=self.id, by=-points)
        return ShieldPoints(who=self.owner, shield=self.id, by=-points)


def shield_low(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the bubbles' points on the original value (S3).

    Rules: DR-SHD-02, DR-SHD-04, DR-SHD-05, DR-SHD-14, DR-SHD-20, DR-SHD-24
    """
    blow = yield from _all_meet(table, blow, "low")
    return blow


def retest(table: Table, blow: Blow) -> Procedure[Blow]:
    """Note whether the attack is still strong enough to spill over its group (S4)."""
    strength = sum(element.after_low for element in blow.elements)
    if strength >= OVEREFFECT:
        title = _("Overeffect at {n}: the group around it is struck too").format(n=strength)
        yield from explain(table, lambda: Trace(title=title, tone="harm"))
    return replace(blow, overeffect=strength >= OVEREFFECT)


def shield_medium(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the target's medium shields; what is stopped in full is no attack any more (S5).

    Rules: DR-SHD-06, DR-SHD-07, DR-SHD-08, DR-SHD-09, DR-SHD-14, DR-SHD-20, DR-SHD-22, DR-SHD-24
    """
    blow = yield from _all_meet(table, blow, "medium")
    if any(element.after_medium for element in blow.elements):
        return blow
    title = _("Nothing reaches {name}").format(name=table.now[blow.target].name)
    yield from explain(table, lambda: Trace(title=title, tone="good", result=_("stopped")))
    return replace(blow, outcome="stopped")


def shield_high(table: Table, blow: Blow) -> Procedure[Blow]:
    """Spend the target's high-precision shields on what has passed the armour (S11).

    Rules: DR-SHD-10, DR-SHD-11, DR-SHD-14, DR-SHD-17, DR-AUR-04
    """
    blow = yield from _all_meet(table, blow, "high")
    return blow


class Meeting(Struct, frozen=True):
    """The element whose turn it is, the precision it meets, and the order of the sources."""

    number: int
    precision: Precision
    order: tuple[str, ...]


def _all_meet(table: Table, blow: Blow, precision: Precision) -> Procedure[Blow]:
    order = yield from _choose_order(table, blow, precision)
    meetings = tuple(Meeting(one.number, precision, order) for one in blow.elements)
    blow = yield from fold(_meet, meetings, blow, key="shot")
    return blow


def _meet(table: Table, meeting: Meeting, blow: Blow) -> Procedure[Blow]:
    """Let one element meet all sources of one precision, the next only facing what is left.

    Rules: DR-SHD-13, DR-SHD-16, DR-SHD-18, DR-SHD-20, DR-SHD-21
    """
    number, precision = meeting.number, meeting.precision
    element = blow.elements[number - 1]
    left = _value_before(element, precision)
    steps: tuple[Step, ...] = ()
    for source_id in meeting.order:
        source = next(one for one in sources(table.now, blow, precision) if one.id == source_id)
        why_not = reason_against(table.now, blow, element, source)
        if why_not or not left or not source.points:
            continue
        absorbed, cost = absorb(table.now, source, element.kind, left)
        label = _("{source}, {before} → {after} points").format(
            source=source.id, before=source.points, after=source.points - cost
        )
        rule = STAGE_RULE[precision]
        step = Step(label=label, rule_id=rule, before=str(left), after=str(left - absorbed))
        left, steps = left - absorbed, (*steps, step)
        yield from emit(source.spend(cost))
    if steps:
        title = _("Shielding against {kind} {n}").format(kind=element.kind, n=element.number)
        yield from explain(table, lambda: Trace(title=title, steps=steps, result=str(left)))
    after = _with_value(element, precision, left)
    return replace(blow, elements=(*blow.elements[: number - 1], after, *blow.elements[number:]))


def absorb(encounter: Encounter, source: Source, kind: str, damage: Amount) -> tuple[Amount, int]:
    """Return how much a source stops of some damage, and the points that this costs.

    Rules: DR-SHD-12, DR-SHD-13, DR-NRG-13
    """
    factor = source.factor(kind)
    absorbed = min(damage, source.points * factor)
    round_cost = floor if switches_of(encounter).techshield_odd_cost == "down" else ceil
    return absorbed, round_cost(absorbed / factor) if factor > 1 else ceil(absorbed)


def _value_before(element: Element, precision: Precision) -> Amount:
    match precision:
        case "low":
            return element.built
        case "medium":
            return element.after_low
        case "high":
            return element.after_armour


def _with_value(element: Element, precision: Precision, left: Amount) -> Element:
    match precision:
        case "low":
            return replace(element, after_low=left)
        case "medium":
            return replace(element, after_medium=left)
        case "high":
            return replace(element, after_high=left)


def _bearer(encounter: Encounter, bubble: Bubble) -> Combatant | None:
    who = bubble.bearer
    return encounter[who] if who is not None and who in encounter else None


def sources(encounter: Encounter, blow: Blow, precision: Precision) -> tuple[Source, ...]:
    """Return all active sources of one precision that could protect the target, as listed.

    Rules: DR-SHD-01, DR-SHD-18
    """
    if precision == "low":
        return tuple(
            _as_source(encounter, one, "low", None)
            for one in state_of(encounter).bubbles
            if one.active
        )
    return tuple(
        _as_source(encounter, one, one.precision, blow.target)
        for one in sheet_of(encounter[blow.target]).shields
        if one.active and one.precision == precision
    )


def _as_source(
    encounter: Encounter, one: Shield | Bubble, precision: Precision, owner: str | None
) -> Source:
    points = points_of(encounter, one)
    factor = one.blast_factor or (2 if one.origin == "device" else 1)
    return Source(one.id, precision, one.origin, owner, one.pool_id, points, factor)


def reason_against(encounter: Encounter, blow: Blow, element: Element, source: Source) -> str:
    """Say why a source does not apply to an element; empty where it does.

    Rules: DR-SHD-02, DR-SHD-04, DR-SHD-06, DR-SHD-07, DR-SHD-09, DR-SHD-10, DR-SHD-23, DR-AUR-04
    """
    if not element.is_energy:
        return _("normal damage is never shielded")
    if source.precision == "high":
        return ""
    attacker, target = encounter[blow.attacker], encounter[blow.target]
    if blow.manner.mode != "ranged":
        return _("only high precision stops this")
    weapon = weapon_of(attacker, element.weapon)
    if not _is_pure(encounter, blow, weapon):
        return _("its energy appears only on arrival")
    if weapon is not None and weapon.is_explosive:
        return _("the impact of an explosive passes")
    if source.precision == "medium":
        if is_linked(attacker, target, "grapple"):
            return _("the attacker grapples with the target")
        return _("the attacker is aboard") if is_linked(attacker, target, "aboard") else ""
    return _against_bubble(encounter, attacker, target, source.id)


def _is_pure(encounter: Encounter, blow: Blow, weapon: Weapon | None) -> bool:
    if switches_of(encounter).shield_unit == "attack":
        attacker = encounter[blow.attacker]
        return all(
            own.is_pure_energy
            for own in (weapon_of(attacker, one) for one in blow.weapons)
            if own is not None
        )
    return weapon is None or weapon.is_pure_energy


def _against_bubble(
    encounter: Encounter, attacker: Combatant, target: Combatant, bubble_id: str
) -> str:
    bubble = next(one for one in state_of(encounter).bubbles if one.id == bubble_id)
    if not is_inside(encounter, bubble, target):
        return _("the target is outside")
    if is_inside(encounter, bubble, attacker):
        return _("the attacker is inside")
    close = ("engaged", "grouped", "grapple")
    bearer = _bearer(encounter, bubble)
    if is_linked(attacker, target, *close) or (
        bearer is not None and is_linked(attacker, bearer, *close)
    ):
        return _("the attacker is engaged with those inside")
    return ""


def is_inside(encounter: Encounter, bubble: Bubble, one: Combatant) -> bool:
    """Return whether a combatant is inside a bubble: any of its cells, by the straight line.

    Rules: DR-SHD-02, DR-SHD-03
    """
    if bubble.inside is not None:
        return one.id in bubble.inside
    bearer = _bearer(encounter, bubble)
    centre = bubble.centre if bearer is None else bearer.pos
    if centre is None or one.pos is None:
        return False
    height = 0.0 if bearer is None else bearer.altitude
    rise = (one.altitude - height) / encounter.map.scale.cell_size
    reach = state_of(encounter).bands.reach(bubble.radius_band) or 0
    covered = disc(centre, reach, rise)
    return any(cell in covered for cell in footprint(one.pos, one.size))


def _choose_order(table: Table, blow: Blow, precision: Precision) -> Procedure[tuple[str, ...]]:
    """Put the sources of one precision in order; the protected one chooses where it matters.

    Rules: DR-SHD-21
    """
    listed = sources(table.now, blow, precision)
    rule = switches_of(table.now).same_level_order
    if rule != "player":
        listed = tuple(sorted(listed, key=lambda one: one.points, reverse="most" in rule))
        return tuple(one.id for one in listed)
    usable = [one for one in listed if _is_of_use(table.now, blow, one)]
    chosen: list[str] = []
    if len({(one.pool or one.id, one.blast_factor) for one in usable}) > 1:
        while len(usable) > 1:
            at = len(chosen) + 1
            answer = yield from ask(
                partial(_which_first, table, blow.target, precision, tuple(usable), at)
            )
            chosen.append(answer.option)
            usable = [one for one in usable if one.id != answer.option]
    return (*chosen, *(one.id for one in listed if one.id not in chosen))


def _is_of_use(encounter: Encounter, blow: Blow, source: Source) -> bool:
    return source.points > 0 and any(
        not reason_against(encounter, blow, element, source)
        and _value_before(element, source.precision)
        for element in blow.elements
    )


def _which_first(
    table: Table, target: str, precision: Precision, usable: tuple[Source, ...], at: int
) -> Question:
    name = table.now[target].name
    options = tuple(
        Option(one.id, one.id, effect=_("{n} points").format(n=one.points)) for one in usable
    )
    return Question(
        key=f"{precision} order {at}",
        recipient=target,
        title=_("{name}: which shield is next?").format(name=name),
        options=options,
        default=Answer(option=usable[0].id),
        window=WINDOW,
        rule_ids=("DR-SHD-21",),
    )
