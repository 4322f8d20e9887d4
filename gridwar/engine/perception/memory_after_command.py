"""What the sides that keep a memory came to know by a command: events that follow its own.

Asked once a command is accepted, never by previews or odds, and only while fog goes by sight with
memory. Whoever walked has seen from each cell of the way, as doors, lights and smoke were then; of
everything else counts how it is in the end. What is stored is what was found: undo and replay take
it from there and work nothing out anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.perception.doors_as_seen import doors_in
from gridwar.engine.perception.looks_at_ground import Look, looks_of
from gridwar.engine.perception.props_as_seen import noted_props
from gridwar.engine.perception.side_sight import covered_by_pins, looks_of_side, united
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.model.events_fog import DoorSeen, DoorsSeen, Explored, FogModeSet
from gridwar.model.memory import FogMode
from gridwar.model.point_masks import NO_POINTS, PointMask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.point_masks import Bits


def what_was_seen(
    before: Encounter, events: Iterable[Event], after: Encounter
) -> tuple[Event, ...]:
    """Return the events by which the sides remember what they saw in the course of a command.

    Args:
        before: The fight before it.
        events: What happened.
        after: The fight after that.
    """
    if after.vision.mode is not FogMode.BY_SIGHT:
        return ()
    sides = after.remembering_sides
    if not sides:
        return ()
    seen, events = _Looked(sides), tuple(events)
    state = before
    for event in events:
        was, state = state, evolve(state, event)
        if state is not was:
            seen.along(event, was, state)
    seen.everybody(after)
    told = _Told(events)
    return tuple(found for side in sides for found in _events(after, side, seen.looks[side], told))


class _Told:
    """What the game master let a side know in the course of a command, without a look at it."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self._shown = [one for one in events if isinstance(one, Explored)]
        self._is_begun = any(isinstance(one, FogModeSet) and one.mode for one in events)

    def bits(self, after: Encounter, side: str) -> Bits:
        """Return the points: all that it knows where fog begins to go by sight."""
        size, memory = after.map.size, after.vision.memory(side)
        found = (memory.points if self._is_begun else NO_POINTS).packed(size)
        for one in self._shown:
            if one.side == side:
                found = found | one.points.packed(size)
        return found


class _Looked:
    """The looks of all sides that remember, each once."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        self.looks: dict[str, set[Look]] = {side: set() for side in sides}

    def along(self, event: Event, was: Encounter, now: Encounter) -> None:
        """Look from where somebody has come to, and all anew where the map has changed."""
        if now.vision.mode is not FogMode.BY_SIGHT:
            return
        if now.map.size != was.map.size:
            for looks in self.looks.values():
                looks.clear()
        is_step = isinstance(event, CombatantMoved | Climbed)
        if now.map is not was.map or (is_step and now.vision.counts_light):
            self.everybody(now)
        elif isinstance(event, CombatantMoved | Climbed):
            one = now.combatants.get(event.who)
            is_looking = one is not None and not now.keeps_from(one.side, one)
            if one is not None and is_looking and one.side in self.looks:
                self.looks[one.side].update(looks_of(now, (one,)))

    def everybody(self, now: Encounter) -> None:
        """Look with everybody at a moment."""
        for side, looks in self.looks.items():
            looks.update(looks_of_side(now, side))


def _events(after: Encounter, side: str, looks: Set[Look], told: _Told) -> Iterator[Event]:
    vision, size = after.vision, after.map.size
    seen = united(frozenset(looks), size)
    shown = told.bits(after, side)
    if vision.pinned.tiles:
        seen = seen & ~covered_by_pins(vision.pinned, size)
    memory = vision.memory(side)
    known = memory.points.packed(size)
    fresh = seen & ~known
    if fresh.any():
        yield Explored(side=side, points=PointMask.of_packed(fresh, size))
    walls = after.map.walls
    now = {one.id: one.door for one in doors_in(walls, seen, size)}
    for one in doors_in(walls, known, size):
        if one.id not in memory.doors:
            now[one.id] = one.door
    doors = tuple(
        DoorSeen.constant(wall=wall, state=state)
        for wall, state in now.items()
        if memory.doors.get(wall) is not state
    )
    if doors:
        yield DoorsSeen(side=side, doors=doors)
    props = noted_props(side, memory, after.map.props, seen | shown, size)
    if props is not None:
        yield props
