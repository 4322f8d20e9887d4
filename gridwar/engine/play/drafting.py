"""What can be set about a command in preparation, each value asked of the command why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.play.rehearsal import why_not

if TYPE_CHECKING:
    from gridwar.engine.kit.draft import CommandOption, Draft
    from gridwar.engine.kit.system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def drafted(
    system: System, encounter: Encounter, command: Command, side: str | None = None
) -> Draft:
    """Return what a system says of a command, with why not beside what cannot be chosen.

    What speaks against the command as it stands speaks against no value of its choices.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
    """
    draft = system.offers.draft(encounter, command)
    if not draft.choices:
        return draft
    known = system.seen_by(encounter, side)
    against = why_not(system, known, command)

    def judged(option: CommandOption) -> CommandOption:
        found = None if option.command == command else why_not(system, known, option.command)
        if found is None or (against is not None and against.code == found.code):
            return option
        return replace(option, why_not=option.why_not or found.text)

    choices = (replace(one, options=tuple(map(judged, one.options))) for one in draft.choices)
    return replace(draft, choices=tuple(choices))
