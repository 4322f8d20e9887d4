"""All commands of the GM: above the rules, the same in every system, allowed at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gridwar.engine.gm import combatant_commands as combatants
from gridwar.engine.gm import effect_and_pool_commands as effects
from gridwar.engine.gm import side_and_setting_commands as sides
from gridwar.engine.gm.commands_together import Together, play_together
from gridwar.engine.gm.damage_to_walls import DAMAGE_COMMANDS
from gridwar.engine.gm.dice_check import DiceCheck, dice_check
from gridwar.engine.gm.floor_commands import FLOOR_COMMANDS
from gridwar.engine.gm.fog_commands import FOG_COMMANDS
from gridwar.engine.gm.light_commands import LIGHT_COMMANDS
from gridwar.engine.gm.map_commands import MAP_COMMANDS, LayMap, lay_map
from gridwar.engine.gm.pin_commands import PIN_COMMANDS
from gridwar.engine.gm.prop_commands import PROP_COMMANDS
from gridwar.engine.gm.recovered_rows_commands import LayState, NotReplayed, refuse_recovered
from gridwar.engine.gm.roll_dice import RollDice, roll_dice
from gridwar.engine.gm.sketch_commands import SKETCH_COMMANDS
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.turn_and_move_commands import EndFight, MoveInOrder
from gridwar.engine.kit.turn_cycle import end_fight
from gridwar.model.command import Command, GmCommand
from gridwar.model.events_combatants import (
    CombatantRemoved,
    EffectAdded,
    EffectTicked,
    Explained,
    Revealed,
    Turned,
)
from gridwar.model.events_sides_and_settings import NotesWritten, SideSet, StandingSet
from gridwar.model.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.event_base import Event

C = TypeVar("C", bound=Command)


class WriteNote(GmCommand):
    """Write a line into the log."""

    text: str


def _simple(make: Callable[[C], Event]) -> Callable[[Table, C], Procedure[None]]:
    def run(table: Table, command: C) -> Procedure[None]:
        del table
        yield from emit(make(command))

    return run


GM_COMMANDS: Mapping[type[Command], Handler] = {
    combatants.AddCombatants: combatants.add,
    combatants.RemoveCombatants: combatants.each(lambda c, who: CombatantRemoved(who=who)),
    combatants.Place: combatants.place,
    combatants.Turn: combatants.each(lambda c, who: Turned(who=who, by_deg=c.by_deg)),
    combatants.Climb: combatants.climb,
    combatants.SetValue: combatants.set_value,
    combatants.EditCombatant: combatants.edit,
    MoveInOrder: combatants.move_in_order,
    effects.ChangePool: effects.change_pool,
    effects.AddEffect: combatants.each(lambda c, who: EffectAdded(who=who, effect=c.effect)),
    effects.EndEffect: effects.end_effect,
    effects.ProlongEffect: combatants.each(
        lambda c, who: EffectTicked(who=who, effect=c.effect, by=-c.by)
    ),
    WriteNote: _simple(lambda c: Explained(trace=Trace(title=c.text))),
    DiceCheck: dice_check,
    sides.WriteNotes: _simple(lambda c: NotesWritten(text=c.text)),
    sides.PutHandouts: sides.put_handouts,
    sides.ChooseSwitch: sides.choose_switch,
    sides.SetSetting: sides.set_setting,
    EndFight: lambda table, _command: end_fight(table),
    sides.SetStanding: _simple(lambda c: StandingSet(key=c.key, policy=c.policy)),
    LayMap: lay_map,
    sides.SetSide: _simple(lambda c: SideSet(id=c.id, side=c.side)),
    sides.SetSides: sides.set_sides,
    sides.GiveRuling: sides.give_ruling,
    combatants.Reveal: combatants.each(lambda c, who: Revealed(who=who, to_side=c.to_side)),
    Together: play_together,
    RollDice: roll_dice,
    NotReplayed: refuse_recovered,
    LayState: refuse_recovered,
    **MAP_COMMANDS,
    **FLOOR_COMMANDS,
    **FOG_COMMANDS,
    **LIGHT_COMMANDS,
    **DAMAGE_COMMANDS,
    **PIN_COMMANDS,
    **PROP_COMMANDS,
    **SKETCH_COMMANDS,
}
