"""What can be set about a command in preparation, each value asked of the command why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.play.rehearsal import why_not

if TYPE_CHECKING:
    from gridwar.engine.kit.draft import CommandChoice, Draft
    from gridwar.engine.kit.system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def drafted(
    system: System, encounter: Encounter, command: Command, side: str | None = None
) -> Draft:
    """Return what a system says of a command, with why not beside what cannot be chosen.

    What speaks against the command as it stands, whatever is chosen, speaks against no value.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
    """
    draft = system.draft(encounter, command)
    if not draft.choices:
        return draft
    known = system.seen_by(encounter, side)
    against = why_not(system, known, command)
    code = "" if against is None else against.code

    def judged(choice: CommandChoice) -> CommandChoice:
        reasons = [
            against if one.command == command else why_not(system, known, one.command)
            for one in choice.options
        ]
        helps = None in reasons
        options = (
            one
            if reason is None or (reason.code == code and not helps)
            else replace(one, why_not=one.why_not or reason.text)
            for one, reason in zip(choice.options, reasons, strict=True)
        )
        return replace(choice, options=tuple(options))

    return replace(draft, choices=tuple(map(judged, draft.choices)))
