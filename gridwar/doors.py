"""Doors to libraries that take long to load: behind each is nothing until it is first used.

``put_up`` stands a door where the import system finds it, so that ``import numpy as np`` at the top
of a module costs nothing. Only the program's start does so; tests and scripts import as always.
(``importlib.util.LazyLoader`` would do, were it safe with threads before Python 3.12.)
"""

from __future__ import annotations

import sys
from importlib import import_module
from threading import RLock
from types import ModuleType

_LOCK = RLock()


class _Door(ModuleType):
    """Stands for a module; becomes like it when something in it is asked for."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)  # those who look at every module there is ask for these
        with _LOCK:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            module = import_module(self.__name__)
            self.__dict__.update(module.__dict__)
        found: object = getattr(module, name)
        return found


def put_up(*names: str) -> None:
    """Put doors before libraries that are not loaded yet."""
    for name in names:
        if name not in sys.modules:
            sys.modules[name] = _Door(name)


def is_open(name: str) -> bool:
    """Say whether no door stands before a library any more, or none ever did."""
    return not isinstance(sys.modules.get(name), _Door)
