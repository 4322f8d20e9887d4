"""The order of a round: by Count, by Initiative bonus, and by dice where both are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.dice.notation import parse
from gridwar.engine.kit import Procedure, Roll, Step, emit, repeat, roll_all, say
from gridwar.systems.fluid.events import TiesRolled
from gridwar.systems.fluid.ledger import projected
from gridwar.systems.fluid.sheet import fight_of, sheet_of
from gridwar.systems.fluid.state import state_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter, Table

D20: Final = "d20"
Faces = tuple[int, ...]


class Sorting(Struct, frozen=True):
    """People on the way into an order: their ids as listed, and the dice for ties so far."""

    ids: tuple[str, ...]
    rolls: tuple[tuple[str, Faces], ...] = ()
    times: int = 0


def order_of(table: Table, ids: Iterable[str]) -> Procedure[tuple[str, ...]]:
    """Return some people from the highest Count to the lowest, ties settled by dice.

    Whoever has rolled for a tie already, for the order that stands, keeps the roll.

    Rules: FL-RND-02, FL-RND-03
    """
    listed = tuple(ids)
    known = state_of(table.now).tie_rolls
    start = Sorting(listed, tuple((who, known[who]) for who in listed if who in known))
    done = yield from repeat(_roll_ties, start, key="ties")
    rolls = dict(done.rolls)
    if rolls != {who: known[who] for who in listed if who in known}:
        yield from emit(TiesRolled(frozendict({**known, **rolls})))
    return sorted_by(table.now, listed, rolls)


def place_of(encounter: Encounter, who: str, rolls: Mapping[str, Faces]) -> tuple[int, ...]:
    """Return what the place of somebody goes by, the smaller the earlier.

    Rules: FL-RND-02, FL-RND-03
    """
    count = fight_of(encounter, who).count or 0
    bonus = sheet_of(encounter[who]).init_bonus
    return (-count, -bonus, *(-face for face in rolls.get(who, ())))


def sorted_by(
    encounter: Encounter, ids: Iterable[str], rolls: Mapping[str, Faces]
) -> tuple[str, ...]:
    """Return people in order by Count, bonus and the dice for ties."""
    return tuple(sorted(ids, key=lambda who: place_of(encounter, who, rolls)))


def _roll_ties(table: Table, sorting: Sorting) -> Procedure[tuple[Sorting, bool]]:
    """Let all who are tied roll a die, the highest first; return whether anybody still may be.

    Rules: FL-RND-03
    """
    rolls = dict(sorting.rolls)
    tied = [who for who in sorting.ids if _is_tied(table.now, who, sorting.ids, rolls)]
    if not tied:
        return sorting, False
    rollers = sorted(tied, key=lambda who: place_of(table.now, who, rolls))
    faces = yield from roll_all(
        tuple(
            Roll(
                parse(D20),
                sum,
                f"tie {sorting.times} of {who}",
                who,
                _("Tie: {name}").format(name=table.now[who].name),
            )
            for who in rollers
        )
    )
    for who, face in zip(rollers, faces, strict=True):
        rolls[who] = (*rolls.get(who, ()), face)
    steps = tuple(
        Step(label=table.now[who].name, rule_id="FL-RND-03", after=face, faces=(face,))
        for who, face in zip(rollers, faces, strict=True)
    )
    yield from say(table, _("Tie for a place in the order"), steps=steps)
    return Sorting(sorting.ids, tuple(sorted(rolls.items())), sorting.times + 1), True


def _is_tied(encounter: Encounter, who: str, ids: Iterable[str], rolls: Mapping[str, Faces]) -> bool:
    """Tell whether somebody's place is not settled: another has the same, or has rolled on."""
    own = place_of(encounter, who, rolls)
    return any(
        other != who and place_of(encounter, other, rolls)[: len(own)] == own for other in ids
    )


def inserted(
    encounter: Encounter, order: tuple[str, ...], who: str, rolls: Mapping[str, Faces]
) -> tuple[str, ...]:
    """Return an order with somebody put in by Count; the others stay as they stand.

    Rules: FL-INI-03, FL-RND-02
    """
    own = place_of(encounter, who, rolls)
    rest = tuple(one for one in order if one != who)
    at = next((n for n, one in enumerate(rest) if place_of(encounter, one, rolls) > own), len(rest))
    return (*rest[:at], who, *rest[at:])


def projected_places(encounter: Encounter, ids: Iterable[str]) -> dict[str, int]:
    """Return the places in the next order if the round ended now, counted from 1.

    Rules: FL-MOD-09
    """
    listed = tuple(ids)
    counts = {who: projected(encounter, who).count for who in listed}
    later = sorted(listed, key=lambda who: (-counts[who], -sheet_of(encounter[who]).init_bonus))
    return {who: at for at, who in enumerate(later, start=1)}
