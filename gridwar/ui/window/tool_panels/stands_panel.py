"""The step "where could I stand?": the best squares, what they share, what each chip costs.

While a chip is looked for, the field and the list of those that can be added stand in its place.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.presenters.stands import StandsPresenter
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import Heading, hairline, label
from gridwar.ui.widgets.painting.themed_widgets import clear, inset
from gridwar.ui.window.tool_panels.check_heads import CheckHead
from gridwar.ui.window.tool_panels.stand_rows import AddButton, StandButton, WithoutButton
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, scrolled

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from gridwar.control.records.stand_records import AddingView, StandsView
    from gridwar.ui.window.window_parts import Parts

_LEAST_PX: Final = 300
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class StandHead(CheckHead):
    """What is asked; a click leaves, as Escape does."""

    sign = "map-pin"


class StandsPanel(ToolPanel):
    """Shows the answer; the question itself stands at the foot of the map."""

    def __init__(self, parts: Parts) -> None:
        """Ask for a window's controller."""
        super().__init__(parts.theme)
        self._parts = parts
        self._stands = parts.controller.stands
        self._presenter = StandsPresenter(parts.controller)
        self._view: StandsView | None = None
        self.head = StandHead(parts.theme, self)
        self.head.clicked.connect(self._stands.close)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(_("and \u2026"))
        self.field.setAccessibleName(_("Another thing to ask"))
        self.field.textEdited.connect(self._stands.type)
        self.field.installEventFilter(self)
        self.rows: list[StandButton] = []
        self.without: list[WithoutButton] = []
        self.offered: list[AddButton] = []
        content = QWidget()
        self._column = QVBoxLayout(content)
        inset(self._column, parts.theme, (8, 4, 8, 8), 0)
        self._area = scrolled(content)
        self.go = KeyButton(parts.theme, kind="primary", parent=self)
        self.go.clicked.connect(self._go)
        self._lay_out()

    def _lay_out(self) -> None:
        theme, rows = self.theme, QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        top, foot = QVBoxLayout(), QHBoxLayout()
        inset(top, theme, (10, 10, 10, 4), 8)
        top.addWidget(self.head)
        top.addWidget(self.field)
        inset(foot, theme, (14, 8, 14, 10), 10)
        self._foot, self._line = QWidget(self), hairline()
        self._foot.setLayout(foot)
        foot.addStretch(1)
        foot.addWidget(self.go)
        rows.addLayout(top)
        rows.addWidget(self._area, 1)
        rows.addWidget(self._line)
        rows.addWidget(self._foot)
        self.setMinimumHeight(theme.px(_LEAST_PX))

    def _go(self) -> None:
        """Plan the way, or make the move that is planned."""
        controller = self._parts.controller
        if controller.view.plan is not None:
            controller.move_planning.finish()
        else:
            self._stands.plan_pointed()
        self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- showing --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the answer as it is now."""
        view = self._presenter.step()
        if view is None or view == self._view:
            return
        old, self._view = self._view, view
        self.head.show_title(view.title)
        self._show_field(view.adding, None if old is None else old.adding)
        if old is None or _shape(old) != _shape(view):
            self._fill(view)
        for button, row in zip(self.rows, view.rows, strict=False):
            button.show_row(row)
        self.go.set_words(view.go, _("Enter"))
        for part in (self._line, self._foot):
            part.setVisible(bool(view.go) and view.adding is None)
        if old is None or (old.adding is not None and view.adding is None):
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_field(self, adding: AddingView | None, before: AddingView | None) -> None:
        self.field.setVisible(adding is not None)
        if adding is None:
            return
        if self.field.text() != adding.typed:
            self.field.setText(adding.typed)
        if before is None:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, view: StandsView) -> None:
        clear(self._column)
        self.rows, self.without, self.offered = [], [], []
        if view.adding is not None:
            self._fill_offered(view.adding)
        else:
            self._fill_answer(view)
        self._column.addStretch(1)

    def _fill_answer(self, view: StandsView) -> None:
        self._column.addWidget(Heading(self.theme, view.heading, self))
        for words in (*view.shared, *view.notes):
            self._add_words(words)
        for number in range(len(view.rows)):
            button = StandButton(self.theme, self)
            button.clicked.connect(partial(self._plan, number + 1))
            button.pointed.connect(partial(self._stands.point_at, number + 1))
            self._column.addWidget(button)
            self.rows.append(button)
        if view.without_title:
            self._column.addSpacing(self.theme.px(10))
            self._column.addWidget(Heading(self.theme, view.without_title, self))
        for row in view.without:
            chip = WithoutButton(self.theme, row, self)
            chip.clicked.connect(partial(self._take_out, row.at))
            self._column.addWidget(chip)
            self.without.append(chip)

    def _fill_offered(self, adding: AddingView) -> None:
        self._column.addWidget(Heading(self.theme, _("What can be asked here"), self))
        chips = self._stands.to_add()
        first = next((n for n, one in enumerate(adding.rows) if one.is_pointed), 0)
        asked = self._parts.controller.view.stands
        at = 0 if asked is None or asked.adding is None else asked.adding.at
        for number, row in enumerate(adding.rows):
            button = AddButton(self.theme, row, self)
            place = at - first + number
            if 0 <= place < len(chips):
                button.clicked.connect(partial(self._add, place))
            self._column.addWidget(button)
            self.offered.append(button)
        if adding.more:
            self._add_words(adding.more)

    def _add_words(self, words: str) -> None:
        said = label(words, "note", wrap=True)
        side, below = self.theme.px(8), self.theme.px(6)
        said.setContentsMargins(side, self.theme.px(2), side, below)
        self._column.addWidget(said)

    def _plan(self, number: int, _on: bool = False) -> None:
        self._stands.plan_number(number)
        self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_out(self, at: int, _on: bool = False) -> None:
        self._stands.take_out(at)

    def _add(self, place: int, _on: bool = False) -> None:
        chips = self._stands.to_add()
        if place < len(chips):
            self._stands.add(chips[place])

    # --- keys -----------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go through the list from the field, take one, or leave it."""
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if watched is not self.field or not is_key or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if key in _STEPS:
            self._stands.step_added(_STEPS[key])
        elif key in _ENTER:
            self._stands.add()
        elif key == Qt.Key.Key_Escape:
            self._stands.end_adding()
        else:
            return False
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Show all of it anew when it is shown again."""
        if self.field.hasFocus():
            self._parts.map.setFocus(Qt.FocusReason.OtherFocusReason)
        self._view = None
        super().hideEvent(event)


def _shape(view: StandsView) -> object:
    """Return what has to be built anew when it is another: all but what rows draw themselves."""
    return (
        view.heading,
        view.shared,
        view.notes,
        len(view.rows),
        view.without_title,
        (
            view.without,
            view.adding,
        ),
    )
