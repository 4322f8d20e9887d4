"""All tokens of a scene: one item each, under the token's id.

Owns which item stands for which token, where those go that share a cell, who is seen to move, and
the sprites' freshness. The tokens are compared by identity, so one that stays is not touched.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from gridwar.ui.map.tokens.token_index_and_fan_out import Bodies, Fans, TokenIndex, differing
from gridwar.ui.map.tokens.token_item_motion_and_flash import HitFlash, TokenItem, is_hit, way_of
from gridwar.ui.map.tokens.token_level_of_detail import detail_of, look_of
from gridwar.ui.map.tokens.token_shape import LEAST_DISC_PX, RADIUS, drawn_box, drawn_cell_px
from gridwar.ui.map.tokens.token_spreading import spread
from gridwar.ui.map.tokens.token_sprites import SpriteCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QGraphicsScene

    from gridwar.control.records.ground_records import PictureSource, Point
    from gridwar.control.records.scene_records import TokenView
    from gridwar.ui.map.tokens.token_item_motion_and_flash import Way

_TOKEN_Z = 100.0
_TURN_Z = 5000.0
_SELECTED_Z = 10000.0
_LIFTED_Z = 20000.0
_FLASH_OVER_Z = 0.0005
_SPRITES_AT_ONCE_S = 0.060
_MOST_IN_MOTION = 40
_BODY_INSET = 0.5 - RADIUS
"""From the edge of where a token is drawn to its ring, of its width."""


class TokenLayer:
    """The tokens of one scene."""

    def __init__(
        self, scene: QGraphicsScene, pictures: PictureSource | None, cell_px: float
    ) -> None:
        """Begin without tokens.

        Args:
            scene: Where their items go.
            pictures: Where their pictures are.
            cell_px: Edge of a cell.
        """
        self.items: dict[str, TokenItem] = {}
        self.drawn: tuple[TokenView, ...] = ()
        """The state seen last."""
        self.bodies = Bodies()
        self.stale: set[str] = set()
        """Those whose sprite is to be made anew."""
        self._scene = scene
        self._sprites = SpriteCache(pictures)
        self._cell_px, self._ratio = cell_px, 1.0
        self._fans = Fans()
        self._offsets: dict[str, Point] = {}
        """How far from its footprint each is drawn that makes room for another."""
        self._arranged_for: tuple[int, float] = (0, 1.0)
        """For which standing of all, and how much larger than their squares, those were found."""
        self._index = TokenIndex()
        self._shown = QRectF()

    def set_zoom(self, cell_px: float, ratio: float) -> None:
        """Take another zoom: every sprite is stale then.

        Args:
            cell_px: edge of a cell in device-independent pixels.
            ratio: device pixel ratio.
        """
        self._cell_px, self._ratio = cell_px, ratio
        self.stale = set(self.items)

    def drawn_at(self, who: str) -> QRectF:
        """Return where somebody is drawn at this zoom, in cells."""
        self._arrange_for_zoom()
        return self.items[who].drawn

    def offset_of(self, who: str) -> Point:
        """Return how far from its footprint somebody is drawn who makes room, in cells."""
        self._arrange_for_zoom()
        return self._offsets.get(who, (0.0, 0.0))

    def is_under(self, box: QRectF) -> bool:
        """Return whether the body of a token lies under a box, in pixels from the map's corner."""
        self._arrange_for_zoom()
        cell_px = self._cell_px
        cells = QRectF(box.topLeft() / cell_px, box.size() / cell_px)
        near = self._index.within((cells.left(), cells.top(), cells.right(), cells.bottom()))
        keys = self.items if near is None else near
        return any(_body(self.items[key].drawn).intersects(cells) for key in keys)

    def at(self, point: Point) -> tuple[str, ...]:
        """Return the ids of the tokens under a place, topmost first."""
        self._arrange_for_zoom()
        here = self._index.near(point)
        touched = [item for key in here if (item := self.items[key]).is_touched(point)]
        touched.sort(key=lambda item: (not item.is_hit(point), -item.zValue()))
        return tuple(one.token.id for one in touched if not (one.token.ghost or one.token.faint))

    def hint_at(self, point: Point, why_unseen: Callable[[str], str] | None = None) -> str:
        """Return what the badges of whoever stands at a place mean; who it is, its label says.

        Args:
            point: The place, in cells.
            why_unseen: Says why players do not see somebody; asked of who bears that sign.
        """
        touched = self.at(point)
        if not touched:
            return ""
        token = self.items[touched[0]].token
        unseen = token.unseen
        if unseen and why_unseen is not None:
            unseen = why_unseen(token.id) or unseen
        said = (unseen, *(badge.text for badge in token.badges))
        words = ", ".join(filter(None, said))
        return words[:1].upper() + words[1:]

    def sync(self, tokens: tuple[TokenView, ...], shown: QRectF, *, moving: bool) -> bool:
        """Make the items equal to a state's tokens.

        Args:
            tokens: The state's.
            shown: Which cells are on screen.
            moving: Whether those who go elsewhere may be seen to.

        Returns:
            Whether any that changed is still without its new sprite.
        """
        self._shown = shown
        self._arrange_for_zoom()
        before, self.drawn = self.drawn, tokens
        gone, changed = differing(before, tokens)
        fanned = self._offsets
        come = [token for _, token in changed]
        self._fans.follow(gone, come, tokens)
        self.bodies.follow(gone, come)
        offsets = self._find_offsets()
        shifted = {one for one in {*offsets, *fanned} if offsets.get(one) != fanned.get(one)}
        kept = {_key(token) for _, token in changed}
        for key in {_key(token) for token in gone} - kept:
            self._remove(key)
        if shifted:
            places = {place for place, _ in changed}
            changed += [
                (place, token)
                for place, token in enumerate(tokens)
                if token.id in shifted and place not in places
            ]
        movers = 0
        for place, token in changed:
            animated = moving and movers < _MOST_IN_MOTION
            movers += self._show_token(token, place, _home(token, offsets), animated=animated)
        # Those off screen, or of another zoom, wait until they are shown.
        mine = [key for _, token in changed if (key := _key(token)) in self.stale]
        self.refresh(self._within(mine, shown), _SPRITES_AT_ONCE_S)
        return not self.stale.isdisjoint(mine)

    @property
    def _growth(self) -> float:
        """How much larger than its square the smallest disc is drawn at this zoom, at least 1."""
        return max(1.0, LEAST_DISC_PX / (2 * RADIUS) / self._cell_px)

    def _find_offsets(self) -> dict[str, Point]:
        """Return who makes room for whom, worked out anew where that may have changed."""
        wanted = (self._fans.edition, self._growth)
        if wanted != self._arranged_for:
            self._offsets = spread(self.drawn, self._fans.offsets, self._cell_px)
            self._arranged_for = wanted
        return self._offsets

    def _arrange_for_zoom(self) -> None:
        """Put all where they are drawn at a zoom that was not yet looked at."""
        if self._growth == self._arranged_for[1]:
            return
        offsets = self._find_offsets()
        for key, item in self.items.items():
            self._put(key, item, _home(item.token, offsets), None)

    def _put(self, key: str, item: TokenItem, home: Point, way: Way | None) -> None:
        box = drawn_box(item.token, home, self._cell_px)
        item.place(home, box, way)
        self._index.put(key, (box.x(), box.y()), (box.width(), box.height()))

    def stale_within(self, shown: QRectF) -> list[str]:
        """Return those on a part of the map, in cells, whose sprite is to be made anew."""
        self._arrange_for_zoom()
        cells = self._round(shown)
        near = self._index.within((cells.left(), cells.top(), cells.right(), cells.bottom()))
        return self._within(self.stale if near is None else self.stale & near, shown)

    def _within(self, keys: Iterable[str], shown: QRectF) -> list[str]:
        cells, items = self._round(shown), self.items
        left, top, right, bottom = cells.left(), cells.top(), cells.right(), cells.bottom()
        return [
            key
            for key in keys
            if left <= (home := items[key].home)[0] <= right and top <= home[1] <= bottom
        ]

    def _round(self, shown: QRectF) -> QRectF:
        """Return the cells in which somebody stands of whom something may be seen."""
        room = self._growth
        return shown.adjusted(-1 - room, -1 - room, room, room)

    def refresh(self, keys: list[str], seconds: float | None) -> None:
        """Make sprites that fit the zoom.

        Args:
            keys: Whose.
            seconds: How long that may take; the rest stays stale. None for whatever it takes.
        """
        end = perf_counter() + seconds if seconds is not None else None
        for key in keys:
            item = self.items[key]
            look = look_of(item.token, detail_of(item.token, self._cell_px))
            drawn_px = drawn_cell_px(item.token, self._cell_px)
            sprite = self._sprites.sprite(look, drawn_px, self._ratio)
            item.show_sprite(sprite, look, self._cell_px)
            self.stale.discard(key)
            if end is not None and perf_counter() > end:
                return

    def _remove(self, key: str) -> None:
        item = self.items.pop(key)
        item.retire()
        self._scene.removeItem(item)
        self._index.drop(key)
        self.stale.discard(key)

    def _show_token(self, token: TokenView, place: int, home: Point, *, animated: bool) -> bool:
        """Make one item equal to its token; return whether it moves there visibly."""
        key = _key(token)
        item = self.items.get(key)
        is_new = item is None
        if item is None:
            item = self.items[key] = TokenItem(token)
            self._scene.addItem(item)
        before = item.token
        if is_new or before is not token:
            item.token = token
            self.stale.add(key)
        z = _depth(token, place)
        if item.zValue() != z:
            item.setZValue(z)
        if is_new:
            animated = False
        elif animated and is_hit(before, token) and self._is_motion_seen(item, home):
            box = drawn_box(token, home, self._cell_px)
            HitFlash(box, z + _FLASH_OVER_Z, self._scene).start(self._scene)
        if not is_new and drawn_box(token, home, self._cell_px) == item.drawn:
            return False
        animated = animated and self._is_motion_seen(item, home)
        self._put(key, item, home, way_of(before, token) if animated else None)
        return animated

    def _is_motion_seen(self, item: TokenItem, home: Point) -> bool:
        if item.token.lifted or self._shown.isEmpty():
            return False
        return self._shown.contains(*item.home) or self._shown.contains(*home)


def _key(token: TokenView) -> str:
    """Return the item's key: a ghost stands beside its token under the same id."""
    return f"ghost:{token.id}" if token.ghost else token.id


def _home(token: TokenView, offsets: dict[str, Point]) -> Point:
    dx, dy = offsets.get(token.id, (0.0, 0.0)) if not token.ghost else (0.0, 0.0)
    return (token.cell[0] + dx, token.cell[1] + dy)


def _body(drawn: QRectF) -> QRectF:
    """Return what a token's body covers of where it is drawn, in cells."""
    inset = _BODY_INSET * min(drawn.width(), drawn.height())
    return drawn.adjusted(inset, inset, -inset, -inset)


def _depth(token: TokenView, place: int) -> float:
    z = _TOKEN_Z + place * 0.001
    if token.lifted:
        return z + _LIFTED_Z
    if token.box:
        return z  # below those who sit in it, also while it is selected
    if token.selected:
        return z + _SELECTED_Z
    return z + _TURN_Z if token.turn else z
