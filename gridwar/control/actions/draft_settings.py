"""What can be set about the command of a draft: choices, numbers, ticks, texts, an order.

Owns that only what the rules offer, within its bounds, is set.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit.command_draft import Draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.model.command import Command


class DraftSettings:
    """Sets things about the command of the draft in the view state."""

    def __init__(
        self,
        controller: ControllerProtocol,
        prepare: Callable[[ActionDraft], None],
        note_choice: Callable[[str, str], None],
    ) -> None:
        """Let ``prepare`` take a changed draft, and ``note_choice`` a choice with its option."""
        self._controller = controller
        self._prepare = prepare
        self._note_choice = note_choice

    def choose(self, key: str, option: str) -> None:
        """Choose something about the command, as the rules offer it."""
        offered = (choice.options for choice in self._settable.choices if choice.key == key)
        for one in chain.from_iterable(offered):
            if one.id == option and not one.why_not:
                self._note_choice(key, option)
                self._change(one.command)
                return

    def set_number(self, key: str, value: int) -> None:
        """Set a number of the command, kept within its bounds."""
        number = next((one for one in self._settable.numbers if one.key == key), None)
        if number is not None:
            self._change(number.make(min(number.most, max(number.least, value))))

    def set_ticks(self, key: str, ticked: frozenset[str]) -> None:
        """Tick some things about the command, and no others."""
        ticks = next((one for one in self._settable.ticks if one.key == key), None)
        if ticks is not None:
            self._change(ticks.make(ticked & {one for one, _words in ticks.options}))

    def set_text(self, key: str, words: str) -> None:
        """Write words about the command, as many as there may be."""
        text = next((one for one in self._settable.texts if one.key == key), None)
        if text is not None:
            self._change(text.make(words[: text.most]))

    def set_order(self, key: str, ids: tuple[str, ...]) -> None:
        """Put things about the command in another order."""
        order = next((one for one in self._settable.orders if one.key == key), None)
        if order is not None and sorted(ids) == sorted(one for one, _words in order.rows):
            self._change(order.make(ids))

    @property
    def _settable(self) -> Draft:
        draft = self._controller.view.draft
        return Draft() if draft is None else draft.settable

    def _change(self, command: Command) -> None:
        """Prepare another command instead: faces were typed for the dice of the one before."""
        draft = self._controller.view.draft
        if draft is not None:
            self._prepare(replace(draft, command=command, faces=()))
