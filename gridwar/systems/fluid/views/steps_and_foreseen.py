"""The strip of steps, what the key for "go on" does, what commands will lead to, facts for odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import BeginFight, Draft, Facts, Flow, Foreseen, NextStep, NextTurn, Phase
from gridwar.systems.fluid.actions.divided_checks import split_name
from gridwar.systems.fluid.actions.take_action_choices import TakeAction, foreseen_of
from gridwar.systems.fluid.core.fight_state import is_surprise_round, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.core.tables import PRESS, locations
from gridwar.systems.fluid.movement import move_draft
from gridwar.systems.fluid.positions.starting_distance import SENSES, RollDistance
from gridwar.systems.fluid.turns.initiative import (
    RollInitiative,
    group_bonus,
    is_together,
    without_count,
)
from gridwar.systems.fluid.turns.surprise import SettleSurprise
from gridwar.systems.fluid.turns.turn_order import has_place, order_now
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter


def flow(encounter: Encounter) -> Flow:
    """Return the steps of the combat as a strip, and what the key for "go on" does now.

    Rules: FL-SEQ-01, FL-SEQ-02, FL-RND-01
    """
    state, number = state_of(encounter), max(1, encounter.round)
    titles = {
        "setup": _("Setup"),
        "distance": _("Distance"),
        "initiative": _("Initiative"),
        "surprise": _("Surprise"),
        "round": _("Round {n}").format(n=number),
        "end_of_round": _("End of round {n}").format(n=number),
    }
    names = list(titles)
    at = names.index(state.phase)
    phases = tuple(
        Phase(name, title, "past" if n < at else "now" if n == at else "to_come")
        for n, (name, title) in enumerate(titles.items())
    )
    return Flow(_words(encounter, titles[state.phase]), phases, _next_step(encounter))


def _words(encounter: Encounter, title: str) -> str:
    state = state_of(encounter)
    if is_surprise_round(encounter):
        return _("Surprise round")
    if encounter.round:
        seconds = _("{n} s").format(n=6 * encounter.round)
        return f"{title} \u00b7 {seconds}"
    if state.phase == "distance" and state.distances:
        place = locations()[state.location].title if state.location in locations() else ""
        squares = max(one.squares for one in state.distances)
        words = f"{place}: {ngettext('{n} square', '{n} squares', squares).format(n=squares)}"
        if state.cap_by in encounter:
            cut = _("{words}, as far as the {sense} of {name}")
            sense, name = SENSES.get(state.cap_sense, ""), encounter[state.cap_by].name
            return cut.format(words=words, sense=sense, name=name)
        return words
    return title


def _next_step(encounter: Encounter) -> NextStep | None:
    state = state_of(encounter)
    if not encounter.round:
        return {
            "setup": NextStep(RollDistance(), _("Roll the distance")),
            "distance": NextStep(RollInitiative(), _("Roll Initiative")),
            "initiative": NextStep(SettleSurprise(), _("Settle surprise")),
        }.get(
            state.phase,
            NextStep(
                BeginFight(),
                _("Begin the surprise round") if state.surprised else _("Begin round 1"),
            ),
        )
    if state.phase == "end_of_round":
        return NextStep(NextTurn(), _("End round {n}").format(n=encounter.round))
    note = _lost_by_going_on(encounter)
    press = next((one for one in settings_of(encounter).actions if one.event == PRESS), None)
    who = encounter.turn
    if (
        who is not None
        and press is not None
        and fight_of(encounter, who).must_press
        and not is_surprise_round(encounter)
    ):
        return NextStep(TakeAction(actor=who, action=press.id), press.words)
    return NextStep(NextTurn(), _("End turn") if encounter.turn else _("Next turn"), note=note)


def _lost_by_going_on(encounter: Encounter) -> str:
    """Return what somebody loses who ends the turn now.

    Rules: FL-ACT-01
    """
    who = encounter.turn
    split = None if who is None else fight_of(encounter, who).split
    if who is None or split is None or split.round >= encounter.round:
        return ""
    return _("The second half of {name} is lost by it.").format(name=split_name(encounter, who))


# --- what a command leads to ----------------------------------------------------------------------


def draft(encounter: Encounter, command: Command) -> Draft:
    """Return what an action, the Initiative checks or a move will lead to."""
    if isinstance(command, TakeAction):
        return Draft(foreseen=tuple(foreseen_of(encounter, command)))
    if isinstance(command, RollInitiative):
        return _initiative(encounter)
    return move_draft(encounter, command)


def _initiative(encounter: Encounter) -> Draft:
    """Return what the checks are that will be made, and what their odds are the odds of.

    Rules: FL-INI-01, FL-INI-04
    """
    who = without_count(encounter)
    leaders = dict.fromkeys(next(w for w in who if is_together(encounter, w, one)) for one in who)
    told = [
        Foreseen(_check_words(encounter, tuple(w for w in who if is_together(encounter, w, one))))
        for one in leaders
    ]
    party = Foreseen(_("Success: one of the party acts first"), "FL-RND-02")
    return Draft(foreseen=(*told, party))


def _check_words(encounter: Encounter, same: tuple[str, ...]) -> str:
    first, boost = encounter[same[0]], sum(fight_of(encounter, one).boost for one in same)
    name = first.name
    if len(same) > 1:
        name = _("{group}, {n} on one check").format(group=first.group, n=len(same))
    bonus = f"{group_bonus(encounter, same) + boost:+}"
    return _("{name}: 1d20 {bonus}").format(name=name, bonus=bonus)


def facts(before: Encounter, after: Encounter, result: object) -> Facts | None:
    """Return, for odds of what makes an order, whether the party acts first.

    Rules: FL-INI-01, FL-RND-02
    """
    del result
    new = tuple(who for who in order_now(after) if has_place(after, who))
    is_later = after.round != before.round
    if not new or not (is_later or order_now(before) != order_now(after)):
        return None
    first = after[new[0]]
    party = {one for one, side in after.sides.items() if side.stance == "party"}
    return Facts(first.side in party, outcome=first.name)
