"""The order changed by hand: the nearest numbers that make it so."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.kit.turn_cycle import numbers_by_hand
from gridwar.systems import find_system
from tests.support.fights import begun

WIT = {"a": 3, "b": 9, "c": 5, "d": 5}
"""Decides between equal numbers, the higher first."""


def precedes(one: str, number: int, other: str, number_other: int) -> bool:
    """Go by number, then by wit."""
    return (number, WIT[one]) > (number_other, WIT[other])


def test_equal_numbers_do_where_the_rules_order_them() -> None:
    """B has more wit than c, so c's number puts b before it; nobody else changes."""
    numbers = {"a": 12, "c": 8, "d": 7, "b": 2}
    assert numbers_by_hand(numbers, "b", "c", precedes) == {"b": 8}


def test_else_it_is_one_more() -> None:
    """A has less wit than c: one more than c's number."""
    assert numbers_by_hand({"c": 8, "b": 7, "a": 2}, "a", "c", precedes) == {"a": 9}


def test_those_above_are_lifted_only_where_they_must() -> None:
    """Between 8 and 8 there is no room: who stands above goes up, the top one stays."""
    numbers = {"b": 12, "c": 8, "d": 8, "a": 2}
    assert numbers_by_hand(numbers, "a", "d", precedes) == {"a": 9, "c": 9}


def test_the_end_is_below_the_last() -> None:
    """B would win a tie, so it is one less."""
    assert numbers_by_hand({"b": 12, "c": 8, "a": 2}, "b", "", precedes) == {"b": 1}


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4), min_size=2),
    st.data(),
)
def test_the_order_is_always_as_it_was_dragged(
    numbers: dict[str, int], data: st.DataObject
) -> None:
    """Whatever the numbers: the one dragged comes right before the one named, in this order."""
    order = sorted(numbers, key=lambda who: (-numbers[who], -WIT[who]))
    moved = data.draw(st.sampled_from(order))
    rest = [who for who in order if who != moved]
    before = data.draw(st.sampled_from([*rest, ""]))
    at = rest.index(before) if before else len(rest)
    wanted = [*rest[:at], moved, *rest[at:]]
    found = {who: numbers[who] for who in order}
    found |= numbers_by_hand(found, moved, before, precedes)
    for one, other in pairwise(wanted):
        assert not precedes(other, found[other], one, found[one])
        if moved in {one, other}:
            assert precedes(one, found[one], other, found[other])


@pytest.mark.parametrize(
    ("system_id", "combatants"),
    [
        ("cepheus", {"marine": (3, 3), "brawler": (8, 3)}),
        ("arrgs", {"guard": (3, 3), "raider": (8, 3)}),
        ("freeform", {"hero": (3, 3), "foe": (8, 3)}),
    ],
)
def test_every_playable_system_lets_the_gm_drag(
    system_id: str, combatants: dict[str, tuple[int, int]]
) -> None:
    """The last goes first by one command, and undo brings the old order back."""
    session = begun(system_id, *([3] * 20), **combatants)
    session.submit(TakeTurn(actor=next(iter(combatants))))
    system = find_system(system_id)

    def order() -> list[str]:
        return [who for slot in system.turns.order(session.encounter) for who in slot.ids]

    before = order()
    command = system.turns.reordered(session.encounter, before[-1], before[0])
    assert command is not None
    session.submit(command)
    assert order() == before[::-1]
    session.undo()
    assert order() == before
