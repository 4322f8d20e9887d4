"""What armour takes off damage, and the damage to one victim as the log shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally


def take_armor_off(tally: Tally, table: Table, injury: Injury, minimum: int = 0) -> Injury:
    """Take armour off, and raise to the least that an exceptional hit does.

    Args:
        tally: The damage so far; gets a line for the armour.
        table: The table.
        injury: The victim, and the damage before armour.
        minimum: Least points after armour: 1 for an exceptional hit.

    Rules: CE-DMG-03, CE-DMG-04
    """
    armor = sheet_of(table.now[injury.victim]).armor
    if armor:
        tally.line("CE-DMG-03", _("Armour"), -armor)
    after = max(0, tally.total, minimum)
    return Injury(injury.victim, after, injury.before_armor, injury.full)


def damage_words(weapon: str, victim: str) -> str:
    """Return in words what damage dice are for."""
    if not weapon:
        return _("Damage to {target}").format(target=victim)
    return _("Damage of {weapon} to {target}").format(weapon=weapon, target=victim)


def damage_trace(table: Table, tally: Tally, injury: Injury, *rolls: str) -> Trace:
    """Return the damage to one victim as the log shows it.

    Args:
        table: The table.
        tally: How it adds up.
        injury: What it came to.
        rolls: The keys of the dice rolled for it here.
    """
    total = max(0, tally.total)
    faces = (table.faces(key) for key in rolls)
    steps = [
        Step(label=f"{len(one)}D6", rule_id="CE-DMG-01", after=sum(one), faces=one)
        for one in faces
        if one
    ]
    if tally.total < 0:
        steps.append(Step(label=_("Not below 0"), rule_id="CE-DMG-02", before=tally.total, after=0))
    if injury.after_armor > total:
        steps.append(
            Step(
                label=_("An exceptional hit does at least 1"),
                rule_id="CE-DMG-04",
                before=total,
                after=injury.after_armor,
            )
        )
    name = table.now[injury.victim].name
    return Trace(
        title=_("Damage to {name}").format(name=name),
        lines=tally.lines,
        total=injury.after_armor,
        steps=tuple(steps),
        tone="harm" if injury.after_armor else "plain",
        result=f"−{injury.after_armor}" if injury.after_armor else _("no damage"),
    )


class Injury(Struct, frozen=True, eq=False, gc=False):
    """Damage to one victim. What it was before armour does not tell outcomes apart."""

    victim: str
    after_armor: int
    before_armor: int = 0
    full: int | None = None
    """Everything added, where it was halved before armour."""

    def __eq__(self, other: object) -> bool:
        """Compare the victim and what is left after armour."""
        if not isinstance(other, Injury):
            return NotImplemented
        return self.after_armor == other.after_armor and self.victim == other.victim

    def __hash__(self) -> int:
        """Return the hash of what is compared."""
        return hash((self.victim, self.after_armor))
