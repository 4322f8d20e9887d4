"""A second screen of another scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from tests.support import players_screens, two_screens

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


def test_the_players_window_fills_the_largest_other_screen(tmp_path: Path) -> None:
    """Frameless and full; the screen is kept by its name, and with the screen the window goes."""
    told = players_screens.run(tmp_path)
    assert (told["gm"], told["screen"], told["kept"]) == ("laptop", "table", "table")
    assert told["fills"]
    assert told["full"]
    assert told["frameless"]
    assert told["strip_px"] == 87, "read from farther off, it is 1.5 times as large: 1080 by 720"
    assert not told["mirrored"]
    assert told["notice"] == ""
    assert told["after"] is False
    assert "table" in str(told["gone"])
    assert told["again"] == "table"
    assert not told["still_gone"], "what was told of it is taken away"


def test_mirrored_screens_are_warned_of(tmp_path: Path) -> None:
    """Whatever the game master sees would stand there too."""
    told = players_screens.run(tmp_path, is_mirrored=True)
    assert told["mirrored"]
    assert "mirror" in str(told["notice"])
