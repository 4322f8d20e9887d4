"""A picture from the net is on the table, on its grid, and somebody stands on it: counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.support.grid_pictures import Squares, clouds, file_of, noisy, printed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.evening import Evening

SIZE = (1000, 700)
GRID = Squares(50, 50, 20.5, 30.5, alpha=0.35)


def picture(folder: Path, grid: Squares | None = GRID, name: str = "ruin.png") -> Path:
    """Write a picture of a map with a grid of its own, or without."""
    ground = clouds(*SIZE)
    file = folder / name
    file.write_bytes(file_of(noisy(ground if grid is None else printed(ground, grid))))
    return file


def drop(evening: Evening, file: Path) -> None:
    """Drop a file on the map; one input."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    with evening.step(f"{file.name} dropped", frees=True):
        evening.hands.acts += 1
        for kind in (QDragEnterEvent, QDropEvent):
            left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            event = kind(QPoint(50, 50), Qt.DropAction.CopyAction, data, left, none)
            QApplication.sendEvent(evening.window.map.viewport(), event)


def laid(evening: Evening) -> tuple[float, float, float]:
    """Return the cell of the map's picture and where its corner lies, in pixels."""
    found = evening.encounter.map.picture
    assert found is not None
    return found.pixels_per_cell, found.offset_x_px, found.offset_y_px


def test_a_dropped_picture_is_on_its_grid_by_enter(evening: Evening, tmp_path: Path) -> None:
    """Drop, Enter; then a name and Enter, and the first token stands on it: five inputs."""
    evening.start()
    evening.begin_with("Freeform")
    acts = evening.hands.acts
    drop(evening, picture(tmp_path))
    assert laid(evening)[1:] == (0.0, 0.0), "it was laid unseen"
    evening.press("Return")
    cell, left, top = laid(evening)
    assert cell == pytest.approx(50, abs=0.05)
    assert left == pytest.approx(-20.5, abs=1.1)
    assert top == pytest.approx(19.5, abs=1.1)
    assert evening.controller.view.tool == "select"
    assert evening.controller.map_import.imported is None
    evening.press("Ctrl+Shift+N")
    evening.write("Orla")
    evening.press("Ctrl+Return", frees=True)
    assert [one.name for one in evening.encounter.combatants.values()] == ["Orla"]
    assert evening.hands.acts - acts == 4, "and a word typed"
    evening.is_saved()
    evening.close()


def test_a_turned_scan_is_laid_by_the_mouse_and_undone(evening: Evening, tmp_path: Path) -> None:
    """Turned straight, halved, doubled and taken by clicks; undo brings the scan back as it was."""
    evening.start()
    evening.begin_with("Freeform")
    turned = Squares(50, 50, 20.5, 30.5, turn_deg=0.6, alpha=0.35)
    drop(evening, picture(tmp_path, turned))
    before = evening.encounter.map
    evening.button("Turn it straight")
    assert evening.encounter.map == before
    evening.button("Half")
    evening.button("Double")
    evening.button("Take this grid")
    assert evening.encounter.map.picture != before.picture
    assert laid(evening)[0] == pytest.approx(50, abs=0.1)
    evening.is_saved()
    evening.do("edit.undo")
    assert evening.encounter.map == before
    evening.do("edit.redo")
    assert laid(evening)[0] == pytest.approx(50, abs=0.1)
    evening.close()


def test_a_picture_without_a_grid_says_so_and_is_searched_again(
    evening: Evening, tmp_path: Path
) -> None:
    """What is not seen is said; the size is asked as ever; None gives a found one up."""
    evening.start()
    evening.begin_with("Freeform")
    drop(evening, picture(tmp_path, None, "meadow.png"))
    before = evening.encounter.map
    evening.find_button("Lay it by hand")
    evening.button("Use this map")
    assert evening.encounter.map == before

    drop(evening, picture(tmp_path, GRID, "ruin.png"))
    before = evening.encounter.map
    evening.press("N")
    assert evening.encounter.map == before
    evening.press("Return")
    assert evening.encounter.map == before
    evening.take("grid")
    evening.button("Find the grid")
    evening.press("Return")
    assert laid(evening)[0] == pytest.approx(50, abs=0.05)
    evening.leave_tool()
    evening.is_saved()
    evening.close()
