"""A map laid in the fight, or in a new one, once that is agreed to; those selected centred on it.

What is asked and the laying itself are ``control.maps.map_import``'s.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.maps.map_import import confirmation
from gridwar.control.state.view_state import StartAsked
from gridwar.text import _
from gridwar.ui.map.camera.viewpoint import ROOM_CELLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.import_report import Imported
    from gridwar.ui.window.window_parts import Parts


def center_on_selected(parts: Parts) -> None:
    """Bring those selected, else whoever has the turn, to the middle of the map."""
    encounter = parts.controller.encounter
    who = parts.controller.view.selected or tuple(filter(None, (encounter.turn,)))
    here = (one for one in encounter.combatants.values() if one.id in who)
    places = [(one.pos, one.size) for one in here if one.pos is not None]
    if places:
        left, top = min(at.x for at, _size in places), min(at.y for at, _size in places)
        right = max(at.x + size.w for at, size in places)
        bottom = max(at.y + size.h for at, size in places)
        width, height = right - left + 2 * ROOM_CELLS, bottom - top + 2 * ROOM_CELLS
        parts.map.show_box((left - ROOM_CELLS, top - ROOM_CELLS, width, height))


def import_map(parts: Parts, imported: Imported) -> None:
    """Lay a map that was read from a file, asking first where a fight is under way.

    On the start page it is agreed already that a new fight begins on it.
    """
    if parts.controller.view.start_page is not StartAsked.NO:
        _begin_on(parts, imported)
        return
    here, system_id = partial(_lay_imported, parts, imported), parts.controller.system.id
    host = parts.host
    elsewhere = None if host is None else partial(host.begin_on, system_id, imported)
    _ask_and_lay(parts, imported.map.name or _("this map"), here, elsewhere)


def _begin_on(parts: Parts, imported: Imported) -> None:
    """Begin a fight on a map by the rules that were chosen; the bare one below makes way."""
    controller = parts.controller
    rules, is_bare = controller.view.start_rules, controller.view.start_page is StartAsked.START
    parts.settings.change(begun_with=rules)
    if (is_bare and rules == controller.system.id) or parts.host is None:
        controller.show(start_page=StartAsked.NO, start_rules="")
        _lay_imported(parts, imported)
    else:
        parts.host.begin_on(rules, imported)


def _ask_and_lay(
    parts: Parts, name: str, here: Callable[[], None], elsewhere: Callable[[], None] | None
) -> None:
    asked = confirmation(parts.controller, name)
    if asked is None:
        here()
        return
    ways = [(_("In this fight"), here)]
    if elsewhere is not None:
        ways.append((_("New fight on it"), elsewhere))
    parts.later.choice.ask(asked.title, asked.text, tuple(ways))


def _lay_imported(parts: Parts, imported: Imported) -> None:
    """Lay a map that was read, and show all of it."""
    parts.controller.map_import.lay(imported)
    parts.map.fit()
