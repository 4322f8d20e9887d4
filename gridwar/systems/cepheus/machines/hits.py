"""Damage to a vehicle, a robot or a drone: how many hits, where each goes, and the end of it.

What a location suffers is ``locations``; the explosion that may follow is played by
``vehicles.explosion``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, call, emit, fold, play, roll
from gridwar.model.command import Command
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.core.aboard import occupants
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.systems.cepheus.machines.hit_words import hits_trace, location_trace
from gridwar.systems.cepheus.machines.locations import (
    OneHit,
    Report,
    machine_hit,
    strike_location,
)
from gridwar.systems.cepheus.machines.machine_events import BlewUp
from gridwar.systems.cepheus.machines.tables import hits_for, location_at
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


class Explodes(Command):
    """Let a machine explode with everybody in it (it follows from damage, or the GM says so)."""

    kind: ClassVar[str] = "cepheus.machine_explodes"
    who: str


class Blow(NamedTuple):
    """Damage after armour to a machine."""

    who: str
    points: int


class Entry(NamedTuple):
    """One entry of the hits: how many hits on one location, out of how much damage."""

    who: str
    hits: int
    points: int
    number: int


def hit_machine(table: Table, blow: Blow) -> Procedure[Report]:
    """Let a machine suffer damage: every hit of the attack, then the look at what is left.

    Rules: CE-VDM-01, CE-VDM-05, CE-CORE-10
    """
    encounter = table.now
    hits = hits_for(blow.points, switches_of(encounter))
    before = machine_hit(encounter, blow.who).structure
    if hits and not table.rehearsal:
        yield from emit(Explained(trace=hits_trace(table, blow.who, blow.points, hits)))
    felt = blow.points if occupants(table.now, blow.who) else 0
    entries = tuple(Entry(blow.who, one, felt, at) for at, one in enumerate(hits, 1))
    report: Report = yield from call(_all_hits, (blow.who, entries, before), key="hits")
    return Report() if table.rehearsal else replace(report, hits=hits)


def _all_hits(table: Table, blow: tuple[str, tuple[Entry, ...], int]) -> Procedure[Report]:
    """Play all hits of a blow, then what follows from them; equal hits are odds worked out once.

    Rules: CE-VDM-01, CE-VDM-05
    """
    who, entries, before = blow
    report: Report = yield from fold(_one_entry, entries, Report(), key="hit")
    burst = yield from end_of_blow(table, who, before)
    return report.plus(burst)


def end_of_blow(table: Table, who: str, structure_before: int) -> Procedure[Report]:
    """Play what follows once all hits of an attack are done: destroyed, or blown up.

    Rules: CE-VDM-05
    """
    machine = machine_hit(table.now, who)
    if structure_before <= 0 or not machine.destroyed:
        return Report()
    name = table.now[who].name
    if not table.rehearsal:
        text = _("{name} is destroyed").format(name=name)
        step = Step(
            label=_("Structure"),
            rule_id="CE-VDM-05",
            before=structure_before,
            after=machine.structure,
        )
        yield from emit(Explained(trace=Trace(title=text, steps=(step,), tone="harm")))
    if machine.structure >= 0:
        return Report()
    yield from emit(BlewUp(who=who))
    result = yield from play(Explodes(who=who), key="explosion")
    injuries = tuple(getattr(result, "injuries", ()))
    return Report() if table.rehearsal else Report(injuries=injuries)


def _one_entry(table: Table, entry: Entry, so_far: Report) -> Procedure[Report]:
    """Roll the location of one entry, and let all its hits go there one after another.

    Rules: CE-VDM-01, CE-VDM-03
    """
    label = _("Hit location")
    rolled = yield from roll("2d6", sum, key="location", owner=None, label=label)
    encounter = table.now
    machine = machine_hit(encounter, entry.who)
    is_inside = (
        machine.hull <= 0 and switches_of(encounter).internal_damage_mode == "internal_column"
    )
    column = "robot" if machine.is_robot else "internal" if is_inside else "external"
    location = location_at(rolled, column)  # type: ignore[arg-type]  # one of the three columns
    single = OneHit(entry.who, location, entry.points, rolled)
    report = yield from call(several, (single, entry.hits), key="location")
    if table.rehearsal:
        return so_far
    name, went = table.now[entry.who].name, (location, *report.locations)
    yield from emit(Explained(trace=location_trace(name, entry.hits, rolled, went)))
    return so_far.plus(Report((), (rolled,), (location,))).plus(report)


def several(table: Table, hits: tuple[OneHit, int]) -> Procedure[Report]:
    """Apply some hits on one location, one after another.

    Rules: CE-VDM-04
    """
    single, count = hits
    report: Report = yield from fold(_apply, (single,) * count, Report(), key="single")
    return report


def _apply(table: Table, hit: OneHit, so_far: Report) -> Procedure[Report]:
    found = yield from strike_location(table, hit)
    return so_far if table.rehearsal else so_far.plus(found)
