"""The picture of light: what is dark, what is lit, what a wall keeps from it, what is made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.control.records.light_records import LampView, LightView
from gridwar.model.zones import Light
from gridwar.ui.map.ground.light_picture import DARKNESS, LightPicture

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

LAMP = LampView((5.5, 5.5), 2.0, 4.0, "ffb45e")
PX = 10


def drawn(view: LightView | None, picture: LightPicture | None = None) -> QImage:
    """Return the picture alone, ten pixels a cell, over nothing."""
    made = LightPicture() if picture is None else picture
    made.show(view)
    size = (20, 10) if view is None else (view.width, view.height)
    image = QImage(size[0] * PX, size[1] * PX, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.scale(PX, PX)
        made.draw(painter, QRectF(0, 0, *size))
    return image


def veil(image: QImage, x: float, y: float) -> float:
    """Return how much of the map a place hides, 0 to 1."""
    return image.pixelColor(int(x * PX), int(y * PX)).alphaF()


@pytest.mark.parametrize("level", list(Light))
def test_a_map_without_sources_is_as_dark_as_its_own_light(
    qapp: QApplication, level: Light
) -> None:
    """Nothing by day, less in low light than in the dark."""
    del qapp
    image = drawn(LightView(20, 10, level))
    assert veil(image, 10, 5) == pytest.approx(DARKNESS[level], abs=0.01)


def test_a_lamp_cuts_the_dark_out_and_fades(qapp: QApplication) -> None:
    """Hardly anything is left within bright, more in dim, all of it beyond."""
    del qapp
    image = drawn(LightView(20, 10, Light.DARK, (LAMP,)))
    found = [veil(image, 5.5 + far, 5.5) for far in (0.2, 1.8, 3.2, 4.6)]
    assert found == sorted(found)
    assert found[0] < 0.25
    assert found[-1] == pytest.approx(DARKNESS[Light.DARK], abs=0.01)


def test_an_outline_and_a_cone_keep_the_light_in(qapp: QApplication) -> None:
    """Beyond the outline it is as dark as without the lamp; so it is beside a cone."""
    del qapp
    half = ((5.5, 1.5), (7.0, 1.5), (7.0, 9.5), (5.5, 9.5))
    image = drawn(LightView(20, 10, Light.DARK, (LampView(LAMP.at, 2, 4, "ffffff", 0, half),)))
    assert veil(image, 6.5, 5.5) < 0.3
    assert veil(image, 7.4, 5.5) == pytest.approx(DARKNESS[Light.DARK], abs=0.01)
    cone = LampView(LAMP.at, 2, 4, "ffffff", cone=(90, 60))
    image = drawn(LightView(20, 10, Light.DARK, (cone,)))
    assert veil(image, 7, 5.5) < 0.3
    assert veil(image, 4, 5.5) == pytest.approx(DARKNESS[Light.DARK], abs=0.01)
    assert veil(image, 5.5, 4) == pytest.approx(DARKNESS[Light.DARK], abs=0.01)


def test_darkness_takes_what_is_no_stronger_and_leaves_the_rest(qapp: QApplication) -> None:
    """By day and in lamplight it is dark there; a stronger lamp shines on in it."""
    del qapp
    gloom = LampView(LAMP.at, 0, 3, "3a4668", -1)
    for lamps in ((gloom,), (LAMP, gloom), (gloom, LAMP)):
        image = drawn(LightView(20, 10, Light.BRIGHT, lamps))
        assert veil(image, 6, 5.5) > 0.6
    magic = LampView(LAMP.at, 2, 4, "ffffff", 2)
    assert veil(drawn(LightView(20, 10, Light.DARK, (magic, gloom))), 6, 5.5) < 0.3


def test_painted_cells_are_as_painted(qapp: QApplication) -> None:
    """Whatever shines there."""
    del qapp
    painted = ((Light.DARK, frozenset({(5, 5)})), (Light.BRIGHT, frozenset({(12, 2)})))
    image = drawn(LightView(20, 10, Light.DARK, (LAMP,), painted))
    assert veil(image, 5.5, 5.5) == pytest.approx(DARKNESS[Light.DARK], abs=0.02)
    assert veil(image, 12.5, 2.5) == pytest.approx(0, abs=0.02)


def test_only_the_surroundings_of_a_source_that_moved_are_made_anew(qapp: QApplication) -> None:
    """The same lamps are nothing to do; the result is as if all was made anew."""
    del qapp
    other = LampView((15.5, 4.5), 1, 2, "ffffff")
    first = LightView(20, 10, Light.DARK, (LAMP, other))
    moved = LampView((16.5, 4.5), 1, 2, "ffffff")
    second = LightView(20, 10, Light.DARK, (LAMP, moved))
    picture = LightPicture()
    assert picture.show(first) == QRectF(0, 0, 20, 10)
    assert picture.show(first) is None
    assert picture.show(LightView(20, 10, Light.DARK, (LAMP, other))) is None
    part = picture.show(second)
    assert part is not None
    assert part.left() >= 12
    assert drawn(second, picture) == drawn(second)
    assert picture.show(None) == QRectF(0, 0, 20, 10)
    assert not picture.lies_on(QRectF(0, 0, 20, 10))


@pytest.mark.parametrize("base", list(Light))
def test_light_is_drawn_on_what_is_in_sight_alone(qapp: QApplication, base: Light) -> None:
    """Pixel by pixel nothing else tells of a lamp; as it comes in sight it is seen again."""
    del qapp
    none, left = np.zeros((80, 160), np.bool_), np.zeros((80, 160), np.bool_)
    left[:, :44] = True  # up to the middle of the lamp
    dark = drawn(LightView(20, 10, base, seen=none))
    picture = LightPicture()
    half = drawn(LightView(20, 10, base, (LAMP,), seen=left), picture)
    lit = QRectF(0, 0, 5.5 * PX, 10 * PX).toRect()
    beyond = half.rect().adjusted(lit.width(), 0, 0, 0)
    assert half.copy(beyond) == dark.copy(beyond)
    assert half.copy(lit) != dark.copy(lit)
    assert veil(dark, 12, 5) <= DARKNESS[Light.LOW] + 0.01  # what is remembered is readable
    away = drawn(LightView(20, 10, base, (LAMP,), seen=none), picture)
    assert away == dark
    assert drawn(LightView(20, 10, base, (LAMP,), seen=left), picture) == half
