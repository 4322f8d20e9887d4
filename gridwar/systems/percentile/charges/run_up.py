"""The run-up of a Charge or Ram: what its last four squares have to be, where it ends, the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    Procedure,
    Step,
    Table,
    Walk,
    _,
    call,
    cells_apart,
    ngettext,
    place,
    require,
    require_path,
    say,
    spot_at,
    walk,
)
from gridwar.grid.movement.link_steps import price_of_link
from gridwar.model.geometry import Cell, Climbs, Way, footprint
from gridwar.systems.percentile.attacks.legality_and_targets import foes_of
from gridwar.systems.percentile.charges.line_of_run_up import (
    RUN_UP,
    Direction,
    is_run_up,
    may_be_line,
    ways_of,
)
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.systems.percentile.movement.distance_and_ground import (
    PLAIN,
    RUN_UPS,
    ground_of,
    plain_movement,
    squares_of,
)
from gridwar.systems.percentile.movement.plain_moves import may_go, may_stop
from gridwar.systems.percentile.out_of_turn.overwatch_triggers import (
    Deed,
    before_attack,
    before_run,
    is_up,
)
from gridwar.systems.percentile.positions.reach_and_sight import (
    can_strike,
    reach_of,
    squares_between,
    standing_at,
    yardstick,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Movement
    from gridwar.grid.movement.routes import MayEnd
    from gridwar.grid.movement.step_rules import State, StepRule

MODES: Final = (*PLAIN, *RUN_UPS, "disengage")
"""Moves that the map shows by themselves."""


class RunUp(Struct, frozen=True):
    """Steps that remember the directions of the last four, as far as they may be one line.

    Rules: PC-ACT-05
    """

    steps: StepRule
    geometry: str

    def start(self) -> tuple[State, tuple[Direction, ...]]:
        """Return the state of a fresh path: no step yet."""
        return self.steps.start(), ()

    def step(self, a: Cell, b: Cell, state: Any) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it."""
        inner, ways = state
        found = self.steps.step(a, b, inner)
        if found is None:
            return None
        last = (*ways, (b[0] - a[0], b[1] - a[1]))[-RUN_UP:]
        while not may_be_line(last, self.geometry):
            last = last[1:]
        return found[0], (found[1], last)

    def link(self, a: Cell, b: Cell, times: int, state: State) -> tuple[int, State] | None:
        """Return the cost of a step along stairs: no line goes on over it."""
        inner = state[0] if isinstance(state, tuple) else self.steps.start()
        found = price_of_link(self.steps, (a, b), times, inner)
        return None if found is None else (found[0], (found[1], ()))


def reach_with(encounter: Encounter, who: str, weapon: str) -> int:
    """Return the reach of a melee weapon, or of the longest in hand where none is named.

    Rules: PC-ATK-01
    """
    one = encounter[who]
    named = weapon_of(one, weapon) if weapon else None
    if named is None:
        return reach_of(one)
    return named.reach_cells if named.is_melee else 0


def foes_within(encounter: Encounter, who: str, cell: Cell, reach: int) -> tuple[str, ...]:
    """Return the foes whom somebody could strike at a cell with a reach, on the band they are on.

    Rules: PC-ACT-05, PC-ATK-01
    """
    one, by = encounter[who], yardstick(encounter)
    mine, page = place(encounter, by, cell, one.size), encounter.map
    near = tuple(
        foe
        for foe in foes_of(encounter, who)
        if 0 < cells_apart(by, mine, spot_at(page, _cells(encounter, foe))) <= reach
    )
    there = standing_at(encounter, who, cell) if near else encounter
    return tuple(foe for foe in near if can_strike(there, who, foe, reach))


def _cells(encounter: Encounter, who: str) -> tuple[Cell, ...]:
    one = encounter[who]
    return () if one.pos is None else footprint(one.pos, one.size)


def points_at(encounter: Encounter, who: str, foe: str, cell: Cell, way: Direction) -> bool:
    """Return whether the line of a run-up, drawn on, meets a foe.

    Rules: PC-ACT-05
    """
    one, there = encounter[who], frozenset(_cells(encounter, foe))
    most = max((abs(x - cell.x) + abs(y - cell.y) for x, y in there), default=0)
    return any(
        there.intersection(footprint(cell.shifted(way[0] * n, way[1] * n), one.size))
        for n in range(1, most + 1)
    )


def ends_at_a_foe(encounter: Encounter, who: str, weapon: str, *, is_ram: bool) -> MayEnd:
    """Return what tells whether a charge may end on a cell, after the steps that lead there.

    A ram ends at a starship.

    Rules: PC-ACT-05, PC-MOV-03, PC-SHP-03
    """
    reach, geometry = reach_with(encounter, who, weapon), switches_of(encounter).charge_geometry

    ground = ground_of(encounter, who)

    def may_end(cell: Cell, state: Any) -> bool:
        ways = state[1]
        if not is_run_up(ways, geometry) or not ground.may_stop(cell):
            return False
        near = foes_within(encounter, who, cell, reach)
        foes = [foe for foe in near if not is_ram or sheet_of(encounter[foe]).ship]
        if geometry != "toward_target":
            return bool(foes)
        return any(points_at(encounter, who, foe, cell, ways[-1]) for foe in foes)

    return may_end


def why_no_end(encounter: Encounter, who: str, weapon: str) -> Callable[[Cell], str]:
    """Return what says why a charge may not end on a cell to which a way leads.

    Rules: PC-ACT-05
    """
    reach, ground = reach_with(encounter, who, weapon), ground_of(encounter, who)

    def why(cell: Cell) -> str:
        if not ground.may_stop(cell):
            return _("somebody stands there")
        if not foes_within(encounter, who, cell, reach):
            return _("no foe is in reach from there")
        return _("no four squares in a straight line lead there")

    return why


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return how somebody could move now: by the plain moves, or by the one that is chosen.

    ``mode`` is a move of the list of actions, maybe with a weapon (``charge:sword``); empty for
    the plain ones.

    Rules: PC-MOV-03, PC-ACT-05, PC-SHP-03
    """
    key, _colon, weapon = mode.partition(":")
    plain = plain_movement(encounter, who, key if key in MODES else "")
    if key not in RUN_UPS:
        return plain
    at = encounter[who].pos

    def climbed(by: int) -> Movement:
        return movement(standing_at(encounter, who, at, by), who, mode)

    return replace(
        plain,
        rule=RunUp(plain.rule, switches_of(encounter).charge_geometry),
        may_end=ends_at_a_foe(encounter, who, weapon, is_ram=key == "ram"),
        climbed=plain.climbed and climbed,
        why_no_end=why_no_end(encounter, who, weapon),
    )


class RunUpAct(Act):
    """What a charge and a ram have in common: a path with its run-up, and the foe at its end.

    ``target`` may be left out where only one foe is within reach at the end.
    """

    at_ships: ClassVar[bool] = False
    """Whether starships alone count at its end."""

    path: Way
    climbs: Climbs = ()
    target: str = ""

    def reaches_with(self) -> str:
        """Return the weapon whose reach decides where it may end; empty: the longest in hand.

        Rules: PC-ACT-05, PC-ATK-01, PC-SHP-03
        """
        return UNARMED


def foe_meant(encounter: Encounter, command: RunUpAct) -> str:
    """Return whom a run-up is at: whoever is named, else the first at its end; empty for nobody."""
    return command.target or next(iter(foes_at_end(encounter, command)), "")


AtItsEnd: TypeAlias = Annotated[
    str,
    ChoiceField(
        _("At"),
        lambda encounter, run: {foe: encounter[foe].name for foe in foes_at_end(encounter, run)},
        now=foe_meant,
        least=2,
    ),
]
"""Whom a run-up may be at: foes within reach at its end."""


def may_run_up(table: Table, command: RunUpAct, action: str) -> Procedure[str]:
    """Refuse a path that is no legal path of a Charge or Ram, and return the foe at its end.

    Rules: PC-ACT-05, PC-MOV-03, PC-SHP-03
    """
    who, path = command.actor, command.path
    way = plain_movement(table.now, who, "run")  # where it may end is told below, with better words
    route = yield from require_path(table, who, way, path, command.climbs)
    yield from may_stop(way, route.goal, command.climbs)
    yield from may_go(table, who, action, route.cost, sum(map(abs, command.climbs)))
    geometry = switches_of(table.now).charge_geometry
    ways = ways_of(route.cells)
    text = _("{what} ends with four squares in a straight line.")
    straight = is_run_up(ways, geometry)
    yield from require(straight, "no_run_up", text, "PC-ACT-05", what=row(action).title)
    there = standing_at(table.now, who, route.goal, sum(command.climbs))
    target = foe_meant(table.now, command)
    text = _("No foe is within reach at the end.")
    is_there = target in foes_at_end(table.now, command)
    yield from require(is_there, "no_foe_at_end", text, "PC-ACT-05")
    if geometry == "toward_target":
        text = _("The line does not point at {target}.")
        points = points_at(there, who, target, route.goal, ways[-1])
        yield from require(points, "not_toward", text, "PC-ACT-05", target=target)
    if geometry == "strict_range":
        text = _("{target} stands further away than a Charge goes.")
        far = route.cost + squares_between(there, who, target)
        near = far <= squares_of(table.now, who, action)
        yield from require(near, "foe_too_far", text, "PC-ACT-05", target=target)
    return target


def foes_at_end(encounter: Encounter, command: RunUpAct) -> tuple[str, ...]:
    """Return the foes whom a run-up would have within reach at its end; of a ram the starships.

    Rules: PC-ACT-05, PC-SHP-03
    """
    one = encounter[command.actor]
    end = command.path[-1] if command.path else one.pos
    if end is None:
        return ()
    there = standing_at(encounter, one.id, end, sum(command.climbs))
    reach = reach_with(there, one.id, command.reaches_with())
    foes = foes_within(there, one.id, end, reach)
    if not command.at_ships:
        return foes
    return tuple(foe for foe in foes if sheet_of(there[foe]).ship is not None)


def run_up(table: Table, command: RunUpAct, action: str, target: str) -> Procedure[bool]:
    """Run along the path; return whether the foe is still there to be attacked.

    Rules: PC-ACT-05, PC-ACT-10
    """
    who = command.actor
    title = row(action).title
    deed = Deed(who, "attack", target, title)
    if not (yield from before_run(table, deed)):
        if is_up(table.now, who):
            text = _("{who} is pinned and does not run: {what}")
            yield from say(table, text, who=who, what=title, steps=_squares_run(table, action, 0))
        return False
    order = Walk(who, command.path, tag=action, climbs=command.climbs)
    walked = yield from call(walk, order, key="walk")
    gone = walked.stopped or not is_up(table.now, who) or not is_up(table.now, target)
    steps = _squares_run(table, action, walked.steps)
    if who in table.now:
        text = _("{who} is stopped on the way: {what}") if gone else _("{who} runs up: {what}")
        result = ngettext("{n} square", "{n} squares", walked.steps).format(n=walked.steps)
        yield from say(table, text, who=who, what=title, steps=steps, result=result)
    return not gone and (yield from before_attack(table, deed))


def _squares_run(table: Table, action: str, made: int) -> tuple[Step, ...]:
    rule = "PC-MOV-03" if action == "charge" else "PC-SHP-03"
    return () if table.rehearsal else (Step(label=_("Squares run"), rule_id=rule, after=made),)
