"""Where the players' window is shown: on their screen if it is there, never over the GM's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtGui import QScreen
    from PySide6.QtWidgets import QWidget

WINDOWED = QSize(1280, 720)
MOST_NAME = 40
"""Letters of a screen's name that settings keep."""


def name_of(screen: QScreen) -> str:
    """Return by which name a screen is known again."""
    return screen.name()[:MOST_NAME]


def players_screen(gm: QWidget, kept: str = "") -> QScreen | None:
    """Return the screen for the players; None where there is but the game master's.

    Args:
        gm: The game master's window.
        kept: The name of the one they had last.
    """
    others = [one for one in QGuiApplication.screens() if one is not gm.screen()]
    own = [one for one in others if not is_mirrored(one, gm.screen())]
    found = [one for one in own or others if name_of(one) == kept]
    if found:
        return found[0]
    return max(own, key=_pixels, default=None)


def is_mirrored(screen: QScreen, other: QScreen) -> bool:
    """Return whether two screens show the same: one lies over the other."""
    return screen is not other and screen.geometry().intersects(other.geometry())


def has_mirror(gm: QWidget) -> bool:
    """Return whether what the game master sees stands on another screen as well."""
    return any(is_mirrored(one, gm.screen()) for one in QGuiApplication.screens())


def show_on(window: QWidget, screen: QScreen) -> None:
    """Fill a screen with a window that takes no keys and has no frame."""
    window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    window.setWindowFlag(Qt.WindowType.WindowDoesNotAcceptFocus)
    window.setScreen(screen)
    window.setGeometry(screen.geometry())
    window.setCursor(Qt.CursorShape.BlankCursor)
    window.showFullScreen()


def show_beside(window: QWidget, gm: QWidget) -> None:
    """Show a window on the one screen there is, like any other, to be moved by hand."""
    room = gm.screen().availableGeometry()
    size = room.size().boundedTo(WINDOWED)
    place = QRect(QPoint(), size)
    place.moveBottomRight(room.bottomRight())
    window.setGeometry(place)
    window.show()


def _pixels(screen: QScreen) -> float:
    size, ratio = screen.geometry().size(), screen.devicePixelRatio()
    return size.width() * size.height() * ratio * ratio
