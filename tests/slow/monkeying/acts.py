"""What a monkey does at the window: clicks, drags, keys, menus, tips, words, new fights."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.slow.campaign import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from random import Random

    from gridwar.ui.app.application import Application

Did = tuple[str, "Callable[[], object]"]
"""What is done, in words, and the doing."""
PLAIN = Qt.KeyboardModifier.NoModifier
HELD = (
    *(PLAIN,) * 6,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT = Qt.MouseButton.LeftButton
BUTTONS = (*(LEFT,) * 5, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
OTHER_KEYS = tuple(
    Qt.Key(getattr(Qt.Key, f"Key_{name}"))
    for name in (
        "Escape",
        "Return",
        "Space",
        "Tab",
        "Delete",
        "Backspace",
        "Home",
        "Up",
        "Down",
        "Left",
        "Right",
        "Plus",
        "Minus",
        "PageUp",
        "PageDown",
        "F1",
        "F2",
        "F11",
        "Comma",
        "Period",
        "Equal",
        "Slash",
        "Escape",
        "Return",
    )
)
KEYS = (
    *(Qt.Key(one) for one in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1)),
    *(Qt.Key(one) for one in range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)),
    *OTHER_KEYS,
)
WORDS = (
    "7",
    "-3",
    "+4",
    "=12",
    "/2",
    "0",
    "999999999999",
    "Ada",
    "",
    "x" * 60,
    "x" * 300,
    "stunned",
    "<b>x</b>",
    "ä",
    "2d6",
    "1e9",
    "nan",
)
LEAVE_ALONE = ("quit", "exit")


class Hands:
    """A monkey's hands: each act is chosen by chance, from what can be seen and reached."""

    def __init__(self, application: Application, chance: Random) -> None:
        self._application = application
        self._chance = chance
        self._acts: tuple[tuple[Callable[[], Did | None], int], ...] = (
            (self._click, 22),
            (self._drag, 14),
            (self._key, 20),
            (self._button, 18),
            (self._action, 6),
            (self._part, 6),
            (self._write, 5),
            (self._choose, 2),
            (self._wheel, 4),
            (self._resize, 1),
            (self._wait, 1),
            (self._open, 1),
        )

    @property
    def _window(self) -> Any:
        return self._application.window

    def next_act(self) -> Did:
        """Return something to do now."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            key = self._chance.choice((*OTHER_KEYS[:2], Qt.Key.Key_Down, Qt.Key.Key_Up))
            return f"popup key {key}", partial(QTest.keyClick, popup, key)
        if modal is not None:
            return f"close {type(modal).__name__}", modal.close
        if self._window is None or not self._window.isVisible():
            return self._open()
        choices, weights = zip(*self._acts, strict=True)
        did: Did | None = None
        while did is None:
            did = self._chance.choices(choices, weights)[0]()
        return did

    # --- on the map ----------------------------------------------------------------------------

    def _place(self) -> QPoint:
        """Return a place on the map, mostly where somebody stands."""
        window, chance = self._window, self._chance
        port = window.map.viewport()
        combatants = [
            one.pos for one in window.controller.encounter.everyone() if one.pos is not None
        ]
        if combatants and chance.random() < 0.6:
            cell = chance.choice(combatants)
            found: QPoint = window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))
            if port.rect().contains(found):
                return found
        return self._within(port)

    def _within(self, widget: QWidget) -> QPoint:
        width, height = max(1, widget.width()), max(1, widget.height())
        return QPoint(self._chance.randrange(width), self._chance.randrange(height))

    def _click(self) -> Did:
        port, place = self._window.map.viewport(), self._place()
        button, held = self._chance.choice(BUTTONS), self._chance.choice(HELD)
        if self._chance.random() < 0.12:
            return f"double click {place}", partial(QTest.mouseDClick, port, LEFT, held, place)
        if self._chance.random() < 0.1:
            return f"hover {place}", partial(QTest.mouseMove, port, place)
        return f"click {place} {button.name}", partial(QTest.mouseClick, port, button, held, place)

    def _drag(self) -> Did:
        chance = self._chance
        places = [self._place() for _place in range(chance.randint(2, 6))]
        held, button = chance.choice(HELD), chance.choice((LEFT, LEFT, LEFT, BUTTONS[-1]))
        keys = [chance.choice((None,) * 9 + (Qt.Key.Key_Space,)) for _place in places]

        def drag() -> None:
            board = self._window.map
            port = board.viewport()
            QTest.mousePress(port, button, held, places[0])
            for place, key in zip(places[1:], keys, strict=False):
                QTest.mouseMove(port, place)
                if key is not None:
                    QTest.keyClick(board, key)
            QTest.mouseRelease(port, button, held, places[-1])

        return f"drag {places[0]} to {places[-1]}", drag

    def _wheel(self) -> Did:
        port, place = self._window.map.viewport(), self._place()
        turn = QPoint(0, self._chance.choice((120, -120, 360, -360, 15)))
        event = QWheelEvent(
            QPointF(place),
            QPointF(port.mapToGlobal(place)),
            QPoint(0, 0),
            turn,
            Qt.MouseButton.NoButton,
            self._chance.choice(HELD),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        return f"wheel {turn.y()}", partial(QApplication.sendEvent, port, event)

    # --- elsewhere -----------------------------------------------------------------------------

    def _shown(self, *kinds: type[QWidget]) -> list[Any]:
        found = [one for kind in kinds for one in self._window.findChildren(kind)]
        return [one for one in found if one.isVisible() and one.isEnabled()]

    def _key(self) -> Did:
        key, held = self._chance.choice(KEYS), self._chance.choice(HELD)
        target = QApplication.focusWidget() or self._window.map
        if self._chance.random() < 0.5:
            target = self._window.map
            target.setFocus()
        if key == Qt.Key.Key_Q and held == Qt.KeyboardModifier.ControlModifier:
            key = Qt.Key.Key_W
        words = f"key {key.name} {held.name} on {type(target).__name__}"
        return words, partial(QTest.keyClick, target, key, held)

    def _button(self) -> Did | None:
        shown = self._shown(QAbstractButton)
        if not shown:
            return None
        one = self._chance.choice(shown)
        name = one.text() or one.accessibleName() or one.toolTip()
        middle, held = one.rect().center(), self._chance.choice(HELD)
        return f"button {name[:40]!r}", partial(QTest.mouseClick, one, LEFT, held, middle)

    def _action(self) -> Did | None:
        actions = [one for one in self._window.actions() if one.isEnabled()]
        actions = [one for one in actions if not any(w in one.text().lower() for w in LEAVE_ALONE)]
        if not actions:
            return None
        one = self._chance.choice(actions)
        return f"action {one.text()}", one.trigger

    def _part(self) -> Did:
        """Point at any part of the window: a tip, a menu, a click."""
        one: QWidget = self._chance.choice(self._shown(QWidget))
        place = self._within(one)
        there, roll = one.mapToGlobal(place), self._chance.random()
        name = f"{type(one).__name__} {place}"
        if roll < 0.4:
            tip = QHelpEvent(QEvent.Type.ToolTip, place, there)
            return f"tip of {name}", partial(QApplication.sendEvent, one, tip)
        if roll < 0.6:
            menu = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, there)
            return f"menu of {name}", partial(QApplication.sendEvent, one, menu)
        return f"click on {name}", partial(QTest.mouseClick, one, LEFT, PLAIN, place)

    def _write(self) -> Did | None:
        fields = self._shown(QLineEdit, QPlainTextEdit, QSpinBox)
        if not fields:
            return None
        one, words = self._chance.choice(fields), self._chance.choice(WORDS)
        ends = self._chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab))

        def write() -> None:
            one.setFocus()
            if words.isascii():
                QTest.keyClicks(one, words)
            else:  # QTest knows the keys of plain letters only
                typed = QKeyEvent(QEvent.Type.KeyPress, 0, PLAIN, words)
                QApplication.sendEvent(one, typed)
            QTest.keyClick(one, ends)

        return f"write {words[:20]!r} in {type(one).__name__}", write

    def _choose(self) -> Did | None:
        boxes = [one for one in self._shown(QComboBox) if one.count()]
        if not boxes:
            return None
        one = self._chance.choice(boxes)
        return "choose", partial(one.setCurrentIndex, self._chance.randrange(one.count()))

    def _resize(self) -> Did:
        size = self._chance.randint(700, 1900), self._chance.randint(500, 1200)
        return f"resize {size}", partial(self._window.resize, *size)

    def _wait(self) -> Did:
        return "wait", partial(QTest.qWait, self._chance.choice((5, 60, 150)))

    def _open(self) -> Did:
        path = self._chance.choice(sample_fights())

        def open_it() -> None:
            self._application.open(path)
            self._window.showNormal()
            self._window.resize(self._chance.choice((1100, 1440)), self._chance.choice((700, 900)))

        return f"open {path.stem}", open_it


class PretendedDialog:
    """Stands where the dialog of files does: it answers at once, with a file or with none."""

    class AcceptMode:
        """As the real one's."""

        AcceptSave = 1

    class DialogCode:
        """As the real one's."""

        Accepted = 1

    class FileMode:
        """As the real one's."""

        ExistingFile = 1
        ExistingFiles = 2

    chance: Random
    folder: Path

    def __init__(self, *_what: object) -> None:
        self._name = ""
        self._reads = 0

    def setFileMode(self, mode: int) -> None:  # noqa: N802 - as the real one's
        """Remember how many files are to be read."""
        self._reads = mode

    def findChildren(self, _kind: object) -> list[object]:  # noqa: N802 - as the real one's
        """Have no parts, as the desktop's own."""
        return []

    def setAcceptMode(self, _mode: object) -> None:  # noqa: N802 - as the real one's
        """Do nothing."""

    def setDefaultSuffix(self, _suffix: str) -> None:  # noqa: N802 - as the real one's
        """Do nothing."""

    def selectFile(self, name: str) -> None:  # noqa: N802 - as the real one's
        """Remember the name that is proposed."""
        self._name = name

    def exec(self) -> int:
        """Answer."""
        return int(self.chance.random() < 0.7)

    def selectedFiles(self) -> list[str]:  # noqa: N802 - as the real one's
        """Return files to read, or one of a few to write."""
        if self._reads:
            return self.chance.sample(self._files(), self._reads)
        return [str(self.folder / f"{self.chance.randrange(4)}-{self._name[-40:]}")]

    def deleteLater(self) -> None:  # noqa: N802 - as the real one's
        """Do nothing."""

    @classmethod
    def _files(cls) -> Sequence[str]:
        folders = (CHECKOUT / "assets" / name for name in ("maps", "fights"))
        found = [str(one) for folder in folders for one in sorted(folder.iterdir())]
        return (*found, str(CHECKOUT / "README.md"), "/nowhere/x.gridwar")
