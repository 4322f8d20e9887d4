"""Weapons in hand: drawing and reloading, which may take several actions and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Count,
    Encounter,
    Procedure,
    Role,
    SheetEvent,
    Variant,
    emit,
    offer,
    plays,
    price_of,
    require,
    required,
    say,
)
from gridwar.systems.cepheus.actions.action_costs import Price, may_act, most_minors, take_action
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.offers_and_headings import (
    VEHICLES_WEAPONS,
    for_people,
    offer_readying,
)
from gridwar.systems.cepheus.core.weapons_in_use import holder_of, mounted_weapons, weapon_in_use
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.core.weapon_records import Weapon


def draws_left(weapon: Weapon) -> int:
    """Return the minor actions that drawing a weapon still takes.

    Rules: CE-MIN-05
    """
    return 0 if weapon.ready else max(0, weapon.draw_minor - weapon.draw_done)


def reloads_left(weapon: Weapon) -> int:
    """Return the minor actions that reloading a weapon still takes.

    Rules: CE-MIN-05
    """
    return max(0, weapon.reload_minor - weapon.reload_done)


@for_people
def _not_in_hand(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    carried = {one.id for one in sheet.weapons}
    for weapon in sheet.weapons:
        if not weapon.ready and weapon.same_as not in carried:
            yield from _work_on(sheet, weapon, draws_left(weapon))


@for_people
def _not_full(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    for weapon in sheet.weapons:
        if has_magazine(weapon) and weapon.ready and not is_full(weapon):
            yield from _work_on(sheet, weapon, reloads_left(weapon))


@for_people
def _mounted_not_full(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon_id, weapon in mounted_weapons(encounter, who):
        if has_magazine(weapon) and weapon.ready and not is_full(weapon):
            left = reloads_left(weapon)
            yield from _work_on(sheet_of(encounter[who]), weapon.replace(id=weapon_id), left)


def _work_on(sheet: CepheusSheet, weapon: Weapon, left: int) -> Iterator[Variant]:
    """Yield work on a weapon: as much as can be done in this turn, then less of it."""
    most = min(left, max(1, most_minors(sheet.budget)))
    for now in range(most, min(most, 1) - 1, -1):
        words = _("{now} of {left} minor actions")
        yield Variant(
            weapon.id if now == most else f"{weapon.id}:{now}",
            {"weapon": weapon.id, "actions": now},
            {"weapon": weapon.name},
            note=words.format(now=now, left=left) if left > now else "",
            weapon=weapon.id,
        )


def _minors_to_draw(encounter: Encounter, command: Draw) -> Price:
    weapon = sheet_of(encounter[command.actor]).weapon(command.weapon)
    return _some_of(command.actions, 0 if weapon is None else draws_left(weapon))


def _minors_to_reload(encounter: Encounter, command: Reload) -> Price:
    weapon = weapon_in_use(encounter, command.actor, command.weapon)
    return _some_of(command.actions, 0 if weapon is None else reloads_left(weapon))


def _some_of(actions: int, left: int) -> Price:
    """Return the price of some of the work that is left, of one action at least."""
    return Price(minor=min(max(1, actions), left))


@offer_readying(_("Draw {weapon}"), icon="hand", price=_minors_to_draw, each=_not_in_hand)
class Draw(Act):
    """Spend minor actions on drawing a weapon."""

    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


@offer_readying(_("Reload {weapon}"), icon="refresh-cw", price=_minors_to_reload, each=_not_full)
@offer(
    _("Reload {weapon}"),
    icon="refresh-cw",
    group=VEHICLES_WEAPONS,
    role=Role.READY,
    price=_minors_to_reload,
    each=_mounted_not_full,
)
class Reload(Act):
    """Spend minor actions on reloading a weapon."""

    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


class WeaponEvent(SheetEvent):
    """An event that changes one weapon; nothing where it is no longer carried."""

    kind: ClassVar[str] = ""
    weapon: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change that weapon."""
        changed = (
            one.replace(**self.changes(one)) if one.id == self.weapon else one
            for one in sheet.weapons
        )
        return sheet.replace(weapons=tuple(changed))

    def changes(self, weapon: Weapon) -> dict[str, object]:
        """Return the fields that change."""
        raise NotImplementedError


class Drawing(WeaponEvent):
    """Minor actions were spent on drawing a weapon."""

    actions: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change all entries of that thing: a dagger in hand can be thrown."""
        things = {one.id for one in sheet.same_things(self.weapon)}
        changed = (
            one.replace(**self.changes(one)) if one.id in things else one for one in sheet.weapons
        )
        return sheet.replace(weapons=tuple(changed))

    def changes(self, weapon: Weapon) -> dict[str, object]:
        """Count them; it is ready once they are enough."""
        done = weapon.draw_done + self.actions
        is_ready = done >= weapon.draw_minor
        return {"draw_done": 0 if is_ready else done, "ready": is_ready}


class Reloading(WeaponEvent):
    """Minor actions were spent on reloading a weapon."""

    actions: Count

    def changes(self, weapon: Weapon) -> dict[str, object]:
        """Count them; it is loaded once they are enough."""
        done = weapon.reload_done + self.actions
        if done < weapon.reload_minor:
            return {"reload_done": done}
        return {"reload_done": 0, "loaded": weapon.magazine}


@plays(Draw)
def draw(table: Table, command: Draw) -> Procedure[None]:
    """Draw a weapon, or go on drawing it.

    Rules: CE-MIN-05
    """
    who = command.actor
    yield from may_act(table, who)
    weapon = yield from _must_have(sheet_of(table.now[who]).weapon(command.weapon))
    text = _("{weapon} is in hand already.")
    yield from require(not weapon.ready, "in_hand", text, "CE-MIN-05", weapon=weapon.name)
    price: Price = price_of(table.now, command)
    yield from take_action(table, who, price)
    yield from emit(Drawing(who=who, weapon=command.weapon, actions=price.minor))
    yield from _say_progress(table, who, command.weapon, _("{who} draws {weapon}"))


def has_magazine(weapon: Weapon) -> bool:
    """Return whether a weapon can be reloaded at all.

    Rules: CE-MIN-05
    """
    return weapon.form == "ranged" and weapon.magazine is not None and weapon.loaded is not None


def is_full(weapon: Weapon) -> bool:
    """Return whether nothing more goes into a weapon's magazine.

    Rules: CE-MIN-05
    """
    return (weapon.loaded or 0) >= (weapon.magazine or 0)


def may_reload(weapon: Weapon) -> Procedure[None]:
    """Refuse where a weapon cannot be reloaded now.

    Rules: CE-MIN-05
    """
    name = weapon.name
    text = _("{weapon} needs no reloading.")
    yield from require(has_magazine(weapon), "no_magazine", text, "CE-MIN-05", weapon=name)
    text = _("{weapon} has to be drawn first.")
    yield from require(weapon.ready, "not_drawn", text, "CE-MIN-05", weapon=name)
    text = _("{weapon} is fully loaded.")
    yield from require(not is_full(weapon), "fully_loaded", text, "CE-MIN-05", weapon=name)


@plays(Reload)
def reload(table: Table, command: Reload) -> Procedure[None]:
    """Reload a weapon, or go on reloading it; one of the vehicle's, too.

    Rules: CE-MIN-05, CE-VEH-06
    """
    who = command.actor
    yield from may_act(table, who)
    yield from may_reload((yield from _must_have(weapon_in_use(table.now, who, command.weapon))))
    price: Price = price_of(table.now, command)
    yield from take_action(table, who, price)
    holder, own_id = holder_of(table.now, who, command.weapon)
    yield from emit(Reloading(who=holder, weapon=own_id, actions=price.minor))
    yield from _say_progress(table, who, command.weapon, _("{who} reloads {weapon}"))


def _must_have(weapon: Weapon | None) -> Procedure[Weapon]:
    found = yield from required(
        weapon, "no_such_weapon", _("There is no such weapon."), "CE-MIN-05"
    )
    return found


def _say_progress(table: Table, who: str, weapon_id: str, text: str) -> Procedure[None]:
    weapon = weapon_in_use(table.now, who, weapon_id)
    if weapon is None:
        return
    done = weapon.draw_done or weapon.reload_done
    needed = weapon.reload_minor if weapon.ready else weapon.draw_minor
    result = f"{done}/{needed}" if done else _("done")
    yield from say(table, text, who=who, weapon=weapon.name, result=result)
