"""What is shot away from vehicles, robots and drones, and what is repaired: events."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeVar

from gridwar.engine.kit import SheetEvent, adds, sets
from gridwar.systems.cepheus.core.machine_records import DESTROYED_AT, JuryRig, Limb
from gridwar.systems.cepheus.core.weapon_records import Weapon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Event
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

D = TypeVar("D", Weapon, Limb)
SystemName = Literal["drive", "sensors", "power_plant", "computer"]
SYSTEM_FIELDS: Final[Mapping[SystemName, tuple[str, int]]] = {
    "drive": ("drive_hits", 3),
    "sensors": ("sensor_hits", 2),
    "power_plant": ("power_hits", 3),
    "computer": ("computer_hits", 2),
}
"""The field that counts the hits on a system, and how many destroy it."""


class MachineEvent(SheetEvent):
    """An event that changes a machine; nothing where it is none."""

    kind: ClassVar[str] = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change the machine, if there is one."""
        if sheet.machine is None:
            return sheet
        changed: CepheusSheet = super().on(sheet)
        assert changed.machine is not None  # no event makes anybody a person
        return changed.replace(machine=self.made(changed.machine))

    def made(self, machine: Machine) -> Machine:
        """Return the machine after what the event does beside what it declares."""
        return machine


class HullLost(MachineEvent):
    """Hull was shot away, or put back (negative)."""

    points: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        hull = machine.hull - self.points
        return machine.replace(hull=max(0, min(hull, max(machine.hull, machine.hull_max))))


class StructureLost(MachineEvent):
    """Structure was shot away, below 0 too, or rebuilt (negative)."""

    points: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it; a wreck does not go on."""
        left = machine.structure - self.points
        structure = min(left, max(machine.structure, machine.structure_max))
        speed = machine.speed_kph if structure > 0 else 0
        return machine.replace(structure=structure, speed_kph=speed)


@adds("armor", of="points", times=-1, least=0)
class ArmorLost(SheetEvent):
    """Armour was shot away."""

    points: int = 1


class SystemHit(MachineEvent):
    """A system was hit, or repaired (negative)."""

    system: SystemName
    hits: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        name, most = SYSTEM_FIELDS[self.system]
        hits = max(0, min(most, getattr(machine, name) + self.hits))
        changed = machine.replace(**{name: hits})
        if not changed.is_stuck:
            return changed
        return changed.replace(speed_kph=0).went(evasive_dm=0)


class LimbHit(MachineEvent):
    """A limb was hit, or repaired (negative)."""

    limb: str
    hits: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        return machine.replace(limbs=_struck(machine.limbs, self.limb, self.hits))


class WeaponHit(SheetEvent):
    """A weapon was hit, or repaired (negative)."""

    weapon: str
    hits: int = 1

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count it."""
        return sheet.replace(weapons=_struck(sheet.weapons, self.weapon, self.hits))


def _struck(devices: tuple[D, ...], id: str, hits: int) -> tuple[D, ...]:
    """Return weapons or limbs, one of them hit or repaired; two hits destroy it."""
    return tuple(
        one.replace(hits=max(0, min(DESTROYED_AT, one.hits + hits))) if one.id == id else one
        for one in devices
    )


class CargoLost(MachineEvent):
    """Something in the hold was destroyed."""

    cargo: str

    def made(self, machine: Machine) -> Machine:
        """Strike it out."""
        return machine.replace(
            cargo=tuple(
                one.replace(lost=True) if one.id == self.cargo else one for one in machine.cargo
            )
        )


class PowerFailed(MachineEvent):
    """The power plant skips turns, or has skipped one (negative)."""

    rounds: int = 1
    silent_round: int | None = None
    """The round in which a turn is lost, where that is now."""

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        silent = machine.going.silent_round if self.silent_round is None else self.silent_round
        left = max(0, machine.lost_rounds + self.rounds)
        return machine.replace(lost_rounds=left).went(silent_round=silent)


@adds("machine.shutdown_rounds", of="rounds", least=0)
class ShutDown(MachineEvent):
    """A robot shut down for some rounds, or a round of it has passed (negative)."""

    rounds: int


@sets("machine.exploded", True)
@sets("machine.speed_kph", 0)
class BlewUp(MachineEvent):
    """A machine exploded."""


@adds("machine.spare_parts", least=0)
class PartsChanged(MachineEvent):
    """Spare parts were found, or used up (negative)."""

    by: int


class Rigged(MachineEvent):
    """A hit was patched up for some hours; or the patch of a system is gone."""

    system: str = ""
    rig: JuryRig | None = None

    def made(self, machine: Machine) -> Machine:
        """Put the patch on, or take it off."""
        if self.rig is not None:
            return machine.replace(jury_rigs=(*machine.jury_rigs, self.rig))
        gone = next((one for one in machine.jury_rigs if one.system == self.system), None)
        rest = tuple(one for one in machine.jury_rigs if one is not gone)
        return machine.replace(jury_rigs=rest)


def points_events(who: str, machine: Machine, change: int) -> tuple[Event, ...]:
    """Return the events by which a machine loses points at the GM's word, or gets them back.

    Hull goes first and comes back last.

    Args:
        who: The machine.
        machine: As it is.
        change: Signed points.

    Rules: CE-VDM-04, CE-VDM-05
    """
    if change < 0:
        hull = min(machine.hull, -change)
        structure = min(max(0, machine.structure), -change - hull)
    else:
        structure = -min(change, max(0, machine.structure_max - machine.structure))
        hull = -min(change + structure, max(0, machine.hull_max - machine.hull))
    lost = (HullLost(who=who, points=hull), StructureLost(who=who, points=structure))
    return tuple(one for one in lost if one.points)
