"""The two bars: at the top the file, whose turn, undo and redo; at the bottom what the keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gridwar.control.records.panel_records import StatusView, TopBarView
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyIcon
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    PANEL,
    STRONG,
    ThemedPainter,
    Voice,
    advance,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_TOP_PX = 36
_STATUS_PX = 28
_GAP_PX = 18
_FACTS_MS = 30
"""Facts change with every cell under the pointer: they are drawn no oftener than this."""
_MOST_KEPT = 12
"""So many rows of keys are kept as pixels."""
_LEAST_NAME_PX = 90
"""With less room than this a long file name says nothing, and makes way for the turn."""
_TOOL: Voice = (STRONG[0], 12, 600)


class StatusLine(Painted):
    """The status bar: the tool, its keys as keycaps, facts at the right end.

    Keys that do not fit are left out from the last one on; the facts stay.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = StatusView()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._keys: dict[tuple[object, ...], QPixmap] = {}
        """As pixels, by all they are made from: over a drawn map they come and go with a cell."""
        self._facts_due = QTimer(self, interval=_FACTS_MS, singleShot=True)
        self._facts_due.timeout.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: StatusView) -> None:
        """Show what the keys do."""
        if view == self.view:
            return
        is_facts_alone = (view.tool, view.keys) == (self.view.tool, self.view.keys)
        self.view = view
        if not is_facts_alone:
            keys = ", ".join(f"{hint.key} {hint.text}".strip() for hint in view.keys)
            self.setAccessibleName(f"{view.tool}: {keys}")
            self.update()
        elif not self._facts_due.isActive():
            self._facts_due.start()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(300), self.theme.px(_STATUS_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        view, colors = self.view, painter.colors
        painter.qpainter.fillRect(box, qcolor(colors.window))
        right = box.right() - painter.px(12)
        for fact in reversed(view.facts):
            width = painter.width(fact, LABEL)
            painter.text(
                QRectF(right - width, box.top(), width + 1, box.height()), fact, LABEL, colors.text3
            )
            right -= width + painter.px(_GAP_PX)
        left = box.left() + painter.px(12)
        line = QRectF(left, box.top(), max(0.0, right - left), box.height())
        ends = self._ends(painter)
        fitting = sum(end <= line.width() for end in ends)
        if fitting:
            size = QSizeF(ends[fitting - 1] + 1, box.height())
            painter.qpainter.drawPixmap(line.topLeft(), self._drawn(painter, size, fitting - 1))
        else:
            painter.text(line, view.tool, _TOOL, colors.text)
        painter.hairline(box.left(), box.right(), box.top())

    def _ends(self, painter: ThemedPainter) -> list[float]:
        """Return where the tool's name ends, and each key after it."""
        ends = [painter.width(self.view.tool, _TOOL)]
        for hint in self.view.keys:
            need = (
                keycap_width(hint.key, self.theme) + painter.px(6) + painter.width(hint.text, NOTE)
            )
            ends.append(ends[-1] + painter.px(_GAP_PX) + need)
        return ends

    def _drawn(self, painter: ThemedPainter, size: QSizeF, count: int) -> QPixmap:
        """Return tool and keys as pixels: the facts beside them change with every cell."""
        view, ratio = self.view, self.devicePixelRatioF()
        made_from = (view.tool, view.keys[:count], size.toTuple(), painter.theme, ratio)
        found = self._keys.get(made_from)
        if found is None:
            found = QPixmap((size * ratio).toSize())
            found.setDevicePixelRatio(ratio)
            found.fill(painter.colors.window)
            with QPainter(found) as qpainter:
                self._draw_keys(
                    ThemedPainter(qpainter, painter.theme), QRectF(QPointF(), size), count
                )
            while len(self._keys) >= _MOST_KEPT:
                del self._keys[next(iter(self._keys))]
            self._keys[made_from] = found
        return found

    def _draw_keys(self, painter: ThemedPainter, box: QRectF, count: int) -> None:
        colors, room = painter.colors, painter.px(_GAP_PX)
        left = painter.text(box, self.view.tool, _TOOL, colors.text) + room
        for hint in self.view.keys[:count]:
            left += painter.keycap(left, box.center().y(), hint.key, colors.text2) + painter.px(6)
            words = QRectF(left, box.top(), box.right() - left, box.height())
            left += painter.text(words, hint.text, NOTE, colors.text2) + room


class TopBar(ThemedWidget):
    """The right part of the bar at the top, beside the menus.

    Signals: ``undo_wanted()``, ``redo_wanted()``, ``palette_wanted()``, ``present_wanted()``.
    """

    undo_wanted = Signal()
    redo_wanted = Signal()
    palette_wanted = Signal()
    present_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: TopBarView | None = None
        self._undo_key = self._redo_key = ""
        self._middle = _Middle(theme, self)
        self._saved = _Saved(theme, self)
        self._undo = IconButton(theme, "undo-2", _("Undo"), self, 18)
        self._undo.setCheckable(True)
        self._redo = IconButton(theme, "redo-2", _("Redo"), self, 18)
        self._find = KeyIcon(theme, "command", _("Find anything"), self)
        self._present = KeyIcon(theme, "monitor", _("Presentation"), self)
        row = self._row = QHBoxLayout(self)
        inset(row, theme, (8, 0, 10, 1), 6)
        row.addWidget(self._middle, 1)
        self.second = SecondScreen(theme, self)
        buttons = (self._undo, self._redo, self._find, self._present)
        for part in (self._saved, *buttons, self.second):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(_TOP_PX))
        self._undo.clicked.connect(self._want_undo)
        self._redo.clicked.connect(self.redo_wanted)
        self._find.clicked.connect(self.palette_wanted)
        self._present.clicked.connect(self.present_wanted)

    def _want_undo(self) -> None:
        self._undo.setChecked(self._view is not None and self._view.is_undo_lit)
        self.undo_wanted.emit()

    def show_keys(self, find: str, present: str, undo: str, redo: str) -> None:
        """Show the keys of the palette and of presentation; those of undo and redo are told."""
        self._find.show_key(find)
        self._present.show_key(present)
        self._undo_key, self._redo_key = undo, redo
        self._tell_undo()

    def show_view(self, view: TopBarView) -> None:
        """Show file, round, turn, and what can be undone."""
        if view == self._view:
            return
        self._view = view
        self._undo.setChecked(view.is_undo_lit)
        self._middle.show_view(view)
        self._saved.show_view(view)
        self._tell_undo()

    def _tell_undo(self) -> None:
        """Say what each of the two buttons would do."""
        view = self._view or TopBarView()
        for button, text, empty, key in (
            (self._undo, view.undo_text, _("There is nothing to undo."), self._undo_key),
            (self._redo, view.redo_text, _("There is nothing to redo."), self._redo_key),
        ):
            button.setEnabled(bool(text))
            set_tip(button, text or empty, key if text else "")

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self.setFixedHeight(self.theme.px(_TOP_PX))
        inset(self._row, self.theme, (8, 0, 10, 1), 6)
        super().on_theme()

    def paintEvent(self, event: object) -> None:
        """Draw the ground and the line below."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            qpainter.fillRect(self.rect(), qcolor(painter.colors.window))
            painter.hairline(0, self.width(), self.height() - 1)


class SecondScreen(Painted):
    """Says that the players' screen is open."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = _("second screen")
        self.setAccessibleName(_("The players\u2019 screen is open"))
        set_tip(self, _("The players\u2019 screen is open"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def sizeHint(self) -> QSize:
        """Return room for a sign and the words."""
        width = advance(self._words, LABEL, self.theme) + 28 * self.theme.scale
        return QSize(round(width), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both."""
        color, middle = painter.colors.ok, box.center().y()
        painter.icon("monitor", QPointF(box.left() + painter.px(12), middle), 15, color)
        words = QRectF(box.left() + painter.px(24), box.top(), box.width(), box.height())
        painter.text(words, self._words, LABEL, color)


class _Middle(Painted):
    """File, round and turn, in the middle of the window as far as there is room."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = TopBarView()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def show_view(self, view: TopBarView) -> None:
        self._view = view
        mark = view.file_mark.text if view.file_mark is not None else ""
        words = (view.file_name, mark, view.round_text, view.turn_text)
        self.setAccessibleName(", ".join(part for part in words if part))
        set_tip(self, f"{view.file_name} {mark}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(_TOP_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        view, colors = self._view, painter.colors
        mark = view.file_mark
        gap = painter.px(13)
        turn = painter.width(view.turn_text, PANEL)
        round_width = painter.width(view.round_text, STRONG)
        marked = painter.width(mark.text, LABEL) + painter.px(30) if mark is not None else 0.0
        name = painter.width(view.file_name, NOTE)
        fight = round_width + (turn + 2 * gap if view.turn_text else 0.0)
        whole = name + marked + painter.px(36) + fight
        left = self._middle_of_window() - fight / 2 - (whole - fight)
        left = min(max(box.left(), left), max(box.left(), box.right() - whole))
        height, top = box.height(), box.top()
        room = box.right() - left - fight - marked - painter.px(36)
        if room >= min(name, painter.px(_LEAST_NAME_PX)):
            where = QRectF(left, top, min(name + 1, room), height)
            left += painter.text(where, view.file_name, NOTE, colors.text3)
        if mark is not None:
            painter.icon(
                mark.icon, QPointF(left + painter.px(17), box.center().y()), 14, colors.warn
            )
            words = QRectF(left + painter.px(28), top, marked, height)
            painter.text(words, mark.text, LABEL, colors.warn)
            left += marked
        left += painter.px(36)
        painter.text(
            QRectF(left, top, round_width + 1, height), view.round_text, STRONG, colors.text3
        )
        left += round_width + gap
        if view.turn_text:
            if view.round_text:
                bar = QRectF(round(left), box.center().y() - painter.px(8), 1, painter.px(16))
                painter.qpainter.fillRect(bar, qcolor(colors.line2))
            words = QRectF(left + gap, top, box.right() - left - gap, height)
            painter.text(words, view.turn_text, PANEL, colors.text)

    def _middle_of_window(self) -> float:
        window = self.window()
        return self.mapFrom(window, window.rect().center()).x()


class _Saved(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = TopBarView()

    def show_view(self, view: TopBarView) -> None:
        self._view = view
        self.setVisible(view.saved is not None)
        self.setAccessibleName(view.saved.text if view.saved is not None else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = self._view.saved.text if self._view.saved is not None else ""
        width = advance(words, NOTE, self.theme) + 34 * self.theme.scale
        return QSize(round(width), self.theme.px(28))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        saved = self._view.saved
        if saved is None:
            return
        color = tone_color(painter.colors, self._view.saved_tone)
        painter.icon(saved.icon, QPointF(painter.px(8), box.center().y()), 14, color)
        painter.text(box.adjusted(painter.px(20), 0, 0, 0), saved.text, NOTE, painter.colors.text3)
