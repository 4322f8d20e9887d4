"""Questions that are answered by one sheet and by nothing else, and say less than its fields do.

Which Movement Increment somebody is in turns on the squares it has moved; most squares more or less
change nothing of it. A rule that asks so after its first roll can be worked out once for all who
have the same answer, however far they came.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from typing import TYPE_CHECKING, Protocol, TypeVar

from gridwar.model.combatant import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

S = TypeVar("S", bound=Sheet)
T = TypeVar("T")


class SheetListener(Protocol):
    """Hears each question of a sheet before it is answered, and may answer it."""

    def __call__(self, question: Callable[..., T], sheet: Sheet) -> T:
        """Return the answer."""


_LISTENER: ContextVar[SheetListener | None] = ContextVar(
    "who hears questions of sheets", default=None
)


def of_sheet(question: Callable[[S], T]) -> Callable[[S], T]:
    """Declare that a question reads one sheet, and nothing else of the fight."""

    def asked(sheet: S) -> T:
        listener = _LISTENER.get()
        return question(sheet) if listener is None else listener(question, sheet)

    update_wrapper(asked, question)
    return asked


@contextmanager
def hearing_of_sheets(listener: SheetListener | None) -> Iterator[None]:
    """Have questions of sheets heard by somebody, or by nobody."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
