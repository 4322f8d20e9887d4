"""What light does by the rules of a fight, in words with the ids of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.presenters.rule_card import all_rules
from gridwar.control.text_format import minus
from gridwar.model.zones import LIGHT
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller


def light_rules(controller: Controller) -> str:
    """Return the first rule that speaks of light with its id, and the ids of the others."""
    system = controller.system
    known = all_rules(system.id).by_id
    ids = [one for one in system.cards.zone_rules.get(LIGHT, ()) if one in known]
    if not ids:
        return _("These rules say nothing of light: it shows on the map and counts for sight.")
    first, *others = ids
    text = f"{minus(known[first].text)} {first}"
    return text if not others else f"{text} \u00b7 {', '.join(others)}"
