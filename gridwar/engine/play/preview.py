"""Previews: what a command would come to, up to the actor's own first roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.play.attending import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.system import System
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter


def preview(
    system: System,
    encounter: Encounter,
    command: Command,
    side: str | None = None,
    answers: Mapping[str, Answer] | None = None,
) -> Preview:
    """Run a command up to the actor's own first roll.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
        answers: Answers to use instead of defaults, by full key.
    """
    known = system.seen_by(encounter, side)
    return Rehearsal(system, known, command, dict(answers or {})).preview(attended)
