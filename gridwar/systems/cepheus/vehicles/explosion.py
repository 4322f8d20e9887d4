"""A machine explodes: two zones round its squares, its occupants in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Cell, Procedure, Step, call, emit, must_exist, plays, say
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.attacks.attack_values import AttackResult
from gridwar.systems.cepheus.attacks.blast import blast_on, explode
from gridwar.systems.cepheus.attacks.blast_area import Burst, Caught
from gridwar.systems.cepheus.core.aboard import is_alive, machine_of, occupants
from gridwar.systems.cepheus.core.figures import modifiers
from gridwar.systems.cepheus.core.places import altitude_m
from gridwar.systems.cepheus.machines.hits import Explodes
from gridwar.systems.cepheus.machines.machine_events import BlewUp, StructureLost
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.harm.armor import Injury


@plays(Explodes)
def machine_explodes(table: Table, command: Explodes) -> Procedure[AttackResult]:
    """Play the explosion of a machine where it stands; off the board only those inside are near.

    Rules: CE-VDM-05, CE-EXP-01
    """
    yield from must_exist(table, command.who)
    machine = machine_of(table.now, command.who)
    if machine is not None and not machine.exploded:
        left = machine.structure
        if left >= 0:
            yield from emit(StructureLost(who=command.who, points=left + 1))
        yield from emit(BlewUp(who=command.who))
        now = min(left, -1)
        step = Step(label=_("Structure"), rule_id="CE-VDM-05", before=left, after=now)
        text = _("{who} explodes")
        yield from say(table, text, who=command.who, steps=(step,), tone="harm")
    one = table.now[command.who]
    pos, size, altitude = one.pos, one.size, one.altitude
    if pos is None:
        injuries = yield from _only_inside(table, command.who)
        return AttackResult(bool(injuries), injuries)
    cells = footprint(pos, size)
    up_m = altitude_m(table.now, altitude)
    burst = Burst(pos, modifiers().explosion, None, up_m, body=cells, inside=command.who)
    injuries = yield from call(explode, burst, key="blast")
    return AttackResult(bool(injuries), injuries, landing=pos)


def _only_inside(table: Table, vehicle: str) -> Procedure[tuple[Injury, ...]]:
    inside = [who for who in occupants(table.now, vehicle) if is_alive(table.now, who)]
    if not inside:
        return ()
    burst = Burst(Cell(0, 0), modifiers().explosion, inside=vehicle)
    caught = tuple(Caught(who, 0, 0.0) for who in inside)
    return (yield from blast_on(table, burst, caught))
