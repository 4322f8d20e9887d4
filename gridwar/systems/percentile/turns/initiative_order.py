"""Initiative: the score, what decides between equals, and the order that it makes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Procedure,
    Roll,
    SheetEvent,
    Slot,
    Step,
    _,
    emit,
    includes,
    numbers_by_hand,
    roll_all,
    say,
    sets,
)
from gridwar.systems.percentile.core.fight_state import sheet_of, state_of
from gridwar.systems.percentile.core.scores import bonus, score

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table


@sets("initiative", of="score")
@sets("tie_rolls", of="tie")
class InitiativeRolled(SheetEvent):
    """Initiative was rolled; ``tie`` begins with the Agility of that moment."""

    score: int
    tie: tuple[int, ...]


@includes("tie_rolls", of="die")
class TieRolled(SheetEvent):
    """A die between equals was rolled."""

    die: int


def rank_of(one: Combatant) -> tuple[int, tuple[int, ...]]:
    """Return what somebody's rank in the order goes by: the score, then Agility and tie rolls.

    Rules: PC-SEQ-04, PC-SEQ-05
    """
    sheet = sheet_of(one)
    return (sheet.initiative or 0, sheet.tie_rolls)


def in_order(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order, first to last; the dead are not.

    Rules: PC-SEQ-04, PC-SEQ-05, PC-ATK-19
    """
    return tuple(who for who in _ranked(encounter) if not sheet_of(encounter[who]).dead)


def _ranked(encounter: Encounter) -> tuple[str, ...]:
    """Return who has a place in the order: the dead too, until the turn is over.

    Rules: PC-ATK-19
    """
    left = state_of(encounter).left
    inside = [
        one
        for one in encounter.everyone()
        if sheet_of(one).initiative is not None and not (sheet_of(one).dead and one.id in left)
    ]
    return tuple(one.id for one in sorted(inside, key=rank_of, reverse=True))


def waiting(encounter: Encounter) -> tuple[str, ...]:
    """Return who has still to take a turn in this round, in order.

    Rules: PC-TIM-03
    """
    acted = state_of(encounter).acted
    return tuple(who for who in in_order(encounter) if who not in acted)


def slots(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the order as it is shown, those who are out of it at its end.

    Rules: PC-TIM-03, PC-SEQ-04
    """
    inside, state = _ranked(encounter), state_of(encounter)
    acted = state.acted | {who for who in inside if sheet_of(encounter[who]).dead}
    return (
        *(
            Slot(
                (who,),
                str(sheet_of(encounter[who]).initiative),
                "turn" if who == encounter.turn else "acted" if who in acted else "waiting",
            )
            for who in inside
        ),
        *(Slot((one.id,), "", "out") for one in encounter.everyone() if one.id not in inside),
    )


def dragged(encounter: Encounter, who: str, before: str) -> tuple[tuple[str, int], ...]:
    """Return the Initiatives that change when somebody is put elsewhere in the order.

    ``before`` comes next then; empty for the end.
    """
    ties = {one: sheet_of(encounter[one]).tie_rolls for one in in_order(encounter)}
    numbers = {one: sheet_of(encounter[one]).initiative or 0 for one in ties}
    if who not in numbers:
        return ()

    def precedes(one: str, mine: int, other: str, theirs: int) -> bool:
        return (mine, ties[one]) > (theirs, ties[other])

    return tuple(numbers_by_hand(numbers, who, before, precedes).items())


def roll_initiative(table: Table, people: tuple[str, ...]) -> Procedure[None]:
    """Roll Initiative for some people, then between equals.

    Those of one group have one die.

    Rules: PC-SEQ-04, PC-SEQ-05
    """
    leaders = _leaders(table, people)
    rollers = tuple(dict.fromkeys(leaders.values()))
    dice = tuple(
        Roll(parse("1d10"), sum, f"initiative of {who}", who, _("Initiative")) for who in rollers
    )
    rolled = dict(zip(rollers, (yield from roll_all(dice)), strict=True))
    for who in people:
        die, plus = rolled[leaders[who]], bonus(table.now, who, "ab")
        agility = score(sheet_of(table.now[who]), "ag")
        yield from emit(InitiativeRolled(who=who, score=die + plus, tie=(agility,)))
        faces = table.faces(f"initiative of {leaders[who]}")
        name = "" if leaders[who] == who else table.now[leaders[who]].name
        steps = (
            Step(label=_("Die"), rule_id="PC-SEQ-04", after=die, faces=faces, source=name),
            Step(
                label=_("Agility Bonus {n}").format(n=plus),
                rule_id="PC-SEQ-04",
                before=die,
                after=die + plus,
            ),
        )
        text = _("{who} rolls Initiative")
        yield from say(table, text, who=who, steps=steps, result=str(die + plus))
    while equal := undecided(table.now):
        yield from _roll_between(table, equal)


def _leaders(table: Table, people: tuple[str, ...]) -> dict[str, str]:
    """Return whose die is that of each of some people: of one group the first, else their own."""
    first: dict[str, str] = {}
    for who in people:
        first.setdefault(table.now[who].group, who)
    return {who: first[group] if (group := table.now[who].group) else who for who in people}


def undecided(encounter: Encounter) -> tuple[str, ...]:
    """Return those of the highest score among whom nothing decides yet, in listed order.

    Rules: PC-SEQ-05
    """
    ranks = {
        one.id: rank_of(one)
        for one in encounter.everyone()
        if (sheet := sheet_of(one)).initiative is not None and not sheet.dead
    }
    begun = {
        (number, ties[:rolls]) for number, ties in ranks.values() for rolls in range(len(ties))
    }
    how_many = Counter(ranks.values())
    equal = [rank for rank, count in how_many.items() if count > 1 or rank in begun]
    highest = max(equal, default=None)
    return tuple(who for who, rank in ranks.items() if rank == highest)


def _roll_between(table: Table, equal: tuple[str, ...]) -> Procedure[None]:
    number = len(sheet_of(table.now[equal[0]]).tie_rolls)
    names = ", ".join(table.now[who].name for who in equal)
    label = _("Initiative between equals: {names}").format(names=names)
    needed = _("the higher acts first")
    dice = tuple(
        Roll(parse("1d10"), sum, f"tie {number} of {who}", who, label, needed) for who in equal
    )
    for who, die in zip(equal, (yield from roll_all(dice)), strict=True):
        yield from emit(TieRolled(who=who, die=die))
        faces = table.faces(f"tie {number} of {who}")
        step = Step(label=_("Between equals"), rule_id="PC-SEQ-05", after=die, faces=faces)
        yield from say(
            table, _("{who} rolls to break the tie"), who=who, steps=(step,), result=str(die)
        )
