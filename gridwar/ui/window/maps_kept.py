"""Maps on the shelf: the present one kept, one renamed, one laid in the present fight.

What comes along of a map is ``control.library.maps_of_fights``'s, the files are the shelf's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.library.maps_of_fights import MapOfFight, keep_on_shelf, map_of, read_map_of
from gridwar.control.maps.map_import import confirmation
from gridwar.control.records.form_records import FieldView, FormView
from gridwar.control.state.view_state import Notice, StartAsked
from gridwar.errors import GridwarError
from gridwar.model.map_tags import tag_words, tags_of
from gridwar.storage.fight_summary import read_summary
from gridwar.storage.map_shelf import MapShelf
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from gridwar.ui.tasks.threads import IsStopped, Progress
    from gridwar.ui.window.window_parts import Parts


def the_shelf() -> MapShelf:
    """Return the user's shelf."""
    return MapShelf(find_system)


def keep_present_map(parts: Parts) -> None:
    """Ask for name and tags, then keep the map of the fight."""
    controller = parts.controller
    page = controller.encounter.map

    def take(given: Mapping[str, object]) -> None:
        data = None
        if page.picture is not None and parts.host is not None:
            data = parts.host.file.picture_bytes(page.picture.sha256)
        taken = map_of(controller.session, data)
        name, tags = _name_and_tags(given, page.name or controller.encounter.title)
        words = _("Keeping {name}").format(name=name)

        def work(_tell: Progress, _is_stopped: IsStopped) -> Path:
            return keep_on_shelf(the_shelf(), taken, name, tags)

        def done(_path: Path) -> None:
            told = _("{name} is kept: Map, Maps.").format(name=name)
            controller.tell(Notice(told, tone="note"))

        parts.files.load(words, work, done)

    hint = _("As it is, without people; its doors as they were laid.")
    title = page.name or controller.encounter.title
    parts.forms.ask(_form(_("Keep this map"), hint, title, page.tags, _("Keep")), take)


def rename(parts: Parts, path: Path, then: Callable[[], None]) -> None:
    """Ask for another name and other tags of a kept map.

    Args:
        parts: The window's.
        path: Its file.
        then: Called once it has them.
    """
    seen = read_summary(path)

    def take(given: Mapping[str, object]) -> None:
        name, tags = _name_and_tags(given, seen.name or path.stem)

        def work(_tell: Progress, _is_stopped: IsStopped) -> None:
            the_shelf().rename(path, name, tags)

        parts.files.load(_("Keeping {name}").format(name=name), work, lambda _made: then())

    name = seen.name or seen.title
    parts.forms.ask(_form(_("Name and tags"), "", name, seen.tags, _("Keep")), take)


def _form(title: str, hint: str, name: str, tags: tuple[str, ...], words: str) -> FormView:
    fields = (
        FieldView("name", _("Name"), value=name),
        FieldView(
            "tags",
            _("Tags, with commas between"),
            value=tag_words(tags),
            hint=_("such as: inn, night, two floors"),
        ),
    )
    return FormView(title, hint, fields, words)


def _name_and_tags(given: Mapping[str, object], otherwise: str) -> tuple[str, tuple[str, ...]]:
    name = " ".join(str(given.get("name", "")).split()) or otherwise
    return name, tags_of(str(given.get("tags", "")))


def lay_map_of(parts: Parts, path: Path) -> None:
    """Lay the map of a file in the present fight, asking first where that is under way."""

    def work(_tell: Progress, _is_stopped: IsStopped) -> MapOfFight:
        return read_map_of(path)

    parts.files.load(_("Opening {name}").format(name=path.name), work, partial(_lay, parts, path))


def _lay(parts: Parts, path: Path, taken: MapOfFight) -> None:
    controller, host = parts.controller, parts.host
    controller.show(start_page=StartAsked.NO, start_rules="")

    def here() -> None:
        try:
            for data in taken.pictures:
                controller.map_import.keep_picture(data)
        except GridwarError as error:
            controller.tell(Notice(str(error), tone="error"))
            return
        controller.submit(taken.laying())
        parts.map.fit()

    asked = confirmation(controller, taken.page.name or _("this map"))
    if asked is None:
        here()
        return
    ways = [(_("In this fight"), here)]
    if host is not None:
        system_id = controller.system.id
        ways.append((_("New fight on it"), partial(host.begin_on_map_of, system_id, path)))
    parts.later.choice.ask(asked.title, asked.text, tuple(ways))
