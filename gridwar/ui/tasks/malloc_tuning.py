"""Tuning of glibc's malloc, so that freed memory goes back to the system.

Pictures come and go by megabytes while small objects live on between them, so the heap would
fragment. Owns the calls to glibc; other systems need none.
"""

from __future__ import annotations

import sys

_MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of ``mallopt``."""
_LARGE_BYTES = 1 << 20


def keep_large_blocks_apart() -> None:
    """Have large blocks allocated by mmap, so that they are given back as soon as they are freed.

    Left alone, glibc raises its threshold and puts them on the heap once one has been freed.
    """
    _call("mallopt", _MMAP_THRESHOLD, _LARGE_BYTES)


def give_back() -> None:
    """Return free pages of the heap to the system (`malloc_trim`)."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes  # only here: nobody waits for it elsewhere

    library = ctypes.CDLL(None)
    if hasattr(library, name):  # not in every C library of Linux
        getattr(library, name)(*numbers)
