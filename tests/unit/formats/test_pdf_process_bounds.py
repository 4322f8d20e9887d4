"""The bounds that the drawing process sets for itself on Windows, against a Windows that is played.

Sizes, offsets and values are those of Microsoft's documentation of job objects, for 64 bits.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from ctypes import wintypes
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.formats.pdf import process_bounds

if TYPE_CHECKING:
    from types import ModuleType

_JOB, _ITSELF = 0x123456789A, 0xFFFFFFFFFFFFFFFF
_EXTENDED = 144
"""Bytes of JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""


class Call(SimpleNamespace):
    """A function of Windows: it says what it is told to, and remembers with what it was called."""

    def __call__(self, *arguments: Any) -> Any:
        """Be called."""
        self.seen = arguments
        if self.look is not None:
            self.look(*arguments)
        return self.says


class Kernel:
    """The functions of kernel32 that are called."""

    def __init__(self) -> None:
        self.limits = b""
        self.CreateJobObjectW = Call(says=_JOB, look=None, seen=None)
        self.SetInformationJobObject = Call(says=1, look=self._keep, seen=None)
        self.GetCurrentProcess = Call(says=_ITSELF, look=None, seen=None)
        self.AssignProcessToJobObject = Call(says=1, look=None, seen=None)

    def _keep(self, _job: int, _kind: int, limits: Any, size: int) -> None:
        self.limits = ctypes.string_at(ctypes.addressof(limits._obj), size)

    def whole(self, at: int, size: int) -> int:
        """Return a number of the limits that were set."""
        return int.from_bytes(self.limits[at : at + size], "little")


@pytest.fixture
def kernel() -> Kernel:
    """Return a Windows that does what it is asked for."""
    return Kernel()


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch, kernel: Kernel) -> ModuleType:
    """Return the module as it is on Windows, where a DWORD has four bytes."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(wintypes, "DWORD", ctypes.c_uint32)
    monkeypatch.setattr(ctypes, "WinDLL", lambda _name, **_how: kernel, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    monkeypatch.setattr(
        ctypes, "WinError", lambda code: PermissionError(code, "denied"), raising=False
    )
    spec = importlib.util.spec_from_file_location("bounds_on_windows", process_bounds.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_job_object_bounds_memory_time_and_processes(
    on_windows: ModuleType, kernel: Kernel
) -> None:
    """A gigabyte, twenty seconds of work in steps of 100 ns, one process that dies quietly."""
    on_windows.bound_this_process(1 << 30, 20)
    job, kind, _limits, size = kernel.SetInformationJobObject.seen
    assert (job, kind, size) == (_JOB, 9, _EXTENDED)
    assert kernel.whole(0, 8) == 20 * 10**7  # PerProcessUserTimeLimit
    assert kernel.whole(16, 4) == 0x2 | 0x8 | 0x100 | 0x400  # LimitFlags
    assert kernel.whole(40, 4) == 1  # ActiveProcessLimit
    assert kernel.whole(112, 8) == 1 << 30  # ProcessMemoryLimit
    rest = [at for at in range(_EXTENDED) if kernel.limits[at]]
    known = (*range(8), *range(16, 20), *range(40, 44), *range(112, 120))
    assert set(rest) <= set(known), "nothing else is set"


def test_the_process_puts_itself_into_it(on_windows: ModuleType, kernel: Kernel) -> None:
    """By the handle that means the process which asks; handles keep all their bits."""
    on_windows.bound_this_process(1 << 30, 20)
    assert kernel.AssignProcessToJobObject.seen == (_JOB, _ITSELF)
    assert kernel.AssignProcessToJobObject.argtypes == (wintypes.HANDLE, wintypes.HANDLE)
    assert kernel.CreateJobObjectW.restype is wintypes.HANDLE
    assert kernel.GetCurrentProcess.restype is wintypes.HANDLE
    assert kernel.SetInformationJobObject.argtypes[0] is wintypes.HANDLE


@pytest.mark.parametrize(
    "failing", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"]
)
def test_without_its_bounds_it_does_not_begin(
    failing: str, on_windows: ModuleType, kernel: Kernel
) -> None:
    """Whichever call fails, Windows' own error comes of it, and nothing is asked for after it."""
    getattr(kernel, failing).says = 0
    with pytest.raises(PermissionError):
        on_windows.bound_this_process(1 << 30, 20)
    if failing != "AssignProcessToJobObject":
        assert kernel.AssignProcessToJobObject.seen is None
