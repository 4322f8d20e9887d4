"""Builds the encounter that a ``drive`` case describes, and reads states back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.model.combatant import Combatant, TimedEffect
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.sheet import (
    Armour,
    Aura,
    DriveSheet,
    EnergyPart,
    Frag,
    Link,
    Match,
    Modifier,
    Shield,
    Weapon,
    sheet_of,
)
from gridwar.systems.drive.state import Bands, Bubble, DriveState, DriveSwitches, state_of
from tests.examples.adapter import NotBuilt

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

UNBUILT = {
    "flying_spd": "DR-PSG-06",
    "resists": "DR-PSG-06",
    "pg_points": "DR-PSG-04",
    "pg_effects": "DR-PSG-01",
    "in_group_defence": "DR-PSG-09",
}


def world(case: dict[str, Any], operations: list[dict[str, Any]]) -> Encounter:
    """Return the encounter before the first operation; its people own all weapons named."""
    given = case["given"]
    people = given.get("combatants", {})
    combatants = {
        who: _combatant(who, facts, _weapons(who, operations)) for who, facts in people.items()
    }
    switches = DriveSwitches.model_validate(given.get("switches", {}))
    rules = DriveState(
        bands=Bands(**given.get("range_bands_squares", {})),
        bubbles=tuple(_bubble(key, one) for key, one in given.get("bubbles", {}).items()),
        pools=frozendict({key: one["points"] for key, one in given.get("pools", {}).items()}),
        order=tuple(given.get("turn_order", ())),
    )
    turn = given.get("current")
    before = given.get("turn_order", [])
    acted = before[: before.index(turn)] if turn in before else []
    return SYSTEM.new_encounter().replace(
        combatants=frozendict(combatants),
        switches=switches,
        turn=turn,
        round=given.get("round", 1),
        rules=rules.replace(acted=frozenset(acted)),
    )


def _weapons(who: str, operations: list[dict[str, Any]]) -> tuple[Weapon, ...]:
    return tuple(
        weapon(f"{at}.{n}", one)
        for at, operation in enumerate(operations)
        for n, one in enumerate(operation.get("weapons", ()))
        if operation.get("by") == who
    )


def weapon(name: str, one: dict[str, Any]) -> Weapon:
    """Return a weapon of the vocabulary."""
    rest = {key: one[key] for key in one if key not in ("energy", "frag", "tags")}
    return Weapon(
        id=name,
        energy=tuple(EnergyPart(**part) for part in one.get("energy", ())),
        frag=Frag(**one["frag"]) if one.get("frag") else None,
        tags=frozenset(one.get("tags", ())),
        **rest,
    )


def _combatant(who: str, facts: dict[str, Any], weapons: tuple[Weapon, ...]) -> Combatant:
    for key, rule in UNBUILT.items():
        if key in facts:
            raise NotBuilt(rule)
    armour = facts.get("armour")
    degrees = facts.get("particle_degrees", 0)
    sheet = DriveSheet(
        armour=Armour(**armour) if armour else None,
        injury_factor=facts.get("injury_factor", 20),
        damage_taken=facts.get("damage_taken", 0),
        organic=facts.get("organic", True),
        strength=facts.get("str", 0),
        fatigue=facts.get("fatigue", 0),
        modifiers=tuple(
            Modifier(**{**one, "match": Match(**one["match"])})
            for one in facts.get("modifiers", ())
        ),
        shields=tuple(shield(key, one) for key, one in facts.get("shields", {}).items()),
        auras=tuple(Aura(id=key, **one) for key, one in facts.get("auras", {}).items()),
        links=tuple(Link(**one) for one in facts.get("links", ())),
        particle_attacks=(degrees,) if degrees else (),
        weapons=weapons,
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
    state = {who: _state(encounter, one) for who, one in people.items()}
    return {"state": state, "round": encounter.round, "points_left": points_left(encounter)}


def _state(encounter: Encounter, one: Combatant) -> dict[str, Any]:
    sheet = sheet_of(one)
    deaf = next((effect.rounds_left for effect in one.effects if effect.id == "deafened"), 0)
    badges = {badge.icon for badge in SYSTEM.cards.card(encounter, one.id).badges}
    found = {
        "damage_taken": sheet.damage_taken,
        "fatigue": sheet.fatigue,
        "statuses": sorted({effect.id.partition(":")[0] for effect in one.effects}),
        "deafened_turns": deaf,
        "particle_degrees": sum(sheet.particle_attacks),
        "shields": {own.id: {"points": own.points} for own in sheet.shields},
        "auras": {
            own.id: {"stored": own.stored, "kind": own.kind, "drive": own.drive}
            for own in sheet.auras
        },
        "light": "moderate" if "sun" in badges else "none",
        "stealth": "low" if "sun" in badges else "high",
    }
    stun = next((effect for effect in one.effects if effect.id.startswith("stunned")), None)
    if stun is not None and stun.whose is not None:
        # The moments still to pass, the present turn's end included, name the round it ends in.
        acted = stun.whose in state_of(encounter).acted
        found["stun_ends"] = {
            "turn_of": stun.whose,
            "round": encounter.round + stun.rounds_left - (0 if acted else 1),
        }
    return found
