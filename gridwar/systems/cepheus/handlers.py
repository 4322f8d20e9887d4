"""Which procedure plays which command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import BeginFight, Move, NextTurn, TakeTurn
from gridwar.systems.cepheus.acts import checks, deeds, lying, tasks
from gridwar.systems.cepheus.attacks import attack, blast, reactions, seeing, suffering, suppression
from gridwar.systems.cepheus.fight import before_fight, calendar, holding, leading, opening, turns
from gridwar.systems.cepheus.grapples import finishing, grapple
from gridwar.systems.cepheus.health import days, treatment, waking, wounds
from gridwar.systems.cepheus.sheets import commands
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
    commands.Hasten: holding.hasten,
    commands.Delay: holding.delay,
    commands.ActNow: holding.act_now,
    commands.TakeAim: deeds.take_aim,
    commands.ChangeStance: deeds.change_stance,
    commands.Draw: deeds.draw,
    commands.Reload: deeds.reload,
    commands.OtherAction: deeds.other_action,
    commands.Distract: deeds.distract,
    commands.Check: checks.check,
    attack.Attack: attack.attack,
    **VEHICLE_COMMANDS,
    attack.ThrowAt: attack.throw_at,
    attack.FireBlind: attack.fire_blind,
    suppression.Suppress: suppression.suppress,
    before_fight.WalkAway: before_fight.walk_away,
    before_fight.Notice: before_fight.notice,
    before_fight.SuggestRange: before_fight.suggest_range,
    seeing.Scan: seeing.scan,
    seeing.Brace: seeing.brace,
    leading.MakePlan: leading.make_plan,
    leading.Lead: leading.lead,
    leading.SetContact: leading.set_contact,
    finishing.CoupDeGrace: finishing.coup_de_grace,
    reactions.React: reactions.react,
    blast.Explode: blast.explode_there,
    blast.BlastHits: blast.blast_hits,
    wounds.TakeDamage: suffering.take_damage,
    grapple.Grapple: grapple.grapple,
    lying.PickUp: lying.pick_up,
    tasks.BeginTask: tasks.begin_task,
    tasks.AbandonTask: tasks.abandon_task,
    tasks.FinishTask: tasks.finish_task,
    waking.Tire: waking.tire,
    waking.TryToWake: waking.try_to_wake,
    treatment.FirstAid: treatment.first_aid,
    treatment.Surgery: treatment.surgery,
    days.CareDay: days.care_day,
    days.HealDay: days.heal_day,
    calendar.PassTime: calendar.pass_time,
    calendar.PassDay: calendar.pass_day,
}
HANDLERS: Final[Mapping[type[Command], Handler]] = frozendict(_PLAYED)
