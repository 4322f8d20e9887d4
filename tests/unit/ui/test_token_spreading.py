"""Who would cover another's letters makes room: riders, crowds, those who sit in a vehicle."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest

from gridwar.control.records.scene_records import TokenView
from gridwar.ui.map.tokens import token_spreading
from gridwar.ui.map.tokens.token_index_and_fan_out import fan_out
from gridwar.ui.map.tokens.token_shape import body_in_cells, letters_at
from gridwar.ui.map.tokens.token_spreading import spread

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point

LEAST_FREE = 0.4
"""How far round a token's letters nothing may lie, of its radius: they reach so far down."""


def _offsets(tokens: tuple[TokenView, ...], cell_px: float) -> dict[str, Point]:
    return spread(tokens, fan_out(tokens), cell_px)


def _covered(tokens: tuple[TokenView, ...], cell_px: float) -> set[tuple[str, str]]:
    """Return whose letters lie under whose disc."""
    offsets, frames = _offsets(tokens, cell_px), []
    for token in tokens:
        dx, dy = offsets.get(token.id, (0.0, 0.0))
        middle = (token.cell[0] + token.size[0] / 2 + dx, token.cell[1] + token.size[1] / 2 + dy)
        frames.append((token, body_in_cells(token, middle, cell_px)))
    found = set()
    for at, (below, frame) in enumerate(frames):
        letters = letters_at(below, frame)
        for above, other in frames[at + 1 :]:
            gap = other.center - letters
            free = math.hypot(gap.x(), gap.y()) - other.radius
            if free < LEAST_FREE * frame.radius - 0.02 and not above.box:
                found.add((below.id, above.id))
    return found


def test_who_is_alone_stays_where_he_stands() -> None:
    """At the size of the squares neighbours have room: nobody is moved."""
    row = tuple(TokenView(str(x), (x, 0), "T") for x in range(6))
    assert _offsets(row, 64) == {}
    assert _offsets(row, 32.5) == {}


@pytest.mark.parametrize("cell_px", [8.0, 11.0, 16.0, 24.0])
def test_neighbours_on_a_small_map_leave_each_other_the_letters(cell_px: float) -> None:
    """Five beside each other are drawn larger than their squares, and each can be read."""
    cells = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2))
    crowd = tuple(TokenView(str(at), cell, "T") for at, cell in enumerate(cells))
    assert _covered(crowd, cell_px) == set()


@pytest.mark.parametrize("cell_px", [16.0, 32.0, 64.0, 128.0])
@pytest.mark.parametrize("seat", [(0, 0), (1, 0), (0.5, 0.5)])
def test_a_rider_is_on_the_rim_of_the_mount(cell_px: float, seat: Point) -> None:
    """The mount stays, with its letters free; the rider still touches it."""
    mount = TokenView("m", (3, 3), "Th", size=(2, 2))
    rider = TokenView("r", (3 + seat[0], 3 + seat[1]), "Dm")
    assert _covered((mount, rider), cell_px) == set()
    offsets = _offsets((mount, rider), cell_px)
    assert set(offsets) == {"r"}
    big, small = (body_in_cells(one, (4, 4), cell_px).radius for one in (mount, rider))
    dx, dy = offsets["r"]
    far = math.hypot(rider.cell[0] + 0.5 + dx - 4, rider.cell[1] + 0.5 + dy - 4)
    assert big - small < far < big + small


def test_those_in_a_vehicle_leave_it_its_letters() -> None:
    """Of three in a small car all can be read, and the car; the car keeps its squares."""
    car = TokenView("car", (0, 0), "Gr", size=(3, 2), box=True, facing_deg=90)
    people = tuple(
        TokenView(str(at), cell, "P") for at, cell in enumerate(((1, 0), (2, 0), (2, 1)))
    )
    assert _covered((car, *people), 16) == set()
    assert "car" not in _offsets((car, *people), 16)


def test_nobody_is_moved_far() -> None:
    """In the densest crowd each is within a disc's width of where he stands."""
    luck = random.Random(5)
    crowd = tuple(
        TokenView(str(n), (luck.randrange(12), luck.randrange(12)), "T") for n in range(200)
    )
    for cell_px in (8.0, 20.0, 64.0):
        most = 0.5 + max(0.0, 26 / cell_px - 0.8)
        shifts = (math.hypot(*shift) for shift in _offsets(crowd, cell_px).values())
        assert max(shifts) <= most + 0.45


@pytest.mark.parametrize("seed", range(40))
def test_where_discs_fit_their_squares_only_those_near_each_other_are_looked_at(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is quicker with a thousand and says the same as if all were looked at."""
    dice = random.Random(seed)
    sizes = [(1, 1)] * 8 + [(2, 2), (3, 3), (4, 4), (3, 2)]
    tokens = tuple(
        TokenView(
            str(at),
            (dice.randrange(14) + dice.choice((0, 0, 0, 0.5)), dice.randrange(14)),
            "T",
            size=(size := dice.choice(sizes)),
            box=size == (3, 2),
            facing_deg=dice.choice((0, 90, 135)),
        )
        for at in range(30)
    )
    looked_at = _offsets(tokens, 64)
    assert looked_at
    monkeypatch.setattr(token_spreading, "_near_others", lambda tokens, _fanned: tokens)
    all_looked_at = _offsets(tokens, 64)
    assert set(looked_at) == set(all_looked_at)
    for one, offset in looked_at.items():
        assert offset == pytest.approx(all_looked_at[one])
