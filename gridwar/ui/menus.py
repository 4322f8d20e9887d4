"""The menus, made from records: words, keys, what they do. Menus first, keys never hidden."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu, QMenuBar

from gridwar.content.folder import rules_folder, switches
from gridwar.control.editing import changed, switches_form
from gridwar.control.people import joining
from gridwar.control.viewstate import Notice
from gridwar.engine.gm import ChooseSwitch, RemoveCombatants
from gridwar.errors import GridwarError
from gridwar.model.geometry import Cell
from gridwar.storage.fights import sample_fights
from gridwar.storage.unfinished import recoverable
from gridwar.systems import find_system, system_ids
from gridwar.text import _, ngettext
from gridwar.ui.palette import ThemeName
from gridwar.ui.wiring import go_on, write_effect

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.combatant import Combatant
    from gridwar.ui.parts import Parts

MOST_LISTED = 12
FIGHT_FILTER = "Gridwar (*.gridwar *.json)"


def add_menus(parts: Parts, bar: QMenuBar) -> None:
    """Fill a menu bar."""
    _file_menu(parts, bar.addMenu(_("File")))
    _edit_menu(parts, bar.addMenu(_("Edit")))
    _view_menu(parts, bar.addMenu(_("View")))
    _fight_menu(parts, bar.addMenu(_("Fight")))


def _add(
    parts: Parts, menu: QMenu, words: str, keys: str, act: Callable[[], object]
) -> QAction:
    action = QAction(words, menu)
    action.setShortcuts([QKeySequence(key) for key in keys.split("|") if key])

    def run(_checked: bool = False) -> None:
        try:
            act()
        except GridwarError as error:
            parts.controller.tell(Notice(str(error), tone="error"))

    action.triggered.connect(run)
    menu.addAction(action)
    return action


def _toggle(parts: Parts, menu: QMenu, words: str, keys: str, name: str) -> QAction:
    controller = parts.controller
    action = QAction(words, menu, checkable=True)
    action.setShortcut(QKeySequence(keys))

    def follow() -> None:
        action.setChecked(bool(getattr(controller.view, name)))

    follow()
    action.triggered.connect(lambda on: controller.show(**{name: on}))
    controller.subscribe(follow)
    menu.addAction(action)
    return action


# --- file ----------------------------------------------------------------------------------------


def _file_menu(parts: Parts, menu: QMenu) -> None:
    desk = parts.desk
    if desk is None:
        return
    fresh = menu.addMenu(_("New fight"))
    for system_id in system_ids():
        system = find_system(system_id)
        if system.playable:
            _add(parts, fresh, system.title, "", partial(desk.begin, system_id))
    samples = menu.addMenu(_("Sample fights"))
    for path in sample_fights():
        words = path.stem.split("-", 1)[-1].replace("-", " ").capitalize()
        _add(parts, samples, words, "", partial(desk.open, path))
    unfinished = menu.addMenu(_("Unfinished fights"))
    unfinished.aboutToShow.connect(lambda: _list_unfinished(parts, unfinished))
    _add(parts, menu, _("Open \u2026"), "Ctrl+O", lambda: _open(parts))
    menu.addSeparator()
    _add(parts, menu, _("Save as \u2026"), "Ctrl+S", lambda: _save(parts, desk.save_as))
    _add(parts, menu, _("Save a copy \u2026"), "", lambda: _save(parts, desk.save_copy))
    _add(parts, menu, _("Export as JSON \u2026"), "", lambda: _export(parts))
    menu.addSeparator()
    _add(parts, menu, _("Map from a picture \u2026"), "", lambda: _picture(parts))
    menu.addSeparator()
    _add(parts, menu, _("Quit"), "Ctrl+Q", parts.window.close)


def _list_unfinished(parts: Parts, menu: QMenu) -> None:
    menu.clear()
    found = recoverable()
    for one in found[:MOST_LISTED]:
        when = one.changed.astimezone().strftime("%Y-%m-%d %H:%M")
        words = ngettext("{title}, {when}, {n} step", "{title}, {when}, {n} steps", one.commands)
        words = words.format(title=one.title, when=when, n=one.commands)
        if parts.desk is not None:
            _add(parts, menu, words, "", partial(parts.desk.open, one.path))
    if not found:
        menu.addAction(_("None")).setEnabled(False)


def _open(parts: Parts) -> None:
    name, _kind = QFileDialog.getOpenFileName(parts.window, _("Open a fight"), "", FIGHT_FILTER)
    if name and parts.desk is not None:
        parts.desk.open(Path(name))


def _save(parts: Parts, act: Callable[[Path], None]) -> None:
    path = _ask_where(parts, _("Save the fight"), "Gridwar (*.gridwar)", "gridwar")
    if path is not None:
        act(path)


def _export(parts: Parts) -> None:
    path = _ask_where(parts, _("Export the fight"), "JSON (*.json)", "json")
    if path is not None and parts.desk is not None:
        parts.desk.export(path)


def _ask_where(parts: Parts, title: str, kinds: str, suffix: str) -> Path | None:
    """Ask for a file to write; the dialog adds the suffix, then asks before one is replaced."""
    dialog = QFileDialog(parts.window, title, "", kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    accepted = dialog.exec() == QFileDialog.DialogCode.Accepted
    dialog.deleteLater()
    return Path(dialog.selectedFiles()[0]) if accepted else None


def _picture(parts: Parts) -> None:
    name, _kind = QFileDialog.getOpenFileName(
        parts.window, _("A picture as the map"), "", _("Pictures (*.png *.jpg *.jpeg *.webp)")
    )
    if not name or parts.desk is None:
        return
    size, ok = QInputDialog.getDouble(
        parts.window, _("Grid"), _("Pixels a cell"), 70, 8, 1000, 1
    )
    if ok:
        parts.desk.lay_picture(Path(name), size)


# --- edit, view, fight ---------------------------------------------------------------------------


def _edit_menu(parts: Parts, menu: QMenu) -> None:
    controller = parts.controller
    _add(parts, menu, _("Undo"), "Ctrl+Z", controller.undo)
    _add(parts, menu, _("Redo"), "Ctrl+Shift+Z|Ctrl+Y", controller.redo)
    menu.addSeparator()
    _add(parts, menu, _("Effect or reminder \u2026"), "Ctrl+E", lambda: write_effect(parts))
    _add(parts, menu, _("Remove from the fight"), "Delete", lambda: _remove(parts))


def _remove(parts: Parts) -> None:
    selected = parts.controller.view.selected
    if selected:
        parts.controller.submit(RemoveCombatants(who=selected))


def _view_menu(parts: Parts, menu: QMenu) -> None:
    _add(parts, menu, _("Fit the map"), "Ctrl+0", parts.map.fit)
    light = QAction(_("Light theme"), menu, checkable=True)
    light.setChecked(parts.theme.name is ThemeName.LIGHT)
    light.triggered.connect(lambda on: _set_light(parts, on=on))
    menu.addAction(light)
    menu.addSeparator()
    _toggle(parts, menu, _("Reach"), "Ctrl+R", "show_reach")
    _toggle(parts, menu, _("Threat"), "Ctrl+T", "show_threat")
    _toggle(parts, menu, _("Range bands"), "Ctrl+B", "show_bands")


def _set_light(parts: Parts, *, on: bool) -> None:
    if parts.desk is not None:
        parts.desk.use_theme(ThemeName.LIGHT if on else ThemeName.DARK)


def _fight_menu(parts: Parts, menu: QMenu) -> None:
    controller = parts.controller
    _add(parts, menu, _("Begin, or next turn"), "N", partial(go_on, parts))
    people = menu.addMenu(_("Add to the fight"))
    fill_people(parts, people)
    _toggle(parts, menu, _("Free move: no rules"), "Ctrl+F", "free_move")
    typed = _toggle(parts, menu, _("Real dice, typed in"), "Ctrl+D", "typed_dice")
    typed.triggered.connect(controller.session.use_typed_dice)
    if type(controller.encounter.switches).model_fields:
        _add(parts, menu, _("House rules \u2026"), "", lambda: _house_rules(parts))
    parts.order.add_requested.connect(lambda: people.popup(parts.order.cursor().pos()))


def fill_people(parts: Parts, menu: QMenu) -> None:
    """Offer the samples of the system for both sides."""
    controller = parts.controller
    for sample in controller.system.samples():
        for side_id, side in controller.encounter.sides.items():
            words = _("{name} ({side})").format(name=sample.name, side=side.name)
            _add(parts, menu, words, "", partial(_join, parts, sample.replace(side=side_id)))


def _join(parts: Parts, sample: Combatant) -> None:
    controller = parts.controller
    controller.submit(joining(controller.encounter, sample, _middle(parts)))


def _middle(parts: Parts) -> Cell:
    place = parts.map.mapToScene(parts.map.viewport().rect().center())
    return Cell(int(place.x()), int(place.y()))


def _house_rules(parts: Parts) -> None:
    controller = parts.controller
    chosen = controller.encounter.switches
    table = switches(rules_folder(controller.system.id)).root
    texts = {name: (switch.text, switch.rule) for name, switch in table.items()}
    form = switches_form(chosen, texts)

    def take(given: dict[str, object]) -> None:
        for name, value in changed(form, given):
            controller.submit(ChooseSwitch(name=name, value=value))

    parts.forms.ask(form, take)
