"""The View menu: zoom, what is drawn on the map, panels, size and theme, presentation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup

from gridwar.control.measuring.range_bands import next_weapon
from gridwar.control.state.kept_measurements import ALL_KEPT
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.view_state import Notice, WallsShown
from gridwar.control.tools.toolbox import SELECT
from gridwar.control.user_settings import SCALES_PCT
from gridwar.text import _
from gridwar.ui.panels.inspector import TAB_WORDS
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.window.laying_and_centering_map import center_on_selected
from gridwar.ui.window.menus.charts_in_view_menu import declare_charts
from gridwar.ui.window.menus.floors_in_view_menu import declare_floors
from gridwar.ui.window.menus.fog_in_view_menu import declare_fog
from gridwar.ui.window.menus.menu_declaration import Entries, Menu, State
from gridwar.ui.window.menus.players_menu import add_players_menu
from gridwar.ui.window.panel_searches import search_here, show_library, show_log_of
from gridwar.ui.window.window_parts import host_of

if TYPE_CHECKING:
    from gridwar.ui.window.window_parts import Parts

ZOOM_STEP = 1.25
VIEW: Menu[Parts] = Menu(_("&View"))
COLUMN_WORDS = {"order": _("Order"), "library": _("Library"), "inspector": _("Inspector")}


# --- zoom --------------------------------------------------------------------------------------


@VIEW.action("view.fit", _("Fit the map"))
def _fit(parts: Parts) -> None:
    parts.map.fit()


@VIEW.action("view.actual", _("Actual size (100 %)"))
def _zoom_to_actual(parts: Parts) -> None:
    parts.map.zoom_to(1.0)


@VIEW.action("view.zoom_in", _("Zoom in"))
def _zoom_in(parts: Parts) -> None:
    parts.map.zoom_to(parts.map.zoom * ZOOM_STEP)


@VIEW.action("view.zoom_out", _("Zoom out"))
def _zoom_out(parts: Parts) -> None:
    parts.map.zoom_to(parts.map.zoom / ZOOM_STEP)


@VIEW.action(
    "view.center",
    _("Show who is selected"),
    _("Brings those selected, or whoever has the turn, to the middle of the map"),
)
def _center(parts: Parts) -> None:
    center_on_selected(parts)


declare_floors(VIEW)


# --- what is drawn on the map ------------------------------------------------------------------

VIEW.separate()
VIEW.toggle("view.grid", _("Grid"), "show_grid")

WALLS = VIEW.submenu(_("Walls"), is_choice=True)
WALL_WORDS = {
    WallsShown.NONE: _("None"),
    WallsShown.MINE: _("Drawn here"),
    WallsShown.ALL: _("All"),
}
"""Which walls are drawn in play upon a picture."""
WALL_HINTS = {
    WallsShown.NONE: _("Doors and windows alone are drawn upon a picture"),
    WallsShown.MINE: _("Those that the picture cannot show"),
    WallsShown.ALL: _("Those of the picture too"),
}


def _declare_walls(walls: WallsShown) -> None:
    state: State[Parts] = State(on=lambda parts: parts.controller.view.walls is walls)

    @WALLS.switch(f"view.walls_{walls.value}", WALL_WORDS[walls], WALL_HINTS[walls], state)
    def _show(parts: Parts, _on: bool) -> None:
        parts.controller.show(walls=walls)


for _walls in WallsShown:
    _declare_walls(_walls)

WALLS.separate()


@WALLS.action("view.walls", _("Other walls"), _("Goes through: those drawn here, all, none"))
def _show_other_walls(parts: Parts) -> None:
    choices = list(WALL_WORDS)
    comes = choices[(choices.index(parts.controller.view.walls) + 1) % len(choices)]
    parts.controller.show(walls=comes)
    told = _("Walls: {which}").format(which=WALL_WORDS[comes])
    parts.controller.tell(Notice(told, tone="note"))


VIEW.toggle(
    "view.layers",
    _("What is shown on the map"),
    "layer_list",
    _("A list of all that can be shown; as long as the key is held all of it is"),
)


def _declare_layer(action_id: str, words: str, layer: Layer) -> None:
    state: State[Parts] = State(on=lambda parts: layer in parts.controller.view.layers)

    @VIEW.switch(action_id, words, _("At rest; whoever moves or aims sees what that needs"), state)
    def _show(parts: Parts, on: bool) -> None:
        parts.controller.layers.show(layer, on=on)


def _shows_areas(parts: Parts) -> bool:
    view = parts.controller.view
    return Layer.AREAS in view.layers and not view.areas_off


_declare_layer("view.reach", _("Reach"), Layer.REACH)
_declare_layer("view.threat", _("Threat"), Layer.THREATS)


@VIEW.switch(
    "view.areas",
    _("Areas of the rules"),
    _("Shows the areas that the rules lay on the map, those taken off in the legend too"),
    State(on=_shows_areas),
)
def _show_areas(parts: Parts, on: bool) -> None:
    parts.controller.layers.show(Layer.AREAS, on=on)


@VIEW.switch(
    "view.level",
    _("This level only"),
    _("Those on other levels than whoever is selected, or acts, are shadows"),
    State(
        visible=lambda parts: bool(parts.controller.system.board.levels),
        on=lambda parts: parts.controller.view.one_level,
    ),
)
def _show_one_level(parts: Parts, on: bool) -> None:
    parts.controller.show(one_level=on)


declare_charts(VIEW)
declare_fog(VIEW)
VIEW.toggle("view.bands", _("Range bands"), "show_bands")


@VIEW.action(
    "view.weapon",
    _("Bands of the next weapon"),
    _("Goes through the weapons of whoever is selected"),
)
def _next_weapon(parts: Parts) -> None:
    next_weapon(parts.controller)


@VIEW.action(
    "view.clear_measured",
    _("Take off what was measured"),
    _("Templates, rulers, lines of effect and fields of fire that were pinned to the map"),
    State(enabled=lambda parts: parts.controller.view.measuring.count > 0),
)
def _clear_measured(parts: Parts) -> None:
    parts.tools.take_off(ALL_KEPT)


# --- presentation ------------------------------------------------------------------------------

VIEW.separate()
VIEW.toggle(
    "view.present",
    _("Presentation"),
    "presenting",
    _("Hides everything that is the GM's; the same key or Esc comes back"),
)

add_players_menu(VIEW)

# --- panels ------------------------------------------------------------------------------------

VIEW.separate()
PANELS = VIEW.submenu(_("Panels"))


@PANELS.section
def _add_panels(entries: Entries, parts: Parts) -> None:
    """Add a switch for each column, and the tabs of the inspector."""
    columns = parts.columns
    for key, words in COLUMN_WORDS.items():
        action = entries.info(f"view.panel_{key}", words, _("Shows the column, or closes it"))
        show = (
            partial(show_library, parts) if key == "library" else partial(columns.show_panel, key)
        )
        shows = entries.switch(action, show)
        shows.setChecked(columns.is_shown(key))
        columns.shown.connect(partial(_follow_column, shows, key))
    entries.separate()
    for tab, words in TAB_WORDS.items():
        action = entries.info(f"view.panel_{tab}", words, _("Shows this side of the inspector"))
        entries.add(action, partial(columns.show_panel, tab))


def _follow_column(shows: QAction, key: str, which: str, is_there: bool) -> None:
    if which == key:
        shows.setChecked(is_there)


PANELS.separate()


@PANELS.action(
    "view.next_panel",
    _("Next panel"),
    _("Takes the keyboard to the next panel, and at last to the map"),
)
def _next_panel(parts: Parts) -> None:
    parts.columns.step(1)


@PANELS.action("view.last_panel", _("Panel before"))
def _panel_before(parts: Parts) -> None:
    parts.columns.step(-1)


@PANELS.action(
    "view.find_action",
    _("Find an action"),
    _("Among those of the one selected; in the log or the library what is there"),
)
def _find_action(parts: Parts) -> None:
    if search_here(parts):
        return
    _leave_step(parts)
    parts.columns.show_panel("actions")
    parts.actions.begin_search()


def _leave_step(parts: Parts) -> None:
    """Put down what stands in the list's place: a tool, an aim, a table of checks."""
    if parts.inspector.step is None:
        return
    parts.tools.take(SELECT)
    controller = parts.controller
    while controller.view.is_in_step:
        controller.cancel()
    controller.refresh_now()


@PANELS.action("view.find_log", _("Search the log"), _("By words, faces, kinds, or rule ids"))
def _search_log(parts: Parts) -> None:
    parts.columns.show_panel("log")
    parts.log.begin_search()


@PANELS.action(
    "view.log_of_selected",
    _("Log of who is selected"),
    _("Only what they have to do with"),
    State(enabled=lambda parts: parts.controller.actor is not None),
)
def _show_log_of_selected(parts: Parts) -> None:
    controller = parts.controller
    show_log_of(parts, controller.view.selected or tuple(filter(None, (controller.actor,))))


PANELS.separate()


@PANELS.action("view.reset_layout", _("Reset the layout"))
def _reset_layout(parts: Parts) -> None:
    parts.columns.reset()


# --- size and theme ----------------------------------------------------------------------------


def _is_hosted(parts: Parts) -> bool:
    return parts.host is not None


@VIEW.switch(
    "view.light",
    _("Light theme"),
    state=State(on_at_first=lambda parts: parts.theme.name is ThemeName.LIGHT, there=_is_hosted),
)
def _use_light(parts: Parts, on: bool) -> None:
    host_of(parts).use_theme(ThemeName.LIGHT if on else ThemeName.DARK)


@VIEW.section
def _add_sizes(entries: Entries, parts: Parts) -> None:
    """Add the sizes of the interface, of which one is chosen."""
    if parts.host is None:
        return
    sizes = entries.submenu(_("Size of the interface"))
    group = QActionGroup(sizes.menu)
    for scale_pct in SCALES_PCT:
        size = sizes.offer(f"{scale_pct} %", partial(parts.host.use_scale, scale_pct))
        size.setCheckable(True)
        size.setChecked(parts.settings.now.scale_pct == scale_pct)
        group.addAction(size)


@VIEW.switch(
    "view.compact",
    _("Compact"),
    _("Rows are a fifth lower"),
    State(on_at_first=lambda parts: parts.settings.now.compact, there=_is_hosted),
)
def _use_compact(parts: Parts, on: bool) -> None:
    host_of(parts).use_compact(on=on)


@VIEW.switch(
    "view.calm",
    _("Reduce motion"),
    _("Animations are off"),
    State(on_at_first=lambda parts: parts.map.map_scene.reduce_motion, there=_is_hosted),
)
def _reduce_motion(parts: Parts, on: bool) -> None:
    host_of(parts).use_reduced_motion(on=on)


@VIEW.action(
    "view.reset_settings",
    _("Reset all settings"),
    _("Theme, size, keys and panels have their defaults again; fights and library stay"),
    State(there=_is_hosted),
)
def _reset_settings(parts: Parts) -> None:
    host_of(parts).reset_settings()
