"""The table of keys: no key twice, none that a layout cannot type, none taken from the user."""

from __future__ import annotations

from typing import Final

import pytest

from gridwar.control.key_table import HELD, KEYS, LATER
from gridwar.control.moves.altitude_and_facing import CLIMBS
from gridwar.control.shortcuts import ActionInfo, Shortcuts, is_plain

ALTGR: Final = {"us": "", "de": "@[]{}|\\~", "fr": "@[]{}|\\~#", "es": "@[]{}|\\~#"}
"""What needs AltGr on a layout, which many programs and window systems keep for themselves."""


def test_no_key_stands_twice() -> None:
    """Neither among the actions, nor one that is held, nor one kept for what is to come."""
    keys = [key for several in KEYS.values() for key in several]
    keys += [HELD, *LATER]
    assert sorted(keys) == sorted(set(keys))


def test_a_bare_letter_changes_nothing_but_n() -> None:
    """Letters take tools and open lists: what alters the fight has Ctrl, a name of a key, or N."""
    letters = {action: key for action, several in KEYS.items() for key in several if len(key) == 1}
    others = {action for action in letters if not action.startswith("tool.")}
    views = {"view.panel_library", "view.layers", "view.hatch", "view.danger", "view.stands"}
    assert others == {"fight.next", "fight.events", *views}
    assert letters["fight.next"] == "N"


def test_tools_have_the_same_letters_in_every_system() -> None:
    """Those of the visual language; a tool has exactly one. Letters are out: one has Shift."""
    tools = {key: several for key, several in KEYS.items() if key.startswith("tool.")}
    keys = sorted(key for several in tools.values() for key in several)
    assert "".join(key for key in keys if len(key) == 1) == "ABCEGJLMOPRTUVWXZ"
    assert [key for key in keys if len(key) > 1] == ["Shift+P"]
    assert all(len(several) == 1 for several in tools.values())


@pytest.mark.parametrize("layout", sorted(ALTGR))
def test_every_key_can_be_typed_on_a_layout(layout: str) -> None:
    """One of those that an action has needs no AltGr; height goes by keys with names, too."""
    for action, several in KEYS.items():
        assert any(key[-1] not in ALTGR[layout] for key in several), action
    assert {"pageup", "pagedown"} <= CLIMBS.keys()


def test_a_users_key_stays_his_where_another_action_has_it_from_the_start() -> None:
    """The other goes without, keeps its second key, and the collision can be told."""
    made = Shortcuts({"edit.undo": ("A",)})
    made.add(ActionInfo("edit.undo", "Undo", "Edit", ("Ctrl+Z",)))
    made.add(ActionInfo("tool.template", "Template", "Tools", ("A", "Ctrl+J")))
    assert made.keys("edit.undo") == ("A",)
    assert made.keys("tool.template") == ("Ctrl+J",)
    holder, other = made.collisions()["A"]
    assert (holder.id, other.id) == ("edit.undo", "tool.template")
    made.reset("edit.undo")
    assert made.keys("tool.template") == ("A", "Ctrl+J")
    assert not made.collisions()


def test_keys_of_the_window_come_after_fields_and_tools() -> None:
    """Bare letters are plain, whatever they do; chords and function keys are not."""
    plain = {key for several in KEYS.values() for key in several if is_plain(key)}
    named = {"Delete", "Home", "PgDown", "PgUp"}
    named |= {f"Shift+{letter}" for letter in "DHPS"}
    assert {key for key in plain if len(key) > 1} == named
