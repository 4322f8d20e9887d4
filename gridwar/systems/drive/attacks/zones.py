"""Attacks that fill zones: what bubbles spare, and everybody in them, each with a value."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Cell,
    ChoiceField,
    CombatantId,
    CommandChoice,
    CommandOption,
    EachField,
    FrozenMap,
    Procedure,
    Role,
    Step,
    Variant,
    Words,
    call,
    emit,
    fold,
    offer,
    plays,
    required,
    say,
    settable_if,
)
from gridwar.model.geometry import footprint
from gridwar.systems.drive.attacks.areas import affected, suffer_delivered
from gridwar.systems.drive.attacks.hazards import warn
from gridwar.systems.drive.core.conditions import may_act, warn_who_only_thinks
from gridwar.systems.drive.core.gear import DEVICE, ON_IMPACT, ZoneDamage
from gridwar.systems.drive.core.headings import AREAS
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.after_effects import take_effect
from gridwar.systems.drive.harm.blow import Amount, Blow, Element, Manner
from gridwar.systems.drive.positions.measure import (
    cells_within,
    distance,
    spot_of_cell,
    spot_of_one,
)
from gridwar.systems.drive.shielding.eligibility import (
    Source,
    absorb,
    called,
    is_inside,
    middle_of,
    reach_of,
    shield_of,
    sources,
)
from gridwar.systems.drive.shielding.shields import shield_medium
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table

Value = Literal["high", "low"]
AtShield = Literal["high", "low", "unclear"]
ZONE: Final = "zone"


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


def _zone_weapons(encounter: Encounter, actor: str) -> Iterator[Variant]:
    for weapon in sheet_of(encounter[actor]).weapons:
        if weapon.zone is not None:
            yield Variant(
                weapon.id,
                fields={"weapon": weapon.id},
                names={"weapon": weapon.words},
                weapon=weapon.id,
            )


def zone_filled(encounter: Encounter, command: FillZone) -> ZoneDamage | None:
    """Return what a command fills a zone with; None without such a weapon."""
    weapon = weapon_of(encounter[command.actor], command.weapon)
    return None if weapon is None else weapon.zone


def _value_of_each(encounter: Encounter, command: FillZone) -> Iterator[CommandChoice]:
    """Yield high, low or spared of everybody in the zone.

    Rules: DR-AOE-13
    """
    zone = zone_filled(encounter, command)
    assert zone is not None
    by_chance, named = command.replace(exposure=None), command.exposure
    everybody = exposure_of(encounter, by_chance, zone, zone_cells(encounter, command.cell))
    usual = {who: usual_value(encounter, who, zone, command.cell) for who, _value, _n in everybody}
    rest = usual if named is None else {one: named.get(one, value) for one, value in usual.items()}
    for who, by_map in usual.items():
        options = [CommandOption("chance", _("by chance"), by_chance, by_map)]
        for value, words, note in (
            ("high", _("high"), str(zone.high)),
            ("low", _("low"), str(zone.low)),
            ("spared", _("not struck"), ""),
        ):
            exposure = frozendict({**rest, who: value})
            options.append(CommandOption(value, words, command.replace(exposure=exposure), note))
        now = "chance" if named is None else named.get(who, "spared")
        yield CommandChoice(f"value of {who}", encounter[who].name, tuple(options), now)


def _paid(encounter: Encounter, command: FillZone) -> dict[AtShield | None, Words]:
    """Return which value a bubble may have to pay for.

    Rules: DR-AOE-14
    """
    zone = zone_filled(encounter, command)
    assert zone is not None
    return {
        None: _("by those inside"),
        "high": (_("high"), str(shield_value(zone, "high"))),
        "low": (_("low"), str(shield_value(zone, "low"))),
    }


BEGINS: Final[Mapping[bool | None, str]] = {
    None: _("as the map has it"),
    False: _("outside all bubbles"),
    True: _("inside them"),
}


@settable_if(zone_filled)
@offer(
    _("Fill a zone: {weapon}"),
    icon="bomb",
    group=AREAS,
    role=Role.STRIKE,
    needs="cell",
    each=_zone_weapons,
    prepared=True,
)
class FillZone(Act):
    """Fill a zone with the damage of a cluster or point weapon."""

    weapon: str
    cell: Cell | None = None
    """Where it goes off: the zones painted there are filled."""
    exposure: Annotated[
        FrozenMap[CombatantId, Literal["high", "low", "spared"]] | None,
        EachField(_("Value"), _value_of_each),
    ] = None
    """Those affected, with the value that applies; None: all in the zone, each by a chance."""
    value_at_shield: Annotated[AtShield | None, ChoiceField(_("Bubbles pay for"), _paid)] = None
    from_inside: Annotated[bool | None, ChoiceField(_("It begins"), BEGINS)] = None
    injury_type: str = "core"


@plays(FillZone)
def fill_zone(table: Table, command: FillZone) -> Procedure[ZoneBlow]:
    """Let bubbles spare their inside, strike everybody else exposed, then warn of hazards.

    Rules: DR-AOE-13, DR-AOE-15, DR-AOE-18, DR-AOE-19
    """
    who = command.actor
    yield from may_act(table, who)
    text = _("{who} has no such weapon for zones.")
    zone = yield from required(
        zone_filled(table.now, command), "no_zone_weapon", text, "DR-AOE-13", who=who
    )
    yield from warn_who_only_thinks(table, who)
    attack = zone_attack(table.now, command, zone)
    text = _("{who} fills the zone")
    step = Step(
        label=_("{kind}: high {high}, low {low}").format(
            kind=zone.kind, high=zone.high, low=zone.low
        ),
        rule_id="DR-AOE-13",
    )
    yield from say(
        table,
        text,
        who=who,
        steps=(step,),
        cell=command.cell,
        burst=attack.cells,
        tone="harm",
    )
    standing = tuple(one.key for one in sources(table.now, "", "low"))
    attack = yield from fold(_bubble_pays, standing, attack, key="bubble")
    attack = yield from fold(_strike, attack.exposure, attack, key="victim")
    yield from call(_suffer, attack, key="suffer")
    fire = zone.high if zone.kind in ("heat", "electric") else 0
    yield from warn(table, fire, zone.high, attack.cells)
    return attack


def zone_attack(encounter: Encounter, command: FillZone, zone: ZoneDamage) -> ZoneBlow:
    """Return a zone attack as it is declared: what it fills, and everybody exposed.

    Rules: DR-AOE-13
    """
    cells = zone_cells(encounter, command.cell)
    return ZoneBlow(
        command.actor,
        command.weapon,
        command.cell,
        cells,
        exposure_of(encounter, command, zone, cells),
        command.value_at_shield,
        command.from_inside,
        command.injury_type,
    )


def zone_cells(encounter: Encounter, cell: Cell | None) -> frozenset[Cell]:
    """Return the squares of the zones painted at a square, or those within short range of it.

    Rules: DR-AOE-13
    """
    if cell is None:
        return frozenset()
    painted = [one for one in encounter.map.zones if one.kind == ZONE and cell in one.cells]
    if painted:
        return frozenset(each for one in painted for each in one.cells)
    short = settings_of(encounter).reach("short") or 0
    return cells_within(encounter, spot_of_cell(encounter, cell), short)


def exposure_of(
    encounter: Encounter, command: FillZone, zone: ZoneDamage, cells: frozenset[Cell]
) -> tuple[tuple[str, Value, int], ...]:
    """Return who is exposed, with the value that applies and the chance in percent.

    Rules: DR-AOE-13, DR-AOE-18
    """
    if command.exposure is not None:
        listed = ((who, value) for who, value in command.exposure.items() if who in encounter)
        return tuple((who, value, 100) for who, value in listed if value != "spared")
    chance = settings_of(encounter).default_aoe_affected_percent
    return tuple(
        (one.id, usual_value(encounter, one.id, zone, command.cell), chance)
        for one in encounter.everyone()
        if one.pos is not None and not cells.isdisjoint(footprint(one.pos, one.size))
    )


def usual_value(encounter: Encounter, who: str, zone: ZoneDamage, cell: Cell | None) -> Value:
    """Return the value that applies unless the GM says otherwise: high near a point, else low.

    Rules: DR-AOE-14
    """
    spot = spot_of_one(encounter, who)
    if zone.type == "cluster" or spot is None or cell is None:
        return "low"
    short = settings_of(encounter).reach("short") or 0
    return "high" if distance(encounter, spot, spot_of_cell(encounter, cell)) <= short else "low"


# --- bubbles ----------------------------------------------------------------------------------


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


def why_no_bubble(encounter: Encounter, attack: ZoneBlow, source: Source) -> str:
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


def _bursts_inside(encounter: Encounter, attack: ZoneBlow, source: Source) -> bool:
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

    source: Source
    cost: int
    due: Fraction
    absorbed: Amount
    attack: ZoneBlow


def payment(encounter: Encounter, attack: ZoneBlow, source: Source) -> Payment | None:
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


def _bubble_pays(table: Table, bubble: str, attack: ZoneBlow) -> Procedure[ZoneBlow]:
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


def _meets(encounter: Encounter, attack: ZoneBlow, source: Source) -> bool:
    """Return whether a zone comes into a bubble, whoever stands there."""
    bubble = shield_of(encounter, source)
    middle = middle_of(encounter, bubble, source.owner)
    if middle is None or not attack.cells:
        return False
    within = cells_within(encounter, middle, reach_of(encounter, bubble))
    return not attack.cells.isdisjoint(within)


# --- everybody in it ------------------------------------------------------------------------------


def _strike(table: Table, exposed: tuple[str, Value, int], attack: ZoneBlow) -> Procedure[ZoneBlow]:
    """Strike one of those exposed with the value that applies, less what a bubble has spared.

    Rules: DR-AOE-13, DR-AOE-15, DR-AOE-16, DR-AOE-18
    """
    who, value, chance = exposed
    is_affected = yield from affected(table, who, chance)
    if not is_affected:
        return attack
    full, left = value_left(table.now, attack, who, value)
    kind = zone_of(table.now, attack).kind
    element = Element(1, attack.weapon, 1, kind, full, full, after_low=left)
    manner = Manner("zone", injury_type=attack.injury_type)
    blow = Blow(
        attack.attacker,
        who,
        (attack.weapon,),
        manner,
        (element,),
        outcome="hit",
        injury_type=attack.injury_type,
    )
    blow = yield from call(_struck, blow, key="struck")
    return replace(attack, blows=(*attack.blows, blow))


def _struck(table: Table, blow: Blow) -> Procedure[Blow]:
    """Take one in the zone through the stages as if struck by an attack of its own.

    Rules: DR-AOE-13, DR-AOE-18
    """
    blow = yield from shield_medium(table, blow)
    arrived = (replace(one, delivered=one.after_medium) for one in blow.elements)
    return (yield from suffer_delivered(table, replace(blow, elements=tuple(arrived))))


def _suffer(table: Table, attack: ZoneBlow) -> Procedure[None]:
    """Let everybody suffer at once (S16)."""
    for blow in attack.blows:
        yield from take_effect(table, blow)
