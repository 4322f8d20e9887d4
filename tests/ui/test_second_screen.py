"""A second screen of another scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from tests.support import two_screens

if TYPE_CHECKING:
    from pathlib import Path


def test_a_window_moved_to_a_screen_of_another_scale_is_drawn_anew(tmp_path: Path) -> None:
    """It looks there as if it had been opened there: nothing drawn before is stretched."""
    done = two_screens.run(tmp_path)
    assert done.returncode == 0, done.stderr
    moved, opened = (QImage(str(tmp_path / f"{one}.png")) for one in ("moved", "opened"))
    assert moved.devicePixelRatio() == opened.devicePixelRatio()
    assert moved.width() == round(1200 * two_screens.SCALE)
    assert moved == opened
