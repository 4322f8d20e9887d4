"""Sentences of chips as they are kept: people by their names, and what is not there is not lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gridwar.control.insight.stand_sentences import kept_sentence, read_sentence
from gridwar.engine.insight.stands.chips import ALL, Chip, ChipKind
from tests.support.fights import on_board

FIGHT = on_board("freeform", hero=(3, 3), foe=(6, 3))
words = st.text("abc |:\u00e4*", max_size=6)
chips = st.builds(
    Chip,
    st.sampled_from([*map(str, ChipKind), "of a newer Gridwar"]),
    words,
    st.sampled_from(["", ALL, "hero", "foe", "nobody here"]),
)


@given(st.lists(chips, max_size=5, unique=True))
def test_what_is_kept_is_read_again(sentence: list[Chip]) -> None:
    """Whatever a chip asks, and of whom, it comes back the same in the same fight."""
    assert list(read_sentence(kept_sentence(sentence, FIGHT), FIGHT)) == sentence


def test_who_has_another_id_is_found_by_name() -> None:
    """In another fight the same name is meant; whoever is not there keeps the name."""
    kept = kept_sentence((Chip("sees", whom="foe"),), FIGHT)
    other = FIGHT.without(("foe",))
    moved = other.with_combatant(FIGHT["foe"].replace(id="again"))
    assert read_sentence(kept, moved) == (Chip("sees", whom="again"),)
    assert read_sentence(kept, other) == (Chip("sees", whom=FIGHT["foe"].name),)


def test_what_is_no_chip_is_passed_over() -> None:
    """A line of a damaged file says nothing; the others are read."""
    assert read_sentence(("", "sees", "reach\n\n"), FIGHT) == (Chip("reach"),)
