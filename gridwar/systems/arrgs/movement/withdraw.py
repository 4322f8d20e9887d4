"""Withdraw: heading off from the nearest enemy, or from the largest group, provoking nobody."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Cell,
    Movement,
    MoveZone,
    Number,
    Procedure,
    Refusal,
    Role,
    Step,
    Variant,
    Walk,
    plays,
    require,
    require_none,
    say,
    walk,
)
from gridwar.grid.movement.link_steps import price_of_link
from gridwar.model.geometry import MOST_STEPS
from gridwar.systems.arrgs.actions.offers import MOVING, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, begin, finish
from gridwar.systems.arrgs.actions.prices import Price, price_for, price_words
from gridwar.systems.arrgs.core.movement_speed import increment_of, usual_category
from gridwar.systems.arrgs.core.riders import mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import squares_words
from gridwar.systems.arrgs.movement import movement_budget, path_costs
from gridwar.systems.arrgs.movement.ground_and_step_costs import search_rule
from gridwar.systems.arrgs.movement.movement_budget import Moved, may_set_out, path_of
from gridwar.systems.arrgs.movement.path_costs import may_go
from gridwar.systems.arrgs.opportunities.opportunities import step_tag
from gridwar.systems.arrgs.positions.distances import (
    Placed,
    as_placed,
    between,
    distance,
    opponents,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import State, StepRule

WITHDRAW: Final = "withdraw"
WITHDRAW_GROUP: Final = "withdraw_group"
"""The same, from the largest group of enemies."""
AwayFrom = Literal["nearest", "group"]
TOGETHER: Final = 2
"""Squares within which enemies are one group."""


def _from_nearest(encounter: Encounter, who: str) -> Iterator[Variant]:
    mover = mover_of(encounter, who)
    names = ", ".join(encounter[one].name for one in reference(encounter, mover))
    if names:
        yield Variant(names={"n": withdraw_limit(encounter, mover), "names": names})


def _from_group(encounter: Encounter, who: str) -> Iterator[Variant]:
    mover = mover_of(encounter, who)
    if len(enemies(encounter, mover)) > len(reference(encounter, mover)):
        names = {"n": withdraw_limit(encounter, mover), "names": _("the largest group")}
        yield Variant(names=names, fields=frozendict(away_from="group"))


@offer_manoeuvre(
    WITHDRAW,
    _("Withdraw"),
    icon="log-out",
    group=MOVING,
    role=Role.LEAVE,
    needs="path",
    note=_("{n} squares away from {names}; provokes nobody"),
    each=_from_nearest,
    swift=True,
)
@offer_manoeuvre(
    WITHDRAW,
    _("Withdraw from the group"),
    icon="log-out",
    group=MOVING,
    role=Role.LEAVE,
    id=WITHDRAW_GROUP,
    needs="path",
    note=_("{n} squares away from {names}; provokes nobody"),
    each=_from_group,
    swift=True,
)
class Withdraw(Manoeuvre):
    """Head off from the nearest enemy, or from the largest group of them."""

    path: tuple[tuple[Number, Number], ...] = Field(max_length=MOST_STEPS)
    mode: str = ""
    away_from: AwayFrom = "nearest"


@plays(Withdraw)
def withdraw(table: Table, command: Withdraw) -> Procedure[Moved]:
    """Head off from the enemy.

    Rules: AR-MNV-21, AR-INC-04, AR-TER-01
    """
    actor, price = command.actor, price_for(WITHDRAW, command)
    who = yield from may_set_out(table, actor, price)
    path = path_of(table.now, actor, who, command.path)
    category = command.mode or usual_category(table.now, who)
    yield from may_go(table, who, path, category)
    limit = withdraw_limit(table.now, who, category)
    costs = path_costs.path_costs(table.now, who, path, category)
    cost = len(path) if isinstance(costs, Refusal) else costs[-1]
    fits = isinstance(costs, Refusal) or path_costs.is_affordable(costs, limit)
    yield from require_none(None if fits else path_costs.too_far(cost, limit))
    yield from may_head_off(table, who, path, command.away_from)
    begun = yield from begin(table, payer_of(table.now, who), price)
    if isinstance(begun, Lost):
        return Moved(wasted=True, fort_checks=begun.checks)
    walked = yield from walk(table, Walk(who, path, tag=step_tag(WITHDRAW, category)))
    checks = yield from finish(table, begun)
    steps = (
        Step(label=_("Movement Speed"), rule_id="AR-MNV-21", after=limit),
        Step(label=_("Squares"), rule_id="AR-MNV-21", after=walked.steps),
    )
    yield from say(
        table, _("{who} withdraws"), who=actor, result=squares_words(walked.steps), steps=steps
    )
    increment = increment_of(table.now[who]) if who in table.now else 0
    return Moved(walked.steps, cost, limit, increment, walked.stopped, checks)


def withdraw_limit(encounter: Encounter, who: str, category: str = "") -> int:
    """Return how many squares a Withdraw covers: the plain Movement Speed, no check being made.

    Rules: AR-MNV-21
    """
    category = category or usual_category(encounter, who)
    if switches_of(encounter).withdraw_limit == "movement_budget":
        return movement_budget.budget_with(encounter, who, category)
    return sheet_of(encounter[who]).speed(category)


def enemies(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return whom somebody could withdraw from: opponents that live.

    Rules: AR-MNV-21
    """
    foes = opponents(encounter, who)
    return tuple(foe for foe in foes if not has(encounter[foe], "dead"))


def reference(encounter: Encounter, who: str, away_from: AwayFrom = "nearest") -> tuple[str, ...]:
    """Return from whom somebody withdraws: the nearest enemies, or the largest group of them.

    Rules: AR-MNV-21
    """
    foes = list(enemies(encounter, who))
    if away_from == "group":
        return max(_groups(encounter, foes), key=len, default=())
    distances = {foe: between(encounter, who, foe) for foe in foes}
    near = min((away for away in distances.values() if away is not None), default=None)
    return tuple(foe for foe, away in distances.items() if away == near)


def _groups(encounter: Encounter, people: list[str]) -> list[tuple[str, ...]]:
    left, groups = list(people), []
    while left:
        group, new = [], [left.pop(0)]
        while new:
            group += new
            new = [one for one in left if any(_is_near(encounter, one, old) for old in new)]
            left = [one for one in left if one not in new]
        groups.append(tuple(group))
    return groups


def _is_near(encounter: Encounter, one: str, other: str) -> bool:
    away = between(encounter, one, other)
    return away is not None and away <= TOGETHER


def distance_to(encounter: Encounter, who: str, cell: Cell, people: tuple[str, ...]) -> int:
    """Return how far somebody would be from the nearest of some people, at a cell."""
    found = (distance(encounter, Placed(who, cell), as_placed(encounter[one])) for one in people)
    return min((away for away in found if away is not None), default=0)


def may_head_off(
    table: Table, who: str, path: tuple[Cell, ...], away_from: AwayFrom
) -> Procedure[None]:
    """Refuse a path that does not lead away.

    Rules: AR-MNV-21
    """
    people, start = reference(table.now, who, away_from), table.now[who].pos
    text = _("There is no enemy to withdraw from.")
    yield from require(bool(people), "no_enemy", text, "AR-MNV-21")
    if start is None or not people:
        return
    far = [distance_to(table.now, who, cell, people) for cell in (start, *path)]
    steps = list(pairwise(far))
    strict = switches_of(table.now).withdraw_away == "every_step_farther"
    away = all(b > a if strict else b >= a for a, b in steps) and far[-1] > far[0]
    names = ", ".join(table.now[one].name for one in people)
    text = _("This does not lead away from {names}.")
    yield from require(away, "not_away", text, "AR-MNV-21", names=names)


class Away(Struct, frozen=True):
    """Steps of another rule, of which none leads nearer to those who are left behind.

    Rules: AR-MNV-21
    """

    rule: StepRule
    far: frozendict[Cell, int]
    strict: bool = False

    def start(self) -> State:
        """Return the state of a fresh path."""
        return self.rule.start()

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it; None for one that leads nearer."""
        return self.rule.step(a, b, state) if self._leads_away(a, b) else None

    def link(self, a: Cell, b: Cell, times: int, state: State) -> tuple[int, State] | None:
        """Return the same for a step along stairs."""
        return price_of_link(self.rule, (a, b), times, state) if self._leads_away(a, b) else None

    def _leads_away(self, a: Cell, b: Cell) -> bool:
        before, after = self.far.get(Cell(*a), 0), self.far.get(Cell(*b), -1)
        return after > before or (after == before and not self.strict)

    def reason(self, a: Cell, b: Cell) -> str:
        """Return why a step is forbidden."""
        del a, b
        return _("this does not lead away")


class FartherOff(Struct, frozen=True):
    """Where a Withdraw may end: not as near as it began, whatever the mover's corner covers.

    Rules: AR-MNV-21
    """

    near: frozenset[Cell]

    def __call__(self, cell: Cell, state: State) -> bool:
        """Return whether it may end with the mover's corner at a cell."""
        del state
        return cell not in self.near


def movement_of(
    encounter: Encounter, who: str, ground: Ground, away_from: AwayFrom, price: Price
) -> Movement:
    """Return how a Withdraw could go: only what leads away can be reached.

    Rules: AR-MNV-21
    """
    people, start = reference(encounter, who, away_from), encounter[who].pos
    limit = withdraw_limit(encounter, who)
    rule = search_rule(encounter, who, ground, limit)
    zone = MoveZone(limit, price_words(price), strikes=False)

    if start is None or not people:
        return Movement(ground, rule, (zone,), squares_words)
    shifts = range(-limit - 1, limit + 2)
    around = (start.shifted(dx, dy) for dx in shifts for dy in shifts)
    on_map = filter(encounter.map.contains, around)
    far = {cell: distance_to(encounter, who, cell, people) for cell in {start, *on_map}}
    near = frozenset(cell for cell, away in far.items() if away <= far[start])
    strict = switches_of(encounter).withdraw_away == "every_step_farther"
    steps = Away(rule, frozendict(far), strict)
    is_dear = path_costs.is_one_square_dear(ground, (limit,))
    return Movement(
        ground, steps, (zone,), squares_words, may_end=FartherOff(near), one_step=is_dear
    )
