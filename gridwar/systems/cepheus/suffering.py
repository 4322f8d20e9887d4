"""Taking harm: whoever is hit, a person is wounded and a machine loses Hull and systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.procedure import Procedure, call
from gridwar.systems.cepheus.aboard import machine_of
from gridwar.systems.cepheus.machines.hits import Blow, hit_machine
from gridwar.systems.cepheus.prices import spoil_aim
from gridwar.systems.cepheus.wounds import take_hit

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.systems.cepheus.wounds import Wound


def take_harm(table: Table, wound: Wound) -> Procedure[None]:
    """Let somebody suffer damage after armour, as what he is.

    Rules: CE-VDM-01, CE-VDM-16, CE-DMG-05, CE-DMG-06
    """
    if machine_of(table.now, wound.victim) is None:
        yield from take_hit(table, wound)
        return
    yield from spoil_aim(table, wound.victim, "hit")
    yield from call(hit_machine, Blow(wound.victim, wound.points), key="machine")
