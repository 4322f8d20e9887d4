"""One Movement manoeuvre: what moves, whether it can, its check, and how far it goes."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Act, Cell, Encounter, Procedure, Step, Table, plays, require, say
from gridwar.systems.arrgs.actions.paying_for_actions import may_act, may_begin, overused
from gridwar.systems.arrgs.actions.prices import Price, price_of
from gridwar.systems.arrgs.checks.check_rolls import Attempt, chained
from gridwar.systems.arrgs.checks.check_sums import Exchange, bonus_of, summed
from gridwar.systems.arrgs.checks.reactions import REACTION_BASE
from gridwar.systems.arrgs.core.riders import carrier_of, mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import WALKING, Category, has, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.positions.distances import must_be_on_board
from gridwar.systems.arrgs.positions.turning_and_facing import is_tracked
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.conditions import FortCheck
    from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches

MOVEMENT: Final = "movement"
FLAT_SPEED: Final = 5
BEST_DIE: Final = 20
"""What a die shows at best: so far a rolled movement may go."""


def is_passive(encounter: Encounter, who: str, category: str) -> bool:
    """Return whether the check of a movement takes 10: a natural category, or a calm hand.

    Rules: AR-MOV-03, AR-MOV-08
    """
    pilot = payer_of(encounter, who)
    if pilot != who:
        return sheet_of(encounter[pilot]).passive_piloting
    return category in sheet_of(encounter[who]).natural


def is_single(encounter: Encounter, who: str, category: str) -> bool:
    """Return whether a way is one Movement at a time: rolled for, or with its turns counted."""
    tracked = is_tracked(encounter, who, category)
    return tracked or not is_passive(encounter, who, category)


def movement_check(encounter: Encounter, who: str, used: int | None = None) -> Exchange:
    """Return whose check a movement is, and which: Piloting where something is steered.

    Args:
        encounter: The fight.
        who: What moves.
        used: What overuse counts, in points; None for those used so far.

    Rules: AR-MOV-01, AR-MOV-08
    """
    pilot = payer_of(encounter, who)
    return Exchange(pilot, "movement" if pilot == who else "piloting", used=used)


def base_sv(encounter: Encounter, who: str, category: str) -> int:
    """Return the Success Value a Movement check starts from, in squares.

    Rules: AR-MOV-02, AR-MOV-04, AR-ACC-04
    """
    sheet = sheet_of(encounter[who])
    flat = switches_of(encounter).movement_sv == "flat_5"
    return floor((FLAT_SPEED if flat else sheet.speed(category)) * sheet.acceleration_rate)


def at_least_one(budget: int, switches: ArrgsSwitches) -> int:
    """Return a budget in squares with its least value.

    Rules: AR-TER-02
    """
    return max(1 if switches.min_one_square == "always" else 0, budget)


def passive_result(encounter: Encounter, who: str, points: int) -> int:
    """Return the result of a passive Movement check for a manoeuvre of some points.

    Rules: AR-CHK-09, AR-MOV-03
    """
    used = overused(encounter, payer_of(encounter, who), points)
    return REACTION_BASE + bonus_of(encounter, movement_check(encounter, who, used))


def budget_with(encounter: Encounter, who: str, category: str, die: int = REACTION_BASE) -> int:
    """Return how many squares one Movement manoeuvre covers now, taking 10 or as a die shows.

    Rules: AR-MOV-02, AR-MOV-03
    """
    result = passive_result(encounter, who, price_of(MOVEMENT).points) - REACTION_BASE + die
    return squares_for(encounter, who, category, result)


def farthest(encounter: Encounter, who: str, category: str) -> int:
    """Return how many squares one Movement manoeuvre may cover: what is rolled for, with a 20.

    Rules: AR-MOV-02, AR-MOV-03
    """
    passive = is_passive(encounter, who, category)
    return budget_with(encounter, who, category, REACTION_BASE if passive else BEST_DIE)


def squares_for(encounter: Encounter, who: str, category: str, result: int) -> int:
    """Return how many squares the result of a Movement check gives.

    Rules: AR-MOV-02
    """
    budget = base_sv(encounter, who, category) + result - state_of(encounter).movement_dc
    return at_least_one(budget, switches_of(encounter))


def may_move(table: Table, who: str) -> Procedure[None]:
    """Refuse who cannot move at all.

    Rules: AR-CND-01, AR-MNV-17, AR-TER-02
    """
    yield from may_act(table, who)
    text, is_free = _("{who} is immobile."), not has(table.now[who], "immobile")
    yield from require(is_free, "immobile", text, "AR-CND-01", who=who)


class Stretch(Struct, frozen=True):
    """One Movement manoeuvre to play; ``later``: not the first of its command."""

    who: str
    cells: tuple[Cell, ...]
    category: str
    price: Price
    later: bool = False


def budget_of(table: Table, stretch: Stretch, used: int, *, aside: bool = False) -> Procedure[int]:
    """Make the Movement check, passive or rolled, and return the squares it gives.

    Args:
        table: The table.
        stretch: What moves, in which category.
        used: What overuse counts, in points.
        aside: Whether a check that is not rolled is not what the command is about.

    Rules: AR-MOV-02, AR-MOV-03, AR-MNV-01
    """
    who, category = stretch.who, stretch.category
    base, passive = base_sv(table.now, who, category), is_passive(table.now, who, category)
    check = movement_check(table.now, who, used)
    tally = yield from summed(table, "movement", check, aside=aside and passive)
    if passive:
        result = REACTION_BASE + tally.total
        budget = squares_for(table.now, who, category, result)
        steps: tuple[Step, ...] = (
            Step(label=_("Check result"), rule_id="AR-CHK-01", after=result),
        )
    else:
        label = _("Movement")
        dc = state_of(table.now).movement_dc
        attempt = Attempt(payer_of(table.now, who), label, tally.total, dc, base)
        chain = yield from chained(table, attempt, "movement check")
        value = chain.success_value if chain.met else 0
        budget = at_least_one(value, switches_of(table.now))
        steps = chain.steps
    yield from say(
        table,
        _("{who}: Movement"),
        who=who,
        lines=() if table.rehearsal else tally.lines,
        total=tally.total,
        steps=(*steps, Step(label=_("Budget"), rule_id="AR-MOV-02", before=base, after=budget)),
    )
    return budget


class MovementCheck(Act):
    """The Movement check alone, to know the budget; nothing is paid."""

    category: Category = ""


@plays(MovementCheck)
def budget_only(table: Table, command: MovementCheck) -> Procedure[int]:
    """Make the Movement check alone: nothing is paid.

    Rules: AR-MOV-02, AR-CRT-01
    """
    who = command.actor
    used = overused(table.now, who, price_of(MOVEMENT).points)
    stretch = Stretch(who, (), command.category or WALKING, price_of(MOVEMENT))
    return (yield from budget_of(table, stretch, used))


class Moved(Struct, frozen=True):
    """What a manoeuvre that moves came to; distances in squares."""

    squares: int = 0
    cost: int = 0
    budget: int = 0
    increment: int = 0
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def may_set_out(table: Table, actor: str, price: Price) -> Procedure[str]:
    """Return what moves, a rider's mount for the rider; refuse where it cannot, or cannot pay.

    Rules: AR-MOV-08
    """
    who = yield from mover(table, actor)
    yield from may_move(table, who)
    yield from may_begin(table, payer_of(table.now, who), price)
    return who


def mover(table: Table, actor: str) -> Procedure[str]:
    """Return what moves when somebody does; refuse where it is carried or not on the board.

    Rules: AR-MOV-08
    """
    yield from must_be_on_board(table, actor)
    who = mover_of(table.now, actor)
    carrier = carrier_of(table.now, who)
    text = _("{who} rides {other}: dismount first.")
    yield from require(
        carrier is None, "carried", text, "AR-MOV-08", "AR-MNV-11", who=who, other=carrier or ""
    )
    yield from must_be_on_board(table, who)
    return who


def path_of(
    encounter: Encounter, actor: str, who: str, path: tuple[tuple[int, int], ...]
) -> tuple[Cell, ...]:
    """Return the way of the mover's own corner, from that of who is aboard."""
    cells = tuple(Cell(*cell) for cell in path)
    here, its = encounter[actor].pos, encounter[who].pos
    if here is None or its is None or here == its:
        return cells
    return tuple(cell.shifted(its.x - here.x, its.y - here.y) for cell in cells)
