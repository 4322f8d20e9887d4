"""Moving, whoever is moved: people walk, drivers drive, passengers get out first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, require_none
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions import walking
from gridwar.systems.cepheus.core.aboard import driver_of, drives, is_vehicle
from gridwar.systems.cepheus.vehicles.driving import Drive, drive
from gridwar.systems.cepheus.vehicles.tending import why_not_walk
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Move, Table
    from gridwar.systems.cepheus.actions.walking import MoveResult
    from gridwar.systems.cepheus.vehicles.driving_path import Driving


def move(table: Table, command: Move) -> Procedure[MoveResult | Driving]:
    """Move somebody along a path.

    Rules: CE-MIN-06, CE-VEH-02
    """
    who = command.actor or ""
    driver: str | None = who if drives(table.now, who) else None
    if is_vehicle(table.now, who):
        driver = driver_of(table.now, who)
        if driver is None:
            text = _("Nobody drives {name}.").format(name=table.now[who].name)
            yield from require_none(Refusal("no_driver", text, ("CE-VEH-02",), waivable=False))
    if driver is not None:
        maneuver = command.mode == "maneuver"
        driving: Driving = yield from drive(
            table, Drive(actor=driver, path=command.path, maneuver=maneuver)
        )
        return driving
    yield from require_none(why_not_walk(table.now, who))
    result: MoveResult = yield from walking.move(table, command)
    return result
