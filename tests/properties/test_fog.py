"""What holds for any play with fog: memory is what was seen or uncovered, and follows undo.

Random walks, free moves, doors, smoke, light, strokes of the brush, pins and modes in a house;
beside it a plain set of points is kept of what was seen after each event of a walk.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.fog_commands import Cover, CoverMap, PinCells, SetFog, Uncover, UncoverMap
from gridwar.engine.gm.map_commands import PutZones, SetDoor, SetPage
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.perception.side_sight import known_points, points_seen_by, seen_points
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.events_fog import Explored, Forgotten
from gridwar.model.geometry import Cell
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.point_masks import PointMask
from gridwar.model.walls import DoorState
from gridwar.model.zones import LIGHT, SMOKE, Light, Zone
from gridwar.storage.json_codec import Codec, encode
from tests.support.fog_house import CELLAR, FREEFORM, HALL, HEIGHT, WIDTH, house

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event

    Mask = NDArray[np.bool_]

CELLS = st.builds(Cell, st.integers(0, WIDTH), st.integers(0, HEIGHT))
SOME = st.lists(CELLS, min_size=1, max_size=8).map(tuple)
WHO = st.sampled_from(("ann", "bob", "foe"))
DOORS = (HALL, CELLAR)


@st.composite
def walks(draw: st.DrawFn) -> Move:
    """Draw a way of some steps from anywhere; whether it can be gone is left open."""
    at = draw(st.builds(Cell, st.integers(5, 28), st.integers(2, 16)))
    steps = draw(
        st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=5)
    )
    path = []
    for dx, dy in steps:
        if dx or dy:
            at = at.shifted(dx, dy)
            path.append(at)
    return Move(actor=draw(WHO), path=tuple(path))


COMMANDS: st.SearchStrategy[Command] = st.one_of(
    walks(),
    walks(),
    st.builds(lambda who, cell: Place(to=((who, cell),)), WHO, CELLS),
    st.builds(SetDoor, wall=st.sampled_from(DOORS), state=st.sampled_from(DoorState)),
    st.builds(lambda cells: Uncover(cells=cells), SOME),
    st.builds(lambda cells: Cover(cells=cells), SOME),
    st.builds(lambda cells, pin: PinCells(cells=cells, pin=pin), SOME, st.sampled_from(CellPin)),
    st.builds(
        lambda mode, light: SetFog(mode=mode, counts_light=light),
        st.sampled_from((FogMode.BY_SIGHT, FogMode.BY_SIGHT, *FogMode)),
        st.sampled_from((None, False, True)),
    ),
    st.just(SetFog(opaque_zones=frozenset({SMOKE}))),
    st.builds(
        lambda cells, kind: PutZones(
            put=(Zone(id=kind, kind=kind, cells=cells, strength=Light.DARK),)
        ),
        SOME,
        st.sampled_from((SMOKE, LIGHT)),
    ),
    st.sampled_from((UncoverMap(), CoverMap(), SetFog(also_remembering=frozenset({"2"})))),
    st.builds(SetPage, width=st.integers(20, WIDTH), height=st.integers(12, HEIGHT)),
)


def _from_where(command: Command, fight: Encounter) -> Command:
    """Let a walk begin where its walker stands: drawn as steps, it fits nowhere else."""
    if not isinstance(command, Move):
        return command
    here = fight[command.actor].pos
    if here is None or not command.path:
        return command
    first = command.path[0]
    dx, dy = here.x + 1 - first.x, here.y - first.y
    return command.replace(path=tuple(cell.shifted(dx, dy) for cell in command.path))


def _remembered(before: Encounter, events: tuple[Event, ...], after: Encounter, side: str) -> Mask:
    """Return by hand what a side knows after a command, event by event."""
    size = after.map.size
    found = before.vision.resized(size).memory(side).points.rows(size).copy()
    people = [one.id for one in after.combatants.values() if one.side == side]
    covered = after.vision.pinned.view(*size) == CellPin.COVERED
    hidden = covered.repeat(8, axis=0).repeat(8, axis=1)
    state = before
    for event in events:
        state = evolve(state, event)
        if isinstance(event, Explored) and event.side == side and not _is_sight(events, event):
            found |= event.points.rows(size)
        elif isinstance(event, Forgotten) and event.side == side:
            found &= np.False_ if event.points is None else ~event.points.rows(size)
        is_step = isinstance(event, CombatantMoved) and state.map.size == size
        if is_step and side in after.remembering_sides and after.vision.mode is FogMode.BY_SIGHT:
            found |= points_seen_by(state, people) & ~hidden
    if after.vision.mode is FogMode.BY_SIGHT and side in after.remembering_sides:
        found |= points_seen_by(after, people) & ~hidden
    return found


def _is_sight(events: tuple[Event, ...], event: Event) -> bool:
    """Return whether an event was added after the command's own: what was seen comes last."""
    return event in events[_own(events) :]


def _own(events: tuple[Event, ...]) -> int:
    """Return how many of the events are a command's own."""
    number = len(events)
    while number and events[number - 1].kind in {"explored", "doors_seen"}:
        number -= 1
    return number


@given(st.lists(COMMANDS, min_size=1, max_size=10))
@settings(deadline=None, max_examples=40)
def test_memory_is_what_was_seen_or_uncovered(commands: list[Command]) -> None:
    """After each command, point by point; undo, redo, events alone and the file bring it back."""
    session, codec = Session(FREEFORM, house()), Codec(FREEFORM)
    session.submit(SetFog(mode=FogMode.BY_SIGHT))
    for command in commands:
        before = session.encounter
        outcome = session.submit(_from_where(command, before))
        if not isinstance(outcome, Accepted):
            assert session.encounter is before
            continue
        after = session.encounter
        assert outcome.encounter == after
        by_hand = isinstance(command, Uncover | UncoverMap)
        for side in after.sides:
            memory = after.vision.memory(side).points.rows(after.map.size)
            if not by_hand:
                assert (memory == _remembered(before, outcome.events, after, side)).all()
            elif side in after.remembering_sides:
                _holds_uncovered(command, before, after, side)
            _knows(after, side)
        session.undo()
        assert session.encounter == before
        session.redo()
        assert session.encounter == after
        read = tuple(codec.event(encode(event)) for event in outcome.events)
        assert reduce(evolve, read, before) == after
        assert codec.encounter(encode(after)) == after


def _holds_uncovered(command: Command, before: Encounter, after: Encounter, side: str) -> None:
    """Check that the memory is that before, what was uncovered, and what is seen, and no more."""
    size = after.map.size
    assert isinstance(command, Uncover | UncoverMap)
    given = PointMask.whole(size) if isinstance(command, UncoverMap) else command.points(size)
    wanted = before.vision.memory(side).points.united(given).rows(size)
    if after.vision.mode is FogMode.BY_SIGHT:
        covered = after.vision.pinned.view(*size) == CellPin.COVERED
        people = [one.id for one in after.combatants.values() if one.side == side]
        wanted = wanted | points_seen_by(after, people) & ~covered.repeat(8, 0).repeat(8, 1)
    assert (after.vision.memory(side).points.rows(size) == wanted).all()


def _knows(after: Encounter, side: str) -> None:
    """Check what is shown to a side against its mode and the pins."""
    size, mode = after.map.size, after.vision.mode
    seen, known = seen_points(after, side), known_points(after, side)
    pins = after.vision.pinned.view(*size).repeat(8, axis=0).repeat(8, axis=1)
    assert not (seen & ~known).any()
    if mode is FogMode.OFF:
        assert seen.all()
        return
    assert known[pins == CellPin.SHOWN].all()
    assert not known[pins == CellPin.COVERED].any()
    memory = after.vision.memory(side).points.rows(size)
    people = [one.id for one in after.combatants.values() if one.side == side]
    now = points_seen_by(after, people)
    free = pins == CellPin.NONE
    by_mode = {
        FogMode.BY_HAND: (memory, memory),
        FogMode.BY_SIGHT: (now, now | memory),
        FogMode.BY_SIGHT_WITHOUT_MEMORY: (now, now),
    }[mode]
    assert (seen == by_mode[0])[free].all()
    assert (known == by_mode[1])[free].all()
    assert seen_points(after, side) is seen
    assert known_points(after, side) is known
