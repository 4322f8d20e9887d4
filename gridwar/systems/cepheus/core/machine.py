"""Vehicles, robots and drones as the sheet knows them, and who sits where; plain readings of both.

Owns no change of any of it (``machines.machine_events``) and no rule
that needs a map.
"""

from __future__ import annotations

from math import floor
from typing import Final, Literal

from pydantic import Field

from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.model.references import CombatantId

MachineKind = Literal["vehicle", "robot", "drone"]
ArcName = Literal["front", "right", "rear", "left"]
Mount = Literal["front", "right", "rear", "left", "turret"]
ARCS: Final[tuple[ArcName, ...]] = ("front", "right", "rear", "left")

DESTROYED_AT: Final = 2
"""Hits that destroy a weapon, a limb, sensors, a computer."""
STAGES: Final = 3
"""Hits that drive and power plant have room for."""
HIT_DM: Final = -2
"""DM of what has been hit once."""
_HALF_TURN_DEG, _EIGHTH_DEG = 180, 45
_DRIVE: Final = ((0, 0), (10, -1), (25, -2))
"""Per cent of movement lost and DM on control checks, by hits on the drive."""


class Limb(Record):
    """An arm, a leg or another limb of a robot."""

    id: str = Field(description="Unique among its limbs.")
    name: str = Field(default="", description="What the card shows.")
    hits: int = Field(default=0, ge=0, le=2, description="Hits taken; two destroy it.")


class Cargo(Record):
    """One thing in the hold."""

    id: str = Field(description="What it is; unique in the hold.")
    lost: bool = Field(default=False, description="Destroyed.")


class ExtraArc(Record):
    """A stunt lets one target count as in one arc more, for a round."""

    target: CombatantId
    arc: ArcName
    round: int = Field(ge=0)


class Port(Record):
    """Somebody who fired out of an arc in this round."""

    who: CombatantId
    arc: ArcName


class JuryRig(Record):
    """A hit that is patched up for some hours."""

    system: str = Field(description="The system: drive, sensors, power_plant, computer, or an id.")
    hours: int = Field(ge=0, description="For how many hours it was patched up.")
    fails_at: int = Field(default=0, ge=0, description="When that is over, in rounds of the clock.")


class Carried(Record):
    """Where a vehicle stood when its occupants were in their seats last, and how it lay."""

    x: int = Field(description="Column of its top left square.")
    y: int = Field(description="Row of its top left square.")
    deg: int = Field(default=0, description="Where it faced.")
    across: bool = Field(default=False, description="Its footprint lies across the map.")

    @property
    def cell(self) -> Cell:
        """The square."""
        return Cell(self.x, self.y)


class Going(Record):
    """How a machine moves in the fight under way."""

    silent_round: int = Field(default=0, ge=0, description="Round in which a turn is lost.")
    carried: Carried | None = Field(
        default=None, title="Last seen", description="Where its occupants sat in it last."
    )
    driven_round: int = Field(default=0, ge=0, description="Round in which it was driven last.")
    upkeep_round: int = Field(
        default=0, ge=0, description="Round in which its driver has minded it."
    )
    turned_deg: int = Field(default=0, ge=0, description="Turned in that round, in degrees.")
    free_turns: int = Field(default=0, ge=0, le=10, description="Manoeuvres of a stunt left.")
    evasive_dm: int = Field(
        default=0, ge=-30, le=30, description="Effect of the evasive action under way."
    )
    extra_arc: ExtraArc | None = Field(default=None, description="Of a stunt.")
    chain_dm: int = Field(default=0, ge=-10, le=10, description="A stunt helps the next check.")
    weave_dm: int = Field(default=0, ge=-1000, le=0, description="A pursued vehicle weaves: DM.")
    weave_behind: CombatantId = Field(default="", description="The vehicle that weaves ahead (id).")
    ports: tuple[Port, ...] = Field(default=(), description="Who fired out in this round.")


class Machine(Record):
    """What makes a combatant a vehicle, a robot or a drone."""

    kind: MachineKind = Field(
        default="vehicle", description="A vehicle has a driver; robots and drones act themselves."
    )
    skill: str = Field(default="drive", description="Skill of its driver.")
    agility: int = Field(default=0, ge=-10, le=10, description="DM on all checks of its driver.")
    size_dm: int = Field(default=1, ge=-6, le=6, description="DM of attacks on it, for its size.")
    starship_scale: bool = Field(
        default=False, description="A ship: +4 to hit it, damage divided by 50."
    )
    top_speed_kph: int = Field(default=0, ge=0, le=20_000, description="Undamaged, in kph.")
    speed_kph: int = Field(default=0, ge=0, le=20_000, description="As it goes now, in kph.")
    closed: bool = Field(default=True, description="Closed: its occupants have cover.")
    military: bool = Field(default=False, description="Armoured throughout: hard cover.")
    seats: int = Field(default=1, ge=0, le=1000, description="Seats, that of the driver included.")
    hull: int = Field(default=1, ge=0, le=1000, description="Hull left.")
    hull_max: int = Field(default=1, ge=0, le=1000, title="Hull in full", description="Undamaged.")
    structure: int = Field(
        default=1, ge=-1000, le=1000, description="Structure left; destroyed at 0."
    )
    structure_max: int = Field(
        default=1, ge=0, le=1000, title="Structure in full", description="Undamaged."
    )
    armor_max: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        title="Armour in full",
        description="Undamaged; empty: not noted.",
    )
    limbs: tuple[Limb, ...] = Field(default=(), description="Limbs of a robot.")
    cargo: tuple[Cargo, ...] = Field(default=(), description="What is in the hold.")
    drive_hits: int = Field(default=0, ge=0, le=3, description="Hits on the drive.")
    sensor_hits: int = Field(default=0, ge=0, le=2, description="Hits on the sensors.")
    power_hits: int = Field(default=0, ge=0, le=3, description="Hits on the power plant.")
    computer_hits: int = Field(default=0, ge=0, le=2, description="Hits on the computer.")
    lost_rounds: int = Field(default=0, ge=0, le=100, description="Turns still lost.")
    shutdown_rounds: int = Field(default=0, ge=0, le=100, description="Rounds still shut down.")
    exploded: bool = Field(default=False, description="Blown up.")
    going: Going = Field(
        default=Going.constant(),
        title="On its way",
        description="What belongs to the fight under way.",
    )
    base_price: int = Field(default=0, ge=0, description="Price when new.")
    spare_parts: int = Field(default=0, ge=0, le=10_000, description="Parts for repairs.")
    jury_rigs: tuple[JuryRig, ...] = Field(default=(), description="What is only patched up.")

    @property
    def silent_round(self) -> int:
        """Round in which a turn is lost."""
        return self.going.silent_round

    @property
    def upkeep_round(self) -> int:
        """Round in which its driver has minded it."""
        return self.going.upkeep_round

    @property
    def driven_round(self) -> int:
        """Round in which it was driven last."""
        return self.going.driven_round

    @property
    def turned_deg(self) -> int:
        """Degrees turned in this round."""
        return self.going.turned_deg

    @property
    def free_turns(self) -> int:
        """Manoeuvres of a stunt left."""
        return self.going.free_turns

    @property
    def evasive_dm(self) -> int:
        """Effect of the evasive action under way."""
        return self.going.evasive_dm

    @property
    def extra_arc(self) -> ExtraArc | None:
        """What a stunt adds to its arcs."""
        return self.going.extra_arc

    @property
    def chain_dm(self) -> int:
        """What a stunt gives the next check."""
        return self.going.chain_dm

    @property
    def weave_dm(self) -> int:
        """The DM at which a pursuer has to weave."""
        return self.going.weave_dm

    @property
    def weave_behind(self) -> str:
        """The vehicle that weaves ahead."""
        return self.going.weave_behind

    @property
    def ports(self) -> tuple[Port, ...]:
        """Who fired out in this round."""
        return self.going.ports

    @property
    def carried(self) -> Carried | None:
        """Where its occupants sat in it last."""
        return self.going.carried

    def went(self, **changes: object) -> Machine:
        """Return it with some of what belongs to the fight changed."""
        return self.replace(going=self.going.replace(**changes))

    @property
    def is_robot(self) -> bool:
        """Tell whether it acts by itself.

        Rules: CE-VDM-16
        """
        return self.kind != "vehicle"

    @property
    def destroyed(self) -> bool:
        """Tell whether its Structure is used up.

        Rules: CE-VDM-05
        """
        return self.structure <= 0

    @property
    def disabled(self) -> bool:
        """Tell whether it is out of action for good: drive, power plant, a robot's computer.

        Rules: CE-VDM-07, CE-VDM-10, CE-VDM-15
        """
        no_mind = self.is_robot and self.computer_hits >= DESTROYED_AT
        return self.drive_hits >= STAGES or self.power_hits >= STAGES or no_mind

    @property
    def blind(self) -> bool:
        """Tell whether its sensors are destroyed.

        Rules: CE-VDM-09
        """
        return self.sensor_hits >= DESTROYED_AT

    @property
    def is_down(self) -> bool:
        """Tell whether a robot can do nothing at present; vehicles only when they are wrecks.

        Rules: CE-VDM-05, CE-VDM-15
        """
        return self.destroyed or (self.is_robot and (self.disabled or self.shutdown_rounds > 0))

    @property
    def is_damaged(self) -> bool:
        """Tell whether anything of it is hit."""
        hits = self.drive_hits + self.sensor_hits + self.power_hits + self.computer_hits
        return self.hull < self.hull_max or self.structure < self.structure_max or hits > 0

    def comms_sensor_dm(self) -> int | None:
        """Return the DM on Comms checks for its sensors; None where there are none left.

        Rules: CE-VDM-09
        """
        return None if self.blind else HIT_DM * self.sensor_hits

    def recon_dm(self) -> int | None:
        """Return the DM on a robot's Recon checks.

        Rules: CE-VDM-09
        """
        return self.comms_sensor_dm() if self.is_robot else 0


def _drive_stage(machine: Machine, *, cumulative: bool) -> tuple[int, int]:
    stages = _DRIVE[: machine.drive_hits + 1]
    if not cumulative:
        return stages[-1]
    return sum(one for one, _dm in stages), sum(dm for _lost, dm in stages)


def speed_limit_kph(machine: Machine, *, cumulative: bool = False) -> float:
    """Return what is left of the top speed.

    Args:
        machine: The machine.
        cumulative: The house rule: later hits on the drive add to the earlier ones.

    Rules: CE-VDM-07, CE-VDM-10
    """
    if machine.disabled or machine.destroyed:
        return 0
    lost, _dm = _drive_stage(machine, cumulative=cumulative)
    left = machine.top_speed_kph * (100 - lost) / 100
    return left / 2 if machine.power_hits >= DESTROYED_AT else left


def control_dm(machine: Machine, *, cumulative: bool = False) -> int | None:
    """Return the DM of a damaged drive on checks of the driver; None where nothing goes any more.

    Args:
        machine: The machine.
        cumulative: The house rule: later hits on the drive add to the earlier ones.

    Rules: CE-VDM-07
    """
    if machine.disabled or machine.destroyed:
        return None
    return _drive_stage(machine, cumulative=cumulative)[1]


def is_across(facing_deg: int) -> bool:
    """Tell whether something that faces this way lies across the map: nearer to left or right.

    Rules: CE-VEH-01
    """
    off = facing_deg % _HALF_TURN_DEG
    return _EIGHTH_DEG < off < _HALF_TURN_DEG - _EIGHTH_DEG


def squares_a_round(kph: float) -> int:
    """Return how far a vehicle gets in a round, in squares.

    Rules: CE-VEH-02
    """
    return floor(kph * 10 / 9 + 0.5)


def tens_of_kph(kph: float) -> int:
    """Return the tens of a speed, a part counting as a whole one.

    Rules: CE-VEH-07
    """
    return int(-(-kph // 10))


class Aboard(Record):
    """Somebody's place in a vehicle."""

    vehicle: CombatantId = Field(description="The vehicle (id).")
    seat: int = Field(default=1, ge=0, le=1000, description="0 drives; the others are passengers.")
    secured: bool = Field(default=True, description="Belted in.")
    arc: ArcName | None = Field(
        default=None, description="The side whose firing port is this one's; empty: any."
    )


def after_round(machine: Machine) -> Machine:
    """Return a machine at the start of a new round: a round less shut down, ports free again.

    Rules: CE-RND-05, CE-VDM-15, CE-VEH-04
    """
    left = max(0, machine.shutdown_rounds - 1)
    still = machine.replace(shutdown_rounds=left)
    return still.went(ports=(), free_turns=0, turned_deg=0)
