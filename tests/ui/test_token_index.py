"""Which tokens are near a place."""

from __future__ import annotations

from gridwar.ui.map.tokens.token_index_and_fan_out import TokenIndex


def test_a_token_is_near_every_cell_its_footprint_touches() -> None:
    """A footprint of two by two that lies between cells touches three columns."""
    index = TokenIndex()
    index.put("ogre", (3.5, 2.0), (2, 2))
    near = {(x, y) for x in range(10) for y in range(10) if index.near((x + 0.5, y + 0.5))}
    assert near == {(x, y) for x in (3, 4, 5) for y in (2, 3)}


def test_a_token_that_went_is_no_longer_there() -> None:
    """After a move only the new cell knows it, after leaving none."""
    index = TokenIndex()
    index.put("rat", (1, 1), (1, 1))
    index.put("rat", (2, 1), (1, 1))
    assert (index.near((1.5, 1.5)), index.near((2.5, 1.5))) == ((), ("rat",))
    index.drop("rat")
    assert index.near((2.5, 1.5)) == ()
