"""The library panel: whom the GM can put on the board, dragged from here onto the map.

Owns the search and how combatants are to join; the rows and their gestures are `library_rows`'.
Reading the library is control's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.library.combatant_library import LibraryRow
from gridwar.control.maps.placing_combatants import MOST_AT_ONCE
from gridwar.control.records.panel_records import Choice
from gridwar.text import _, ngettext
from gridwar.ui.panels.library_rows import LibraryList
from gridwar.ui.style.popup_menus import Choices
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import Segments
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import PanelTitle, label
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.figures.record_list import with_headings
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

LEAST_LIST_PX = 180
"""The list is never lower: three combatants and a heading."""
EACH, TOGETHER = "each", "together"


class LibraryPanel(Panel):
    """The library.

    Signals: ``searched()``, ``wished()`` (side, count or together changed), ``held(keys, global
    place)`` while dragging, ``dropped(keys, global place)``, ``let_go()``, ``activated(keys)`` by
    Enter or double click, ``new_wanted()``, ``problems_wanted()``, ``removed(key)`` by Delete,
    ``left()`` by Escape, ``menu_requested(key, global place)`` with an empty key for the panel's
    own menu.
    """

    searched = Signal()
    wished = Signal()
    held = Signal(tuple, QPoint)
    dropped = Signal(tuple, QPoint)
    let_go = Signal()
    left = Signal()
    activated = Signal(tuple)
    removed = Signal(str)
    new_wanted = Signal()
    problems_wanted = Signal()
    menu_requested = Signal(str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = PanelTitle(theme, _("Library"), self)
        new = self._title.add("user-plus", _("New combatant \u2026"))
        more = self._title.add("ellipsis", _("Import, export, folder"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Name, weapon, spell, size"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(_("Search the library"))
        self.side = Choices(self)
        self.side.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.side.setMinimumContentsLength(6)
        set_tip(self.side, _("The side that combatants join"))
        self.side.setAccessibleName(_("Side"))
        self.count = QSpinBox(self)
        even_spin(self.count, theme)
        self.count.setRange(1, MOST_AT_ONCE)
        self.count.setPrefix(" \u00d7")
        set_tip(self.count, _("How many join at once"))
        self.count.setAccessibleName(_("How many"))
        choices = (Choice(EACH, _("Roll each")), Choice(TOGETHER, _("Roll together")))
        self.rolls = Segments(theme, choices, self)
        set_tip(self.rolls, _("Whether each rolls Initiative, or all of them one"))
        self.rolls.show_chosen(EACH)
        self._together = False
        self.list = LibraryList(theme, self)
        self.list.setMinimumHeight(theme.px(LEAST_LIST_PX))
        self._empty = EmptyNote(theme, self.list)
        self._empty.wanted.connect(self._help)
        self.problems = QPushButton(self)
        self.problems.clicked.connect(self.problems_wanted)
        self.problems.hide()
        self._hint = label("", "quiet")
        self._foot = QStackedWidget(self)
        self._foot.addWidget(self._hint)
        self._foot.addWidget(self.rolls)
        self._waiting: tuple[LibraryRow, ...] | None = None
        self._lay_out(theme)
        new.clicked.connect(self.new_wanted)
        more.clicked.connect(
            lambda: self.menu_requested.emit("", more.mapToGlobal(more.rect().bottomLeft()))
        )
        self.search.textChanged.connect(lambda _text: self.searched.emit())
        for line in (self.search, self.count.lineEdit()):
            line.returnPressed.connect(self._take_first)
        self.search.installEventFilter(self)
        self.list.picked_changed.connect(self._say_hint)
        self.list.put_down.connect(self._show_waiting)
        self.list.left.connect(self._leave)
        self.side.currentIndexChanged.connect(lambda _at: self.wished.emit())
        self.count.valueChanged.connect(self._on_count)
        self.rolls.chosen.connect(self._on_rolls)
        for name in ("held", "dropped", "let_go", "activated", "removed", "menu_requested"):
            getattr(self.list, name).connect(getattr(self, name))

    def _lay_out(self, theme: Theme) -> None:
        several = QHBoxLayout()
        several.setSpacing(theme.px(8))
        several.addWidget(label(_("How many"), "quiet"), 1)
        several.addWidget(self.count)
        head = QVBoxLayout()
        inset(head, theme, (14, 0, 14, 8), 8)
        head.addWidget(self.search)
        head.addWidget(self.side)
        head.addLayout(several)
        foot = QVBoxLayout()
        inset(foot, theme, (14, 6, 14, 10), 4)
        foot.addWidget(self.problems)
        foot.addWidget(self._foot)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addLayout(head)
        rows.addWidget(self.list, 1)
        rows.addLayout(foot)

    @property
    def together(self) -> bool:
        """Whether several roll Initiative as one group."""
        return self._together and self.count.value() > 1

    def show_sides(self, sides: tuple[Choice, ...]) -> None:
        """Offer the sides of the fight; the one chosen stays chosen."""
        named = (Choice(one.id, _("Side: {name}").format(name=one.title)) for one in sides)
        choices = (Choice("", _("Side: as in the sheet")), *named)
        now = [(self.side.itemData(n), self.side.itemText(n)) for n in range(self.side.count())]
        if now == [(one.id, one.title) for one in choices]:
            return
        chosen = self.side.currentData()
        self.side.blockSignals(True)
        self.side.clear()
        for one in choices:
            self.side.addItem(one.title, one.id)
        self.side.setCurrentIndex(max(0, self.side.findData(chosen)))
        self.side.blockSignals(False)

    def show_rows(self, rows: tuple[LibraryRow, ...], problems: tuple[str, ...]) -> None:
        """Show whom the library offers, and what in it could not be read.

        While somebody is dragged from the list it stays as it is.
        """
        self._waiting = rows
        if not self.list.is_held:
            self._show_waiting()
        count = len(problems)
        words = ngettext("One file cannot be read \u2026", "{n} files cannot be read \u2026", count)
        self.problems.setText(words.format(n=count))
        set_tip(self.problems, "\n".join(problems))
        self.problems.setVisible(bool(problems))

    def _help(self) -> None:
        """Show all again where a search hides them, else make somebody."""
        if self.search.text():
            self.search.clear()
        else:
            self.new_wanted.emit()

    def _show_waiting(self) -> None:
        rows, self._waiting = self._waiting, None
        if rows is not None:
            self.list.show_items(tuple(with_headings(rows)))
            if rows:
                self._empty.say("")
            elif self.search.text():
                self._empty.say(_("Nobody has all these words."), _("Show all"))
            else:
                self._empty.say(_("Nobody is in the library yet."), _("New combatant \u2026"))
        self._say_hint()

    def _say_hint(self) -> None:
        """Say what can be done with those chosen; how several roll stands in the same place."""
        picked = len(self.list.picked)
        words = _("Drag onto the map, or Enter")
        if picked > 1:
            words = _("{n} chosen: drag them, or Enter").format(n=picked)
        self._hint.setText(words)
        is_several = self.count.value() > 1
        self._foot.setCurrentWidget(self.rolls if is_several else self._hint)

    def begin_search(self) -> None:
        """Give the search the keyboard, to be typed over."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the search to the list with the arrow; Escape empties it, then leaves."""
        if (
            watched is self.search
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Escape)
        ):
            if event.key() == Qt.Key.Key_Down:
                self.list.begin_by_key()
            else:
                self._leave()
            return True
        return super().eventFilter(watched, event)

    def _leave(self) -> None:
        """Leave the search, and then the library."""
        if self.search.text():
            self.search.clear()
        else:
            self.left.emit()

    def _on_count(self, _count: int) -> None:
        self._say_hint()
        self.wished.emit()

    def _on_rolls(self, key: str) -> None:
        self._together = key == TOGETHER
        self.wished.emit()

    def _take_first(self) -> None:
        """Let Enter in the search take the first one found, and search for the next."""
        first = next((one for one in self.list.records.items if isinstance(one, LibraryRow)), None)
        if first is not None:
            self.activated.emit((first.key,))
            self.search.selectAll()
