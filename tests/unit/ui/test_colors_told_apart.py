"""The colours stay apart for everybody: distances in OKLab, as colour-blind eyes see them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from gridwar.ui.style.colors import map_colors, sides

NORMAL = np.eye(3)
# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear sRGB.
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
# Ottosson 2020: linear sRGB to cones, the cube root of these to OKLab.
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
OVERLAYS = ("reach1", "reach2", "reach3", "intent", "threat", "cover", "paper")


def _linear(color: str) -> np.ndarray:
    parts = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _oklab(color: str, sight: np.ndarray = NORMAL) -> np.ndarray:
    found: np.ndarray = TO_OKLAB @ np.cbrt(TO_CONES @ np.clip(sight @ _linear(color), 0, 1))
    return found


def _distance(one: str, other: str, sight: np.ndarray) -> float:
    """Distance in OKLab, times 100."""
    return float(np.linalg.norm(_oklab(one, sight) - _oklab(other, sight))) * 100


def _nearest(colors: dict[str, str], sight: np.ndarray) -> tuple[float, str]:
    return min(
        (_distance(colors[one], colors[other], sight), f"{one} and {other}")
        for one, other in combinations(colors, 2)
    )


def test_the_measure_knows_published_colours() -> None:
    """White is (1, 0, 0) and red (0.628, 0.225, 0.126) in OKLab."""
    assert _oklab("#FFFFFF") == pytest.approx([1, 0, 0], abs=1e-3)
    assert _oklab("#FF0000") == pytest.approx([0.628, 0.225, 0.126], abs=1e-3)


def test_the_simulation_confuses_what_such_eyes_confuse() -> None:
    """A red and a green of one lightness are far apart, except without green or red cones."""
    red, green = "#B86B57", "#7A8A3E"
    assert _distance(red, green, NORMAL) > 12
    assert _distance(red, green, DEUTERANOPIA) < 7
    assert _distance("#D92B2B", "#57502B", NORMAL) > 20
    assert _distance("#D92B2B", "#57502B", PROTANOPIA) < 7


@pytest.mark.parametrize(
    ("sight", "least"),
    [(NORMAL, 15), (DEUTERANOPIA, 12), (PROTANOPIA, 12)],
    ids=["normal", "deuteranopia", "protanopia"],
)
def test_sides_stay_apart(sight: np.ndarray, least: float) -> None:
    """Two sides are at least 15 apart, and 12 for eyes without red or green cones."""
    distance, pair = _nearest({one.name: one.color for one in sides()}, sight)
    assert distance >= least, pair


@pytest.mark.parametrize(
    ("sight", "least"),
    [(NORMAL, 12), (DEUTERANOPIA, 7), (PROTANOPIA, 7)],
    ids=["normal", "deuteranopia", "protanopia"],
)
def test_overlays_stay_apart(sight: np.ndarray, least: float) -> None:
    """Overlay colours are at least 12 apart, and 7 for eyes without red or green cones."""
    distance, pair = _nearest({role: getattr(map_colors(), role) for role in OVERLAYS}, sight)
    assert distance >= least, pair
