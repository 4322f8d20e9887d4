"""Lazy imports: placeholders for libraries that take long to load, filled on first use.

``put_up`` puts one into ``sys.modules``, so that ``import numpy as np`` at the top of a module
costs nothing; ``leave_out`` does so for parts of a library that nothing here uses, but that the
library itself would load. Only the program's start does either; tests and scripts import as always.
(``importlib.util.LazyLoader`` would do, were it safe with threads before Python 3.12.)
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from types import ModuleType

_LOCK = RLock()


class _Door(ModuleType):
    """Stands for a module; becomes like it when something in it is asked for that it has not."""

    def __init__(self, name: str, answers: dict[str, object]) -> None:
        super().__init__(name)
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)  # those who look at every module there is ask for these
        found: object = getattr(_behind(self), name)
        return found


def _behind(door: _Door) -> ModuleType:
    """Load the library behind a door, and return it."""
    with _LOCK:
        if sys.modules.get(door.__name__) is door:
            del sys.modules[door.__name__]
        module = import_module(door.__name__)
        door.__dict__.update(module.__dict__)
    return module


class _Part(ModuleType):
    """Stands for a package of which some parts alone are wanted; others come when asked for."""

    def __init__(self, name: str, path: list[str], wanted: tuple[str, ...]) -> None:
        super().__init__(name)
        self.__path__ = path
        self._wanted = wanted

    def __getattr__(self, name: str) -> object:
        if name == "__all__":  # the whole package says ``from this import *``
            for part in self._wanted:
                module = import_module(f"{self.__name__}.{part}")
                self.__dict__.update({key: getattr(module, key) for key in _public(module)})
            self.__all__ = _public(self)
            return self.__all__
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return import_module(f"{self.__name__}.{name}")
        except ModuleNotFoundError:
            text = f"{self.__name__} is loaded in part and has no {name}"
            raise AttributeError(text) from None


def _public(module: ModuleType) -> list[str]:
    return [name for name in vars(module) if not name.startswith("_")]


def put_up(*names: str, **answers: object) -> None:
    """Put doors before libraries that are not loaded yet.

    Args:
        names: The libraries.
        answers: What the doors give without being opened.
    """
    for name in names:
        if name not in sys.modules:
            sys.modules[name] = _Door(name, answers)


def leave_out(library: str, **parts: tuple[str, ...]) -> None:
    """Let a library load without some of its packages, or with some parts of them only.

    Args:
        library: A package that is not loaded yet; a door may stand before it.
        parts: By the names of its packages, what of each is loaded.
    """
    door = sys.modules.pop(library, None)
    spec = find_spec(library)
    if door is not None:
        sys.modules[library] = door
    roots = (spec and spec.submodule_search_locations) or ()
    for name, wanted in parts.items():
        whole = f"{library}.{name}"
        places = [f"{place}/{name}" for place in roots]
        sys.modules.setdefault(whole, _Part(whole, places, wanted))


def load_now(name: str) -> None:
    """Load a library, whether or not a door stands before it.

    Args:
        name: The library.
    """
    found = import_module(name)
    if isinstance(found, _Door):
        _behind(found)


def is_open(name: str) -> bool:
    """Return whether no door stands before a library any more, or none ever did."""
    return not isinstance(sys.modules.get(name), _Door)
