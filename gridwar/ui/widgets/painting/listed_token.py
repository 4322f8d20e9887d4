"""What a token shows in a list or on a sheet: its picture, else its silhouette, else its letters.

Owns which of them it is at a size; how each looks is the map's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.ui.map.tokens.silhouette_drawing import known_silhouette
from gridwar.ui.map.tokens.token_portraits import PORTRAITS

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from gridwar.control.records.panel_records import TokenBit

_SILHOUETTE_FROM_PX = 20.0
"""Of a disc: on smaller ones nobody would know what it shows."""
_LETTERS_ON_SILHOUETTE_FROM_PX = 37.0
"""Of a disc: letters on it have their least size there."""


class ListedFace(Struct, frozen=True):
    """What is in a token's face.

    Attributes:
        picture: its picture.
        silhouette: what stands for its silhouette, where it has no picture.
        on_silhouette: its letters, where there is room for both.
        letters: its letters, where they have the face for themselves.
    """

    picture: QPixmap | None = None
    silhouette: str | None = None
    on_silhouette: str = ""
    letters: str = ""


def listed_face(token: TokenBit, disc_px: float, ratio: float) -> ListedFace:
    """Return what a token shows.

    Args:
        token: whose.
        disc_px: how wide its disc is, in device-independent pixels.
        ratio: device pixel ratio of the screen.
    """
    picture = PORTRAITS.of(token.picture, disc_px * ratio)
    if picture is not None:
        return ListedFace(picture=picture)
    if disc_px < _SILHOUETTE_FROM_PX or known_silhouette(token.picture) is None:
        return ListedFace(letters=token.initials)
    has_room = disc_px >= _LETTERS_ON_SILHOUETTE_FROM_PX
    on_it = token.initials if has_room else ""
    return ListedFace(silhouette=token.picture, on_silhouette=on_it)
