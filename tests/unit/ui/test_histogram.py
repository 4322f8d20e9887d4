"""The one scale on which the distributions of all answers are drawn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gridwar.ui.widgets.figures.histogram import common_scale
from tests.ui import popover_samples as popovers


def test_all_columns_share_one_scale() -> None:
    """All columns are drawn on one scale, which the chance of nothing does not stretch."""
    scale = common_scale(popovers.COLUMNS, 130)
    assert scale is not None
    tallest = max(
        p for column in popovers.COLUMNS for value, p in column.distribution if value != 0
    )
    assert scale.low == 0
    assert scale.tallest == pytest.approx(tallest)


def test_a_long_tail_does_not_stretch_the_scale() -> None:
    """Chains of criticals go on for ever, each link rarer: the scale ends where nothing is seen."""
    chain = tuple((10 * link, 0.9 * 0.1**link) for link in range(30))
    (column,) = [replace(one, distribution=chain, down_at=None) for one in popovers.COLUMNS[:1]]
    scale = common_scale([column], 130)
    assert scale is not None
    assert scale.high == 20
