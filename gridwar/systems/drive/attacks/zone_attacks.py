"""Attacks that fill zones: who is exposed to them and with which value, and how each is struck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
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
    fold,
    offer,
    plays,
    required,
    say,
    settable_if,
)
from gridwar.model.geometry import footprint
from gridwar.systems.drive.attacks.area_victims_and_hazards import affected, suffer_delivered, warn
from gridwar.systems.drive.attacks.bubbles_against_zones import (
    AtShield,
    Value,
    ZoneBlow,
    bubble_pays,
    shield_value,
    value_left,
    zone_of,
)
from gridwar.systems.drive.core.action_headings import AREAS
from gridwar.systems.drive.core.conditions import may_act, warn_who_only_thinks
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.harm.blow_and_elements import Blow, Element, Manner
from gridwar.systems.drive.harm.energy_after_effects import take_effect
from gridwar.systems.drive.positions import cells_within, distance, spot_of_cell, spot_of_one
from gridwar.systems.drive.shielding.shield_eligibility_cost import sources
from gridwar.systems.drive.shielding.shield_stages import shield_medium
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.core.weapons_armour_resistances import ZoneDamage

ZONE: Final = "zone"


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


def _payable(encounter: Encounter, command: FillZone) -> dict[AtShield | None, Words]:
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
    value_at_shield: Annotated[AtShield | None, ChoiceField(_("Bubbles pay for"), _payable)] = None
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
    attack = yield from fold(bubble_pays, standing, attack, key="bubble")
    attack = yield from fold(_strike, attack.exposure, attack, key="victim")
    yield from call(_suffer, attack, key="suffer")
    fire = zone.high if zone.kind in ("heat", "electric") else 0
    yield from warn(table, fire, zone.high, lambda: attack.cells)
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
