"""The report of an import: what was read, mended, left out, and what the GM should look at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.panel_records import Tone
from gridwar.model.geometry import cell_name
from gridwar.text import _
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, KeyButton
from gridwar.ui.widgets.controls.labels import PanelTitle, hairline, label
from gridwar.ui.widgets.painting.themed_widgets import Panel, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Check, ImportReport, ReportLine
    from gridwar.model.geometry import Cell
    from gridwar.ui.style.theme import Theme

_SECTIONS = (
    ("read", "circle-check", Tone.GOOD),
    ("mended", "wrench", Tone.INFO),
    ("left_out", "circle-minus", Tone.QUIET),
)
_LEAST_PX = 220
_LEAST_WAY_PX = 220
_SHORT = 18
"""Letters of a figure that stands beside its words; a longer one has a line of its own."""


class ReportPanel(Panel):
    """The report.

    Signals: ``answered(check id, choice id)``, ``place_wanted(cell)`` on a place that is a link,
    ``used()`` for the map as it is shown, ``done()``, ``fight_wanted()`` for a new fight on this
    map, ``rules_wanted(system id)`` for other rules, ``grid_wanted()`` to lay the grid by hand.
    """

    answered = Signal(str, str)
    place_wanted = Signal(object)
    used = Signal()
    done = Signal()
    fight_wanted = Signal()
    rules_wanted = Signal(str)
    grid_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._report: ImportReport | None = None
        self._is_open: bool | None = None
        self._title = PanelTitle(theme, _("Import report"), self)
        grid = self._title.add("grid-3x3", _("Size, scale and grid by hand"))
        copy = self._title.add("copy", _("Copy the report"))
        self._title.add("x", _("Close")).clicked.connect(self.done)
        self._body = _Body(theme, self)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self._body)
        self._fight = KeyButton(theme, _("New fight on it"), "plain", self)
        self._fight.height_px = 38
        set_tip(self._fight, _("Leave this fight as it was, and begin another on this map"))
        self.above = QVBoxLayout()
        """Room for what comes before the report: the grid that was found on its picture."""
        self.use_button = KeyButton(theme, "", "primary", self)
        self.use_button.set_words(_("Use this map"), "\u21b5")
        self._rules = RulesRow(theme, self)
        foot = QHBoxLayout()
        inset(foot, theme, (14, 8, 14, 14), 10)
        foot.addWidget(self._fight)
        foot.addStretch(1)
        foot.addWidget(self.use_button)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._title)
        rows.addLayout(self.above)
        rows.addWidget(scroll, 1)
        rows.addWidget(hairline())
        rows.addWidget(self._rules)
        rows.addLayout(foot)
        self._rules.chosen.connect(self.rules_wanted)
        self._body.answered.connect(self.answered)
        self._body.place_wanted.connect(self.place_wanted)
        grid.clicked.connect(self.grid_wanted)
        copy.clicked.connect(self._copy)
        self._fight.clicked.connect(self.fight_wanted)
        self.use_button.clicked.connect(self.used)

    def show_report(self, report: ImportReport, *, is_open: bool) -> None:
        """Show a report.

        Args:
            report: What to show.
            is_open: Whether its questions can still be answered.
        """
        if report is self._report and is_open == self._is_open:
            return
        self._report, self._is_open = report, is_open
        count = _open_checks(report)
        self._title.show_note(_("{n} to check").format(n=count) if count else "")
        self._body.show_report(report, is_open=is_open)

    def offer_fight(self, *, offered: bool) -> None:
        """Offer a new fight on this map, where the present one has combatants of its own."""
        self._fight.setVisible(offered)

    def offer_rules(self, systems: tuple[tuple[str, str], ...], present: str) -> None:
        """Offer the rules to fight by, while nobody is in the fight.

        Args:
            systems: Their ids and titles; empty for no choice.
            present: The id of those it goes by now.
        """
        self._rules.show_choice(systems, present)

    def on_theme(self) -> None:
        """Draw the icons anew."""
        report, is_open = self._report, self._is_open
        if report is not None and is_open is not None:
            self._report = None
            self.show_report(report, is_open=is_open)
        super().on_theme()

    def _copy(self) -> None:
        if self._report is not None:
            QGuiApplication.clipboard().setText(self._report.text())


class _Body(Panel):
    answered = Signal(str, str)
    place_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (14, 2, 14, 12), 6)

    def show_report(self, report: ImportReport, *, is_open: bool) -> None:
        clear(self._rows)
        for part in self._parts(report, is_open=is_open):
            self._rows.addWidget(part)
        self._rows.addStretch(1)

    def _parts(self, report: ImportReport, *, is_open: bool) -> Iterator[QWidget]:
        yield label(report.title, "title", wrap=True)
        if report.subtitle:
            yield label(report.subtitle, "quiet", wrap=True)
        if _open_checks(report):
            yield from self._checks(report, is_open=is_open)
        titles = {"read": _("Read"), "mended": _("Mended"), "left_out": _("Left out")}
        for name, icon, tone in _SECTIONS:
            lines: tuple[ReportLine, ...] = getattr(report, name)
            if lines:
                note = "" if name == "read" else str(len(lines))
                yield self._heading(icon, tone, titles[name], note)
                yield from map(self._line, lines)
        if report.checks and not _open_checks(report):
            yield from self._checks(report, is_open=is_open)

    def _checks(self, report: ImportReport, *, is_open: bool) -> Iterator[QWidget]:
        """Yield the questions: first of all while one is open, for they wait for somebody."""
        count = _open_checks(report)
        if count:
            words, note = _("Please check"), str(count)
            yield self._heading("message-circle-question-mark", Tone.WARN, words, note)
        else:
            yield self._heading("circle-check", Tone.GOOD, _("Checked"), "")
        if not is_open:
            text = _("The map has been changed since: undo to answer, or edit it by hand.")
            yield label(text, "note", wrap=True)
        for check in report.checks:
            yield self._card(check, is_open=is_open)

    def _answer(self, check_id: str, choice_id: str, _is_down: bool = False) -> None:
        self.answered.emit(check_id, choice_id)

    def _heading(self, icon: str, tone: Tone, words: str, note: str) -> QWidget:
        made = ThemedWidget(self.theme)
        row = QHBoxLayout(made)
        inset(row, self.theme, (0, 10, 0, 0), 8)
        edge, sign = self.theme.px(16), QLabel(made)
        color = tone_color(self.theme.palette, tone)
        sign.setPixmap(icon_pixmap(icon, edge, color, self.devicePixelRatioF()))
        sign.setFixedSize(QSize(edge, edge))
        row.addWidget(sign)
        row.addWidget(label(words, "strong"))
        row.addWidget(label(note, "quiet"))
        row.addStretch(1)
        return made

    def _line(self, line: ReportLine) -> QWidget:
        """Return a line: what, how much, where; what is long stands below."""
        made = QWidget(self)
        rows = QVBoxLayout(made)
        inset(rows, self.theme, (24, 0, 0, 0), 0)
        row = QHBoxLayout()
        inset(row, self.theme, (0, 0, 0, 0), 8)
        rows.addLayout(row)
        row.addWidget(label(line.text, "note", wrap=True), 1)
        if len(line.value) > _SHORT:
            rows.addWidget(label(_breakable(line.value), "quiet", wrap=True))
        elif line.value:
            row.addWidget(label(line.value, "figure"), 0, Qt.AlignmentFlag.AlignTop)
        if line.place is not None:
            row.addWidget(self._link(line.place), 0, Qt.AlignmentFlag.AlignTop)
        return made

    def _link(self, place: Cell) -> QPushButton:
        made = QPushButton(cell_name(*place))
        made.setProperty("role", "link")
        set_tip(made, _("Show it on the map"))
        made.setCursor(Qt.CursorShape.PointingHandCursor)
        made.clicked.connect(lambda: self.place_wanted.emit(place))
        return made

    def _card(self, check: Check, *, is_open: bool) -> QFrame:
        made = QFrame()
        made.setProperty("notice", "ok" if check.is_answered else "warn")
        rows = QVBoxLayout(made)
        inset(rows, self.theme, (12, 8, 12, 10), 6)
        head = QHBoxLayout()
        head.addWidget(label(check.question, "strong", wrap=True), 1)
        if check.place is not None:
            head.addWidget(self._link(check.place), 0, Qt.AlignmentFlag.AlignTop)
        rows.addLayout(head)
        rows.addWidget(label(check.note, "note", wrap=True))
        ways = QWidget(made)
        flow = FlowLayout(ways, self.theme.px(6), self.theme.px(_LEAST_PX))
        for one in check.choices:
            button = ChoiceButton(self.theme, one.label, ways)
            button.setChecked(one.id == check.chosen)
            button.setEnabled(is_open)
            button.setAutoExclusive(True)
            button.clicked.connect(partial(self._answer, check.id, one.id))
            flow.addWidget(button)
        rows.addWidget(ways)
        return made


def _breakable(words: str) -> str:
    """Return words of which a long one (the name of a file) can be broken at its joints."""
    return "".join(f"{one}\u200b" if one in "-_./\\" else one for one in words)


def _open_checks(report: ImportReport) -> int:
    return sum(not check.is_answered for check in report.checks)


class RulesRow(ThemedWidget):
    """A line of words and a button for each; ``chosen(system id)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._shown: tuple[tuple[tuple[str, str], ...], str] = ((), "")
        self._ways = QWidget(self)
        self._flow = FlowLayout(self._ways, theme.px(6), theme.px(_LEAST_WAY_PX))
        rows = QVBoxLayout(self)
        inset(rows, theme, (14, 10, 14, 2), 6)
        rows.addWidget(label(_("A fight by the rules of"), "note"))
        rows.addWidget(self._ways)
        self.hide()

    def show_choice(self, systems: tuple[tuple[str, str], ...], present: str) -> None:
        """Show the rules there are; nothing where there are none.

        Args:
            systems: Their ids and titles.
            present: The id of those that hold now.
        """
        self.setVisible(bool(systems))
        if (systems, present) == self._shown:
            return
        self._shown = (systems, present)
        clear(self._flow)
        for system_id, title in systems:
            button = ChoiceButton(self.theme, title, self._ways)
            button.setChecked(system_id == present)
            button.setAutoExclusive(True)
            button.clicked.connect(partial(self._choose, system_id))
            self._flow.addWidget(button)

    def _choose(self, system_id: str, _is_down: bool = False) -> None:
        if system_id != self._shown[1]:
            self.chosen.emit(system_id)
