"""What the Map menu has of fog: what it goes by, who remembers, all and none of the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

from gridwar.control.maps.fog_words import MODE_HINTS, MODE_WORDS, kind_words, kinds_of_zones
from gridwar.engine.gm.fog_commands import CoverMap, PinCells, SetFog, UncoverMap
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.painted_layers import Layer
from gridwar.text import _
from gridwar.ui.window.menus.menu_declaration import State
from gridwar.ui.window.window_actions import tried

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from gridwar.model.command import Command
    from gridwar.model.memory import Vision
    from gridwar.ui.window.menus.menu_declaration import Entries, Menu
    from gridwar.ui.window.window_parts import Parts


def declare_fog(menu: Menu[Parts]) -> None:
    """Declare the menu of fog in the Map menu."""
    fog = menu.submenu(_("Players\u2019 fo&g"))
    fog.section(_add_modes)
    fog.separate()
    _declare_sight(fog)
    fog.listing(_("What stops sight"))(_fill_zones)
    fog.listing(_("Who remembers"))(_fill_sides)
    fog.separate()
    _declare_all_and_none(fog)


def _vision(parts: Parts) -> Vision:
    return parts.controller.encounter.vision


def _is_kept(parts: Parts) -> bool:
    """Return whether the fog goes by what is kept of the map."""
    return _vision(parts).mode in {FogMode.BY_HAND, FogMode.BY_SIGHT}


def _add_modes(entries: Entries, parts: Parts) -> None:
    """Add what the fog goes by, one of four."""
    group = QActionGroup(entries.menu)
    found: dict[FogMode, QAction] = {}
    for mode in FogMode:
        info = entries.info(f"map.fog_{mode.value}", MODE_WORDS[mode], MODE_HINTS[mode])
        act = partial(_set_mode, parts, mode)
        found[mode] = entries.switch(info, act)
        group.addAction(found[mode])

    def follow() -> None:
        found[_vision(parts).mode].setChecked(True)

    follow()
    parts.controller.subscribe(follow)


def _set_mode(parts: Parts, mode: FogMode, _on: bool) -> None:
    if _vision(parts).mode is not mode:
        parts.controller.submit(SetFog(mode=mode))


def _declare_sight(fog: Menu[Parts]) -> None:
    @fog.switch(
        "map.fog_light",
        _("Sight needs light"),
        _("What lies in the dark is seen only by those who see in the dark"),
        State(on=lambda parts: _vision(parts).counts_light),
    )
    def _count_light(parts: Parts, on: bool) -> None:
        parts.controller.submit(SetFog(counts_light=on))

    @fog.switch(
        "map.fog_eyes",
        _("Eyes as high as heads"),
        _("1.6 m up for each cell that somebody is wide, so that low walls are looked over"),
        State(on=lambda parts: _vision(parts).eyes_by_size),
    )
    def _raise_eyes(parts: Parts, on: bool) -> None:
        parts.controller.submit(SetFog(eyes_by_size=on))


def _fill_zones(parts: Parts, menu: QMenu) -> None:
    """List the kinds of zones, ticked where sight ends in them."""
    opaque = _vision(parts).opaque_zones

    def stop(kind: str) -> None:
        parts.controller.submit(SetFog(opaque_zones=_vision(parts).opaque_zones ^ {kind}))

    menu.clear()
    for kind in kinds_of_zones(parts.controller.encounter):
        _tick(parts, menu, kind_words(kind), partial(stop, kind)).setChecked(kind in opaque)


def _fill_sides(parts: Parts, menu: QMenu) -> None:
    """List the sides, ticked where they keep a memory; the party always does."""
    encounter = parts.controller.encounter

    def remember(side: str) -> None:
        also = _vision(parts).also_remembering ^ {side}
        parts.controller.submit(SetFog(also_remembering=also))

    menu.clear()
    for key, side in encounter.sides.items():
        entry = _tick(parts, menu, side.name, partial(remember, key))
        entry.setChecked(key in encounter.remembering_sides)
        entry.setEnabled(side.stance != "party")


def _tick(parts: Parts, menu: QMenu, words: str, act: Callable[[], None]) -> QAction:
    entry = menu.addAction(words.replace("&", "&&"))
    entry.setCheckable(True)
    entry.triggered.connect(lambda _on=False: tried(parts.controller, act))
    return entry


def _declare_all_and_none(fog: Menu[Parts]) -> None:
    @fog.action(
        "map.uncover",
        _("Uncover all of the map"),
        _("Players know all of it, as if their people had been everywhere; undo covers it again"),
        State(enabled=_is_kept),
    )
    def _uncover(parts: Parts) -> None:
        _for_a_side(parts, _("Uncover for whom?"), lambda sides: UncoverMap(sides=sides))

    @fog.action(
        "map.cover",
        _("Cover all of the map"),
        _("Players know nothing but what their people see at this moment; undo brings it back"),
        State(enabled=_is_kept),
    )
    def _cover(parts: Parts) -> None:
        _for_a_side(parts, _("Cover for whom?"), lambda sides: CoverMap(sides=sides))

    @fog.action(
        "map.unpin",
        _("Unpin all cells"),
        _("Those kept shown or covered go by what is seen again"),
        State(enabled=lambda parts: bool(_vision(parts).pinned.tiles)),
    )
    def _unpin(parts: Parts) -> None:
        pinned = _vision(parts).pinned
        where = Layer.of_rows(pinned.view(*parts.controller.encounter.map.size) > 0)
        parts.controller.submit(PinCells(pin=CellPin.NONE, where=where))


def _for_a_side(parts: Parts, title: str, made: Callable[[tuple[str, ...]], Command]) -> None:
    """Submit a command for those who remember; where they are several, ask for whom."""
    encounter = parts.controller.encounter
    sides = encounter.remembering_sides
    if len(sides) <= 1:
        parts.controller.submit(made(()))
        return
    chosen = [((side,), encounter.sides[side].name) for side in sides]
    ways = tuple(
        (words, partial(_submit, parts, made(which)))
        for which, words in (*chosen, ((), _("All of them")))
    )
    parts.later.choice.ask(title, _("Each of these sides has a memory of its own."), ways)


def _submit(parts: Parts, command: Command) -> None:
    parts.controller.submit(command)
