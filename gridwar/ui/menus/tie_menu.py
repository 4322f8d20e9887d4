"""The menu of a tie between two combatants: what its rules offer to each of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from gridwar.control.measuring.tie_signs import TieSigns
from gridwar.control.text_format import minus
from gridwar.ui.style.tooltips import set_tip

if TYPE_CHECKING:
    from gridwar.engine.kit.overlays import Tie
    from gridwar.ui.parts.window_parts import Parts


def wire_tie_menu(parts: Parts) -> None:
    """Show the menu whenever the active tool wants it."""
    controller, tie_signs = parts.controller, TieSigns(parts.controller)

    def follow() -> None:
        wanted = controller.view.tie_menu
        if any(wanted):
            # Nothing shown depends on it.
            controller.view = replace(controller.view, tie_menu=("", ""))
            tie = None if controller.view.presenting else tie_signs.find(wanted)
            if tie is not None:
                make_menu(parts, tie).popup(QCursor.pos())

    controller.subscribe(follow)


def make_menu(parts: Parts, tie: Tie) -> QMenu:
    """Return the menu of a tie; it is gone once it is closed."""
    menu = QMenu(parts.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    menu.addAction(tie.label).setEnabled(False)
    encounter = parts.controller.encounter
    for who in (tie.a, tie.b):
        found = [one for one in parts.controller.rules_cache.actions(who) if one.group == tie.group]
        if found:
            menu.addSection(encounter[who].name)
        for one in found:
            made = menu.addAction(
                f"{one.title} \u2013 {minus(one.note)}" if one.note else one.title
            )
            made.setEnabled(one.refusal is None)
            set_tip(made, "" if one.refusal is None else one.refusal.text)
            made.triggered.connect(partial(_choose, parts, who, one.id))
    return menu


def _choose(parts: Parts, who: str, action_id: str, _checked: bool = False) -> None:
    parts.controller.select(who)
    parts.controller.choose_action(action_id)
