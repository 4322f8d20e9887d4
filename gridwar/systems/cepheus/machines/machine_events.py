"""What happens to vehicles, robots and drones, and to people's places in them.

Events say what changed; what it means is in the procedures beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from gridwar.model.geometry import Cell, Size  # noqa: TC001  (pydantic reads them)
from gridwar.systems.cepheus.events import SheetEvent
from gridwar.systems.cepheus.machine import (
    Aboard,
    ArcName,
    Carried,
    ExtraArc,
    JuryRig,
    Machine,
    Port,
    is_across,
)
from gridwar.systems.cepheus.state import sheet_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.event import Event
    from gridwar.systems.cepheus.state import CepheusSheet

SystemName = Literal["drive", "sensors", "power_plant", "computer"]
_FIELDS: dict[SystemName, tuple[str, int]] = {
    "drive": ("drive_hits", 3), "sensors": ("sensor_hits", 2), "power_plant": ("power_hits", 3),
    "computer": ("computer_hits", 2),
}  # fmt: skip


class MachineEvent(SheetEvent):
    """An event that changes a machine; nothing where it is none."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change the machine."""
        if sheet.machine is None:
            return sheet
        return sheet.replace(machine=self.made(sheet.machine))

    def made(self, machine: Machine) -> Machine:
        """Return the machine after the event."""
        return machine


# --- damage ---------------------------------------------------------------------------------------


class HullLost(MachineEvent):
    """Hull was shot away, or put back (negative)."""

    kind: ClassVar[str] = "cepheus.hull_lost"
    points: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        hull = machine.hull - self.points
        return machine.replace(hull=max(0, min(hull, max(machine.hull, machine.hull_max))))


class StructureLost(MachineEvent):
    """Structure was shot away, below 0 too, or rebuilt (negative)."""

    kind: ClassVar[str] = "cepheus.structure_lost"
    points: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it; a wreck does not go on."""
        left = machine.structure - self.points
        structure = min(left, max(machine.structure, machine.structure_max))
        speed = machine.speed_kph if structure > 0 else 0
        return machine.replace(structure=structure, speed_kph=speed)


class ArmorLost(SheetEvent):
    """Armour was shot away."""

    kind: ClassVar[str] = "cepheus.armor_lost"
    points: int = 1

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count it."""
        return sheet.replace(armor=max(0, sheet.armor - self.points))


class SystemHit(MachineEvent):
    """A system was hit, or repaired (negative)."""

    kind: ClassVar[str] = "cepheus.system_hit"
    system: SystemName
    hits: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        name, most = _FIELDS[self.system]
        hits = max(0, min(most, getattr(machine, name) + self.hits))
        changed = machine.replace(**{name: hits})
        if not changed.disabled:
            return changed
        return changed.replace(speed_kph=0).went(evasive_dm=0)


class LimbHit(MachineEvent):
    """A limb was hit, or repaired (negative)."""

    kind: ClassVar[str] = "cepheus.limb_hit"
    limb: str
    hits: int = 1

    def made(self, machine: Machine) -> Machine:
        """Count it."""
        limbs = tuple(
            one.replace(hits=max(0, min(2, one.hits + self.hits))) if one.id == self.limb else one
            for one in machine.limbs
        )
        return machine.replace(limbs=limbs)


class WeaponHit(SheetEvent):
    """A weapon was hit, or repaired (negative)."""

    kind: ClassVar[str] = "cepheus.weapon_hit"
    weapon: str
    hits: int = 1

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count it."""
        weapons = tuple(
            one.replace(hits=max(0, min(2, one.hits + self.hits))) if one.id == self.weapon else one
            for one in sheet.weapons
        )
        return sheet.replace(weapons=weapons)


class CargoLost(MachineEvent):
    """Something in the hold was destroyed."""

    kind: ClassVar[str] = "cepheus.cargo_lost"
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

    kind: ClassVar[str] = "cepheus.power_failed"
    rounds: int = 1
    silent_round: int | None = None
    """The round in which a turn is lost, where that is now."""

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        silent = machine.silent_round if self.silent_round is None else self.silent_round
        left = max(0, machine.lost_rounds + self.rounds)
        return machine.replace(lost_rounds=left).went(silent_round=silent)


class ShutDown(MachineEvent):
    """A robot shut down for some rounds, or a round of it has passed (negative)."""

    kind: ClassVar[str] = "cepheus.shut_down"
    rounds: int

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        return machine.replace(shutdown_rounds=max(0, machine.shutdown_rounds + self.rounds))


class BlewUp(MachineEvent):
    """A machine exploded."""

    kind: ClassVar[str] = "cepheus.blew_up"

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.replace(exploded=True, speed_kph=0)


# --- driving --------------------------------------------------------------------------------------


class Driven(MachineEvent):
    """A vehicle was driven in a round, or went on by itself."""

    kind: ClassVar[str] = "cepheus.driven"
    round: int
    turned_deg: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note it; turns of one round add up."""
        turned = machine.turned_deg + self.turned_deg
        return machine.went(driven_round=self.round, turned_deg=turned)


class Minded(MachineEvent):
    """The driver spent an action on driving in a round."""

    kind: ClassVar[str] = "cepheus.minded"
    round: int

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(upkeep_round=self.round)


class SpeedChanged(MachineEvent):
    """A vehicle goes faster, or slower (negative)."""

    kind: ClassVar[str] = "cepheus.speed_changed"
    by_kph: int

    def made(self, machine: Machine) -> Machine:
        """Change it."""
        return machine.replace(speed_kph=max(0, machine.speed_kph + self.by_kph))


class Swung(SheetEvent):
    """A vehicle turned, and its footprint with it."""

    kind: ClassVar[str] = "cepheus.swung"
    by_deg: int = 0
    size: Size
    pos: Cell | None = None

    def changed(self, one: Combatant) -> Combatant:
        """Turn it."""
        facing = ((one.facing_deg or 0) + self.by_deg) % 360
        turned = one.replace(facing_deg=facing, size=self.size, pos=self.pos)
        sheet = sheet_of(one)
        if sheet.machine is None:
            return turned
        carried = sheet.machine.carried
        if carried is None:
            return turned
        machine = sheet.machine.went(carried=carried.replace(across=is_across(facing)))
        return turned.replace(sheet=sheet.replace(machine=machine))


class EvasionChanged(MachineEvent):
    """An evasive action began to count, or ended (negative)."""

    kind: ClassVar[str] = "cepheus.evasion_changed"
    by: int

    def made(self, machine: Machine) -> Machine:
        """Change the DM."""
        return machine.went(evasive_dm=machine.evasive_dm + self.by)


class ArcGained(MachineEvent):
    """A stunt lets a target count as in one arc more; none: that is over."""

    kind: ClassVar[str] = "cepheus.arc_gained"
    extra: ExtraArc | None = None

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(extra_arc=self.extra)


class Chained(MachineEvent):
    """A stunt helps the next check of the driver, or has done so (opposite sign)."""

    kind: ClassVar[str] = "cepheus.chained"
    by: int

    def made(self, machine: Machine) -> Machine:
        """Change the DM."""
        return machine.went(chain_dm=machine.chain_dm + self.by)


class FreeTurns(MachineEvent):
    """A stunt allows some manoeuvres at once; each one used counts down."""

    kind: ClassVar[str] = "cepheus.free_turns"
    by: int

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        return machine.went(free_turns=max(0, machine.free_turns + self.by))


class Pursued(MachineEvent):
    """A vehicle that is pursued weaves: whoever pursues weaves too, or breaks off (empty)."""

    kind: ClassVar[str] = "cepheus.pursued"
    behind: str = ""
    dm: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(weave_behind=self.behind, weave_dm=self.dm)


class PortUsed(MachineEvent):
    """Somebody fired out of one side."""

    kind: ClassVar[str] = "cepheus.port_used"
    by: str
    arc: ArcName

    def made(self, machine: Machine) -> Machine:
        """Note it until the round ends."""
        return machine.went(ports=(*machine.ports, Port(who=self.by, arc=self.arc)))


# --- seats ----------------------------------------------------------------------------------------


class Seated(SheetEvent):
    """Somebody took a seat, changed it, or left the vehicle (none)."""

    kind: ClassVar[str] = "cepheus.seated"
    place: Aboard | None

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(aboard=self.place)


class CrewCarried(MachineEvent):
    """The occupants of a vehicle are in their seats where it stands now."""

    kind: ClassVar[str] = "cepheus.crew_carried"
    pos: Cell | None
    facing_deg: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note the place; off the board there is none."""
        if self.pos is None:
            return machine.went(carried=None)
        across, (x, y) = is_across(self.facing_deg), self.pos
        carried = Carried(x=x, y=y, deg=self.facing_deg, across=across)
        return machine.went(carried=carried)


# --- repairs --------------------------------------------------------------------------------------


class PartsChanged(MachineEvent):
    """Spare parts were found, or used up (negative)."""

    kind: ClassVar[str] = "cepheus.parts_changed"
    by: int

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        return machine.replace(spare_parts=max(0, machine.spare_parts + self.by))


class Rigged(MachineEvent):
    """A hit was patched up for some hours; or the patch of a system is gone."""

    kind: ClassVar[str] = "cepheus.rigged"
    system: str = ""
    rig: JuryRig | None = None

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        if self.rig is not None:
            return machine.replace(jury_rigs=(*machine.jury_rigs, self.rig))
        gone = next((one for one in machine.jury_rigs if one.system == self.system), None)
        rest = tuple(one for one in machine.jury_rigs if one is not gone)
        return machine.replace(jury_rigs=rest)


class Travelled(SheetEvent):
    """A vehicle went some metres in its driver's turn, or stood still (0)."""

    kind: ClassVar[str] = "cepheus.travelled"
    metres: float = Field(ge=0)
    begins: bool = True
    """A new turn: what was travelled before is forgotten."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        before = 0.0 if self.begins else sheet.moved_m
        return sheet.replace(moved_m=before + self.metres)


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


MACHINE_EVENTS: tuple[type[Event], ...] = (
    HullLost, StructureLost, ArmorLost, SystemHit, LimbHit, WeaponHit, CargoLost, PowerFailed,
    ShutDown, BlewUp, Driven, Minded, SpeedChanged, Swung, EvasionChanged, ArcGained, Chained,
    FreeTurns, Pursued, PortUsed, Seated, CrewCarried, PartsChanged, Rigged, Travelled,
)  # fmt: skip
