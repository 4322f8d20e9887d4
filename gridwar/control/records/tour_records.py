"""The card of the tour as a record."""

from __future__ import annotations

from msgspec import Struct


class DeedRow(Struct, frozen=True):
    """One deed: its title, and while it is the present one how it is done."""

    title: str
    words: str = ""
    key: str = ""
    """The key that does what is to be done next, as it is found in the words."""
    is_present: bool = False
    is_done: bool = False
    is_skipped: bool = False


class TourView(Struct, frozen=True):
    """The card."""

    rows: tuple[DeedRow, ...]
    count: str
    """How far it has come: "2 of 4"."""
    share: float
    note: str
    """By which rules the fight goes; once all is done, what comes next."""
    ring: tuple[float, float] | None = None
    """The place on the map that is ringed, in cells: the card keeps clear of it."""
