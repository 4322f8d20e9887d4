"""The command palette: type a few letters, Enter does it. Actions, combatants, rules, fights.

Owns the list and its keys; what can be found is gathered anew each time it opens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.fuzzy_search import Finder, searched
from gridwar.text import _
from gridwar.ui.widgets.containers.focus_restorer import FocusBefore
from gridwar.ui.widgets.containers.popover_base import PopoverShadow
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.figures.record_list import RecordList, RowState
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    ThemedPainter,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Themed, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.fuzzy_search import Searched
    from gridwar.ui.style.theme import Theme

WIDTH_PX = 600
_FROM_TOP_PX = 56
_ROW_PX = 34
_ROWS_SHOWN = 11
MOST_SHOWN = 60
_WALK = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _ROWS_SHOWN,
    Qt.Key.Key_PageUp: -_ROWS_SHOWN,
}


class Entry(Struct, frozen=True):
    """Something that can be found: ``words`` and ``note`` are searched."""

    kind: str
    words: str
    act: Callable[[], object]
    note: str = ""
    key: str = ""
    icon: str = ""
    why_not: str = ""
    """Why it cannot be done now; choosing it still says so on the map."""
    text: str = ""
    """Its full text, such as that of a rule: searched last of all."""
    only_tells: bool = False
    """It only shows something and does nothing."""
    again: str = ""
    """What choosing it once more does, said in its row; empty where one choice is enough."""
    is_asked: bool = False
    """Whether that is what its row says now."""
    also: tuple[str, ...] = ()
    """Other words by which it is found."""
    rank: tuple[int, ...] = ()
    """Where it stands among those that match as well: its kind, then how often it is chosen."""


class CommandPalette(QFrame, Themed):
    """Floats over the window while something is looked for."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.begin_theme(theme)
        self._window = window
        self.said_first: Callable[[str], tuple[Entry, ...]] = lambda _typed: ()
        """What stands above all that is found, because of what was typed: dice to roll."""
        self.finder: Finder[Entry] = Finder()
        self.setProperty("role", "popover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(
            _("What do you want to do? Actions, combatants, rules, fights, dice such as 2d6+3")
        )
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(_("Command palette"))
        self.list: RecordList[Entry] = RecordList(theme, _EntryPainter(self), self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = label("", "second", wrap=True)
        self._search_rules = KeyButton(theme, _("Search rules only"), "plain", self)
        self._search_rules.set_words(_("Search rules only"), "\u21b5")
        self._search_rules.clicked.connect(self._find_in_rules)
        nothing = self._none_row = QWidget(self)
        none_row = QHBoxLayout(nothing)
        inset(none_row, theme, (12, 2, 6, 2), 8)
        none_row.addWidget(self._nothing, 1)
        none_row.addWidget(self._search_rules)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (12, 12, 6, 8), 8)
        self._rows.addWidget(self.field)
        self._rows.addWidget(self.list)
        self._rows.addWidget(nothing)
        self._rows.addStretch(1)
        self._shadow = PopoverShadow(self, window)  # type: ignore[arg-type]  # it wants a theme only
        self.field.textChanged.connect(self._find)
        self.field.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self.focus_before = FocusBefore(self)
        self.hide()

    def open(self, entries: tuple[Entry, ...]) -> None:
        """Open, with entries to search."""
        self.finder = Finder((one, _searched(one)) for one in entries)
        self.field.clear()
        self._find("")
        self.focus_before.note()
        self.show()
        self.raise_()
        self._shadow.follow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def shown(self) -> tuple[Entry, ...]:
        """Return what is found now, the best first."""
        return self.list.records.items

    def _place(self) -> None:
        """Be as high as what is found, up to so many rows; the field stays where it is."""
        px, room = self.theme.px, self._window.width()
        width = min(px(WIDTH_PX), room - 2 * px(16))
        most = (self._window.height() - px(_FROM_TOP_PX) - px(24 + 66)) // px(_ROW_PX)
        rows = min(len(self.list.records.items), _ROWS_SHOWN, max(1, most))
        self.list.setFixedHeight(px(_ROW_PX) * rows)
        self.list.setVisible(rows > 0)
        self._none_row.setVisible(rows == 0)
        self.setGeometry((room - width) // 2, px(_FROM_TOP_PX), width, self.height())
        self._rows.invalidate()
        self.setFixedHeight(max(self._rows.totalMinimumSize().height(), px(60)))
        self._shadow.follow()

    def _find(self, typed: str) -> None:
        found = (*self.said_first(typed), *self.finder.find(typed))
        self._show_found(tuple(found[:MOST_SHOWN]))
        words = _("Nothing fits \u201c{typed}\u201d.").format(typed=typed)
        self._nothing.setText(words)
        self._search_rules.setVisible(len(typed.split()) > 1)

    def _show_found(self, found: tuple[Entry, ...]) -> None:
        self.list.show_items(found)
        self._place()
        self._go(0)

    def _find_in_rules(self) -> None:
        """Show the rules that have the most of the words typed, where nothing has all of them."""
        words = self.field.text().split()
        counts: dict[int, int] = {}
        rules = [one for one in self.finder.find("") if one.only_tells]
        for word in words:
            for one in Finder((rule, _searched(rule)) for rule in rules).find(word):
                counts[id(one)] = counts.get(id(one), 0) + 1
        found = sorted(
            (one for one in rules if id(one) in counts), key=lambda one: -counts[id(one)]
        )
        self._show_found(tuple(found[:MOST_SHOWN]))
        if not found:
            self._nothing.setText(_("No rule has any of these words either."))
            self._search_rules.hide()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go(self, row: int) -> None:
        count = len(self.list.records.items)
        if count:
            index = self.list.records.index(max(0, min(count - 1, row)))
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
            self.list.viewport().update()

    def _do(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self.list.records.items):
            entry = self.list.item(row)
            if entry.again:
                asked = replace(entry, note=entry.again, again="", is_asked=True)
                shown = self.list.records.items
                self.list.show_items((*shown[:row], asked, *shown[row + 1 :]))
                self._go(row)
                return
            self.close_up()
            entry.act()
        elif self._search_rules.isVisibleTo(self):
            self._find_in_rules()

    def close_up(self) -> None:
        """Close and give the focus back."""
        self.focus_before.give_back()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk, choose and leave by key; choose by click; leave when the keyboard goes."""
        if isinstance(event, QKeyEvent) and watched is self.field:
            return self._key(event)
        if event.type() == QEvent.Type.FocusOut and watched is self.field and self.isVisible():
            self.hide()
        is_press = event.type() == QEvent.Type.MouseButtonPress
        if isinstance(event, QMouseEvent) and is_press and watched is self.list.viewport():
            self._click(event)
            return True
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if key in _WALK:
            self._go(self.list.currentIndex().row() + _WALK[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            return False
        return True

    def _click(self, event: QMouseEvent) -> None:
        row = self.list.indexAt(event.position().toPoint()).row()
        if row >= 0:
            self._go(row)
            self._do()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        inset(self._rows, self.theme, (12, 12, 6, 8), 8)
        self._place()


def _searched(entry: Entry) -> Searched:
    beside = (f"{entry.note} {entry.kind}", entry.text)
    return searched(entry.words, *beside, also=entry.also, rank=entry.rank, behind=entry.only_tells)


class _EntryPainter:
    def __init__(self, palette: CommandPalette) -> None:
        self._palette = palette

    def height(self, item: Entry, width_px: int) -> int:
        del item, width_px
        return self._palette.theme.px(_ROW_PX)

    def words(self, item: Entry) -> str:
        return ", ".join(filter(None, (item.kind, item.words, item.note, item.key, item.why_not)))

    def tooltip(self, item: Entry) -> str:
        return "\n".join(filter(None, (item.words, item.note, item.why_not)))

    def draw(self, painter: ThemedPainter, box: QRectF, item: Entry, state: RowState) -> None:
        colors, view = painter.colors, self._palette.list
        row = view.indexAt(box.center().toPoint()).row()
        is_current = row == view.currentIndex().row()
        plate = box.adjusted(0, 1, -painter.px(6), -1)
        if is_current:
            asked = item.is_asked
            ground = colors.warn_ground if asked else colors.accent_ground
            painter.rounded_box(plate, 8, ground, colors.warn if asked else colors.accent)
        elif state.hot:
            painter.rounded_box(plate, 8, colors.raised)
        quiet = bool(item.why_not)
        color = colors.text2 if quiet else colors.text
        middle = box.center().y()
        if item.icon:
            painter.icon(
                item.icon, QPointF(plate.left() + painter.px(18), middle), 16, colors.text2
            )
        left, right = plate.left() + painter.px(36), plate.right() - painter.px(10)
        if item.key:
            right -= painter.keycap(right, middle, item.key, colors.text2, right=True) + painter.px(
                10
            )
        else:
            right -= keycap_width("", painter.theme) * 0.2
        kind = QRectF(right - painter.px(96), box.top(), painter.px(96), box.height())
        right -= painter.text(kind, item.kind, SMALL, colors.text3, RIGHT) + painter.px(12)
        words = QRectF(left, box.top(), max(0.0, right - left), box.height())
        used = painter.text(words, item.words, STRONG if is_current else BODY, color) + painter.px(
            10
        )
        more = item.why_not or item.note
        voice = STRONG if item.is_asked else NOTE
        tone = colors.warn if quiet or item.is_asked else colors.text3
        painter.text(words.adjusted(used, 0, 0, 0), more, voice, tone)
