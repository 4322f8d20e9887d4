"""The inspector: whoever is selected, as head, and below it Actions, Sheet and Log as tabs.

Each tab keeps its place. The settings of a tool are a step in Actions: they come in place of the
list and leave with the tool. In a tall window the log stands below the other two.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QTabBar, QVBoxLayout

from gridwar.control.records.panel_records import Tone
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.text import _
from gridwar.ui.panels.actions_panel import ActionsPanel
from gridwar.ui.panels.inspector_head import InspectorHead
from gridwar.ui.panels.log_panel import LogPanel
from gridwar.ui.panels.sheet_panel import SheetPanel
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip, with_key
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.labels import hairline
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, RIGHT, STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, Panel, inset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.log_records import LogEntry
    from gridwar.ui.style.theme import Theme

_TABS_PX = 36
_LINE_PX, _SMALL_LINE_PX = 54, 32
_LOG_SHARE: Final = (6, 4)
_RESULT_SHARE: Final = 0.4
"""Of the newest line of the log: so much its result has, however long the words before it are."""
"""Of the height below the tabs of a tall window: Actions or Sheet, the log."""


class Tab(StrEnum):
    """The tabs, in their order."""

    ACTIONS = "actions"
    SHEET = "sheet"
    LOG = "log"


TAB_WORDS: Final = {Tab.ACTIONS: _("Actions"), Tab.SHEET: _("Sheet"), Tab.LOG: _("Log")}


class Inspector(Panel):
    """The column; ``find_wanted()`` asks to find an action."""

    find_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.head = InspectorHead(theme, self)
        self.actions_panel, self.sheet = ActionsPanel(theme, self), SheetPanel(theme, self)
        self.log = LogPanel(theme, self)
        self._is_tall = False
        self._step: QWidget | None = None
        self._tab_before_step: Tab | None = None
        self._work = QStackedWidget(self)
        """The list of actions, or a step in its place."""
        self._work.addWidget(self.actions_panel)
        self._pages: Mapping[Tab, QWidget] = {
            Tab.ACTIONS: self._work,
            Tab.SHEET: self.sheet,
            Tab.LOG: self.log,
        }
        self._stack = QStackedWidget(self)
        self._below = QVBoxLayout()
        self._bar = QTabBar(self)
        self._bar.setDrawBase(False)
        self._bar.setExpanding(False)
        self._bar.setAccessibleName(_("Actions, sheet or log"))
        for tab, page in self._pages.items():
            self._bar.addTab(TAB_WORDS[tab])
            self._stack.addWidget(page)
        self._find = IconButton(theme, "search", "", self)
        self.log_menu = IconButton(theme, "ellipsis", _("More about the log"), self)
        self.last_line = LastLogLine(theme, self)
        self._lay_out()
        self._bar.currentChanged.connect(self._on_tab)
        self._find.clicked.connect(self._search)
        self.log_menu.clicked.connect(
            lambda: self.log.menu_wanted.emit(
                self.log_menu.mapToGlobal(self.log_menu.rect().bottomLeft())
            )
        )
        self.last_line.clicked.connect(lambda: self.show_tab(Tab.LOG))
        self.head.sheet_wanted.connect(lambda: self.show_tab(Tab.SHEET))
        self._on_tab(0)

    def _lay_out(self) -> None:
        tabs, rows = QHBoxLayout(), QVBoxLayout(self)
        inset(tabs, self.theme, (2, 0, 8, 0), 0)
        tabs.addWidget(self._bar, 1)
        tabs.addWidget(self._find)
        tabs.addWidget(self.log_menu)
        self._bar.setFixedHeight(self.theme.px(_TABS_PX))
        inset(rows, self.theme, (0, 0, 0, 0), 0)
        inset(self._below, self.theme, (0, 0, 0, 0), 0)
        self._log_line = hairline()
        rows.addWidget(self.head)
        rows.addWidget(hairline())
        rows.addLayout(tabs)
        rows.addWidget(hairline())
        rows.addWidget(self._stack, _LOG_SHARE[0])
        rows.addLayout(self._below, _LOG_SHARE[1])
        rows.addWidget(self._log_line)
        rows.addWidget(self.last_line)
        self._rows = rows

    # --- tabs -------------------------------------------------------------------------------------

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        return list(Tab)[self._bar.currentIndex()]

    def page(self, tab: Tab) -> QWidget:
        """Return what is shown under a tab."""
        return self._pages[tab]

    def show_keys(self, keys: Mapping[Tab, str]) -> None:
        """Tell on each tab which key shows it."""
        for number, (tab, words) in enumerate(TAB_WORDS.items()):
            self._bar.setTabToolTip(number, with_key(words, keys[tab]))
            self._bar.setTabData(number, keys[tab])

    def show_tab(self, tab: Tab) -> None:
        """Show a tab; in a tall window the log is in sight already."""
        if not (tab is Tab.LOG and self._is_tall):
            self._bar.setCurrentIndex(list(Tab).index(tab))

    def _on_tab(self, number: int) -> None:
        tab = list(Tab)[number]
        self._stack.setCurrentWidget(self._pages[tab])
        self._find.setVisible(tab is not Tab.SHEET)
        is_log = tab is Tab.LOG
        words = _("Search the log") if is_log else _("Find an action")
        self._find.setAccessibleName(words)
        set_tip(self._find, words)
        self.log_menu.setVisible(is_log and not self._is_tall)
        self._show_last_line()

    def _search(self) -> None:
        if self.tab is Tab.LOG:
            self.log.begin_search()
        else:
            self.find_wanted.emit()

    def _show_last_line(self) -> None:
        is_wanted = self.tab is not Tab.LOG and not self._is_tall
        self.last_line.setVisible(is_wanted)
        self._log_line.setVisible(is_wanted)

    # --- the step of a tool -----------------------------------------------------------------------

    @property
    def step(self) -> QWidget | None:
        """What stands in place of the list of actions."""
        return self._step

    def show_step(self, step: QWidget | None) -> None:
        """Show a tool's settings in place of the list of actions, or the list again.

        The tab that was shown before a step comes back with its end.
        """
        if step is self._step:
            return
        begins, ends = self._step is None, step is None
        self._step = step
        if begins:
            self._tab_before_step = self.tab
        if step is not None:
            if self._work.indexOf(step) < 0:
                self._work.addWidget(step)
            self._work.setCurrentWidget(step)
            self.show_tab(Tab.ACTIONS)
        if ends:
            self._work.setCurrentWidget(self.actions_panel)
            if self._tab_before_step is not None and self.tab is Tab.ACTIONS:
                self.show_tab(self._tab_before_step)

    # --- size -------------------------------------------------------------------------------------

    def set_size(self, *, is_small: bool, is_tall: bool) -> None:
        """Take less room in a small window, and have the log below in a tall one."""
        self.head.set_small(is_small)
        self.actions_panel.set_dense(dense=is_small)
        self.last_line.set_small(is_small)
        self.log.show_title(is_tall)
        if is_tall != self._is_tall:
            self._is_tall = is_tall
            self._move_log()
        self._show_last_line()

    def _move_log(self) -> None:
        if self._is_tall:
            if self.tab is Tab.LOG:
                self.show_tab(Tab.ACTIONS)
            self._below.addWidget(self.log)
            self.log.show()
        else:
            self._stack.addWidget(self.log)
        self._bar.setTabVisible(list(Tab).index(Tab.LOG), not self._is_tall)
        self._on_tab(self._bar.currentIndex())

    # --- log --------------------------------------------------------------------------------------

    def show_entries(self, entries: tuple[LogEntry, ...]) -> None:
        """Show the newest line of the log, and the one before."""
        self.last_line.show_entries(entries)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._bar.setFixedHeight(self.theme.px(_TABS_PX))
        super().on_theme()


class LastLogLine(PaintedButton):
    """The newest line of the log and the one before it; a click opens the log."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._newest: LogEntry | None = None
        self._before: LogEntry | None = None
        self._is_small = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_small(self, is_small: bool) -> None:
        """Show the newest line alone."""
        self._is_small = is_small
        self.updateGeometry()
        self.update()

    def show_entries(self, entries: tuple[LogEntry, ...]) -> None:
        """Show the last of some entries that were not taken back."""
        there = [one for one in entries if not one.undone]
        newest, before = [*there[-1:-3:-1], None, None][:2]
        if (newest, before) != (self._newest, self._before):
            self._newest, self._before = newest, before
            said = "" if newest is None else f"{newest.headline}, {newest.result}".strip(", ")
            self.setAccessibleName(_("Newest in the log: {words}").format(words=said))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        height = _SMALL_LINE_PX if self._is_small else _LINE_PX
        return QSize(self.theme.px(160), self.theme.px(height))

    def _room_for_result(self, painter: ThemedPainter, newest: LogEntry, room: float) -> float:
        """Return how wide the result is with its gap: what happened is never pushed out by it."""
        gap = painter.px(8)
        left_over = room - painter.width(newest.headline, BODY)
        most = max(left_over, room * _RESULT_SHARE)
        return min(painter.width(newest.result, STRONG) + gap, most)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors, newest = painter.colors, self._newest
        if self.underMouse():
            painter.rounded_box(box, 0, colors.raised)
        left, right = box.left() + painter.px(32), box.right() - painter.px(14)
        arrow = QPointF(right - painter.px(8), box.center().y())
        painter.icon("chevron-up", arrow, 16, colors.text3)
        right -= painter.px(26)
        line = painter.px(20)
        is_two = self._before is not None and not self._is_small
        top = box.top() + painter.px(7) if is_two else box.center().y() - line / 2
        if newest is None:
            words = QRectF(left, top, right - left, line)
            painter.text(words, _("Nothing has happened yet."), NOTE, colors.text3)
            return
        painter.pips(
            box.left() + painter.px(16), top + line / 2, [(PipKind.OWN, True)], colors.accent
        )
        color = colors.text if newest.tone is Tone.PLAIN else tone_color(colors, newest.tone)
        words = QRectF(left, top, right - left, line)
        if newest.result:
            words.setRight(right - self._room_for_result(painter, newest, right - left))
            beside = QRectF(words.right() + painter.px(8), top, 0, line)
            beside.setRight(right)
            painter.text(beside, newest.result, STRONG, color, RIGHT)
        painter.text(words, newest.headline, BODY, colors.text)
        if is_two and self._before is not None:
            said = " ".join(filter(None, (self._before.headline, self._before.result)))
            below = QRectF(left, top + line, right - left, painter.px(18))
            told = _("before: {words}").format(words=said)
            painter.text(below, told, NOTE, colors.text3)
