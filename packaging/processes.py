"""What runs on Windows beside a program that is tried: its children, their windows, their end.

By ctypes alone, for ``test_installed.py``; to be imported on Windows.
"""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

AFTER_OTHERS = 0x4000
"""BELOW_NORMAL_PRIORITY_CLASS."""

_SNAPSHOT_OF_PROCESSES, _QUERY, _TERMINATE, _MOST_PATH = 0x2, 0x1000, 0x1, 260
_KEY_DOWN, _KEY_UP = 0x0100, 0x0101
_KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
_USER = ctypes.WinDLL("user32", use_last_error=True)


class _Entry(ctypes.Structure):
    """PROCESSENTRY32W."""

    _fields_ = (
        ("dwSize", wintypes.DWORD),
        ("cntUsage", wintypes.DWORD),
        ("th32ProcessID", wintypes.DWORD),
        ("th32DefaultHeapID", ctypes.c_size_t),
        ("th32ModuleID", wintypes.DWORD),
        ("cntThreads", wintypes.DWORD),
        ("th32ParentProcessID", wintypes.DWORD),
        ("pcPriClassBase", wintypes.LONG),
        ("dwFlags", wintypes.DWORD),
        ("szExeFile", wintypes.WCHAR * _MOST_PATH),
    )


_KERNEL.CreateToolhelp32Snapshot.restype = wintypes.HANDLE
_KERNEL.OpenProcess.restype = wintypes.HANDLE
for _take in (_KERNEL.Process32FirstW, _KERNEL.Process32NextW):
    _take.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Entry))
for _ask in (_KERNEL.CloseHandle, _KERNEL.GetPriorityClass):
    _ask.argtypes = (wintypes.HANDLE,)
_KERNEL.TerminateProcess.argtypes = (wintypes.HANDLE, wintypes.UINT)
_KERNEL.GetProcessTimes.argtypes = (wintypes.HANDLE, *(ctypes.c_void_p,) * 4)
_USER.PostMessageW.argtypes = (
    wintypes.HWND,
    wintypes.UINT,
    wintypes.WPARAM,
    wintypes.LPARAM,
)


class Process(NamedTuple):
    """One that runs: its number, that of who started it, and the name of its file."""

    number: int
    parent: int
    name: str


def running() -> list[Process]:
    """List all processes."""
    snapshot = _KERNEL.CreateToolhelp32Snapshot(_SNAPSHOT_OF_PROCESSES, 0)
    entry, found = _Entry(dwSize=ctypes.sizeof(_Entry)), list[Process]()
    is_more = _KERNEL.Process32FirstW(snapshot, ctypes.byref(entry))
    while is_more:
        found.append(Process(entry.th32ProcessID, entry.th32ParentProcessID, entry.szExeFile))
        is_more = _KERNEL.Process32NextW(snapshot, ctypes.byref(entry))
    _KERNEL.CloseHandle(snapshot)
    return found


def children(parent: int, name: str) -> list[int]:
    """List the processes of a name that one has started."""
    return [one.number for one in running() if one.parent == parent and one.name.lower() == name]


def is_running(number: int) -> bool:
    """Tell whether a process is there."""
    return any(one.number == number for one in running())


def priority(number: int) -> int:
    """Return the priority class of a process."""
    handle = _KERNEL.OpenProcess(_QUERY, False, number)
    found: int = _KERNEL.GetPriorityClass(handle)
    _KERNEL.CloseHandle(handle)
    return found


def worked_s(number: int) -> float:
    """Return for how many seconds a process has worked."""
    handle, times = _KERNEL.OpenProcess(_QUERY, False, number), (ctypes.c_ulonglong * 4)()
    step = ctypes.sizeof(ctypes.c_ulonglong)
    _KERNEL.GetProcessTimes(handle, *(ctypes.addressof(times) + step * at for at in range(4)))
    _KERNEL.CloseHandle(handle)
    return (times[2] + times[3]) / 1e7


def kill(number: int) -> None:
    """End a process as the task manager does, which asks nobody."""
    handle = _KERNEL.OpenProcess(_TERMINATE, False, number)
    _KERNEL.TerminateProcess(handle, 1)
    _KERNEL.CloseHandle(handle)


def type_key(window: int, letter: str) -> None:
    """Press and release a key of a window that is in front."""
    _USER.SetForegroundWindow(wintypes.HWND(window))
    scan = _USER.MapVirtualKeyW(ord(letter), 0)
    _USER.PostMessageW(window, _KEY_DOWN, ord(letter), 1 | scan << 16)
    _USER.PostMessageW(window, _KEY_UP, ord(letter), 1 | scan << 16 | 0xC0000000)


def visible_windows() -> Iterator[tuple[int, int, str]]:
    """Yield each visible window, the process it is of, and the name of its class."""
    found, name = list[tuple[int, int, str]](), ctypes.create_unicode_buffer(256)

    @ctypes.WINFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    def look(handle: int, _extra: int) -> bool:
        if _USER.IsWindowVisible(ctypes.c_void_p(handle)):
            number = wintypes.DWORD()
            _USER.GetWindowThreadProcessId(ctypes.c_void_p(handle), ctypes.byref(number))
            _USER.GetClassNameW(ctypes.c_void_p(handle), name, len(name))
            found.append((handle, number.value, name.value))
        return True

    _USER.EnumWindows(look, None)
    yield from found
