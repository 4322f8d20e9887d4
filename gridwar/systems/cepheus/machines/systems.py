"""The systems of a machine by their keys: names, hits on them, what is beyond repair.

Keys are words; those of weapons and limbs begin with ``weapon:`` and ``limb:``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.systems.cepheus.core.machine import DESTROYED_AT
from gridwar.systems.cepheus.machines.machine_events import (
    SYSTEM_FIELDS,
    HullLost,
    LimbHit,
    SystemHit,
    SystemName,
    WeaponHit,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.engine.kit import Event
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

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
    change_hull = partial(_hull_lost, who)
    yield Part(HULL, _("Hull"), gone, None, change_hull, machine.hull)
    for name, (field, room) in SYSTEM_FIELDS.items():
        change = partial(_system_hit, who, name)
        yield Part(name, _TITLES[name], getattr(machine, field), room, change)
    for gun in sheet.weapons:
        change = partial(_weapon_hit, who, gun.id)
        yield Part(f"weapon:{gun.id}", gun.name, gun.hits, DESTROYED_AT, change)
    for limb in machine.limbs:
        change = partial(_limb_hit, who, limb.id)
        yield Part(f"limb:{limb.id}", limb.name or limb.id, limb.hits, DESTROYED_AT, change)


def _hull_lost(who: str, by: int) -> Event:
    return HullLost(who=who, points=by)


def _system_hit(who: str, system: SystemName, by: int) -> Event:
    return SystemHit(who=who, system=system, hits=by)


def _weapon_hit(who: str, weapon: str, by: int) -> Event:
    return WeaponHit(who=who, weapon=weapon, hits=by)


def _limb_hit(who: str, limb: str, by: int) -> Event:
    return LimbHit(who=who, limb=limb, hits=by)
