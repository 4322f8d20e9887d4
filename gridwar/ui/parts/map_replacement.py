"""Laying another map: one from a file, or a blank page; where something is under way, after asking.

Owns when it has to be asked. The laying itself is the grid tool's and one command, so undo brings
the map before back.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.tools.grid import GridTool
from gridwar.engine.gm.commands import LayMap
from gridwar.errors import GridwarError
from gridwar.model.battlemap import BattleMap
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller import Controller
    from gridwar.formats.imported import Imported
    from gridwar.ui.parts.window_parts import Parts


def is_under_way(controller: Controller) -> bool:
    """Tell whether another map would take something from a fight: somebody, or something done."""
    session = controller.session
    done = session.history.line(session.position.cursor)
    is_bare = all(isinstance(row.command, LayMap) for row in done) and not session.open
    return bool(controller.encounter.combatants) or not is_bare


def import_map(parts: Parts, imported: Imported) -> None:
    """Lay a map that was read from a file, asking first where a fight is under way."""
    here, system_id = partial(lay_map, parts, imported), parts.controller.system.id
    desk = parts.desk
    elsewhere = None if desk is None else partial(desk.begin_on, system_id, imported)
    _lay(parts, imported.map.name or _("this map"), here, elsewhere)


def import_blank(parts: Parts) -> None:
    """Lay a blank page, asking first where a fight is under way."""
    here, system_id = partial(blank_page, parts), parts.controller.system.id
    elsewhere = None if parts.desk is None else partial(parts.desk.begin, system_id)
    _lay(parts, _("a blank page"), here, elsewhere)


def _lay(
    parts: Parts, name: str, here: Callable[[], None], elsewhere: Callable[[], None] | None
) -> None:
    controller = parts.controller
    if not is_under_way(controller):
        here()
        return
    there = len(controller.encounter.combatants)
    who = ngettext("{n} combatant stays", "{n} combatants stay", there).format(n=there)
    words = _(
        "{who} where they are, as far as the other map goes; what was drawn on the present "
        "one goes. Undo brings it back."
    ).format(who=who)
    if not there:
        words = _("What was drawn on the present map goes. Undo brings it back.")
    ways = [(_("In this fight"), here)]
    if elsewhere is not None:
        ways.append((_("New fight on it"), elsewhere))
    title = _("Lay {map} in this fight?").format(map=name)
    parts.later.choice.ask(title, words, tuple(ways))


def lay_map(parts: Parts, imported: Imported) -> None:
    """Lay a map that was read from a file, its picture kept with the fight, and show its report."""
    if imported.picture is not None and parts.desk is not None:
        try:
            parts.desk.keep_picture(imported.picture)
        except GridwarError as error:
            parts.files.failed.emit(error)
            return
    parts.tools.take(GridTool.info.id)
    tool = parts.tools.in_hand
    if isinstance(tool, GridTool):
        tool.lay(imported)


def show_report(parts: Parts, imported: Imported) -> None:
    """Show the report of a map that lies here already."""
    parts.tools.take(GridTool.info.id)
    tool = parts.tools.in_hand
    if isinstance(tool, GridTool):
        tool.show_report(imported)


def blank_page(parts: Parts) -> None:
    """Lay a blank page; its size and scale can then be typed."""
    scale = parts.controller.encounter.map.scale
    parts.controller.submit(LayMap(map=BattleMap(scale=scale)))
    parts.tools.take(GridTool.info.id)
