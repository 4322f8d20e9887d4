"""Finding by a few letters."""

from __future__ import annotations

import pytest

from gridwar.control.fuzzy_search import Finder, match, searched

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
    assert _best(typed)[0] == first


def _best(typed: str, deeds: tuple[str, ...] = DEEDS, behind: str = "") -> list[str]:
    return Finder((one, searched(one, behind=one == behind)) for one in deeds).find(typed)


def test_letters_out_of_order_find_nothing() -> None:
    """Only spaces part what may stand in any order."""
    assert match("hcaer", "Reach") is None


def test_letters_strewn_over_words_find_nothing() -> None:
    """Letters that stand there by chance only are no match, nor are two within a word."""
    assert _best("rea") == ["Reach"]
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
    assert _best("reload", things, behind="Reload") == [
        "Reload the crossbow",
        "Reload",
    ]
    rule, deed = "Particle and war fever", "Attack: Particle carbine"
    assert _best("particle", (rule, deed), behind=rule) == [deed, rule]


def test_another_word_counts_no_more_than_a_word_of_its_own() -> None:
    """Of those that match as well the rank decides: a spell stands before the tool for spells."""
    things = [("tool", searched("Burst", also=("fireball",), rank=(1,)))]
    things.append(("spell", searched("Cast Fireball", rank=(0,))))
    assert Finder(things).find("fireball") == ["spell", "tool"]


def test_nothing_typed_finds_everything_in_its_order() -> None:
    """The list as it is."""
    assert tuple(_best("  ")) == DEEDS


def test_what_is_said_first_counts_more_than_what_is_said_at_length() -> None:
    """An id beside a name comes before a text that names it, however long the names are."""
    things = {"Bands": ("CE-RNG-02", "after CE-RNG-01"), "Ranges and bands": ("CE-RNG-01", "")}
    finder = Finder((one, searched(one, *more)) for one, more in things.items())
    assert finder.find("ce-rng-01")[0] == "Ranges and bands"


@pytest.mark.parametrize("typed", ["cor", "card", "rec dis", "ow", "the rec", "ad", "cor hid"])
def test_typing_on_finds_what_typing_at_once_finds(typed: str) -> None:
    """A third letter also finds within words what two did not, and taking back letters widens."""
    things = (
        ("Record", "of the fight"),
        ("Cover", "hides"),
        ("Discard the card", "corner"),
        ("Show the record", "hidden"),
    )
    finder = Finder((one, searched(*one)) for one in things)
    letters = [typed[:end] for end in range(len(typed) + 1)]
    for so_far in (*letters, *reversed(letters), typed):
        at_once = Finder((one, searched(*one)) for one in things)
        assert finder.find(so_far) == at_once.find(so_far)
