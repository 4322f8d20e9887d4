"""Memory goes back to the system when it is freed."""

from __future__ import annotations

import ctypes
import mmap
import subprocess
import sys
from pathlib import Path

import pytest

from gridwar.ui.tasks.memory import give_back, keep_large_blocks_apart

ROOT = Path(__file__).parents[3]
BLOCKS, BLOCK_BYTES, SMALL_BYTES = 40, 2_000_000, 200_000

glibc = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"),
    reason="only glibc is told",
)


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE


def in_a_fresh_process() -> None:
    """Fill memory with large and small blocks in turn; what is free goes back to the system."""
    keep_large_blocks_apart()
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    library.malloc.argtypes = [ctypes.c_size_t]
    library.free.argtypes = [ctypes.c_void_p]
    library.free(library.malloc(2 * BLOCK_BYTES))  # from here on the library would hold such ones
    before, large, small = _resident_bytes(), [], []
    for _number in range(BLOCKS):
        large.append(library.malloc(BLOCK_BYTES))
        ctypes.memset(large[-1], 1, BLOCK_BYTES)
        small.append(library.malloc(SMALL_BYTES))
    assert _resident_bytes() - before > BLOCKS * BLOCK_BYTES / 2
    for block in large:
        library.free(block)
    assert _resident_bytes() - before < BLOCKS * BLOCK_BYTES / 4
    for block in small:
        library.free(block)


@glibc
def test_large_blocks_leave_nothing_behind() -> None:
    """Pictures between which something small stays do not stay with it."""
    program = "from tests.unit.ui.test_malloc_tuning import in_a_fresh_process as check; check()"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_giving_back_can_be_asked_for_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system that needs no telling nothing is done."""
    give_back()
    monkeypatch.setattr(sys, "platform", "win32")
    give_back()
    keep_large_blocks_apart()
