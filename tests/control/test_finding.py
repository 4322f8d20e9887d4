"""Finding by a few letters."""

from __future__ import annotations

import pytest

from gridwar.control.finding import best, match

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


def test_nothing_typed_finds_everything_in_its_order() -> None:
    """The list as it is."""
    assert tuple(best("  ", DEEDS, str)) == DEEDS
