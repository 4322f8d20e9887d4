"""The order of a round: by Count, by Initiative bonus, and by dice where both are the same."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.dice.notation import parse
from gridwar.engine.kit import Procedure, Roll, Step, emit, repeat, roll_all, say
from gridwar.systems.fluid.events import TiesSettled
from gridwar.systems.fluid.ledger import projected
from gridwar.systems.fluid.sheet import count_of, sheet_of
from gridwar.systems.fluid.state import state_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter, Table

D20: Final = "d20"
Ranks = tuple[int, ...]
"""What the dice for a tie have made of somebody, roll by roll: 0 for the highest die."""


class Sorting(Struct, frozen=True):
    """People on the way into an order: their ids as listed, and how ties came out so far.

    Only ranks are kept, not faces: what came out the same is the same to odds.
    """

    ids: tuple[str, ...]
    ranks: tuple[tuple[str, Ranks], ...] = ()


def order_of(table: Table, ids: Iterable[str]) -> Procedure[tuple[str, ...]]:
    """Return some people from the highest Count to the lowest, ties settled by dice.

    A tie that was settled before, and is not forgotten yet, stays as it is.

    Rules: FL-RND-02, FL-RND-03
    """
    listed = tuple(ids)
    known = state_of(table.now).ties
    start = Sorting(listed, _as_settled(table.now, listed, frozenset(known)))
    done = yield from repeat(_roll_ties, start, key="ties")
    ordered = _sorted(table.now, done)
    settled = [
        f"{one}>{other}"
        for _place, equal in groupby(ordered, key=partial(place_of, table.now))
        for one, other in combinations(equal, 2)
    ]
    forgotten = {f"{b}>{a}" for a, b in (one.split(">") for one in settled)}
    ties = tuple(one for one in known if one not in forgotten)
    ties = tuple(dict.fromkeys((*ties, *settled)))
    if ties != known:
        yield from emit(TiesSettled(ties=ties))
    return ordered


def place_of(encounter: Encounter, who: str) -> tuple[int, int]:
    """Return what the place of somebody goes by before dice, the smaller the earlier.

    Rules: FL-RND-02, FL-RND-03
    """
    return -count_of(encounter, who), -sheet_of(encounter[who]).init_bonus


def _tied(encounter: Encounter, sorting: Sorting) -> list[tuple[str, ...]]:
    """Return who has the same place, the highest first, each set in listed order."""
    ranks, sets = dict(sorting.ranks), defaultdict[tuple[int, ...], list[str]](list)
    for who in sorting.ids:
        sets[*place_of(encounter, who), *ranks.get(who, ())].append(who)
    return [tuple(same) for _place, same in sorted(sets.items()) if len(same) > 1]


def _sorted(encounter: Encounter, sorting: Sorting) -> tuple[str, ...]:
    ranks = dict(sorting.ranks)
    places = {who: (*place_of(encounter, who), *ranks.get(who, ())) for who in sorting.ids}
    return tuple(sorted(sorting.ids, key=places.__getitem__))


def _as_settled(
    encounter: Encounter, ids: tuple[str, ...], known: frozenset[str]
) -> tuple[tuple[str, Ranks], ...]:
    """Return the ranks of those whose ties are all settled already."""
    found: list[tuple[str, Ranks]] = []
    for same in _tied(encounter, Sorting(ids)):
        pairs = combinations(same, 2)
        if all({f"{a}>{b}", f"{b}>{a}"} & known for a, b in pairs):
            ahead = {who: sum(f"{one}>{who}" in known for one in same) for who in same}
            found += [(who, (ahead[who],)) for who in same]
    return tuple(found)


def _roll_ties(table: Table, sorting: Sorting) -> Procedure[tuple[Sorting, bool]]:
    """Let all who are tied roll a die, the highest first; return whether anybody still may be.

    Rules: FL-RND-03
    """
    tied = _tied(table.now, sorting)
    if not tied:
        return sorting, False
    rollers = [who for same in tied for who in same]
    label = _("Tie: {name}")
    rolled = yield from roll_all(
        tuple(
            Roll(parse(D20), sum, f"tie of {who}", who, label.format(name=table.now[who].name))
            for who in rollers
        )
    )
    faces = dict(zip(rollers, rolled, strict=True))
    steps = tuple(
        Step(label=table.now[who].name, rule_id="FL-RND-03", after=face, faces=(face,))
        for who, face in faces.items()
    )
    yield from say(table, _("Tie for a place in the order"), steps=steps)
    ranks = dict(sorting.ranks)
    for same in tied:
        ranks |= {who: (*ranks.get(who, ()), rank) for who, rank in _ranked(same, faces).items()}
    return Sorting(sorting.ids, tuple(sorted(ranks.items()))), True


def _ranked(same: tuple[str, ...], faces: Mapping[str, int]) -> dict[str, int]:
    """Return what the dice of a tie make of each; nothing where all rolled the same."""
    highest = sorted({faces[who] for who in same}, reverse=True)
    return {who: highest.index(faces[who]) for who in same} if len(highest) > 1 else {}


def inserted(encounter: Encounter, order: tuple[str, ...], who: str) -> tuple[str, ...]:
    """Return an order with somebody put in by Count; the others stay as they stand.

    Rules: FL-INI-03, FL-RND-02
    """
    rest = tuple(one for one in order if one != who)
    at = next((n for n, one in enumerate(rest) if precedes(encounter, who, one)), len(rest))
    return (*rest[:at], who, *rest[at:])


def precedes(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether somebody comes before another, ties as they were settled.

    Rules: FL-RND-02, FL-RND-03
    """
    own, theirs = place_of(encounter, who), place_of(encounter, other)
    return own < theirs or (own == theirs and f"{who}>{other}" in state_of(encounter).ties)


def projected_places(encounter: Encounter, ids: Iterable[str]) -> dict[str, int]:
    """Return the places in the next order if the round ended now, counted from 1.

    Rules: FL-MOD-09
    """
    listed = tuple(ids)
    counts = {who: projected(encounter, who).count for who in listed}
    later = sorted(listed, key=lambda who: (-counts[who], -sheet_of(encounter[who]).init_bonus))
    return {who: at for at, who in enumerate(later, start=1)}
