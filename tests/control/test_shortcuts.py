"""Shortcuts: one table, keys of one's own, no key with two meanings."""

from __future__ import annotations

import pytest

from gridwar.control.shortcuts import ActionInfo, Shortcuts, is_plain


@pytest.fixture
def shortcuts() -> Shortcuts:
    """Undo, redo with two keys, and reach."""
    made = Shortcuts({})
    made.add(ActionInfo("edit.undo", "Undo", "Edit", ("Ctrl+Z",)))
    made.add(ActionInfo("edit.redo", "Redo", "Edit", ("Ctrl+Shift+Z", "Ctrl+Y")))
    made.add(ActionInfo("view.reach", "Reach", "View", ("Ctrl+R",)))
    return made


def test_a_key_goes_from_one_action_to_another(shortcuts: Shortcuts) -> None:
    """Whoever had it loses it, and keeps its other keys."""
    shortcuts.bind("view.reach", ("Ctrl+Y",))
    assert shortcuts.keys("view.reach") == ("Ctrl+Y",)
    assert shortcuts.keys("edit.redo") == ("Ctrl+Shift+Z",)
    holder = shortcuts.holder("Ctrl+Y")
    assert holder is not None
    assert holder.id == "view.reach"


def test_only_what_differs_is_kept(shortcuts: Shortcuts) -> None:
    """First keys given back leave nothing to write down."""
    shortcuts.bind("edit.undo", ("Ctrl+U",))
    assert dict(shortcuts.own) == {"edit.undo": ("Ctrl+U",)}
    shortcuts.reset("edit.undo")
    assert dict(shortcuts.own) == {}


def test_a_reset_takes_its_key_back(shortcuts: Shortcuts) -> None:
    """The action that had got it meanwhile is left without."""
    shortcuts.bind("view.reach", ("Ctrl+Z",))
    shortcuts.reset("edit.undo")
    assert shortcuts.keys("edit.undo") == ("Ctrl+Z",)
    assert shortcuts.keys("view.reach") == ()


def test_keys_of_actions_that_are_gone_do_no_harm() -> None:
    """A key kept for an action that this Gridwar does not have is nobody's."""
    made = Shortcuts({"old.action": ("Ctrl+R",)})
    made.add(ActionInfo("view.reach", "Reach", "View", ("Ctrl+R",)))
    holder = made.holder("Ctrl+R")
    assert holder is not None
    assert holder.id == "view.reach"


@pytest.mark.parametrize("key", ["V", "Shift+V", "Home", "Del"])
def test_keys_that_type_or_move_come_after_fields_and_tools(key: str) -> None:
    """They are plain."""
    assert is_plain(key)


@pytest.mark.parametrize("key", ["Ctrl+V", "F1", "F11", "Shift+F6", "Alt+Right"])
def test_chords_are_shortcuts_everywhere(key: str) -> None:
    """Control, Alt and function keys type nothing."""
    assert not is_plain(key)
