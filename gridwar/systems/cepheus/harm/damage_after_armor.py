"""What armour takes off damage, and the damage to one victim: told, and suffered in a vehicle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, call, explain, play
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.harm.wounds import TakeDamage, Wound, take_hit
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


def armored(
    table: Table, tally: Tally, injury: Injury, *rolls: str, counts: bool = True
) -> Procedure[Injury]:
    """Take armour off a sum of damage, where it counts, and tell the damage.

    Args:
        table: The table.
        tally: How the damage adds up.
        injury: The victim, and the damage before armour.
        rolls: The keys of the dice rolled for it here.
        counts: Whether armour does; without it the damage is what the injury says.

    Rules: CE-DMG-03
    """
    found = take_armor_off(tally, table, injury) if counts else injury
    yield from explain(table, lambda: damage_trace(table, tally, found, *rolls))
    return found


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


class Shared(Struct, frozen=True):
    """Damage that an occupant suffers with the vehicle.

    Attributes:
        who: The occupant.
        points: Damage that got to them.
        rule_id: Why: a hit on passengers or cockpit, a collision.
        words: What it comes from.
        source: How it was worked out.
        armor_counts: Whether their own armour takes some off.
    """

    who: str
    points: int
    rule_id: str
    words: str
    source: str = ""
    armor_counts: bool = True


def hurt_inside(table: Table, shared: Shared) -> Procedure[Injury]:
    """Hurt somebody in a vehicle by what the vehicle suffers; their own armour helps.

    Rules: CE-VDM-12, CE-VDM-14, CE-VEH-07
    """
    who, points = shared.who, shared.points
    tally = table.tally(f"damage to {who}")
    tally.line(shared.rule_id, shared.words, points, source=shared.source)
    injury = yield from armored(
        table, tally, Injury(who, points, points), counts=shared.armor_counts
    )
    if machine_of(table.now, who) is not None:
        yield from play(TakeDamage(who=who, points=injury.after_armor), key=f"machine {who}")
    else:
        yield from call(take_hit, Wound(who, injury.after_armor), key=f"wound of {who}")
    return injury
