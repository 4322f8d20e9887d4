"""Fields that hold ids of combatants are cleared when somebody is gone."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.model.combatant_references import (
    CombatantId,
    EssentialId,
    PairByColon,
    ScopedKey,
    forgotten,
    renamed,
)
from gridwar.model.record import FrozenMap, Record


class Tie(Record):
    """A record that means nothing without the other."""

    other: CombatantId
    points: int = 1


class Spell(Record):
    """A record whose target is all it is about; who cast it may be gone."""

    target: EssentialId | None = None
    caster: CombatantId = ""


class Everything(Record):
    """Every place in which an id can stand."""

    name: str = "a"
    one: CombatantId | None = None
    many: tuple[CombatantId, ...] = ()
    some: frozenset[CombatantId] = frozenset()
    keyed: FrozenMap[CombatantId, int] = frozendict()
    pairs: FrozenMap[PairByColon, int] = frozendict()
    standing: FrozenMap[ScopedKey, str] = frozendict()
    tie: Tie | None = None
    inside: frozenset[CombatantId] | None = None
    listed: tuple[CombatantId, ...] | None = None
    table: FrozenMap[CombatantId, int] | None = None
    ties: tuple[Tie, ...] = ()
    spells: FrozenMap[str, Spell] = frozendict()


FULL = Everything(
    one="a",
    many=("a", "b"),
    some=frozenset({"a", "b"}),
    keyed=frozendict(a=1, b=2),
    pairs=frozendict({"a:b": 1, "b:c": 2}),
    standing=frozendict({"a:dodge": "x", "*:a": "y"}),
    tie=Tie(other="a"),
    ties=(Tie(other="a"), Tie(other="b", points=2)),
    spells=frozendict(x=Spell(target="a"), y=Spell(caster="a"), z=Spell(target="b", caster="b")),
)


def test_nothing_names_who_is_gone() -> None:
    """Entries go, a record goes with the id it needs, a field with a default gets it."""
    assert forgotten(FULL, lambda who: who == "a") == Everything(
        many=("b",),
        some=frozenset({"b"}),
        keyed=frozendict(b=2),
        pairs=frozendict({"b:c": 2}),
        standing=frozendict({"*:a": "y"}),
        ties=(Tie(other="b", points=2),),
        spells=frozendict(y=Spell(), z=Spell(target="b", caster="b")),
    )


def test_optional_lists_are_cleared_where_there_are_some() -> None:
    """An empty one stays none, and nothing is raised over it; what is there loses its entry."""
    assert forgotten(Everything(name="b"), lambda who: who == "a") == Everything(name="b")
    full = Everything(inside=frozenset({"a", "b"}), listed=("b", "a"), table=frozendict(a=1, b=2))
    assert forgotten(full, lambda who: who == "a") == Everything(
        inside=frozenset({"b"}), listed=("b",), table=frozendict(b=2)
    )


def test_what_names_nobody_gone_stays_the_same_object() -> None:
    """A text that only happens to be an id is none, and nothing is copied for nothing."""
    assert forgotten(FULL, lambda who: who == "z") is FULL


def test_a_record_that_is_nothing_without_them_is_gone_itself() -> None:
    """There is no tie to nobody."""
    assert forgotten(Tie(other="a"), lambda _who: True) is None


def test_a_place_that_cannot_be_cleared_is_said_at_once() -> None:
    """A type in which an id would be overlooked is refused when it is first asked for."""

    class Odd(Record):
        """Two ids in one place."""

        both: tuple[CombatantId, int] = ("a", 1)

    with pytest.raises(TypeError, match="cannot be cleared"):
        forgotten(Odd(), lambda _who: True)


def test_two_change_names_wherever_they_are_named() -> None:
    """Every reference to the one names the other, and what is no reference stays."""
    after = renamed(FULL, {"a": "b", "b": "a"})
    assert after == Everything(
        one="b",
        many=("b", "a"),
        some=frozenset({"a", "b"}),
        keyed=frozendict(b=1, a=2),
        pairs=frozendict({"b:a": 1, "a:c": 2}),
        standing=frozendict({"b:dodge": "x", "*:a": "y"}),
        tie=Tie(other="b"),
        ties=(Tie(other="b"), Tie(other="a", points=2)),
        spells=frozendict(
            x=Spell(target="b"), y=Spell(caster="b"), z=Spell(target="a", caster="a")
        ),
    )
    assert renamed(after, {"a": "b", "b": "a"}) == FULL
    assert renamed(FULL, {"x": "y"}) is FULL
