"""The GM's commands for the fight as a whole: sides, rulings, house rules, settings, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from gridwar.engine.gm.combatant_commands import misfit
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import must_exist, require
from gridwar.model.command import GmCommand
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.encounter import Policy, Ruling, Side
from gridwar.model.events_sides_and_settings import (
    HandoutsChanged,
    RulingGiven,
    SettingSet,
    SideRemoved,
    SideSet,
    SwitchSet,
)
from gridwar.model.handouts import MOST_HANDOUTS, Handout
from gridwar.model.record import FrozenMap
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table


MOST_NOTES = 20_000
"""Letters of the notes of a fight: each time they are written the file keeps them whole."""


class SetSide(GmCommand):
    """Add or rename a side."""

    id: str
    side: Side


class SetSides(GmCommand):
    """Set all sides of the fight; one that is left out goes, if nobody belongs to it."""

    sides: FrozenMap[str, Side]


class GiveRuling(GmCommand):
    """Say what lies between two, until either moves; with nothing said the rules decide again."""

    attacker: str
    target: str
    line: Literal["clear", "blocked"] | None = None
    cover: CoverDegree | None = None
    hard: bool = True


class ChooseSwitch(GmCommand):
    """Choose a house rule; ``value`` is JSON."""

    name: str
    value: str


class SetSetting(GmCommand):
    """Set something for this fight; ``value`` is JSON."""

    name: str
    value: str


class SetStanding(GmCommand):
    """Give, change or take back a standing answer (``scope:window``)."""

    key: str
    policy: Policy | None


class WriteNotes(GmCommand):
    """Keep a text as the notes of the fight, in place of those before."""

    text: str = Field(max_length=MOST_NOTES)


class PutHandouts(GmCommand):
    """Keep pictures that the players are shown, change those of the same ids, take others away."""

    put: tuple[Handout, ...] = ()
    gone: tuple[str, ...] = ()


def put_handouts(table: Table, command: PutHandouts) -> Procedure[None]:
    """Keep and take away what would make a difference."""
    there = {one.id: one for one in table.now.handouts}
    put = tuple(one for one in command.put if there.get(one.id) != one)
    gone = tuple(one for one in command.gone if one in there)
    text = _("At most {n} handouts are kept: take some off the list.").format(n=MOST_HANDOUTS)
    kept = there.keys() - set(gone) | {one.id for one in put}
    yield from require(len(kept) <= MOST_HANDOUTS, "too_many", text, waivable=False)
    if put or gone:
        yield from emit(HandoutsChanged(put=put, gone=gone))


def set_sides(table: Table, command: SetSides) -> Procedure[None]:
    """Set the sides that differ; take out those nobody belongs to any more."""
    yield from require(
        bool(command.sides), "no_side", _("A fight has at least one side."), waivable=False
    )
    members = {one.side: one.name for one in table.now.combatants.values()}
    for side_id, side in table.now.sides.items():
        if side_id in command.sides:
            continue
        text = _("{name} belongs to {side}: change that first.")
        text = text.format(name=members.get(side_id, ""), side=side.name)
        yield from require(side_id not in members, "has_members", text, waivable=False)
        yield from emit(SideRemoved(id=side_id))
    for side_id, side in command.sides.items():
        if table.now.sides.get(side_id) != side:
            yield from emit(SideSet(id=side_id, side=side))


def give_ruling(table: Table, command: GiveRuling) -> Procedure[None]:
    """Note the GM's word for a pair, with where both of them stand."""
    for who in (command.attacker, command.target):
        yield from must_exist(table, who)
    here, there = (table.now[who].pos for who in (command.attacker, command.target))
    if here is None or there is None:
        text = _("Both have to stand on the board.")
        yield from require(False, "not_on_board", text, waivable=False)
        return
    ruling = None
    if command.line is not None or command.cover is not None:
        ruling = Ruling(
            places=(here, there), line=command.line, cover=command.cover, hard=command.hard
        )
    yield from emit(RulingGiven(attacker=command.attacker, target=command.target, ruling=ruling))


def choose_switch(table: Table, command: ChooseSwitch) -> Procedure[None]:
    """Choose a house rule."""
    problem = misfit(table.now.switches, command.name, command.value)
    yield from require(not problem, "misfit", problem, waivable=False)
    yield from emit(SwitchSet(name=command.name, value=command.value))


def set_setting(table: Table, command: SetSetting) -> Procedure[None]:
    """Set something for this fight."""
    problem = misfit(table.now.settings, command.name, command.value)
    yield from require(not problem, "misfit", problem, waivable=False)
    yield from emit(SettingSet(name=command.name, value=command.value))
