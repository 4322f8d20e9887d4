"""Small fights with vehicles for the tests: a car, its people, a mounted gun in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell, Size
from gridwar.systems.cepheus.core.machine_records import Aboard, Machine
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.core.weapon_records import Weapon
from tests.systems.cepheus.firefight import person, sheet

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

GUN = Weapon(
    id="gun",
    name="Gun",
    type="rifle",
    skill="slug_rifle",
    damage_dice=3,
    magazine=20,
    loaded=20,
    mount_arc="front",
)


def car(
    who: str = "car",
    x: int = 0,
    y: int = 0,
    *,
    facing: int = 90,
    size: tuple[int, int] = (1, 1),
    armor: int = 0,
    weapons: tuple[Weapon, ...] = (),
    side: str = "1",
    **machine: Any,
) -> Combatant:
    """Return a vehicle."""
    full = {f"{name}_max": machine.get(name, 3) for name in ("hull", "structure")}
    values = {"hull": 3, "structure": 3, "top_speed_kph": 150, "seats": 6, **full, **machine}
    made = CepheusSheet(armor=armor, weapons=weapons, machine=Machine.model_validate(values))
    return Combatant(
        id=who,
        name=who.title(),
        pos=Cell(x, y),
        size=Size(*size),
        facing_deg=facing,
        sheet=made,
        side=side,
    )


def inside(
    who: str,
    vehicle: str = "car",
    seat: int = 1,
    *,
    secured: bool = True,
    x: int = 0,
    y: int = 0,
    **rest: Any,
) -> Combatant:
    """Return somebody aboard; seat 0 drives. Skills: drive 2."""
    place = Aboard(vehicle=vehicle, seat=seat, secured=secured)
    skills = rest.pop("skills", {"drive": 2, "slug_rifle": 2, "slug_pistol": 2})
    return person(who, x, y, aboard=place, skills=skills, **rest)


def machine(encounter: Encounter, who: str = "car") -> Machine:
    """Return a machine as it is now."""
    found = sheet(encounter, who).machine
    assert found is not None
    return found
