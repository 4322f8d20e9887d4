"""Typed modifiers: which of them add up, of which only the best counts, and which come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, SheetEvent, Step, emit, includes, say
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Modifier, sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally

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
            if one.type in SINGULAR and better:
                best[one.type] = number
    for number, one in felt:
        beaten = one.value > 0 and best.get(one.type, number) != number
        label = one.source or one.type
        rule, place = TYPE_RULES[one.type], f"{label} {number}"
        tally.line(rule, label, one.value, source_id=place, off=beaten)


@includes("modifiers", of="modifier")
class ModifierAdded(SheetEvent):
    """A modifier began."""

    modifier: Modifier


class ModifierUsed(SheetEvent):
    """Modifiers that count once have counted."""

    modifiers: tuple[Modifier, ...]

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Drop them."""
        kept = tuple(old for old in sheet.modifiers if old not in self.modifiers)
        return sheet.replace(modifiers=kept)


def use_up(table: Table, who: str, check: str) -> Procedure[None]:
    """Let what helped this one check of somebody be gone, and tell it.

    Rules: AR-MNV-01, AR-MOD-02
    """
    spent = helps_once(table.now, who, check)
    if spent:
        yield from emit(ModifierUsed(who=who, modifiers=spent))
        steps = tuple(
            Step(label=one.source or one.type, rule_id="AR-MNV-01", before=one.value, after=0)
            for one in spent
        )
        yield from say(table, _("The help for {who} is used up"), who=who, steps=steps)


def helps_once(encounter: Encounter, who: str, check: str) -> tuple[Modifier, ...]:
    """Return what helps only one check of that kind of somebody."""
    if who not in encounter:
        return ()
    known = sheet_of(encounter[who]).modifiers
    return tuple(one for one in known if one.once and one.check in ("all", check))
