"""How much damage a wall or a door takes, as a form: one number that the command takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import Field

from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.maps.map_words import capital, strength_words, wall_name
from gridwar.engine.gm.damage_to_walls import DamageWall
from gridwar.model.bounds import Amount
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.walls import Wall

_KEY: Final = "wall"


class DamageDealt(Record):
    """What the form asks; None until something is typed."""

    damage: Amount | None = Field(default=None, description=_("its hardness comes off"))


def damage_form(wall: Wall) -> RecordForm:
    """Return the form, under the name of the wall and what it withstands."""
    title = f"{capital(wall_name(wall))}: {strength_words(wall)}"
    return RecordForm(title, (FormPart(_KEY, DamageDealt()),), _("Deal it"))


def damage_command(form: RecordForm, wall: Wall) -> DamageWall | None:
    """Return the command that deals what the form says; None while it says nothing."""
    damage = form.changes(_KEY).get("damage")
    return None if damage is None else DamageWall(wall=wall.id, damage=damage)
