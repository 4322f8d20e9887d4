"""Who differs between two rosters."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.model.combatant import Combatant
from gridwar.model.roster_changes import MOST_TOUCHED, Noted, changed_ids, with_one

ANN, BO, CY = (Combatant(id=name, name=name) for name in ("ann", "bo", "cy"))


def test_only_another_object_is_a_change() -> None:
    """Who is the very same object has not changed; who was replaced, or has come, has."""
    before = {"ann": ANN, "bo": BO}
    moved = BO.replace(altitude=3.0)
    assert changed_ids(before, dict(before)) == ()
    assert changed_ids(before, {"ann": ANN, "bo": moved}) == ("bo",)
    assert changed_ids(before, {"bo": moved, "ann": ANN}) == ("bo",)
    assert changed_ids(before, {"ann": ANN, "cy": CY}) == ("cy",)
    assert changed_ids(before, {"ann": ANN}) == ()


def test_a_roster_made_of_another_knows_who_differs() -> None:
    """Rosters on which combatants were put one by one differ in those put there, in nobody else."""
    first = frozendict({"ann": ANN, "bo": BO})
    high = BO.replace(altitude=3.0)
    one, other = with_one(first, high), with_one(first, CY)
    assert (one["bo"], tuple(other)) == (high, ("ann", "bo", "cy"))
    assert (dict(first), one == first) == ({"ann": ANN, "bo": BO}, False)
    assert changed_ids(first, one) == ("bo",)
    assert set(changed_ids(one, other)) == {"bo", "cy"}
    assert changed_ids(other, one) == ("bo",)
    assert changed_ids(first, with_one(one, BO)) == ()


def test_a_roster_touched_all_over_is_compared_all_over() -> None:
    """After many changes a roster forgets where it comes from; who differs is found as before."""
    combatants = [Combatant(id=f"p{n}", name=f"p{n}") for n in range(3 * MOST_TOUCHED)]
    roster = first = frozendict({one.id: one for one in combatants})
    for number, one in enumerate(combatants, start=1):
        roster = with_one(roster, one.replace(altitude=1.0))
        assert len(changed_ids(first, roster)) == number


def test_who_is_noted_on_a_roster_is_noted_on_those_made_of_it() -> None:
    """Of a roster only those put on it are looked at anew, whoever comes, changes or leaves."""
    looked: list[str] = []

    def is_high(one: Combatant) -> bool:
        looked.append(one.id)
        return one.altitude > 0

    high = Noted(is_high)
    first = frozendict({"ann": ANN.replace(altitude=2.0), "bo": BO})
    assert high.on(first) == {"ann"}
    both = with_one(first, BO.replace(altitude=3.0))
    assert high.on(both) == {"ann", "bo"}
    assert high.on(with_one(both, CY)) == {"ann", "bo"}
    assert high.on(with_one(first, ANN)) == set()
    assert sorted(looked) == ["ann", "ann", "bo", "bo", "bo", "cy"]
    assert high.on(frozendict({"bo": BO})) == set()


def test_ids_may_be_words_of_the_language() -> None:
    """Nobody is refused a place on a roster for the id that a script gave him."""
    people = [Combatant(id=name, name=name) for name in ("self", "class", "cls", "", "a:b")]
    roster: frozendict[str, Combatant] = frozendict({"ann": ANN})
    for one in people:
        roster = with_one(roster, one)
    assert [*roster.values()] == [ANN, *people]
