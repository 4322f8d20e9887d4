"""The File menu: new, open, samples, unfinished fights, saving, leaving."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.control.presenters.opened_last import opened_last, when_words
from gridwar.control.state.view_state import StartAsked
from gridwar.storage.earlier_copies import copies_of
from gridwar.storage.file_names import kept_at
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.storage.untitled_fights import recoverable
from gridwar.systems import playable_systems
from gridwar.text import _, ngettext
from gridwar.ui.file_dialogs import FileKind, ask_where, ask_which
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.window.help.recent_fights import forget_missing, open_recent
from gridwar.ui.window.menus.menu_declaration import Entries, Menu
from gridwar.ui.window.window_parts import host_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.window_parts import Parts

MOST_LISTED = 12
_PICTURE_PX = 44
FIGHT_FILTER = "Gridwar (*.gridwar *.json)"


FILE: Menu[Parts] = Menu(_("&File"))


@FILE.action(
    "file.new",
    _("New fight \u2026"),
    _("By other rules or the same ones: on a map of your own, or an empty page"),
)
def _new(parts: Parts) -> None:
    parts.controller.show(start_page=StartAsked.NEW)


@FILE.listing(_("Sample fights"))
def _list_samples(parts: Parts, menu: QMenu) -> None:
    entries = Entries(parts, menu)
    if menu.actions():
        return
    by_id = dict(playable_systems())
    for one in samples():
        words = _("{title} ({rules})")
        words = words.format(title=one.title, rules=by_id.get(one.system, one.system))
        entries.offer(words, partial(host_of(parts).open_beside, one.path))


@FILE.listing(_("Opened last"))
def _list_recent(parts: Parts, menu: QMenu) -> None:
    menu.clear()
    entries, found = Entries(parts, menu), opened_last(parts.settings)
    for one in found:
        path = Path(one.path)
        words = f"{path.name}\t{one.note}".replace("&", "&&")
        entry = entries.offer(words, partial(open_recent, parts, path))
        set_tip(entry, one.path)
    if not found:
        menu.addAction(_("None")).setEnabled(False)
    if any(one.is_missing for one in found):
        menu.addSeparator()
        entries.offer(_("Forget those that are missing"), partial(forget_missing, parts.settings))


@FILE.listing(_("Unfinished fights"))
def _list_unfinished(parts: Parts, menu: QMenu) -> None:
    menu.clear()
    entries = Entries(parts, menu)
    found = recoverable()
    for one in found[:MOST_LISTED]:
        when = when_words(one.changed)
        words = ngettext("{title}, {when}, {n} step", "{title}, {when}, {n} steps", one.commands)
        words = words.format(title=one.title, when=when, n=one.commands)
        entries.offer(words, partial(host_of(parts).open_beside, one.path))
    if not found:
        menu.addAction(_("None")).setEnabled(False)


@FILE.listing(_("Backups"))
def _list_earlier(parts: Parts, menu: QMenu) -> None:
    """List the copies that were kept of this fight each time it was opened."""
    menu.clear()
    entries, present = Entries(parts, menu), host_of(parts).file.path
    found = () if present is None else copies_of(present)
    for one in found:
        entries.offer(when_words(kept_at(one)), partial(host_of(parts).open_beside, one))
    if not found:
        menu.addAction(_("None")).setEnabled(False)


@FILE.action("file.open", _("Open \u2026"))
def _open(parts: Parts) -> None:
    path = ask_which(parts.window, _("Open a fight"), FIGHT_FILTER, FileKind.FIGHT)
    if path is not None:
        host_of(parts).open_beside(path)


FILE.separate()


@FILE.action("file.save_as", _("Save as \u2026"))
def _save_as(parts: Parts) -> None:
    _save(parts, host_of(parts).file.save_as)


@FILE.action("file.save_copy", _("Save a copy \u2026"))
def _save_copy(parts: Parts) -> None:
    _save(parts, host_of(parts).file.save_copy)


def _save(parts: Parts, act: Callable[[Path], None]) -> None:
    name = parts.controller.encounter.title
    kinds = "Gridwar (*.gridwar)"
    path = ask_where(parts.window, _("Save the fight"), kinds, name, FileKind.FIGHT)
    if path is not None:
        act(path)


@FILE.action("file.export", _("Export as JSON \u2026"))
def _export(parts: Parts) -> None:
    name = parts.controller.encounter.title
    path = ask_where(parts.window, _("Export the fight"), "JSON (*.json)", name, FileKind.EXPORT)
    if path is not None:
        parts.files.write(path, host_of(parts).file.export(path))


FILE.separate()


@FILE.action("file.quit", _("Quit"))
def _quit(parts: Parts) -> None:
    parts.window.close()
