"""Round corners of menus and lists that are windows of their own.

They need a desktop that lays windows over each other with their clear parts; where there is none,
as under a bare X server, what should be clear is black, so corners stay straight there.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QNativeInterface

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_LIBRARY = "libX11.so.6"
_OWNER = "_NET_WM_CM_S{}"
"""What a compositor owns of each screen, by the freedesktop's convention."""


def round_corners(window: QWidget) -> None:
    """Let what a window does not draw be clear, where the desktop can."""
    window.setProperty("round", has_clear_corners())
    if has_clear_corners():
        window.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


@cache
def has_clear_corners() -> bool:
    """Return whether windows may have clear parts here."""
    if QGuiApplication.platformName() != "xcb":
        return True
    app = QGuiApplication.instance()
    if not isinstance(app, QGuiApplication):
        return False
    found = app.nativeInterface()
    if not isinstance(found, QNativeInterface.QX11Application):
        return False
    with suppress(OSError, AttributeError):
        return _is_composited(found.display())
    return False


def _is_composited(display: int) -> bool:
    """Ask an X server whether a compositor runs on its first screen."""
    import ctypes  # only here: nobody waits for it elsewhere

    library = ctypes.CDLL(_LIBRARY)
    library.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    library.XInternAtom.restype = ctypes.c_ulong
    library.XGetSelectionOwner.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
    library.XGetSelectionOwner.restype = ctypes.c_ulong
    atom = library.XInternAtom(display, _OWNER.format(0).encode(), 0)
    return bool(library.XGetSelectionOwner(display, atom))
