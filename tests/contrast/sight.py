"""Colours as eyes see them: luminance and contrast, distance in OKLab, eyes without one cone."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

Floats: TypeAlias = NDArray[np.float64]

_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722])
_GLARE: Final = 0.05
# Ottosson 2020: linear sRGB to cones, the cube root of these to OKLab.
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_OKLAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


class Sight(StrEnum):
    """Whose eyes look on."""

    NORMAL = "normal"
    DEUTERANOPIA = "deuteranopia"
    PROTANOPIA = "protanopia"
    TRITANOPIA = "tritanopia"


# Machado, Oliveira and Fernandes 2009 ("A Physiologically-based Model for Simulation of Color
# Vision Deficiency", table of matrices), severity 1.0, on linear sRGB.
SIGHTS: Final[Mapping[Sight, Floats]] = {
    Sight.NORMAL: np.eye(3),
    Sight.DEUTERANOPIA: np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    Sight.PROTANOPIA: np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    Sight.TRITANOPIA: np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def shares(color: str) -> Floats:
    """Return ``#RRGGBB`` as three shares of 1."""
    return np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def linear(rgb: Floats) -> Floats:
    """Return shares of sRGB, in the last axis, as linear light."""
    found: Floats = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return found


def luminance(rgb: Floats) -> Floats:
    """Return the relative luminance of WCAG 2 of shares of sRGB, in the last axis."""
    found: Floats = linear(rgb) @ _WEIGHTS
    return found


def contrast(one: Floats, other: Floats) -> Floats:
    """Return the contrast of two luminances: 1 for none, 21 for black and white."""
    found: Floats = (np.maximum(one, other) + _GLARE) / (np.minimum(one, other) + _GLARE)
    return found


def oklab(color: str, sight: Sight = Sight.NORMAL) -> Floats:
    """Return where a colour lies in OKLab, as such eyes see it."""
    seen = np.clip(SIGHTS[sight] @ linear(shares(color)), 0, 1)
    found: Floats = _TO_OKLAB @ np.cbrt(_TO_CONES @ seen)
    return found


def distance(one: str, other: str, sight: Sight = Sight.NORMAL) -> float:
    """Return how far two colours lie apart in OKLab, times 100, as such eyes see them."""
    return float(np.linalg.norm(oklab(one, sight) - oklab(other, sight))) * 100
