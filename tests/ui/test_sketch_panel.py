"""The panel of the sketch tool: every pen, kind and thing by mouse alone, and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gridwar.control.controller.controller import Controller
from gridwar.control.tools.sketch.sketch_gesture import SketchPen
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.model.sketch import EdgeKind, SketchThingKind
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.sketch_panel import SketchPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


class PaintsOf(QObject):
    """Counts how often the parts of a widget are painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        for part in (widget, *widget.findChildren(QWidget)):
            part.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note a painting, and let it happen."""
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """The window with the tool in hand."""
    made = MainWindow(Controller(begun("freeform", hero=(3, 3))), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.tools.take("sketch")
    yield made
    made.leave()


def _parts(window: MainWindow) -> tuple[SketchTool, SketchPanel]:
    tool, panel = window.tools.active, window.tool_step.panel
    assert isinstance(tool, SketchTool)
    assert isinstance(panel, SketchPanel)
    return tool, panel


def _click(window: MainWindow, button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    window.controller.refresh_now()


def test_each_chip_sets_the_tool_and_shows_it(window: MainWindow) -> None:
    """Pens, kinds of edges, things, the eraser; what is chosen is checked, and all have names."""
    tool, panel = _parts(window)
    for pen, button in panel.pens.items():
        _click(window, button)
        assert tool.hand.pen is pen
        assert button.isChecked()
        assert button.accessibleName()
    for thing, sign in panel.things.items():
        _click(window, sign)
        assert (tool.hand.pen, tool.hand.thing) == (SketchPen.THING, thing)
    for kind, chip in panel.edges.items():
        _click(window, chip)
        assert (tool.hand.pen, tool.hand.edge) == (SketchPen.ROOM, kind)
        assert chip.isChecked()
    _click(window, panel.eraser)
    assert tool.hand.erases
    assert "rock" in panel._note.text()
    _click(window, panel.pens[SketchPen.THING])
    assert "things there are taken away" in panel._note.text(), "it takes no floor away"
    assert not any(chip.isChecked() for chip in panel.edges.values())
    names = {chip.accessibleName() for chip in panel.edges.values()}
    assert len(names) == len(EdgeKind) - 1
    assert len({sign.accessibleName() for sign in panel.things.values()}) == len(SketchThingKind)


def test_the_size_belongs_to_the_brush_and_nothing_moves(window: MainWindow) -> None:
    """Its buttons stand where they are; without the brush they are off."""
    tool, panel = _parts(window)
    place = panel.size_steps.geometry()
    assert not panel.size_steps.more.isEnabled()
    _click(window, panel.pens[SketchPen.CAVE])
    _click(window, panel.size_steps.more)
    assert tool.hand.size == 4
    assert panel.size_steps.geometry() == place


def test_a_tool_taken_again_draws_rooms(window: MainWindow) -> None:
    """Whoever comes back to it finds it as at first, but for the kind of edge."""
    tool, _panel = _parts(window)
    tool.set_edge(EdgeKind.WINDOW)
    tool.set_pen(SketchPen.CAVE)
    window.tools.take("select")
    window.tools.take("sketch")
    assert (tool.hand.pen, tool.hand.edge) == (SketchPen.ROOM, EdgeKind.WINDOW)


def test_what_is_as_it_was_is_not_painted_again(window: MainWindow, qtbot: QtBot) -> None:
    """A brush moves with every frame; the number of its size stays as it is painted."""
    tool, panel = _parts(window)
    tool.set_pen(SketchPen.CAVE)
    window.controller.refresh_now()
    qtbot.wait(50)  # what the pen changed is painted
    painted = PaintsOf(panel.size_steps)
    tool.redraw()
    window.controller.refresh_now()
    qtbot.wait(1)
    assert painted.count == 0
    tool.set_size(tool.hand.size + 1)
    window.controller.refresh_now()
    qtbot.waitUntil(lambda: painted.count > 0, timeout=1000)
