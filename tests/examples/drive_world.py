"""Builds the encounter that a ``drive`` case describes, and reads states back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.model.combatant import Combatant, TimedEffect
from gridwar.model.geometry import Cell
from gridwar.model.zones import Zone
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.house_rules_and_settings import DriveSettings, DriveSwitches
from gridwar.systems.drive.core.sheet import DriveSheet, Link, sheet_of
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource, Shield
from gridwar.systems.drive.core.turn_order import order_ids
from gridwar.systems.drive.core.weapons_armour_resistances import (
    Armour,
    DamageModifier,
    EnergyPart,
    Frag,
    Match,
    Weapon,
    ZoneDamage,
)
from gridwar.systems.drive.pseudogravity.silencing_and_weight import SILENCING

if TYPE_CHECKING:
    from fractions import Fraction

    from gridwar.model.encounter import Encounter

BOMBER = "the bomber of zone attacks"
ENOUGH = 100_000
"""Pseudogravity points of those of whom the case does not say how many they have."""


def world(case: dict[str, Any], operations: list[dict[str, Any]]) -> Encounter:
    """Return the encounter before the first operation; its people own all weapons named."""
    given = case["given"]
    people = given.get("combatants", {})
    combatants = {
        who: _combatant(who, facts, _weapons(who, operations), given.get("sources", {}))
        for who, facts in people.items()
    }
    bombs = tuple(
        _zone_weapon(f"{at}", one) for at, one in enumerate(operations) if one["op"] == "zaoe"
    )
    if bombs:
        combatants[BOMBER] = Combatant(
            id=BOMBER, name=BOMBER, side="2", sheet=DriveSheet(form="object", weapons=bombs)
        )
    bands = DriveSettings().range_bands_squares | given.get("range_bands_squares", {})
    rules = DriveState(
        bubbles=tuple(_bubble(key, one) for key, one in given.get("bubbles", {}).items()),
        pools=frozendict(
            {key: one["points"] for key, one in given.get("pools", {}).items()}
            | {gravity_pool(who): one.get("pg_points", ENOUGH) for who, one in people.items()}
        ),
        order=tuple(given.get("turn_order", ())),
    )
    turn = given.get("current")
    before = given.get("turn_order", [])
    acted = before[: before.index(turn)] if turn in before else []
    start = SYSTEM.new_encounter()
    zones = tuple(area(one, f"given {at}") for at, one in enumerate(given.get("areas", ())))
    return start.replace(
        map=start.map.with_zones(zones),
        combatants=frozendict(combatants),
        switches=DriveSwitches.model_validate(_switches(given.get("switches", {}))),
        settings=DriveSettings(range_bands_squares=frozendict(bands)),
        turn=turn,
        round=given.get("round", 1),
        rules=rules.replace(acted=frozenset(acted)),
    )


def gravity_pool(who: str) -> str:
    """Return the pool that all pseudogravity of somebody draws on: cases know one figure."""
    return f"pseudogravity of {who}"


def _switches(given: dict[str, Any]) -> dict[str, Any]:
    """Return the house rules of a case, by the words of the catalogue or our names."""
    words = {
        "crossings for single-kind attacks, division otherwise": "by_crossings",
        "player picks, list order as default": "player",
        "player picks": "player",
        "innate, ability, gear, temporary": "by_origin",
        "list order": "list_order",
        "weaknesses first": "weaknesses_first",
        "resistances first": "resistances_first",
        "most points first": "most_points_first",
        "fewest points first": "fewest_points_first",
        "floor required weight": "floor",
        "until start of user's next turn": "next_turn",
        "end of round": "round_end",
        "GM clears": "gm_clears",
    }
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == "overeffect_auto" and isinstance(value, bool):
            found[name] = "always" if value else "ask"
        elif name.startswith("overeffect") and isinstance(value, float):
            found[name] = round(100 * value)
        else:
            found[name] = words.get(value, value) if isinstance(value, str) else value
    return found


def _weapons(who: str, operations: list[dict[str, Any]]) -> tuple[Weapon, ...]:
    return tuple(
        weapon(f"{at}.{n}", one, ranged=operation.get("mode") == "ranged")
        for at, operation in enumerate(operations)
        for n, one in enumerate(operation.get("weapons", ()))
        if operation.get("by") == who
    )


def weapon(name: str, one: dict[str, Any], *, ranged: bool = False) -> Weapon:
    """Return a weapon of the vocabulary; what a kinetic shield stops is said of the shot."""
    own = ("energy", "frag", "tags", "kinetic_stopped")
    return Weapon(
        id=name,
        ranged=ranged,
        energy=tuple(EnergyPart(**part) for part in one.get("energy", ())),
        frag=Frag(**one["frag"]) if one.get("frag") else None,
        tags=frozenset(one.get("tags", ())),
        **{key: one[key] for key in one if key not in own},
    )


def _zone_weapon(name: str, one: dict[str, Any]) -> Weapon:
    zone = ZoneDamage(type=one["type"], kind=one["kind"], high=one["high"], low=one["low"])
    return Weapon(id=name, ranged=True, zone=zone, tags=frozenset(one.get("tags", ())))


def area(one: dict[str, Any], key: str) -> Zone:
    """Return an area of silencing."""
    cells = tuple(Cell(*cell) for cell in one["squares"])
    return Zone(id=key, kind=SILENCING, cells=cells, strength=one["silencing"])


SAME = (
    "injury_factor",
    "damage_taken",
    "organic",
    "fatigue",
    "in_cover",
    "in_group_defence",
    "body_weight",
    "inventory_weight",
    "flying_spd",
    "flying_paid_this_round",
    "resists",
    "resist_locked",
)
"""Fields of the vocabulary that a sheet has by the same name."""


def _combatant(
    who: str, facts: dict[str, Any], weapons: tuple[Weapon, ...], sources: dict[str, Any]
) -> Combatant:
    armour = facts.get("armour")
    degrees = facts.get("particle_degrees", 0)
    sheet = DriveSheet(
        form=facts.get("type", "character"),
        armour=Armour(**armour) if armour else None,
        strength=facts.get("str", 0),
        modifiers=tuple(
            DamageModifier(**{**one, "match": Match(**one["match"])})
            for one in facts.get("modifiers", ())
        ),
        shields=tuple(shield(key, one) for key, one in facts.get("shields", {}).items()),
        auras=tuple(Aura(id=key, **one) for key, one in facts.get("auras", {}).items()),
        links=tuple(Link(**one) for one in facts.get("links", ())),
        particle_attacks=(degrees,) if degrees else (),
        gravity=tuple(
            GravitySource(id=key, pool_id=gravity_pool(who), **one) for key, one in sources.items()
        ),
        gravity_effects=tuple(facts.get("pg_effects", ())),
        weapons=weapons,
        **{name: facts[name] for name in SAME if name in facts},
    )
    effects = tuple(TimedEffect(id=one, name=one) for one in facts.get("statuses", ()))
    pos = Cell(*facts["pos"]) if "pos" in facts else None
    return Combatant(id=who, name=who, pos=pos, effects=effects, sheet=sheet)


def shield(key: str, one: dict[str, Any]) -> Shield:
    """Return a shield of the vocabulary."""
    return Shield(id=key, **{field: one[field] for field in one if field != "id"})


def _bubble(key: str, one: dict[str, Any]) -> Bubble:
    rest = {field: one[field] for field in one if field not in ("center", "inside")}
    centre = Cell(*one["center"]) if "center" in one else None
    inside = frozenset(one["inside"]) if "inside" in one else None
    if isinstance(rest.get("radius_band"), int):
        rest["radius_squares"] = rest.pop("radius_band")
    return Bubble(id=key, centre=centre, inside=inside, **rest)


def points_left(encounter: Encounter) -> dict[str, int]:
    """Return the points of all shields, bubbles, pools and auras, by their ids."""
    left = dict(state_of(encounter).pools)
    left |= {one.id: one.points for one in state_of(encounter).bubbles if one.pool_id is None}
    for combatant in encounter.combatants.values():
        sheet = sheet_of(combatant)
        left |= {one.id: one.points for one in sheet.shields if one.pool_id is None}
        left |= {one.id: one.stored for one in sheet.auras}
    return left


def observed(encounter: Encounter) -> dict[str, Any]:
    """Return what every answer may contain."""
    people = encounter.combatants
    state = {who: _state(encounter, one) for who, one in people.items() if who != BOMBER}
    return {"state": state, "round": encounter.round, "points_left": points_left(encounter)}


def plain(value: Fraction) -> int | float:
    """Return a number as cases write it."""
    return int(value) if value.denominator == 1 else float(value)


def _state(encounter: Encounter, one: Combatant) -> dict[str, Any]:
    sheet = sheet_of(one)
    deaf = next((effect.rounds_left for effect in one.effects if effect.id == "deafened"), 0)
    statuses = {effect.id.partition(":")[0] for effect in one.effects}
    light = SYSTEM.cards.card(encounter, one.id)
    shines = {badge.rule_id for badge in light.badges}
    glows = "gravity_glow" in statuses
    found = {name: getattr(sheet, name) for name in SAME}
    found |= {
        "statuses": sorted(one for one in statuses if not one.startswith("gravity_")),
        "deafened_turns": deaf,
        "particle_degrees": sum(sheet.particle_attacks),
        "shields": {own.id: {"points": own.points} for own in sheet.shields},
        "auras": {
            own.id: {"stored": own.stored, "kind": own.kind, "drive": own.drive}
            for own in sheet.auras
        },
        "light": "moderate" if "DR-AUR-12" in shines else "dim" if glows else "none",
        "stealth": "low" if glows or "DR-AUR-12" in shines else "high",
        "pg_points": state_of(encounter).pools.get(gravity_pool(one.id), 0),
        "pg_effects": list(sheet.gravity_effects),
        "links": [{"kind": link.kind, "other_id": link.other_id} for link in sheet.links],
        "str": sheet.strength,
    }
    if one.pos is not None:
        found["pos"] = list(one.pos)
    stuns = [effect for effect in one.effects if effect.id.startswith("stunned") and effect.whose]
    if stuns:
        order = order_ids(encounter)
        latest = max((_round_of(encounter, stun), order.index(str(stun.whose))) for stun in stuns)
        found["stun_ends"] = {"turn_of": order[latest[1]], "round": latest[0]}
    return found


def _round_of(encounter: Encounter, stun: TimedEffect) -> int:
    """Return the round in which a stun ends: so many ends of a turn have still to pass."""
    acted = stun.whose in state_of(encounter).acted
    return encounter.round + stun.rounds_left - (0 if acted else 1)
