"""Small words of the presenters."""

from __future__ import annotations

import pytest

from gridwar.control.text_format import minus, percent, signed


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Initiative -2, checks -1", "Initiative \u22122, checks \u22121"),
        ("2026-11-20", "2026-11-20"),
        ("half-orc -3", "half-orc \u22123"),
        ("0 (-2)", "0 (\u22122)"),
    ],
)
def test_negative_numbers_have_a_minus_and_words_keep_their_hyphens(text: str, shown: str) -> None:
    """A hyphen before a number is a minus, unless it joins."""
    assert minus(text) == shown


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0.0, "0\u00a0%"),
        (0.001, "<\u00a01\u00a0%"),
        (0.583, "58\u00a0%"),
        (0.9999, ">\u00a099\u00a0%"),
        (1.0, "100\u00a0%"),
    ],
)
def test_what_is_possible_is_never_rounded_away(chance: float, shown: str) -> None:
    """0 % and 100 % are said only of what is impossible and what is sure."""
    assert percent(chance) == shown


def test_modifiers_show_their_sign() -> None:
    """Nothing has no sign, and minus is a minus."""
    assert [signed(value) for value in (2, 0, -1)] == ["+2", "0", "\u22121"]
