"""Which procedure plays which command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import BeginFight, Move, NextTurn, TakeTurn
from gridwar.systems.cepheus.actions import checks, dropped_weapons, extended_actions, minor_actions
from gridwar.systems.cepheus.attacks import (
    apply_damage,
    attack,
    blast,
    reactions,
    sensor_scan,
    suppression,
)
from gridwar.systems.cepheus.command import leading
from gridwar.systems.cepheus.core import commands
from gridwar.systems.cepheus.grapples import finishing, grapple
from gridwar.systems.cepheus.harm import days, waking, wounds
from gridwar.systems.cepheus.turns import before_fight, calendar, delay, opening, turns
from gridwar.systems.cepheus.vehicles import going
from gridwar.systems.cepheus.vehicles.handlers import VEHICLE_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Handler
    from gridwar.model.command import Command

_PLAYED: Final[dict[type[Command], Handler]] = {
    BeginFight: opening.begin_fight,
    NextTurn: turns.next_turn,
    TakeTurn: turns.take_turn,
    Move: going.move,
    commands.EndTurn: turns.end_turn,
    commands.EndRound: turns.end_round,
    commands.JoinFight: opening.join_fight,
    commands.Hasten: delay.hasten,
    commands.Delay: delay.delay,
    commands.ActNow: delay.act_now,
    commands.TakeAim: minor_actions.take_aim,
    commands.ChangeStance: minor_actions.change_stance,
    commands.Draw: minor_actions.draw,
    commands.Reload: minor_actions.reload,
    commands.OtherAction: minor_actions.other_action,
    commands.Distract: minor_actions.distract,
    commands.Check: checks.check,
    attack.Attack: attack.attack,
    **VEHICLE_COMMANDS,
    attack.ThrowAt: attack.throw_at,
    attack.FireBlind: attack.fire_blind,
    suppression.Suppress: suppression.suppress,
    before_fight.WalkAway: before_fight.walk_away,
    before_fight.Notice: before_fight.notice,
    before_fight.SuggestRange: before_fight.suggest_range,
    sensor_scan.Scan: sensor_scan.scan,
    sensor_scan.Brace: sensor_scan.brace,
    leading.MakePlan: leading.make_plan,
    leading.Lead: leading.lead,
    leading.SetContact: leading.set_contact,
    finishing.CoupDeGrace: finishing.coup_de_grace,
    reactions.React: reactions.react,
    blast.Explode: blast.explode_there,
    blast.BlastHits: blast.blast_hits,
    wounds.TakeDamage: apply_damage.take_damage,
    grapple.Grapple: grapple.grapple,
    dropped_weapons.PickUp: dropped_weapons.pick_up,
    extended_actions.BeginTask: extended_actions.begin_task,
    extended_actions.AbandonTask: extended_actions.abandon_task,
    extended_actions.FinishTask: extended_actions.finish_task,
    waking.Tire: waking.tire,
    waking.TryToWake: waking.try_to_wake,
    days.CareDay: days.care_day,
    days.HealDay: days.heal_day,
    calendar.PassTime: calendar.pass_time,
    calendar.PassDay: calendar.pass_day,
}
HANDLERS: Final[Mapping[type[Command], Handler]] = frozendict(_PLAYED)
