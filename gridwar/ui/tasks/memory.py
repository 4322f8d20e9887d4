"""The memory of the program: when the garbage collector runs, and when freed memory goes back.

Left alone, Python's collector would run in the middle of a drag for next to no garbage: frozen
records hold no cycles. And pictures come and go by megabytes while small objects live on between
them, so the heap of glibc would fragment; other systems need no calls for that.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

_TICK_MS = 500
_FEW_WAKES = 8
"""Of the event loop in a tick: a blinking cursor and this timer itself, but nobody's hand."""
_YOUNG = 10_000
"""So many new objects are worth a look."""
_MANY_YOUNG = 20_000
"""So many are looked at unless a mouse button is held: 15 to 30 ms, where later it would be 300."""
_MOST_TICKS = 10
"""So many ticks a walk that was asked for waits for rest: garbage of two windows takes twice."""
_MOST_YOUNG = 1_000_000
"""So many are not left alone, whatever goes on."""
_OLD = 300_000
"""So many that outlived a look are worth a walk through everything."""
_NEW_MODULES = 25
"""So many modules that came since, a rule system's, are left out of all walks to come."""
_MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of ``mallopt``."""
_LARGE_BYTES = 1 << 20


class IdleGc(QObject):
    """Runs the garbage collector from the event loop instead of by Python's own thresholds.

    That is while nobody does anything; where nobody rests, in small portions as long as no mouse
    button is held.
    """

    def __init__(self, owner: QObject) -> None:
        """Begin, with all objects there are now frozen (`gc.freeze`): they stay to the end.

        Args:
            owner: Lives in the window's thread; with it this ends.
        """
        super().__init__(owner)
        gc.disable()
        self.freeze()
        self._wakes = self._old = 0
        self._is_asked = self._is_trim_due = False
        self._waited = 0
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.connect(self._count)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self._timer.start(_TICK_MS)

    def ask(self) -> None:
        """Collect all generations at the next idle moment: much has just become garbage."""
        self._is_asked = True

    def freeze(self) -> None:
        """Freeze all objects there are now: they stay to the end, and no walk goes through them."""
        gc.freeze()
        self._modules = len(sys.modules)

    def end(self) -> None:
        """Leave the collector to Python again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _count(self) -> None:
        self._wakes += 1

    def tick(self) -> None:
        """Do what is due, the least first and one thing at a time: each takes a moment."""
        is_quiet, self._wakes = self._wakes <= _FEW_WAKES, 0
        young = gc.get_count()[0]
        is_held = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        self._waited += self._is_asked
        is_overdue = self._waited > _MOST_TICKS and not is_held
        if young > (_YOUNG if is_quiet else _MOST_YOUNG if is_held else _MANY_YOUNG):
            self._old += young - gc.collect(1)
        elif is_overdue or (is_quiet and (self._is_asked or self._old > _OLD)):
            self._is_asked, self._old, self._waited, self._is_trim_due = False, 0, 0, True
            gc.collect()
            if len(sys.modules) >= self._modules + _NEW_MODULES:
                self.freeze()  # once for a rule system, and with it the window that plays it
        elif is_quiet and self._is_trim_due:
            self._is_trim_due = False
            give_back()


def collect_soon() -> None:
    """Ask the application's `IdleGc`, if there is one, for a full collection soon."""
    idle_gc = _of_the_application()
    if idle_gc is not None:
        idle_gc.ask()


def freeze_what_is_loaded() -> None:
    """Freeze what has been loaded, while there is no window: modules are most of all objects."""
    idle_gc = _of_the_application()
    if idle_gc is not None:
        idle_gc.freeze()


def _of_the_application() -> IdleGc | None:
    app = QCoreApplication.instance()
    return app.findChild(IdleGc) if app is not None else None


def keep_large_blocks_apart() -> None:
    """Have large blocks allocated by mmap, so that they are given back as soon as they are freed.

    Left alone, glibc raises its threshold and puts them on the heap once one has been freed.
    """
    _call("mallopt", _MMAP_THRESHOLD, _LARGE_BYTES)


def give_back() -> None:
    """Return free pages of the heap to the system (`malloc_trim`)."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes  # only here: nobody waits for it elsewhere

    library = ctypes.CDLL(None)
    if hasattr(library, name):  # not in every C library of Linux
        getattr(library, name)(*numbers)
