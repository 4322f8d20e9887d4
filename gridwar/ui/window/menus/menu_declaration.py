"""A menu as it is declared: words and state of an entry stand above its function.

Owns the order of the entries, what of them is asked again whenever something shown has changed, and
how they come into a menu of Qt.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct
from PySide6.QtGui import QAction, QActionGroup

from gridwar.control.key_table import KEYS
from gridwar.control.shortcuts import ActionInfo
from gridwar.ui.style.popup_menus import submenu
from gridwar.ui.window.window_actions import native, tried

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.window_parts import Parts

Of = TypeVar("Of")
"""What the functions of a menu are given: the parts of the window, or what it is about."""


class State(Struct, Generic[Of], frozen=True):
    """What of an entry is not always the same; the first four are asked again and again."""

    words: Callable[[Of], str] | None = None
    """What it is called, after what it does now."""
    enabled: Callable[[Of], bool] | None = None
    visible: Callable[[Of], bool] | None = None
    on: Callable[[Of], bool] | None = None
    """Whether a switch is on."""
    on_at_first: Callable[[Of], bool] | None = None
    """Whether a switch is on in a new window; from then on its clicks alone change it."""
    there: Callable[[Of], bool] | None = None
    """Whether a new window has the entry at all."""

    @property
    def changes(self) -> bool:
        """Whether any of it is to be asked again."""
        return any((self.words, self.enabled, self.visible, self.on))


class _Declared(Struct, Generic[Of], frozen=True):
    """An action as it is declared, see `Menu.action`."""

    id: str
    words: str
    hint: str
    state: State[Of]

    def add_action(self, act: Callable[[Of], object], entries: Entries, of: Of) -> None:
        info = entries.info(self.id, self.words, self.hint)
        self._keep(entries.add(info, partial(act, of)), entries.parts, of)

    def add_switch(self, act: Callable[[Of, bool], object], entries: Entries, of: Of) -> None:
        info = entries.info(self.id, self.words, self.hint)
        self._keep(entries.switch(info, partial(act, of)), entries.parts, of)

    def _keep(self, action: QAction, parts: Parts, of: Of) -> None:
        """Bring an entry up to date now, and whenever something shown has changed."""
        state = self.state
        if state.on_at_first is not None:
            action.setChecked(state.on_at_first(of))

        def follow() -> None:
            if state.words is not None:
                parts.window_actions.rename(self.id, state.words(of))
            if state.enabled is not None:
                action.setEnabled(state.enabled(of))
            if state.visible is not None:
                action.setVisible(state.visible(of))
            if state.on is not None:
                action.setChecked(state.on(of))

        if state.changes:
            follow()
            parts.controller.subscribe(follow, follows_pointer=False)


class Menu(Generic[Of]):
    """A menu; its entries stand in the order in which they are declared."""

    def __init__(self, title: str, *, is_choice: bool = False) -> None:
        """Begin without entries.

        Args:
            title: Its words, with the mark of its letter.
            is_choice: Whether its switches are a choice: one of them is on.
        """
        self.title = title
        self._is_choice = is_choice
        self._rows: list[Callable[[Entries, Of], object]] = []

    def action(
        self,
        action_id: str,
        words: str,
        hint: str = "",
        state: State[Of] | None = None,
    ) -> Callable[[Callable[[Of], object]], Callable[[Of], object]]:
        """Declare an action above its function; the palette and the shortcuts then have it too.

        Args:
            action_id: Its group, a dot, its name: ``file.open``. Never changed: the user's keys and
                tests go by it.
            words: What the menu says.
            hint: A sentence more, for the palette and the popover.
            state: What of it is not always the same.
        """
        declared = _Declared(action_id, words, hint, state or State())

        def declare(act: Callable[[Of], object]) -> Callable[[Of], object]:
            self._add(declared.state, partial(declared.add_action, act))
            return act

        return declare

    def switch(
        self,
        action_id: str,
        words: str,
        hint: str = "",
        state: State[Of] | None = None,
    ) -> Callable[[Callable[[Of, bool], object]], Callable[[Of, bool], object]]:
        """Declare an action that is on or off above its function, which is told what it is now.

        Args:
            action_id: As for `action`, like words and hint.
            words: What the menu says.
            hint: A sentence more.
            state: When it is on.
        """
        declared = _Declared(action_id, words, hint, state or State())

        def declare(act: Callable[[Of, bool], object]) -> Callable[[Of, bool], object]:
            self._add(declared.state, partial(declared.add_switch, act))
            return act

        return declare

    def toggle(self, action_id: str, words: str, name: str, hint: str = "") -> None:
        """Declare an action that turns a field of the view state on and off.

        Args:
            action_id: As for `action`, like words and hint.
            words: What the menu says.
            name: The field of `ViewState`.
            hint: A sentence more.
        """

        def add(entries: Entries, of: Of) -> None:
            controller = entries.parts.controller
            state = State[Of](on=lambda _of: bool(getattr(controller.view, name)))
            declared = _Declared(action_id, words, hint, state)
            declared.add_switch(lambda _of, on: controller.show(**{name: on}), entries, of)

        self._rows.append(add)

    def entry(
        self, words: str, key_of: str = "", state: State[Of] | None = None
    ) -> Callable[[Callable[[Of], object]], Callable[[Of], object]]:
        """Declare, above its function, an entry of a menu that opens once, as it is then.

        Args:
            words: What the menu says.
            key_of: The action that does the same, whose key is shown beside it.
            state: Its words and whether it is enabled, where they are not always the same.
        """
        now = state or State[Of]()

        def declare(act: Callable[[Of], object]) -> Callable[[Of], object]:
            def add(entries: Entries, of: Of) -> None:
                said = words if now.words is None else now.words(of)
                made = entries.offer(said, partial(act, of), key_of)
                made.setEnabled(now.enabled is None or now.enabled(of))

            self._rows.append(add)
            return act

        return declare

    def listing(
        self, title: str
    ) -> Callable[[Callable[[Of, QMenu], None]], Callable[[Of, QMenu], None]]:
        """Declare a menu in the menu above what fills it each time it opens."""

        def declare(fill: Callable[[Of, QMenu], None]) -> Callable[[Of, QMenu], None]:
            def add(entries: Entries, of: Of) -> None:
                menu = submenu(entries.menu, title)
                menu.aboutToShow.connect(partial(fill, of, menu))

            self._rows.append(add)
            return fill

        return declare

    def section(self, add: Callable[[Entries, Of], None]) -> Callable[[Entries, Of], None]:
        """Declare, above what adds them, entries that differ from window to window."""
        self._rows.append(add)
        return add

    def separate(self) -> None:
        """Part what is declared from here on from what stands above."""
        self._rows.append(lambda entries, _of: entries.separate())

    def submenu(self, title: str, *, is_choice: bool = False) -> Menu[Of]:
        """Return a menu in this menu, whose entries are to be declared; see `Menu`."""
        inner = Menu[Of](title, is_choice=is_choice)
        self._rows.append(lambda entries, of: inner.fill(entries.submenu(title), of))
        return inner

    def fill(self, entries: Entries, of: Of) -> None:
        """Add everything declared to a menu of a window."""
        for add in self._rows:
            add(entries, of)
        if self._is_choice:
            group = QActionGroup(entries.menu)
            for action in entries.menu.actions():
                if action.isCheckable():
                    group.addAction(action)

    def _add(self, state: State[Of], add: Callable[[Entries, Of], object]) -> None:
        def add_if_there(entries: Entries, of: Of) -> None:
            if state.there is None or state.there(of):
                add(entries, of)

        self._rows.append(add_if_there)


class Entries:
    """Adds entries to one menu."""

    def __init__(self, parts: Parts, menu: QMenu) -> None:
        """Fill a menu of a window."""
        self.menu = menu
        self.parts = parts

    def add(self, info: ActionInfo, act: Callable[[], object]) -> QAction:
        """Add an action; the palette and the list of shortcuts then have it too.

        Args:
            info: Its id, words and keys.
            act: What it does; a `GridwarError` becomes a notice.
        """
        action = self.parts.window_actions.add(info, act)
        self.menu.addAction(action)
        return action

    def switch(self, info: ActionInfo, act: Callable[[bool], object]) -> QAction:
        """Add an action that is on or off; the caller keeps its mark up to date."""
        action = self.parts.window_actions.add_toggle(info, act)
        self.menu.addAction(action)
        return action

    def offer(self, words: str, act: Callable[[], object], key_of: str = "") -> QAction:
        """Add an entry that is no action and has no key, such as a file, a sample, a side.

        Args:
            words: What the menu says.
            act: What it does; a `GridwarError` becomes a notice.
            key_of: The action that does the same, whose key is shown beside it.
        """
        keys = self.parts.window_actions.shortcuts.keys(key_of) if key_of else ()
        action = QAction(f"{words}\t{native(keys[0])}" if keys else words, self.menu)
        action.triggered.connect(lambda _checked=False: tried(self.parts.controller, act))
        self.menu.addAction(action)
        return action

    def separate(self) -> None:
        """Part what follows from what stands above."""
        self.menu.addSeparator()

    def submenu(self, words: str) -> Entries:
        """Add a menu in the menu, to be filled."""
        return Entries(self.parts, submenu(self.menu, words))

    def info(self, action_id: str, words: str, hint: str = "", icon: str = "") -> ActionInfo:
        """Return the record of an action; the menu's title is its group."""
        group = self.menu.title().replace("&", "")
        return ActionInfo(action_id, words, group, KEYS.get(action_id, ()), hint, icon)
