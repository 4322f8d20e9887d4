"""The GM's own commands: above the rules, the same in every system, allowed at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

from annotated_types import Ge, Le

from gridwar.engine.gm import combatants
from gridwar.engine.gm.combatants import (
    AddCombatants,
    Climb,
    EditCombatant,
    GiveRuling,
    SetSide,
    SetSides,
    SetValue,
    give_ruling,
)
from gridwar.engine.gm.map_commands import MAP_COMMANDS, leave_what_is_no_map
from gridwar.engine.gm.recovered_rows_commands import LayState, NotReplayed, refuse_recovered
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import must_exist, require, required
from gridwar.engine.kit.timed_effects import end_fight
from gridwar.engine.kit.turn_and_move_commands import EndFight, MoveInOrder
from gridwar.model.battlemap import BattleMap
from gridwar.model.bounds import MOST, MOST_LARGE, Number
from gridwar.model.combatant import TimedEffect, is_instance
from gridwar.model.command import Command, GmCommand
from gridwar.model.encounter import Policy
from gridwar.model.events_combatants import (
    CombatantMoved,
    CombatantRemoved,
    EffectAdded,
    EffectRemoved,
    EffectTicked,
    Explained,
    MapSet,
    Revealed,
    SettingSet,
    SideSet,
    StandingSet,
    SwitchSet,
    Turned,
)
from gridwar.model.geometry import Cell, footprint
from gridwar.model.trace import Trace
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.event_base import Event


__all__ = [
    "AddCombatants",
    "EditCombatant",
    "GmCommand",
    "SetSide",
    "SetSides",
    "SetValue",
]
"""Known under this name too."""


class RemoveCombatants(GmCommand):
    """Take combatants out of the fight for good."""

    who: tuple[str, ...]


class Place(GmCommand):
    """Put combatants down elsewhere, all rules ignored: (id, cell or None for off the map)."""

    to: tuple[tuple[str, Cell | None], ...]


class Turn(GmCommand):
    """Turn a combatant by some degrees, clockwise."""

    who: str
    by_deg: Number


Typed = Annotated[int, Ge(-MOST_LARGE), Le(MOST_LARGE)]
"""A number that the GM types: whether it can be is said in words, with whose it is."""


class ChangePool(GmCommand):
    """Change the main pool of combatants: add, take, set, or halve (rounding up what is left)."""

    who: tuple[str, ...]
    add: Typed = 0
    to: Typed | None = None
    divide_by: Typed | None = None


class AddEffect(GmCommand):
    """Let a condition or reminder begin on combatants."""

    who: tuple[str, ...]
    effect: TimedEffect


class EndEffect(GmCommand):
    """Let a condition or reminder end: that of an id, and its instances behind a colon."""

    who: tuple[str, ...]
    effect: str


class ProlongEffect(GmCommand):
    """Let a condition or reminder last some moments longer."""

    who: str
    effect: str
    by: Number = 1


class WriteNote(GmCommand):
    """Write a line into the log."""

    text: str


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


class LayMap(GmCommand):
    """Lay another map, or the present one changed."""

    map: BattleMap


class Reveal(GmCommand):
    """Let a side know of a hidden combatant."""

    who: str
    to_side: str


C = TypeVar("C", bound=Command)


class _Naming(Protocol):
    """A command that names combatants."""

    @property
    def who(self) -> str | tuple[str, ...]: ...


N = TypeVar("N", bound=_Naming)


def _each(
    make: Callable[[N, str], Event | None],
) -> Callable[[Table, N], Procedure[None]]:
    def run(table: Table, command: N) -> Procedure[None]:
        everyone = (command.who,) if isinstance(command.who, str) else command.who
        for who in everyone:
            yield from must_exist(table, who)
            event = make(command, who)
            if event is not None:
                yield from emit(event)

    return run


def _place(table: Table, command: Place) -> Procedure[None]:
    for who, cell in command.to:
        yield from must_exist(table, who)
        size = table.now.combatants[who].size
        inside = cell is None or all(map(table.now.map.contains, footprint(cell, size)))
        yield from require(inside, "off_map", _("That is off the map."), waivable=False)
        yield from emit(CombatantMoved(who=who, to=cell, walked=False))


def _change_pool(table: Table, command: ChangePool) -> Procedure[None]:
    for who in command.who:
        yield from must_exist(table, who)
        pools = system_at(table).cards.card(table.now, who).pools
        text = _("{who} has nothing to count here.")
        pool = yield from required(pools[0] if pools else None, "no_pool", text, who=who)
        names = {"who": who, "pool": pool.label}
        wanted = yield from _wanted(pool.now, command)
        text = _("{pool} of {who} would be {wanted}: it goes from \u2212{most} to {most}.")
        numbers = {"wanted": f"{wanted:,}", "most": f"{MOST:,}"}
        is_within = abs(wanted) <= MOST
        yield from require(is_within, "too_much", text, waivable=False, **names, **numbers)
        if pool.played is not None:
            yield from pool.played(table, wanted - pool.now)
        elif pool.changed is not None:
            yield from emit(*pool.changed(wanted - pool.now))


def _wanted(now: int, command: ChangePool) -> Procedure[int]:
    if command.divide_by is None:
        return now + command.add if command.to is None else command.to
    text = _("Nothing can be divided by {n}: type 2 or more.")
    is_possible = command.divide_by > 0
    yield from require(is_possible, "no_share", text, waivable=False, n=command.divide_by)
    return -(-now // command.divide_by)


def _end_effect(table: Table, command: EndEffect) -> Procedure[None]:
    """End a condition on everybody named: two stuns by two attackers are one condition."""
    for who in command.who:
        yield from must_exist(table, who)
        ids = [one.id for one in table.now.combatants[who].effects]
        ended = [one for one in ids if one == command.effect or is_instance(one, command.effect)]
        yield from emit(*(EffectRemoved(who=who, effect=one) for one in ended))


def _choose_switch(table: Table, command: ChooseSwitch) -> Procedure[None]:
    problem = combatants.misfit(table.now.switches, command.name, command.value)
    yield from require(not problem, "misfit", problem, waivable=False)
    yield from emit(SwitchSet(name=command.name, value=command.value))


def _set_setting(table: Table, command: SetSetting) -> Procedure[None]:
    problem = combatants.misfit(table.now.settings, command.name, command.value)
    yield from require(not problem, "misfit", problem, waivable=False)
    yield from emit(SettingSet(name=command.name, value=command.value))


def _end_fight(table: Table, command: EndFight) -> Procedure[None]:
    del command
    yield from end_fight(table)


def _write_note(table: Table, command: WriteNote) -> Procedure[None]:
    del table
    yield from emit(Explained(trace=Trace(title=command.text)))


def _simple(make: Callable[[C], Event]) -> Callable[[Table, C], Procedure[None]]:
    def run(table: Table, command: C) -> Procedure[None]:
        del table
        yield from emit(make(command))

    return run


def _lay_map(table: Table, command: LayMap) -> Procedure[None]:
    yield from emit(MapSet(map=command.map))
    yield from leave_what_is_no_map(table)


GM_COMMANDS: Mapping[type[Command], Handler] = {
    AddCombatants: combatants.add,
    RemoveCombatants: _each(lambda c, who: CombatantRemoved(who=who)),
    Place: _place,
    Turn: _each(lambda c, who: Turned(who=who, by_deg=c.by_deg)),
    Climb: combatants.climb,
    SetValue: combatants.set_value,
    EditCombatant: combatants.edit,
    MoveInOrder: combatants.move_in_order,
    ChangePool: _change_pool,
    AddEffect: _each(lambda c, who: EffectAdded(who=who, effect=c.effect)),
    EndEffect: _end_effect,
    ProlongEffect: _each(lambda c, who: EffectTicked(who=who, effect=c.effect, by=-c.by)),
    WriteNote: _write_note,
    ChooseSwitch: _choose_switch,
    SetSetting: _set_setting,
    EndFight: _end_fight,
    SetStanding: _simple(lambda c: StandingSet(key=c.key, policy=c.policy)),
    LayMap: _lay_map,
    SetSide: _simple(lambda c: SideSet(id=c.id, side=c.side)),
    SetSides: combatants.set_sides,
    GiveRuling: give_ruling,
    Reveal: _each(lambda c, who: Revealed(who=who, to_side=c.to_side)),
    NotReplayed: refuse_recovered,
    LayState: refuse_recovered,
    **MAP_COMMANDS,
}
