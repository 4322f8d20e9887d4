"""What the log is filtered by: words, faces of those in the fight, kinds of entries.

It is there while the log is searched or filtered, and says how much is left. Escape takes one thing
off at a press: the words, the rest, then the bar itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.presenters.log_filter import KIND_WORDS
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, NOTE, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from gridwar.control.records.log_records import LogKind, LogPerson
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_FACE_PX: Final = 30
_KIND_PX: Final = 26
_FLOW_PX: Final = 300


class _Chip(PaintedButton):
    """Something to filter by, on or off."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(words)
        self.setCheckable(True)
        self.setAccessibleName(_("Only {what}").format(what=words))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _plate(self, painter: ThemedPainter, box: QRectF, radius: float) -> None:
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(box, radius, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(box, radius, colors.raised)


class KindChip(_Chip):
    """A kind of entries."""

    def sizeHint(self) -> QSize:
        """Return room for its words."""
        width = advance(self.text(), NOTE, self.theme) + 18 * self.theme.scale
        return QSize(round(width), self.theme.px(_KIND_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        colors = painter.colors
        inside = box.adjusted(1, 1, -1, -1)
        if not self.isChecked():
            painter.rounded_box(inside, 99, colors.control)
        self._plate(painter, inside, 99)
        color = colors.text if self.isChecked() else colors.text2
        painter.text(box, self.text(), NOTE, color, MIDDLE)


class FaceChip(_Chip):
    """Somebody in the fight."""

    def __init__(self, theme: Theme, person: LogPerson, parent: QWidget) -> None:
        super().__init__(theme, person.name, parent)
        self.person = person
        set_tip(self, person.name)

    def sizeHint(self) -> QSize:
        """Return room for a small token."""
        return QSize(self.theme.px(_FACE_PX), self.theme.px(_FACE_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        self._plate(painter, box.adjusted(1, 1, -1, -1), 8)
        painter.token(box.center(), 10.5, self.person.token)


class LogFilterBar(ThemedWidget):
    """The bar; ``changed()`` with every change, ``left()`` when it is closed, ``down()``."""

    changed = Signal()
    left = Signal()
    down = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Names, words, rules"))
        self.search.setAccessibleName(_("Search names, words, rules"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.kind_chips = {kind: KindChip(theme, words, self) for kind, words in KIND_WORDS.items()}
        self.face_chips: dict[str, FaceChip] = {}
        self._people: tuple[LogPerson, ...] = ()
        self._faces = QWidget(self)
        self._face_flow = FlowLayout(self._faces, theme.px(2), theme.px(_FLOW_PX))
        self._left_over = label("", "note")
        self.clear_button = KeyButton(theme, "", "quiet", self)
        self.clear_button.set_words(_("Show all"), _("Esc"))
        self.clear_button.height_px = 26
        self._lay_out(theme)
        self.search.textChanged.connect(lambda _text: self.changed.emit())
        self.clear_button.clicked.connect(self.clear)
        for chip in self.kind_chips.values():
            chip.clicked.connect(lambda _on=False: self.changed.emit())

    def _lay_out(self, theme: Theme) -> None:
        kinds = QWidget(self)
        flow = FlowLayout(kinds, theme.px(4), theme.px(_FLOW_PX))
        for chip in self.kind_chips.values():
            flow.addWidget(chip)
        for part in (kinds, self._faces):
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            part.setSizePolicy(policy)
        foot = QHBoxLayout()
        foot.setSpacing(theme.px(8))
        foot.addWidget(self._left_over, 1)
        foot.addWidget(self.clear_button)
        rows = QVBoxLayout(self)
        inset(rows, theme, (14, 8, 14, 6), 6)
        rows.addWidget(self.search)
        rows.addWidget(self._faces)
        rows.addWidget(kinds)
        rows.addLayout(foot)

    # --- what is chosen --------------------------------------------------------------------------

    @property
    def words(self) -> tuple[str, ...]:
        """What was typed, in small letters."""
        return tuple(self.search.text().casefold().split())

    @property
    def who(self) -> frozenset[str]:
        """Whose entries are wanted, by id; nobody for everybody's."""
        return frozenset(who for who, chip in self.face_chips.items() if chip.isChecked())

    @property
    def kinds(self) -> frozenset[LogKind]:
        """What kinds are wanted; none for all."""
        return frozenset(kind for kind, chip in self.kind_chips.items() if chip.isChecked())

    @property
    def is_on(self) -> bool:
        """Return whether anything is chosen."""
        return bool(self.words or self.who or self.kinds)

    def show_people(self, people: tuple[LogPerson, ...]) -> None:
        """Show other faces; those chosen stay so."""
        if people == self._people:
            return
        self._people, chosen = people, self.who
        clear(self._face_flow)
        self.face_chips = {}
        for person in people:
            chip = FaceChip(self.theme, person, self._faces)
            chip.setChecked(person.id in chosen)
            chip.clicked.connect(lambda _on=False: self.changed.emit())
            self._face_flow.addWidget(chip)
            chip.show()
            self.face_chips[person.id] = chip

    def choose(self, who: frozenset[str]) -> None:
        """Filter by some people alone."""
        self.search.clear()
        for one, chip in self.face_chips.items():
            chip.setChecked(one in who)
        for kind_chip in self.kind_chips.values():
            kind_chip.setChecked(False)
        self.changed.emit()

    def clear(self) -> None:
        """Filter by nothing."""
        self.choose(frozenset())

    def show_count(self, found: int, among: int) -> None:
        """Say how many entries are left, and of whom."""
        names = ", ".join(one.name for one in self._people if one.id in self.who)
        words = _("{n} of {all}").format(n=found, all=among)
        self._left_over.setText(" \u00b7 ".join(filter(None, (words, names))) if self.is_on else "")
        self.clear_button.setVisible(self.is_on)

    # --- leaving ---------------------------------------------------------------------------------

    def leave(self) -> None:
        """Take off what was typed, then the rest, then the bar."""
        if self.search.text():
            self.search.clear()
        elif self.is_on:
            self.clear()
        else:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave a step with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the field with Escape a step at a time; go down into the log with the arrow."""
        if (
            watched is self.search
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.down.emit()
                return True
        return super().eventFilter(watched, event)
