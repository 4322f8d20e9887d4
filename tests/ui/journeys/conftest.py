"""An evening for each journey, in a window that is maximised and in a small one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.evening.evening import Evening
from tests.support.evening.table import MAXIMISED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.logging import _QtMessageCapture
    from pytestqt.qtbot import QtBot


@pytest.fixture(params=[MAXIMISED, (1280, 720)], ids=["maximised", "1280x720"])
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
