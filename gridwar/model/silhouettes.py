"""How a combatant names one of the silhouettes that come with Gridwar, in place of a picture.

Which there are stands in ``control.silhouettes``; they are drawn by ``ui.map.tokens``.
"""

from __future__ import annotations

DRAWN = "drawn:"
"""Begins such a name; the hash of a picture has no colon."""


def drawn(name: str) -> str:
    """Return what stands for a silhouette where else the hash of a picture stands."""
    return DRAWN + name


def silhouette_of(picture: str | None) -> str | None:
    """Return the name of the silhouette that a combatant bears; None for a picture or nothing."""
    if picture is None or not picture.startswith(DRAWN):
        return None
    return picture.removeprefix(DRAWN)
