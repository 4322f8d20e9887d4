"""What is written beside the window."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from gridwar.ui.tasks.threads import FileThread

if TYPE_CHECKING:
    import pytest


def test_work_is_done_beside_and_in_order() -> None:
    """Nobody waits for it but whoever asks to; it comes in the order in which it was asked for."""
    files, done, may_go_on = FileThread(), list[int](), threading.Event()

    def first() -> None:
        may_go_on.wait()
        done.append(1)

    files.do(first)
    files.do(lambda: done.append(2))
    assert not done
    may_go_on.set()
    files.wait()
    assert done == [1, 2]


def test_an_error_is_a_crash_of_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told where errors of threads are told, and later work is done all the same."""
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_value))
    files, error = FileThread(), ValueError("no")

    def fail() -> None:
        raise error

    files.do(fail)
    files.wait()
    assert told == [error]
