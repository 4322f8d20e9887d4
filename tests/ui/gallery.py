"""A gallery of all panels and popovers with made-up records, to be looked at.

Run ``python -m tests.ui.gallery PAGE [--light] [--scale 1.25] [--shot FILE.png]``; every signal
is printed.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import QuickView
from gridwar.ui.panels.inspector import Inspector
from gridwar.ui.panels.log_panel import LogPanel
from gridwar.ui.panels.notice_bar import NoticeBar
from gridwar.ui.panels.order_panel import OrderPanel
from gridwar.ui.panels.top_bar_and_status_bar import StatusLine, TopBar
from gridwar.ui.popovers.attack_popover import AttackPopover
from gridwar.ui.popovers.effect_popover import EffectPopover
from gridwar.ui.popovers.form_popover import FormPopover
from gridwar.ui.popovers.questions_popover import AskPopover
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, apply_theme, make_theme
from tests.ui import panel_samples as samples
from tests.ui import popover_samples as popovers

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.widgets.containers.popover_base import Popover


def watched(widget: QWidget) -> QWidget:
    """Print every signal of a panel."""
    kind = type(widget)
    for name in dir(kind):
        signal = getattr(kind, name)
        if type(signal).__name__ == "Signal" and name in vars(kind):
            getattr(widget, name).connect(
                lambda *args, name=name: sys.stdout.write(f"{kind.__name__}.{name}{args}\n")
            )
    return widget


def panels(theme: Theme) -> QWidget:
    """Make the columns: order at the left, inspector and log at the right."""
    page = QWidget()
    page.resize(theme.px(980), theme.px(860))
    columns = QHBoxLayout(page)
    order = OrderPanel(theme)
    order.show_view(samples.ORDER)
    order.setFixedWidth(theme.px(216))
    inspector, log = Inspector(theme), LogPanel(theme)
    inspector.head.show_view(samples.CARD)
    wrong = "Write \u22127, +4, =12, /2."
    inspector.head.show_quick(QuickView("Mara Voss", ("Prone", "Burning"), wrong))
    inspector.actions_panel.show_view(samples.ACTIONS)
    inspector.sheet.show_view(samples.CARD)
    for panel in (inspector.log, log):
        panel.show_entries((samples.STAGED, *samples.LOG))
    inspector.show_entries((samples.STAGED, *samples.LOG))
    columns.addWidget(watched(order))
    for column in (inspector, log):
        column.setFixedWidth(theme.px(360))
        columns.addWidget(watched(column))
    return page


def floating(theme: Theme, popover: type[Popover], view: object, high: int = 900) -> QWidget:
    """Put a popover over an empty map."""
    page = QFrame()
    page.setStyleSheet(f"QFrame#map {{ background: {theme.palette.void}; }}")
    page.setObjectName("map")
    page.resize(theme.px(600), theme.px(high))
    made = popover(theme, page)
    made.show_view(view)  # type: ignore[attr-defined]
    made.float_in(page.rect())
    watched(made)
    return page


def bars(theme: Theme) -> QWidget:
    """Make a window of bars and notices around an empty map."""
    page = QWidget()
    page.resize(theme.px(1200), theme.px(420))
    rows = QVBoxLayout(page)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(0)
    top = TopBar(theme)
    top.show_view(samples.TOP)
    ground = QFrame()
    ground.setStyleSheet(f"background: {theme.palette.void};")
    failed, refused = NoticeBar(theme), NoticeBar(theme)
    failed.show_notice(samples.FAILED)
    refused.show_notice(samples.REFUSED)
    status = StatusLine(theme)
    status.show_view(samples.STATUS)
    rows.addWidget(watched(top))
    rows.addWidget(ground, 1)
    for part in (failed, refused, status):
        rows.addWidget(watched(part))
    return page


PAGES: dict[str, Callable[[Theme], QWidget]] = {
    "panels": panels,
    "attack": lambda theme: floating(theme, AttackPopover, popovers.ATTACK),
    "attack-low": lambda theme: floating(theme, AttackPopover, popovers.ATTACK, 620),
    "ask-one": lambda theme: floating(theme, AskPopover, popovers.ASK_ONE, 620),
    "ask-all": lambda theme: floating(theme, AskPopover, popovers.ASK_ALL, 760),
    "ask-table": lambda theme: floating(theme, AskPopover, popovers.ASK_TABLE, 620),
    "attack-staged": lambda theme: floating(theme, AttackPopover, popovers.STAGED),
    "attack-opposed": lambda theme: floating(theme, AttackPopover, popovers.OPPOSED),
    "attack-amended": lambda theme: floating(theme, AttackPopover, popovers.AMENDED),
    "dice": lambda theme: floating(theme, AskPopover, popovers.DICE_ONLY, 360),
    "bars": bars,
    "effect": lambda theme: floating(theme, EffectPopover, popovers.EFFECT, 640),
    "form": lambda theme: floating(theme, FormPopover, popovers.FORM, 900),
    "attack-odd": lambda theme: floating(theme, AttackPopover, popovers.TROUBLED, 620),
}


def main() -> int:
    """Show a page, or shoot it and leave."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("page", choices=sorted(PAGES))
    ask.add_argument("--light", action="store_true")
    ask.add_argument("--scale", type=float, default=1.0)
    ask.add_argument("--shot")
    given = ask.parse_args()
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    theme = make_theme(ThemeName.LIGHT if given.light else ThemeName.DARK, given.scale)
    apply_theme(app, theme)
    page = PAGES[given.page](theme)
    page.show()
    if given.shot:

        def shoot() -> None:
            page.grab().save(given.shot)
            app.quit()

        QTimer.singleShot(400, shoot)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
