"""The list of what can be shown on the map, as a record: its layers, and which are on."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class LayerRow(Struct, frozen=True):
    """One line of the list of what is shown on the map.

    Attributes:
        key: of the layer.
        text: what it is called.
        note: what of it there is now.
        on: whether it is shown at rest.
    """

    key: str
    text: str
    note: str = ""
    on: bool = False


class LayersView(Struct, frozen=True):
    """What can be shown on the map.

    Attributes:
        rows: the layers; none while players look on.
        is_open: whether their list stands over the map.
        all_shown: whether all are shown for a moment.
        more: how many of those that have something to show are hidden.
    """

    rows: tuple[LayerRow, ...] = ()
    is_open: bool = False
    all_shown: bool = False
    more: int = 0


NO_LAYERS: Final = LayersView()
AREA_KEY: Final = "area:"
"""Begins the keys by which the legend takes areas off the map; what they are called follows."""
