"""The two voices: Inter for controls and numbers, Vollkorn for names and titles.

Owns the loading of the shipped fonts and the table of type roles.
"""

from __future__ import annotations

import sys
from enum import Enum
from functools import cache, lru_cache

from PySide6.QtGui import QFont, QFontDatabase

from gridwar.errors import ContentError
from gridwar.paths import data_dir

SANS = "Inter"
SERIF = "Vollkorn"
_FALLBACKS = {SANS: ("Noto Sans", "DejaVu Sans"), SERIF: ("Noto Serif", "DejaVu Serif")}
_FALLBACKS_OF = {
    "win32": {SANS: ("Segoe UI",), SERIF: ("Georgia",)},
    "darwin": {SANS: ("Helvetica Neue",), SERIF: ("Georgia",)},
}
_FEATURES = {SANS: ("tnum", "lnum"), SERIF: ("lnum",)}
_FILES = (
    "Inter_400Regular.ttf",
    "Inter_500Medium.ttf",
    "Inter_600SemiBold.ttf",
    "Inter_700Bold.ttf",
    "Vollkorn_600SemiBold.ttf",
)
_SERIF_WEIGHT = 600


class Type(Enum):
    """The type roles: family, size in pixels at 100 %, weight."""

    CONTROL = (SANS, 13, 500)
    NOTE = (SANS, 12, 400)
    AXIS = (SANS, 11, 500)
    AXIS_ACTIVE = (SANS, 11, 700)


@cache
def load_fonts() -> None:
    """Register the shipped fonts with Qt, once; needs a running QGuiApplication."""
    for name in _FILES:
        path = data_dir("assets") / "fonts" / name
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise ContentError(f"{path}: not a font; reinstall Gridwar")


def fallbacks(family: str, platform: str = sys.platform) -> tuple[str, ...]:
    """Return the families for signs that one of ours lacks.

    Only what the system has: where a name is missing, Qt takes its time to look for others.

    Args:
        family: `SANS` or `SERIF`.
        platform: The system, as ``sys.platform`` names it.
    """
    return _FALLBACKS_OF.get(platform, _FALLBACKS)[family]


@lru_cache(maxsize=256)
def font(role: Type, scale: float = 1.0) -> QFont:
    """Return the font of a role.

    Args:
        role: what the text is.
        scale: interface scale, 1.0 is 100 %.
    """
    family, size_px, weight = role.value
    return sized_font(family, round(size_px * scale), weight)


@lru_cache(maxsize=512)
def sized_font(family: str, size_px: int, weight: int) -> QFont:
    """Return a font of one of the two families with its figures set lining and even.

    Args:
        family: `SANS` or `SERIF`.
        size_px: height in device-independent pixels.
        weight: 400 to 700; the serif is shipped in 600 only.
    """
    load_fonts()
    made = QFont([family, *fallbacks(family)])
    made.setPixelSize(max(1, size_px))
    made.setWeight(QFont.Weight(_SERIF_WEIGHT if family == SERIF else weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature in _FEATURES[family]:
        made.setFeature(QFont.Tag(feature), 1)
    return made
