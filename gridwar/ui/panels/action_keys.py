"""The keyboard in the list of actions: arrows walk, Enter chooses, Left folds, letters filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from gridwar.ui.panels.action_chips import ChipButton, ChipsRow, VariantsRow
from gridwar.ui.panels.action_headings import FoldRow, HeadingRow
from gridwar.ui.panels.action_rows import ActionRow

if TYPE_CHECKING:
    from gridwar.ui.panels.usual_rows import UsualRows

LineWidget: TypeAlias = ActionRow | VariantsRow | ChipsRow | HeadingRow | FoldRow
_ROOM_PX = 24
"""So much is shown beyond what the keyboard has come to."""


class ActionKeys(QObject):
    """Takes the keys of whichever line of a list has the keyboard. Signal: ``typed(letter)``."""

    typed = Signal(str)

    def __init__(self, scroll: QScrollArea, usual: UsualRows) -> None:
        super().__init__(scroll)
        self._scroll = scroll
        self._usual = usual
        self.widgets: list[LineWidget] = []
        """The widget of each line, from the top."""

    def watch(self, widgets: list[LineWidget], held: str = "") -> None:
        """Watch other lines; who has the keyboard keeps it by its name, else the first gets it."""
        self.widgets = widgets
        reachable = self.reachable()
        for widget in reachable:
            widget.installEventFilter(self)
        if held and reachable:
            self.reach(next((one for one in reachable if _name(one) == held), reachable[0]))

    def reach_by_name(self, name: str) -> None:
        """Give the keyboard to the line of a name, if it is there."""
        found = next((one for one in self.reachable() if _name(one) == name), None)
        if found is not None:
            self.reach(found)

    def held(self) -> str:
        """Return the name of what has the keyboard; empty where nothing of the list has it."""
        focus = QApplication.focusWidget()
        return "" if focus is None or focus not in self.reachable() else _name(focus)

    def reachable(self) -> list[QWidget]:
        """Return what the keyboard comes to, from the top."""
        found: list[QWidget] = []
        for widget in self.widgets:
            if not isinstance(widget, VariantsRow | ChipsRow) and _takes_focus(widget):
                found.append(widget)
            if isinstance(widget, ActionRow | VariantsRow | ChipsRow):
                found += widget.chips
        return found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of whichever row has the keyboard."""
        if isinstance(event, QKeyEvent) and isinstance(watched, QWidget):
            if event.type() == QEvent.Type.ShortcutOverride and _letter(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self._on_key(watched, event):
                return True
        return super().eventFilter(watched, event)

    def _on_key(self, widget: QWidget, event: QKeyEvent) -> bool:
        """Walk with the arrows, choose with Enter, fold with Left, filter with a letter."""
        line = self._line_of(widget)
        is_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Up as key:
                by = 1 if key == Qt.Key.Key_Down else -1
                if not is_ctrl:
                    self._walk(line, by)
                elif isinstance(line, ActionRow | VariantsRow):
                    return self._usual.step(line, by)
            case Qt.Key.Key_Left | Qt.Key.Key_Right as key:
                self._sideways(widget, line, is_right=key == Qt.Key.Key_Right)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if isinstance(widget, ActionRow | ChipButton | FoldRow):
                    widget.click()
            case _:
                letter = _letter(event)
                if letter:
                    self.typed.emit(letter)
                return bool(letter)
        return True

    def _line_of(self, widget: QWidget) -> LineWidget:
        return next(one for one in self.widgets if one is widget or one.isAncestorOf(widget))

    def _walk(self, line: LineWidget, by: int) -> None:
        """Give the keyboard to the line above or below."""
        reachable = self.reachable()
        lines = [self._line_of(one) for one in reachable]
        at = self.widgets.index(line) + by
        while 0 <= at < len(self.widgets):
            if self.widgets[at] in lines:
                self.reach(reachable[lines.index(self.widgets[at])])
                return
            at += by

    def _sideways(self, widget: QWidget, line: LineWidget, *, is_right: bool) -> None:
        """Go to the chip beside, or unfold and fold."""
        beside = [one for one in self.reachable() if self._line_of(one) is line]
        at = beside.index(widget) + (1 if is_right else -1)
        if 0 <= at < len(beside):
            self.reach(beside[at])
        elif is_right:
            if isinstance(line, FoldRow) and not line.line.is_open:
                line.click()
        else:
            self._fold_from(line)

    def _fold_from(self, line: LineWidget) -> None:
        """Fold the group that a line is in."""
        above = self.widgets[: self.widgets.index(line) + 1]
        head = next(one for one in reversed(above) if isinstance(one, HeadingRow | FoldRow))
        if isinstance(head, HeadingRow):
            head.click()
        elif head.line.is_open:
            self.reach(head)
            head.click()

    def reach(self, widget: QWidget) -> None:
        """Give the keyboard to a widget, and show it."""
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(widget, 0, _ROOM_PX)


def _takes_focus(widget: QWidget) -> bool:
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def _letter(event: QKeyEvent) -> str:
    """Return the letter that a key writes, empty where it writes none."""
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    return event.text() if not held and event.text().isalpha() else ""


def _name(widget: QWidget) -> str:
    """Return by what a widget that has the keyboard is found again among new ones."""
    match widget:
        case ActionRow():
            return f"row {widget.line.id}"
        case ChipButton():
            return f"row {widget.chip.id}"
        case HeadingRow():
            return f"group {widget.line.titles}"
        case FoldRow():
            return f"group {widget.line.key or widget.line.titles}"
        case _:
            return ""
