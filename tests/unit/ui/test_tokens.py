"""What of a token shows at which zoom, and where tokens stand that share a cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF

from gridwar.control.records.scene_records import TokenView
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.ui.map.tokens.token_index_and_fan_out import fan_out
from gridwar.ui.map.tokens.token_level_of_detail import Detail, detail_of, look_of
from gridwar.ui.map.tokens.token_shape import drawn_box, radius_of

TOKEN = TokenView(
    "a", (3, 4), "Ys", name="Ysolde", bar=0.7, altitude_text="6", badges=(Badge("flame", ""),)
)


@pytest.mark.parametrize(
    ("cell_px", "detail"),
    [(4.0, Detail.MARKS), (32.0, Detail.MARKS), (47.9, Detail.MARKS), (64.0, Detail.FULL)],
)
def test_a_disc_has_its_letters_at_any_zoom(cell_px: float, detail: Detail) -> None:
    """Tokens lose badges as the map gets smaller, never letters, bar and height."""
    assert detail_of(TOKEN, cell_px) is detail


@pytest.mark.parametrize(
    ("cell_px", "detail"),
    [
        (7.9, Detail.SHAPE),
        (8.0, Detail.LETTERS),
        (31.9, Detail.LETTERS),
        (32.0, Detail.MARKS),
        (48.0, Detail.FULL),
    ],
)
def test_a_vehicle_has_its_letters_down_to_14_pixels(cell_px: float, detail: Detail) -> None:
    """It keeps its squares, two across here, and its letters as long as they can be read."""
    car = replace(TOKEN, size=(3, 2), box=True)
    assert detail_of(car, cell_px) is detail
    assert look_of(car, detail).token.initials == ("" if detail is Detail.SHAPE else "Ys")


@pytest.mark.parametrize("cell_px", [3.0, 11.0, 20.0, 32.5, 64.0])
@pytest.mark.parametrize("side", [1, 2, 4])
def test_no_disc_is_under_26_pixels(cell_px: float, side: int) -> None:
    """On a small map discs grow over their squares, round the same middle; no vehicle does."""
    token = replace(TOKEN, size=(side, side))
    box = drawn_box(token, token.cell, cell_px)
    share = 2 * radius_of(side) / side
    assert box.width() * share * cell_px >= 25.999
    assert box.width() == pytest.approx(max(side, 26 / cell_px / share))
    assert box.center() == QPointF(3 + side / 2, 4 + side / 2)
    car = replace(token, box=True)
    assert drawn_box(car, car.cell, cell_px) == QRectF(3, 4, side, side)


def test_where_and_who_do_not_change_the_look() -> None:
    """Two tokens that look alike share one sprite, wherever they stand."""
    twin = replace(TOKEN, id="b", cell=(9, 9), name="Somebody else")
    assert look_of(TOKEN, Detail.FULL) == look_of(twin, Detail.FULL)


def test_a_small_token_is_side_and_shape_only() -> None:
    """Where no letters can be read, vehicles of a side look alike whatever their names and bars."""
    other = replace(TOKEN, initials="Br", bar=0.1, altitude_text=None, badges=())
    assert look_of(TOKEN, Detail.SHAPE) == look_of(other, Detail.SHAPE)
    assert look_of(TOKEN, Detail.SHAPE) != look_of(replace(other, side=1), Detail.SHAPE)


def test_only_what_shows_tells_looks_apart() -> None:
    """Height in figures shows from 32 pixels a cell on; below, a level's first letter does."""
    low = replace(TOKEN, altitude_text=None)
    assert look_of(TOKEN, Detail.LETTERS) == look_of(low, Detail.LETTERS)
    assert look_of(TOKEN, Detail.MARKS) != look_of(low, Detail.MARKS)
    roof = look_of(replace(TOKEN, altitude_text="ROOF"), Detail.LETTERS)
    assert roof.token.altitude_text == "R"


def test_a_hidden_token_bears_the_closed_eye() -> None:
    """The GM sees a badge on whoever is hidden from the players."""
    look = look_of(replace(TOKEN, hidden=True), Detail.FULL)
    assert look.token.badges[0].icon == "eye-off"


def test_a_token_alone_is_not_moved() -> None:
    """Only tokens that share a cell are fanned out; one held by the pointer is none of them."""
    held = replace(TOKEN, id="b", lifted=True)
    assert fan_out((TOKEN, held, replace(TOKEN, id="c", cell=(4, 4)))) == {}


@pytest.mark.parametrize(("names", "places"), [("ab", [-0.2, 0.2]), ("abc", [-0.33, 0.0, 0.33])])
def test_those_in_a_cell_fan_out_evenly(names: str, places: list[float]) -> None:
    """Two tokens stand .4 of a cell apart, half of the lower one in sight; three .33."""
    pile = tuple(replace(TOKEN, id=name) for name in names)
    across = [x for x, _ in fan_out(pile).values()]
    assert across == pytest.approx(places)


def test_a_crowd_stays_in_its_cell() -> None:
    """However many share a cell, none leaves it by more than a third."""
    pile = tuple(replace(TOKEN, id=str(number)) for number in range(12))
    across = [x for x, _ in fan_out(pile).values()]
    assert max(map(abs, across)) <= 0.34
    assert all(left < right for left, right in pairwise(across))
