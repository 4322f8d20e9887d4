"""Opportunities: who is asked when somebody provokes, and what the answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Option, Procedure, choose, emit, for_words, play, say
from gridwar.systems.arrgs.actions.paying_for_actions import Begun, Lost, begin, finish, wasted
from gridwar.systems.arrgs.core.movement_speed import SquaresMoved, base_that_counts
from gridwar.systems.arrgs.core.riders import payer_of, riders_of
from gridwar.systems.arrgs.core.sheet import cannot_act, has, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import (
    ATTACK,
    REPEATED,
    answer_keys,
    can_answer_with,
    threateners,
    threateners_now,
    threatens_now,
    weapons_against,
)
from gridwar.systems.arrgs.positions.areas_and_occupants import has_area, nearest_square
from gridwar.systems.arrgs.positions.distances import Placed
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, StepTaken, Table
    from gridwar.model.geometry import Cell
    from gridwar.systems.arrgs.actions.offers import Manoeuvre
    from gridwar.systems.arrgs.actions.prices import Price
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

WINDOW: Final = "opportunity"
PASS: Final = "pass"
QUIET: Final = "quiet "
"""What marks the steps of a movement that gives nobody an opportunity, before its category."""


_ANSWERS: Final[dict[str, type[Manoeuvre]]] = {}
M = TypeVar("M", bound="type[Manoeuvre]")


def may_answer(command: M) -> M:
    """Declare that a manoeuvre may answer an opportunity."""
    _ANSWERS[command.kind.rpartition(".")[2]] = command
    return command


class Opening(Struct, frozen=True):
    """An opportunity: who provokes whom, and whether by moving or by being moved."""

    provoker: str
    to: tuple[str, ...]
    moving: bool = False
    pushed: bool = False


def step_tag(key: str, category: str) -> str:
    """Return what marks the steps of a manoeuvre: its category, and whether they provoke.

    Rules: AR-OPP-01, AR-MNV-12, AR-MNV-17, AR-MNV-21
    """
    return category if manoeuvre(key).provokes == "per_square" else QUIET + category


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
    left = threateners(encounter, Placed(step.mover, step.start))
    if not entered:
        return left
    there = threateners(encounter, Placed(step.mover, step.end))
    if switches_of(encounter).windows_per_step == "leave_and_enter":
        return there
    return tuple(who for who in there if who not in left)


def may_be_asked(encounter: Encounter, who: str, provoker: str) -> bool:
    """Return whether a threatener gets a window: able to act, to strike, and to pay.

    Rules: AR-OPP-02, AR-THR-01
    """
    if cannot_act(encounter[who]) or not threatens_now(encounter, who, provoker):
        return False
    must_pay = switches_of(encounter).window_needs_payment
    return not must_pay or can_answer_with(encounter, who, ATTACK)


def is_stopped(encounter: Encounter, who: str, *, moving: bool) -> bool:
    """Return whether somebody can no longer go on with what it is doing.

    Rules: AR-OPP-06
    """
    if who not in encounter:
        return True
    return cannot_act(encounter[who]) or (moving and has(encounter[who], "immobile"))


def has_died(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is no longer alive, or no longer there, in the midst of an action.

    Rules: AR-VIT-05, AR-ATK-03
    """
    return who not in encounter or has(encounter[who], "dead")


def open_windows(table: Table, opening: Opening) -> Procedure[bool]:
    """Ask each in turn and play the answers; False once the provoker cannot go on.

    What somebody steers stops with them.

    Rules: AR-OPP-01, AR-OPP-02, AR-OPP-05, AR-OPP-06, AR-OPP-07, AR-ACT-06, AR-MNV-22, AR-MOV-08
    """
    mover = opening.provoker
    payer = payer_of(table.now, mover) if opening.moving else mover
    for who in opening.to:
        if who not in table.now or not may_be_asked(table.now, who, mover):
            continue
        yield from _ask_one(table, who, opening)
        stopped = is_stopped(table.now, mover, moving=opening.moving)
        if stopped or is_stopped(table.now, payer, moving=False):
            return False
    return True


def _ask_one(table: Table, who: str, opening: Opening) -> Procedure[None]:
    mover = opening.provoker
    text = _("{mover} does something careless in the threat range of {who}")
    if opening.moving:
        text = _("{mover} moves through the threat range of {who}")
    if opening.pushed:
        text = _("{mover} is pushed through the threat range of {who}")
    info = text.format(mover=table.now[mover].name, who=table.now[who].name) + "."
    left = _("{n} AAP left.").format(n=sheet_of(table.now[who]).aap)
    chosen = yield from choose(
        table,
        _("{who}: strike at {mover}?"),
        lambda: (
            Option(PASS, _("Let it pass")),
            *(option for option, _play in _answers(table.now, who, opening)),
        ),
        "AR-OPP-01",
        "AR-OPP-02",
        "AR-OPP-04",
        "AR-OPP-05",
        "AR-MNV-22",
        key=f"opportunity of {who}",
        whom=who,
        info=f"{info} {left}",
        window=WINDOW,
        cell=_where(table.now, mover),
        who=who,
        mover=mover,
    )
    if chosen != PASS:
        yield from say(table, text, mover=mover, who=who)
        answers = {option.id: command for option, command in _answers(table.now, who, opening)}
        yield from play(answers[chosen], key=f"answer of {who}")


@for_words
def _where(encounter: Encounter, who: str) -> Cell | None:
    """Return the square at which a question is asked."""
    return encounter[who].pos


def _answers(
    encounter: Encounter, who: str, opening: Opening
) -> Iterator[tuple[Option, Manoeuvre]]:
    """Yield how somebody may strike: at the provoker, or at who rides it, as commands.

    Rules: AR-OPP-04, AR-MOV-08, AR-ARE-01
    """
    aboard = riders_of(encounter, opening.provoker) if opening.moving else ()
    for target in (opening.provoker, *aboard):
        for key in answer_keys(encounter, who, target):
            if key != ATTACK and not can_answer_with(encounter, who, key):
                continue
            for weapon in weapons_against(encounter, who, target):
                if key != ATTACK and has_area(encounter, who, weapon):
                    continue
                option = _option(encounter, who, key, weapon)
                if target != opening.provoker:
                    title = _("{what} at {name}")
                    title = title.format(what=option.title, name=encounter[target].name)
                    option = replace(option, id=f"{option.id}@{target}", title=title)
                yield option, _answer(encounter, who, key, weapon, target)


def _answer(encounter: Encounter, who: str, key: str, weapon: Weapon, target: str) -> Manoeuvre:
    """Return the command that strikes so; whoever strikes areas does so at the square of another.

    Rules: AR-ARE-01, AR-OPP-05
    """
    at: dict[str, object] = {"target": target}
    if has_area(encounter, who, weapon):
        key, square = "area_attack", nearest_square(encounter, who, target)
        at = {"square": square, "altitude": encounter[target].altitude}
    return _ANSWERS[key].model_validate(
        {"actor": who, "weapon": weapon.id, "pool": "aap", "answers": True, **at}
    )


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
    return (yield from _open_at_step(table, step, entered=False))


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Count the square, then open the windows that are resolved in the square entered.

    Rules: AR-OPP-03, AR-INC-04
    """
    if not step.forced or switches_of(table.now).forced_movement_counts:
        category = category_of(table.now, step)
        base = base_that_counts(table.now, step.mover, category)
        yield from emit(SquaresMoved(who=step.mover, squares=1, category=category, base=base))
    return (yield from _open_at_step(table, step, entered=True))


def _open_at_step(table: Table, step: StepTaken, *, entered: bool) -> Procedure[bool]:
    to = step_openings(table.now, step, entered=entered)
    opening = Opening(step.mover, to, moving=not step.forced, pushed=step.forced)
    return open_windows(table, opening)


def provoke(table: Table, who: str) -> Procedure[bool]:
    """Open the windows of somebody who provokes where it stands; False where it is stopped.

    Rules: AR-OPP-01
    """
    to = threateners_now(table.now, who)
    return (yield from open_windows(table, Opening(who, to)))


def begin_provoking(
    table: Table, who: str, price: Price, *, provokes: bool | None = None
) -> Procedure[Begun | Lost]:
    """Pay for an action that may be lost to what it provokes, or to the payment.

    Args:
        table: The table.
        who: Who acts.
        price: What it takes, and for which manoeuvre.
        provokes: Whether it provokes; None for what the table of manoeuvres says.

    Rules: AR-OPP-01, AR-OPP-05
    """
    if provokes is None:
        provokes = manoeuvre(price.key).does_provoke()
    may_go_on = not provokes or (yield from provoke(table, who))
    begun = yield from begin(table, who, price)
    return begun if may_go_on or isinstance(begun, Lost) else (yield from lose(table, begun))


def lose(table: Table, begun: Begun) -> Procedure[Lost]:
    """Lose an action that has been paid for to what it provoked."""
    yield from wasted(table, begun.who)
    return Lost((yield from finish(table, begun)))
