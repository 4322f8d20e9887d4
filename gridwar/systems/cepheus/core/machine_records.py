"""Vehicles, robots and drones as the sheet knows them, how they move, and who sits where."""

from __future__ import annotations

from math import floor
from typing import Final, Literal

from pydantic import Field

from gridwar.model.bounds import Amount, LargeAmount, Number, Rounds
from gridwar.model.combatant_references import CombatantId
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.field_declarations import flag, whole
from gridwar.text import _

ArcName = Literal["front", "right", "rear", "left"]


_HALF_TURN_DEG, _EIGHTH_DEG = 180, 45
MachineKind = Literal["vehicle", "robot", "drone"]
Mount = Literal[ArcName, "turret"]
ARCS: Final[tuple[ArcName, ...]] = ("front", "right", "rear", "left")

DESTROYED_AT: Final = 2
"""Hits that destroy a weapon, a limb, sensors, a computer."""
STAGES: Final = 3
"""Hits that drive and power plant have room for."""
HIT_DM: Final = -2
"""DM of what has been hit once."""
_DRIVE: Final = ((0, 0), (10, -1), (25, -2))
"""Per cent of movement lost and DM on control checks, by hits on the drive."""


class ExtraArc(Record):
    """A stunt lets one target count as in one arc more, to the driver's next turn."""

    target: CombatantId = Field(title=_("Target"), description=_("Who counts as in one arc more."))
    arc: ArcName = Field(title=_("Arc"))
    round: Rounds = Field(title=_("Since round"))


class Port(Record):
    """Somebody who fired out of an arc in this round."""

    who: CombatantId = Field(title=_("Who"))
    arc: ArcName = Field(title=_("Arc"))


class Carried(Record):
    """Where a vehicle stood when its occupants were in their seats last, and how it lay."""

    x: Number = Field(title=_("Column"), description=_("Column of its top left square."))
    y: Number = Field(title=_("Row"), description=_("Row of its top left square."))
    deg: Number = whole(_("Faced (degrees)"), _("Where it faced."))
    across: bool = flag(_("Across the map"), _("Its footprint lies across the map."))

    @property
    def cell(self) -> Cell:
        """The square."""
        return Cell(self.x, self.y)


class Going(Record):
    """How a machine moves in the fight under way."""

    silent_round: Rounds = whole(_("Turn lost in round"), _("Round in which a turn is lost."))
    carried: Carried | None = Field(
        default=None, title=_("Last seen"), description=_("Where its occupants sat in it last.")
    )
    driven_round: Rounds = whole(_("Driven in round"), _("Round in which it was driven last."))
    upkeep_round: Rounds = whole(
        _("Minded in round"), _("Round in which its driver has minded it.")
    )
    turned_deg: Amount = whole(
        _("Turned (degrees)"), _("Turned in the round in which it was driven.")
    )
    free_turns: int = whole(_("Free manoeuvres"), _("Manoeuvres of a stunt left."), most=10)
    evasive_dm: int = whole(
        _("Evasive action (DM)"), _("Effect of the evasive action under way."), least=-30, most=30
    )
    extra_arc: ExtraArc | None = Field(
        default=None, title=_("Extra arc"), description=_("Of a stunt.")
    )
    chain_dm: int = whole(
        _("Help of a stunt (DM)"), _("A stunt helps the next check."), least=-10, most=10
    )
    weave_dm: int = whole(
        _("Weaving (DM)"), _("A pursued vehicle weaves: DM."), least=-1000, most=0
    )
    weave_behind: CombatantId = Field(
        default="", title=_("Weaves behind"), description=_("The vehicle that weaves ahead.")
    )
    ports: tuple[Port, ...] = Field(
        default=(), title=_("Fired out"), description=_("Who fired out in this round.")
    )


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


def is_across(facing_deg: int) -> bool:
    """Return whether something that faces this way lies across the map: nearer to left or right.

    Rules: CE-VEH-01
    """
    off = facing_deg % _HALF_TURN_DEG
    return _EIGHTH_DEG < off < _HALF_TURN_DEG - _EIGHTH_DEG


class Limb(Record):
    """An arm, a leg or another limb of a robot."""

    id: str = Field(description="Unique among its limbs.")
    name: str = Field(default="", title=_("Limb"), description=_("What the card shows."))
    hits: int = whole(_("Hits taken"), _("Two destroy it."), most=2)


class Cargo(Record):
    """One thing in the hold."""

    id: str = Field(title=_("Thing"), description=_("What it is."))
    lost: bool = flag(_("Destroyed"))


class JuryRig(Record):
    """A hit that is patched up for some hours."""

    system: str = Field(
        title=_("System"),
        description=_("The system: drive, sensors, power_plant, computer, or an id."),
    )
    hours: Amount = Field(title=_("Hours"), description=_("For how many hours it was patched up."))
    fails_at: Rounds = whole(
        _("Fails at (rounds)"), _("When that is over, in rounds of the clock.")
    )


class Machine(Record):
    """What makes a combatant a vehicle, a robot or a drone."""

    kind: MachineKind = Field(
        default="vehicle",
        title=_("Kind"),
        description=_("A vehicle has a driver; robots and drones act themselves."),
    )
    skill: str = Field(
        default="drive", title=_("Driver's skill"), description=_("Skill of its driver.")
    )
    agility: int = whole(
        _("Agility (DM)"), _("DM on all checks of its driver."), least=-10, most=10
    )
    size_dm: int = whole(
        _("Size (DM)"), _("DM of attacks on it, for its size."), default=1, least=-6, most=6
    )
    starship_scale: bool = flag(
        _("Starship scale"), _("A ship: +4 to hit it, damage divided by 50.")
    )
    top_speed_kph: int = whole(_("Top speed (kph)"), _("Undamaged."), most=20_000)
    speed_kph: int = whole(_("Speed now (kph)"), _("As it goes now."), most=20_000)
    closed: bool = flag(_("Closed"), _("Its occupants have cover."), default=True)
    military: bool = flag(_("Military"), _("Armoured throughout: hard cover."))
    seats: int = whole(_("Seats"), _("Seats, that of the driver included."), default=1, most=1000)
    hull: int = Field(default=1, ge=0, le=1000, title=_("Hull left"))
    hull_max: int = Field(default=1, ge=0, le=1000, title=_("Hull"), description=_("Undamaged."))
    structure: int = whole(
        _("Structure left"), _("Destroyed at 0."), default=1, least=-1000, most=1000
    )
    structure_max: int = whole(_("Structure"), _("Undamaged."), default=1, most=1000)
    armor_max: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        title=_("Armour"),
        description=_("Undamaged; empty: not noted."),
    )
    limbs: tuple[Limb, ...] = Field(
        default=(), title=_("Limbs"), description=_("Limbs of a robot.")
    )
    cargo: tuple[Cargo, ...] = Field(
        default=(), title=_("Cargo"), description=_("What is in the hold.")
    )
    drive_hits: int = Field(default=0, ge=0, le=3, title=_("Hits on the drive"))
    sensor_hits: int = Field(default=0, ge=0, le=2, title=_("Hits on the sensors"))
    power_hits: int = Field(default=0, ge=0, le=3, title=_("Hits on the power plant"))
    computer_hits: int = Field(default=0, ge=0, le=2, title=_("Hits on the computer"))
    lost_rounds: int = whole(_("Turns lost"), _("Turns still lost."), most=100)
    shutdown_rounds: int = whole(_("Shut down (rounds)"), _("Rounds still shut down."), most=100)
    exploded: bool = flag(_("Exploded"), _("Blown up."))
    going: Going = Field(
        default=Going.constant(),
        title=_("On its way"),
        description=_("What belongs to the fight under way."),
    )
    base_price: LargeAmount = whole(_("Price when new"), _("In credits."))
    spare_parts: int = whole(_("Spare parts"), _("Parts for repairs."), most=10_000)
    jury_rigs: tuple[JuryRig, ...] = Field(
        default=(), title=_("Jury rigs"), description=_("What is only patched up.")
    )

    def went(self, **changes: object) -> Machine:
        """Return it with some of what belongs to the fight changed."""
        return self.replace(going=self.going.replace(**changes))

    @property
    def is_robot(self) -> bool:
        """Return whether it acts by itself.

        Rules: CE-VDM-16
        """
        return self.kind != "vehicle"

    @property
    def destroyed(self) -> bool:
        """Return whether its Structure is used up.

        Rules: CE-VDM-05
        """
        return self.structure <= 0

    @property
    def disabled(self) -> bool:
        """Return whether it is out of action for good: power plant, a robot's computer.

        A vehicle without drive is, too; a robot stands still and acts on.

        Rules: CE-VDM-07, CE-VDM-10, CE-VDM-15
        """
        if self.is_robot:
            return self.power_hits >= STAGES or self.computer_hits >= DESTROYED_AT
        return self.drive_hits >= STAGES or self.power_hits >= STAGES

    @property
    def is_stuck(self) -> bool:
        """Return whether it can no longer move.

        Rules: CE-VDM-07, CE-VDM-10
        """
        return self.destroyed or self.disabled or self.drive_hits >= STAGES

    @property
    def blind(self) -> bool:
        """Return whether its sensors are destroyed.

        Rules: CE-VDM-09
        """
        return self.sensor_hits >= DESTROYED_AT

    def sensor_dm(self, skill: str) -> int | None:
        """Return the DM on checks of a skill that are made with its sensors.

        A robot looks round with them too: Recon. None where there are no sensors left.

        Rules: CE-VDM-09
        """
        if skill != "comms" and not (self.is_robot and skill == "recon"):
            return 0
        return None if self.blind else HIT_DM * self.sensor_hits

    @property
    def is_down(self) -> bool:
        """Return whether a robot can do nothing at present; vehicles only when they are wrecks.

        Rules: CE-VDM-05, CE-VDM-15
        """
        return self.destroyed or (self.is_robot and (self.disabled or self.shutdown_rounds > 0))

    @property
    def is_damaged(self) -> bool:
        """Return whether anything of it is hit."""
        hits = self.drive_hits + self.sensor_hits + self.power_hits + self.computer_hits
        return self.hull < self.hull_max or self.structure < self.structure_max or hits > 0

    def drive_stage(self, *, cumulative: bool) -> tuple[int, int]:
        """Return per cent of movement lost and the DM on control checks, by hits on the drive.

        ``cumulative``, here and below, is the house rule: later hits add to the earlier ones.

        Rules: CE-VDM-07
        """
        stages = _DRIVE[: self.drive_hits + 1]
        if not cumulative:
            return stages[-1]
        return sum(one for one, _dm in stages), sum(dm for _lost, dm in stages)

    def movement_left(self, *, cumulative: bool = False) -> float:
        """Return how much of its movement is left, 0 to 1.

        Rules: CE-VDM-07, CE-VDM-10
        """
        if self.is_stuck:
            return 0
        lost, _dm = self.drive_stage(cumulative=cumulative)
        return (100 - lost) / (200 if self.power_hits >= DESTROYED_AT else 100)

    def speed_limit_kph(self, *, cumulative: bool = False) -> float:
        """Return what is left of the top speed.

        Rules: CE-VDM-07, CE-VDM-10
        """
        return self.top_speed_kph * self.movement_left(cumulative=cumulative)

    def control_dm(self, *, cumulative: bool = False) -> int | None:
        """Return the DM of a damaged drive on checks of the driver; None where nothing goes.

        Rules: CE-VDM-07
        """
        return None if self.is_stuck else self.drive_stage(cumulative=cumulative)[1]


class Aboard(Record):
    """Somebody's place in a vehicle."""

    vehicle: CombatantId = Field(title=_("Vehicle"), description=_("The vehicle that it is in."))
    seat: int = whole(_("Seat"), _("0 drives; the others are passengers."), default=1, most=1000)
    secured: bool = flag(_("Belted in"), default=True)
    arc: ArcName | None = Field(
        default=None,
        title=_("Firing port"),
        description=_("The side whose firing port is this one's; empty: any."),
    )


def after_round(machine: Machine) -> Machine:
    """Return a machine at the start of a new round: a round less shut down, ports free again.

    Rules: CE-RND-05, CE-VDM-15, CE-VEH-04
    """
    left = max(0, machine.shutdown_rounds - 1)
    still = machine.replace(shutdown_rounds=left)
    return still.went(ports=(), free_turns=0, turned_deg=0)
