"""The popover of all shortcuts: searched, grouped, and changed in place.

Owns asking for a new key and the conflict that it may bring; the keys themselves are
`control.settings`'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.fuzzy_search import match
from gridwar.control.records.panel_records import Tone
from gridwar.text import _
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import SheetTitle, label, show_words
from gridwar.ui.widgets.figures.record_list import RecordList
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.help.shortcuts_rows import FixedRow, ShortcutPainter, ShortcutRow
from gridwar.ui.window.window_actions import key_words, native

if TYPE_CHECKING:
    from gridwar.control.shortcuts import Shortcuts
    from gridwar.ui.style.theme import Theme

_LIST_PX = 460
_MODIFIERS: Final = (
    Qt.Key.Key_Control,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_unknown,
)
FIXED: Final = frozenset(
    {
        "Space",
        "Return",
        "Enter",
        "Esc",
        "Tab",
        "Shift+Tab",
        "Backspace",
        "Left",
        "Right",
        "Up",
        "Down",
        "+",
        "-",
        "=",
        "/",
        "F",
        *"0123456789",
    }
)
"""Keys that the tools, the popovers and the quick numbers take themselves."""

Row = ShortcutRow | FixedRow | str


class _Wish(Struct, frozen=True):
    """A key that another action has already."""

    action_id: str
    key: str


class ShortcutPopover(Popover):
    """The popover; ``changed()`` when keys were given or taken."""

    changed = Signal()

    def __init__(self, theme: Theme, shortcuts: Shortcuts, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Shortcuts"))
        self._shortcuts = shortcuts
        self.fixed: tuple[FixedRow, ...] = ()
        """Keys that cannot be changed: those of actions of the rules, and those of the tools."""
        self.capturing = ""
        """The id of the action that waits for its new key."""
        self._wish: _Wish | None = None
        self.title = SheetTitle(theme, _("Shortcuts"), self)
        self.title.add("x", _("Close")).clicked.connect(self.cancelled)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(_("Search by words or by key"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.list: RecordList[Row] = RecordList(theme, ShortcutPainter(self, shortcuts), self)
        self.list.setMinimumHeight(theme.px(_LIST_PX))
        self.list.setAccessibleName(_("Shortcuts"))
        self._empty = EmptyNote(theme, self.list)
        self._empty.wanted.connect(self.field.clear)
        self._plate = NoticeBox(theme, self)
        self._plate.hide()
        self._hint = label("", "quiet", wrap=True)
        self._lay_out()
        self.field.textChanged.connect(self.show_rows)
        self._plate.accepted.connect(self._take_away)
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self.show_rows()

    def _lay_out(self) -> None:
        body = QVBoxLayout()
        inset(body, self.theme, (18, 0, 18, 12), 8)
        buttons = QHBoxLayout()
        for words, act in (
            (_("Change the key"), self.ask),
            (_("No key"), self.clear),
            (_("First key"), self.reset),
            (_("Reset all"), self.reset_all),
        ):
            button = KeyButton(self.theme, words, "plain", self)
            button.clicked.connect(act)
            buttons.addWidget(button)
        buttons.addStretch(1)
        for part in (self.field, self.list, self._plate, self._hint):
            body.addWidget(part)
        body.addLayout(buttons)
        self.rows.addWidget(self.title)
        self.rows.addLayout(body)

    def show_rows(self) -> None:
        """Show what the search leaves, under its headings."""
        typed = self.field.text()
        rows: list[Row] = []
        group = ""
        for info in self._shortcuts:
            keys = tuple(native(key) for key in self._shortcuts.keys(info.id))
            words = info.words.replace("\u2026", "").strip()
            row = ShortcutRow(info.id, words, keys, self._shortcuts.is_own(info.id), info.hint)
            if match(typed, f"{words} {info.group} {' '.join(keys)} {info.hint}") is None:
                continue
            if info.group != group:
                group = info.group
                rows.append(group)
            rows.append(row)
        for fixed in self.fixed:
            if match(typed, f"{fixed.words} {fixed.key} {fixed.group}") is not None:
                if fixed.group != group:
                    group = fixed.group
                    rows.append(group)
                rows.append(fixed)
        self.list.show_items(tuple(rows))
        self._empty.say("" if rows else _("No key or deed is called that."), _("Show all"))
        count = sum(isinstance(row, ShortcutRow) for row in rows)
        self.title.show_note(str(count) if typed else "")
        self._say()

    def current(self) -> ShortcutRow | None:
        """Return the row that is chosen."""
        row = self.list.currentIndex().row()
        items = self.list.records.items
        found = items[row] if 0 <= row < len(items) else None
        return found if isinstance(found, ShortcutRow) else None

    # --- changing -------------------------------------------------------------------------------

    def ask(self) -> None:
        """Wait for the new key of the chosen row."""
        row = self.current()
        self._forget()
        if row is not None:
            self.capturing = row.action_id
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say()

    def take(self, key: str) -> None:
        """Take a key for the action that waits for one, unless somebody else has it."""
        action_id, self.capturing = self.capturing, ""
        holder = self._shortcuts.holder(key)
        if key in FIXED:
            words = _("{key} belongs to the tools and the quick numbers. Choose another.")
            self._plate.show_notice(words.format(key=native(key)), Tone.WARN)
            self._plate.show()
        elif holder is not None and holder.id != action_id:
            self._wish = _Wish(action_id, key)
            words = _("{key} belongs to {action}.").format(key=native(key), action=holder.words)
            self._plate.show_notice(words, Tone.WARN, (), _("Take it away there"))
            self._plate.show()
        else:
            self._bind(action_id, (key,))
        self._say()

    def clear(self) -> None:
        """Let the chosen action have no key."""
        row = self.current()
        if row is not None:
            self._bind(row.action_id, ())

    def reset(self) -> None:
        """Give the chosen action its first keys back."""
        row = self.current()
        if row is not None:
            self._shortcuts.reset(row.action_id)
            self._changed()

    def reset_all(self) -> None:
        """Give every action its first keys back."""
        self._shortcuts.reset_all()
        self._changed()

    def _take_away(self) -> None:
        wish = self._wish
        if wish is not None:
            self._bind(wish.action_id, (wish.key,))

    def _bind(self, action_id: str, keys: tuple[str, ...]) -> None:
        self._shortcuts.bind(action_id, keys)
        self._changed()

    def _changed(self) -> None:
        self._forget()
        self.show_rows()
        self.changed.emit()

    def _forget(self) -> None:
        self.capturing, self._wish = "", None
        self._plate.hide()

    def _say(self) -> None:
        if self.capturing:
            words = _("Press the new key. Esc keeps the old one.")
        else:
            words = _(
                "Enter changes the key of the chosen line. Letters are the same in all rules; "
                "digits choose from the list of actions."
            )
        show_words(self._hint, words)
        self.list.viewport().update()

    # --- keys and clicks ------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep every key from the window while one is asked for."""
        if event.type() == QEvent.Type.ShortcutOverride and self.capturing:
            event.accept()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the key that is asked for; choose with Enter; walk from the search into the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if self.capturing:
                self._captured(event)
                return True
            if watched is self.list and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.ask()
                return True
            if watched is self.list and event.key() == Qt.Key.Key_Delete:
                self.clear()
                return True
            if watched is self.field and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return):
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                self.list.by_keyboard = True
                self._choose_first()
                return True
        if watched is self.list.viewport() and event.type() == QEvent.Type.MouseButtonDblClick:
            self.ask()
            return True
        is_press = event.type() == QEvent.Type.MouseButtonPress
        if isinstance(event, QMouseEvent) and is_press and watched is self.list.viewport():
            self._forget()
            self._pressed(event)
        return super().eventFilter(watched, event)

    def _choose_first(self) -> None:
        items = self.list.records.items
        first = next((n for n, one in enumerate(items) if isinstance(one, ShortcutRow)), None)
        if first is not None:
            self.list.setCurrentIndex(self.list.records.index(first))

    def _pressed(self, event: QMouseEvent) -> None:
        self.list.setCurrentIndex(self.list.indexAt(event.position().toPoint()))
        self._say()

    def _captured(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _MODIFIERS:
            return
        if event.key() == Qt.Key.Key_Escape:
            self._forget()
            self._say()
        else:
            self.take(key_words(event))
