"""The plain moves: Half Move, Full Move, Run and Disengage, changes of band among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import (
    Move,
    Procedure,
    Role,
    Step,
    Variant,
    Walk,
    _,
    call,
    offer,
    plays,
    require,
    require_path,
    say,
    walk,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.action_headings import MOVES
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.movement.distance_and_ground import (
    PLAIN,
    bands_of,
    plain_movement,
    squares_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Cell, Encounter, Movement, Table, Walked

P = TypeVar("P", bound="Callable[..., object]")


class NamedMove(Struct, frozen=True):
    """How a move that is chosen by name is offered, and the rule that says how far it goes."""

    title: str
    icon: str
    rule: str
    role: Role = Role.MOVE
    note: str = ""


MOVES_BY_NAME: Final[Mapping[str, NamedMove]] = {
    "half_move": NamedMove(_("Half Move"), "footprints", "PC-MOV-01"),
    "full_move": NamedMove(_("Full Move"), "chevron-right", "PC-MOV-02"),
    "run": NamedMove(_("Run"), "chevrons-right", "PC-MOV-04"),
    "disengage": NamedMove(_("Disengage"), "log-in", "PC-MOV-05", Role.LEAVE, _("provokes nobody")),
}
"""By their key in the list of actions; the plain moves, and Disengage."""


def _offered_by_name(procedure: P) -> P:
    """Offer each move by its name, at its price."""
    for key, one in reversed(tuple(MOVES_BY_NAME.items())):
        procedure = offer(
            one.title,
            icon=one.icon,
            group=MOVES,
            role=one.role,
            id=key,
            needs="path",
            note=one.note,
            each=_chosen(key),
            price=priced(key),
        )(procedure)
    return procedure


def _chosen(key: str) -> Callable[[Encounter, str], tuple[Variant, ...]]:
    return lambda _encounter, _who: (Variant(fields=frozendict(mode=key)),)


@offer(
    _("Move"),
    icon="footprints",
    group=MOVES,
    role=Role.MOVE,
    id="move",
    needs="path",
    note=_("the cheapest move that goes so far"),
)
@_offered_by_name
@plays(Move)
def move(table: Table, command: Move) -> Procedure[Walked]:
    """Walk or fly by the move that is named, else by the cheapest that goes so far.

    Rules: PC-MOV-01, PC-MOV-02, PC-MOV-04, PC-MOV-05, PC-ALT-06, PC-ALT-07, PC-ALT-08
    """
    who, key = command.actor, command.mode
    text = _("There is no such move.")
    known = key in ("", *MOVES_BY_NAME)
    yield from require(known, "no_such_move", text, waivable=False)
    yield from may_act(table, who, key or "half_move")
    way = plain_movement(table.now, who, key)
    route = yield from require_path(table, who, way, command.path, command.climbs)
    yield from may_stop(way, route.goal, command.climbs)
    bands = sum(map(abs, command.climbs))
    key = key or cheapest(table.now, who, route.cost, bands)
    yield from may_go(table, who, key, route.cost, bands)
    yield from may_act(table, who, key)
    yield from pay(table, who, key)
    order = Walk(who, command.path, tag=key, climbs=command.climbs)
    walked = yield from call(walk, order, key="walk")
    text = _("{who}: {move}")
    result = way.cost_text(route.cost)
    if walked.stopped:
        result = _("stopped after {squares}").format(squares=way.cost_text(walked.steps))
    most = squares_of(table.now, who, key) if who in table.now else route.cost
    steps = _told(key, route.cost, most, bands)
    yield from say(table, text, who=who, move=row(key).title, steps=steps, result=result)
    return walked


def _told(key: str, squares: int, most: int, bands: int) -> tuple[Step, ...]:
    """Return how long a way was, of how many squares, and the bands that it changed."""
    rule, words = MOVES_BY_NAME[key].rule, _("of {n}").format(n=most)
    steps = (Step(label=_("Squares of the way"), rule_id=rule, after=squares, source=words),)
    if not bands:
        return steps
    return (*steps, Step(label=_("Bands changed"), rule_id="PC-ALT-06", after=bands))


def cheapest(encounter: Encounter, who: str, squares: int, bands: int) -> str:
    """Return the cheapest plain move that goes so far and changes so many bands; else the Run.

    Rules: PC-MOV-05
    """
    fits = (
        key
        for key in PLAIN
        if squares <= squares_of(encounter, who, key) and bands <= bands_of(encounter, who, key)
    )
    return next(fits, "run")


def may_stop(way: Movement, goal: Cell, climbs: tuple[int, ...]) -> Procedure[None]:
    """Refuse to end a move in the square of somebody on the same band, who may be passed.

    Rules: PC-ALT-01, PC-MOV-04
    """
    up = sum(climbs)
    there = way if not up or way.climbed is None else way.climbed(up)
    text = _("Somebody stands there already.")
    yield from require(there.ground.may_stop(goal), "square_taken", text, "PC-MOV-04")


def may_go(table: Table, who: str, key: str, squares: int, bands: int) -> Procedure[None]:
    """Refuse a move that goes too far or changes too many bands.

    Rules: PC-MOV-01, PC-ALT-06, PC-ALT-07
    """
    flies = sheet_of(table.now[who]).can_fly
    text = _("{who} cannot fly, and so cannot change band by moving.")
    yield from require(flies or not bands, "cannot_fly", text, "PC-ALT-07", who=who)
    most = bands_of(table.now, who, key)
    text = _("{what} may change bands by {most} at most.")
    yield from require(
        bands <= most, "too_many_bands", text, "PC-ALT-06", what=row(key).title, most=most
    )
    most = squares_of(table.now, who, key)
    text = _("{n} squares; {what} goes {most}.")
    near, what = squares <= most, row(key).title
    yield from require(near, "move_too_far", text, "PC-MOV-04", n=squares, what=what, most=most)
