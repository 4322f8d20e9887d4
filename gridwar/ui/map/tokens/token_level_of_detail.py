"""How much of a token is drawn at a zoom, and what makes two tokens look the same.

Owns the levels of detail and the reduction of a `TokenView` to what shows at a level, which is
the key of the sprite cache. No drawing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.ui.map.tokens.token_shape import drawn_cell_px, radius_of

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import TokenView

LETTERS_FROM_PX = 14
"""Of a disc: so small, two letters are still read. Discs are never smaller; vehicles may be."""
MARKS_FROM_PX = 32
BADGES_FROM_PX = 48
"""Badges are legible from here on; names come on hover and with the selection at any zoom."""
SHOWN_BADGES = 3
_HIDDEN_BADGE = Badge("eye-off", "")


class Detail(IntEnum):
    """Levels of detail by the size of a token on screen."""

    SHAPE = 0
    LETTERS = 1
    MARKS = 2
    FULL = 3


def detail_of(token: TokenView, cell_px: float) -> Detail:
    """Return the level of detail of a token.

    Args:
        token: the token.
        cell_px: edge of a cell of the map, in device-independent pixels.
    """
    drawn_px = drawn_cell_px(token, cell_px)
    if 2 * radius_of(min(token.size)) * drawn_px < LETTERS_FROM_PX:
        return Detail.SHAPE
    if drawn_px < MARKS_FROM_PX:
        return Detail.LETTERS
    return Detail.MARKS if drawn_px < BADGES_FROM_PX else Detail.FULL


class Look(Struct, frozen=True):
    """Everything that decides the pixels of one token: equal looks share a sprite."""

    token: TokenView
    detail: Detail


def look_of(token: TokenView, detail: Detail) -> Look:
    """Return a token with all that does not show at a level of detail taken out."""
    has_signs = detail > Detail.LETTERS or (detail is Detail.LETTERS and not token.box)
    shown = replace(
        token,
        turn_sign=token.turn_sign if has_signs else "",
        id="",
        cell=(0, 0),
        name="",
        bar_text="",
        named=False,
        unseen="",
        trail=(),
        badges=(
            *[_HIDDEN_BADGE] * (has_signs and (token.hidden or bool(token.unseen))),
            *(token.badges if detail is Detail.FULL else ()),
        ),
    )
    if token.faint:
        shown = replace(
            shown, badges=(), turn_sign="", bar=None, bars=(), progress=None, lifted=False
        )
    if detail <= Detail.LETTERS:
        shown = replace(
            shown,
            initials=shown.initials if detail is Detail.LETTERS else "",
            picture=shown.picture if detail is Detail.LETTERS else None,
            facing_deg=shown.facing_deg if shown.box else None,
            altitude_text=_short(token.altitude_text),
            lifted=False,
        )
    if detail is Detail.SHAPE:
        shown = replace(shown, bar=None, bars=(), progress=None, caught=None, altitude_text=None)
    return Look(shown, detail)


def _short(tag: str | None) -> str | None:
    """Return a height tag as small tokens bear it: of a level's word the first letter."""
    return tag[:1] if tag and tag.isalpha() else None
