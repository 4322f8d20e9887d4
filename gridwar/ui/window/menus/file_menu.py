"""The File menu: new, open, samples, unfinished fights, saving, leaving."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.storage.backups import copies_of, kept_at
from gridwar.storage.fights import samples
from gridwar.storage.unfinished import recoverable
from gridwar.systems import playable_systems
from gridwar.text import _, ngettext
from gridwar.ui.popovers.file_dialogs import ask_where, ask_which, begin_in
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.window.help.recents import open_recent, when_words
from gridwar.ui.window.menus.entries import Entries

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.parts import Parts

MOST_LISTED = 12
FIGHT_FILTER = "Gridwar (*.gridwar *.json)"


def file_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    host, entries = parts.host, Entries(parts, menu)
    if host is None:
        return
    if parts.settings.now.recent:
        begin_in(parts.window, Path(parts.settings.now.recent[0]).parent)
    fresh = menu.addMenu(_("New fight"))
    # Listed when looked at: to know what a rule system is called it has to be loaded.
    fresh.aboutToShow.connect(lambda: _list_systems(parts, fresh))
    shown = menu.addMenu(_("Sample fights"))
    shown.aboutToShow.connect(lambda: _list_samples(parts, shown))
    recent = menu.addMenu(_("Opened last"))
    recent.aboutToShow.connect(lambda: _list_recent(parts, recent))
    unfinished = menu.addMenu(_("Unfinished fights"))
    unfinished.aboutToShow.connect(lambda: _list_unfinished(parts, unfinished))
    earlier = menu.addMenu(_("Backups"))
    earlier.aboutToShow.connect(lambda: _list_earlier(parts, earlier))
    entries.action("file.open", _("Open \u2026"), "Ctrl+O", lambda: _open(parts))
    entries.separate()
    entries.action(
        "file.save_as", _("Save as \u2026"), "Ctrl+S", lambda: _save(parts, host.file.save_as)
    )
    entries.action(
        "file.save_copy", _("Save a copy \u2026"), "", lambda: _save(parts, host.file.save_copy)
    )
    entries.action("file.export", _("Export as JSON \u2026"), "", lambda: _export(parts))
    entries.separate()
    entries.action("file.quit", _("Quit"), "Ctrl+Q", parts.window.close)


def _list_systems(parts: Parts, menu: QMenu) -> None:
    entries = Entries(parts, menu)
    if parts.host is None or menu.actions():
        return
    for system_id, title in playable_systems():
        entries.offer(title, partial(parts.host.begin, system_id))


def _list_samples(parts: Parts, menu: QMenu) -> None:
    entries = Entries(parts, menu)
    if parts.host is None or menu.actions():
        return
    by_id = dict(playable_systems())
    for one in samples():
        words = _("{title} ({rules})")
        words = words.format(title=one.title, rules=by_id.get(one.system, one.system))
        entries.offer(words, partial(parts.host.open_beside, one.path))


def _list_recent(parts: Parts, menu: QMenu) -> None:
    menu.clear()
    entries, found = Entries(parts, menu), parts.settings.now.recent
    for one in found:
        path = Path(one)
        set_tip(entries.offer(path.name, partial(open_recent, parts, path)), one)
    if not found:
        menu.addAction(_("None")).setEnabled(False)


def _list_unfinished(parts: Parts, menu: QMenu) -> None:
    menu.clear()
    entries = Entries(parts, menu)
    found = recoverable()
    for one in found[:MOST_LISTED]:
        when = when_words(one.changed)
        words = ngettext("{title}, {when}, {n} step", "{title}, {when}, {n} steps", one.commands)
        words = words.format(title=one.title, when=when, n=one.commands)
        if parts.host is not None:
            entries.offer(words, partial(parts.host.open_beside, one.path))
    if not found:
        menu.addAction(_("None")).setEnabled(False)


def _list_earlier(parts: Parts, menu: QMenu) -> None:
    """List the copies that were kept of this fight each time it was opened."""
    menu.clear()
    entries, present = Entries(parts, menu), None
    if parts.host is not None:
        present = parts.host.file.path
    found = () if present is None else copies_of(present)
    for one in found:
        if parts.host is not None:
            entries.offer(when_words(kept_at(one)), partial(parts.host.open_beside, one))
    if not found:
        menu.addAction(_("None")).setEnabled(False)


def _open(parts: Parts) -> None:
    path = ask_which(parts.window, _("Open a fight"), FIGHT_FILTER)
    if path is not None and parts.host is not None:
        parts.host.open_beside(path)


def _save(parts: Parts, act: Callable[[Path], None]) -> None:
    name = parts.controller.encounter.title
    kinds = "Gridwar (*.gridwar)"
    path = ask_where(parts.window, _("Save the fight"), kinds, "gridwar", name)
    if path is not None:
        act(path)


def _export(parts: Parts) -> None:
    name = parts.controller.encounter.title
    path = ask_where(parts.window, _("Export the fight"), "JSON (*.json)", "json", name)
    if path is not None and parts.host is not None:
        parts.host.file.export(path)
