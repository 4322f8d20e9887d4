"""The procedures of all that is done with machines, by type of command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.machines.hits import Explodes
from gridwar.systems.cepheus.ships import starships
from gridwar.systems.cepheus.vehicles import (
    boarding,
    collisions,
    driving,
    driving_path,
    explosion,
    maneuvers,
    ramming,
    repairs,
    vehicle_harm,
    weaving,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Handler
    from gridwar.model.command import Command

VEHICLE_COMMANDS: Final[Mapping[type[Command], Handler]] = {
    driving.Drive: driving.drive,
    driving.DriveOn: driving.drive_on,
    driving.ChangeSpeed: driving.change_speed,
    driving_path.GoOn: driving_path.go_on,
    maneuvers.Evade: maneuvers.evade,
    maneuvers.BringToBear: maneuvers.bring_to_bear,
    ramming.Ram: ramming.ram,
    maneuvers.Stunt: maneuvers.stunt,
    weaving.Weave: weaving.weave,
    weaving.BreakOff: weaving.break_off,
    collisions.Collide: collisions.collide,
    Explodes: explosion.machine_explodes,
    boarding.GetIn: boarding.get_in,
    boarding.GetOut: boarding.get_out,
    boarding.ChangeSeat: boarding.change_seat,
    boarding.BeltIn: boarding.belt_in,
    boarding.ChoosePort: boarding.choose_port,
    vehicle_harm.DamageMachine: vehicle_harm.damage_machine,
    vehicle_harm.HitLocation: vehicle_harm.hit_location,
    repairs.JuryRigIt: repairs.jury_rig,
    repairs.Repair: repairs.repair,
    repairs.Strip: repairs.strip,
    repairs.ReplaceSystem: repairs.replace_system,
    repairs.Rebuild: repairs.rebuild,
    starships.CombinedHits: starships.combined_hits,
    starships.CombinedFire: starships.combined_fire,
}
