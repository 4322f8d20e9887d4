"""The bodies of tokens: a vehicle is narrower where its front is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from gridwar.ui.map.tokens.token_shape import box_path

MIDDLE = QPointF(0, 0)


@pytest.mark.parametrize(
    ("facing_deg", "cut", "whole"),
    [
        (0, (0.93, -0.93), (0.93, 0.9)),
        (90, (0.93, 0.93), (-0.9, 0.93)),
        (180, (0.93, 0.93), (0.93, -0.9)),
        (270, (-0.93, 0.93), (0.9, 0.93)),
    ],
)
def test_a_vehicle_is_narrow_in_front(
    facing_deg: float, cut: tuple[float, float], whole: tuple[float, float]
) -> None:
    """The corners in front are cut off, those behind are there."""
    path = box_path(MIDDLE, 1, 1, facing_deg)
    assert not path.contains(QPointF(*cut))
    assert path.contains(QPointF(*whole))


def test_on_the_slant_it_is_turned_whole() -> None:
    """At 45 degrees the long side lies along the diagonal."""
    path = box_path(MIDDLE, 10, 15, 45)
    assert path.contains(QPointF(9, -9))
    assert not path.contains(QPointF(9, 9))
