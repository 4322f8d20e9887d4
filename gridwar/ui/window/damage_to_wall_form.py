"""The question how much damage a wall or a door takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import capital, strength_words, wall_name
from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.engine.gm.damage_to_walls import DamageWall
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.walls import Wall
    from gridwar.ui.window.window_parts import Parts


def ask_damage(parts: Parts, wall: Wall) -> None:
    """Ask how much damage a wall takes, and deal it."""
    field = FieldView("damage", _("Damage"), FieldKind.INT, value="")
    form = FormView(capital(wall_name(wall)), strength_words(wall), (field,))

    def take(given: Mapping[str, object]) -> None:
        text = str(given["damage"]).strip()
        if text.isdecimal():
            parts.controller.submit(DamageWall(wall=wall.id, damage=int(text)))

    parts.forms.ask(form, take)
