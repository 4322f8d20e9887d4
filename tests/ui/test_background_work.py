"""Work beside a window that closes over it."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from gridwar.ui.tasks.threads import Background, wait_for_background

if TYPE_CHECKING:
    from gridwar.ui.tasks.threads import IsStopped, Progress

_PATIENCE_S = 20


class _Wanting(QWidget):
    """A window that takes what some work comes to."""

    def __init__(self) -> None:
        super().__init__()
        self.background = Background(self)
        self.came: list[str] = []

    def take(self, made: str) -> None:
        """Keep it."""
        self.came.append(made)


def test_work_holds_no_window_and_outlives_it(qapp: object) -> None:
    """A thread that works on does not keep the window that wanted it; its result is dropped."""
    del qapp
    begun, may_end = threading.Event(), threading.Event()
    dropped = list[str]()

    def work(tell: Progress, is_stopped: IsStopped) -> str:
        assert not is_stopped()
        begun.set()
        assert may_end.wait(_PATIENCE_S)
        assert not is_stopped()
        tell(1.0, "to nobody")
        return "late"

    window = _Wanting()
    window.background.run(work, window.take, dropped.append)
    assert begun.wait(_PATIENCE_S)
    there = weakref.ref(window)
    delete(window)
    del window
    gc.collect()
    assert there() is None
    may_end.set()
    assert wait_for_background(_PATIENCE_S)
    assert dropped == ["late"]


def test_what_a_window_can_no_longer_take_is_handed_back(qapp: QApplication) -> None:
    """It closes after the work has ended and before it is told so: the result is not forgotten."""
    begun, dropped = threading.Event(), list[str]()

    def work(_tell: Progress, _is_stopped: IsStopped) -> str:
        begun.set()
        return "done"

    window = _Wanting()
    window.background.run(work, window.take, dropped.append)
    assert begun.wait(_PATIENCE_S)
    assert wait_for_background(_PATIENCE_S)
    assert not window.came
    assert not dropped
    delete(window)
    qapp.processEvents()
    assert dropped == ["done"]
