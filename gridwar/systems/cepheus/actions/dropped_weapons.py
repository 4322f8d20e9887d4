"""Weapons on the ground: thrown ones, those knocked out of a hand, and picking them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Cell,
    Count,
    Encounter,
    Number,
    Procedure,
    SheetEvent,
    StateEvent,
    Step,
    Variant,
    emit,
    is_within,
    plays,
    require,
    say,
)
from gridwar.model.floors import square_name
from gridwar.systems.cepheus.actions.action_costs import MINOR, may_do, take_action
from gridwar.systems.cepheus.core.fight_state import CepheusState, Lying, sheet_of, state_of
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_readying
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

REACH_SQUARES = 1


@for_people
def _in_reach(encounter: Encounter, who: str) -> Iterator[Variant]:
    for place, one in enumerate(state_of(encounter).lying):
        if is_within(encounter.map, encounter[who], one.cell, REACH_SQUARES):
            yield Variant(f"{place}", {"place": place}, {"weapon": one.weapons[0].name})


@offer_readying(_("Pick up {weapon}"), icon="hand", price=MINOR, each=_in_reach)
class PickUp(Act):
    """Pick a weapon up; ``place`` counts what lies about from 0."""

    place: Number


class WeaponGone(SheetEvent):
    """A weapon left somebody's hand for good, with the entries that are the same thing."""

    weapon: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take it off the list."""
        gone = sheet.same_things(self.weapon)
        return sheet.replace(weapons=tuple(one for one in sheet.weapons if one not in gone))


class WeaponTaken(SheetEvent):
    """Somebody has a weapon in hand that was another's, or nobody's: all its entries."""

    weapons: tuple[Weapon, ...]

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Put it on the list, under ids that are free there."""
        taken = {one.id for one in sheet.weapons}
        names = {one.id: _free_id(one.id, taken) for one in self.weapons}
        added = tuple(
            one.replace(
                id=names[one.id],
                same_as=names.get(one.same_as, one.same_as),
                ready=True,
                draw_done=0,
            )
            for one in self.weapons
        )
        return sheet.replace(weapons=(*sheet.weapons, *added))


def _free_id(wanted: str, taken: set[str]) -> str:
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted}_{number}", number + 1
    return found


class WeaponDropped(StateEvent):
    """A weapon lies on the ground, with all its entries."""

    cell: Cell
    weapons: tuple[Weapon, ...]

    def on(self, rules: CepheusState) -> CepheusState:
        """Add it to what lies about."""
        return rules.replace(lying=(*rules.lying, Lying(cell=self.cell, weapons=self.weapons)))


class WeaponLifted(StateEvent):
    """A weapon no longer lies on the ground; ``place`` counts what lies about from 0."""

    place: Count

    def on(self, rules: CepheusState) -> CepheusState:
        """Take it from what lies about."""
        return rules.replace(lying=rules.lying[: self.place] + rules.lying[self.place + 1 :])


class Landed(Struct, frozen=True):
    """A thrown weapon that strikes came down somewhere."""

    thrower: str
    weapon: str
    cell: Cell


@plays(PickUp)
def pick_up(table: Table, command: PickUp) -> Procedure[None]:
    """Pick a weapon up: a minor action, and it is in hand.

    Rules: CE-MIN-10, CE-THR-01
    """
    who, lying = command.actor, state_of(table.now).lying
    yield from may_do(table, who, MINOR)
    text = _("There is nothing of that kind on the ground.")
    there = 0 <= command.place < len(lying)
    yield from require(there, "nothing_there", text, "CE-MIN-10", waivable=False)
    weapons, cell = lying[command.place].weapons, lying[command.place].cell
    near = is_within(table.now.map, table.now[who], cell, REACH_SQUARES)
    text = _("Too far: it has to lie in the same square or the next.")
    yield from require(near, "too_far_to_pick_up", text, "CE-MIN-10")
    yield from take_action(table, who, MINOR)
    yield from emit(WeaponLifted(place=command.place), WeaponTaken(who=who, weapons=weapons))
    yield from say(table, _("{who} picks up {weapon}"), who=who, weapon=weapons[0].name)


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
    place = square_name(table.now.map.floors, landed.cell)
    step = Step(label=_("Lies at"), rule_id="CE-THR-01", after=place)
    text, name = _("{weapon} leaves the hand of {who}"), weapon.name
    yield from say(table, text, who=landed.thrower, weapon=name, steps=(step,), cell=landed.cell)
