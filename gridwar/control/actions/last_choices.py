"""What was chosen about an action when it was last done, for the next time. Never saved.

Owns choices made by hand alone: whatever nobody touched stays as the rules propose it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridwar.engine.kit.offers_and_actions import Action, Target
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MOST_CHOICES: Final = 12
"""One choice may bring another, but no more than this."""


def waived(action: Action, command: Command) -> Command:
    """Return a command that passes over what the rules said against its action."""
    return command if action.refusal is None else command.waiving(action.refusal.code)


class LastChoices:
    """The options chosen by hand, by who acts and the action."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[tuple[str, str], dict[str, str]] = {}
        self._noted: dict[str, str] = {}
        self.edition = 0
        """Grows whenever something else was chosen."""

    def keep(self, actor: str, action_id: str, key: str, option: str) -> None:
        """Remember an option chosen by hand."""
        self._kept.setdefault((actor, action_id), {})[key] = option
        self.edition += 1

    def note(self, key: str, option: str) -> None:
        """Note an option chosen by hand for what is being prepared."""
        self._noted[key] = option

    def forget_noted(self) -> None:
        """Forget what was noted: something else is being prepared."""
        self._noted = {}

    def keep_noted(self, actor: str, action_id: str) -> None:
        """Remember what was noted: it has been played."""
        for key, option in self._noted.items():
            self.keep(actor, action_id, key, option)
        self._noted = {}

    def command(
        self, system: System, encounter: Encounter, action: Action, chosen: Target
    ) -> Command:
        """Return the command of an action with what was last chosen, as far as it is offered now.

        Args:
            system: The rules.
            encounter: The state in which it would be played.
            action: The action.
            chosen: What was chosen on the map.
        """
        command = waived(action, action.make(chosen))
        wanted = dict(self._kept.get((command.actor or "", action.id), {}))
        for _time in range(MOST_CHOICES):
            if not wanted:
                break
            choices = system.draft(encounter, command).choices
            choice = next((one for one in choices if one.key in wanted), None)
            if choice is None:
                break
            option = wanted.pop(choice.key)
            if option != choice.chosen:
                offered = (one for one in choice.options if one.id == option and not one.why_not)
                command = next((one.command for one in offered), command)
        return command
