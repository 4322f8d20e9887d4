"""What the frozen program does before all else: its modules are read from one mapped file."""

from __future__ import annotations

import subprocess
import sys
import zlib
from types import ModuleType
from typing import TYPE_CHECKING

import runtime_hook

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_modules_are_read_from_the_mapped_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any place, several at once, after the file was replaced; other files open as ever."""
    program, other = tmp_path / "gridwar.exe", tmp_path / "other"
    modules = [zlib.compress(bytes([number]) * 5000) for number in range(3)]
    program.write_bytes(b"MZ" + b"".join(modules))
    other.write_bytes(b"another")
    monkeypatch.setattr(sys, "executable", str(program))
    archive = ModuleType("pyimod01_archive")
    runtime_hook.map_archive(archive)
    new = tmp_path / "new"
    new.write_bytes(b"upgraded")
    new.replace(program)
    at = 2 + len(modules[0])
    with archive.open(str(program), "rb") as first, archive.open(str(program), "rb") as second:
        first.seek(at)
        second.seek(2)
        assert zlib.decompress(first.read(len(modules[1]))) == b"\x01" * 5000
        assert zlib.decompress(second.read(len(modules[0]))) == b"\x00" * 5000
    with archive.open(str(other), "rb") as file:
        assert file.read() == b"another"


def test_imports_are_remembered_before_pyside_changes_them() -> None:
    """The command line loads no Qt, and keeps the interpreter's own, which PySide6 replaces."""
    look = "import builtins, gridwar.cli as cli; before = cli._PLAIN_IMPORT\n"
    look += "import PySide6.QtCore; print(before.__name__, builtins.__import__ is before)"
    line = [sys.executable, "-c", look]
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["__import__", "False"]
