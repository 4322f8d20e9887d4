"""Who is aboard of what, in which seat, and what is a vehicle, a ship, a wreck."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.machine_records import ArcName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Encounter
    from gridwar.systems.cepheus.core.machine_records import Aboard, ArcName, Machine


def machine_of(encounter: Encounter, who: str | None) -> Machine | None:
    """Return what makes somebody a machine; None for people and where there is nobody."""
    return None if who is None or who not in encounter else sheet_of(encounter[who]).machine


def machine_at(encounter: Encounter, who: str) -> Machine:
    """Return the machine that somebody is.

    Raises:
        KeyError: It is none (that is refused before).
    """
    machine = machine_of(encounter, who)
    if machine is None:
        raise KeyError(who)
    return machine


def seat_of(encounter: Encounter, who: str) -> Aboard | None:
    """Return the seat that somebody has in a vehicle; None outside."""
    place = sheet_of(encounter[who]).aboard
    return None if place is None or machine_of(encounter, place.vehicle) is None else place


def vehicle_of(encounter: Encounter, who: str) -> str | None:
    """Return the vehicle somebody is aboard of; None outside."""
    place = seat_of(encounter, who)
    return None if place is None else place.vehicle


def is_secured(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is belted in."""
    place = seat_of(encounter, who)
    return place is not None and place.secured


def own_port(encounter: Encounter, who: str) -> ArcName | None:
    """Return the side to whose firing ports somebody keeps; None for whichever is free."""
    place = seat_of(encounter, who)
    return None if place is None else place.arc


def enclosed_by(encounter: Encounter, who: str) -> str | None:
    """Return the closed vehicle that somebody is shut in; None outside, and in a wreck.

    Rules: CE-VEH-04
    """
    vehicle = vehicle_of(encounter, who)
    machine = machine_of(encounter, vehicle)
    return vehicle if machine is not None and machine.closed and not machine.destroyed else None


def occupants(encounter: Encounter, vehicle: str) -> tuple[str, ...]:
    """Return who is aboard, by seat: the driver first."""
    return _by_vehicle(Same(encounter.combatants)).get(vehicle, ())


@kept_of_fight(8)
def _by_vehicle(people: Same[Mapping[str, Combatant]]) -> Mapping[str, tuple[str, ...]]:
    """Return who is aboard of each vehicle; asked of everybody on a board at every change."""
    found: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for number, (who, one) in enumerate(people.it.items()):
        place = sheet_of(one).aboard
        if place is not None:
            found[place.vehicle].append((place.seat, number, who))
    return {
        vehicle: tuple(who for _seat, _number, who in sorted(seats))
        for vehicle, seats in found.items()
    }


def driver_of(encounter: Encounter, vehicle: str) -> str | None:
    """Return who drives; None where nobody does.

    Rules: CE-VEH-02
    """
    return next((who for who in occupants(encounter, vehicle) if drives(encounter, who)), None)


def passengers_of(encounter: Encounter, vehicle: str) -> tuple[str, ...]:
    """Return who is aboard and does not drive, by seat."""
    everyone = occupants(encounter, vehicle)
    return tuple(who for who in everyone if not drives(encounter, who))


def drives(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is the driver of a vehicle."""
    place = seat_of(encounter, who)
    return place is not None and place.seat == 0


def rides(encounter: Encounter, who: str) -> bool:
    """Return whether somebody sits in a vehicle that somebody else drives, or nobody."""
    place = seat_of(encounter, who)
    return place is not None and place.seat != 0


def is_alive(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is not dead, or no wreck."""
    return health(sheet_of(encounter[who]), switches_of(encounter)) is not Health.DEAD


def seats_left(encounter: Encounter, vehicle: str) -> tuple[int, ...]:
    """Return the seats that nobody sits on, the driver's first; a robot has none."""
    machine = machine_of(encounter, vehicle)
    if machine is None or machine.is_robot:
        return ()
    places = (sheet_of(encounter[who]).aboard for who in occupants(encounter, vehicle))
    taken = {place.seat for place in places if place is not None}
    return tuple(seat for seat in range(machine.seats) if seat not in taken)


def is_vehicle(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is a vehicle, which acts in its driver's turn."""
    machine = machine_of(encounter, who)
    return machine is not None and not machine.is_robot


def steered_by(encounter: Encounter, who: str) -> str:
    """Return what moves where somebody is moved: the vehicle that they drive, or they themselves.

    Rules: CE-VEH-02
    """
    vehicle = vehicle_of(encounter, who)
    return vehicle if vehicle is not None and drives(encounter, who) else who


def is_carried_along(encounter: Encounter, who: str) -> bool:
    """Return whether somebody rides in something that moves.

    Rules: CE-FIR-06, CE-COM-02
    """
    carrier = vehicle_of(encounter, who)
    machine = machine_of(encounter, carrier)
    if carrier is None or machine is None:
        return False
    return machine.speed_kph > 0 or sheet_of(encounter[carrier]).moved_m > 0


def shell_of(encounter: Encounter, who: str) -> str | None:
    """Return the closed vehicle that somebody is in; None outside and in open ones.

    Rules: CE-VEH-04
    """
    vehicle = vehicle_of(encounter, who)
    machine = machine_of(encounter, vehicle)
    return vehicle if machine is not None and machine.closed else None


def is_starship(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is a ship.

    Rules: CE-STS-01
    """
    machine = machine_of(encounter, who)
    return machine is not None and machine.starship_scale
