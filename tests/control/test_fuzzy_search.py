"""Finding by a few letters."""

from __future__ import annotations

import pytest

from gridwar.control.texts.fuzzy_search import best, match

DEEDS = ("Map and grid", "Fit the map", "Range bands", "Reach", "Reduce motion", "Export as JSON")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("reach", "Reach"),
        ("map", "Map and grid"),
        ("fm", "Fit the map"),
        ("rb", "Range bands"),
        ("json exp", "Export as JSON"),
        ("motion", "Reduce motion"),
    ],
)
def test_the_best_stands_first(typed: str, first: str) -> None:
    """Beginnings of words count more than letters within."""
    assert best(typed, DEEDS, str)[0] == first


def test_letters_out_of_order_find_nothing() -> None:
    """Only spaces part what may stand in any order."""
    assert match("hcaer", "Reach") is None


def test_letters_strewn_over_words_find_nothing() -> None:
    """Letters that stand there by chance only are no match, nor are two within a word."""
    assert best("rea", DEEDS, str) == ["Reach"]
    assert match("fmap", "Fit the map") is not None
    assert match("fitm", "Fit the map") is not None
    assert match("eh", "Reach") is None
    assert match("rn", "Range bands") is None
    assert match("ch", "Reach") is None
    assert match("ach", "Reach") is not None


def test_what_is_said_beside_the_name_counts_only_as_it_stands() -> None:
    """A hint is found by its words, not by letters at the beginnings of them."""
    hint = "Takes the keyboard to the next panel"
    assert match("keyboard", "Next panel", hint) is not None
    assert match("tkb", "Next panel", hint) is None
    assert match("next keyboard", "Next panel", hint) is not None


def test_what_only_tells_stands_behind_what_does_something() -> None:
    """The rule of that very name comes after an action that matches as well."""
    things = ("Reload", "Reload the crossbow")
    assert best("reload", things, str, behind=lambda one: one == "Reload") == [
        "Reload the crossbow",
        "Reload",
    ]
    rule, deed = "Particle and war fever", "Attack: Particle carbine"
    assert best("particle", (rule, deed), str, behind=lambda one: one == rule) == [deed, rule]


def test_nothing_typed_finds_everything_in_its_order() -> None:
    """The list as it is."""
    assert tuple(best("  ", DEEDS, str)) == DEEDS


def test_what_is_said_first_counts_more_than_what_is_said_at_length() -> None:
    """An id beside a name comes before a text that names it, however long the names are."""
    things = {"Bands": ("CE-RNG-02", "after CE-RNG-01"), "Ranges and bands": ("CE-RNG-01", "")}
    assert best("ce-rng-01", things, str, things.__getitem__)[0] == "Ranges and bands"
