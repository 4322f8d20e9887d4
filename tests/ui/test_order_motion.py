"""The order's rows say more, and glide to their new places unless nothing is to move."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.records.panel_records import OrderRow, OrderView, TokenBit
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.ui.panels.order_panel import OrderPanel
from gridwar.ui.panels.order_row_painting import plates
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.painting.themed_painter import SMALL, advance

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ROWS = tuple(OrderRow(who, who, TokenBit(who)) for who in ("ann", "bob", "cyd"))


def _panel(qtbot: QtBot, *, reduce_motion: bool = False) -> OrderPanel:
    panel = OrderPanel(make_theme(ThemeName.DARK, reduce_motion=reduce_motion))
    qtbot.addWidget(panel)
    panel.resize(260, 500)
    panel.show_view(OrderView(ROWS))
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.mark.parametrize("reduce_motion", [False, True])
def test_rows_glide_to_new_places(qtbot: QtBot, *, reduce_motion: bool) -> None:
    """Who changes places starts where they were and ends where they are; calm, at once."""
    panel = _panel(qtbot, reduce_motion=reduce_motion)
    panel.show_view(OrderView((ROWS[2], ROWS[0], ROWS[1])))
    gliding = panel.list.gliding
    assert gliding.is_under_way is not reduce_motion
    if not reduce_motion:
        assert gliding.offset("cyd") > 0 > gliding.offset("ann")
        qtbot.waitUntil(lambda: not gliding.is_under_way, timeout=3000)
    assert gliding.offset("cyd") == 0


def test_a_row_that_only_changes_stays_where_it_is(qtbot: QtBot) -> None:
    """Nothing glides where nobody changes places."""
    panel = _panel(qtbot)
    panel.show_view(OrderView((replace(ROWS[0], count="12"), *ROWS[1:])))
    assert not panel.list.gliding.is_under_way


def test_notes_and_flags_have_lines_of_their_own(qtbot: QtBot) -> None:
    """A row with both is higher by two lines, says them to a screen reader, and draws both."""
    panel = _panel(qtbot)
    flags = (Badge("chevrons-down", "Press first"), Badge("rotate-ccw", "Reeling"))
    plain = panel.list.visualRect(panel.list.records.index(0)).height()
    before = panel.list.grab().toImage()
    row = replace(ROWS[0], note="+10 to 15, place 1", flags=flags, section="Surprise round")
    panel.show_view(OrderView((row, *ROWS[1:])))
    index = panel.list.records.index(1)
    assert panel.list.visualRect(index).height() >= plain + 30
    words = panel.list.records.data(index) or ""
    assert "Press first" in words
    assert "place 1" in words
    assert panel.list.records.items[0] == "Surprise round"
    assert panel.list.grab().toImage() != before


@pytest.mark.parametrize("width_px", [180, 206, 260])
def test_flags_are_read_whole(width_px: int) -> None:
    """What has no room beside another goes below, a long one in lines; all within the row."""
    theme = make_theme(ThemeName.DARK)
    texts = ("Reeling: loses 2", "Press first", "Continues: Long skill check")
    row = replace(ROWS[0], flags=tuple(Badge("split", text) for text in texts))
    found = plates(theme, row, width_px)
    assert [" ".join(one.lines) for one in found] == list(texts)
    for one in found:
        assert one.box.right() <= width_px
        words = one.box.width() - theme.px(26)
        assert max(advance(line, SMALL, theme) for line in one.lines) <= words
    for one, other in pairwise(found):
        assert not one.box.intersects(other.box)
