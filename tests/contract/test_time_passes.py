"""Time passes for whoever is out, set aside or gone: what hangs on their turn ends all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.gm.light_commands import PutLights
from gridwar.engine.kit import BeginFight, NextTurn
from gridwar.engine.perception.light_of_fight import shining_lights
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import cell_at, footprint
from gridwar.model.lights import LightSource
from tests.contract.scenario import scenario
from tests.slow.playing.moments import Moment
from tests.slow.playing.outliving import ways_out
from tests.slow.playing.scripted import perform
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import EffectEnd
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.question_and_refusal import Question

WITH_TURNS = [one for one in every_id() if BeginFight in handlers_of(find(one))]
DAZED = "dazed"


def done(system: System, now: Encounter, command: Command) -> tuple[Encounter, tuple[Event, ...]]:
    """Return a fight after a command, by its defaults."""
    outcome = perform(system, now, command, dice=SeededDice(3), table=StrictTable).outcome
    assert isinstance(outcome, Accepted), command
    return outcome.encounter, outcome.events


def underway(system: System) -> Encounter:
    """Return the fight of a contract, begun."""
    start = scenario(system.id).start
    if start.round:
        return start
    return done(system, start, BeginFight())[0]


@pytest.mark.parametrize("ends", ["turn_start", "turn_end"])
@pytest.mark.parametrize("way", ["is out", "is set aside", "has left"])
@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_what_ends_with_somebodys_turn_ends_without_him(
    system_id: str, way: str, ends: EffectEnd
) -> None:
    """A condition that waits for the turn of one who is gone ends in two rounds, and is told."""
    system = find(system_id)
    now = underway(system)
    bearer, whose = [one.id for one in now.everyone() if one.pos is not None][:2]
    effect = TimedEffect(id=DAZED, name="Dazed", ends=ends, whose=whose)
    now, _events = done(system, now, AddEffect(who=(bearer,), effect=effect))
    ways = dict(ways_out(Moment(system, now), whose))
    if way not in ways:
        pytest.fail(f"{whose} cannot be brought down by points")
    now, _events = done(system, now, ways[way])
    told: list[Event] = []
    last = now.round + 2
    while now.round < last and now[bearer].has_effect(DAZED):
        now, events = done(system, now, NextTurn())
        told += events
    assert not now[bearer].has_effect(DAZED)
    titles = [one.trace.title for one in told if isinstance(one, Explained)]
    assert any("Dazed ends" in title for title in titles)


@pytest.mark.parametrize("whose", ["somebody gone", "nobody"])
@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_what_goes_on_is_asked_about_again(system_id: str, whose: str) -> None:
    """A condition that is said to go on goes on, and each asks, in turns that nobody has."""
    system = find(system_id)
    now = underway(system)
    there = [one.id for one in now.everyone() if one.pos is not None]
    of = there[1] if whose == "somebody gone" else None
    effect = TimedEffect(id=DAZED, name="Dazed", ends="turn_start", whose=of, ask=True)
    now, _events = done(system, now, AddEffect(who=(there[0],), effect=effect))
    for who in there:
        ways = dict(ways_out(Moment(system, now), who))
        now, _events = done(system, now, ways["is out"])
    for _press in range(2 * len(there)):
        outcome = perform(system, now, NextTurn(), _goes_on, SeededDice(3)).outcome
        assert isinstance(outcome, Accepted)
        now = outcome.encounter
    assert now[there[0]].has_effect(DAZED)


def _goes_on(question: Question) -> Answer:
    return Answer(option="go_on") if "Dazed" in question.title else question.default


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_a_round_passes_where_nobody_can_act(system_id: str) -> None:
    """With everybody out, going on brings the next round; what lasts for rounds ends in it."""
    system = find(system_id)
    now = underway(system)
    there = [one.id for one in now.everyone() if one.pos is not None]
    effect = TimedEffect(id=DAZED, name="Dazed", ends="round_end")
    now, _events = done(system, now, AddEffect(who=(there[0],), effect=effect))
    for who in there:
        ways = dict(ways_out(Moment(system, now), who))
        if "is out" in ways:
            now, _events = done(system, now, ways["is out"])
    assert all(system.cards.card(now, who).out for who in there)
    last = now.round + 1
    for _press in there:
        if now.round < last:
            now, _events = done(system, now, NextTurn())
    assert now.round == last
    assert not now[there[0]].has_effect(DAZED)


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_a_torch_burns_down_with_the_rounds_and_goes_along(system_id: str) -> None:
    """One of a single round is gone in the next, a lamp without end stays in its bearer's hand."""
    system = find(system_id)
    now = underway(system)
    bearer = next(one.id for one in now.everyone() if one.pos is not None)
    torch = LightSource(id="torch", carried_by=bearer, dim_cells=2, rounds=1)
    lamp = torch.replace(id="lamp", rounds=None)
    now, _events = done(system, now, PutLights(put=(torch, lamp)))
    last = now.round + 1
    for _press in range(10 * len(now.combatants)):
        if now.round < last:
            now, _events = done(system, now, NextTurn())
    assert now.round == last
    assert list(now.map.light_sources) == [lamp]
    place = now[bearer].pos
    (shining,) = (one for one in shining_lights(now) if one.id == "lamp")
    assert place is not None
    assert cell_at(shining.at) in footprint(place, now[bearer].size)
