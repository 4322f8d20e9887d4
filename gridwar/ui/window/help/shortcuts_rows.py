"""The lines of the list of shortcuts: which keys cannot be changed, and how a line is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtCore import QRectF

from gridwar.control.key_table import HELD
from gridwar.text import _
from gridwar.ui.style.row_heights import ACTION_ROW_PX, GROUP_ROW_PX
from gridwar.ui.widgets.controls.labels import draw_heading
from gridwar.ui.widgets.painting.themed_painter import BODY, LABEL, NOTE, RIGHT, ThemedPainter

if TYPE_CHECKING:
    from gridwar.control.shortcuts import Shortcuts
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.figures.record_list import RecordList, RowState
    from gridwar.ui.window.window_parts import Parts


class ShortcutRow(Struct, frozen=True):
    """An action and the keys it has, as the keyboard calls them."""

    action_id: str
    words: str
    keys: tuple[str, ...]
    is_own: bool = False
    hint: str = ""


class FixedRow(Struct, frozen=True):
    """A key that cannot be changed here: of an action of the rules, or one a tool takes itself."""

    group: str
    words: str
    key: str


class _Popover(Protocol):
    theme: Theme
    capturing: str
    list: RecordList[ShortcutRow | FixedRow | str]


class ShortcutPainter:
    """Draws the lines of one popover."""

    def __init__(self, popover: _Popover, shortcuts: Shortcuts) -> None:
        self._popover = popover
        self._shortcuts = shortcuts

    def height(self, item: ShortcutRow | FixedRow | str, width_px: int) -> int:
        """Return how high a line is."""
        del width_px
        return self._popover.theme.px(GROUP_ROW_PX if isinstance(item, str) else ACTION_ROW_PX)

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
        self,
        painter: ThemedPainter,
        box: QRectF,
        item: ShortcutRow | FixedRow | str,
        state: RowState,
    ) -> None:
        """Draw a line."""
        colors = painter.colors
        if isinstance(item, str):
            draw_heading(painter, box.adjusted(0, painter.px(4), -painter.px(8), 0), item)
            return
        view = self._popover.list
        chosen = view.indexAt(box.center().toPoint()).row() == view.currentIndex().row()
        plate = box.adjusted(0, 1, -painter.px(6), -1)
        if chosen and isinstance(item, ShortcutRow):
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent)
        elif state.hot:
            painter.rounded_box(plate, 8, colors.raised)
        right, middle = plate.right() - painter.px(8), box.center().y()
        if isinstance(item, ShortcutRow) and item.action_id == self._popover.capturing:
            words = _("press a key \u2026")
            right -= painter.text(
                plate.adjusted(0, 0, -painter.px(8), 0), words, LABEL, colors.accent, RIGHT
            )
        else:
            keys = item.keys if isinstance(item, ShortcutRow) else (item.key,)
            for key in reversed(keys):
                right -= painter.keycap(right, middle, key, colors.text2, right=True) + painter.px(
                    6
                )
            if isinstance(item, ShortcutRow) and item.is_own:
                own = QRectF(right - painter.px(60), box.top(), painter.px(60), box.height())
                right -= painter.text(own, _("yours"), NOTE, colors.accent, RIGHT) + painter.px(6)
        left = plate.left() + painter.px(8)
        room = QRectF(left, box.top(), max(0.0, right - left - painter.px(8)), box.height())
        color = colors.text if isinstance(item, ShortcutRow) else colors.text2
        used = painter.text(room, item.words, BODY, color) + painter.px(10)
        if isinstance(item, ShortcutRow):
            painter.text(room.adjusted(used, 0, 0, 0), item.hint, NOTE, colors.text3)


def action_rows(parts: Parts) -> tuple[FixedRow, ...]:
    """Return the keys of what the combatant selected is offered by the rules."""
    controller = parts.controller
    who = controller.actor
    if who is None:
        return ()
    group = _("Actions of {name}").format(name=controller.encounter[who].name)
    found = controller.actions.in_order()
    by_id = {one.id: one for one in found.actions}
    chosen = ((digit, by_id[action_id]) for digit, action_id in found.digits.items())
    return tuple(FixedRow(group, f"{one.title} {one.note}".strip(), digit) for digit, one in chosen)


def fixed_rows(parts: Parts) -> tuple[FixedRow, ...]:
    """Return the keys that the tools take themselves, by tool."""
    usual = _("Select and move: fixed keys")
    rows = [
        FixedRow(usual, words, key)
        for words, key in (
            (_("Move the selected, eight ways with the numpad"), _("Arrows")),
            (_("Next token"), "Tab"),
            (_("Token before"), "Shift+Tab"),
            (_("Waypoint while a token is dragged"), "Space"),
            (_("Move the map while it is held"), "Space"),
            (_("Take the last waypoint back"), "Backspace"),
            (_("Free move while it is held"), HELD),
            (_("Higher, lower"), _("] [ or Page Up, Page Down")),
            (_("Go, attack, answer"), "Enter"),
            (_("The rule of the line that has the keyboard"), "?"),
            (_("Give up what is planned"), "Esc"),
            (_("Do what the list of actions says, type a die, choose an answer"), "1\u20139"),
            (_("Change points of the selected"), "\u2212 + = /"),
            (_("Finer zoom"), _("Shift+wheel")),
        )
    ]
    table = _("One check for all: fixed keys")
    rows += [
        FixedRow(table, words, key)
        for words, key in (
            (_("Type the next die"), "0\u20139"),
            (_("Roll what is empty"), "Space"),
            (_("Take back"), "Backspace"),
            (_("Next line, line before"), _("Tab, Shift+Tab")),
            (_("Apply"), "Enter"),
            (_("Leave the table"), "Esc"),
        )
    ]
    for tool in parts.tools.tools.values():
        group = _("{tool}: fixed keys").format(tool=tool.info.title)
        hints = tool.keys()
        rows += [FixedRow(group, hint.text, hint.key) for hint in hints]
    return tuple(rows)
