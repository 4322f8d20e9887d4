"""Tokens followed change by change are where they would be if they were looked at anew."""

from __future__ import annotations

import random

from msgspec.structs import replace

from gridwar.control.records.scene_records import TokenView
from gridwar.ui.map.tokens.token_index_and_fan_out import (
    Bodies,
    Fans,
    TokenIndex,
    differing,
    fan_out,
)

MANY = tuple(TokenView(f"t{n}", (n % 4, n // 4), "T") for n in range(12))


def test_followed_step_by_step_fans_and_bodies_are_those_of_the_state() -> None:
    """Whoever moves, comes, goes, grows or is lifted: shared cells and covered ones are right."""
    luck = random.Random(11)
    fans, bodies = Fans(), Bodies()
    before: tuple[TokenView, ...] = ()
    for _step in range(200):
        state = list(before or MANY)
        at = luck.randrange(len(state))
        cell = (luck.randrange(4), luck.randrange(3))
        size = luck.choice(((1, 1), (2, 1)))
        state[at] = replace(state[at], cell=cell, size=size, lifted=luck.random() < 0.1)
        if luck.random() < 0.2 and len(state) > 2:
            del state[luck.randrange(len(state))]
        elif luck.random() < 0.2:
            state.append(TokenView(f"n{_step}", cell, "N"))
        now = tuple(state)
        gone, changed = differing(before, now)
        come = [token for _place, token in changed]
        fans.follow(gone, come, now)
        bodies.follow(gone, come)
        before = now
        assert fans.offsets == fan_out(now)
        assert bodies.cells == {
            (token.cell[0] + dx, token.cell[1] + dy)
            for token in now
            for dx in range(token.size[0])
            for dy in range(token.size[1])
        }


def test_a_few_cells_are_looked_through_and_many_are_not() -> None:
    """Who touches a small part of the map is found by its cells; a large part is no shorter way."""
    index = TokenIndex()
    for token in MANY:
        index.put(token.id, token.cell, token.size)
    assert index.within((1.2, 0.2, 1.8, 0.8)) == {"t1", "t2", "t5", "t6"}
    assert index.within((0, 0, 100, 100)) is None
