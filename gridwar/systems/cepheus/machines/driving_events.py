"""How vehicles go, what their drivers do with them, and who sits where in them.

Events say what changed; damage and repairs are ``machine_events``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gridwar.engine.kit import SheetEvent
from gridwar.model.geometry import Cell, Size
from gridwar.systems.cepheus.core.machine import (
    Aboard,
    ArcName,
    Carried,
    ExtraArc,
    Machine,
    Port,
    is_across,
)
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.machines.machine_events import MachineEvent

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

# --- driving --------------------------------------------------------------------------------------


class Driven(MachineEvent):
    """A vehicle was driven in a round, or went on by itself."""

    round: int
    turned_deg: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note it; turns of one round add up."""
        turned = machine.turned_deg + self.turned_deg
        return machine.went(driven_round=self.round, turned_deg=turned)


class Minded(MachineEvent):
    """The driver spent an action on driving in a round."""

    round: int

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(upkeep_round=self.round)


class SpeedChanged(MachineEvent):
    """A vehicle goes faster, or slower (negative)."""

    by_kph: int

    def made(self, machine: Machine) -> Machine:
        """Change it."""
        return machine.replace(speed_kph=max(0, machine.speed_kph + self.by_kph))


class Swung(SheetEvent):
    """A vehicle turned, and its footprint with it."""

    size: Size
    by_deg: int = 0
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

    by: int

    def made(self, machine: Machine) -> Machine:
        """Change the DM."""
        return machine.went(evasive_dm=machine.evasive_dm + self.by)


class ArcGained(MachineEvent):
    """A stunt lets a target count as in one arc more; none: that is over."""

    extra: ExtraArc | None = None

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(extra_arc=self.extra)


class Chained(MachineEvent):
    """A stunt helps the next check of the driver, or has done so (opposite sign)."""

    by: int

    def made(self, machine: Machine) -> Machine:
        """Change the DM."""
        return machine.went(chain_dm=machine.chain_dm + self.by)


class FreeTurns(MachineEvent):
    """A stunt allows some manoeuvres at once; each one used counts down."""

    by: int

    def made(self, machine: Machine) -> Machine:
        """Count them."""
        return machine.went(free_turns=max(0, machine.free_turns + self.by))


class Pursued(MachineEvent):
    """A vehicle that is pursued weaves: whoever pursues weaves too, or breaks off (empty)."""

    behind: str = ""
    dm: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note it."""
        return machine.went(weave_behind=self.behind, weave_dm=self.dm)


class PortUsed(MachineEvent):
    """Somebody fired out of one side."""

    by: str
    arc: ArcName

    def made(self, machine: Machine) -> Machine:
        """Note it until the round ends."""
        return machine.went(ports=(*machine.ports, Port(who=self.by, arc=self.arc)))


class Travelled(SheetEvent):
    """A vehicle went some metres in its driver's turn, or stood still (0)."""

    metres: Annotated[float, Meta(ge=0)]
    begins: bool = True
    """A new turn: what was travelled before is forgotten."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        before = 0.0 if self.begins else sheet.moved_m
        return sheet.replace(moved_m=before + self.metres)


# --- seats ----------------------------------------------------------------------------------------


class Seated(SheetEvent):
    """Somebody took a seat, changed it, or left the vehicle (none)."""

    place: Aboard | None

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(aboard=self.place)


class CrewCarried(MachineEvent):
    """The occupants of a vehicle are in their seats where it stands now."""

    pos: Cell | None
    facing_deg: int = 0

    def made(self, machine: Machine) -> Machine:
        """Note the place; off the board there is none."""
        if self.pos is None:
            return machine.went(carried=None)
        across, (x, y) = is_across(self.facing_deg), self.pos
        carried = Carried(x=x, y=y, deg=self.facing_deg, across=across)
        return machine.went(carried=carried)
