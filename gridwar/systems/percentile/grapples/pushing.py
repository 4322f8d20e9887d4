"""Pushing the restrained one: a straight line, followed or not, maybe over an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    Cell,
    NumberField,
    Procedure,
    Role,
    Step,
    TicksField,
    Walk,
    _,
    call,
    ngettext,
    plays,
    require,
    say,
    walk,
)
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import interrupt_extended
from gridwar.systems.percentile.checks.opposed import OpposedResult, may_help
from gridwar.systems.percentile.core.fight_state import grapple_of, switches_of
from gridwar.systems.percentile.grapples.beginning_and_ending import end_grapple
from gridwar.systems.percentile.grapples.controller_options import controllers_option
from gridwar.systems.percentile.grapples.grapple_options import (
    AssistedAct,
    contest,
    is_held,
    may_take,
    take,
)
from gridwar.systems.percentile.movement.distance_and_ground import ground_of, squares_of
from gridwar.systems.percentile.movement.falling import crash, drop_squares

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


@controllers_option(
    _("Push"),
    icon="move",
    role=Role.OTHER,
    needs="cell",
    note=_("towards a square, in one of eight directions"),
)
class GrapplePush(AssistedAct):
    """Push the restrained one towards a square; ``follow`` keeps the hold."""

    cell: Cell
    follow: Annotated[
        bool, TicksField(_("You"), {"follow": _("follow and keep the hold")}, when=is_held)
    ] = False
    squares: Annotated[
        int,
        NumberField(
            _("Squares"),
            0,
            lambda encounter, command: squares_of(encounter, command.actor, "half_move"),
            _("0: as far as it goes"),
            when=is_held,
        ),
    ] = Field(default=0, ge=0, le=100)
    """How far; 0 for as far as it goes."""


@plays(GrapplePush)
def grapple_push(table: Table, command: GrapplePush) -> Procedure[OpposedResult]:
    """Push somebody 1 square and 1 per degree in a straight line, at most one's Half Move.

    Rules: PC-GRP-03, PC-GRP-01
    """
    who = command.actor
    foe = yield from may_take(table, who, "grapple_push")
    way = direction(table.now, foe, command.cell)
    text = _("A push goes straight, in one of eight directions.")
    yield from require(way is not None, "not_straight", text, "PC-GRP-03")
    yield from may_help(table, who, foe, command.helpers)
    yield from take(table, who, "grapple_push")
    found = yield from contest(table, command, "grapple_push")
    if found.winner == "a" and way is not None:
        degrees = found.margin if switches_of(table.now).push_dos == "net" else found.a_dos
        won, limit = 1 + degrees, squares_of(table.now, who, "half_move")
        most = min(won, limit)
        wanted = min(command.squares or most, most)
        shove = Shove(who, foe, way, wanted, command.follow, won, limit)
        yield from call(_shove, shove, key="push")
    return found


def direction(encounter: Encounter, who: str, cell: Cell) -> tuple[int, int] | None:
    """Return the direction from somebody to a square, if it is one of eight."""
    at = encounter[who].pos
    if at is None or at == cell:
        return None
    dx, dy = cell.x - at.x, cell.y - at.y
    if dx and dy and abs(dx) != abs(dy):
        return None
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


class Shove(Struct, frozen=True):
    """A push that was won: who pushes whom, in which direction, how far, and whether along.

    ``won`` squares were won, of which ``most`` may be made at all.
    """

    who: str
    foe: str
    way: tuple[int, int]
    squares: int
    follow: bool
    won: int = 0
    most: int = 0


class _Square(Struct, frozen=True):
    """What became of one square of a push: whether it was made, and what ended it there."""

    made: bool
    goes_on: bool
    why: str = ""


def _shove(table: Table, shove: Shove) -> Procedure[None]:
    """Move the pushed one square by square, and whoever follows; stop at what blocks.

    Rules: PC-GRP-03, PC-ECO-06
    """
    made, why = 0, ""
    for number in range(shove.squares):
        square = yield from call(_one_square, shove, key=f"square {number + 1}")
        made, why = made + square.made, square.why
        if not square.goes_on:
            break
    rule = "PC-GRP-03"
    steps = (
        Step(label=_("Squares won"), rule_id=rule, after=shove.won),
        Step(label=_("Half Move, which limits it"), rule_id=rule, after=shove.most),
        Step(label=_("Squares wanted"), rule_id=rule, after=shove.squares),
        Step(label=_("Squares pushed"), rule_id=rule, after=made, source=why),
    )
    text, result = _("{who} is pushed"), ngettext("{n} square", "{n} squares", made)
    text = _("{who} is pushed, then stopped: {why}") if why else text
    yield from say(table, text, who=shove.foe, why=why, steps=steps, result=result.format(n=made))
    if made and shove.foe in table.now:
        yield from interrupt_extended(table, shove.foe)
    if not shove.follow and made and grapple_of(table.now, shove.who) is not None:
        yield from end_grapple(table, shove.who, _("{who} does not follow: {target} is free"))


def why_not_pushed(encounter: Encounter, shove: Shove) -> str:
    """Return in words what blocks the next square of a push; empty where it can be made.

    The pusher makes room only by following; nobody is pushed through anybody.

    Rules: PC-GRP-03
    """
    moved = (shove.foe, shove.who) if shove.follow else (shove.foe,)
    for one in moved:
        at, ground = encounter[one].pos, ground_of(encounter, one, frozenset(moved))
        if at is None:
            return _("not on the map")
        if one == shove.foe:  # it may be pushed into an opening, and falls
            ground = replace(ground, holes=frozenset())
        there = at.shifted(*shove.way)
        blocked = ground.why_blocked(at, there)
        if blocked is not None:
            return str(blocked)
        if not ground.may_stop(there):
            return _("somebody stands there")
    return ""


def pushed_over(encounter: Encounter, shove: Shove) -> tuple[Cell, ...]:
    """Return the squares over which somebody would be pushed, up to what blocks.

    Rules: PC-GRP-03
    """
    cells: list[Cell] = []
    moved = (shove.foe, shove.who) if shove.follow else (shove.foe,)
    for _number in range(shove.squares):
        if why_not_pushed(encounter, shove):
            break
        for one in moved:
            at = encounter[one].pos
            assert at is not None
            encounter = encounter.with_combatant(encounter[one].replace(pos=at.shifted(*shove.way)))
        now = encounter[shove.foe]
        cells += () if now.pos is None else footprint(now.pos, now.size)
    return tuple(cells)


def _one_square(table: Table, shove: Shove) -> Procedure[_Square]:
    """Push by one square. Beyond an edge the GM is asked for the fall, and the hold is over.

    Rules: PC-GRP-03, PC-ALT-10
    """
    why = why_not_pushed(table.now, shove)
    if why:
        return _Square(False, False, why)
    before = table.now[shove.foe].pos
    yield from call(_step, (shove.foe, shove.way), key="pushed")
    after = table.now[shove.foe].pos if shove.foe in table.now else None
    if before is None or after is None:
        return _Square(True, False)
    if after != before.shifted(*shove.way):  # it fell to another floor
        text = _("{who} stays above: {target} is free")
        yield from end_grapple(table, shove.who, text)
        return _Square(True, False)
    drop = drop_squares(table.now, shove.foe, before, after)
    if drop:
        yield from call(crash, (shove.foe, drop), key="edge")
        text = _("{who} stays above: {target} is free")
        yield from end_grapple(table, shove.who, text)
        return _Square(True, False)
    if shove.follow:
        yield from call(_step, (shove.who, shove.way), key="follows")
    return _Square(True, True)


def _step(table: Table, step: tuple[str, tuple[int, int]]) -> Procedure[None]:
    who, way = step
    at = table.now[who].pos
    assert at is not None
    yield from call(walk, Walk(who, (at.shifted(*way),), forced=True), key="step")
