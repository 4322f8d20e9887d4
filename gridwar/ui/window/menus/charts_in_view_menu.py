"""What the View menu has of charts: one at a time, of danger, chance, or who sees a square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.chart_choice import ChartKind
from gridwar.text import _
from gridwar.ui.window.menus.menu_declaration import State
from gridwar.ui.window.menus.stands_in_view_menu import declare_stands

if TYPE_CHECKING:
    from gridwar.ui.window.menus.menu_declaration import Menu
    from gridwar.ui.window.window_parts import Parts

_CHARTS = (
    (
        "view.danger",
        ChartKind.DANGER,
        _("Danger"),
        _("What foes would do to the one selected on each square; Esc takes it off"),
    ),
    (
        "view.chance",
        ChartKind.CHANCE,
        _("Chance"),
        _("How likely the best attack of the one selected is from each square"),
    ),
    (
        "view.seen_by",
        ChartKind.SEEN_BY,
        _("Who sees a square"),
        _("How many foes would have a line to the one selected there"),
    ),
)


def declare_charts(view: Menu[Parts]) -> None:
    """Declare the entries of the View menu that show a chart of squares, or ask of them."""
    for action_id, kind, words, hint in _CHARTS:
        _declare(view, action_id, kind, (words, hint))
    declare_stands(view)


def _declare(view: Menu[Parts], action_id: str, kind: ChartKind, said: tuple[str, str]) -> None:
    state: State[Parts] = State(
        enabled=lambda parts: parts.controller.actor is not None,
        on=lambda parts: parts.controller.view.chart.kind is kind,
    )

    @view.switch(action_id, *said, state)
    def _show(parts: Parts, _on: bool) -> None:
        parts.controller.charts.turn(kind)
