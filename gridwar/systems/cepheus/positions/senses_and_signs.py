"""By what somebody perceives others: eyes, sensors carried; and what they show of themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import ANY_DARKNESS, EYE, Sense, SenseKind, Sign
from gridwar.model.zones import Light
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import (
    enclosed_by,
    is_alive,
    is_vehicle,
    machine_of,
    occupants,
)
from gridwar.systems.cepheus.positions.visibility_and_sensors import (
    sensor_row,
    sensor_title,
    shown_by,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.core.person_records import SensorKind
    from gridwar.systems.cepheus.positions import visibility_and_sensors

_RULE = "CE-SEN-01"
_SIGNS: Mapping[visibility_and_sensors.Sign, Sign] = frozendict(
    {
        "warm": Sign.WARM,
        "living": Sign.LIVING,
        "moving": Sign.MOVING,
        "em_signature": Sign.EM,
    }
)


def senses_of(encounter: Encounter, who: str) -> tuple[Sense, ...]:
    """Return by what somebody perceives others.

    A machine whose sensors are destroyed is blind, and with it whoever is shut in; a vehicle sees
    by those aboard, and one that nobody is in sees nothing.

    Rules: CE-SEN-01, CE-SEN-02, CE-VDM-09
    """
    machine = machine_of(encounter, who)
    if machine is not None and (machine.blind or not _is_manned(encounter, who)):
        return ()
    shell = machine_of(encounter, enclosed_by(encounter, who))
    eyes = () if shell is not None and shell.blind else (EYE,)
    carried = (_sense_of(one.kind, one.range_m) for one in sheet_of(encounter[who]).sensors)
    return (*eyes, *(one for one in carried if one is not None))


def _is_manned(encounter: Encounter, who: str) -> bool:
    if not is_vehicle(encounter, who):
        return True
    return any(is_alive(encounter, one) for one in occupants(encounter, who))


@lru_cache(maxsize=64)
def _sense_of(kind: SensorKind, range_m: float | None) -> Sense | None:
    """Return as what a sensor shows others; None for one that does not."""
    row = sensor_row(kind)
    if row is None or not row.sense:
        return None
    return Sense(
        SenseKind(row.sense),
        sensor_title(kind),
        range_m,
        darkest=Light.DARK,
        through_darkness=0 if row.sense == "amplifier" else ANY_DARKNESS,
        through_smoke=row.smoke or row.walls,
        through_walls=row.walls,
        needs=_SIGNS.get(row.reveals),
        tells=row.tells,
        jammed_by=row.jammed_by,
        rule_id=_RULE,
    )


def signs_of(encounter: Encounter, who: str) -> frozenset[Sign]:
    """Return what somebody shows of itself to sensors.

    Rules: CE-SEN-01
    """
    shown = shown_by(encounter, who)
    return frozenset(sign for name, sign in _SIGNS.items() if shown.shows(name))
