"""What of a machine can be hit: locations by the tables, systems by their keys, both in words.

The tables are ``rules/cepheus/machine_damage.toml``. Keys of systems are words; those of weapons
and limbs begin with ``weapon:`` and ``limb:``.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Step
from gridwar.model.bounds import AtLeastOne
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.machine_records import DESTROYED_AT, STAGES
from gridwar.systems.cepheus.machines.machine_damage_events import (
    SYSTEM_FIELDS,
    HullLost,
    LimbHit,
    SystemHit,
    SystemName,
    WeaponHit,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.engine.kit import Event
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

LocationName = Literal[
    "hull",
    "structure",
    "armor",
    "sensors",
    "drive",
    "weapon",
    "power_plant",
    "cargo",
    "passengers",
    "computers",
    "computer",
    "cockpit",
    "weapon_or_limb",
    "limb",
]
Column = Literal["external", "internal", "robot"]

LAST_ROW = 33
"""The last damage that the table names."""
SINGLE, DOUBLE = 1, 2
POINTS_FOR_SINGLE, POINTS_FOR_DOUBLE = 3, 6


class HitRow(Record):
    """Hits for damage up to and including ``to``."""

    to: AtLeastOne
    hits: tuple[Annotated[int, Field(ge=1, le=100)], ...]
    """How bad each is: 1 single, 2 double, 3 triple."""


class LocationRow(Record):
    """What 2D6 mean in each column."""

    roll: int = Field(ge=2, le=12)
    external: LocationName
    internal: LocationName
    robot: LocationName


class DamageTables(Record):
    """``machine_damage.toml``."""

    rows: tuple[HitRow, ...] = Field(min_length=1)
    locations: Annotated[tuple[LocationRow, ...], EveryRow("roll")]


@lru_cache(maxsize=1)
def tables() -> DamageTables:
    """Return the tables."""
    return read_table(rules_folder("cepheus"), "machine_damage.toml", DamageTables)


def hits_for(damage: int, switches: CepheusSwitches) -> tuple[int, ...]:
    """Return the hits that damage after armour does: 1 single, 2 double, 3 triple.

    Args:
        damage: Points after armour.
        switches: The house rules, for what comes after the last row.

    Rules: CE-VDM-01, CE-VDM-02
    """
    if damage <= 0:
        return ()
    rows = tables().rows
    found = next((row.hits for row in rows if damage <= row.to), None)
    if found is not None:
        return found
    last = rows[-1].hits
    over = damage - (LAST_ROW - POINTS_FOR_SINGLE + 1)
    doubles, singles = over // POINTS_FOR_DOUBLE, over // POINTS_FOR_SINGLE
    if switches.damage_over_33 == "pattern":
        singles = over % POINTS_FOR_DOUBLE // POINTS_FOR_SINGLE
    return (*last, *(DOUBLE,) * doubles, *(SINGLE,) * singles)


def location_at(roll: int, column: Column) -> LocationName:
    """Return the location of a roll of 2D6 in a column.

    Rules: CE-VDM-03
    """
    row = next(row for row in tables().locations if row.roll == roll)
    found: LocationName = getattr(row, column)
    return found


HULL: Final = "hull"
_TITLES: Final[Mapping[SystemName, str]] = {
    "drive": _("Drive"),
    "sensors": _("Sensors"),
    "power_plant": _("Power plant"),
    "computer": _("Computer"),
}


class Part(Struct, frozen=True):
    """A system of a machine, a weapon, a limb or its Hull.

    Attributes:
        key: Its name in commands.
        title: Its name for the reader.
        hits: Hits on it; of the Hull the points that are gone.
        room: Hits that destroy it, which no spare parts mend; None for the Hull.
        change: Makes the event of so many hits more (negative: fewer).
        left: Of the Hull the points that are left; None for what has hits alone.
    """

    key: str
    title: str
    hits: int
    room: int | None
    change: Callable[[int], Event]
    left: int | None = None

    @property
    def is_destroyed(self) -> bool:
        """Return whether it is beyond repair with spare parts.

        Rules: CE-REP-04
        """
        return self.room is not None and self.hits >= self.room


def parts_of(who: str, sheet: CepheusSheet) -> Mapping[str, Part]:
    """Return all that can be hit and repaired of a machine by its key, its Hull first."""
    return frozendict({one.key: one for one in _parts(who, sheet)})


def _parts(who: str, sheet: CepheusSheet) -> Iterator[Part]:
    machine = sheet.machine
    if machine is None:
        return
    gone = machine.hull_max - machine.hull
    change = _counting(partial(HullLost, who=who), "points")
    yield Part(HULL, _("Hull"), gone, None, change, machine.hull)
    for name, (field, room) in SYSTEM_FIELDS.items():
        change = _counting(partial(SystemHit, who=who, system=name))
        yield Part(name, _TITLES[name], getattr(machine, field), room, change)
    for gun in sheet.weapons:
        change = _counting(partial(WeaponHit, who=who, weapon=gun.id))
        yield Part(f"weapon:{gun.id}", gun.name, gun.hits, DESTROYED_AT, change)
    for limb in machine.limbs:
        change = _counting(partial(LimbHit, who=who, limb=limb.id))
        yield Part(f"limb:{limb.id}", limb.name or limb.id, limb.hits, DESTROYED_AT, change)


def _counting(event: Callable[..., Event], field: str = "hits") -> Callable[[int], Event]:
    """Return what makes an event of so many hits, or points."""
    return lambda by: event(**{field: by})


class Reading(NamedTuple):
    """A value of a machine that hits change, and in words what it means now."""

    label: str
    rule_id: str
    value: int
    words: str = ""


def figures_of(sheet: CepheusSheet) -> tuple[Reading, ...]:
    """Return the figures of a machine that hits change, always in the same order.

    Rules: CE-VDM-04, CE-VDM-05, CE-VDM-06, CE-VDM-07, CE-VDM-08, CE-VDM-09, CE-VDM-10, CE-VDM-11,
        CE-VDM-13, CE-VDM-15
    """
    machine = sheet.machine
    if machine is None:
        return ()
    return (
        Reading(_("Armour"), "CE-VDM-06", sheet.armor),
        Reading(_("Hull"), "CE-VDM-04", machine.hull),
        Reading(_("Structure"), "CE-VDM-05", machine.structure),
        *_systems(machine),
        *(Reading(one.name, "CE-VDM-08", one.hits, _device(one.hits)) for one in sheet.weapons),
        *(
            Reading(one.name or one.id, "CE-VDM-11", one.hits, _device(one.hits))
            for one in machine.limbs
        ),
        *(Reading(one.id, "CE-VDM-13", one.lost, _("destroyed")) for one in machine.cargo),
    )


def _systems(machine: Machine) -> Iterator[Reading]:
    words = _("disabled")
    if machine.drive_hits < STAGES:
        lost, dm = machine.drive_stage(cumulative=False)
        words = _("-{lost} % movement, {dm} on control").format(lost=lost, dm=dm)
    yield Reading(_("Drive"), "CE-VDM-07", machine.drive_hits, words)
    words = _("destroyed: blind") if machine.blind else _("-2 on Comms checks for sensors")
    yield Reading(_("Sensors"), "CE-VDM-09", machine.sensor_hits, words)
    stages = ("", _("a turn lost"), _("half the movement"), _("destroyed: disabled"))
    yield Reading(_("Power plant"), "CE-VDM-10", machine.power_hits, stages[machine.power_hits])
    words = _("destroyed") if machine.computer_hits >= DESTROYED_AT else _("disabled")
    if machine.shutdown_rounds:
        words = _("shut down for {n} rounds").format(n=machine.shutdown_rounds)
    yield Reading(_("Computer"), "CE-VDM-15", machine.computer_hits, words)


def _device(hits: int) -> str:
    return _("destroyed") if hits >= DESTROYED_AT else _("-2 on its use")


def changes(before: tuple[Reading, ...], after: tuple[Reading, ...]) -> Iterator[Step]:
    """Yield what differs between a machine before and after some hits."""
    for was, now in zip(before, after, strict=True):
        if was.value == now.value:
            continue
        label, rule_id, value, words = now
        if words:
            yield Step(label=label, rule_id=rule_id, after=words)
        else:
            yield Step(label=label, rule_id=rule_id, before=was.value, after=value)


def hits_words(hits: int) -> str:
    """Return a number of hits in words."""
    return ngettext("{n} hit", "{n} hits", hits).format(n=hits)


def location_title(location: LocationName) -> str:
    """Return the name of a location as the player reads it."""
    return {
        "hull": _("Hull"),
        "structure": _("Structure"),
        "armor": _("Armour"),
        "sensors": _("Sensors"),
        "drive": _("Drive"),
        "weapon": _("Weapon"),
        "power_plant": _("Power plant"),
        "cargo": _("Cargo"),
        "passengers": _("Passengers"),
        "computers": _("Computer"),
        "computer": _("Computer"),
        "cockpit": _("Cockpit"),
        "weapon_or_limb": _("Weapon or limb"),
        "limb": _("Limb"),
    }[location]
