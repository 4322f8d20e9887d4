"""The splash screen: the name, while everything else is still loading.

Owns the splash screen and the order of loading. It imports next to nothing, so that it is there as
soon as Qt is; the window proper is ``startup``'s.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QSplashScreen, QWidget

from gridwar.bounded_read import read_bounded
from gridwar.paths import user_config_dir
from gridwar.text import _
from gridwar.ui.style.colors import Palette, ThemeName, palette_for, qcolor

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QCoreApplication, QEvent

_SIZE_PX = (360, 132)
_NAME_PX = 30
_NAME_BASE_PX = 60
_WORDS_PX = 14
_WORDS_BASE_PX = 94
_PATIENCE_S = 0.3
_MOST_BYTES = 1 << 20
"""A larger file of settings is none, as ``control.user_settings`` has it, which loads slowly."""


class Splash(QSplashScreen):
    """The splash screen. It does without the names of ``Qt``: they take long to load."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.is_painted = False
        self._palette = palette
        self.resize(*_SIZE_PX)
        self.move(self.screen().availableGeometry().center() - self.rect().center())

    def event(self, event: QEvent) -> bool:
        """Do not wait to be seen (Qt's hook): a splash screen would, and for a second."""
        return QWidget.event(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw name and words (Qt's hook)."""
        self.is_painted = True
        colors, box = self._palette, QRectF(self.rect())
        with QPainter(self) as painter:
            painter.fillRect(box, qcolor(colors.window))
            painter.setPen(QPen(qcolor(colors.line2), 1))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
            face = painter.font()
            for words, size_px, color, base in (
                ("Gridwar", _NAME_PX, colors.text, _NAME_BASE_PX),
                (_("Opening \u2026"), _WORDS_PX, colors.text2, _WORDS_BASE_PX),
            ):
                face.setPixelSize(size_px)
                painter.setFont(face)
                painter.setPen(qcolor(color))
                left = (box.width() - painter.fontMetrics().horizontalAdvance(words)) / 2
                painter.drawText(QPointF(left, base), words)


def run(path: Path | None = None, *, sample: bool = False, tells: bool = False) -> int:
    """Show the splash screen, load the rest, open the window and stay until it is closed.

    Args:
        path: A fight to open, or a map to begin one on; None for a new one.
        sample: Open the sample fight where no file is given.
        tells: Open the window whatever is wrong with the file, and say it there.

    Returns:
        The exit code.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    splash = Splash(palette_for(_theme_name()))
    splash.show()
    _wait_for(splash, app)
    gc.disable()  # what is loaded now stays to the end
    from gridwar.ui.app.startup import run as run_window
    from gridwar.ui.tasks.memory import IdleGc

    def opened() -> None:
        splash.close()
        IdleGc(app)

    try:
        return run_window(path, opened, sample=sample, tells=tells)
    finally:
        splash.close()


def _wait_for(splash: Splash, app: QCoreApplication) -> None:
    """Give the screen the moment it takes to show the splash screen, and no more."""
    end = time.monotonic() + _PATIENCE_S
    while not splash.is_painted and time.monotonic() < end:
        app.processEvents()
    app.processEvents()


def _theme_name() -> ThemeName:
    """Return the theme the user chose last; settings are read properly later."""
    try:
        raw = read_bounded(user_config_dir() / "settings.json", _MOST_BYTES)
        return ThemeName(json.loads(raw)["theme"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ThemeName.DARK
