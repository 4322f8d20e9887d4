"""Work of the window's thread that goes on a step between two events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from gridwar.ui.tasks.stepped_task import SteppedTask

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytestqt.qtbot import QtBot


def _counting(seen: list[str], name: str = "") -> Generator[None, None, None]:
    try:
        for number in range(3):
            seen.append(f"{name}{number}")
            yield
        seen.append(f"{name}end")
    except GeneratorExit:
        seen.append(f"{name}given up")
        raise


def test_a_step_comes_between_two_events_until_all_are_done(qtbot: QtBot) -> None:
    """The first is done at once, the others are not; in the end all are."""
    task, seen = SteppedTask(), list[str]()
    task.begin(_counting(seen))
    assert seen == ["0"]
    qtbot.waitUntil(lambda: task.is_done)
    assert seen == ["0", "1", "2", "end"]


def test_finishing_does_what_is_left_at_once(qtbot: QtBot) -> None:
    """No event is waited for, and none of the steps comes twice."""
    task, seen = SteppedTask(), list[str]()
    task.begin(_counting(seen))
    task.finish()
    assert (seen, task.is_done) == (["0", "1", "2", "end"], True)
    qtbot.wait(20)
    assert len(seen) == 4


def test_what_is_begun_last_is_what_goes_on(qtbot: QtBot) -> None:
    """The work before is given up at its step."""
    task, seen = SteppedTask(), list[str]()
    task.begin(_counting(seen, "a"))
    task.begin(_counting(seen, "b"))
    qtbot.waitUntil(lambda: task.is_done)
    assert seen == ["a0", "agiven up", "b0", "b1", "b2", "bend"]


def test_what_comes_afterwards_waits_for_the_last_work(qtbot: QtBot) -> None:
    """Other work begun meanwhile is waited for too; of two wishes the last is done, once."""
    task, seen = SteppedTask(), list[str]()
    task.begin(_counting(seen, "a"))
    task.afterwards(lambda: seen.append("first wish"))
    task.afterwards(lambda: seen.append("wish"))
    task.begin(_counting(seen, "b"))
    qtbot.waitUntil(lambda: task.is_done)
    assert seen == ["a0", "agiven up", "b0", "b1", "b2", "bend", "wish"]
    task.afterwards(lambda: seen.append("at once"))
    assert seen[-2:] == ["wish", "at once"]


def test_what_belongs_to_somebody_ends_with_him(qtbot: QtBot) -> None:
    """Once a widget is gone no step of its work comes any more."""
    widget, seen = QWidget(), list[str]()
    task = SteppedTask(widget)
    task.begin(_counting(seen))
    delete(widget)
    qtbot.wait(20)
    assert seen == ["0"]


def test_a_step_may_ask_for_the_rest(qtbot: QtBot) -> None:
    """The rest comes once the step is over: a generator does not run within itself."""
    task, seen = SteppedTask(), list[str]()

    def asking() -> Generator[None, None, None]:
        yield
        task.finish()
        seen.append("asked")
        yield
        seen.append("end")

    task.begin(asking())
    qtbot.waitUntil(lambda: task.is_done)
    assert seen == ["asked", "end"]


def test_a_step_that_fails_is_the_last(qtbot: QtBot) -> None:
    """The error is not swallowed, and the task is free for other work."""

    def failing() -> Generator[None, None, None]:
        yield
        raise ValueError("no")

    task = SteppedTask()
    task.begin(failing())
    with pytest.raises(ValueError, match="no"):
        task.finish()
    assert task.is_done
    del qtbot
