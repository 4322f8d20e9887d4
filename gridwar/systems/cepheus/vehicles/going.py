"""Moving, whoever is moved: people walk, drivers drive, passengers get out first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Encounter,
    Move,
    Procedure,
    Role,
    Variant,
    offer,
    plays,
    refuse,
)
from gridwar.systems.cepheus.core.aboard import (
    driver_of,
    drives,
    is_vehicle,
)
from gridwar.systems.cepheus.core.headings import DRIVE, MOVE, for_people
from gridwar.systems.cepheus.core.state import is_hobbling, sheet_of, switches_of
from gridwar.systems.cepheus.movement import walking
from gridwar.systems.cepheus.movement.walking import SQUARE, move_price, tenths_a_move
from gridwar.systems.cepheus.vehicles.driving import Drive, drive
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.actions.action_costs import Price
    from gridwar.systems.cepheus.movement.walking import MoveResult
    from gridwar.systems.cepheus.vehicles.driving_path import Driving


@for_people
def _squares_a_move(encounter: Encounter, who: str) -> Iterator[Variant]:
    if not drives(encounter, who):
        hobbles = is_hobbling(sheet_of(encounter[who]), switches_of(encounter))
        squares = 1 if hobbles else tenths_a_move(encounter, who) // SQUARE
        note = ngettext("{n} square a move", "{n} squares a move", squares).format(n=squares)
        yield Variant(note=note)


def _driverless(encounter: Encounter, who: str) -> Iterator[Variant]:
    if is_vehicle(encounter, who) and driver_of(encounter, who) is None:
        yield Variant()


def _least_price(encounter: Encounter, command: Move) -> Price:
    return move_price(encounter, command.actor)


@offer(
    _("Move"),
    icon="footprints",
    group=MOVE,
    role=Role.MOVE,
    needs="path",
    price=_least_price,
    shortcut="M",
    each=_squares_a_move,
)
@offer(_("Drive"), icon="gauge", group=DRIVE, role=Role.MOVE, needs="path", each=_driverless)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[MoveResult | Driving]:
    """Move somebody along a path.

    Rules: CE-MIN-06, CE-VEH-02
    """
    who = command.actor
    driver: str | None = who if drives(table.now, who) else None
    if is_vehicle(table.now, who):
        driver = driver_of(table.now, who)
        if driver is None:
            text = _("Nobody drives {who}.")
            yield from refuse("no_driver", text, "CE-VEH-02", waivable=False, who=who)
    if driver is not None:
        maneuver = command.mode == "maneuver"
        driving: Driving = yield from drive(
            table, Drive(actor=driver, path=command.path, maneuver=maneuver)
        )
        return driving
    return (yield from walking.move(table, command))
