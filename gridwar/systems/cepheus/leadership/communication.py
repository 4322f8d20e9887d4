"""Who can talk to whom: by which means (``rules/cepheus/comms.toml``), and chains of links."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import stand_at
from gridwar.engine.perception.light_of_fight import light_on, shining_lights
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, is_clear_both_ways
from gridwar.grid.lines.zones_on_line import zones_on_line
from gridwar.model.record import Record
from gridwar.model.zones import SMOKE, Light
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.machines_and_aboard import is_carried_along
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID
from gridwar.systems.cepheus.core.person_records import EARSHOT_M, CommSet, Means
from gridwar.systems.cepheus.positions.range_bands import distance_between, yardstick_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

JAMMING: Final = "jamming"
_SIGHT: Final = LineRule(Purpose.SIGHT, LineMode.SQUARES)
_VOICE: Final = CommSet.constant(means="direct", range_m=EARSHOT_M)


class MeansRow(Record):
    """A means of communication: what it needs and what defeats it."""

    id: Means
    title: str
    needs: str
    jammed: bool = False
    """Jamming defeats it."""
    sight: bool = False
    """It takes a line of sight."""
    smoke: bool = False
    """Smoke and aerosols defeat it."""
    still: bool = False
    """Its user must not move."""


class MeansTable(Record):
    """``comms.toml``."""

    means: Annotated[tuple[MeansRow, ...], EveryRow("id")]


class Between(Struct, frozen=True):
    """What lies between two who want to talk."""

    wall: bool = False
    smoke: bool = False
    jammed: bool = False
    moving: bool = False
    dark: bool = False
    near: bool = True
    """Within the range of both sets; for voice, within earshot."""


class Link(Struct, frozen=True):
    """How two are in touch: by what means, or (empty) why not by any."""

    a: str
    b: str
    means: str = ""
    why_not: str = ""


@lru_cache(maxsize=1)
def means_table() -> MeansTable:
    """Return the table of means."""
    return read_table(rules_folder(SYSTEM_ID), "comms.toml", MeansTable)


def means_row(means: Means) -> MeansRow:
    """Return the row of a means of communication."""
    return next(row for row in means_table().means if row.id == means)


def why_not_by(means: Means, between: Between) -> str:
    """Return what defeats a means of communication; empty where it works.

    Rules: CE-COM-02
    """
    row = means_row(means)
    if means == "direct":
        unseen = between.wall or between.smoke or between.dark
        unheard = unseen and not between.near
        return _("neither in sight nor within earshot") if unheard else ""
    if not between.near:
        return _("too far")
    if row.jammed and between.jammed:
        return _("jammed")
    if row.sight and between.wall:
        return _("no line of sight")
    if row.smoke and between.smoke:
        return _("smoke in between")
    if row.still and between.moving:
        return _("on the move")
    return ""


def link_between(encounter: Encounter, a: str, b: str) -> Link:
    """Return how two can talk: by the first means that both have and nothing defeats.

    Rules: CE-COM-01, CE-COM-02
    """
    for who in (a, b):
        if sheet_of(encounter[who]).contact.cut:
            text = _("{name} is cut off").format(name=encounter[who].name)
            return Link(a, b, why_not=text)
    reasons: list[str] = []
    for row in means_table().means:
        mine, theirs = _set(encounter, a, row.id), _set(encounter, b, row.id)
        if mine is None or theirs is None:
            continue
        if not mine.works or not theirs.works:
            reasons.append(_("{means}: out of order").format(means=row.title))
            continue
        why_not = why_not_by(row.id, _between(encounter, a, b, (mine, theirs)))
        if not why_not:
            return Link(a, b, row.title)
        reasons.append(f"{row.title}: {why_not}")
    return Link(a, b, why_not="; ".join(reasons))


def _set(encounter: Encounter, who: str, means: Means) -> CommSet | None:
    carried = sheet_of(encounter[who]).team.comms
    own = next((one for one in carried if one.means == means), None)
    return _VOICE if own is None and means == "direct" else own


def _between(encounter: Encounter, a: str, b: str, sets: tuple[CommSet, CommSet]) -> Between:
    here, there = stand_at(encounter, a), stand_at(encounter, b)
    moving = any(_moves(encounter, who) for who in (a, b))
    distance = distance_between(encounter, a, b)
    near = all(
        one.range_m is None or distance is None or distance.metres <= one.range_m for one in sets
    )
    page = encounter.map
    if here is None or there is None:
        return Between(
            smoke=bool(page.zones_everywhere(SMOKE)),
            jammed=bool(page.zones_everywhere(JAMMING)),
            moving=moving,
            dark=page.light is Light.DARK,
            near=near,
        )
    jammed = any(page.zones_at(cell, JAMMING) for cell in (*here.cells, *there.cells))
    apart = set(here.cells).isdisjoint(there.cells)
    dark = any(
        light_on(encounter, cell).level is Light.DARK for cell in (here.cells[0], there.cells[0])
    )
    return Between(
        apart and not is_clear_both_ways(page, here, there, _SIGHT),
        bool(zones_on_line(page, SMOKE, here, there)),
        jammed,
        moving,
        dark,
        near,
    )


def _moves(encounter: Encounter, who: str) -> bool:
    """Return whether somebody moved in their latest turn, or rides in something that moves."""
    return sheet_of(encounter[who]).moved_m > 0 or is_carried_along(encounter, who)


# --- units --------------------------------------------------------------------------------------


def unit_of(encounter: Encounter, who: str) -> str:
    """Return the unit somebody belongs to; without a name, all of the side that have none."""
    one = encounter[who]
    return sheet_of(one).team.unit or f"side:{one.side}"


def members_of(encounter: Encounter, unit: str) -> tuple[str, ...]:
    """Return who belongs to a unit and is not set aside, in the order they joined."""
    return tuple(
        who
        for who, one in encounter.combatants.items()
        if not one.aside and unit_of(encounter, who) == unit
    )


def commander_of(encounter: Encounter, unit: str) -> str | None:
    """Return who leads a unit; None where nobody is said to."""
    members = members_of(encounter, unit)
    return next((who for who in members if sheet_of(encounter[who]).team.commander), None)


def in_touch(encounter: Encounter, who: str) -> frozenset[str]:
    """Return whom somebody can reach in the unit, also through others of it; themselves included.

    Those who are out pass nothing on.

    Rules: CE-COM-01, CE-COM-02
    """
    members = members_of(encounter, unit_of(encounter, who))
    able = [one for one in members if not is_gone(encounter, one)]
    return _spread_from(who, _People(encounter, able))


class _People:
    """Those whom links could reach; the same where all that their links hang on is."""

    def __init__(self, encounter: Encounter, able: list[str]) -> None:
        self.encounter, self.able = encounter, able
        people = (_shown(encounter, one) for one in able)
        lights = shining_lights(encounter)
        self.key = (Same(encounter.map), lights, yardstick_of(encounter), *people)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _People) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def _shown(encounter: Encounter, who: str) -> tuple[object, ...]:
    """Return all that somebody's links hang on, apart from the map."""
    one = encounter[who]
    sheet = sheet_of(one)
    return (
        who,
        one.pos,
        one.size,
        one.altitude,
        one.distance_m,
        sheet.team,
        sheet.contact.cut,
        _moves(encounter, who),
    )


@kept_of_fight(32)  # asked after every outcome that odds explore
def _spread_from(who: str, people: _People) -> frozenset[str]:
    encounter, waiting = people.encounter, people.able
    if who not in waiting:
        return frozenset()
    found, last = {who}, [who]
    while last:
        waiting = [one for one in waiting if one not in found]
        last = [
            one
            for one in waiting
            if any(not link_between(encounter, end, one).why_not for end in last)
        ]
        found.update(last)
    return frozenset(found)


def is_in_touch(encounter: Encounter, a: str, b: str) -> bool:
    """Return whether two can talk, by a link of their own or through their unit.

    Rules: CE-COM-01
    """
    return not link_between(encounter, a, b).why_not or b in in_touch(encounter, a)
