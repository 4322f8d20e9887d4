"""Icons are found by name and drawn in any colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.ui.style.icons import UNKNOWN_ICON, icon_names, icon_pixmap

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def test_an_icon_bears_the_colour_asked_for(qapp: QApplication) -> None:
    """The stroke of an icon takes the colour given, whatever the file says."""
    image = icon_pixmap("plus", 24, "#F2C76B").toImage()
    assert image.pixelColor(12, 8).name().upper() == "#F2C76B"


def test_an_icon_is_sharp_on_a_fine_screen(qapp: QApplication) -> None:
    """At a device pixel ratio of 2 an icon has twice the pixels and the same size."""
    pixmap = icon_pixmap("sword", 18, "#FFFFFF", 2.0)
    assert (pixmap.width(), pixmap.deviceIndependentSize().width()) == (36, 18.0)


def test_an_unknown_name_is_shown_as_a_question(qapp: QApplication) -> None:
    """A badge whose icon is not shipped is drawn as a question mark instead of failing."""
    unknown = icon_pixmap("no-such-icon", 24, "#FFFFFF").toImage()
    assert unknown == icon_pixmap(UNKNOWN_ICON, 24, "#FFFFFF").toImage()


@pytest.mark.parametrize("prefix", ["stance-", "cover-", "facing", "wound"])
def test_our_own_icons_are_there(prefix: str) -> None:
    """Stances, cover, facing and wounds have icons of their own."""
    assert any(name.startswith(prefix) for name in icon_names())
