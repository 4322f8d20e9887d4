"""Reading files from outside: within a bound, never waiting, never a device."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from gridwar import bounded_read
from gridwar.bounded_read import NoPlainFile, TooLarge, read_bounded

if TYPE_CHECKING:
    from pathlib import Path

ON_UNIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither")


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_read, "_WAIT_MS", 50)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a pipe with nobody at its other end."""
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    return path


def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    """A file of exactly the bound, larger than one piece, comes back whole."""
    path = tmp_path / "file"
    held = bytes(range(256)) * 8192
    path.write_bytes(held)
    assert read_bounded(path, len(held)) == held


def test_a_byte_more_is_refused(tmp_path: Path) -> None:
    """A file that holds one byte more than its bound is not read; the words say the bound."""
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    with pytest.raises(TooLarge) as caught:
        read_bounded(path, 4)
    assert caught.value.strerror == "it is larger than 4 bytes"


@pytest.mark.parametrize("name", ["no\0name", "half \ud800"])
def test_a_name_that_no_file_has(tmp_path: Path, name: str) -> None:
    """What cannot be a name at all is told as any other file that cannot be read."""
    with pytest.raises(OSError, match=r"name|No such file"):
        read_bounded(tmp_path / name, 10)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """A folder is told as such."""
    with pytest.raises(NoPlainFile, match="folder"):
        read_bounded(tmp_path, 10)


@ON_UNIX
def test_a_device_is_no_file(tmp_path: Path) -> None:
    """A link to a device without end is refused before a byte of it is read."""
    (tmp_path / "map.json").symlink_to("/dev/zero")
    with pytest.raises(NoPlainFile, match="device"):
        read_bounded(tmp_path / "map.json", 10, pipe=True)


@ON_UNIX
def test_nobody_is_awaited_at_a_pipe(pipe: Path) -> None:
    """A pipe is refused where a file is wanted, and empty where nobody writes into it."""
    with pytest.raises(NoPlainFile, match="pipe"):
        read_bounded(pipe, 10)
    assert read_bounded(pipe, 10, pipe=True) == b""


@ON_UNIX
def test_a_pipe_is_read_as_its_writer_writes(pipe: Path) -> None:
    """What somebody writes slowly into a pipe is read whole."""
    wait = threading.Event()

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            wait.wait(0.2)  # longer than is waited for somebody to come
            file.write(b"first ")
            wait.wait(0.05)
            file.write(b"second")

    writer = threading.Thread(target=write)
    writer.start()
    assert read_bounded(pipe, 100, pipe=True) == b"first second"
    writer.join()


@ON_UNIX
def test_a_pipe_has_a_bound_as_well(pipe: Path) -> None:
    """A pipe that gives more than the bound is given up, however much is still to come."""

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            file.write(b"x" * 1000)

    writer = threading.Thread(target=write)
    writer.start()
    with pytest.raises(TooLarge):
        read_bounded(pipe, 100, pipe=True)
    writer.join()
