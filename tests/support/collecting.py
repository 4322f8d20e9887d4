"""How workers collect tests side by side: no file is compiled by two of them.

Owns the order in which a worker reads the folders; ``tests.conftest`` hooks it in. In a fresh
checkout nothing is compiled yet, and of two workers that read the same files in the same order each
compiles all of them. Every second worker reads backwards: they meet in the middle, and the rest is
there already. xdist needs the same list of every worker, so the tests are sorted again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACE = pytest.StashKey[int]()
"""At which place of its folder a file or folder stands."""


WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
"""The name of this worker, such as ``gw1``; empty where there are none."""


def reads_backwards(worker: str) -> bool:
    """Tell whether a worker of this name begins at the end."""
    number = worker.removeprefix("gw")
    return number.isdecimal() and int(number) % 2 == 1


def in_reading_order(
    collector: pytest.Collector, found: Sequence[pytest.Item | pytest.Collector]
) -> list[pytest.Item | pytest.Collector]:
    """Return what was found in a folder in the order in which to read it; elsewhere as it is."""
    if not isinstance(collector, pytest.Directory):
        return list(found)
    for number, one in enumerate(found):
        one.stash[_PLACE] = number
    return list(reversed(found)) if reads_backwards(WORKER) else list(found)


def place(item: pytest.Item) -> tuple[int, ...]:
    """Return where the file of a test stands among all: a place for each folder on the way."""
    return tuple(node.stash[_PLACE] for node in item.listchain() if _PLACE in node.stash)
