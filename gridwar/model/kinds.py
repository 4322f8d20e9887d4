"""The names of commands and events on disk: made of the class's own name.

A class of ``gridwar.systems.<id>`` is called ``<id>.its_name``, any other ``its_name``.
"""

from __future__ import annotations

import re

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(kind: type) -> str:
    """Return the name on disk of a class; empty for a base, whose name begins with ``_``."""
    if kind.__name__.startswith("_"):
        return ""
    name = _CAPITAL.sub("_", kind.__name__).lower()
    path = kind.__module__.split(".")
    return f"{path[2]}.{name}" if path[:2] == ["gridwar", "systems"] else name
