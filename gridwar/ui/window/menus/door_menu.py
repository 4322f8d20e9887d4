"""The menu of a door on the map: open, close, lock, hide, rename."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from gridwar.control.records.form_records import FieldView, FormView
from gridwar.control.tools.doors_and_ties import door_title, states_of
from gridwar.engine.gm.map import PutWalls, SetDoor
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.walls import Wall
    from gridwar.ui.window.parts import Parts


def wire_door_menu(parts: Parts) -> None:
    """Show the menu whenever the active tool wants it."""
    controller = parts.controller

    def follow() -> None:
        wanted = controller.view.door_menu
        if wanted:
            controller.view = replace(controller.view, door_menu="")  # nothing shown depends on it
            walls = controller.encounter.map.walls
            door = next((wall for wall in walls if wall.id == wanted), None)
            if door is not None:
                make_menu(parts, door).popup(QCursor.pos())

    controller.subscribe(follow)


def make_menu(parts: Parts, door: Wall) -> QMenu:
    """Return the menu of a door; it is gone once it is closed."""
    menu = QMenu(parts.window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(door_title(door)).setEnabled(False)
    menu.addSeparator()
    for state, words in states_of(door):
        act = partial(parts.controller.submit, SetDoor(wall=door.id, state=state))
        menu.addAction(words).triggered.connect(lambda _checked=False, act=act: act())
    menu.addSeparator()
    rename = menu.addAction(_("Rename \u2026"))
    rename.triggered.connect(lambda _checked=False: _rename(parts, door))
    return menu


def _rename(parts: Parts, door: Wall) -> None:
    field = FieldView("name", _("Name"), value=door.name)
    form = FormView(door_title(door), _("shown in the log and beside the door"), (field,))

    def take(given: Mapping[str, object]) -> None:
        walls = parts.controller.encounter.map.walls
        now = tuple(wall for wall in walls if wall.id == door.id)
        named = tuple(wall.replace(name=str(given["name"]).strip()) for wall in now)
        parts.controller.submit(PutWalls(put=named))

    parts.forms.ask(form, take)
