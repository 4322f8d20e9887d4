"""The View menu: zoom, what is drawn on the map, panels, size and theme, presentation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

from gridwar.control.measuring.ranges import next_weapon
from gridwar.control.settings.settings import SCALES_PCT
from gridwar.control.state.view_state import Notice, WallsShown
from gridwar.text import _
from gridwar.ui.style.palette import ThemeName
from gridwar.ui.window.menus.entries import Entries
from gridwar.ui.window.wiring import center_on_selected

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.parts import Parts

ZOOM_STEP = 1.25
PANEL_KEYS = {"library": "K|Shift+K"}
"""Panels that have a key from the start."""


def view_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    _zoom(parts, entries)
    entries.separate()
    entries.toggle("view.grid", _("Grid"), "Ctrl+G", "show_grid")
    _walls(parts, entries.submenu(_("Walls")))
    entries.toggle("view.reach", _("Reach"), "Ctrl+R", "show_reach")
    entries.toggle("view.threat", _("Threat"), "Ctrl+T", "show_threat")
    _areas(parts, entries)
    _level(parts, entries)
    entries.toggle("view.bands", _("Range bands"), "Ctrl+B", "show_bands")
    controller = parts.controller
    entries.action(
        "view.weapon",
        _("Bands of the next weapon"),
        "Ctrl+Shift+B",
        partial(next_weapon, controller),
        _("Goes through the weapons of whoever is selected"),
    )
    entries.separate()
    entries.toggle(
        "view.present",
        _("Presentation"),
        "F11|Ctrl+Shift+P",
        "presenting",
        _("Hides everything that is the GM's; the same key or Esc comes back"),
    )
    entries.separate()
    _panels(parts, entries.submenu(_("Panels")))
    _look(parts, entries)


def _zoom(parts: Parts, entries: Entries) -> None:
    view = parts.map
    entries.action("view.fit", _("Fit the map"), "Ctrl+0", view.fit)
    entries.action("view.actual", _("Actual size (100 %)"), "Ctrl+1", partial(view.zoom_to, 1.0))
    entries.action(
        "view.zoom_in", _("Zoom in"), "Ctrl++|Ctrl+=", lambda: view.zoom_to(view.zoom * ZOOM_STEP)
    )
    entries.action(
        "view.zoom_out", _("Zoom out"), "Ctrl+-", lambda: view.zoom_to(view.zoom / ZOOM_STEP)
    )
    entries.action(
        "view.center",
        _("Show who is selected"),
        "Home",
        partial(center_on_selected, parts),
        _("Brings those selected, or whoever has the turn, to the middle of the map"),
    )


def _level(parts: Parts, entries: Entries) -> None:
    """Leave those on other levels as shadows, where the rules count height in levels."""
    controller = parts.controller
    hint = _("Those on other levels than whoever is selected, or acts, are shadows")
    only = entries.toggle("view.level", _("This level only"), "Ctrl+Shift+G", "one_level", hint)

    def follow() -> None:
        only.setVisible(bool(controller.system.board.levels))

    follow()
    controller.subscribe(follow)


def _areas(parts: Parts, entries: Entries) -> None:
    """Bring areas of the rules back that were taken off the map, or take all off."""
    controller = parts.controller

    def turn(on: bool) -> None:
        areas = controller.rules_cache.scenery().areas
        controller.show(areas_off=frozenset() if on else frozenset(one.label for one in areas))

    def follow() -> None:
        shows.setChecked(not controller.view.areas_off)

    hint = _("Shows the areas that the rules lay on the map, those taken off in the legend too")
    shows = entries.switch(entries.info("view.areas", _("Areas of the rules"), "", hint), turn)
    follow()
    controller.subscribe(follow)


def _walls(parts: Parts, entries: Entries) -> None:
    """Choose which walls are drawn in play upon a picture, or go through the choices by key."""
    controller, group = parts.controller, QActionGroup(entries.menu)
    ways = (
        (WallsShown.NONE, _("None"), _("Doors and windows alone are drawn upon a picture")),
        (WallsShown.MINE, _("Drawn here"), _("Those that the picture cannot show")),
        (WallsShown.ALL, _("All"), _("Those of the picture too")),
    )
    for shown, words, hint in ways:
        info = entries.info(f"view.walls_{shown.value}", words, "", hint)
        group.addAction(entries.switch(info, partial(_show_walls, parts, shown)))

    def follow() -> None:
        for (shown, _words, _hint), entry in zip(ways, group.actions(), strict=True):
            entry.setChecked(controller.view.walls is shown)

    def go_on() -> None:
        choices = [shown for shown, _words, _hint in ways]
        comes = (choices.index(controller.view.walls) + 1) % len(choices)
        controller.show(walls=choices[comes])
        told = _("Walls: {which}").format(which=ways[comes][1])
        controller.tell(Notice(told, tone="note"))

    follow()
    controller.subscribe(follow)
    entries.separate()
    entries.action(
        "view.walls",
        _("Other walls"),
        "Ctrl+Shift+W",
        go_on,
        _("Goes through: those drawn here, all, none"),
    )


def _show_walls(parts: Parts, shown: WallsShown, _on: bool) -> None:
    parts.controller.show(walls=shown)


def _panels(parts: Parts, entries: Entries) -> None:
    for key, dock in parts.docks.docks.items():
        hint = _("Shows the panel, or closes it")
        action = entries.info(
            f"view.panel_{key}", dock.windowTitle(), PANEL_KEYS.get(key, ""), hint
        )
        shows = entries.switch(action, partial(parts.docks.show_panel, key))
        shows.setChecked(bool(dock.property("shown")))
        dock.shown.connect(shows.setChecked)
    entries.separate()
    entries.action(
        "view.next_panel",
        _("Next panel"),
        "F6",
        partial(parts.docks.step, 1),
        _("Takes the keyboard to the next panel, and at last to the map"),
    )
    entries.action("view.last_panel", _("Panel before"), "Shift+F6", partial(parts.docks.step, -1))
    entries.action(
        "view.find_log",
        _("Search the log"),
        "Ctrl+L",
        partial(_search_log, parts),
        _("By words, names, or rule ids"),
    )
    entries.separate()
    entries.action("view.reset_layout", _("Reset the layout"), "", parts.docks.reset)


def _search_log(parts: Parts) -> None:
    parts.docks.show_panel("log")
    parts.log.begin_search()


def _look(parts: Parts, entries: Entries) -> None:
    host, settings = parts.host, parts.settings
    if host is None:
        return
    light = entries.switch(
        entries.info("view.light", _("Light theme"), ""),
        lambda on: host.use_theme(ThemeName.LIGHT if on else ThemeName.DARK),
    )
    light.setChecked(parts.theme.name is ThemeName.LIGHT)
    sizes = entries.submenu(_("Size of the interface"))
    group = QActionGroup(sizes.menu)
    for scale_pct in SCALES_PCT:
        size = sizes.offer(f"{scale_pct} %", partial(host.use_scale, scale_pct))
        size.setCheckable(True)
        size.setChecked(settings.now.scale_pct == scale_pct)
        group.addAction(size)
    compact = entries.switch(
        entries.info("view.compact", _("Compact"), "", _("Rows are a fifth lower")),
        lambda on: host.use_compact(on=on),
    )
    compact.setChecked(settings.now.compact)
    reduce_motion = entries.switch(
        entries.info("view.calm", _("Reduce motion"), "", _("Animations are off")),
        lambda on: host.use_reduced_motion(on=on),
    )
    reduce_motion.setChecked(parts.map.map_scene.reduce_motion)
    entries.action(
        "view.reset_settings",
        _("Reset all settings"),
        "",
        host.reset_settings,
        _("Theme, size, keys and panels have their defaults again; fights and library stay"),
    )
