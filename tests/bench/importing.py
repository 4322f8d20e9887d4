"""``python -m tests.bench.importing FILE…``: imports a map as the window does.

A program of its own, for what is measured is what one process takes beside what it took at rest.
It prints one line of JSON: bytes of memory at the most, with the processes it starts, pixels of the
picture, and the longest time between two questions whether to give up.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.formats.pdf.page_images import PageChoice
from gridwar.formats.pdf.pdf_book import is_pdf_file
from gridwar.formats.reading_any_map import read_map, read_maps, read_pdf_page

if TYPE_CHECKING:
    from gridwar.formats.import_report import Imported

_LOOK_S = 0.01
_PROC = Path("/proc")


class Asked:
    """Never gives up, and remembers how long it was not asked, and what was being done then."""

    def __init__(self) -> None:
        self._last, self._doing = time.perf_counter(), ""
        self.longest_s, self.when = 0.0, ""

    def __call__(self) -> bool:
        """Answer that it goes on."""
        now = time.perf_counter()
        if now - self._last > self.longest_s:
            self.longest_s, self.when = now - self._last, self._doing
        self._last = now
        return False

    def tell(self, _share: float, words: str) -> None:
        """Hear what is being done."""
        self._doing = words


class ChildMemory(threading.Thread):
    """Looks how much memory this process takes together with those that it has started."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most_bytes = 0
        self._is_over = threading.Event()

    def run(self) -> None:
        """Look until it is over."""
        own = os.getpid()
        children = _PROC / str(own) / "task" / str(own) / "children"
        while not self._is_over.wait(_LOOK_S):
            theirs = sum(memory_bytes("VmHWM", one) for one in children.read_text().split())
            if theirs:
                self.most_bytes = max(self.most_bytes, theirs + memory_bytes("VmRSS"))

    def end(self) -> None:
        """Look no more."""
        self._is_over.set()
        self.join()


def memory_bytes(what: str, process: str = "self") -> int:
    """Return an entry of what Linux says of a process: ``VmRSS`` now, ``VmHWM`` at the most."""
    try:
        lines = (_PROC / process / "status").read_text().splitlines()
    except OSError:  # it has ended meanwhile
        return 0
    return next((int(one.split()[1]) << 10 for one in lines if one.startswith(what)), 0)


def imported(paths: list[Path], asked: Asked) -> Imported:
    """Import a map as the window's background does."""
    from gridwar.ui.map.ground.printed_grid_search import made_ready
    from gridwar.ui.map.tile_painting import drawn

    if is_pdf_file(paths[0]):
        return made_ready(
            read_pdf_page(paths[0], PageChoice(), asked.tell, asked), asked.tell, asked
        )
    found = drawn(read_maps(paths, asked.tell, asked), asked.tell, asked)
    return made_ready(found, asked.tell, asked)


def _at_rest(folder: Path, *, is_pdf: bool) -> tuple[int, int]:
    """Load what an import needs, by a small one; return what is taken then, alone and together.

    The most that was taken so far is forgotten.
    """
    from gridwar.ui.map.ground.printed_grid_search import made_ready
    from tests.support.pdf_files import Page, pdf
    from tests.support.uvtt import png

    small = folder / "rest.png"
    small.write_bytes(png(300, 300))
    made_ready(read_map(small), lambda *_: None, lambda: False)
    small.unlink()
    children = ChildMemory()
    if is_pdf:
        small.write_bytes(pdf([Page(b"0 0 9 9 re f", (90, 90))]))
        children.start()
        read_pdf_page(small, PageChoice())
        children.end()
        small.unlink()
    (_PROC / "self" / "clear_refs").write_text("5")
    return memory_bytes("VmRSS"), children.most_bytes


def main(arguments: list[str]) -> None:
    """Import and print."""
    from tests.bench.application import application

    application()
    paths = [Path(one) for one in arguments]
    alone, together = _at_rest(paths[0].parent, is_pdf=is_pdf_file(paths[0]))
    children, asked = ChildMemory(), Asked()
    children.start()
    start = time.perf_counter()
    found = imported(paths, asked)
    asked()
    took = time.perf_counter() - start
    children.end()
    page = found.map.picture
    said = {
        "bytes": max(memory_bytes("VmHWM") - alone, children.most_bytes - together),
        "left": memory_bytes("VmRSS") - alone,
        "pixels": (page.width_px or 0) * (page.height_px or 0) if page else 0,
        "seconds": took,
        "longest_s": asked.longest_s,
        "when": asked.when,
    }
    print(json.dumps(said), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
