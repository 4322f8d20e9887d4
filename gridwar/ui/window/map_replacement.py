"""Asking whether another map is to be laid in this fight, where something is under way.

What is asked and the laying itself are ``control.maps.map_import``'s.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.maps.map_import import confirmation, lay_blank
from gridwar.control.tools.ground.map_setup import GridTool
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.imported import Imported
    from gridwar.ui.window.parts import Parts


def import_map(parts: Parts, imported: Imported) -> None:
    """Lay a map that was read from a file, asking first where a fight is under way."""
    here, system_id = partial(parts.controller.map_import.lay, imported), parts.controller.system.id
    host = parts.host
    elsewhere = None if host is None else partial(host.begin_on, system_id, imported)
    _lay(parts, imported.map.name or _("this map"), here, elsewhere)


def import_blank(parts: Parts) -> None:
    """Lay a blank page, asking first where a fight is under way."""
    here, system_id = partial(_lay_blank, parts), parts.controller.system.id
    elsewhere = None if parts.host is None else partial(parts.host.begin, system_id)
    _lay(parts, _("a blank page"), here, elsewhere)


def _lay(
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


def _lay_blank(parts: Parts) -> None:
    """Lay a blank page; its size and scale can then be typed."""
    lay_blank(parts.controller)
    parts.tools.take(GridTool.info.id)
