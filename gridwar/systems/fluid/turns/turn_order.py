"""The order of a round: by Count, by bonus, by dice where both are the same, or by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Command,
    Procedure,
    Roll,
    Step,
    Table,
    emit,
    plays,
    repeat,
    require,
    roll_all,
    say,
)
from gridwar.systems.fluid.core.fight_state import (
    OrderSet,
    SurpriseOrderSet,
    TiesSettled,
    is_surprise_round,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import count_of, fight_of, sheet_of
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter

D20: Final = "d20"
Ranks = tuple[int, ...]
"""What the dice for a tie have made of somebody, roll by roll: 0 for the highest die."""
Place = tuple[int, int]
"""What a place goes by before dice: Count and Initiative bonus, the smaller the earlier."""


def has_place(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody has a place in the order: in the fight still, with a Count.

    Whoever is out rolls no tie, is in no odds, and gets no line at the end of a round.

    Rules: FL-RND-02, FL-RND-03, FL-MOD-08
    """
    return stands(encounter, who) and fight_of(encounter, who).count is not None


def placed(encounter: Encounter) -> tuple[str, ...]:
    """Return everybody who has a place in the order, as listed.

    Rules: FL-RND-02
    """
    return tuple(one.id for one in encounter.everyone() if has_place(encounter, one.id))


def order_now(encounter: Encounter) -> tuple[str, ...]:
    """Return the order that is being played, those included who went out in this round.

    Rules: FL-RND-02, FL-SUR-08
    """
    state = state_of(encounter)
    return state.surprised if is_surprise_round(encounter) else state.order


def waiting(encounter: Encounter) -> tuple[str, ...]:
    """Return who has still to act, in order."""
    acted = state_of(encounter).acted
    order = order_now(encounter)
    return tuple(who for who in order if who not in acted and has_place(encounter, who))


class Sorting(Struct, frozen=True):
    """People on the way into an order: where each stands before dice, and how ties came out so far.

    Only ranks are kept, not faces: what came out the same is the same to odds.
    """

    places: tuple[tuple[str, Place], ...]
    ranks: tuple[tuple[str, Ranks], ...] = ()


def order_of(
    table: Table, ids: Iterable[str], counts: Mapping[str, int] = frozendict()
) -> Procedure[tuple[str, ...]]:
    """Return some people from the highest Count to the lowest, ties settled by dice.

    A tie that was settled before, and is not forgotten yet, stays as it is.

    Args:
        table: The table.
        ids: The people, as listed.
        counts: Counts to go by in place of those they have now.

    Rules: FL-RND-02, FL-RND-03
    """
    places = tuple((who, place_of(table.now, who, counts)) for who in ids)
    known = state_of(table.now).ties
    done = yield from repeat(_roll_ties, Sorting(places), key="ties")
    ordered, at = _sorted(done, frozenset(known)), dict(places)
    settled = [
        f"{one}>{other}"
        for _place, equal in groupby(ordered, key=at.__getitem__)
        for one, other in combinations(equal, 2)
    ]
    forgotten = {f"{b}>{a}" for a, b in (one.split(">") for one in settled)}
    ties = tuple(one for one in known if one not in forgotten)
    ties = tuple(dict.fromkeys((*ties, *settled)))
    if ties != known:
        yield from emit(TiesSettled(ties=ties))
    return ordered


def place_of(encounter: Encounter, who: str, counts: Mapping[str, int] = frozendict()) -> Place:
    """Return what the place of somebody goes by before dice, the smaller the earlier.

    Rules: FL-RND-02, FL-RND-03
    """
    count = counts.get(who, count_of(encounter, who))
    return -count, -sheet_of(encounter[who]).init_bonus


def _alike(sorting: Sorting) -> list[tuple[str, ...]]:
    """Return everybody by place and dice so far, the highest first, those alike together."""
    ranks, sets = dict(sorting.ranks), defaultdict[tuple[int, ...], list[str]](list)
    for who, place in sorting.places:
        sets[*place, *ranks.get(who, ())].append(who)
    return [tuple(same) for _place, same in sorted(sets.items())]


def _tied(sorting: Sorting, known: frozenset[str]) -> list[tuple[str, ...]]:
    """Return who has to roll: who is alike, unless how they stand was settled before."""
    return [same for same in _alike(sorting) if len(same) > 1 and not _is_settled(same, known)]


def _is_settled(same: tuple[str, ...], known: frozenset[str]) -> bool:
    """Tell whether each pair was settled before, and all of them agree."""
    pairs = combinations(same, 2)
    ahead = {sum(f"{one}>{who}" in known for one in same) for who in same}
    return len(ahead) == len(same) and all({f"{a}>{b}", f"{b}>{a}"} & known for a, b in pairs)


def _sorted(sorting: Sorting, known: frozenset[str]) -> tuple[str, ...]:
    """Return the order: by place, by dice, and whoever was settled as behind another, behind.

    Rules: FL-RND-02, FL-RND-03
    """
    places, rest = dict(sorting.places), [who for same in _alike(sorting) for who in same]
    found: list[str] = []
    while rest:
        same = [who for who in rest if places[who] == places[rest[0]]]
        free = (who for who in same if not any(f"{one}>{who}" in known for one in same))
        found.append(next(free, same[0]))
        rest.remove(found[-1])
    return tuple(found)


def _roll_ties(table: Table, sorting: Sorting) -> Procedure[tuple[Sorting, bool]]:
    """Let all who are tied roll a die, the highest first; return whether anybody still may be.

    Rules: FL-RND-03
    """
    tied = _tied(sorting, frozenset(state_of(table.now).ties))
    if not tied:
        return sorting, False
    rollers = [who for same in tied for who in same]
    rolled = yield from roll_all(
        tuple(_tie_roll(table.now, who, same) for same in tied for who in same)
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
    return Sorting(sorting.places, tuple(sorted(ranks.items()))), True


def _tie_roll(encounter: Encounter, who: str, same: tuple[str, ...]) -> Roll:
    """Return the die of somebody for a tie, with the others of it."""
    others = _(" and ").join(encounter[one].name for one in same if one != who)
    text = _("Tie with {others} at a Count of {n}")
    label = text.format(others=others, n=count_of(encounter, who))
    needed = _("higher than {others}").format(others=others)
    return Roll(parse(D20), sum, f"tie of {who}", who, label, needed=needed)


def _ranked(same: tuple[str, ...], faces: Mapping[str, int]) -> dict[str, int]:
    """Return what the dice of a tie make of each; nothing where all rolled the same."""
    highest = sorted({faces[who] for who in same}, reverse=True)
    return {who: highest.index(faces[who]) for who in same} if len(highest) > 1 else {}


def inserted(encounter: Encounter, order: tuple[str, ...], who: str) -> tuple[str, ...]:
    """Return an order with somebody put in by Count; the others stay as they stand.

    Theirs are the Counts that the order was made with.

    Rules: FL-INI-03, FL-RND-02
    """
    rest = tuple(one for one in order if one != who)
    at = next((n for n, one in enumerate(rest) if _precedes(encounter, who, one)), len(rest))
    return (*rest[:at], who, *rest[at:])


def _precedes(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether somebody who joins comes before another, ties as they were settled.

    Rules: FL-RND-02, FL-RND-03
    """
    state = state_of(encounter)
    own, theirs = place_of(encounter, who), place_of(encounter, other, state.order_counts)
    return own < theirs or (own == theirs and f"{who}>{other}" in state.ties)


def ordered_by(
    encounter: Encounter, order: tuple[str, ...], kept: Mapping[str, int] = frozendict()
) -> OrderSet:
    """Return the event that makes an order, with the Counts by which it is made.

    Args:
        encounter: The fight.
        order: The order.
        kept: Counts by which those stand who stood there before.

    Rules: FL-RND-02
    """
    counts = tuple(kept[who] if who in kept else count_of(encounter, who) for who in order)
    return OrderSet(order=order, counts=counts)


def projected_places(encounter: Encounter, ids: Iterable[str]) -> dict[str, str]:
    """Return the places in the next order if the round ended now, counted from 1.

    Those whom dice will tell apart share theirs.

    Rules: FL-MOD-09, FL-RND-03
    """
    listed = tuple(ids)
    counts = {who: projected(encounter, who).count for who in listed}
    is_sticky = switches_of(encounter).tie_memory == "sticky"
    known = frozenset(state_of(encounter).ties) if is_sticky else frozenset()
    sorting = Sorting(tuple((who, place_of(encounter, who, counts)) for who in listed))
    order, dice = _sorted(sorting, known), {w for s in _tied(sorting, known) for w in s}
    found = {who: str(at) for at, who in enumerate(order, start=1)}
    for same in _alike(sorting):
        if dice.issuperset(same):
            ends = sorted(int(found[who]) for who in same)
            found |= dict.fromkeys(same, f"{ends[0]}\u2013{ends[-1]}")
    return found


def told_round(table: Table) -> Procedure[None]:
    """Tell that a round begins, and in which order.

    Rules: FL-RND-02
    """
    number, steps = table.now.round, listed(table.now, "FL-RND-02")
    yield from say(table, _("Round {n}"), n=number, tone="plain", steps=steps)


def listed(encounter: Encounter, rule_id: str) -> tuple[Step, ...]:
    """Return who acts in what order, with their Counts."""
    return tuple(
        Step(label=encounter[who].name, rule_id=rule_id, after=count_of(encounter, who))
        for who in order_now(encounter)
        if has_place(encounter, who)
    )


class PutBefore(Command):
    """Put somebody before another in the order of this round, or (``before`` empty) at its end."""

    who: str
    before: str = ""


@plays(PutBefore)
def put_before(table: Table, command: PutBefore) -> Procedure[None]:
    """Change the order of this round by hand; Counts stay as they are.

    Rules: FL-MOD-09
    """
    who, order = command.who, order_now(table.now)
    text = _("{who} is not in this order.")
    yield from require(who in order, "not_in_order", text, "FL-RND-02", waivable=False, who=who)
    rest = [one for one in order if one != who]
    at = rest.index(command.before) if command.before in rest else len(rest)
    changed = (*rest[:at], who, *rest[at:])
    is_short = is_surprise_round(table.now)
    kept = state_of(table.now).order_counts
    by_hand = ordered_by(table.now, changed, kept)
    yield from emit(SurpriseOrderSet(order=changed) if is_short else by_hand)
    step = Step(label=_("Place at your word"), rule_id="FL-MOD-09", after=changed.index(who) + 1)
    text = _("{who} goes elsewhere in the order, at your word")
    yield from say(table, text, who=who, steps=(step,))


def reordered(encounter: Encounter, who: str, before: str) -> Command:
    """Return the command for a card that was dragged: the game master's override.

    Rules: FL-MOD-09
    """
    del encounter
    return PutBefore(who=who, before=before)
