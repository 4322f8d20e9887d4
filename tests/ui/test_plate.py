"""The plate at the start: there at once, with its words, in both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer

from gridwar.ui.look.palette import ThemeName, palette_for
from gridwar.ui.start import Plate

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("name", ThemeName)
def test_the_plate_is_there_at_once(qtbot: QtBot, name: ThemeName) -> None:
    """Showing it waits for nobody; frame and letters stand on the ground of the theme."""
    palette = palette_for(name)
    plate = Plate(palette)
    qtbot.addWidget(plate)
    turned: list[bool] = []
    QTimer.singleShot(0, lambda: turned.append(True))
    plate.show()
    assert not turned, "a splash screen lets the event loop turn until it is seen, a second or so"
    qtbot.waitUntil(lambda: plate.is_painted)
    seen = plate.grab().toImage()
    colors = {
        seen.pixelColor(x, y).name().upper()
        for x in range(seen.width()) for y in range(seen.height())
    }  # fmt: skip
    assert {palette.window.upper(), palette.text.upper()} <= colors
    assert seen.pixelColor(1, seen.height() // 2).name().upper() == palette.window.upper()
