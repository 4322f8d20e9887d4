"""Walking: move actions, the bonus step, and what slowing ground is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import (
    Draft,
    Foreseen,
    Move,
    Movement,
    MoveZone,
    PipKind,
    Pips,
    Procedure,
    Table,
    Variant,
    Walk,
    Yardstick,
    offer,
    plays,
    require,
    require_path,
    required,
    say,
    walk,
)
from gridwar.grid.ground import Ground
from gridwar.grid.metrics import Metric
from gridwar.grid.steps import alternating, euclid, uniform
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.fluid.deployment import metric_of
from gridwar.systems.fluid.economy import STEP, Taking, may_take, take, taking_of
from gridwar.systems.fluid.headings import ACT
from gridwar.systems.fluid.ledger import points
from gridwar.systems.fluid.ledger_entries import enter_event, entered
from gridwar.systems.fluid.sheet import Entry, sheet_of
from gridwar.systems.fluid.state import settings_of
from gridwar.systems.fluid.switches import switches_of
from gridwar.systems.fluid.tables import event_rows, numbers
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.engine.kit import Command, Encounter
    from gridwar.systems.fluid.tables import ActionSpec

_MOVE_BY: Final = "move_by:"
_STEPS: Final = {
    Metric.CHEBYSHEV: (uniform, 1),
    Metric.ALTERNATING: (alternating, 1),
    Metric.EUCLID_FLOOR: (euclid, 10),
}
"""What steps cost, and in how many parts of a square that is counted."""


def move_specs(encounter: Encounter) -> tuple[ActionSpec, ...]:
    """Return the actions of the list that are moves.

    Rules: FL-RND-06
    """
    return tuple(one for one in settings_of(encounter).actions if "move" in one.tags)


def _spec_of(encounter: Encounter, mode: str) -> ActionSpec | None:
    wanted, specs = mode.removeprefix(_MOVE_BY), move_specs(encounter)
    return next((one for one in specs if wanted in ("", one.id)), None)


def movement(encounter: Encounter, who: str, mode: str = "") -> Movement:
    """Return how far the Speed goes, or one square for the bonus step.

    Slowing ground multiplies what a square costs; nothing is refused for being too far.

    Rules: FL-ENC-05, FL-RND-04, FL-EVT-04
    """
    one = encounter[who]
    ground, square = Ground(encounter.map, size=one.size), numbers().square_ft
    if mode == STEP:
        slow = switches_of(encounter).step_into_slow == "cost_5ft_only"
        zone = MoveZone(1, _("Bonus step"))
        return Movement(ground, uniform(ground, multiplies=slow), (zone,), _feet_of(1))
    steps, parts = _STEPS[metric_of(encounter)]
    feet = sheet_of(one).speed_ft
    zone = MoveZone(feet // square * parts, _("Speed {n} ft").format(n=feet))
    rule = steps(ground, multiplies=True)
    return Movement(ground=ground, rule=rule, zones=(zone,), cost_text=_feet_of(parts))


def _feet_of(parts: int) -> Callable[[int], str]:
    return lambda cost: _("{n} ft").format(n=f"{cost / parts * numbers().square_ft:g}")


def slow_squares(encounter: Encounter, who: str, path: Iterable[Cell]) -> int:
    """Return how many steps of a path lead onto ground that slows.

    Rules: FL-EVT-04
    """
    page, size = encounter.map, encounter[who].size
    return sum(
        any(
            kind.multiplier > 1 and kind.hinders("")
            for cell in footprint(to, size)
            if page.contains(cell)
            for kind in (page.terrain_at(cell),)
        )
        for to in path
    )


def slowed(encounter: Encounter, who: str, path: Iterable[Cell]) -> Entry | None:
    """Return the event of a move over slowing ground; None where it meets none.

    Rules: FL-EVT-04
    """
    squares = slow_squares(encounter, who, path)
    by_square = switches_of(encounter).terrain_unit == "per_square"
    return Entry(event="terrain_slowed", count=squares if by_square else 1) if squares else None


def _usual(encounter: Encounter, who: str) -> Iterator[Variant]:
    speed = _("{n} ft").format(n=sheet_of(encounter[who]).speed_ft)
    for spec in move_specs(encounter)[:1]:
        yield Variant(title=spec.name or spec.id, note=speed)


def _other_ways(encounter: Encounter, who: str) -> Iterator[Variant]:
    del who
    for spec in move_specs(encounter)[1:]:
        yield Variant(spec.id, frozendict(mode=spec.id), title=spec.name or spec.id)


def _only_step(encounter: Encounter, who: str) -> Iterator[Variant]:
    del encounter, who
    yield Variant(fields=frozendict(mode=STEP))


def _price(encounter: Encounter, command: Move) -> Pips:
    spec = _spec_of(encounter, command.mode)
    count = {"half": 1, "full": 2}.get(spec.cost, 0) if spec and command.mode != STEP else 0
    return Pips((PipKind.OWN,) * count)


@offer(
    _("Move"),
    icon="footprints",
    group=ACT,
    needs="path",
    shortcut="M",
    id="move",
    price=_price,
    each=_usual,
)
@offer(
    _("Move"),
    icon="footprints",
    group=ACT,
    needs="path",
    id=_MOVE_BY.removesuffix(":"),
    price=_price,
    each=_other_ways,
)
@offer(
    _("Bonus step"),
    icon="move-diagonal",
    group=ACT,
    needs="path",
    note=_("5 ft, free"),
    id=STEP,
    price=_price,
    each=_only_step,
)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk by a move action of the list, or take the bonus step.

    Rules: FL-RND-04, FL-EVT-04
    """
    who = command.actor
    if command.mode == STEP:
        taking = Taking(who, STEP, _("Bonus step"), STEP)
    else:
        text = _("The list of actions has no such move.")
        spec = yield from required(
            _spec_of(table.now, command.mode), "no_such_move", text, "FL-RND-06"
        )
        taking = taking_of(spec, who)
    yield from may_take(table, taking)
    start = table.now[who].pos
    route = yield from require_path(
        table, who, movement(table.now, who, command.mode), command.path
    )
    if command.mode == STEP:
        text = _("The bonus step is one square that costs no more than 5 ft.")
        yield from require(route.cost <= 1, "step_too_far", text, "FL-RND-04")
    yield from take(table, taking)
    walked = yield from walk(table, Walk(who, command.path))
    result = _("stopped") if walked.stopped else ""
    yield from say(table, _("{who}: {name}"), who=who, name=taking.name, result=result)
    entry = slowed(table.now, who, command.path[: walked.steps])
    if start is not None and command.mode != STEP and entry is not None:
        yield from enter_event(table, who, entry)


def move_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what a planned path will write to the ledger.

    Rules: FL-EVT-04
    """
    if not isinstance(command, Move) or command.mode == STEP or command.actor not in encounter:
        return Draft()
    entry = slowed(encounter, command.actor, command.path)
    if entry is None or not entered(encounter, command.actor, entry):
        return Draft()
    worth = points(event_rows()[entry.event], entry, 0)
    text = _("Slowing ground: {n} to the Count").format(n=f"{worth:+}")
    return Draft(foreseen=(Foreseen(text, "FL-EVT-04"),))


def yardstick(encounter: Encounter) -> Yardstick:
    """Return squares as the house rule counts them.

    Rules: FL-ENC-05
    """
    metric = metric_of(encounter)
    return Yardstick(metric, area=metric)
