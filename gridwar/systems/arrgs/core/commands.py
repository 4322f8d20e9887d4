"""What can be asked for under ARRGS, beside the shared commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from gridwar.engine.kit import Act, ChoiceField, Words, offers_of, price_of
from gridwar.systems.arrgs.core.sheet import Pool, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter


def _pools(encounter: Encounter, command: Manoeuvre) -> dict[Pool, Words]:
    """Return what may pay for a manoeuvre, with the price in it and what is left.

    Rules: AR-ACT-04
    """
    sheet = sheet_of(encounter[command.actor])
    has_aap = bool(sheet.aap or sheet.aap_max)
    if command.readied or not has_aap or not offers_of(type(command)):
        return {}  # what is played at the GM's word is not offered, and has no price declared

    def worth(pool: Pool, left: int) -> str:
        points = price_of(encounter, command.replace(pool=pool)).points
        return _("{n} of {left}").format(n=points, left=left)

    return {
        "ap": (_("AP"), worth("ap", sheet.ap)),
        "aap": (_("AAP, as a Swift Action"), worth("aap", sheet.aap)),
    }


class Manoeuvre(Act):
    """An action of somebody; ``pool`` is what pays: AP, or AAP as a Swift or Immediate Action."""

    kind: ClassVar[str] = ""
    pool: Annotated[Pool, ChoiceField(_("Paid in"), _pools)] = "ap"
    readied: bool = False
    """Done because its trigger has come, in anybody's turn."""
    answers: bool = False
    """Done in a window: the answer to an opportunity, or to a spell being cast."""


def is_willing(encounter: Encounter, command: WeaponManoeuvre) -> bool:
    """Return whether the target lets it happen: as was said, else an ally what does no damage.

    Rules: AR-ATK-04
    """
    if command.willing is not None:
        return command.willing
    one, other = encounter[command.actor], encounter[command.target]
    weapon = sheet_of(one).weapon(command.weapon)
    if weapon is not None and weapon.effect == "damage":
        return False
    return encounter.are_allied(one.side, other.side)


WILLING: Final[Mapping[bool, Words]] = {
    False: _("Defends itself"),
    True: (_("Lets it happen"), _("DC 0")),
}


class WeaponManoeuvre(Manoeuvre):
    """A manoeuvre with a weapon against somebody."""

    kind: ClassVar[str] = ""
    target: str
    weapon: str
    willing: Annotated[
        bool | None,
        ChoiceField(
            _("The target"),
            WILLING,
            now=lambda encounter, command: (
                command.target in encounter and is_willing(encounter, command)
            ),
        ),
    ] = False
    """The target lets it happen; None: an ally does, of what does no damage."""
