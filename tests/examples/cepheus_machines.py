"""Vehicles, robots and drones of the ``cepheus`` cases: made from a case, and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Size
from gridwar.systems.cepheus.core.machine_records import Aboard, Going, Limb, Machine
from gridwar.systems.cepheus.core.machines_and_aboard import driver_of, passengers_of
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.machines.seat_places import seat_cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.weapon_records import Weapon

SEATS = 1000
PLAIN = (
    "kind",
    "skill",
    "agility",
    "size_dm",
    "starship_scale",
    "top_speed_kph",
    "speed_kph",
    "closed",
    "military",
    "hull",
    "structure",
    "drive_hits",
    "sensor_hits",
    "power_hits",
    "computer_hits",
)


def machine_from(given: Mapping[str, Any]) -> Machine:
    """Return the machine that a case describes."""
    values = {name: given[name] for name in PLAIN if name in given}
    full = {f"{name}_max": max(1, values.get(name, 1)) for name in ("hull", "structure")}
    limbs = tuple(
        Limb(id=name, name=name, hits=one.get("hits", 0))
        for name, one in given.get("limbs", {}).items()
    )
    return Machine.model_validate(
        {
            **full,
            **values,
            "seats": SEATS,
            "limbs": limbs,
            "going": Going(evasive_dm=given.get("evasive_effect", 0)),
        }
    )


def vehicle_from(
    name: str, given: Mapping[str, Any], pos: Cell | None, weapons: tuple[Weapon, ...], now: int
) -> Combatant:
    """Return a vehicle of a case with its mounted weapons; what has moved was driven just now."""
    machine = machine_from(given)
    if given.get("moved_m"):
        machine = machine.went(driven_round=now)
    sheet = CepheusSheet(
        armor=given.get("armor", 0),
        weapons=weapons,
        moved_m=given.get("moved_m", 0),
        machine=machine,
    )
    return Combatant(
        id=name,
        name=name,
        sheet=sheet,
        pos=pos,
        size=Size(*given.get("size", (1, 1))),
        facing_deg=given.get("facing_deg", 0),
    )


def places_in(given: Mapping[str, Any]) -> dict[str, Aboard]:
    """Return who sits where in the vehicles of a case."""
    found: dict[str, Aboard] = {}
    people = given.get("combatants", {})
    for name, vehicle in given.get("vehicles", {}).items():
        driver = vehicle.get("driver")
        listed = vehicle.get("passengers", ())
        more = [
            who
            for who, one in people.items()
            if one.get("vehicle_id") == name and who != driver and who not in listed
        ]
        seats = {**({driver: 0} if driver else {})}
        seats |= {who: at for at, who in enumerate((*listed, *more), start=1)}
        for who, seat in seats.items():
            secured = people.get(who, {}).get("secured", True)
            found[who] = Aboard(vehicle=name, seat=seat, secured=secured)
    return found


def in_their_seats(people: Mapping[str, Combatant]) -> dict[str, Combatant]:
    """Return everybody, those aboard without a place of their own where they sit."""
    found = dict(people)
    for who, one in people.items():
        place = one.sheet.aboard if isinstance(one.sheet, CepheusSheet) else None
        if place is not None and one.pos is None and place.vehicle in people:
            cell = seat_cell(people[place.vehicle], place.seat)
            found[who] = one.replace(pos=cell)
    return found


def seat_state(sheet: CepheusSheet) -> dict[str, Any]:
    """Return what a case may ask of somebody's place in a vehicle."""
    place = sheet.aboard
    if place is None:
        return {"kind": "person", "vehicle_id": None}
    return {"kind": "person", "vehicle_id": place.vehicle, "secured": place.secured}


def machine_state(encounter: Encounter, who: str, switches: CepheusSwitches) -> dict[str, Any]:
    """Return what a case may ask of a machine."""
    sheet = encounter.combatants[who].sheet
    assert isinstance(sheet, CepheusSheet)
    machine = sheet.machine
    if machine is None:
        return {}
    cumulative = switches.drive_hits_cumulative
    return {
        "armor": sheet.armor,
        "destroyed": machine.destroyed,
        "exploded": machine.exploded,
        "disabled": machine.disabled,
        "blind": machine.blind,
        "speed_limit_kph": machine.speed_limit_kph(cumulative=cumulative),
        "control_dm": machine.control_dm(cumulative=cumulative),
        "comms_sensor_dm": machine.sensor_dm("comms"),
        "recon_dm": machine.sensor_dm("recon"),
        "lost_rounds": machine.lost_rounds,
        "shutdown_rounds": machine.shutdown_rounds,
        "power_plant_destroyed": machine.power_hits >= 3,
        "evasive_effect": machine.going.evasive_dm,
        "moved_m": sheet.moved_m,
        "facing_deg": encounter.combatants[who].facing_deg,
        "size": list(encounter.combatants[who].size),
        "driver": driver_of(encounter, who),
        "passengers": list(passengers_of(encounter, who)),
        **{name: getattr(machine, name) for name in PLAIN},
        "weapons": {
            one.id: {"hits": one.hits, "destroyed": one.is_destroyed, "mount_arc": one.mount_arc}
            for one in sheet.weapons
        },
        "limbs": {one.id: {"hits": one.hits, "destroyed": one.hits >= 2} for one in machine.limbs},
    }
