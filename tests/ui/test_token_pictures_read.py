"""Pictures for tokens: read from files and the clipboard, made small, cut to a square."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTransform

from gridwar.errors import MapError
from gridwar.ui.map.tokens.token_picture_reading import (
    copied_picture,
    picture_of_file,
    picture_of_image,
)

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def test_the_file_of_a_picture_that_was_copied_is_pasted(
    qapp: QApplication, tmp_path: Path
) -> None:
    """File managers copy the file, not what is in it."""
    del qapp
    path = tmp_path / "troll.png"
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(data)
    assert copied_picture() == path


def test_a_square_is_cut_where_a_face_is() -> None:
    """Of a high picture the upper part stays, of a wide one the middle; vehicles keep all of it."""
    high = QImage(100, 300, QImage.Format.Format_RGB32)
    high.fill(QColor("black"))
    for y in range(100):
        for x in range(100):
            high.setPixelColor(x, y, QColor("red"))
    face = QImage.fromData(picture_of_image(high))
    assert (face.width(), face.height()) == (100, 100)
    assert {face.pixelColor(5, y).name() for y in (0, 50, 99)} == {"#ff0000"}
    wide = high.transformed(QTransform().rotate(90))
    middle = QImage.fromData(picture_of_image(wide))
    assert {middle.pixelColor(x, 5).name() for x in (0, 50, 99)} == {"#000000"}
    whole = QImage.fromData(picture_of_image(high, is_square=False))
    assert (whole.width(), whole.height()) == (100, 300)


def test_what_is_no_picture_is_refused_by_name(qapp: QApplication, tmp_path: Path) -> None:
    """A text that calls itself a picture is told of, with its file name."""
    del qapp
    path = tmp_path / "face.png"
    path.write_text("no picture")
    with pytest.raises(MapError, match=r"face\.png"):
        picture_of_file(path)
    QGuiApplication.clipboard().setText("words")
    with pytest.raises(MapError, match="clipboard"):
        copied_picture()
