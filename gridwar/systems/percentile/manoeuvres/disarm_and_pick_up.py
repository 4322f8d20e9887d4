"""Disarm: opposed WS for what somebody holds; what falls lies on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Cell,
    Option,
    Procedure,
    Role,
    SheetEvent,
    StateEvent,
    Step,
    Variant,
    _,
    call,
    choose,
    emit,
    is_within,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.legality_and_targets import may_reach, within_melee
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, OpposedResult, opposed
from gridwar.systems.percentile.core.action_headings import FREE, FULL
from gridwar.systems.percentile.core.fight_state import Dropped, PercentileState, sheet_of, state_of
from gridwar.systems.percentile.core.weapons import PercentileWeapon
from gridwar.systems.percentile.core.weapons_in_hand import weapons_in_hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.percentile.core.sheet import PercentileSheet

ADVANCED = 20
TAKING = 3
"""Degrees of one's own test with which an object may be taken."""


class WeaponLost(SheetEvent):
    """Somebody no longer holds a weapon."""

    weapon: str

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Take it out of the hand."""
        left = tuple(one for one in sheet.weapons if one.id != self.weapon)
        return sheet.replace(weapons=left)


class WeaponGained(SheetEvent):
    """Somebody has taken a weapon in hand."""

    weapon: PercentileWeapon

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Put it into a free hand; a second one of an id gets another."""
        ids, own = {one.id for one in sheet.weapons}, self.weapon.id
        number = 2
        while own in ids:
            own, number = f"{self.weapon.id}_{number}", number + 1
        weapon = self.weapon.replace(id=own, equipped=True)
        return sheet.replace(
            weapons=(*sheet.weapons, weapon), free_hands=max(0, sheet.free_hands - 1)
        )


class WeaponDropped(StateEvent):
    """A weapon fell to the ground."""

    cell: Cell
    weapon: PercentileWeapon

    def on(self, rules: PercentileState) -> PercentileState:
        """Let it lie there."""
        fallen = Dropped(cell=self.cell, weapon=self.weapon)
        return rules.replace(dropped=(*rules.dropped, fallen))


class WeaponPickedUp(StateEvent):
    """A weapon no longer lies on the ground."""

    cell: Cell
    weapon: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Take it away."""
        left = tuple(
            one for one in rules.dropped if (one.cell, one.weapon.id) != (self.cell, self.weapon)
        )
        return rules.replace(dropped=left)


def held(one: Combatant) -> tuple[PercentileWeapon, ...]:
    """Return the objects that somebody could be disarmed of."""
    weapons = weapons_in_hand(one)
    return tuple(weapon for weapon in weapons if not (weapon.natural or weapon.unarmed))


@offer(
    _("Disarm"),
    icon="hand",
    group=FULL,
    role=Role.OTHER,
    needs="combatant",
    price=priced("disarm"),
    note=_("opposed WS; 3 degrees take it"),
    candidates=lambda encounter, command: within_melee(encounter, command.actor),
)
class Disarm(Act):
    """Strike something out of somebody's hand."""

    target: str


@plays(Disarm)
def disarm(table: Table, command: Disarm) -> Procedure[OpposedResult]:
    """Win opposed WS to make somebody drop an object, or with 3 degrees to take it.

    Rules: PC-ACT-17, PC-TST-04
    """
    who, target = command.actor, command.target
    yield from may_act(table, who, "disarm")
    yield from may_reach(table, who, target)
    yield from pay(table, who, "disarm")
    advanced = "advanced_disarm" in sheet_of(table.now[who]).talents
    lines = (("PC-ACT-17", _("Advanced Disarm"), ADVANCED),) if advanced else ()
    contest = Opposed(
        Contestant(who, "ws", lines), Contestant(target, "ws"), "PC-ACT-17", _("Disarm")
    )
    found = yield from call(opposed, contest, key="disarm")
    if found.winner == "a":
        yield from _loses_one(table, who, target, found.a_dos)
    return found


def _loses_one(table: Table, who: str, target: str, dos: int) -> Procedure[None]:
    """Let the winner choose an object, and whether it is taken.

    Rules: PC-ACT-17
    """
    things = held(table.now[target])
    if not things:
        step = Step(label=_("In hand"), rule_id="PC-ACT-17", after=_("nothing"))
        yield from say(table, _("{target} holds nothing"), target=target, steps=(step,))
        return
    may_take = dos >= TAKING and sheet_of(table.now[who]).free_hands > 0
    options = [Option(f"drop {one.id}", _("Drops: {w}").format(w=one.title)) for one in things]
    if may_take:
        options += [Option(f"take {one.id}", _("Take: {w}").format(w=one.title)) for one in things]
    answer = yield from choose(
        table,
        _("{whom} disarms {target}: what, and how?"),
        tuple(options),
        "PC-ACT-17",
        key="object",
        whom=who,
        target=target,
    )
    way, _space, chosen = answer.partition(" ")
    thing = next(one for one in held(table.now[target]) if one.id == chosen)
    cell = table.now[target].pos
    yield from emit(WeaponLost(who=target, weapon=chosen))
    if way == "take":
        yield from emit(WeaponGained(who=who, weapon=thing))
        step = Step(label=_("Taken, by degrees"), rule_id="PC-ACT-17", after=dos)
        text, what = _("{who} takes {what}"), thing.title
        yield from say(table, text, who=who, what=what, steps=(step,), tone="good")
    else:
        if cell is not None:
            yield from emit(WeaponDropped(cell=cell, weapon=thing))
        step = Step(label=_("Disarmed, by degrees"), rule_id="PC-ACT-17", after=dos)
        text, what = _("{who} drops {what}"), thing.title
        yield from say(table, text, who=target, what=what, steps=(step,), tone="harm")


# --- what lies on the ground ----------------------------------------------------------------------


def _lying_near(encounter: Encounter, who: str) -> Iterator[Variant]:
    for at, one in enumerate(state_of(encounter).dropped):
        if is_within(encounter.map, encounter[who], one.cell, 1):
            fields = {"cell": one.cell, "weapon": one.weapon.id}
            yield Variant(f"{at}", fields, {"what": one.weapon.title})


@offer(_("Pick up: {what}"), icon="hand", group=FREE, role=Role.READY, each=_lying_near)
class PickUp(Act):
    """Take up what lies in the own square or the next one; its price is the GM's business."""

    cell: Cell
    weapon: str


@plays(PickUp)
def pick_up(table: Table, command: PickUp) -> Procedure[None]:
    """Take up a weapon that was dropped; it needs a free hand.

    Rules: PC-ACT-17, PC-ECO-05
    """
    who, cell = command.actor, command.cell
    yield from may_act(table, who, "speak")
    lying = [
        one.weapon
        for one in state_of(table.now).dropped
        if (one.cell, one.weapon.id) == (cell, command.weapon)
    ]
    near = bool(lying) and is_within(table.now.map, table.now[who], cell, 1)
    yield from require(near, "nothing_there", _("Nothing of that lies here."), "PC-ACT-17")
    hands = sheet_of(table.now[who]).free_hands
    text = _("{who} has no free hand.")
    yield from require(hands > 0, "no_hand_for_it", text, "PC-ACT-17", who=who)
    yield from pay(table, who, "speak")
    yield from emit(WeaponPickedUp(cell=cell, weapon=command.weapon))
    yield from emit(WeaponGained(who=who, weapon=lying[0]))
    step = Step(label=_("Taken up"), rule_id="PC-ACT-17", after=lying[0].title)
    text = _("{who} takes up {what}")
    yield from say(table, text, who=who, what=lying[0].title, steps=(step,))
