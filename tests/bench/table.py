"""The window under somebody's hands: frames of hovering, dragging, panning and zooming.

Real mouse and wheel events go to the map of the real window, with a fight of a thousand on 200 by
200 cells. A frame is one event and all that the event loop then has to do, painting included;
while the wheel rests every turn of the loop that takes long enough to be felt counts as one too.
It counts how long the window's thread works, held against what a repaint of the scene of items
takes in the same run: a bound in milliseconds would judge the machine. The time that passes is
shown too.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from tests.bench.application import application
from tests.bench.crowd import crowd, lamps
from tests.bench.frame import Figures, Row
from tests.bench.item_scene import ItemFrames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PySide6.QtWidgets import QWidget

    from gridwar.engine.session.session import Session
    from gridwar.ui.window.main_window import MainWindow

SMALL, NIGHT, LARGE = (1280, 800), (1280, 720), (2560, 1440)
MOVES = 150
VIEWERS, LAMPS = 12, 40
"""Of the fight by night."""
NOTCHES = 6
GESTURES = 8
FELT_S = 0.0005
STEP_S = 0.016
REST_S = 0.25
PEER = "a scene of an item a cell"
PEER_EVERY = 25
"""Frames between two repaints of it: few come upon caches that are full of it."""
PASSES = 3


class Table:
    """A window whose map has a given size, and the gestures."""

    def __init__(
        self, size_px: tuple[int, int], *, by_night: bool = False, session: Session | None = None
    ) -> None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from gridwar.control.controller.controller import Controller
        from gridwar.ui.style.colors import ThemeName
        from gridwar.ui.style.theme import apply_theme, make_theme
        from gridwar.ui.tasks.memory import IdleGc
        from gridwar.ui.window.main_window import MainWindow

        self.app = application()
        theme = make_theme(ThemeName.DARK)
        apply_theme(self.app, theme)
        session = session or crowded(VIEWERS if by_night else None, by_night=by_night)
        controller = Controller(session)
        controller.charts.use_process(wanted=True)  # as the program does
        self.window: MainWindow = MainWindow(controller, theme)
        self.window.show()
        self.idle_gc = IdleGc(self.window)
        self.app.processEvents()
        width, height = size_px
        for _turn in range(3):  # a wider window may have wider columns
            port, window = self.port.size(), self.window.size()
            over = window - port
            self.window.resize(over.width() + width, over.height() + height)
            self.app.processEvents()
        self.passed: list[float] = []
        """How long the frames took by the clock on the wall."""
        self.rest(0.6)
        self.centre()

    @property
    def port(self) -> QWidget:
        """The map's viewport."""
        return self.window.map.viewport()

    def centre(self) -> None:
        """Show whoever acts in the middle of the map, 64 pixels a cell."""
        controller, view = self.window.controller, self.window.map
        assert controller.actor is not None
        pos = controller.encounter[controller.actor].pos
        assert pos is not None
        view.zoom_to(1.0)
        view.center_cells((pos.x + 0.5, pos.y + 0.5), animated=False)
        self.rest(0.8)

    def frame(self, act: Callable[[], object]) -> float:
        """Return how long the window's thread works on an act and its frame, in seconds."""
        began, start = time.perf_counter(), time.thread_time()
        act()
        self.app.processEvents()
        took = time.thread_time() - start
        if took > FELT_S:
            self.passed.append(time.perf_counter() - began)
        return took

    def rest(self, seconds: float = REST_S) -> list[float]:
        """Let the event loop turn; return the turns that could be felt."""
        end, found = time.perf_counter() + seconds, []
        while time.perf_counter() < end:
            found.append(self.frame(lambda: None))
            time.sleep(0.002)
        return [one for one in found if one > FELT_S]

    def hovering(self) -> Iterator[float]:
        """Move the pointer over the map."""
        for step in range(MOVES):
            to = 40.0 + step * 4, 50.0 + step * 3
            yield self.frame(partial(self._mouse, "MouseMove", to))

    def dragging(self) -> Iterator[float]:
        """Drag whoever acts about its place, then let it be."""
        from PySide6.QtCore import QEvent, Qt
        from PySide6.QtGui import QKeyEvent

        x, y = self._actor_px()
        self._mouse("MouseButtonPress", (x, y), "LeftButton")
        for step in range(MOVES):
            angle, far = step / 8, min(step * 2.0, 300.0)
            to = x + far * math.cos(angle), y + far * math.sin(angle)
            yield self.frame(partial(self._mouse, "MouseMove", to, held="LeftButton"))
        escape = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        self.app.sendEvent(self.window.map, escape)
        self._mouse("MouseButtonRelease", (x, y), "LeftButton")
        self.rest()

    def _actor_px(self) -> tuple[float, float]:
        """Return where whoever acts is on screen: near the map's edge not in the middle."""
        controller, view = self.window.controller, self.window.map
        assert controller.actor is not None
        pos = controller.encounter[controller.actor].pos
        assert pos is not None
        place = view.mapFromScene(pos.x + 0.5, pos.y + 0.5)
        assert self.window.map.tokens_at((pos.x + 0.5, pos.y + 0.5))
        return float(place.x()), float(place.y())

    def panning(self) -> Iterator[float]:
        """Pull the map to and fro."""
        self._mouse("MouseButtonPress", (600, 500), "RightButton")
        for step in range(MOVES):
            to = 600 - _to_and_fro(step * 7, 400), 500 - _to_and_fro(step * 5, 300)
            yield self.frame(partial(self._mouse, "MouseMove", to, held="RightButton"))
        self._mouse("MouseButtonRelease", (600, 500), "RightButton")
        self.rest()

    def zooming(self) -> Iterator[float]:
        """Turn the wheel in and out, a notch a frame, with rests between."""
        for gesture in range(GESTURES):
            for _notch in range(NOTCHES):
                took = self.frame(partial(self._wheel, -1 if gesture % 2 else 1))
                yield took
                time.sleep(max(0.0, STEP_S - took))
            yield from self.rest()

    def gestures(self) -> dict[str, Callable[[], Iterator[float]]]:
        """Return all of them by name."""
        return {
            "hovering": self.hovering,
            "dragging": self.dragging,
            "panning": self.panning,
            "zooming": self.zooming,
        }

    def close(self) -> None:
        """Put the window away."""
        self.idle_gc.end()
        self.window.leave()
        self.app.processEvents()

    def _mouse(
        self, kind: str, at: tuple[float, float], button: str = "NoButton", held: str = ""
    ) -> None:
        from PySide6.QtCore import QEvent, QPointF, Qt
        from PySide6.QtGui import QMouseEvent

        place = QPointF(*at)
        buttons = Qt.MouseButton
        event = QMouseEvent(
            QEvent.Type[kind],
            place,
            QPointF(self.port.mapToGlobal(place.toPoint())),
            buttons[button],
            buttons[held or button],
            Qt.KeyboardModifier.NoModifier,
        )
        self.app.sendEvent(self.port, event)

    def _wheel(self, notches: int) -> None:
        from PySide6.QtCore import QPoint, QPointF, Qt
        from PySide6.QtGui import QWheelEvent

        place = QPointF(self.port.rect().center())
        event = QWheelEvent(
            place,
            QPointF(self.port.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        self.app.sendEvent(self.port, event)


def crowded(party: int | None = None, *, by_night: bool = False) -> Session:
    """Return the fight of a thousand, begun.

    Args:
        party: How many belong to the party; None for every second.
        by_night: Whether it is dark.
    """
    from gridwar.engine.kit.turn_and_move_commands import BeginFight
    from gridwar.engine.session.session import Session
    from gridwar.systems import find_system

    session = Session(find_system("cepheus"), crowd(party=party))
    session.submit(BeginFight())
    if by_night:
        _let_night_fall(session)
    return session


def _let_night_fall(session: Session) -> None:
    """Let a dozen see by forty lights, and the players' fog go by what they see."""
    from gridwar.engine.gm.fog_commands import SetFog
    from gridwar.engine.gm.light_commands import PutLights
    from gridwar.engine.gm.map_commands import SetPage
    from gridwar.model.memory import FogMode
    from gridwar.model.zones import Light

    session.submit(SetPage(light=Light.DARK))
    session.submit(PutLights(put=lamps(LAMPS)))
    session.submit(SetFog(mode=FogMode.BY_SIGHT, counts_light=True))


def _to_and_fro(way: int, far: int) -> int:
    way %= 2 * far
    return way if way < far else 2 * far - way


def frames(
    table: Table, gestures: Mapping[str, Callable[[], Iterator[float]]], size_px: tuple[int, int]
) -> Figures:
    """Return how long 95 of 100 frames take at most, of a repaint of the scene of items.

    That scene is painted after every few frames, and each frame is held against the repaints
    before and after it: a slow moment of the machine is slow for both. Each gesture is made
    several times; where it has the same frames each time, of each the median of them counts, so
    that what is always slow stays and what the machine does meanwhile goes. The slowest gesture
    counts.
    """
    at_95: dict[str, float] = {}
    longest: dict[str, float] = {}
    passed: dict[str, float] = {}
    held: dict[str, float] = {}
    peer = ItemFrames(size_px)
    for name, gesture in gestures.items():
        list(gesture())  # what is made once is made now
        passes: list[list[_Held]] = []
        table.passed.clear()
        for _pass in range(PASSES):
            table.centre()
            passes.append(list(_held(gesture, peer)))
        found = [frame for frames in passes for frame in frames]
        at_95[name] = _at_95([took for took, _ratio in found])
        longest[name] = max(took for took, _ratio in found)
        passed[name] = _at_95(table.passed)
        held[name] = _at_95(_of_each([[ratio for _took, ratio in frames] for frames in passes]))
        table.centre()
    peer.close()
    ratios = ", ".join(f"{name} {ratio:.3f}" for name, ratio in held.items())
    note = f"{ratios}; longest: {_words(longest)}; by the wall's clock, of those felt: "
    note += _words(passed)
    return Figures(max(held.values()), at_95 | {PEER: peer.seconds}, note=note)


_Held = tuple[float, float]
"""How long a frame took, in seconds, and of the repaints before and after it."""


def _held(gesture: Callable[[], Iterator[float]], peer: ItemFrames) -> Iterator[_Held]:
    """Yield the frames of a gesture, each held against the repaints before and after it."""
    before, waiting = peer.measure(), list[float]()
    for took in gesture():
        waiting.append(took)
        if len(waiting) == PEER_EVERY:
            after = peer.measure()
            yield from ((one, 2 * one / (before + after)) for one in waiting)
            before, waiting = after, []
    after = peer.measure()
    yield from ((one, 2 * one / (before + after)) for one in waiting)


def _of_each(passes: list[list[float]]) -> list[float]:
    """Return the median of each frame; of those that are not the same every time all of them."""
    if len({len(frames) for frames in passes}) == 1:
        return [statistics.median(frame) for frame in zip(*passes, strict=True)]
    return [one for frames in passes for one in frames]


def _at_95(found: list[float]) -> float:
    return statistics.quantiles(found, n=20)[-1]


def _frames(size_px: tuple[int, int], *, by_night: bool = False) -> Figures:
    table = Table(size_px, by_night=by_night)
    figures = frames(table, table.gestures(), size_px)
    table.close()
    return figures


def _words(times: dict[str, float]) -> str:
    return ", ".join(f"{name} {took * 1e3:.1f} ms" for name, took in times.items())


def _row(name: str, what: str, bound: float, run: Callable[[], Figures]) -> Row:
    return Row(name, what, f"a repaint of {PEER}", bound, run)


ROWS = (
    _row(
        "frames", "95 of 100 frames, 1000 tokens, map of 1280 x 800", 0.46, lambda: _frames(SMALL)
    ),
    _row("frames-large", "the same on a map of 2560 x 1440", 0.35, lambda: _frames(LARGE)),
    _row(
        "frames-night",
        "the same with fog by sight of twelve and forty lights, 1280 x 720",
        0.74,
        lambda: _frames(NIGHT, by_night=True),
    ),
    _row(
        "frames-night-large",
        "the same on a map of 2560 x 1440",
        0.47,
        lambda: _frames(LARGE, by_night=True),
    ),
)
"""The bounds are 5, 12, 8 and 16 ms where the scene of items takes 10.8 and 34 ms."""
