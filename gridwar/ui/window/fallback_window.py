"""The fallback window: a fight that the main window cannot show, as text, with ways out.

No state may lock its file. Where building the window fails, this one shows order and log as far as
they can be told, and offers what leads on: undo, a copy, an export, another fight. Owns nothing of
the fight; what it calls is the host's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gridwar.control.presenters.log import log_lines
from gridwar.errors import GridwarError
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_where, ask_which
from gridwar.ui.tasks.stepped_task import to_its_end
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent

    from gridwar.control.controller.controller import Controller
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.application_host import HostedFile

_SIZE_PX = (920, 620)
_LINES = 200


class FallbackHost(Protocol):
    """What its buttons call."""

    def try_again(self) -> bool:
        """Build the main window once more; return whether that worked."""
        ...

    def open(self, path: Path) -> None:
        """Open another fight in place of this one."""

    @property
    def file(self) -> HostedFile:
        """The file of the fight."""


class FallbackWindow(QWidget):
    """Order and log as text, and buttons."""

    def __init__(self, theme: Theme, controller: Controller, host: FallbackHost, why: str) -> None:
        """Show a fight plainly.

        Args:
            theme: Colours and sizes.
            controller: The fight.
            host: What its buttons call.
            why: What went wrong when it was to be shown.
        """
        super().__init__()
        self.setObjectName("plain")
        self.controller, self._host = controller, host
        self.setWindowTitle(_("{title} \u2013 Gridwar").format(title=controller.encounter.title))
        rows = QVBoxLayout(self)
        inset(rows, theme, (24, 20, 24, 20), 12)
        rows.addWidget(label(_("This fight cannot be shown on the map"), "title"))
        words = _(
            "Nothing is lost: the file is whole, and you can go on from here. Undo takes back one "
            "step and tries the map again; a copy or an export can be sent to us."
        )
        rows.addWidget(label(words, wrap=True))
        self._why = label(why, "second", wrap=True)
        rows.addWidget(self._why)
        self.order, self.log = _text(), _text()
        grid = QGridLayout()
        grid.setSpacing(theme.px(8))
        for column, (title, pane) in enumerate(((_("Order"), self.order), (_("Log"), self.log))):
            grid.addWidget(label(title, "second"), 0, column)
            grid.addWidget(pane, 1, column)
            grid.setColumnStretch(column, 1 + column)
        rows.addLayout(grid, 1)
        rows.addLayout(self._buttons(theme))
        self.undo.setFocus()
        self.resize(*(theme.px(side) for side in _SIZE_PX))
        self.refresh()

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        self.undo = KeyButton(theme, _("Undo"), "primary", self)
        self.redo = KeyButton(theme, _("Redo"), "plain", self)
        self.again = KeyButton(theme, _("Try the map again"), "plain", self)
        self.copy = KeyButton(theme, _("Save a copy \u2026"), "plain", self)
        self.export = KeyButton(theme, _("Export \u2026"), "plain", self)
        self.other = KeyButton(theme, _("Another fight \u2026"), "plain", self)
        for button, act in (
            (self.undo, self._undo),
            (self.redo, self._redo),
            (self.again, self._try),
            (self.copy, self._copy),
            (self.export, self._export),
            (self.other, self._open),
        ):
            button.clicked.connect(lambda _on=False, act=act: self._do(act))
            row.addWidget(button)
            if button is self.again:
                row.addStretch(1)
        return row

    def refresh(self) -> None:
        """Show order and log as they are now."""
        session = self.controller.session
        self.order.setPlainText("\n".join(_order_lines(self.controller)))
        self.log.setPlainText("\n".join(log_lines(self.controller, _LINES)))
        self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())
        self.undo.setEnabled(session.can_undo)
        self.redo.setEnabled(session.can_redo)

    def _do(self, act: Callable[[], None]) -> None:
        """Run what a button does, and report what goes wrong."""
        try:
            act()
        except GridwarError as error:
            show_words(self._why, str(error))
        except Exception as error:  # noqa: BLE001 this window is for what should not be
            show_words(self._why, f"{type(error).__name__}: {error}")

    def _undo(self) -> None:
        self.controller.session.undo()
        self._try()

    def _redo(self) -> None:
        self.controller.session.redo()
        self._try()

    def _try(self) -> None:
        if not self._host.try_again():
            self.refresh()

    def _copy(self) -> None:
        name = self.controller.encounter.title
        path = ask_where(self, _("Save a copy"), "Gridwar (*.gridwar)", name, FileKind.FIGHT)
        if path is not None:
            self._host.file.save_copy(path)
            show_words(self._why, _("The copy is {path}.").format(path=path))

    def _export(self) -> None:
        name = self.controller.encounter.title
        path = ask_where(self, _("Export the fight"), "JSON (*.json)", name, FileKind.EXPORT)
        if path is not None:
            to_its_end(self._host.file.export(path))(lambda: False)
            show_words(self._why, _("The export is {path}.").format(path=path))

    def _open(self) -> None:
        path = ask_which(self, _("Open a fight"), "Gridwar (*.gridwar *.json)", FileKind.FIGHT)
        if path is not None:
            self._host.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what still works out odds (Qt's hook)."""
        self.controller.action_drafts.shut_down()
        super().closeEvent(event)


def _text() -> QPlainTextEdit:
    pane = QPlainTextEdit()
    pane.setReadOnly(True)
    return pane


def _order_lines(controller: Controller) -> list[str]:
    """Return the order, a line each; everybody in the fight where the rules cannot say."""
    encounter = controller.encounter
    try:
        slots = controller.system.turns.order(encounter)
        ids = [who for slot in slots for who in slot.ids if who in encounter.combatants]
    except Exception:  # noqa: BLE001 the fault may be in the order itself
        ids = list(encounter.combatants)
    marks = {encounter.turn: "> "}
    lines = [marks.get(who, "") + encounter.combatants[who].name for who in ids]
    return [_("Round {n}").format(n=encounter.round), *lines]
