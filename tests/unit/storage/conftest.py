"""What the tests of storage share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a file for a fight."""
    return tmp_path / "fight.gridwar"
