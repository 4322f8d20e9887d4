"""The process that draws pages of PDFs: bounded, ended, and whatever it dies of told."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

import gridwar
from gridwar.errors import Cancelled, MapError
from gridwar.formats.import_report import never
from gridwar.formats.pdf import drawing_process
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.drawing_process import asked
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.pdf.pdf_book import open_pdf
from tests.support.pdf_files import Page, pdf

_RED, _BLUE = b"1 0 0", b"0 0 1"
_FOREVER = "import time\nwhile True: time.sleep(1)"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Return a PDF of two pages."""
    path = tmp_path / "book.pdf"
    red, blue = (Page(b"%b rg 9 9 9 9 re f" % color, size=(36, 36)) for color in (_RED, _BLUE))
    path.write_bytes(pdf([red, blue]))
    return path


def _instead(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let something else be started."""
    monkeypatch.setattr(drawing_process, "program", lambda: [sys.executable, "-c", code])


def test_a_process_that_is_killed_is_told(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the file and the page and says what to do."""
    _instead(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    with (
        asked(book, wm.DrawPage(1, dpi=72)) as process,
        pytest.raises(MapError, match=r"book.pdf, page 2: the drawing of it broke off.*Save the"),
    ):
        next(process.answers(never))


def test_a_process_out_of_time_is_told(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system ends it by a signal; the message says after how long."""
    _instead(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)")
    with pytest.raises(MapError, match="more than 20 seconds"):
        open_pdf(book)


@pytest.mark.parametrize(("code", "patience_s"), [(1816, 60.0), (1, 0.0)])
def test_windows_ends_what_takes_too_long_by_other_codes(
    code: int, patience_s: float, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its job object by an error of its own; what the program kills itself ends as if by hand."""
    _instead(monkeypatch, _FOREVER if patience_s == 0.0 else "pass")
    monkeypatch.setattr(drawing_process, "_PATIENCE_S", patience_s)
    with asked(book, wm.ListPages()) as process:
        plain = process._process.wait
        monkeypatch.setattr(process._process, "wait", lambda: (plain(), code)[1])
        with pytest.raises(MapError, match="more than 20 seconds"):
            next(process.answers(lambda: False))


def test_an_answer_that_is_none_is_told(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not understood counts as broken off."""
    _instead(monkeypatch, 'print(\'{"type": "Nonsense"}\')')
    with pytest.raises(MapError, match="broke off"):
        open_pdf(book)


def test_a_process_that_does_not_start_is_told(
    book: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The reason of the system stands in the message."""
    monkeypatch.setattr(drawing_process, "program", lambda: [str(tmp_path / "nothing")])
    with pytest.raises(MapError, match="does not start: No such file"):
        open_pdf(book)


def test_a_cancel_ends_the_process_and_removes_its_folder(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is left, whatever it does."""
    _instead(monkeypatch, _FOREVER)
    with asked(book, wm.ListPages()) as process:
        assert process.folder.is_dir()
        with pytest.raises(Cancelled):
            next(process.answers(lambda: True))
    assert process._process.poll() is not None
    assert not process.folder.exists()


def test_a_disk_that_is_full_is_told(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing cannot be written; the message says why and what to do."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no disk that is always full")

    class FullFolder(tempfile.TemporaryDirectory[str]):
        def __enter__(self) -> str:
            (Path(self.name) / "1.pixels").symlink_to("/dev/full")
            return self.name

    monkeypatch.setattr(tempfile, "TemporaryDirectory", FullFolder)
    with pytest.raises(MapError, match=r"cannot be kept: No space left.*Free some room"):
        image_of_page(book, PageChoice())


def test_no_folder_to_draw_in_is_told(
    book: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the system has no room for temporary files, it is said."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(MapError, match="no room to draw in"):
        open_pdf(book)


def test_two_requests_at_once_do_not_know_each_other(book: Path) -> None:
    """Each has its process and its folder."""
    found: dict[int, bytes] = {}

    def draw(page: int) -> None:
        found[page] = image_of_page(book, PageChoice(page)).data

    threads = [threading.Thread(target=draw, args=(page,)) for page in (0, 1)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    alone = [image_of_page(book, PageChoice(page)).data for page in (0, 1)]
    assert [found[0], found[1]] == alone
    assert found[0] != found[1]


def test_bounds_hold_before_the_library_is_there() -> None:
    """The process can have no more memory than it may, and no second of work more."""
    code = (
        "import sys, resource\n"
        "from gridwar.formats.pdf.process_bounds import bound_this_process\n"
        "bound_this_process(1 << 30, 20)\n"
        "print('pypdfium2' in sys.modules, resource.getrlimit(resource.RLIMIT_AS)[1],"
        " resource.getrlimit(resource.RLIMIT_CPU)[1])\n"
        "try: bytearray(1 << 30)\n"
        "except MemoryError: print('refused')\n"
    )
    here = {**os.environ, "PYTHONPATH": _with_gridwar()}
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=here
    )
    assert said.stdout.split() == ["False", str(1 << 30), "20", "refused"]


def test_the_program_itself_never_loads_the_library(book: Path) -> None:
    """Whatever is done with PDFs, PDFium stays in the other process."""
    code = (
        "import sys; from pathlib import Path\n"
        "from gridwar.formats.pdf.page_images import *\n"
        f"image_of_page(Path({str(book)!r}), PageChoice())\n"
        "print(any(name.startswith('pypdfium2') for name in sys.modules))"
    )
    here = {**os.environ, "PYTHONPATH": _with_gridwar()}
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=here
    )
    assert said.stdout.strip() == "False"


def _with_gridwar() -> str:
    root = str(Path(gridwar.__file__).parents[1])
    return os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
