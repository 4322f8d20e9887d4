"""The colours stay apart for everybody: distances in OKLab, as colour-blind eyes see them."""

from __future__ import annotations

from itertools import combinations

import pytest

from gridwar.ui.style.colors import map_colors, sides
from tests.contrast.pairs import Pair, all_pairs
from tests.contrast.sight import Sight, distance, oklab

OVERLAYS = ("reach1", "reach2", "reach3", "intent", "threat", "cover", "paper")
PAIRS = all_pairs()


def nearest(colors: dict[str, str], sight: Sight) -> tuple[float, str]:
    """Return how far apart the two colours are that such eyes see most alike, and which."""
    return min(
        (distance(colors[one], colors[other], sight), f"{one} and {other}")
        for one, other in combinations(colors, 2)
    )


def test_the_measure_knows_published_colours() -> None:
    """White is (1, 0, 0) and red (0.628, 0.225, 0.126) in OKLab."""
    assert oklab("#FFFFFF") == pytest.approx([1, 0, 0], abs=1e-3)
    assert oklab("#FF0000") == pytest.approx([0.628, 0.225, 0.126], abs=1e-3)


def test_the_simulation_confuses_what_such_eyes_confuse() -> None:
    """A red and a green of one lightness are far apart, except without green or red cones."""
    red, green = "#B86B57", "#7A8A3E"
    assert distance(red, green, Sight.NORMAL) > 12
    assert distance(red, green, Sight.DEUTERANOPIA) < 7
    assert distance("#D92B2B", "#57502B", Sight.NORMAL) > 20
    assert distance("#D92B2B", "#57502B", Sight.PROTANOPIA) < 7


@pytest.mark.parametrize(
    ("sight", "least"),
    [(Sight.NORMAL, 15), (Sight.DEUTERANOPIA, 12), (Sight.PROTANOPIA, 12), (Sight.TRITANOPIA, 4)],
)
def test_sides_stay_apart(sight: Sight, least: float) -> None:
    """Two sides are at least 15 apart, 12 for eyes without red or green cones, 4 without blue."""
    distance, pair = nearest({one.name: one.color for one in sides()}, sight)
    assert distance >= least, pair


@pytest.mark.parametrize(
    ("sight", "least"),
    [(Sight.NORMAL, 12), (Sight.DEUTERANOPIA, 7), (Sight.PROTANOPIA, 7), (Sight.TRITANOPIA, 4)],
)
def test_overlays_stay_apart(sight: Sight, least: float) -> None:
    """Overlay colours are 12 apart, 7 for eyes without red or green cones, 4 without blue."""
    distance, pair = nearest({role: getattr(map_colors(), role) for role in OVERLAYS}, sight)
    assert distance >= least, pair


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{one.group}-{one.one}-{one.other}" for one in PAIRS])
def test_what_colour_alone_would_tell_apart_is_told_apart_by_everybody(pair: Pair) -> None:
    """Two things differ by a shape, a dash, a hatch or a word, or far enough for any eyes."""
    assert pair.is_told_apart, f"{pair.one} and {pair.other} differ by colour alone"


def test_dashes_and_shapes_are_read_off_the_drawing() -> None:
    """Every price of reach and every tone of an area has dashes of its own, every side a shape."""
    read = {"reach", "areas of the rules", "tokens of sides", "range bands"}
    assert all(one.carrier for one in PAIRS if one.group in read)


def test_nothing_but_a_nearly_equal_colour_is_not_told_apart() -> None:
    """A pair that only tritanopes confuse is refused where nothing else parts the two."""
    azure, jade = sides()[0].color, sides()[3].color
    assert not Pair("", "azure", "jade", (azure, jade)).is_told_apart
    assert Pair("", "azure", "jade", (azure, jade), "shape").is_told_apart
