"""The figures of an attack as a sheet shows them: what a hit is built of, and what soaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import StageFigure, _
from gridwar.systems.percentile.attacks.damage import Blow, blow_of
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Draft, Encounter
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder


def with_figures(encounter: Encounter, order: AttackOrder, draft: Draft) -> Draft:
    """Return what is known of an attack, with what each of its hits is made of and meets.

    Rules: PC-ATK-11, PC-ATK-17
    """
    attacker = encounter.combatants.get(order.attacker)
    is_armed = attacker is not None and weapon_of(attacker, order.weapon) is not None
    if not is_armed or order.target not in encounter:
        return draft
    blow = blow_of(encounter, order)
    value = f"{blow.dice}D{blow.sides}" + (f"{_flat(blow):+d}" if _flat(blow) else "")
    parts = [blow.title]
    if blow.sb:
        parts.append(_("Strength Bonus {n}").format(n=blow.sb))
    if blow.pen:
        parts.append(_("Pen {n}").format(n=blow.pen))
    built = StageFigure(value, ", ".join(parts), "PC-ATK-11")
    soak = f"\u2212{blow.soak}" if blow.soak else "0"
    words = _("soak: TB {tb}, AP {ap}").format(tb=blow.tb, ap=max(0, blow.ap - blow.pen))
    steps = (
        StageFigure(value, _("built, a hit"), "PC-ATK-11"),
        StageFigure(soak, words, "PC-ATK-17"),
    )
    return draft.joined(type(draft)(built=(built,), arrives=steps))


def _flat(blow: Blow) -> int:
    return blow.flat + blow.sb
