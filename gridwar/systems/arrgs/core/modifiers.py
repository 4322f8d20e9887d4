"""Typed modifiers: which of them add up, and which only the best counts of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.arrgs.core.sheet import switches_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Tally
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

SINGULAR: Final = frozenset({"inherent", "augmented", "assisted", "magic", "tech"})
TYPE_RULES: Final = {
    "assisted": "AR-MOD-02",
    "ability": "AR-MOD-03",
    "augmented": "AR-MOD-04",
    "inherent": "AR-MOD-05",
    "magic": "AR-MOD-06",
    "tech": "AR-MOD-07",
    "circumstance": "AR-MOD-10",
    "skill": "AR-CHK-01",
}


def typed_lines(tally: Tally, encounter: Encounter, sheet: ArrgsSheet, check: str) -> None:
    """Add the modifiers of a sheet that a check feels, each by the rule of its type.

    Of the singular types the best bonus counts and every penalty; of the others all do.

    Rules: AR-MOD-01, AR-MOD-02, AR-MOD-03, AR-MOD-04, AR-MOD-05, AR-MOD-06, AR-MOD-07, AR-MOD-10
    """
    felt = [
        (number, one) for number, one in enumerate(sheet.modifiers) if one.check in ("all", check)
    ]
    best: dict[str, int] = {}
    if switches_of(encounter).typed_stacking == "highest":
        for number, one in felt:
            known = best.get(one.type)
            better = known is None or one.value > sheet.modifiers[known].value
            if one.type in SINGULAR and one.value > 0 and better:
                best[one.type] = number
    for number, one in felt:
        beaten = one.value > 0 and best.get(one.type, number) != number
        label = one.source or one.type
        rule, place = TYPE_RULES[one.type], f"{label} {number}"
        tally.line(rule, label, one.value, source_id=place, off=beaten)
