"""The letters on the tokens: nobody shares them, and who was there keeps his."""

from __future__ import annotations

from frozendict import frozendict
from hypothesis import given
from hypothesis import strategies as st

from gridwar.control.combatant_letters import CombatantLetters
from gridwar.model.combatant import Combatant
from gridwar.model.encounter import Encounter

NAMES = st.one_of(
    st.sampled_from(
        ("Gunner", "Gun drone", "Guard 1", "Goblin 1", "Guard", "\u00dftra\u00dfe", "?")
    ),
    st.text(max_size=12),
)
LABELS = st.one_of(st.just(""), st.just(""), st.sampled_from(("Gu", "X", "K9")))
PEOPLE = st.lists(st.tuples(NAMES, LABELS), max_size=40)


def _fight(people: dict[str, tuple[str, str]]) -> Encounter:
    those = {
        who: Combatant.constant(id=who, name=name, label=label)
        for who, (name, label) in people.items()
    }
    return Encounter.constant(combatants=frozendict(those))


def _letters(letters: CombatantLetters, fight: Encounter) -> dict[str, str]:
    return {one.id: letters.of(fight, one) for one in fight.combatants.values()}


def _named(*names: str) -> dict[str, str]:
    fight = _fight({name: (name, "") for name in names})
    return _letters(CombatantLetters(), fight)


@given(PEOPLE)
def test_nobody_shares_letters_that_the_program_gave(people: list[tuple[str, str]]) -> None:
    """Whoever wrote none has letters that nobody else in the fight has; written ones win."""
    fight = _fight({str(number): one for number, one in enumerate(people)})
    letters = _letters(CombatantLetters(), fight)
    written = {one.id for one in fight.combatants.values() if one.label}
    assert all(letters[who] == fight[who].label for who in written)
    made = [text.casefold() for who, text in letters.items() if who not in written]
    assert len(set(made)) == len(made)
    assert set(made).isdisjoint(letters[who].casefold() for who in written)
    assert all(made)


@given(PEOPLE, st.data())
def test_who_was_there_keeps_his_letters(
    people: list[tuple[str, str]], data: st.DataObject
) -> None:
    """Whoever stays has the same letters after others left, joined, and came back by an undo."""
    there = {str(number): (name, "") for number, (name, _label) in enumerate(people)}
    gone = data.draw(st.sets(st.sampled_from(sorted(there))) if there else st.just(set[str]()))
    letters = CombatantLetters()
    before = _letters(letters, _fight(there))
    stay = {who: one for who, one in there.items() if who not in gone}
    after = _letters(letters, _fight(stay))
    assert after == {who: before[who] for who in stay}
    newcomers = {f"new {who}": one for who, one in there.items()}
    joined = _letters(letters, _fight(newcomers | stay))
    assert {who: joined[who] for who in stay} == after
    assert _letters(letters, _fight(there)) == before


def test_letters_come_from_the_words_of_a_name() -> None:
    """A number is kept; else the first letters, and those of two words where others have them."""
    given = _named("Gunner", "Gun drone", "Dame Aldis", "Dapple", "Thunder", "The Petrel")
    assert list(given.values()) == ["Gu", "Gd", "Da", "Dp", "Th", "Tp"]
    assert list(_named("Guard 1", "Goblin 1", "Guard 2").values()) == ["G1", "O1", "G2"]


def test_an_own_label_moves_another_aside() -> None:
    """Letters that the user writes are his, also where somebody else had them."""
    letters = CombatantLetters()
    people = {"a": ("Gunner", ""), "b": ("Drone", "")}
    assert _letters(letters, _fight(people)) == {"a": "Gu", "b": "Dr"}
    people["b"] = ("Drone", "Gu")
    assert _letters(letters, _fight(people)) == {"a": "Gn", "b": "Gu"}


def test_another_name_gets_other_letters() -> None:
    """Who is renamed is not kept under the letters of the old name."""
    letters = CombatantLetters()
    assert _letters(letters, _fight({"a": ("Gunner", "")})) == {"a": "Gu"}
    assert _letters(letters, _fight({"a": ("Maro", "")})) == {"a": "Ma"}


def test_those_who_join_together_differ() -> None:
    """Newcomers held over the map have letters free of those there and of each other."""
    fight = _fight({"a": ("Goblin", "")})
    held = [Combatant.constant(id=who, name="Goblin") for who in ("b", "c")]
    found = CombatantLetters().among(fight, held)
    assert found == {"b": "Gb", "c": "Gl"}
