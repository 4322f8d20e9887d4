"""The plate at the start: frame and words in both themes. How soon it is seen the bench tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.ui.look.palette import ThemeName, palette_for
from gridwar.ui.start import Plate

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("name", ThemeName)
def test_the_plate_has_its_words_and_colours(qtbot: QtBot, name: ThemeName) -> None:
    """Letters stand on the ground of the theme."""
    palette = palette_for(name)
    plate = Plate(palette)
    qtbot.addWidget(plate)
    plate.show()
    qtbot.waitUntil(lambda: plate.is_painted)
    seen = plate.grab().toImage()
    colors = {
        seen.pixelColor(x, y).name().upper()
        for x in range(seen.width()) for y in range(seen.height())
    }  # fmt: skip
    assert {palette.window.upper(), palette.text.upper()} <= colors
    assert seen.pixelColor(1, seen.height() // 2).name().upper() == palette.window.upper()
