"""Labels of every sample, at three zooms: read from where they are really placed."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRectF

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.map_at_rest import TAGS_AT_REST
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit import Role
from gridwar.storage.new_open_and_sample_fights import open_fight, samples
from gridwar.systems import find_system
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.frame.ghost_sheet import GhostSheetPlate
from gridwar.ui.map.tokens.token_layer import _body
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.map.overlays.label_free_places import PlacedLabel, Rect

SAMPLES = sorted(samples(), key=lambda one: one.path.stem)
ZOOMS = (0.25, 0.5, 1.0)


class Board:
    """A sample fight on a map, as its window shows it."""

    def __init__(self, controller: Controller, view: MapView) -> None:
        self.controller, self.map = controller, view
        self._scene = ScenePresenter(controller, Toolbox(controller))

    def show(self, zoom: float, **view: object) -> None:
        """Show the fight at a zoom, with something of the view changed."""
        self.controller.show(**view)
        self.map.zoom_to(zoom)
        self.map.show_view(self._scene.present())
        self.map.map_scene.overlays.settle()

    def aim(self) -> bool:
        """Aim the first attack that whoever acts could make now; return whether there is one."""
        for one in self.controller.actions.listed():
            if one.role is Role.STRIKE and one.need == "combatant" and one.refusal is None:
                self.controller.actions.choose(one.id)
                return self.controller.view.picking is not None
        return False

    @property
    def labels(self) -> tuple[PlacedLabel, ...]:
        """All labels, the most important first."""
        return self.map.map_scene.overlays._labels._placed

    def faults(self) -> list[str]:
        """Return which labels lie on each other, on a token, or under the ghost sheet."""
        cell_px, tokens = self.map.cell_px, self.map.map_scene.tokens
        bodies = {one: _body(item.drawn) for one, item in tokens.items.items()}
        found = [
            f"{_words(one)} on {_words(other)}"
            for one, other in combinations(self.labels, 2)
            if one.rect.overlaps(other.rect)
        ]
        corner = self.map.scroll_place()
        sheets = [
            QRectF(sheet.geometry().translated(corner))
            for sheet in self.map.findChildren(GhostSheetPlate)
            if not sheet.isHidden()
        ]
        for label in self.labels:
            box = _box(label.rect)
            cells = QRectF(box.topLeft() / cell_px, box.size() / cell_px)
            found += [
                f"{_words(label)} on {w}" for w, one in bodies.items() if one.intersects(cells)
            ]
            found += [f"{_words(label)} under the sheet" for one in sheets if one.intersects(box)]
        return found


def _box(rect: Rect) -> QRectF:
    return QRectF(rect.x, rect.y, rect.width, rect.height)


def _words(label: PlacedLabel) -> str:
    tag = label.request.tag
    return label.request.text or label.request.second or (tag.figure if tag else "")


@pytest.fixture(
    params=[
        pytest.param(
            one, id=one.path.stem, marks=() if "heron" in one.path.stem else pytest.mark.long
        )
        for one in SAMPLES
    ]
)
def board(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Board]:
    """A sample as it opens, on a map of the size it has in a window of 1600 by 1000."""
    fight = open_fight(request.param.path, find_system)
    view = MapView(make_theme(ThemeName.DARK))
    qtbot.addWidget(view)
    view.map_scene.reduce_motion = True
    view.resize(970, 890)
    view.show()
    yield Board(Controller(fight.session, odds_patience_s=0), view)
    assert fight.journal is not None
    fight.journal.close()


def test_at_rest_few_labels_lie_where_nothing_else_does(board: Board) -> None:
    """Six at most, none on a token or another label; whoever is pointed at is named."""
    encounter = board.controller.encounter
    there = [one for one in encounter.combatants.values() if one.pos is not None and not one.aside]
    board.show(ZOOMS[0])
    for zoom in ZOOMS:
        board.show(zoom)
        assert len(board.labels) <= TAGS_AT_REST
        assert not board.faults(), zoom
    for one in there[:4]:
        board.show(ZOOMS[1], hover=one.pos, hovered=(one.id,))
        assert len(board.labels) <= TAGS_AT_REST
        assert not board.faults(), one.name
        if board.map.map_scene.tokens.drawn_at(one.id).intersects(_seen(board)):
            assert one.name in {label.request.text for label in board.labels}


def test_while_something_is_aimed_no_label_lies_on_a_token_or_under_the_sheet(board: Board) -> None:
    """Six large tags at most, whoever is pointed at, at every zoom."""
    if not board.aim():  # nobody can attack there now: nobody bears a tag of a target
        board.show(ZOOMS[0])
        assert not any(label.request.tag for label in board.labels)
        return
    aiming = board.controller.aiming
    for zoom in ZOOMS:
        for one in aiming.targets.choosable()[:3]:
            aiming.point_at(one.who)
            board.show(zoom)
            large = [
                label for label in board.labels if (tag := label.request.tag) and not tag.is_small
            ]
            assert len(large) <= TAGS_AT_REST
            assert not board.faults(), zoom


def test_nothing_lies_on_a_label_while_all_is_shown(board: Board) -> None:
    """However many there are: bands, names and areas keep clear of each other."""
    for zoom in ZOOMS:
        board.show(zoom, shows_all=True)
        assert not [one for one in board.faults() if one.split(" on ")[-1] in _all_words(board)]


def _all_words(board: Board) -> set[str]:
    return {_words(label) for label in board.labels}


def _seen(board: Board) -> QRectF:
    corner, port = board.map.scroll_place(), board.map.viewport()
    cell_px = board.map.cell_px
    box = QRectF(corner.x(), corner.y(), port.width(), port.height())
    return QRectF(box.topLeft() / cell_px, box.size() / cell_px)
