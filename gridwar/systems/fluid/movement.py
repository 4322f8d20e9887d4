"""Walking: move actions, the bonus step, and what slowing ground is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Draft,
    Foreseen,
    Move,
    Movement,
    MoveZone,
    Pips,
    Procedure,
    Role,
    Table,
    Variant,
    Walk,
    allows,
    holes_for,
    offer,
    plays,
    require,
    require_path,
    required,
    say,
    walk,
)
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.step_rules import STEPS_BY_METRIC, uniform
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.fluid.actions.allowed_actions import may_take, take
from gridwar.systems.fluid.actions.divided_checks import goes_on
from gridwar.systems.fluid.actions.payment import (
    STEP,
    Taking,
    price_of_taking,
    prompt_of,
    taking_of,
)
from gridwar.systems.fluid.actions.take_action_choices import SHORTER_WORDS
from gridwar.systems.fluid.core.action_headings import ACT, OTHERWISE
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.fluid.core.sheet import Entry, sheet_of
from gridwar.systems.fluid.core.tables import Cost, numbers, squares_in
from gridwar.systems.fluid.ledger.ledger_sum import worth
from gridwar.systems.fluid.ledger.ledger_writing import enter, keeps_ledger
from gridwar.systems.fluid.positions.deployment_and_separation import yardstick
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.engine.kit import Command, Encounter
    from gridwar.systems.fluid.core.tables import ActionSpec

_MOVE_BY: Final = "move_by:"
_SHORTER: Final = ">"
"""In a mode it stands before what a shortened move takes."""
_COSTS: Final[tuple[Cost, ...]] = ("free", "half", "full")


def move_specs(encounter: Encounter) -> tuple[ActionSpec, ...]:
    """Return the actions of the list that are moves.

    Rules: FL-RND-06
    """
    return tuple(one for one in settings_of(encounter).actions if "move" in one.tags)


def taking_by(encounter: Encounter, who: str, mode: str) -> Taking | None:
    """Return a way of walking as somebody takes it; None where the list has no such move.

    Rules: FL-RND-04, FL-ACT-05
    """
    if mode == STEP:
        return Taking(who, STEP, _("Bonus step"), STEP)
    wanted, _sign, cost = mode.rpartition(":")[2].partition(_SHORTER)
    spec = next((one for one in move_specs(encounter) if wanted in ("", one.id)), None)
    if spec is None:
        return None
    taking = taking_of(spec, who)
    shorter = cost in _COSTS and _COSTS.index(cost) < _COSTS.index(spec.cost)
    return replace(taking, cost=cost, reductions=1) if shorter else taking


def movement(encounter: Encounter, who: str, mode: str = "") -> Movement:
    """Return how far the Speed goes, or one square for the bonus step; nowhere where it may not.

    Slowing ground multiplies what a square costs; nothing is refused for being too far.

    Rules: FL-ENC-05, FL-RND-01, FL-RND-02, FL-RND-04, FL-EVT-04
    """
    one = encounter[who]
    ground = Ground(encounter.map, size=one.size, holes=holes_for(encounter, who))
    may = may_walk(encounter, who, mode)
    if mode == STEP:
        slow = switches_of(encounter).step_into_slow == "cost_5ft_only"
        zones = (MoveZone(1, _("Bonus step")),) if may else ()
        return Movement(ground, uniform(ground, multiplies=slow), zones, _feet_of(1))
    steps, parts = STEPS_BY_METRIC[yardstick(encounter).metric]
    feet = sheet_of(one).speed_ft
    zone = MoveZone(squares_in(feet) * parts, _("Speed {n} ft").format(n=feet))
    rule, zones = steps(ground, multiplies=True), (zone,) if may else ()
    return Movement(ground, rule, zones, _feet_of(parts), is_bound=False)


def may_walk(encounter: Encounter, who: str, mode: str = "") -> bool:
    """Tell whether somebody may walk so now; before the fight it is asked how far that would be.

    Rules: FL-RND-01, FL-RND-02, FL-RND-04
    """
    taking = taking_by(encounter, who, mode)
    if taking is None:
        return False
    return not encounter.round or allows(encounter, lambda table: may_take(table, taking))


def _feet_of(parts: int) -> Callable[[int], str]:
    return lambda cost: _("{n} ft").format(n=f"{cost / parts * numbers().square_ft:g}")


def slowed(encounter: Encounter, who: str, path: Iterable[Cell]) -> Entry | None:
    """Return the event of a move over slowing ground; None where it meets none.

    Rules: FL-EVT-04
    """
    page, size = encounter.map, encounter[who].size
    squares = sum(
        any(
            kind.multiplier > 1 and kind.hinders("")
            for cell in footprint(to, size)
            if page.contains(cell)
            for kind in (page.terrain_at(cell),)
        )
        for to in path
    )
    by_square = switches_of(encounter).terrain_unit == "per_square"
    return Entry(event="terrain_slowed", count=squares if by_square else 1) if squares else None


def _usual(encounter: Encounter, who: str) -> Iterator[Variant]:
    speed = _("{n} ft").format(n=sheet_of(encounter[who]).speed_ft)
    for spec in move_specs(encounter)[:1]:
        if _may_be_asked(encounter, who, spec):
            yield Variant(title=spec.words, note=speed)


def _other_ways(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spec in move_specs(encounter)[1:]:
        if _may_be_asked(encounter, who, spec):
            yield Variant(spec.id, frozendict(mode=spec.id), title=spec.words)


def _only_step(encounter: Encounter, who: str) -> Iterator[Variant]:
    if prompt_of(encounter, who) is None:
        yield Variant(fields=frozendict(mode=STEP))


def _shorter(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the moves as an option shortens them.

    Rules: FL-ACT-05
    """
    for spec in move_specs(encounter):
        for cost in _COSTS[: _COSTS.index(spec.cost)] if spec.cost in _COSTS else ():
            if _may_be_asked(encounter, who, spec):
                mode, title = f"{spec.id}{_SHORTER}{cost}", spec.words
                yield Variant(mode, frozendict(mode=mode), title=title, note=SHORTER_WORDS[cost])


def _may_be_asked(encounter: Encounter, who: str, spec: ActionSpec) -> bool:
    """Tell whether nothing else is prompted.

    Rules: FL-ACT-04
    """
    prompt = prompt_of(encounter, who)
    return prompt is None or prompt.action == spec.id


def _price(encounter: Encounter, command: Move) -> Pips:
    taking = taking_by(encounter, command.actor, command.mode)
    return Pips() if taking is None else price_of_taking(encounter, taking)


_offer_move = partial(
    offer, _("Move"), icon="footprints", role=Role.MOVE, needs="path", price=_price
)


@_offer_move(group=ACT, id="move", each=_usual)
@_offer_move(group=ACT, id=_MOVE_BY.removesuffix(":"), each=_other_ways)
@offer(
    _("Bonus step"),
    icon="move-diagonal",
    group=ACT,
    role=Role.MOVE,
    needs="path",
    note=_("5 ft, free"),
    id=STEP,
    price=_price,
    each=_only_step,
)
@_offer_move(group=OTHERWISE, id="shorter_move", each=_shorter)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk by a move action of the list, or take the bonus step.

    Rules: FL-RND-04, FL-EVT-04
    """
    who = command.actor
    text = _("The list of actions has no such move.")
    found = taking_by(table.now, who, command.mode)
    taking = yield from required(found, "no_such_move", text, "FL-RND-06")
    yield from may_take(table, taking)
    start = table.now[who].pos
    route = yield from require_path(
        table, who, movement(table.now, who, command.mode), command.path
    )
    if command.mode == STEP:
        text = _("The bonus step is one square that costs no more than 5 ft.")
        yield from require(route.cost <= 1, "step_too_far", text, "FL-RND-04")
    if not (yield from goes_on(table, taking)):
        return
    paid = yield from take(table, taking)
    walked = yield from walk(table, Walk(who, command.path))
    result = _("stopped") if walked.stopped else ""
    text = _("{who}: {name}")
    yield from say(table, text, who=who, name=taking.name, result=result, steps=paid)
    entry = slowed(table.now, who, command.path[: walked.steps])
    if start is not None and command.mode != STEP and entry is not None:
        yield from enter(table, who, (entry,))


def move_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what a planned path will write to the ledger.

    Rules: FL-EVT-04
    """
    if not isinstance(command, Move) or command.mode == STEP or command.actor not in encounter:
        return Draft()
    entry = slowed(encounter, command.actor, command.path)
    if entry is None or not keeps_ledger(encounter, command.actor):
        return Draft()
    points = worth(encounter, command.actor, (entry,))
    text = _("Slowing ground: {n} to the Count").format(n=f"{points:+}")
    return Draft(foreseen=(Foreseen(text, "FL-EVT-04"),))
