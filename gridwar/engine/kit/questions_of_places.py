"""Questions that are answered by the map and by where people are, and by nothing else.

A rule that has to look again after its first roll (may the next blow still be struck?) asks so:
what its answers were can then be asked anew for another square, without playing all of it there.
One that asks so before its first roll is rehearsed once for all squares that answer alike: the less
a question tells (within the ring, not how far), the more squares share its answer.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.encounter import Encounter

P = ParamSpec("P")
T = TypeVar("T")


class Listener(Protocol):
    """Hears each question of places before it is answered, and may answer it."""

    def __call__(
        self, question: Callable[..., T], encounter: Encounter, args: tuple[object, ...]
    ) -> T:
        """Return the answer."""


_FOR_WORDS: Final = "is_for_words"
_LISTENER: ContextVar[Listener | None] = ContextVar("who hears questions of places", default=None)


def of_places(
    question: Callable[Concatenate[Encounter, P], T],
) -> Callable[Concatenate[Encounter, P], T]:
    """Declare that a question reads the map and where people are, and nothing else of the fight.

    Where they are: position, altitude, size, facing, whether set aside; beside the map itself the
    game master's rulings, the house rules and who is in the fight. Whatever else the answer turns
    on is an argument. Arguments are hashable and come by position.
    """

    def asked(encounter: Encounter, /, *args: P.args, **kwargs: P.kwargs) -> T:
        listener = _LISTENER.get()
        if listener is None or kwargs:
            return question(encounter, *args, **kwargs)
        return listener(question, encounter, args)

    update_wrapper(asked, question)
    return asked


def for_words(
    question: Callable[Concatenate[Encounter, P], T],
) -> Callable[Concatenate[Encounter, P], T]:
    """Declare a question of places whose answer is told to people, and decides nothing."""
    setattr(question, _FOR_WORDS, True)
    return of_places(question)


def is_for_words(question: Callable[..., object]) -> bool:
    """Return whether a question is asked to tell people the answer, and decides nothing."""
    return hasattr(question, _FOR_WORDS)


@contextmanager
def hearing(listener: Listener | None) -> Iterator[None]:
    """Have questions of places heard by somebody, or by nobody."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
