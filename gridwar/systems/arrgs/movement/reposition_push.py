"""Reposition: somebody is pushed in a straight line, into others perhaps."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Cell,
    Encounter,
    Procedure,
    Step,
    Table,
    Walk,
    choose_cell,
    emit,
    require,
    say,
    squared_from,
    walk,
)
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.model.cover_kinds import CoverForm
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.conditions import VitalityChanged, settle_one
from gridwar.systems.arrgs.core.riders import together
from gridwar.systems.arrgs.core.sheet import has, switches_of
from gridwar.systems.arrgs.core.tables import size_apart, squares_words
from gridwar.systems.arrgs.movement.ground_and_step_costs import SIZES_APART
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import TOO_LARGE
from gridwar.systems.arrgs.positions.distances import STEPS
from gridwar.text import _, ngettext


class Push(Struct, frozen=True):
    """Who pushes whom, at most how far; ``direction`` empty and ``squares`` None are asked."""

    by: str
    target: str
    most: int
    direction: str = ""
    squares: int | None = None


class Line(Struct, frozen=True):
    """A straight way for somebody: its free squares, and what it runs into after them, if so.

    ``against`` is a combatant's id; ``solid`` a thing. Both empty: it just ends there.
    """

    cells: tuple[Cell, ...]
    against: str = ""
    solid: bool = False
    why: str = ""
    """What ends it without a collision, in words."""

    @property
    def collides(self) -> bool:
        """Whether it ends in something."""
        return self.solid or bool(self.against)


class Pushed(Struct, frozen=True):
    """Where somebody ended, what it ran into, and what both lost."""

    end: Cell | None = None
    squares: int = 0
    against: str = ""
    loss: int = 0


def may_push(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse to push somebody too large.

    Rules: AR-MNV-16
    """
    text = _("{whom} is too large to be moved.")
    is_light = size_apart(table.now, who, target) < TOO_LARGE
    yield from require(is_light, "too_large", text, "AR-MNV-16", whom=target)


def line_of(encounter: Encounter, who: str, direction: str, most: int) -> Line:
    """Return how far somebody could be pushed in a direction, and what stops it.

    Rules: AR-MNV-16
    """
    one = encounter[who]
    if one.pos is None:
        return Line(())
    corners = Corners(switches_of(encounter).corner_cutting)
    ground = Ground(encounter.map, size=one.size, category="", corners=corners)
    here = one.pos
    cells: list[Cell] = []
    for _number in range(most):
        there = here.shifted(*STEPS[direction])
        if _is_solid(encounter, who, there):
            return Line(tuple(cells), solid=True)
        obstacle = ground.why_blocked(here, there)
        if obstacle is not None:
            return Line(tuple(cells), why=str(obstacle))
        other = _in_the_way(encounter, who, there)
        if other is not None:
            apart = abs(size_apart(encounter, who, other))
            in_the_way = _("{name} is in the way").format(name=encounter[other].name)
            collides = apart < TOO_LARGE
            return Line(tuple(cells), other if collides else "", why=in_the_way)
        cells.append(there)
        here = there
    return Line(tuple(cells))


def _is_solid(encounter: Encounter, who: str, there: Cell) -> bool:
    covered = footprint(there, encounter[who].size)
    return any(
        one.hard and one.form is CoverForm.OBJECT and not frozenset(covered).isdisjoint(one.cells)
        for one in encounter.map.in_play.cover_objects
    )


def _in_the_way(encounter: Encounter, who: str, there: Cell) -> str | None:
    covered = frozenset(footprint(there, encounter[who].size))
    one, with_it = encounter[who], together(encounter, who)
    for other in encounter.everyone():
        if other.id in with_it or other.altitude != one.altitude or has(other, "dead"):
            continue
        if other.pos is None or covered.isdisjoint(footprint(other.pos, other.size)):
            continue
        if abs(size_apart(encounter, who, other.id)) < SIZES_APART:
            return other.id
    return None


def push(table: Table, order: Push) -> Procedure[Pushed]:
    """Move somebody against its will, square by square; who threatens it may strike.

    Rules: AR-MNV-16, AR-OPP-03, AR-INC-04
    """
    direction, squares = order.direction, order.squares
    if not direction:
        cell = yield from _where(table, order)
        direction, squares = _chosen(table.now, order.target, cell)
    most = order.most if squares is None else min(squares, order.most)
    if not direction or most <= 0:
        return Pushed(table.now[order.target].pos)
    line = line_of(table.now, order.target, direction, most)
    walked = yield from walk(table, Walk(order.target, line.cells, forced=True, tag="pushed"))
    loss = 0
    if line.collides and not walked.stopped:
        count_it = switches_of(table.now).reposition_bump == "count_blocked_square"
        loss = walked.steps + int(count_it)
    if loss:
        yield from _collide(table, order.target, line.against, loss)
    if walked.stopped and order.target in table.now:
        struck = _("{name} cannot go on").format(name=table.now[order.target].name)
        line = replace(line, why=struck)
    yield from _tell(table, order.target, line, _Way(walked.steps, most, loss))
    return Pushed(walked.end, walked.steps, line.against if loss else "", loss)


def _collide(table: Table, who: str, against: str, loss: int) -> Procedure[None]:
    """Let both lose Vitality: it is no damage, so nothing resists it.

    Rules: AR-MNV-16
    """
    for one in filter(None, (who, against)):
        yield from emit(VitalityChanged(who=one, by=-loss))
        yield from settle_one(table, one)


class _Way(Struct, frozen=True):
    """How far somebody was pushed, of how many squares, and what both lose who collide."""

    squares: int
    most: int
    loss: int


def _tell(table: Table, who: str, line: Line, way: _Way) -> Procedure[None]:
    """Tell how far somebody was pushed, of how many squares, and what has stopped it.

    Rules: AR-MNV-16
    """
    squares, most, loss = way.squares, way.most, way.loss
    gone = Step(
        label=_("Squares"), rule_id="AR-MNV-16", before=_("of {n}").format(n=most), after=squares
    )
    words = squares_words(squares)
    if squares < most:
        words = ngettext("{n} of {most} square", "{n} of {most} squares", most)
        words = words.format(n=squares, most=most)
    if not loss:
        why = line.why if squares < most else ""
        words = ": ".join(filter(None, (words, why)))
        yield from say(
            table, _("{who} is pushed"), who=who, result=words, steps=(gone,), tone="plain"
        )
        return
    yield from say(
        table,
        _("{who} is pushed into {other}"),
        who=who,
        other=line.against or _("something solid"),
        result=words,
        steps=(gone, Step(label=_("Both lose"), rule_id="AR-MNV-16", after=loss)),
        tone="harm",
    )


def squares_to_aim_at(encounter: Encounter, target: str, most: int) -> frozenset[Cell]:
    """Return where somebody could be pushed to: free squares, and the first one it runs into.

    Rules: AR-MNV-16
    """
    found: set[Cell] = set()
    for direction, step in STEPS.items():
        line = line_of(encounter, target, direction, most)
        found.update(line.cells)
        here = line.cells[-1] if line.cells else encounter[target].pos
        if line.collides and here is not None:
            found.add(here.shifted(*step))
    return frozenset(found)


def _where(table: Table, order: Push) -> Procedure[Cell]:
    """Let whoever pushes say where to; as usual as far away as it goes."""

    def cells() -> frozenset[Cell]:
        start = table.now[order.target].pos
        assert start is not None
        return squares_to_aim_at(table.now, order.target, order.most) | {start}

    def farthest(found: frozenset[Cell]) -> Cell:
        start, pusher = table.now[order.target].pos, table.now[order.by].pos
        assert start is not None
        assert pusher is not None
        aims = squares_to_aim_at(table.now, order.target, order.most) & found
        away = squared_from(table.now.map, pusher)
        return max(aims, key=lambda it: (away(it), it.x), default=start)

    words = ngettext(
        "Up to {n} square, in a straight line.",
        "Up to {n} squares, in a straight line.",
        order.most,
    )
    return choose_cell(
        table,
        _("Where to with {target}?"),
        cells,
        "AR-MNV-16",
        key=f"where {order.target} goes",
        whom=order.by,
        default=farthest,
        info=words.format(n=order.most),
        follow_up=True,
        target=order.target,
    )


def _chosen(encounter: Encounter, target: str, cell: Cell) -> tuple[str, int]:
    pos = encounter[target].pos
    if pos is None or cell == pos:
        return "", 0
    dx, dy = cell.x - pos.x, cell.y - pos.y
    unit = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    direction = next(name for name, step in STEPS.items() if step == unit)
    return direction, max(abs(dx), abs(dy))
