"""Digits that become faces of dice, one key or several each."""

from __future__ import annotations

import pytest

from gridwar.control.die_keys import DieKeys


@pytest.mark.parametrize(
    ("sides", "digits", "faces"),
    [
        (6, "470", [4]),
        (10, "30", [3, 10]),
        (20, "713", [7, 13]),
        (20, "25", [2, 5]),
        (100, "7300", [73, 100]),
    ],
)
def test_digits_become_faces(sides: int, digits: str, faces: list[int]) -> None:
    """Digits become faces as soon as they can be only one; 0 is ten, 00 a hundred."""
    keys = DieKeys(sides)
    assert [face for digit in digits for face in keys.feed(digit)] == faces


def test_a_short_face_waits_for_enter() -> None:
    """A 1 on a D20 may become 17; Enter takes it as it stands, Backspace takes it back."""
    keys = DieKeys(20)
    assert keys.feed("1") == ()
    assert keys.flush() == 1
    assert keys.feed("1") == ()
    assert keys.drop()
    assert keys.feed("9") == (9,)
