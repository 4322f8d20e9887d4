"""Counting calls: what is done too often, whatever the machine is at."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def calls_within(place: str, caller: str = "") -> Iterator[Counter[str]]:
    """Count the calls of functions whose file lies at a place, by file and name.

    Args:
        place: How the path of the called begins.
        caller: How the path of who calls begins; whoever it is if left out.
    """
    counted: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _what: object) -> None:
        path = frame.f_code.co_filename
        if event != "call" or not path.startswith(place):
            return
        above = frame.f_back
        if not caller or (above is not None and above.f_code.co_filename.startswith(caller)):
            counted[f"{path}:{frame.f_code.co_qualname}"] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield counted
    finally:
        sys.setprofile(before)
