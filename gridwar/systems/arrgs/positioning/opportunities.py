"""Opportunities: who is asked when somebody provokes, and what the answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct

from gridwar.engine.kit import Option, Procedure, choose, emit, play, say
from gridwar.systems.arrgs.action_points.costs import Begun, Price, begin, finish
from gridwar.systems.arrgs.core.increments import base_that_counts
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.sheet import cannot_act, has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.positioning.budgets import SquaresMoved
from gridwar.systems.arrgs.positioning.threat import (
    ATTACK,
    REPEATED,
    Spot,
    answer_keys,
    answering_weapons,
    can_answer_with,
    can_see,
    in_ring,
    opponents,
    spot_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, StepTaken, Table
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.commands import WeaponManoeuvre
    from gridwar.systems.arrgs.core.sheet import Weapon

WINDOW: Final = "opportunity"
PASS: Final = "pass"
QUIET: Final = "quiet "
"""What marks the steps of a movement that gives nobody an opportunity, before its category."""


_ANSWERS: Final[dict[str, type[WeaponManoeuvre]]] = {}
W = TypeVar("W", bound="type[WeaponManoeuvre]")


def may_answer(command: W) -> W:
    """Declare that a manoeuvre may answer an opportunity."""
    _ANSWERS[command.kind.rpartition(".")[2]] = command
    return command


class Opening(Struct, frozen=True):
    """An opportunity: who provokes whom, and whether by moving or by being moved."""

    provoker: str
    to: tuple[str, ...]
    moving: bool = False
    pushed: bool = False


def threateners(encounter: Encounter, spot: Spot) -> tuple[str, ...]:
    """Return the opponents in whose threat range somebody is, at a cell, in Initiative order.

    Rules: AR-OPP-01, AR-THR-01
    """
    foes = set(opponents(encounter, spot.who))
    order = (who for who in initiative_order(encounter) if who in foes)
    return tuple(who for who in order if in_ring(encounter, who, spot))


def quietly(category: str) -> str:
    """Return the mark of steps in a category that give nobody an opportunity.

    Rules: AR-MNV-17, AR-MNV-21
    """
    return QUIET + category


def category_of(encounter: Encounter, step: StepTaken) -> str:
    """Return the movement category of a step; who is moved by others has that of its last one.

    Rules: AR-MOV-01, AR-INC-04
    """
    category = step.tag.removeprefix(QUIET)
    if step.forced or not category:
        return sheet_of(encounter[step.mover]).last_category
    return category


def step_openings(encounter: Encounter, step: StepTaken, *, entered: bool) -> tuple[str, ...]:
    """Return those to whom a step gives an opportunity, before it or once it is taken.

    One window a step and threatener: in the square left where that is threatened, else in the
    one entered; or one for each, as the house rule has it.

    Rules: AR-OPP-01, AR-OPP-03
    """
    if not step.forced and step.tag.startswith(QUIET):
        return ()
    left = threateners(encounter, Spot(step.mover, step.start))
    if not entered:
        return left
    there = threateners(encounter, Spot(step.mover, step.end))
    if switches_of(encounter).windows_per_step == "leave_and_enter":
        return there
    return tuple(who for who in there if who not in left)


def may_be_asked(encounter: Encounter, who: str, provoker: str) -> bool:
    """Return whether a threatener gets a window: able to act, to reach, and to pay.

    Rules: AR-OPP-02, AR-THR-01
    """
    if cannot_act(encounter[who]) or not answering_weapons(encounter, who, provoker):
        return False
    if switches_of(encounter).window_needs_payment and not can_answer_with(encounter, who, ATTACK):
        return False
    return can_see(encounter, who, provoker)


def is_stopped(encounter: Encounter, who: str, *, moving: bool) -> bool:
    """Return whether somebody can no longer go on with what it is doing.

    Rules: AR-OPP-06
    """
    if who not in encounter:
        return True
    one = encounter[who]
    return cannot_act(one) or (moving and has(one, "immobile"))


def open_windows(table: Table, opening: Opening) -> Procedure[bool]:
    """Ask each in turn and play the answers; False once the provoker cannot go on.

    Rules: AR-OPP-01, AR-OPP-02, AR-OPP-05, AR-OPP-06, AR-OPP-07, AR-ACT-06, AR-MNV-22
    """
    for who in opening.to:
        if who not in table.now or not may_be_asked(table.now, who, opening.provoker):
            continue
        if not in_ring(table.now, who, spot_of(table.now[opening.provoker])):
            continue
        yield from _ask_one(table, who, opening)
        if is_stopped(table.now, opening.provoker, moving=opening.moving):
            return False
    return True


def _ask_one(table: Table, who: str, opening: Opening) -> Procedure[None]:
    mover = opening.provoker
    text = _("{mover} does something careless in the threat range of {name}.")
    if opening.moving:
        text = _("{mover} moves through the threat range of {name}.")
    if opening.pushed:
        text = _("{mover} is pushed through the threat range of {name}.")
    info = text.format(mover=table.now[mover].name, name=table.now[who].name)
    left = _("{n} AAP left.").format(n=sheet_of(table.now[who]).aap)
    chosen = yield from choose(
        table,
        _("{who}: strike at {mover}?"),
        lambda: (Option(PASS, _("Let it pass")), *_answers(table.now, who, mover)),
        "AR-OPP-01",
        "AR-OPP-02",
        "AR-OPP-04",
        key=f"opportunity of {who}",
        whom=who,
        info=f"{info} {left}",
        window=WINDOW,
        cell=table.now[mover].pos,
        who=who,
        mover=mover,
    )
    if chosen != PASS:
        key, weapon = chosen.split(":", 1)
        answer = _ANSWERS[key](actor=who, target=mover, weapon=weapon, pool="aap", answers=True)
        yield from play(answer, key=f"answer of {who}")


def _answers(encounter: Encounter, who: str, provoker: str) -> Iterator[Option]:
    for key in answer_keys(encounter, who, provoker):
        if key == ATTACK or can_answer_with(encounter, who, key):
            for weapon in answering_weapons(encounter, who, provoker):
                yield _option(encounter, who, key, weapon)


def _option(encounter: Encounter, who: str, key: str, weapon: Weapon) -> Option:
    row = manoeuvre(key)
    payable = can_answer_with(encounter, who, key)
    words = {
        ATTACK: _("Attack with {weapon}"),
        REPEATED: _("Repeated Attack with {weapon}"),
        "trip": _("Trip with {weapon}"),
        "disarm": _("Disarm with {weapon}"),
        "reposition": _("Reposition with {weapon}"),
        "sunder": _("Sunder with {weapon}"),
    }
    price = _("{points} AAP, {vitality} Vitality")
    if key == REPEATED:
        price = _("{points} AAP, {vitality} Vitality for each attack")
    return Option(
        f"{key}:{weapon.id}",
        words[key].format(weapon=weapon.title),
        price.format(points=row.points, vitality=row.vitality),
        enabled=payable,
        why_not="" if payable else _("Not enough AAP."),
    )


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Open the windows of a step that are resolved in the square left.

    Rules: AR-OPP-03
    """
    to = step_openings(table.now, step, entered=False)
    opening = Opening(step.mover, to, moving=not step.forced, pushed=step.forced)
    return (yield from open_windows(table, opening))


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Count the square, then open the windows that are resolved in the square entered.

    Rules: AR-OPP-03, AR-INC-04
    """
    if not step.forced or switches_of(table.now).forced_movement_counts:
        category = category_of(table.now, step)
        base = base_that_counts(table.now, step.mover, category)
        yield from emit(SquaresMoved(who=step.mover, squares=1, category=category, base=base))
    to = step_openings(table.now, step, entered=True)
    opening = Opening(step.mover, to, moving=not step.forced, pushed=step.forced)
    return (yield from open_windows(table, opening))


def provoke(table: Table, who: str) -> Procedure[bool]:
    """Open the windows of somebody who provokes where it stands; False where it is stopped.

    Rules: AR-OPP-01
    """
    spot = spot_of(table.now[who])
    to = threateners(table.now, spot)
    return (yield from open_windows(table, Opening(who, to)))


def begin_provoking(
    table: Table, who: str, price: Price, *, provokes: bool = True
) -> Procedure[tuple[Begun, tuple[FortCheck, ...] | None]]:
    """Pay for an action that provokes; where it is lost to that, also return the checks it costs.

    Args:
        table: The table.
        who: Who acts.
        price: What it takes.
        provokes: Whether it does.

    Rules: AR-OPP-01, AR-OPP-05
    """
    may_go_on = not provokes or (yield from provoke(table, who))
    begun = yield from begin(table, who, price)
    if may_go_on:
        return begun, None
    return begun, (yield from lost(table, begun))


def lost(table: Table, begun: Begun) -> Procedure[tuple[FortCheck, ...]]:
    """Lose an action that has been paid for to what it provoked; return the checks it costs."""
    yield from wasted(table, begun.who)
    return (yield from finish(table, begun))


def wasted(table: Table, who: str) -> Procedure[None]:
    """Tell that an action was lost."""
    text = _("{who} cannot go on: the action is lost")
    yield from say(table, text, who=who, tone="harm")
