"""Timed effects: what begins and ends with turns and rounds, the same in every system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit.procedure_requests import Procedure, ask, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.model.command import Answer
from gridwar.model.events_combatants import EffectRemoved, EffectTicked, Explained
from gridwar.model.question_and_refusal import Option, Question
from gridwar.model.trace import Trace
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.combatant import EffectEnd, TimedEffect


_TURNS: Final = ("turn_start", "turn_end")


def pass_moment(table: Table, moment: EffectEnd, whose: str | None = None) -> Procedure[None]:
    """Let a moment pass: effects that wait for it count down, remind, ask or end.

    The end of a fight is the last moment of all that ends by itself. The end of a round is the
    moment of what waits for the turn of somebody who has none: who is out, set aside or a thing.

    Args:
        table: The table.
        moment: Start or end of a turn, a round, or the end of the fight.
        whose: Whose turn it is; None for rounds and the fight.
    """
    is_last = moment == "fight_end"
    due = [
        (one.id, effect)
        for one in table.now.combatants.values()
        for effect in one.effects
        if (effect.ends != "never" if is_last else effect.ends == moment)
        and (whose is None or effect.whose in (whose, None))
    ]
    if moment == "round_end":
        due += _waiting_for_nobody(table)
    for who, effect in due:
        key = f"effect {effect.id} of {who}"
        is_own = is_last or (effect.ends, effect.whose) == (moment, whose)
        if not is_own or whose not in (None, table.now.turn):
            # One command may pass over the places of several who have no turn, in two rounds.
            key += f", {moment} of {whose or 'all'} in round {table.now.round}"
        yield from _pass_one(table, who, effect, key, is_last=is_last)


def _waiting_for_nobody(table: Table) -> list[tuple[str, TimedEffect]]:
    """Return the effects that wait for the turn of somebody who has none, with their bearers."""
    waiting = [
        (one.id, effect)
        for one in table.now.combatants.values()
        for effect in one.effects
        if effect.ends in _TURNS and effect.whose is not None
    ]
    owners = {effect.whose for _who, effect in waiting if effect.whose is not None}
    without = {one for one in owners if not system_at(table).has_turn(table.now, one)}
    return [(who, effect) for who, effect in waiting if effect.whose in without]


def _pass_one(
    table: Table, who: str, effect: TimedEffect, key: str, *, is_last: bool
) -> Procedure[None]:
    name = table.now.combatants[who].name
    if effect.rounds_left > 1 and not is_last:
        yield from emit(EffectTicked(who=who, effect=effect.id))
        return
    if effect.ask:
        answer = yield from ask(lambda: _does_it_end(name, effect, key))
        if answer.option == "go_on":
            text = _("{name}: {effect} goes on").format(name=name, effect=effect.name)
            yield from emit(Explained(trace=Trace(title=text, tone="quiet")))
            return
    text = _("{name}: {effect} ends").format(name=name, effect=effect.name)
    yield from emit(
        EffectRemoved(who=who, effect=effect.id),
        Explained(trace=Trace(title=text, result=effect.note, tone="quiet")),
    )


def _does_it_end(name: str, effect: TimedEffect, key: str) -> Question:
    return Question(
        key=key,
        recipient=None,
        title=_("{name}: does {effect} end?").format(name=name, effect=effect.name),
        text=effect.note,
        options=(Option("ends", _("It ends")), Option("go_on", _("It goes on"))),
        default=Answer(option="ends"),
    )
