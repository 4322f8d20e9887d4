"""Notes each procedure that is made, so that a run can tell which of them it never started.

The interpreter says nothing of a generator that is dropped unstarted. While tests run, functions
that return procedures therefore hand what they make to a list; they stay the same functions, so
whoever imported them is watched too. The program itself knows nothing of it.
"""

from __future__ import annotations

import inspect
import sys
from threading import get_ident
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_FOLDERS = ("gridwar.engine.kit", "gridwar.systems.", "tests.support.")


class _Watch:
    """What is watched and what was made; one for the process, as there is one play at a time.

    Other threads, which may still explore odds for an earlier test, are none of its business.
    """

    def __init__(self) -> None:
        self.thread = 0
        self.made: list[Generator[Any, Any, Any]] | None = None
        self._watched: set[str] = set()
        self._loaded = 0

    def watch(self) -> None:
        """Watch the modules that were imported since."""
        if self._loaded == len(sys.modules):
            return
        self._loaded = len(sys.modules)
        for name in [one for one in sys.modules if one.startswith(_FOLDERS)]:
            if name not in self._watched:
                self._watched.add(name)
                for function in _procedures(vars(sys.modules[name])):
                    _watch(function)


_here = _Watch()


def begin() -> None:
    """Note what is made from here on."""
    _here.watch()
    _here.made, _here.thread = [], get_ident()


def end() -> tuple[str, ...]:
    """Return the names of the procedures that were made and never started, and note no more."""
    made, _here.made = _here.made or [], None
    unstarted = [one for one in made if inspect.getgeneratorstate(one) == inspect.GEN_CREATED]
    return tuple(str(getattr(one, "__name__", one)) for one in unstarted)


def _procedures(names: dict[str, Any]) -> Iterator[FunctionType]:
    for one in names.values():
        if isinstance(one, FunctionType) and one.__module__ == names["__name__"]:
            returned = str(one.__annotations__.get("return", ""))
            if returned.startswith("Procedure[") and inspect.isgeneratorfunction(one):
                yield one


def _watch(function: FunctionType) -> None:
    """Let a function note what it makes, and stay the object it is."""
    if function.__closure__:
        return
    inside = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    inside.__kwdefaults__ = function.__kwdefaults__

    def noted(*args: Any, **kwargs: Any) -> Any:
        made = inside(*args, **kwargs)
        if _here.made is not None and _here.thread == get_ident():
            _here.made.append(made)
        return made

    function.__code__ = _hand_to.__code__
    function.__defaults__, function.__kwdefaults__ = None, {"_noted": noted}


def _hand_to(*args: Any, _noted: Any, **kwargs: Any) -> Any:
    return _noted(*args, **kwargs)
