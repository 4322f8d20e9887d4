"""What a view of the map is fitted to, as a value."""

from __future__ import annotations

from enum import StrEnum


class Fit(StrEnum):
    """What a view is fitted to, for as long as nobody zooms or pans."""

    MAP = "map"
    EVERYBODY = "everybody"
