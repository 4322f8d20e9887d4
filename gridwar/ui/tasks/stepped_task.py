"""A stepped task: work of the window's thread that goes one step on between two events.

Owns when the next step comes and how the work ends: done, given up or finished at once. What the
steps are is a generator's matter; it yields wherever other events may come. Beside it, how such a
generator is gone through without a pause, and how its errors are reported.
"""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QApplication

from gridwar.ui.tasks.deferred_calls import soon

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtCore import QObject

T = TypeVar("T")


class SteppedTask:
    """At most one piece of work at a time, done step by step."""

    def __init__(self, owner: QObject | None = None) -> None:
        """Begin with none.

        Args:
            owner: Whose work it is: with it the steps end. None for the program's own.
        """
        # No reference: whoever does this work holds the task.
        self._owner = None if owner is None else weakref.ref(owner)
        self._steps: Generator[None, None, None] | None = None
        self._then: Callable[[], None] | None = None
        self._is_in_step = False

    @property
    def is_done(self) -> bool:
        """Whether no step is still to be done."""
        return self._steps is None

    def begin(self, steps: Generator[None, None, None]) -> None:
        """Give up what is under way and begin something else.

        Args:
            steps: Its first step is done at once: what puts things in order is then entered, and
                is heard if the work is given up before the next event.
        """
        self._drop()
        self._steps = steps
        self._step()

    def give_up(self) -> None:
        """Let go of what is under way; its generator is closed and may put things in order."""
        self._drop()
        self._go_on_with_the_next()

    def _drop(self) -> None:
        steps, self._steps = self._steps, None
        if steps is not None:
            steps.close()

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once no work is under way, done or given up; the last wish counts."""
        self._then = act
        if self._steps is None:
            self._go_on_with_the_next()

    def _go_on_with_the_next(self) -> None:
        act, self._then = self._then, None
        if act is not None:
            act()

    def finish(self, is_enough: Callable[[], object] = lambda: False) -> None:
        """Do all steps that are left, at once; asked for within a step, they come after it.

        Args:
            is_enough: Asked before each; the others come in their time.
        """
        while self._steps is not None and not self._is_in_step and not is_enough():
            self._go_on()

    def _go_on_soon(self) -> None:
        owner = QApplication.instance() if self._owner is None else self._owner()
        if owner is not None:
            soon(owner, self._step)

    def _step(self) -> None:
        self._go_on()
        if self._steps is not None:
            self._go_on_soon()

    def _go_on(self) -> None:
        """Do one step; whatever it raises is the end of the work."""
        steps = self._steps
        if steps is None:
            return
        self._is_in_step = True
        try:
            next(steps)
        except StopIteration:
            self._end(steps)
        except BaseException:
            self._end(steps)
            raise
        finally:
            self._is_in_step = False

    def _end(self, steps: Generator[None, None, None]) -> None:
        if self._steps is steps:  # a step may have begun something else
            self._steps = None
            self._go_on_with_the_next()


def reporting(steps: Generator[None, None, T]) -> Generator[None, None, T | Exception]:
    """Go through steps; what goes wrong is reported as an uncaught error, and is their result."""
    try:
        return (yield from steps)
    except Exception as error:  # noqa: BLE001 whatever it is, it must not lock the fight
        sys.excepthook(type(error), error, error.__traceback__)
        return error


def to_its_end(steps: Generator[None, None, T]) -> T:
    """Go through steps without a pause and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
