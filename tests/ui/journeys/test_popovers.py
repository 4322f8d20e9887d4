"""Every popover is opened and left by every way out: whoever was selected still is, keys go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.evening.evening import Evening


def _aim(evening: Evening) -> None:
    evening.press("1")
    evening.click(evening.stands("reck"))


OPENED: dict[str, Callable[[Evening], None]] = {
    "attack": _aim,
    "effect": lambda one: one.do("edit.effect"),
    "effect by the palette": lambda one: one.find("effect or reminder"),
    "editor": lambda one: one.do("edit.values"),
    "editor by two clicks": lambda one: one.double_click(one.stands("maro")),
    "newcomer": lambda one: one.do("fight.new"),
    "sides": lambda one: one.menu("Fight", "Sides \u2026"),
    "house rules": lambda one: one.menu("Fight", "House rules \u2026"),
    "take along": lambda one: one.menu("Fight", "New fight with \u2026"),
    "notes": lambda one: one.do("fight.notes"),
    "picture of the map": lambda one: one.menu("Map", "Save or print the map \u2026"),
    "shortcuts": lambda one: one.do("help.shortcuts"),
    "about": lambda one: one.menu("Help", "About Gridwar"),
    "reports": lambda one: one.menu("Help", "Reports of faults"),
    "palette": lambda one: one.do("help.palette"),
}
"""Every popover, and the ways to it."""


def _cross(evening: Evening) -> None:
    evening.button("Close", evening.popover)


def _cancel(evening: Evening) -> None:
    evening.button("Cancel", evening.popover)


SHEETS = ("editor", "editor by two clicks", "newcomer")
"""What takes the room of the map, has a cross and no more."""
LEFT: dict[str, Callable[[Evening], None]] = {
    "Esc": lambda one: one.press("Esc"),
    "its cross": _cross,
    "Cancel": _cancel,
    "Return": lambda one: one.press("Return"),
}
HAVE_NO = {
    "its cross": {"palette"},
    "Cancel": {"attack", "palette", "shortcuts", "about", "reports", "notes", *SHEETS},
    "Return": {
        "attack",
        "shortcuts",
        "about",
        "reports",
        "palette",
        "newcomer",
        "sides",
        "effect",
        "effect by the palette",
        "take along",
        "notes",
        "picture of the map",
    },
}
"""What cannot be left so, or would do something."""


@pytest.mark.parametrize("way", at_once(LEFT, ("Esc", "Cancel")))
def test_popovers_are_left_as_they_were_entered(evening: Evening, way: str) -> None:
    """Selection, keyboard, and the fight are as before; the next letter is the map's."""
    evening.start(sample_fights()[0])
    before = evening.encounter
    for name, opens in OPENED.items():
        if name in HAVE_NO.get(way, ()):
            continue
        assert evening.controller.view.selected == ("maro",), evening._told(name)
        opens(evening)
        assert len(evening.popovers) == 1, evening._told(f"{name}: {evening.popovers}")
        LEFT[way](evening)
        assert not evening.popovers, evening._told(f"{name} is still open")
        if evening.controller.view.picking is not None:  # the sheet goes back to whom to aim at
            evening.press("Esc")
        assert evening.controller.view.picking is None
        assert evening.encounter == before
        evening.press("Home")
        assert QApplication.focusWidget() is evening.window.map
    evening.close()


@pytest.mark.long
def test_one_popover_takes_the_place_of_another(evening: Evening) -> None:
    """Whatever is open when the next is wanted: nothing is raised, and Esc leaves them all."""
    evening.start(sample_fights()[0])
    before = evening.encounter
    for first, opens in OPENED.items():
        if first in ("palette", "editor by two clicks", "effect by the palette"):
            continue
        for then in ("edit.effect", "edit.values", "help.palette"):
            opens(evening)
            evening.do(then, frees=True)
            for _press in range(4):
                if evening.popovers:
                    evening.press("Esc", frees=True)
            assert not evening.popovers, evening._told(f"{first}, {then}")
            assert evening.controller.view.selected == ("maro",), evening._told(f"{first}, {then}")
    assert evening.encounter == before
    evening.close()


def test_the_map_is_used_beside_an_open_popover(evening: Evening) -> None:
    """The map is pointed at and zoomed beside a popover, which stays open."""
    evening.start(sample_fights()[0])
    for name in ("effect", "sides", "shortcuts", "about"):
        OPENED[name](evening)
        popover = evening.popover
        beside = evening.cell_beside()
        evening.turn_wheel(beside, 1)
        evening.hover((beside[0], beside[1] + 1))
        assert evening.popovers == [popover]
        evening.button("Close", popover)
        assert evening.controller.view.selected == ("maro",)
    evening.close()
