"""The colours of each style of a sketch, read from ``assets/sketch_styles.toml``."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct, ValidationError, convert

from gridwar.errors import ContentError
from gridwar.paths import data_dir

if TYPE_CHECKING:
    from gridwar.model.sketch import SketchStyle


class InkColors(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a style as ``#RRGGBB``, and whether the rock beside the floor is hatched."""

    paper: str
    floor: str
    ink: str
    hatch: str
    grid: str
    shade: str
    water: str
    hatched: bool


@lru_cache(8)
def ink_colors(style: SketchStyle) -> InkColors:
    """Return the colours of a style."""
    path = data_dir("assets") / "sketch_styles.toml"
    with path.open("rb") as file:
        found = tomllib.load(file)
    try:
        return convert(found.get(style.value), InkColors)
    except ValidationError as error:
        raise ContentError(f"{path}: [{style.value}]: {error}") from error
