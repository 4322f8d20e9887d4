"""How a line of the sheet of shortcuts is drawn: words, hint, keys as keycaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtCore import QRectF

from gridwar.text import _
from gridwar.ui.widgets.labels import draw_heading
from gridwar.ui.widgets.themed_painter import BODY, LABEL, NOTE, RIGHT, Ink

if TYPE_CHECKING:
    from gridwar.control.shortcuts import Shortcuts
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.record_list import RecordList, RowState

_ROW_PX, _HEADING_PX = 30, 32


class ShortcutRow(Struct, frozen=True):
    """An action and the keys it has, as the keyboard calls them."""

    action_id: str
    words: str
    keys: tuple[str, ...]
    is_own: bool = False
    hint: str = ""


class FixedRow(Struct, frozen=True):
    """A key that a tool takes itself."""

    group: str
    words: str
    key: str


class _Sheet(Protocol):
    theme: Theme
    capturing: str
    list: RecordList[ShortcutRow | FixedRow | str]


class ShortcutPainter:
    """Draws the lines of one sheet."""

    def __init__(self, sheet: _Sheet, shortcuts: Shortcuts) -> None:
        self._sheet = sheet
        self._shortcuts = shortcuts

    def height(self, item: ShortcutRow | FixedRow | str, width_px: int) -> int:
        """Return how high a line is."""
        del width_px
        return self._sheet.theme.px(_HEADING_PX if isinstance(item, str) else _ROW_PX)

    def words(self, item: ShortcutRow | FixedRow | str) -> str:
        """Return what a screen reader says."""
        if isinstance(item, str):
            return item
        keys = ", ".join(item.keys) if isinstance(item, ShortcutRow) else item.key
        return f"{item.words}: {keys or _('no key')}"

    def tooltip(self, item: ShortcutRow | FixedRow | str) -> str:
        """Return the sentence that says more."""
        return item.hint if isinstance(item, ShortcutRow) else ""

    def draw(
        self, ink: Ink, box: QRectF, item: ShortcutRow | FixedRow | str, state: RowState
    ) -> None:
        """Draw a line."""
        colors = ink.colors
        if isinstance(item, str):
            draw_heading(ink, box.adjusted(0, ink.px(4), -ink.px(8), 0), item)
            return
        view = self._sheet.list
        chosen = view.indexAt(box.center().toPoint()).row() == view.currentIndex().row()
        plate = box.adjusted(0, 1, -ink.px(6), -1)
        if chosen and isinstance(item, ShortcutRow):
            ink.plate(plate, 8, colors.accent_ground, colors.accent)
        elif state.hot:
            ink.plate(plate, 8, colors.raised)
        right, middle = plate.right() - ink.px(8), box.center().y()
        if isinstance(item, ShortcutRow) and item.action_id == self._sheet.capturing:
            words = _("press a key \u2026")
            right -= ink.text(
                plate.adjusted(0, 0, -ink.px(8), 0), words, LABEL, colors.accent, RIGHT
            )
        else:
            keys = item.keys if isinstance(item, ShortcutRow) else (item.key,)
            for key in reversed(keys):
                right -= ink.keycap(right, middle, key, colors.text2, right=True) + ink.px(6)
            if isinstance(item, ShortcutRow) and item.is_own:
                own = QRectF(right - ink.px(60), box.top(), ink.px(60), box.height())
                right -= ink.text(own, _("yours"), NOTE, colors.accent, RIGHT) + ink.px(6)
        left = plate.left() + ink.px(8)
        room = QRectF(left, box.top(), max(0.0, right - left - ink.px(8)), box.height())
        color = colors.text if isinstance(item, ShortcutRow) else colors.text2
        used = ink.text(room, item.words, BODY, color) + ink.px(10)
        if isinstance(item, ShortcutRow):
            ink.text(room.adjusted(used, 0, 0, 0), item.hint, NOTE, colors.text3)
