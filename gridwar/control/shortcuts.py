"""The keys of all actions: the defaults, the user's own, and the conflicts between them.

What an action does, and how a keyboard calls a key, are the window's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


# --- keys ----------------------------------------------------------------------------------------


CHORD_KEYS = ("Ctrl+", "Alt+", "Meta+")


class ActionInfo(Struct, frozen=True):
    """Something that can be done, as menus, palette and the list of shortcuts name it."""

    id: str
    """Its group, a dot, its name: ``file.open``."""
    words: str
    group: str
    """The heading it stands under in the list of shortcuts: the menu's title."""
    keys: tuple[str, ...] = ()
    """The keys it has from the start, written as ``Ctrl+Shift+Z``."""
    hint: str = ""
    icon: str = ""


class Shortcuts:
    """All actions of a window and the keys they have now."""

    def __init__(self, own: Mapping[str, tuple[str, ...]]) -> None:
        """Begin without actions.

        Args:
            own: The user's keys by action id, where they differ from the defaults.
        """
        self.own = dict(own)
        """The user's keys, where they differ from the defaults."""
        self._actions: dict[str, ActionInfo] = {}

    def add(self, info: ActionInfo) -> None:
        """Add an action; one added again takes the place of the first."""
        self._actions[info.id] = info

    def __iter__(self) -> Iterator[ActionInfo]:
        """Go through the actions in the order in which they were added."""
        return iter(self._actions.values())

    def info(self, action_id: str) -> ActionInfo:
        """Return an action."""
        return self._actions[action_id]

    def keys(self, action_id: str) -> tuple[str, ...]:
        """Return the keys an action has now, the one shown in menus first.

        A key that the user gave to another action stays there, whose it was from the start.
        """
        if action_id in self.own:
            return self.own[action_id]
        taken = {key for one in self.own.keys() & self._actions.keys() for key in self.own[one]}
        return tuple(key for key in self._actions[action_id].keys if key not in taken)

    def collisions(self) -> Mapping[str, tuple[ActionInfo, ActionInfo]]:
        """Return keys of the user's that another action would have: the user's action, that one.

        A new Gridwar may give an action a key that the user gave away before.
        """
        found = {}
        for info in self:
            lost = set(info.keys) - {*self.keys(info.id)} if info.id not in self.own else set()
            for key in lost:
                holder = self.holder(key)
                if holder is not None:
                    found[key] = (holder, info)
        return found

    def is_own(self, action_id: str) -> bool:
        """Return whether the user chose the keys."""
        return action_id in self.own

    def holder(self, key: str) -> ActionInfo | None:
        """Return the action that has a key now."""
        return next((one for one in self if key in self.keys(one.id)), None)

    def bind(self, action_id: str, keys: tuple[str, ...]) -> None:
        """Give an action other keys, taking each away from whoever has it."""
        for key in keys:
            holder = self.holder(key)
            if holder is not None and holder.id != action_id:
                rest = tuple(one for one in self.keys(holder.id) if one != key)
                self._set(holder.id, rest)
        self._set(action_id, keys)

    def reset(self, action_id: str) -> None:
        """Give an action its first keys back, taking them away from whoever has them."""
        self.bind(action_id, self._actions[action_id].keys)

    def reset_all(self) -> None:
        """Give every action its first keys back."""
        self.own.clear()

    def _set(self, action_id: str, keys: tuple[str, ...]) -> None:
        if keys == self._actions[action_id].keys:
            self.own.pop(action_id, None)
        else:
            self.own[action_id] = keys


def is_plain(key: str) -> bool:
    """Return whether a key types something, so that fields and tools come before actions."""
    name = key.removeprefix("Shift+")
    is_function = name[:1] == "F" and name[1:].isdecimal()
    return not key.startswith(CHORD_KEYS) and not is_function
