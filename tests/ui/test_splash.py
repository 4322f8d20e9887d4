"""The plate at the start: frame and words in both themes. How soon it is seen the bench tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.paths import user_config_dir
from gridwar.ui.app import splash
from gridwar.ui.app.splash import Splash
from gridwar.ui.style.colors import ThemeName, palette_for

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("name", ThemeName)
def test_the_plate_has_its_words_and_colours(qtbot: QtBot, name: ThemeName) -> None:
    """Letters stand on the ground of the theme."""
    palette = palette_for(name)
    plate = Splash(palette)
    qtbot.addWidget(plate)
    plate.show()
    qtbot.waitUntil(lambda: plate.is_painted)
    seen = plate.grab().toImage()
    colors = {
        seen.pixelColor(x, y).name().upper()
        for x in range(seen.width())
        for y in range(seen.height())
    }
    assert {palette.window.upper(), palette.text.upper()} <= colors
    assert seen.pixelColor(1, seen.height() // 2).name().upper() == palette.window.upper()


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b'{"theme": "light"}', ThemeName.LIGHT),
        (b"[" * 100_000, ThemeName.DARK),
        (b'{"theme": ["light"]}', ThemeName.DARK),
        (b'{"theme": "\\ud800"}', ThemeName.DARK),
        (b"[1]", ThemeName.DARK),
    ],
)
def test_the_plate_comes_whatever_the_settings_hold(raw: bytes, name: ThemeName) -> None:
    """It has the theme set last; where that cannot be read, the first one."""
    user_config_dir().mkdir(parents=True)
    (user_config_dir() / "settings.json").write_bytes(raw)
    assert splash._theme_name() is name
