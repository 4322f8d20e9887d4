"""An evening for each journey, in a window that is maximised and in a small one.

In the quick run, or in the longer step where it is long, each journey is played in one of the
sizes, in turn; in the other with ``-m slow``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.evening.evening import Evening
from tests.support.evening.night import Night
from tests.support.evening.table import MAXIMISED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.logging import _QtMessageCapture
    from pytestqt.qtbot import QtBot


SIZES = (MAXIMISED, (1280, 720))
TABLES = ("evening", "night")
"""The fixtures that are a table, without players who look on and with them."""


@pytest.hookimpl(tryfirst=True)  # before those marked are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave each journey that is played in both sizes to the slow tests in one of them."""
    journeys: dict[str, list[tuple[tuple[int, int], pytest.Item]]] = {}
    for item in items:
        callspec = getattr(item, "callspec", None)
        for table in TABLES:
            if callspec is not None and table in callspec.params:
                name = item.nodeid.replace(callspec.id, "")
                journeys.setdefault(name, []).append((callspec.params[table], item))
    for number, played in enumerate(journeys.values()):
        if {size for size, _item in played} == set(SIZES):
            for size, item in played:
                if size != SIZES[number % len(SIZES)]:
                    item.add_marker(pytest.mark.slow)


@pytest.fixture(params=SIZES, ids=["maximised", "1280x720"])
def evening(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qtlog: _QtMessageCapture,
    user_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Evening]:
    """Return a table at which nothing has begun; it is cleared at the end."""
    del qtbot
    made = Evening(user_folder, request.param, qtlog, monkeypatch)
    yield made
    made.end()


@pytest.fixture(params=SIZES, ids=["maximised", "1280x720"])
def night(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qtlog: _QtMessageCapture,
    user_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Night]:
    """Return a table at which nothing has begun, with players who have a window."""
    del qtbot
    made = Night(user_folder, request.param, qtlog, monkeypatch)
    yield made
    made.end()
