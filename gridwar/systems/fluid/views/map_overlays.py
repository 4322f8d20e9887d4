"""What is drawn: the ring of the distance, who stands too near, who acts in a surprise round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.caches import kept_of_fight
from gridwar.engine.kit import Area, Scenery, Tie, cells_around, ngettext, spot_at
from gridwar.grid.lines.sight_and_effect import line_of_cells
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.fluid.actions.payment import STEP
from gridwar.systems.fluid.core.fight_state import is_surprise_round, side_words, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.tables import locations
from gridwar.systems.fluid.movement import may_walk, movement
from gridwar.systems.fluid.positions.deployment_and_separation import (
    hostile_pairs,
    longest_clear_line,
    members,
    required,
    separations,
    yardstick,
)
from gridwar.systems.fluid.turns.turn_order import waiting
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Spot, Yardstick
    from gridwar.model.geometry import Size


def scenery(encounter: Encounter) -> Scenery:
    """Return the distances between groups before the fight.

    Rules: FL-ENC-01, FL-ENC-05
    """
    is_before = not encounter.round and bool(state_of(encounter).location)
    return Scenery(ties=tuple(_ties(encounter))) if is_before else Scenery()


def areas(encounter: Encounter) -> tuple[Area, ...]:
    """Return the ring of the distance before the fight; in it the step, and who may surprise.

    Rules: FL-ENC-01, FL-ENC-05, FL-SUR-02, FL-SUR-06, FL-RND-04
    """
    if encounter.round:
        eligible = _eligible(encounter) if is_surprise_round(encounter) else ()
        return (*eligible, *_step_squares(encounter))
    if not state_of(encounter).location:
        return ()
    return (*_rings(encounter), *_lines(encounter))


def _eligible(encounter: Encounter) -> Iterator[Area]:
    """Yield where those stand who have still to act in the surprise round.

    Rules: FL-SUR-02, FL-SUR-06
    """
    standing = [encounter[who] for who in waiting(encounter)]
    cells = frozenset(
        cell for one in standing if one.pos is not None for cell in footprint(one.pos, one.size)
    )
    if cells:
        label = _("Surprise round")
        note = _("those who may act in it")
        yield Area("surprise", label, cells, note, tone="good", rule_id="FL-SUR-06", is_advice=True)


def _step_squares(encounter: Encounter) -> Iterator[Area]:
    """Yield the squares next to whoever has the turn to which the bonus step leads, while it may.

    Rules: FL-RND-04
    """
    who = encounter.turn
    start = None if who is None else encounter[who].pos
    if who is None or start is None:
        return
    if not may_walk(encounter, who, STEP):
        return
    ways = movement(encounter, who, STEP)
    cells = frozenset(reach(LazyGrid(ways.ground, ways.rule), start, 1).costs)
    if len(cells) > 1:
        note = _("5 ft, free, instead of any other move")
        label = _("Bonus step")
        yield Area(
            "step",
            label,
            cells,
            note,
            tone="quiet",
            rule_id="FL-RND-04",
            is_advice=True,
            is_for_a_move=True,
        )


def _lines(encounter: Encounter) -> Iterator[Area]:
    """Yield the longest clear line between two areas, where the distance is one of sight.

    Rules: FL-ENC-03
    """
    place = locations().get(state_of(encounter).location)
    by_rule = switches_of(encounter).indoor_los == "longest_clear_line"
    if place is None or place.dice or not by_rule:
        return
    for a, b in hostile_pairs(encounter):
        line = longest_clear_line(encounter, a, b)
        if line is not None:
            test = line_of_cells(encounter.map, line.start, line.end)
            cells = frozenset((line.start, *map(Cell._make, test.crossed), line.end))
            label = _("Line of sight: {n} squares").format(n=line.squares)
            key = f"sight {a} {b}"
            yield Area(key, label, cells, tone="quiet", rule_id="FL-ENC-03", is_advice=True)


def _rings(encounter: Encounter) -> Iterator[Area]:
    drawn: set[tuple[str, int]] = set()
    for a, b in hostile_pairs(encounter):
        wanted = required(encounter, a, b)
        inside = frozenset(
            cell
            for one in members(encounter, a)
            if one.pos
            for cell in footprint(one.pos, one.size)
        )
        if wanted is None or not inside or (a, wanted.squares) in drawn:
            continue
        drawn.add((a, wanted.squares))
        here = spot_at(encounter.map, tuple(sorted(inside)))
        cells = ring_cells(encounter.map.size, here, wanted.squares, yardstick(encounter))
        if not cells:
            continue
        side = side_words(encounter, a)
        squares = ngettext("{n} square", "{n} squares", wanted.squares).format(n=wanted.squares)
        label = _("{squares} from {side}").format(squares=squares, side=side)
        note = _("where the nearest of the others begins")
        key = f"distance {a} {wanted.squares}"
        yield Area(key, label, cells, note, tone="info", rule_id="FL-ENC-05", is_advice=True)


@kept_of_fight(32)
def ring_cells(page: Size, inside: Spot, squares: int, by: Yardstick) -> frozenset[Cell]:
    """Return the squares of a map that are exactly so far from the nearest of some squares.

    Args:
        page: Width and height of the map.
        inside: The squares of a group.
        squares: How far.
        by: How squares are counted.

    Rules: FL-ENC-05
    """
    return cells_around(by, inside, (squares, squares), page)


def _ties(encounter: Encounter) -> Iterator[Tie]:
    for one in separations(encounter):
        off, met = _("{n} squares, {wanted} wanted"), _("{n} squares, as wanted")
        words = off if one.deviation else met
        label = words.format(n=one.squares, wanted=one.wanted)
        yield Tie(*one.nearest, label, broken=bool(one.deviation), always=True)


def spacing(encounter: Encounter, who: str, other: str) -> int | None:
    """Return how far apart two people of different sides should begin.

    Rules: FL-ENC-05
    """
    if encounter.round:
        return None
    found = required(encounter, encounter[who].side, encounter[other].side)
    return None if found is None else found.squares
