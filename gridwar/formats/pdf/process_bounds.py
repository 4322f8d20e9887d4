"""Bounds of memory and time that a process sets for itself before it reads what is not trusted."""

from __future__ import annotations

import sys


def bound_this_process(memory_bytes: int, seconds: int) -> None:
    """Let this process end rather than take more than it may, for good.

    Args:
        memory_bytes: All it may have at a time.
        seconds: How long it may work; waiting does not count.

    Raises:
        OSError: The system does not set them.
    """
    if sys.platform == "win32":
        _bound_by_job_object(memory_bytes, seconds)
    else:
        import resource

        for what, most in (
            (resource.RLIMIT_AS, memory_bytes),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_CORE, 0),  # what it dies of is nobody's to read
        ):
            _soft, hard = resource.getrlimit(what)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (least, least))


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _EXTENDED_LIMITS = 9
    _PROCESS_TIME, _ACTIVE_PROCESS, _PROCESS_MEMORY = 0x2, 0x8, 0x100
    _DIE_ON_UNHANDLED_EXCEPTION = 0x400
    _HUNDRED_NS_A_SECOND = 10_000_000

    class _BasicLimits(ctypes.Structure):
        """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION; the six counters in the middle are IO_COUNTERS."""

        _fields_ = (
            ("BasicLimitInformation", _BasicLimits),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    def _bound_by_job_object(memory_bytes: int, seconds: int) -> None:
        """Put this process into a job object with limits; the handle stays open as long as it runs.

        Written by Microsoft's documentation. On Windows the limit of time counts work in user mode
        alone, which is what drawing is.
        """
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
        kernel.SetInformationJobObject.argtypes = (
            wintypes.HANDLE,
            ctypes.c_int,
            wintypes.LPVOID,
            wintypes.DWORD,
        )
        kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        limits = _ExtendedLimits()
        basic = limits.BasicLimitInformation
        basic.LimitFlags = (
            _PROCESS_TIME | _ACTIVE_PROCESS | _PROCESS_MEMORY | _DIE_ON_UNHANDLED_EXCEPTION
        )
        basic.PerProcessUserTimeLimit = seconds * _HUNDRED_NS_A_SECOND
        basic.ActiveProcessLimit = 1
        limits.ProcessMemoryLimit = memory_bytes
        job = kernel.CreateJobObjectW(None, None)
        is_set = bool(job) and kernel.SetInformationJobObject(
            job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        if not is_set or not kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess()):
            raise ctypes.WinError(ctypes.get_last_error())
