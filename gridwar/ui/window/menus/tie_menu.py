"""The menu of a tie between two combatants: what its rules offer to each of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from gridwar.control.texts.text_format import minus
from gridwar.control.tools.doors_and_ties import TieSigns
from gridwar.ui.style.tooltips import set_tip

if TYPE_CHECKING:
    from gridwar.engine.kit.offers import Action
    from gridwar.engine.kit.overlays import Tie
    from gridwar.ui.window.parts import Parts


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
    """Return the menu of a tie, by name of each of the two; it is gone once it is closed."""
    menu = QMenu(parts.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    menu.addAction(tie.label).setEnabled(False)
    encounter = parts.controller.encounter
    for who, other in ((tie.a, tie.b), (tie.b, tie.a)):
        found = [
            one
            for one in parts.controller.rules_cache.actions(who)
            if one.group == tie.group and _concerns(one, other)
        ]
        if found:
            menu.addSeparator()
            menu.addAction(encounter[who].name).setEnabled(False)
        for one in found:
            made = menu.addAction(
                f"{one.title} \u2013 {minus(one.note)}" if one.note else one.title
            )
            made.setEnabled(one.refusal is None)
            set_tip(made, "" if one.refusal is None else one.refusal.text)
            made.triggered.connect(partial(_choose, parts, one, who, other))
    return menu


def _concerns(action: Action, other: str) -> bool:
    """Tell whether an action is about the other of the two, or about nobody in particular."""
    return action.needs != ("combatant",) or _is_aimed_at(action, other)


def _is_aimed_at(action: Action, other: str) -> bool:
    candidates = action.candidates
    return action.needs == ("combatant",) and candidates is not None and other in candidates().who


def _choose(parts: Parts, action: Action, who: str, other: str, _checked: bool = False) -> None:
    parts.controller.selection.select(who)
    parts.controller.actions.choose(action.id)
    if _is_aimed_at(action, other):
        parts.controller.selection.point_at(other)
