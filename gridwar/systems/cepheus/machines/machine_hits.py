"""Damage to a vehicle, a robot or a drone: how many hits, where each goes, and the end of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace

from gridwar.engine.kit import (
    Command,
    Encounter,
    Procedure,
    Step,
    Variant,
    call,
    emit,
    fold,
    play,
    roll,
    say,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_at, machine_of, occupants
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.offers_and_headings import offer_by_gm
from gridwar.systems.cepheus.machines.hit_location_effects import OneHit, Report, strike_location
from gridwar.systems.cepheus.machines.machine_damage_events import BlewUp
from gridwar.systems.cepheus.machines.machine_parts import (
    Reading,
    changes,
    figures_of,
    hits_for,
    hits_words,
    location_at,
    location_title,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.machines.machine_parts import Column, LocationName


def _any_machine(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    if machine_of(encounter, who) is None:
        return ()
    zone = _("{n}D6 to {m:g} m")
    note = ", ".join(zone.format(n=one.dice, m=one.radius_m) for one in modifiers().explosion)
    return (Variant(note=note),)


@offer_by_gm(_("Let it explode"), icon="flame", about="who", id="explode", each=_any_machine)
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

    Rules: CE-VDM-01, CE-VDM-05, CE-VDM-12, CE-VDM-14, CE-CORE-10
    """
    encounter = table.now
    hits = hits_for(blow.points, switches_of(encounter))
    before = machine_at(encounter, blow.who).structure
    if hits:
        yield from _say_hits(table, blow, hits)
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
    machine = machine_at(table.now, who)
    if structure_before <= 0 or not machine.destroyed:
        return Report()
    left, label = machine.structure, _("Structure")
    step = Step(label=label, rule_id="CE-VDM-05", before=structure_before, after=left)
    yield from say(table, _("{who} is destroyed"), who=who, steps=(step,), tone="harm")
    if left >= 0:
        return Report()
    yield from emit(BlewUp(who=who))
    result = yield from play(Explodes(who=who), key="explosion")
    injuries = tuple(getattr(result, "injuries", ()))
    return Report() if table.rehearsal else Report(injuries=injuries)


def _one_entry(table: Table, entry: Entry, so_far: Report) -> Procedure[Report]:
    """Roll the location of one entry, and let all its hits go there one after another.

    Rules: CE-VDM-01, CE-VDM-03
    """
    label = _("Hit location on {name}").format(name=table.now[entry.who].name)
    rolled = yield from roll("2d6", sum, key="location", owner=None, label=label)
    encounter = table.now
    machine = machine_at(encounter, entry.who)
    is_inside = (
        machine.hull <= 0 and switches_of(encounter).internal_damage_mode == "internal_column"
    )
    column: Column = "robot" if machine.is_robot else "internal" if is_inside else "external"
    location = location_at(rolled, column)
    single = OneHit(entry.who, location, entry.points, rolled)
    before = () if table.rehearsal else figures_of(sheet_of(encounter[entry.who]))
    yield from _say_rolled(table, entry, rolled, location)
    report = yield from call(several, (single, entry.hits), key="location")
    if table.rehearsal:
        return so_far
    yield from say_changes(table, entry.who, before, (location, *report.locations))
    return so_far.plus(Report((), (rolled,), (location,))).plus(report)


def several(table: Table, hits: tuple[OneHit, int]) -> Procedure[Report]:
    """Apply some hits on one location, one after another.

    Rules: CE-VDM-04
    """
    single, count = hits
    return (yield from fold(_apply, (single,) * count, Report(), key="single"))


def _apply(table: Table, hit: OneHit, so_far: Report) -> Procedure[Report]:
    found = yield from strike_location(table, hit)
    return so_far if table.rehearsal else so_far.plus(found)


def _severity_words(hits: tuple[int, ...]) -> str:
    """Return hits as the table names them."""
    titles = {1: _("Single"), 2: _("Double"), 3: _("Triple")}
    return ", ".join(titles[one] for one in hits)


def _say_hits(table: Table, blow: Blow, hits: tuple[int, ...]) -> Procedure[None]:
    """Write what a blow amounts to into the log."""
    step = Step(label=_severity_words(hits), rule_id="CE-VDM-01", after=sum(hits))
    text, who, count = _("{who} takes {n}"), blow.who, hits_words(sum(hits))
    yield from say(
        table, text, who=who, n=blow.points, steps=(step,), tone="harm", result=count, befell=who
    )


def _say_rolled(table: Table, entry: Entry, rolled: int, location: LocationName) -> Procedure[None]:
    """Write into the log which location was rolled for one entry."""
    title, faces = location_title(location), table.faces("location")
    step = Step(label="2D6", rule_id="CE-VDM-03", before=rolled, after=title, faces=faces)
    hits = _severity_words((entry.hits,))
    text, who = _("{who}: {hits}"), entry.who
    yield from say(table, text, who=who, hits=hits, steps=(step,), tone="harm", result=title)


def say_changes(
    table: Table, who: str, before: tuple[Reading, ...], locations: tuple[LocationName, ...]
) -> Procedure[None]:
    """Write into the log what hits on a location came to: where they went on to, what changed.

    Args:
        table: The table.
        who: The machine.
        before: As it was before them.
        locations: The location that was hit first, then where each hit ended.

    Rules: CE-VDM-03
    """
    location, *went = locations
    goes = _("goes to {where}")
    steps = [
        Step(label=goes.format(where=location_title(one)), rule_id="CE-VDM-03")
        for one in went
        if one != location
    ]
    steps += changes(before, figures_of(sheet_of(table.now[who])))
    if steps:
        titles = ", ".join(dict.fromkeys(map(location_title, went)))
        text = _("{who} is hit")
        yield from say(table, text, who=who, steps=tuple(steps), tone="harm", result=titles)
