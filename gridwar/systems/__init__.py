"""Rule systems, one package each, found when the program starts.

A system's package exports ``SYSTEM``; nothing else has to name it.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.system import System


@lru_cache(maxsize=1)
def systems() -> Mapping[str, System]:
    """Return every rule system by id."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {module.SYSTEM.id: module.SYSTEM for module in modules}


def find_system(id: str) -> System:  # noqa: A002
    """Return the rule system of an id.

    Raises:
        InputError: There is none; the message lists those there are.
    """
    found = systems().get(id)
    if found is None:
        known = ", ".join(systems())
        raise InputError(f"There is no rule system {id!r}; there are: {known}.")
    return found
