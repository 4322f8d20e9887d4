"""A line of the check for all: who, what is added, what is needed, the dice, the outcome.

It draws itself; a click on a die picks its face, and the line is where the next dice are typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import NOTE, RIGHT, STRONG, ThemedPainter, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from gridwar.control.records.check_records import CheckRowView
    from gridwar.control.records.popover_records import DiceView
    from gridwar.ui.style.theme import Theme

ROW_PX: Final = 44
SIDE_PX: Final = 8
_NAME_PX = 34
_DIE_PX, _DIE_GAP_PX = 25, 4
_MOST_DICE: Final = 3
"""So many dice of a line have boxes of their own; more are one box with their sum."""
_LEAST_TOTAL_PX, _MOST_TOTAL_PX = 36, 90
_MENU_SIDES: Final = 20
LINE_PX: Final = 18
_LEAST_NAME_PX: Final = 70
"""Where less can be left of a name, what is needed stands below it rather than beside it."""


class TableShape(NamedTuple):
    """How wide the columns of a table are: its dice at most in a line, and what is written."""

    dice: int = 0
    needs_px: float = 0
    total_px: float = 0


def shape_of(rows: Iterable[CheckRowView], total_words: str, theme: Theme) -> TableShape:
    """Return the widths that the lines of a table take."""
    listed = tuple(rows)
    dice = max((sum(one.count for one in row.dice) for row in listed), default=0)
    needs = [row.needs for row in listed] + [_("needs")] * any(row.needs for row in listed)
    widest = max((advance(words, NOTE, theme) for words in needs), default=0)
    ends = [total_words, *(row.outcome for row in listed)]
    total = max(advance(words, NOTE, theme) for words in ends)
    total = min(max(total, theme.px(_LEAST_TOTAL_PX)), theme.px(_MOST_TOTAL_PX))
    return TableShape(dice, widest + 2 if widest else 0, total)


class Columns:
    """Where the columns of the table lie, from the right edge."""

    def __init__(self, theme: Theme, width: float, shape: TableShape) -> None:
        """Lay out a table that is so wide."""
        px = theme.px
        self.right = width - px(SIDE_PX)
        self.total_left = self.right - shape.total_px
        boxes = max(1, min(shape.dice, _MOST_DICE))
        room = boxes * (px(_DIE_PX) + px(_DIE_GAP_PX)) - px(_DIE_GAP_PX) if shape.dice else 0
        self.dice_left = self.total_left - px(6) - room
        self.needs_right = self.dice_left - px(8)
        self.needs_left = self.needs_right - shape.needs_px
        self.name_left = px(_NAME_PX)
        self.name_right = self.needs_left - px(6)
        named = self.name_right - self.name_left - (px(_MOST_TOTAL_PX) - shape.total_px)
        self.has_needs = shape.needs_px > 0 and named >= px(_LEAST_NAME_PX)
        self.needs_below = shape.needs_px > 0 and not self.has_needs
        if self.needs_below:
            self.name_right = self.needs_right


class CheckRow(PaintedButton):
    """One line.

    Signals: ``face_picked(face)`` from the menu of a die, ``dice_cleared()`` on a die that shows
    its face.
    """

    face_picked = Signal(int)
    dice_cleared = Signal()

    def __init__(self, theme: Theme, row: CheckRowView, parent: QWidget) -> None:
        """Show a line."""
        super().__init__(theme, parent)
        self.row = row
        self._shape = TableShape()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._name()

    def show_row(self, row: CheckRowView, shape: TableShape) -> None:
        """Show another state of it, in a table of a shape."""
        if (row, shape) != (self.row, self._shape):
            self.row, self._shape = row, shape
            self._name()
            self.updateGeometry()
            self.update()

    def _name(self) -> None:
        row = self.row
        self.setAccessibleName(row.spoken)
        self.setAccessibleDescription(row.problem)
        set_tip(self, "\n".join(filter(None, (row.name, row.why))))

    def sizeHint(self) -> QSize:
        """Return the height of the row, and of what was wrong with it."""
        height = ROW_PX + (LINE_PX if self.row.problem else 0)
        return QSize(self.theme.px(200), self.theme.px(height))

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return self.sizeHint()

    @property
    def _columns(self) -> Columns:
        return Columns(self.theme, self.width(), self._shape)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the line."""
        row, colors, at = self.row, painter.colors, self._columns
        plate = box.adjusted(0, 1, 0, -1)
        if row.is_current:
            painter.rounded_box(plate, 8, colors.accent_ground)
        elif self.underMouse():
            painter.rounded_box(plate, 8, colors.raised)
        height = painter.px(ROW_PX)
        middle = box.top() + height / 2
        center = QPointF(box.left() + painter.px(SIDE_PX + 10), middle)
        if row.token is not None:
            painter.token(center, 10, row.token)
        top, line = box.top() + painter.px(4), painter.px(LINE_PX)
        self._draw_words(painter, QRectF(box.left(), top, box.width(), line), middle)
        if row.problem:
            below = QRectF(at.name_left, box.top() + height, box.right() - at.name_left, line)
            painter.text(
                below.adjusted(0, -3, -painter.px(SIDE_PX), -3), row.problem, NOTE, colors.danger
            )
        if row.is_refused:
            return
        self._draw_figures(painter, top, line, middle)
        self._draw_dice(painter, middle)

    def _draw_words(self, painter: ThemedPainter, first: QRectF, middle: float) -> None:
        """Draw who it is, and below it what is added and why, or what is needed."""
        row, colors, at = self.row, painter.colors, self._columns
        top, line = first.top(), first.height()
        color = colors.text3 if row.is_refused else colors.text
        name = QRectF(at.name_left, top, at.name_right - at.name_left, line)
        why_right = first.right() - painter.px(SIDE_PX)
        if not row.is_refused:  # it goes on below what is needed, up to the chance
            chance = painter.width(row.chance, NOTE) + painter.px(8) if at.has_needs else 0
            why_right = max(at.name_right, at.needs_right - chance)
        why = QRectF(at.name_left, top + line, why_right - at.name_left, line)
        has_needs_below = at.needs_below and bool(row.needs) and not row.is_refused
        if not (row.why or row.modifier or has_needs_below):
            name.moveTop(middle - line / 2)
        painter.text(name, row.name, STRONG, color)
        if has_needs_below:
            used = painter.text(why, row.needs, NOTE, colors.text)
            why.setLeft(why.left() + used + painter.px(6))
            painter.text(why, row.chance, NOTE, colors.text2)
            return
        if row.modifier:
            used = painter.text(why, row.modifier, STRONG, colors.text2)
            why.setLeft(why.left() + used + painter.px(5))
        painter.text(why, row.why, NOTE, colors.text3)

    def _draw_figures(self, painter: ThemedPainter, top: float, line: float, middle: float) -> None:
        row, colors, at = self.row, painter.colors, self._columns
        if row.needs and at.has_needs:
            needs = QRectF(at.needs_left, top, at.needs_right - at.needs_left, line)
            painter.text(needs, row.needs, NOTE, colors.text, RIGHT)
            painter.text(needs.translated(0, line), row.chance, NOTE, colors.text2, RIGHT)
        total = QRectF(at.total_left, top, at.right - at.total_left, line)
        word = total.translated(0, line)
        if not row.outcome:
            total.moveTop(middle - line / 2)  # beside the dice: nothing stands below it
        painter.text(total, row.total, STRONG, colors.text, RIGHT)
        painter.text(word, row.outcome, NOTE, tone_color(colors, row.tone), RIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Space to the table, where it rolls; where surprise is asked it turns that."""
        if event.key() == Qt.Key.Key_Space and self.row.surprised is None:
            event.ignore()
            return
        super().keyPressEvent(event)

    # --- dice ------------------------------------------------------------------------------------

    def _draw_dice(self, painter: ThemedPainter, middle: float) -> None:
        row = self.row
        for box, face, is_next in self._boxes(middle):
            waiting = is_next and row.is_current
            painter.die(box, face, STRONG, waiting=waiting and not row.pending)
            if waiting and row.pending:
                painter.text(
                    box.adjusted(0, 0, -6, 0), row.pending, STRONG, painter.colors.text3, RIGHT
                )

    def _boxes(self, middle: float) -> list[tuple[QRectF, str, bool]]:
        """Return the boxes of the dice with their faces, and whether they are filled next."""
        dice, at, edge = self.row.dice, self._columns, self.theme.px(_DIE_PX)
        step = edge + self.theme.px(_DIE_GAP_PX)
        count = sum(one.count for one in dice)
        if not count:
            return []
        if count > _MOST_DICE:
            return self._sums(middle)
        found, place, has_next = [], 0, False
        for one in dice:
            for number in range(one.count):
                face = str(one.faces[number]) if number < len(one.faces) else ""
                box = QRectF(at.dice_left + place * step, middle - edge / 2, edge, edge)
                found.append((box, face, not face and not has_next))
                has_next = has_next or not face
                place += 1
        return found

    def _sums(self, middle: float) -> list[tuple[QRectF, str, bool]]:
        """Return one box a roll with the sum of its dice, the last ones where there are many."""
        at, edge = self._columns, self.theme.px(_DIE_PX)
        step = edge + self.theme.px(_DIE_GAP_PX)
        shown: tuple[DiceView, ...] = self.row.dice[-_MOST_DICE:]
        return [
            (
                QRectF(at.dice_left + place * step, middle - edge / 2, edge, edge),
                str(sum(one.faces)) if one.faces else "",
                len(one.faces) < one.count,
            )
            for place, one in enumerate(shown)
        ]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Offer the faces of the next die; take a known one back."""
        middle = self.theme.px(ROW_PX) / 2
        for box, face, is_next in self._boxes(middle):
            if not box.contains(event.position()):
                continue
            if face:
                self.dice_cleared.emit()
                return
            if is_next and self.row.dice[-1].sides <= _MENU_SIDES:
                self._offer_faces(box)
                return
        super().mousePressEvent(event)

    def _offer_faces(self, box: QRectF) -> None:
        menu = PopupMenu(self, passes=True)
        for face in range(1, self.row.dice[-1].sides + 1):
            entry = menu.addAction(str(face))
            entry.triggered.connect(lambda _on=False, face=face: self.face_picked.emit(face))
        menu.popup(self.mapToGlobal(box.bottomLeft().toPoint()))
