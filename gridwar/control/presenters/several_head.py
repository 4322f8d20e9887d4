"""The head of the inspector for several selected: how many, who they are, what each has left."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from gridwar.control.records.check_records import SeveralRow, SeveralView
from gridwar.control.records.panel_records import IconBit
from gridwar.control.text_format import fraction, minus, token_bit
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.controller.controller import Controller
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_MOST_NAMES: Final = 3
_MOST_SIGNS: Final = 3
_NUMBERED: Final = re.compile(r"\s+\d+$")


def present_several(controller: Controller) -> SeveralView | None:
    """Return the head of several selected; None where it is one, or nobody."""
    who = controller.several.who
    if not who:
        return None
    encounter = controller.encounter
    everyone = [encounter[one] for one in who]
    title = ngettext("{n} selected", "{n} selected", len(who)).format(n=len(who))
    rows = tuple(_row(controller, one) for one in everyone)
    return SeveralView(title, _who_words(encounter, everyone), rows)


def _row(controller: Controller, one: Combatant) -> SeveralRow:
    card = controller.rules_cache.card(one.id)
    token = token_bit(controller.letters, controller.encounter, one, out=card.out)
    pool = card.pools[0] if card.pools else None
    signs = [IconBit(badge.icon, badge.text) for badge in card.badges if badge.icon]
    signs += [IconBit(effect.badge, effect.name) for effect in one.effects if effect.badge]
    if pool is None:
        return SeveralRow(one.id, one.name, token, signs=tuple(signs[:_MOST_SIGNS]))
    points = minus(f"{pool.now}/{pool.full}")
    return SeveralRow(one.id, one.name, token, points, fraction(pool), tuple(signs[:_MOST_SIGNS]))


def _who_words(encounter: Encounter, everyone: Sequence[Combatant]) -> str:
    """Say who they are: a whole side, how many of each kind, or their names."""
    sides = {one.side for one in everyone}
    side = encounter.sides.get(everyone[0].side)
    there = [one for one in encounter.everyone() if one.side in sides and one.pos is not None]
    if len(sides) == 1 and side is not None and len(there) == len(everyone):
        return _("all of {side}").format(side=side.name)
    kinds = Counter(_NUMBERED.sub("", one.name) for one in everyone)
    if len(kinds) < len(everyone):
        return ", ".join(_many(number, kind) for kind, number in kinds.items())
    if len(everyone) <= _MOST_NAMES:
        return ", ".join(one.name for one in everyone)
    of_sides = Counter(one.side for one in everyone)
    named = ((encounter.sides.get(key), number) for key, number in of_sides.items())
    return ", ".join(
        _("{n} of {side}").format(n=number, side=found.name if found is not None else _("no side"))
        for found, number in named
    )


def _many(number: int, kind: str) -> str:
    return kind if number == 1 else _("{n} \u00d7 {kind}").format(n=number, kind=kind)
