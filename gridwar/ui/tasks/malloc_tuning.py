"""Memory that the C library keeps after it was freed, and how it goes back to the system.

Pictures come and go by megabytes, small things live on between them: what was freed stays with
the process as holes. Owns what glibc is told about that; other systems need no telling.
"""

from __future__ import annotations

import sys
from typing import Any

_MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of ``mallopt``."""
_LARGE_BYTES = 1 << 20


def keep_large_blocks_apart() -> None:
    """Have each large block be mapped by itself, so that all of it is given back when it is freed.

    By itself the library would begin to place them among all else once one of them was freed.
    """
    _call("mallopt", _MMAP_THRESHOLD, _LARGE_BYTES)


def give_back() -> None:
    """Give the holes between what is still in use back to the system."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes  # only here: nobody waits for it elsewhere

    library: Any = ctypes.CDLL(None)
    if hasattr(library, name):  # not in every C library of Linux
        getattr(library, name)(*numbers)
