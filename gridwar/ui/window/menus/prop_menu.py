"""The menu of a prop on the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QCursor

from gridwar.control.maps.prop_words import prop_title, traits_words
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.model.props import Prop
    from gridwar.ui.window.window_parts import Parts


def wire_prop_menu(parts: Parts) -> None:
    """Show the menu whenever a tool wants it."""
    controller = parts.controller

    def follow() -> None:
        wanted = controller.view.prop_menu
        if wanted:
            controller.view = replace(controller.view, prop_menu="")  # nothing shown depends on it
            props = controller.encounter.map.props
            prop = next((one for one in props if one.id == wanted), None)
            if prop is not None and not controller.view.presenting:
                prop_menu(parts, prop).popup(QCursor.pos())

    controller.subscribe(follow)


def prop_menu(parts: Parts, prop: Prop) -> QMenu:
    """Return the menu of a prop; it is gone once it is closed."""
    menu = PopupMenu(parts.window, passes=True)
    menu.addAction(f"{prop_title(prop)}: {traits_words(prop.traits)}").setEnabled(False)
    menu.addSeparator()

    acts = [(_("Change \u2026"), partial(_change, parts, prop.id))]
    if prop.flipped is not None:
        words = _("Set upright") if prop.is_flipped else _("Flip over")
        acts.append((words, partial(_put, parts, prop.stood(is_flipped=not prop.is_flipped))))
    if not prop.is_locked:
        acts.append((_("Turn a quarter"), partial(_put, parts, prop.turned())))
    words = _("Let it be moved") if prop.is_locked else _("Fix it in its place")
    acts.append((words, partial(_put, parts, prop.replace(is_locked=not prop.is_locked))))
    acts.append((_("Take away"), partial(_take_away, parts, prop.id)))
    for words, act in acts:
        menu.addAction(words).triggered.connect(lambda _checked=False, act=act: act())
    return menu


def _put(parts: Parts, prop: Prop) -> None:
    parts.controller.submit(PutProps(put=(prop,)))


def _take_away(parts: Parts, prop_id: str) -> None:
    parts.controller.submit(PutProps(gone=(prop_id,)))


def _change(parts: Parts, prop_id: str) -> None:
    parts.tools.take(PropsTool.info.id)
    tool = parts.tools.tools[PropsTool.info.id]
    assert isinstance(tool, PropsTool)
    tool.choose(prop_id)
