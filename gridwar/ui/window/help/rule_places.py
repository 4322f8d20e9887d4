"""What names a card in a window: a line of a list or a sheet, a chip, a line of the log.

Finds it by the widget, or by who has the keyboard, and says how it is marked while its card is
open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QLabel

from gridwar.control.text_format import rule_ids
from gridwar.ui.panels.log_panel import LogList
from gridwar.ui.popovers.rule_cards import NamedBy
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.figures.sum_rows import SumRow
from gridwar.ui.widgets.painting.rule_spots import label_spots, spot_at
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.widgets.painting.rule_spots import RuleSpot

_MOST_LINE_PX: Final = 48
"""A widget that is no higher is one line, and marked as a whole."""


def named_in_widget(widget: QWidget, box: QRectF) -> NamedBy:
    """Return a place in a widget as what names a card; a widget of one line is named whole."""
    if isinstance(widget, Painted | PaintedButton):
        drawn = widget
        if widget.height() <= widget.theme.px(_MOST_LINE_PX):
            box = QRectF(widget.rect())

        def mark(on: bool) -> None:
            drawn.named_box = box if on else None
            drawn.update()

        return NamedBy(widget, box.toRect(), mark)
    return NamedBy(widget, box.toRect())


def named_in_log(lines: LogList, rule_id: str, row_id: int, box: QRect) -> NamedBy:
    """Return a line of the log as what names a card."""

    def mark(on: bool) -> None:
        lines.look.named = (row_id, rule_id) if on else None
        lines.viewport().update()

    return NamedBy(lines.viewport(), box, mark, row_id)


def named_at_spot(widget: QWidget, place: QPointF, spots: Iterable[RuleSpot]) -> NamedBy:
    """Return the spot at a place of a widget as what names a card."""
    spot = spot_at(spots, place)
    box = QRectF(place.x(), place.y(), 1, 1) if spot is None else spot.box
    return named_in_widget(widget, box)


def named_at_focus(widget: QWidget | None) -> tuple[str, NamedBy] | None:
    """Return the first card that what has the keyboard names; None where it names none.

    A popover whose lines have no keyboard of their own is asked for the line it is on, a list of
    the log for its current entry.
    """
    while widget is not None:
        found = _in_log(widget) or _in_widget(widget)
        if found is None and isinstance(widget, Popover):
            found = _in_popover(widget)
        if found is not None:
            return found
        if isinstance(widget, Popover):
            return None
        widget = widget.parentWidget()
        if widget is not None and widget.height() > widget.width() and not _is_line(widget):
            return None
    return None


def _is_line(widget: QWidget) -> bool:
    """Return whether a widget may be the line that something with the keyboard is in."""
    return isinstance(widget, Painted | PaintedButton | Popover)


def _in_widget(widget: QWidget) -> tuple[str, NamedBy] | None:
    if isinstance(widget, Chip) and widget.view.opens:
        return widget.view.opens, named_in_widget(widget, QRectF(widget.rect()))
    spots: Iterable[RuleSpot] = ()
    if isinstance(widget, Painted | PaintedButton):
        spots = widget.rule_spots
    elif isinstance(widget, QLabel):
        spots = label_spots(widget)
    spot = next(iter(spots), None)
    if spot is not None:
        return spot.rule_id, named_in_widget(widget, spot.box)
    said = rule_ids(f"{widget.accessibleName()} {widget.accessibleDescription()}")
    if said and not isinstance(widget, Popover):
        return said[0], named_in_widget(widget, QRectF(widget.rect()))
    return None


def _in_popover(popover: Popover) -> tuple[str, NamedBy] | None:
    """Return what the current line of a popover names, else its first that names anything."""
    rows = [one for one in popover.findChildren(SumRow) if one.isVisible() and one.rule_spots]
    row = next((one for one in rows if one.current), next(iter(rows), None))
    if row is not None:
        return _in_widget(row)
    parts = (one for one in popover.findChildren(Painted) if one.isVisible() and one.rule_spots)
    part = next(parts, None)
    return None if part is None else _in_widget(part)


def _in_log(widget: QWidget) -> tuple[str, NamedBy] | None:
    if not isinstance(widget, LogList):
        return None
    found = widget.rule_of_current()
    return None if found is None else (found[0], named_in_log(widget, *found))
