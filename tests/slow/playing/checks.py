"""What must hold of every fight at every moment, whatever has been done in it.

Nothing in here knows a system: freeform, whose moves no rule refuses, is left out of walls by its
moves being the GM's own.
"""

from __future__ import annotations

import math
import time
from functools import reduce
from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.dice.dice_sources import SeededDice, TypedDice
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits, OddsCancelled, TooManyRuns, tested
from gridwar.engine.play.offered_actions_and_drafts import actions_of, out_of_turn_of
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.engine.session.journal_rows import ROOT
from gridwar.engine.session.open_commands import remembering
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.geometry import SUBCELL
from gridwar.model.question_and_refusal import Question
from gridwar.storage.json_codec import Codec, encode, encode_replies
from tests.slow.campaign import Wrong
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_columns import Column, Odds
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.geometry import Cell
    from gridwar.model.walls import Wall

NEWEST_ROWS = 8
"""How many commands of the line are played again from their replies."""
ODDS_S = 0.4
ODDS_RUNS = 2500
MOST_OFF = 1e-6
WITHOUT_WALLS = frozenset({"freeform"})
"""Systems by whose rules nobody is refused a step."""


# --- at any moment -----------------------------------------------------------------------------


def sound(now: Encounter) -> None:
    """Look at what is quickly seen."""
    for who, one in now.combatants.items():
        if one.id != who:
            raise Wrong("a combatant stands under another id")
        if not math.isfinite(one.altitude):
            raise Wrong("an altitude is no finite number")
    if now.turn is not None and now.turn not in now:
        raise Wrong("the turn is of somebody who is not there")


def kept(now: Encounter, codec: Codec) -> None:
    """Write the state and read it back."""
    text = encode(now)
    again = codec.encounter(text)
    if again != now:
        raise Wrong("read back, the encounter is another")
    if encode(again) != text:
        raise Wrong("read back, the encounter is written otherwise")


def shown(system: System, now: Encounter, *, on_map: bool = True) -> None:
    """Ask everything that the window may ask, of everybody: also of those who are off the board.

    Args:
        system: The rules.
        now: The fight.
        on_map: Also select some and present the map, which takes the longest.
    """
    order = system.turns.order(now)
    listed = [who for slot in order for who in slot.ids if slot.state != "delaying"]
    if len(set(listed)) != len(listed):
        raise Wrong("somebody stands twice in the order")
    if not all(who in now for slot in order for who in slot.ids):
        raise Wrong("somebody stands in the order who is not there")
    board = system.board
    for ask in (system.turns.flow, board.scenery, board.areas, board.yardstick):
        ask(now)
    actions_of(system, now, None)
    before = None
    for who, one in now.combatants.items():
        system.cards.card(now, who)
        actions_of(system, now, who)
        out_of_turn_of(system, now, who)
        system.board.overlays(now, who, "", None)
        system.board.body(now, who)
        system.board.body(now, who)
        system.board.overlays(now, who, "", None)
        if one.pos is not None:
            system.board.movement(now, who, "")
        if before is not None:
            system.sight(now, before, who)
        before = who
    if on_map:
        selected(system, now)


def selected(system: System, now: Encounter) -> None:
    """Select whoever has the turn and whoever is off the map, and present it as the window does."""
    outside = [
        who
        for who, one in now.combatants.items()
        if one.pos is not None and not now.map.contains(one.pos)
    ]
    controller = Controller(Session(system, now))
    presenter = ScenePresenter(controller, Toolbox(controller))
    try:
        for who in (*filter(None, (now.turn,)), *outside[:2], *[*now.combatants][:1]):
            controller.selection.select(who)
            presenter.present()
    finally:
        controller.action_drafts.shut_down()


# --- the line of play --------------------------------------------------------------------------


def replayed(session: Session, codec: Codec, first_own_row: int) -> None:
    """From the first encounter the stored events lead to now, and replies give the same events."""
    line = session.history.line(session.position.cursor)
    events = (event for row in line for event in row.events)
    if reduce(evolve, events, session.history.state(ROOT)) != session.settled:
        raise Wrong("played from the beginning, the state is another")
    for row in [one for one in line if one.id >= first_own_row][-NEWEST_ROWS:]:
        kind, before = row.command.kind, session.history.state(row.parent)
        options = Options(TypedDice(), StrictTable)
        played = play(session.system, before, row.command, row.replies, options)
        outcome = remembering(played, before)
        if not isinstance(outcome, Accepted):
            raise Wrong(f"{kind}: with its own replies it is {type(outcome).__name__}")
        if outcome.events != row.events:
            raise Wrong(f"{kind}: with its own replies other events come of it")
        if tuple(codec.event(encode(event)) for event in row.events) != row.events:
            raise Wrong(f"{kind}: its events, read back, are others")
        if codec.command(encode(row.command)) != row.command:
            raise Wrong(f"{kind}: read back, it is another")
        if codec.replies(encode_replies(row.replies)) != row.replies:
            raise Wrong(f"{kind}: its replies, read back, are others")


def undone_and_redone(session: Session) -> None:
    """Undo and redo together are nothing; undo alone leads to the state before."""
    if not session.can_undo:
        return
    was = (session.encounter, session.settled, [one.key for one in session.wanted])
    row = session.history.rows.get(session.position.cursor)
    was_open = bool(session.open)
    if not session.undo():
        return
    parent = None if row is None or was_open or session.open else row.parent
    if parent == session.position.cursor and session.settled != session.history.state(parent):
        raise Wrong("after undo it is not as it was before")
    if not session.can_redo:
        raise Wrong("after undo there is nothing to redo")
    session.redo()
    if (session.encounter, session.settled, [one.key for one in session.wanted]) != was:
        raise Wrong("undo and redo together are something")


def shown_again(session: Session, row_id: int) -> None:
    """A finished command can be shown on its sheet once more, as the log offers it."""
    row = session.history.rows.get(row_id)
    if row is None or row.is_open or row.command.actor is None:
        return
    state, command, system = session.history.state(row.parent), row.command, session.system
    if row.command.actor not in state or str(getattr(command, "target", "")) not in state:
        return
    preview(system, state, command, state[row.command.actor].side)
    system.draft(state, command)
    system.draft(state, command)
    system.draft(state, command)


# --- moves -------------------------------------------------------------------------------------


def moved_well(
    system: System, command: Command, before: Encounter, events: Sequence[Event]
) -> None:
    """Nobody walks off the map or through a wall, except where the GM waives it."""
    if system.id in WITHOUT_WALLS or command.adjustments.waived or not isinstance(command, Move):
        return
    walls = [one for one in before.map.walls if one.stops_movement and one.height_m is None]
    places = {who: one.pos for who, one in before.combatants.items()}
    for event in events:
        if not isinstance(event, CombatantMoved):
            continue
        was, places[event.who] = places.get(event.who), event.to
        one = before.combatants.get(event.who)
        if not event.walked or event.to is None or was is None or one is None:
            continue
        if not before.map.contains(event.to):
            raise Wrong("somebody walked off the map")
        is_step = max(abs(was.x - event.to.x), abs(was.y - event.to.y)) == 1
        if is_step and tuple(one.size) == (1, 1) and one.altitude == 0:
            _not_through(was, event.to, walls)


def _not_through(a: Cell, b: Cell, walls: Sequence[Wall]) -> None:
    if any(_crosses(a, b, wall) for wall in walls):
        raise Wrong("somebody walked through a wall")


def _crosses(a: Cell, b: Cell, wall: Wall) -> bool:
    """Return whether the way from middle to middle crosses a wall, and does not only touch it."""
    half = SUBCELL // 2
    p, q = ((cell.x * SUBCELL + half, cell.y * SUBCELL + half) for cell in (a, b))
    r, s = (wall.a.x, wall.a.y), (wall.b.x, wall.b.y)
    return _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0


def _side(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# --- odds --------------------------------------------------------------------------------------


def odds_hold(system: System, now: Encounter, command: Command, chance: Random) -> bool:
    """The odds add up to 1, and what is then played had a chance in them.

    Returns:
        Whether it came to a comparison.
    """
    if now.standing or preview(system, now, command).refusal is not None:
        return False
    end = time.perf_counter() + ODDS_S
    limits = Limits(ODDS_RUNS, lambda: time.perf_counter() > end)
    try:
        found = odds(system, now, command, None, limits)
    except (TooManyRuns, OddsCancelled):
        return False
    explored = [column for column in found.columns if column.outcomes is not None]
    for column in explored:
        _adds_up(command, column)
    return bool(explored) and _had_a_chance(system, now, command, found, chance)


def _adds_up(command: Command, column: Column) -> None:
    assert column.outcomes is not None
    chances = [chance for _facts, chance in column.outcomes.items]
    if abs(sum(chances) - 1) > MOST_OFF:
        raise Wrong(f"{command.kind}: odds add up to {sum(chances)}")
    if not all(0 <= one <= 1 + MOST_OFF for one in chances):
        raise Wrong(f"{command.kind}: a chance lies outside of 0 to 1")


def _had_a_chance(
    system: System, now: Encounter, command: Command, found: Odds, chance: Random
) -> bool:
    column = chance.choice([one for one in found.columns if one.outcomes is not None])
    given = {} if found.question is None else {found.question.key: Answer(option=column.option)}
    replies, dice = Replies(), SeededDice(chance.randrange(1 << 30))
    outcome = play(system, now, command, replies, Options(dice, StrictTable))
    while isinstance(outcome, Asking):
        replies = outcome.replies
        for one in outcome.wanted:
            assert isinstance(one, Question)
            answer = given.get(one.key, one.default)
            if one.problem_with(answer):
                return False
            replies = replies.with_reply(Reply(key=one.key, answer=answer))
        outcome = play(system, now, command, replies, Options(dice, StrictTable))
    if not isinstance(outcome, Accepted):
        return False
    rolled = any(one.faces for one in outcome.replies.by_key().values())
    facts = tested(system.facts(now, outcome.encounter, outcome.result), rolled=rolled)
    assert column.outcomes is not None
    if not any(facts == one and p > 0 for one, p in column.outcomes.items):
        raise Wrong(f"{command.kind}: what was played had no chance in the odds: {facts}")
    return True
