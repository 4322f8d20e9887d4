"""Where the fonts, icons and the palette lie.

Owns the look-up only; what the files mean is for palette, fonts and icons.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.paths import data_dir

if TYPE_CHECKING:
    from pathlib import Path


@lru_cache(maxsize=1024)
def asset_path(*parts: str) -> Path:
    """Return the path of one asset, installed or in a checkout."""
    return data_dir("assets").joinpath(*parts)
