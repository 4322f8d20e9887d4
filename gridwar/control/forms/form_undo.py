"""The steps of a form that can be taken back and done again: a word typed is one of them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import JsonValue

    from gridwar.control.forms.value_texts import FormValue


class FormState(Struct, frozen=True):
    """A form at one moment, to come back to."""

    data: dict[str, dict[str, JsonValue]]
    typed: dict[str, FormValue]
    unfolded: frozenset[str]

    def copied(self) -> FormState:
        """Return it with data of its own, that may be changed."""
        return FormState(copy.deepcopy(self.data), dict(self.typed), self.unfolded)


class FormSteps:
    """What was done, and what was taken back of it."""

    def __init__(
        self, state: Callable[[], FormState], come_back: Callable[[FormState], None]
    ) -> None:
        """Begin without any.

        Args:
            state: Returns the form as it is.
            come_back: Makes it as it was.
        """
        self._state, self._come_back = state, come_back
        self._done: list[FormState] = []
        self._undone: list[FormState] = []
        self.step = ""
        """What the latest step was: letters typed into one field are one."""

    def note(self, step: str) -> None:
        """Keep what is there before a step; all letters typed into one field are one step."""
        if not step or step != self.step:
            self._done.append(self._state())
            self._undone.clear()
        self.step = step

    def undo(self) -> None:
        """Take the latest step back."""
        self._go(self._done, self._undone)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._go(self._undone, self._done)

    def _go(self, states: list[FormState], others: list[FormState]) -> None:
        if states:
            others.append(self._state())
            self._come_back(states.pop())
