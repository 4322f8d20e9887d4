"""By whose knowledge charts and stands go, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

KNOWLEDGE_HINT: Final = _("Goes by what this side knows, or by all that you know")


def knowledge_words(encounter: Encounter, who: str, *, knows_all: bool) -> str:
    """Return by whose knowledge it goes: that of somebody's side, or all there is.

    Args:
        encounter: The fight.
        who: For whom it is asked.
        knows_all: Whether all that the game master knows counts.
    """
    if knows_all:
        return _("everything counts")
    one = encounter[who]
    side = encounter.sides.get(one.side)
    return _("known to {side}").format(side=one.name if side is None else side.name)


def not_counted_words(names: str) -> str:
    """Return that some foes do not count, as the side knows nothing of them."""
    return _("Unknown to this side, so not counted: {names}").format(names=names)
