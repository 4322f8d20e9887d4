"""What every rule system keeps to in play: paths, turns, pools, windows, codes, stored values."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import SheetEvent, StateEvent
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.overlays_and_scenery import Area
from gridwar.engine.kit.turn_and_move_commands import BeginFight, EndFight, Move, NextTurn
from gridwar.engine.kit.yardstick_and_distances import spot_of
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.session.session import Session
from gridwar.model.command import Act, Adjustments
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from gridwar.paths import data_dir
from gridwar.storage.json_codec import Codec, encode
from tests.contract.scenario import scenario
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.record import Record

WITH_TURNS = [one for one in every_id() if BeginFight in handlers_of(find(one))]
WITH_MOVES = [one for one in every_id() if Move in handlers_of(find(one))]
_APART = 4


def corner_point(x: int, y: int) -> Point:
    """Return a corner of cells as a point."""
    return Point(x * SUBCELL, y * SUBCELL)


def crowd(system: System) -> Encounter:
    """Return a fight of all samples of a system, in rows, on a map that has room for them."""
    people = system.data.samples() or (
        system.new_combatant("a", "A", "1"),
        system.new_combatant("b", "B", "2"),
    )
    start = system.new_encounter("Crowd")
    for number, one in enumerate(people):
        at = Cell(2 + _APART * (number % 7), 2 + _APART * (number // 7))
        start = start.with_combatant(one.replace(pos=at, side=str(1 + number % 2)))
    return start


def answered(session: Session) -> None:
    """Give every question that is open its default."""
    while session.wanted:
        one = session.wanted[0]
        assert isinstance(one, Question)
        session.answer(one.key, one.default)


@pytest.mark.parametrize("system_id", WITH_MOVES)
def test_nobody_walks_through_a_wall(system_id: str) -> None:
    """A path through a wall is refused, and one that leaps over squares; one round it is not."""
    system = find(system_id)
    start = crowd(system)
    session = Session(system, start, dice=SeededDice(1), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    now = session.encounter
    who = now.turn or next(iter(now.combatants))
    at = now[who].pos
    assert at is not None
    size = now[who].size[0]
    side = at.x + size
    wall = Wall(id="w", a=corner_point(side, at.y - 1), b=corner_point(side, at.y + 3))
    page = now.map.replace(walls=(wall,))
    waived = Adjustments(waived=frozenset({"not_your_turn", "budget"}))
    for path in ((at.shifted(1, 0),), (at.shifted(3, 3),)):
        fight = Session(system, now.replace(map=page), dice=SeededDice(1), table=StrictTable)
        outcome = fight.submit(Move(actor=who, path=path, adjustments=waived))
        assert isinstance(outcome, Refused), path
        assert fight.encounter[who].pos == at


@pytest.mark.parametrize("system_id", WITH_MOVES)
def test_height_in_levels_goes_level_by_level(system_id: str) -> None:
    """Levels lie above one another and have names; without levels no step leads to another one."""
    system = find(system_id)
    levels, start = system.board.levels, crowd(system)
    heights = [one.height_cells for one in levels]
    assert heights == sorted(set(heights))
    assert len({one.name for one in levels}) == len(levels)
    who = next(iter(start.combatants))
    at = start[who].pos
    assert at is not None
    outcome = play(system, start, Move(actor=who, path=(at,), climbs=(1,)))
    if not levels:
        assert isinstance(outcome, Refused)
        assert outcome.code == "no_levels"
        return
    up = start.with_combatant(start[who].replace(altitude=1.0))
    here, there = (spot_of(now, system.yardstick(now), now[who]) for now in (start, up))
    assert here is not None
    assert there is not None
    assert there.up_cells - here.up_cells == levels[1].height_cells - levels[0].height_cells


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_the_cycle_of_turns_goes_round_with_everybody(system_id: str) -> None:
    """The fight begins with all samples, goes on for three turns, and ends; wounds stay."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    for command in (BeginFight(), NextTurn(), NextTurn(), NextTurn()):
        assert not isinstance(session.submit(command), Refused), command
        answered(session)
        assert session.encounter.round > 0
    hurt = {who: one.sheet for who, one in session.encounter.combatants.items()}
    session.submit(EndFight())
    answered(session)
    after = session.encounter
    row = session.history.rows[session.position.cursor]
    assert tuple(map(Codec(system).event, map(encode, row.events))) == row.events
    assert (after.round, after.turn, after.bracket) == (0, None, None)
    assert set(after.combatants) == set(hurt)
    for who, one in after.combatants.items():
        assert (
            system.cards.vital(after, who).points
            == system.cards.vital(after.with_combatant(one.replace(sheet=hurt[who])), who).points
        )
    session.submit(BeginFight())
    answered(session)
    assert session.encounter.round == 1


def changed_by_turns(session: Session) -> tuple[set[str], set[str]]:
    """Play twelve turns of a fight and return the fields that they change, or say they would.

    Returns:
        Those of sheets, and those of the system's state.
    """
    sheets: set[str] = set()
    states: set[str] = set()
    for command in (BeginFight(), *[NextTurn()] * 12):
        before = session.encounter
        session.submit(command)
        answered(session)
        after = session.encounter
        for who, one in after.combatants.items():
            sheets |= changed_fields(before[who].sheet, one.sheet)
        states |= changed_fields(before.rules, after.rules)
        for event in session.history.rows[session.position.cursor].events:
            if isinstance(event, SheetEvent):
                sheets |= declared_by(event)
            elif isinstance(event, StateEvent):
                states |= declared_by(event)
    return sheets, states


def changed_fields(old: Record, new: Record) -> set[str]:
    """Return the fields in which two records differ."""
    return {name for name in type(new).model_fields if getattr(old, name) != getattr(new, name)}


def declared_by(event: SheetEvent | StateEvent) -> set[str]:
    """Return the fields that an event is declared to change, also where they are empty already."""
    return {path.names[0] for path in getattr(type(event), "__changes__", ())}


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_what_turns_change_is_over_with_the_fight(system_id: str) -> None:
    """Turn state is named in ``fight_fields`` or ``fight_state``, or the scenario says it stays."""
    system, kept = find(system_id), scenario(system_id).kept
    sheets, states = changed_by_turns(
        Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    )
    assert sheets | states, "turns change nothing"
    named = {path.partition(".")[0] for path in system.data.fight_fields}
    assert sheets - named - kept == set()
    assert states - system.data.fight_state - kept == set()
    assert kept <= sheets | states


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_whoever_is_set_aside_does_nothing(system_id: str) -> None:
    """Everything that they could do is offered with that reason, and refused for it."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    now = session.encounter
    who = now.turn or next(iter(now.combatants))
    gone = now.with_combatant(now[who].replace(aside=True))
    for action in actions_of(system, gone, who):
        command = action.make(Target(combatant=who, cell=Cell(1, 1), path=(Cell(1, 1),)))
        if isinstance(command, Act):
            assert action.refusal is not None, action.id
            assert action.refusal.code == "set_aside", action.id
            outcome = play(system, gone, command)
            assert isinstance(outcome, Refused), action.id
            assert outcome.code == "set_aside", action.id


@pytest.mark.parametrize("system_id", sorted({*WITH_TURNS} & {*WITH_MOVES} - {"freeform"}))
def test_reach_out_of_turn_is_shown_as_waiting_for_it(system_id: str) -> None:
    """Of whoever has the turn squares are possible now, of anybody else in their turn at best."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    now = session.encounter
    for who in sorted(now.combatants)[:6]:
        if system.board.body(now, who).mover == who:
            planner = RoutePlanner(system, now, who)
            assert not planner.zones() or planner.waits_for_turn == (who != now.turn), who


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_shown_has_its_icons_and_keeps_within_its_pools(system_id: str) -> None:
    """Icons of actions and badges are files; no pool of a sample is more than full."""
    system = find(system_id)
    icons = {one.stem for one in (data_dir("assets") / "icons").glob("*.svg")}
    start = crowd(system)
    for who in start.combatants:
        card = system.cards.card(start, who)
        assert all(pool.now <= pool.full for pool in (*card.pools, *card.parts))
        assert all(pip.left <= pip.full for pip in card.pips)
        assert {one.icon for one in card.badges} <= icons
        assert {one.icon for one in actions_of(system, start, who)} <= icons
    assert {one.icon for one in system.board.scenery(start).marks} <= icons
    assert all(isinstance(one, Area) for one in system.board.areas(start))


@pytest.mark.parametrize("system_id", every_id())
def test_empty_values_come_back_as_what_they_were(system_id: str) -> None:
    """The state, house rules and settings of a new fight are read as their system's own."""
    system = find(system_id)
    first = system.new_encounter()
    again = Codec(system).encounter(encode(first))
    assert again == first
    assert type(again.rules) is type(first.rules)
    assert type(again.settings) is type(first.settings)
    assert type(again.switches) is type(first.switches)


# --- what is written in the code of a system ------------------------------------------------------


def _calls(system_id: str) -> list[ast.Call]:
    root = Path(inspect.getfile(find(system_id).play.chapters[0])).parent
    while root.name != system_id:
        root = root.parent
    return [
        node
        for path in sorted(root.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


@pytest.mark.parametrize("system_id", every_id())
def test_every_window_that_is_asked_in_is_declared(system_id: str) -> None:
    """What a question calls its window stands among the system's windows."""
    declared = set(find(system_id).play.windows)
    used = {
        keyword.value.value
        for call in _calls(system_id)
        for keyword in call.keywords
        if keyword.arg == "window"
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value
    }
    assert used <= declared
