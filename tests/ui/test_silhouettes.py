"""Silhouettes that come with Gridwar: drawn where there is room, letters on them, letters else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from gridwar.control.records.panel_records import OrderRow, OrderView, TokenBit
from gridwar.control.records.scene_records import TokenView
from gridwar.control.silhouettes import SILHOUETTES
from gridwar.model.silhouettes import drawn, silhouette_of
from gridwar.paths import data_dir
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.systems import systems
from gridwar.ui.map.tokens.silhouette_drawing import draw_silhouette, silhouette_names
from gridwar.ui.map.tokens.token_level_of_detail import detail_of, look_of
from gridwar.ui.map.tokens.token_paint import draw_token
from gridwar.ui.map.tokens.token_shape import drawn_cell_px, frame_of
from gridwar.ui.panels.order_panel import OrderPanel
from gridwar.ui.style.colors import ThemeName, map_colors
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.painting.listed_token import listed_face

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gridwar.engine.kit.rule_system import System

NAMES = sorted(silhouette_of(one.id) or "" for one in SILHOUETTES)
PAPER = map_colors().paper
BARE = TokenView("a", (0, 0), "Ma", bar=1.0)


def pictured(token: TokenView, cell_px: float) -> QImage:
    """Return a token as the map draws it at a zoom."""
    edge = drawn_cell_px(token, cell_px)
    image = QImage(round(edge) + 8, round(edge) + 8, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        look = look_of(token, detail_of(token, cell_px))
        draw_token(painter, look, frame_of(token.size, edge, QPointF(4, 4)))
    return image


def test_those_offered_are_those_shipped() -> None:
    """Each file has a name in words, and each name a file."""
    assert frozenset(NAMES) == silhouette_names()
    assert len({one.title for one in SILHOUETTES}) == len(SILHOUETTES)


@pytest.mark.parametrize("name", NAMES)
def test_a_silhouette_is_in_one_tone_over_ink(name: str) -> None:
    """It has no colour of its own, so it is paper on every side and grey where somebody is out."""
    text = (data_dir("assets") / "silhouettes" / f"{name}.svg").read_text("utf-8")
    colors = set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) - {"none", "round"}
    assert colors <= {"currentColor", map_colors().ink}


@pytest.mark.parametrize("name", NAMES)
def test_letters_on_a_silhouette_lie_on_paper(name: str, qapp: QApplication) -> None:
    """Where they stand, all of it is paper: the ground of two letters, at the size of a token."""
    edge = 200
    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(map_colors().ink)
    with QPainter(image) as painter:
        draw_silhouette(painter, name, QRectF(0, 0, edge, edge), PAPER)
    # Two letters are 0.7 of the radius wide and a quarter high, 0.36 of it below the middle.
    for across in (-0.35, -0.2, 0.0, 0.2, 0.35):
        for down in (0.24, 0.36, 0.48):
            place = QPointF(edge / 2 * (1 + across), edge / 2 * (1 + down)).toPoint()
            assert image.pixelColor(place).name().upper() == PAPER, (across, down)


@pytest.mark.parametrize("cell_px", [14.0, 24.0, 32.0, 42.0])
def test_on_a_small_disc_letters_win(cell_px: float, qapp: QApplication) -> None:
    """A disc under 34 pixels looks as if there were no silhouette: its letters are to be read."""
    assert pictured(replace(BARE, picture=drawn("mage")), cell_px) == pictured(BARE, cell_px)


@pytest.mark.parametrize("cell_px", [43.0, 48.0, 64.0, 100.0])
def test_on_a_larger_disc_the_silhouette_shows_and_the_letters_on_it(
    cell_px: float, qapp: QApplication
) -> None:
    """Each differs from the next, with the same letters and without."""
    mage, other = (replace(BARE, picture=drawn(name)) for name in ("mage", "robot"))
    assert pictured(mage, cell_px) != pictured(other, cell_px)
    assert pictured(mage, cell_px) != pictured(BARE, cell_px)
    assert pictured(mage, cell_px) != pictured(replace(mage, initials="Bo"), cell_px)


def test_one_that_is_not_here_leaves_the_letters(qapp: QApplication) -> None:
    """As a newer Gridwar may have it: nothing fails, and nothing is lost of the name."""
    later = replace(BARE, picture=drawn("wyrm"))
    assert pictured(later, 64) == pictured(BARE, 64)
    assert listed_face(TokenBit("Ma", picture=drawn("wyrm")), 40, 1).letters == "Ma"


def test_lists_show_it_beside_a_name(qapp: QApplication) -> None:
    """From 20 pixels on; the letters stand on it only where they are of 11 pixels."""
    token = TokenBit("Ma", picture=drawn("mage"))
    small, middle, large = (listed_face(token, disc, 1.0) for disc in (18, 27, 42))
    assert (small.letters, small.silhouette) == ("Ma", None)
    assert (middle.letters, middle.silhouette, middle.on_silhouette) == ("", token.picture, "")
    assert (large.silhouette, large.on_silhouette) == (token.picture, "Ma")


@pytest.mark.parametrize("system", systems().values(), ids=systems().keys())
def test_samples_of_all_rules_have_faces(system: System) -> None:
    """But for carts and crates; every name in the tables is one that is drawn."""
    found = [one.picture for one in system.data.samples()]
    assert {silhouette_of(one) for one in found if one is not None} <= silhouette_names()
    assert sum(one is None for one in found) <= 2


def test_people_of_the_sample_fights_have_faces() -> None:
    """A fresh fight is no field of letters."""
    for sample in samples():
        text = sample.path.read_text("utf-8")
        pictures = re.findall(r'"picture": "drawn:([a-z]+)"', text)
        assert set(pictures) <= silhouette_names()
        assert len(pictures) >= 5, sample.path


def test_letters_win_in_the_strip(qtbot: QtBot) -> None:
    """In a small window the order has no names, so the letters say who it is."""
    rows = (OrderRow("a", "Maro", TokenBit("Ma", picture=drawn("mage"))),)
    bare = (OrderRow("a", "Maro", TokenBit("Ma")),)
    shown: dict[tuple[bool, bool], QImage] = {}
    for is_strip in (True, False):
        for is_drawn in (True, False):
            panel = OrderPanel(make_theme(ThemeName.DARK))
            qtbot.addWidget(panel)
            panel.resize(66 if is_strip else 216, 200)
            panel.set_strip(is_strip)
            panel.show_view(OrderView(rows if is_drawn else bare))
            shown[is_strip, is_drawn] = panel.list.grab().toImage()
    assert shown[True, True] == shown[True, False]
    assert shown[False, True] != shown[False, False]
