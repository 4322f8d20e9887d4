"""What comes next in a fight, the order changed by hand, and reminders of effects that end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import zone_name
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.card_order_and_flow import NextStep
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.model.events_combatants import EffectRemoved, EffectTicked
from gridwar.model.events_turns import FightEnded, RoundBegan, TurnBegan, TurnEnded
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.actions.action_choice import Actions
    from gridwar.control.actions.group_checks import GroupCheckActions
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.session.line_of_play_undo_and_dice import Change
    from gridwar.model.combatant import TimedEffect


class Turns:
    """Goes on with a fight."""

    def __init__(
        self, controller: ControllerProtocol, actions: Actions, checks: GroupCheckActions
    ) -> None:
        """Let ``actions`` play what is prepared, ``checks`` ask for the dice of many."""
        self._controller = controller
        self._actions = actions
        self._checks = checks

    def next_step(self) -> NextStep:
        """Return what comes next: what the rules say, else the fight begins or the next turn."""
        encounter = self._controller.encounter
        said = self._controller.rules_cache.flow().next_step
        if said is not None:
            return said
        if not encounter.round:
            return NextStep(BeginFight(), _("Begin the fight"))
        return NextStep(NextTurn(), _("Next turn") if encounter.turn is None else _("End turn"))

    def go_on(self) -> None:
        """Do what comes next; dice of many are asked in a table, what is prepared is shown before.

        With that table open it is done.
        """
        checks = self._controller.view.checks
        if checks is not None and checks.is_of_fight:
            self._checks.apply()
            return
        step = self.next_step()
        command, encounter = step.command, self._controller.encounter
        if not encounter.round:
            begins = self._begins(step)
            title = _("Begin the fight") if begins else step.words
            if self._checks.open_for_fight(title, command, surprise=begins):
                return
        for act in self._actions.of_fight():
            if act.prepared and act.make(Target()) == command:
                self._actions.play_for_fight(act)
                return
        self._controller.submit(command)

    def _begins(self, step: NextStep) -> bool:
        """Return whether what comes next leads to the first round, with surprise asked."""
        opening = self._controller.system.turns.opening
        return opening is not None and (
            isinstance(step.command, BeginFight)
            or any(isinstance(one, BeginFight) for one in opening(self._controller.encounter, ()))
        )

    def reorder(self, who: str, before: str) -> None:
        """Put a combatant before another in the order, or (empty) at its end, at the GM's word."""
        encounter = self._controller.encounter
        command = self._controller.system.turns.reordered(encounter, who, before)
        if command is None:
            text = _(
                "Here the rules decide the order: change the value it depends on in the editor."
            )
            self._controller.tell(Notice(text, tone="note"))
        else:
            self._controller.submit(command)


# --- reminders -----------------------------------------------------------------------------------


MOMENTS = (TurnBegan, TurnEnded, RoundBegan, FightEnded)


def reminders(change: Change) -> tuple[str, ...]:
    """Return a line for each effect that ended or counted down at one of these moments."""
    if not any(isinstance(event, MOMENTS) for event in change.events):
        return ()
    found: list[str] = []
    for event in change.events:
        if isinstance(event, EffectRemoved | EffectTicked):
            line = _line(change, event)
            if line:
                found.append(line)
    if any(isinstance(event, RoundBegan) for event in change.events):
        left = {zone.id for zone in change.new.map.zones}
        gone = (zone for zone in change.old.map.zones if zone.id not in left)
        found += [_("{zone} is gone.").format(zone=zone_name(zone)) for zone in gone]
    return tuple(found)


def _line(change: Change, event: EffectRemoved | EffectTicked) -> str:
    one = change.old.combatants.get(event.who)
    effect = next((old for old in one.effects if old.id == event.effect), None) if one else None
    if one is None or effect is None:
        return ""
    if isinstance(event, EffectRemoved):
        text = _("{name}: {effect} ends.").format(name=one.name, effect=effect.name)
    else:
        left = max(1, effect.rounds_left - event.by)
        words = _left(change, effect, left)
        text = _("{name}: {effect}, {left}.").format(name=one.name, effect=effect.name, left=words)
    return f"{text} {effect.note}".strip()


def _left(change: Change, effect: TimedEffect, left: int) -> str:
    """Return how long an effect still lasts: some turns of somebody, or some rounds."""
    whose = change.old.combatants.get(effect.whose or "")
    if whose is not None:
        text = ngettext("{n} more turn of {name}", "{n} more turns of {name}", left)
        return text.format(n=left, name=whose.name)
    if effect.ends in ("round_start", "round_end"):
        return ngettext("{n} more round", "{n} more rounds", left).format(n=left)
    return ngettext("{n} more time", "{n} more times", left).format(n=left)
