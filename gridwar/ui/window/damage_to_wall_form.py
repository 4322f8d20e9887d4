"""The question how much damage a wall or a door takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.forms.damage_to_wall import damage_command, damage_form
from gridwar.engine.play.play_outcome import Refused
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.walls import Wall
    from gridwar.ui.window.window_parts import Parts


def ask_damage(parts: Parts, wall: Wall) -> None:
    """Ask how much damage a wall takes, and deal it; what is no damage is told in the form."""
    form = damage_form(wall)

    def apply() -> str:
        command = damage_command(form, wall)
        if command is None:
            return _("Say how much damage it takes.")
        outcome = parts.controller.submit(command)
        return outcome.text if isinstance(outcome, Refused) else ""

    parts.forms.edit(form, apply)
