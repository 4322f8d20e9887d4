"""What the start page shows, as records: fights to go on with, samples, the rules there are."""

from __future__ import annotations

from msgspec import Struct


class FightRow(Struct, frozen=True):
    """A fight that can be opened; its map is looked up by its path."""

    path: str
    title: str
    note: str = ""
    """Where it is, when it was played, by which rules it goes."""
    is_missing: bool = False
    parts: tuple[str, ...] = ()
    """The files of a map of another program, which is imported anew; empty for a fight."""


class RulesRow(Struct, frozen=True):
    """Rules that a fight can go by."""

    id: str
    title: str
    summary: str


class ShelfGroup(Struct, frozen=True):
    """Maps under one heading; ``is_own`` where they can be renamed and taken away."""

    title: str
    rows: tuple[FightRow, ...]
    is_own: bool = False


class ShelfView(Struct, frozen=True):
    """The shelf of maps."""

    groups: tuple[ShelfGroup, ...] = ()
    can_lay: bool = False
    """Whether there is a fight in which a map can be laid."""
    problem: str = ""
    """Why the kept ones cannot be shown."""


class StartView(Struct, frozen=True):
    """The start page."""

    is_new: bool = False
    """A new fight was asked for, over the present one: the rules come first."""
    is_first: bool = False
    """Nobody has played here yet: the sample is what to try."""
    last: tuple[FightRow, ...] = ()
    """The fights of earlier times, the newest first."""
    samples: tuple[FightRow, ...] = ()
    rules: tuple[RulesRow, ...] = ()
    chosen: str = ""
    """The id of the rules that a new fight goes by."""
    shelf: ShelfView = ShelfView()
    """The maps it can begin on."""
    begins_with_maps: bool = False
    """Whether the maps were asked for."""
