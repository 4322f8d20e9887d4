"""Weapons on the ground: thrown ones, those knocked out of a hand, and picking them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, emit, is_within, require_none
from gridwar.model.command import Command
from gridwar.model.events import Explained
from gridwar.model.question import Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import MINOR, may_do, pay, spoil_aim
from gridwar.systems.cepheus.core.body_events import (
    WeaponDropped,
    WeaponGone,
    WeaponLifted,
    WeaponTaken,
)
from gridwar.systems.cepheus.core.state import sheet_of, state_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.core.bodies import Lying

REACH_SQUARES = 1


class PickUp(Command):
    """Pick a weapon up; ``place`` counts what lies about from 0."""

    place: int


class Landed(Struct, frozen=True):
    """A thrown weapon that strikes came down somewhere."""

    thrower: str
    weapon: str
    cell: Cell


def in_reach(encounter: Encounter, who: str) -> tuple[tuple[int, Lying], ...]:
    """Return the weapons that somebody could pick up, with their places among what lies about.

    Rules: CE-MIN-10, CE-THR-01
    """
    return tuple(
        (place, one)
        for place, one in enumerate(state_of(encounter).lying)
        if is_within(encounter[who], one.cell, REACH_SQUARES)
    )


def why_not_pick_up(encounter: Encounter, who: str, place: int) -> Refusal | None:
    """Return why somebody cannot pick a weapon up; None where he can.

    Rules: CE-MIN-10
    """
    lying = state_of(encounter).lying
    if not 0 <= place < len(lying):
        text = _("There is nothing of that kind on the ground.")
        return Refusal("nothing_there", text, ("CE-MIN-10",), waivable=False)
    if not is_within(encounter[who], lying[place].cell, REACH_SQUARES):
        text = _("Too far: it has to lie in the same square or the next.")
        return Refusal("too_far", text, ("CE-MIN-10",))
    return None


def pick_up(table: Table, command: PickUp) -> Procedure[None]:
    """Pick a weapon up: a minor action, and it is in hand.

    Rules: CE-MIN-10, CE-THR-01
    """
    who = command.actor or ""
    yield from may_do(table, who, MINOR)
    yield from require_none(why_not_pick_up(table.now, who, command.place))
    yield from pay(table, who, MINOR)
    yield from spoil_aim(table, who, "acted")
    weapons = state_of(table.now).lying[command.place].weapons
    yield from emit(WeaponLifted(place=command.place), WeaponTaken(who=who, weapons=weapons))
    words = _("{name} picks up {weapon}")
    title = words.format(name=table.now[who].name, weapon=weapons[0].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


def land(table: Table, landed: Landed) -> Procedure[None]:
    """Let a thrown weapon lie where it came down, if it is one that leaves the hand.

    Rules: CE-THR-01
    """
    sheet = sheet_of(table.now[landed.thrower])
    weapon = sheet.weapon(landed.weapon)
    if weapon is None or not weapon.leaves_hand:
        return
    things = sheet.same_things(landed.weapon)
    yield from emit(
        WeaponGone(who=landed.thrower, weapon=landed.weapon),
        WeaponDropped(cell=landed.cell, weapons=things),
    )
