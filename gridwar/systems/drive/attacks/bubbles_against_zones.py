"""An attack that fills a zone, and what bubbles spare of it: which pay, how much, what is left."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, emit, say
from gridwar.systems.drive.core.sheet import weapon_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.core.weapons_armour_resistances import DEVICE, ON_IMPACT, ZoneDamage
from gridwar.systems.drive.positions import cells_within, distance, spot_of_cell
from gridwar.systems.drive.shielding.bubble_areas import is_inside, middle_of, reach_of
from gridwar.systems.drive.shielding.shield_eligibility_cost import (
    ShieldFacts,
    absorb,
    called,
    shield_of,
    sources,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, Table
    from gridwar.systems.drive.harm.blow_and_elements import Amount, Blow

Value = Literal["high", "low"]
AtShield = Literal["high", "low", "unclear"]


class ZoneBlow(Struct, frozen=True):
    """A zone attack under way.

    Attributes:
        attacker: Who makes it.
        weapon: By which weapon.
        burst: Where it goes off; None where that does not matter.
        cells: The squares that it fills; none where they do not matter.
        exposure: Everybody exposed: the value that applies, and the chance in percent.
        at_shield: The value that applies at a bubble; None: that of those inside, where clear.
        from_inside: Whether it begins inside all bubbles; None where the map decides.
        left: What bubbles have left of it for each, as a fraction; who is missing takes all.
        shield_value: What the last bubble had to pay for; 0 where there was none.
        blows: What it does to each.
    """

    attacker: str
    weapon: str
    burst: Cell | None
    cells: frozenset[Cell]
    exposure: tuple[tuple[str, Value, int], ...]
    at_shield: AtShield | None
    from_inside: bool | None
    injury_type: str
    left: tuple[tuple[str, Fraction], ...] = ()
    shield_value: int = 0
    blows: tuple[Blow, ...] = ()


def shield_value(zone: ZoneDamage, at_shield: AtShield) -> int:
    """Return what a bubble has to pay for to stop a zone attack.

    Rules: DR-AOE-14
    """
    numbers = constants().zone
    if zone.type == "cluster":
        return numbers.cluster_times * zone.high
    return numbers.point_times * (zone.low if at_shield == "low" else zone.high)


def _value_here(attack: ZoneBlow, inside: frozenset[str]) -> AtShield:
    if attack.at_shield is not None:
        return attack.at_shield
    values = {value for who, value, _chance in attack.exposure if who in inside}
    return values.pop() if len(values) == 1 else "unclear"


def why_no_bubble(encounter: Encounter, attack: ZoneBlow, source: ShieldFacts) -> str:
    """Say why a bubble does nothing against a zone attack; empty where it does.

    Rules: DR-AOE-12, DR-AOE-17, DR-SHD-04
    """
    weapon = weapon_of(encounter[attack.attacker], attack.weapon)
    if weapon is not None and weapon.tags & {DEVICE, ON_IMPACT}:
        return _("it begins only where it lands")
    begins_inside = attack.from_inside
    if begins_inside is None:
        bubble = shield_of(encounter, source)
        begins_inside = is_inside(
            encounter, bubble, source.owner, attack.attacker
        ) or _bursts_inside(encounter, attack, source)
    return _("it begins inside") if begins_inside else ""


def _bursts_inside(encounter: Encounter, attack: ZoneBlow, source: ShieldFacts) -> bool:
    """Return whether the point from which a point weapon spreads lies in a bubble.

    Rules: DR-AOE-17
    """
    bubble = shield_of(encounter, source)
    middle = middle_of(encounter, bubble, source.owner)
    is_point = zone_of(encounter, attack).type == "point"
    if not is_point or attack.burst is None or middle is None:
        return False
    spot = spot_of_cell(encounter, attack.burst)
    return distance(encounter, middle, spot) <= reach_of(encounter, bubble)


class Payment(Struct, frozen=True):
    """What a bubble pays for a zone attack.

    Attributes:
        source: The bubble as it was before.
        cost: Points spent.
        due: What it had to shield.
        absorbed: How much of it.
        attack: The attack as it goes on.
    """

    source: ShieldFacts
    cost: int
    due: Fraction
    absorbed: Amount
    attack: ZoneBlow


def payment(encounter: Encounter, attack: ZoneBlow, source: ShieldFacts) -> Payment | None:
    """Return what a bubble pays, once, for its inside; None where it does not.

    Where all that it covers is covered by earlier bubbles it pays for what those have left.

    Rules: DR-SHD-12, DR-SHD-13, DR-AOE-14, DR-AOE-15, DR-AOE-16, DR-AOE-20
    """
    zone, bubble = zone_of(encounter, attack), shield_of(encounter, source)
    inside = frozenset(
        who
        for who, _value, _chance in attack.exposure
        if is_inside(encounter, bubble, source.owner, who)
    )
    if not inside and not _meets(encounter, attack, source):
        return None
    if why_no_bubble(encounter, attack, source) or not source.points:
        return None
    left = dict(attack.left)
    whole = shield_value(zone, _value_here(attack, inside))
    most = max((left.get(who, Fraction(1)) for who in inside), default=Fraction(1))
    absorbed, cost = absorb(encounter, source, zone.kind, whole * most)
    for who in inside:
        left[who] = max(Fraction(0), left.get(who, Fraction(1)) - absorbed / Fraction(whole or 1))
    spared = replace(attack, left=tuple(sorted(left.items())), shield_value=whole)
    return Payment(source, cost, whole * most, absorbed, spared)


def bubble_pays(table: Table, bubble: str, attack: ZoneBlow) -> Procedure[ZoneBlow]:
    """Let a bubble pay once for its inside (S3).

    Rules: DR-SHD-12, DR-SHD-13, DR-AOE-14, DR-AOE-15, DR-AOE-16, DR-AOE-20
    """
    source = next(one for one in sources(table.now, "", "low") if one.key == bubble)
    paid = payment(table.now, attack, source)
    if paid is None:
        return attack
    yield from emit(source.spend(paid.cost))
    label = _("{source}, {before} → {after} points").format(
        source=called(table.now, source),
        before=source.points,
        after=source.points - paid.cost,
    )
    due = floor(paid.due)
    step = Step(label=label, rule_id="DR-AOE-14", before=due, after=floor(paid.due - paid.absorbed))
    times = Step(label=_("Value to shield"), rule_id="DR-AOE-14", after=due)
    text = _("A bubble spares its inside")
    is_all = paid.absorbed >= paid.due
    result = _("all of it") if is_all else f"{floor(paid.absorbed)}/{due}"
    yield from say(table, text, steps=(times, step), result=result, tone="good")
    return paid.attack


def spared_by_bubbles(encounter: Encounter, attack: ZoneBlow) -> tuple[Payment, ...]:
    """Return what all bubbles would pay, one after the other; the last knows what is left.

    Rules: DR-AOE-14, DR-AOE-20
    """
    standing = sources(encounter, "", "low")
    stores = {one.store: one.points for one in standing}
    found = []
    for source in standing:
        paid = payment(encounter, attack, replace(source, points=stores[source.store]))
        if paid is not None:
            stores[source.store] -= paid.cost
            attack = paid.attack
            found.append(paid)
    return tuple(found)


def zone_of(encounter: Encounter, attack: ZoneBlow) -> ZoneDamage:
    """Return what the weapon of a zone attack does."""
    weapon = weapon_of(encounter[attack.attacker], attack.weapon)
    assert weapon is not None  # declared
    assert weapon.zone is not None  # declared
    return weapon.zone


def value_left(encounter: Encounter, attack: ZoneBlow, who: str, value: Value) -> tuple[int, int]:
    """Return the value that applies to somebody, and what bubbles have left of it.

    Rules: DR-AOE-15, DR-AOE-16
    """
    zone = zone_of(encounter, attack)
    full = zone.high if value == "high" else zone.low
    return full, floor(full * dict(attack.left).get(who, Fraction(1)))


def _meets(encounter: Encounter, attack: ZoneBlow, source: ShieldFacts) -> bool:
    """Return whether a zone comes into a bubble, whoever stands there."""
    bubble = shield_of(encounter, source)
    middle = middle_of(encounter, bubble, source.owner)
    if middle is None or not attack.cells:
        return False
    within = cells_within(encounter, middle, reach_of(encounter, bubble))
    return not attack.cells.isdisjoint(within)
