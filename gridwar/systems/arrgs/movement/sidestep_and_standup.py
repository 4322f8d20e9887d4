"""Sidestep, one square that provokes nobody; and Standup."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from gridwar.engine.kit import (
    Candidates,
    Encounter,
    Number,
    Procedure,
    Role,
    Table,
    Walk,
    only_if,
    plays,
    require,
    say,
    walk,
)
from gridwar.grid.movement.mover_ground import DIRECTIONS
from gridwar.model.geometry import MOST_STEPS
from gridwar.systems.arrgs.actions.offers import MOVING, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, begin, finish, may_begin
from gridwar.systems.arrgs.actions.prices import price_for
from gridwar.systems.arrgs.conditions import Altered, alter
from gridwar.systems.arrgs.core.movement_speed import increment_of, present_category
from gridwar.systems.arrgs.core.riders import mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import has, level
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for
from gridwar.systems.arrgs.movement.movement_budget import Moved, may_set_out, path_of
from gridwar.systems.arrgs.movement.path_costs import may_go
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.turning_and_facing import turning_on
from gridwar.text import _

SIDESTEP, STANDUP = "sidestep", "standup"


def _as_path(given: object) -> object:
    """Take a single square for the path that it is."""
    is_square = isinstance(given, tuple) and bool(given) and isinstance(given[0], int)
    return (given,) if is_square else given


def _beside(encounter: Encounter, command: Sidestep) -> Candidates:
    """Return the squares that a Sidestep may use.

    Rules: AR-MNV-17
    """
    actor, who = command.actor, mover_of(encounter, command.actor)
    start, here = encounter[who].pos, encounter[actor].pos
    if start is None or here is None:
        return Candidates()
    category = present_category(encounter, who)
    ground = ground_for(encounter, who, category)
    around = (start.shifted(*step) for step in DIRECTIONS)
    free = (
        cell
        for cell in around
        if ground.why_blocked(start, cell) is None
        and ground.may_stop(cell)
        and turning_on(encounter, who, (cell,), category).legal
    )
    return Candidates(
        cells=frozenset(cell.shifted(here.x - start.x, here.y - start.y) for cell in free)
    )


@offer_manoeuvre(
    SIDESTEP,
    _("Sidestep"),
    icon="move-diagonal",
    group=MOVING,
    role=Role.MOVE,
    needs={"cell": "path"},
    note=_("provokes nobody"),
    candidates=_beside,
    swift=True,
)
class Sidestep(Manoeuvre):
    """One square that provokes nobody."""

    path: Annotated[
        tuple[tuple[Number, Number], ...], Field(max_length=MOST_STEPS), BeforeValidator(_as_path)
    ]


@plays(Sidestep)
def sidestep(table: Table, command: Sidestep) -> Procedure[Moved]:
    """Step aside by one square, a mount for whoever steers it.

    Rules: AR-MNV-17, AR-MOV-08
    """
    price = price_for(SIDESTEP, command)
    who = yield from may_set_out(table, command.actor, price)
    path, payer = path_of(table.now, command.actor, who, command.path), payer_of(table.now, who)
    text = _("A Sidestep is exactly one square.")
    yield from require(len(path) == 1, "not_one_square", text, "AR-MNV-17", waivable=False)
    category = present_category(table.now, who)
    yield from may_go(table, who, path, category)
    begun = yield from begin(table, payer, price)
    if isinstance(begun, Lost):
        return Moved(wasted=True, fort_checks=begun.checks)
    walked = yield from walk(table, Walk(who, path, tag=opportunities.step_tag(SIDESTEP, category)))
    checks = yield from finish(table, begun)
    yield from say(table, _("{who} steps aside"), who=who)
    return Moved(walked.steps, 1, 1, increment_of(table.now[who]), fort_checks=checks)


@offer_manoeuvre(
    STANDUP,
    _("Stand up"),
    icon="stance-standing",
    group=MOVING,
    role=Role.MOVE,
    note=_("provokes"),
    each=only_if(lambda encounter, who: has(encounter[who], "prone")),
    swift=True,
)
class Standup(Manoeuvre):
    """End being Prone."""


@plays(Standup)
def standup(table: Table, command: Standup) -> Procedure[Moved]:
    """Stand up, once those who threaten have had their opportunity.

    Rules: AR-MNV-18, AR-CND-08
    """
    who, price = command.actor, price_for(STANDUP, command)
    text, is_prone = _("{who} is not prone."), has(table.now[who], "prone")
    yield from require(is_prone, "not_prone", text, "AR-MNV-18", who=who)
    yield from may_begin(table, who, price)
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return Moved(wasted=True, fort_checks=begun.checks)
    number = level(table.now[who], "prone")
    if number:
        yield from alter(table, who, Altered("prone", -number, told=False))
        yield from say(table, _("{who} stands up"), who=who)
    return Moved(fort_checks=(yield from finish(table, begun)))
