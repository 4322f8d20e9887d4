"""The sum of an action in preparation, and what the GM changes in it: lines off, set, added.

Every change makes another command, which is prepared in place of the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.model.command import OwnLine
from gridwar.model.trace import Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.model.command import Adjustments

OTHER_SUM = "@"
"""Stands before the whole key of a line that is not of the main sum."""


OWN_LINE = "own:"
"""Stands before the key of a line that the GM has added."""


class DraftSum:
    """Reads and changes the sum of the draft in the view state."""

    def __init__(
        self, controller: ControllerProtocol, prepare: Callable[[ActionDraft], None]
    ) -> None:
        """Let ``prepare`` take a changed draft in place of the one in the view state."""
        self._controller = controller
        self._prepare = prepare

    @property
    def _draft(self) -> ActionDraft | None:
        return self._controller.view.draft

    @property
    def _tallies(self) -> tuple[Tally, ...]:
        seen = None if self._draft is None else self._draft.preview
        return () if seen is None else seen.tallies

    def main(self) -> Tally | None:
        """Return the sum that the popover shows: the first one made that the command is about."""
        tallies = self._tallies
        return next((one for one in tallies if not one.aside), tallies[0] if tallies else None)

    def answering(self) -> Tally | None:
        """Return the sum that the main one is compared with: the other side's; None without one."""
        main = self.main()
        if main is None or not main.of:
            return None
        return next((one for one in self._tallies if one.of and one.of != main.of), None)

    def toggle_line(self, key: str, on: bool) -> None:
        """Switch a line of the sum on or off."""
        full = self._full(key)

        def change(old: Adjustments) -> Adjustments:
            if on:
                was_ruled_out = full not in old.lines_off
                lines_on = old.lines_on | {full} if was_ruled_out else old.lines_on
                return old.replace(lines_off=old.lines_off - {full}, lines_on=lines_on)
            return old.replace(lines_off=old.lines_off | {full}, lines_on=old.lines_on - {full})

        self._adjust(change)

    def set_line(self, key: str, value: int) -> None:
        """Change what a line counts."""
        full = self._full(key)
        self._adjust(lambda old: old.replace(lines_set=old.lines_set.set(full, value)))

    def add_line(self, label: str, value: int) -> None:
        """Add a line of the GM's own."""
        tally = self.main()
        if tally is None:
            return

        def change(old: Adjustments) -> Adjustments:
            line = Line(key=f"{OWN_LINE}{len(old.lines_added) + 1}", label=label, value=value)
            own = OwnLine(tally=tally.name, line=line)
            return old.replace(lines_added=(*old.lines_added, own))

        self._adjust(change)

    def _full(self, key: str) -> str:
        if key.startswith(OTHER_SUM):
            return key.removeprefix(OTHER_SUM)
        tally = self.main()
        return f"{tally.name}/{key}" if tally is not None else key

    def _adjust(self, change: Callable[[Adjustments], Adjustments]) -> None:
        draft = self._draft
        if draft is not None:
            command = draft.command.replace(adjustments=change(draft.command.adjustments))
            self._prepare(replace(draft, command=command))
