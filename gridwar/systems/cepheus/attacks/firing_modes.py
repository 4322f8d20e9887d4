"""Ways of firing: bursts, panic, suppression, flechettes (``rules/cepheus/firing.toml``)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Amount, Count, Number, Procedure, Record, require
from gridwar.systems.cepheus.actions.drawing_and_reloading import WeaponEvent
from gridwar.systems.cepheus.attacks.attack_records import (
    BURST,
    PANIC,
    SINGLE,
    SUPPRESSION,
    BurstExtra,
    BurstUse,
)
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID, modifiers
from gridwar.systems.cepheus.core.weapons_in_use import weapon_in_use
from gridwar.systems.cepheus.positions.range_bands import Band
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Table, Words
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.weapon_records import Weapon

    Check = Callable[[Shot, Weapon], Procedure[None]]


class BurstRow(Record):
    """What a number of rounds is worth: a DM to hit, or dice and points of damage."""

    rounds: Amount
    dm: Number = 0
    dice: int = Field(default=0, ge=0, le=50)
    points: Number = 0


class Spread(Record):
    """What flechettes do where they spread."""

    bands: tuple[Band, ...]
    dice: int = Field(ge=0, le=50)
    dm: Number


class FiringTable(Record):
    """``firing.toml``."""

    bursts: tuple[BurstRow, ...] = Field(min_length=1)
    spread: Spread


class Way(NamedTuple):
    """A way of firing, with its rounds and what they are used for."""

    mode: str
    rounds: int = 1
    use: BurstUse = "attack"

    def __str__(self) -> str:
        """Return its name among all ways."""
        if self.mode == BURST:
            return f"{self.rounds}:{self.use}"
        return f"{self.mode}:{self.rounds}" if self.mode == SUPPRESSION else self.mode


class AmmoSpent(WeaponEvent):
    """Rounds were fired."""

    rounds: Count

    def changes(self, weapon: Weapon) -> dict[str, object]:
        """Take them off, where they are counted."""
        return {} if weapon.loaded is None else {"loaded": max(0, weapon.loaded - self.rounds)}


@lru_cache(maxsize=1)
def firing_table() -> FiringTable:
    """Return the tables of bursts and flechettes."""
    return read_table(rules_folder(SYSTEM_ID), "firing.toml", FiringTable)


def burst_row(rounds: int, switches: CepheusSwitches) -> BurstRow:
    """Return the row of the burst table for a number of rounds really fired.

    Rules: CE-FIR-02, CE-FIR-03
    """
    rows = firing_table().bursts
    if switches.burst_between_rows == "exact_only":
        return next((row for row in rows if row.rounds == rounds), rows[0])
    return max(
        (row for row in rows if row.rounds <= rounds), key=attrgetter("rounds"), default=rows[0]
    )


def rounds_used(weapon: Weapon, shot: Shot) -> int:
    """Return the rounds that a shot uses up, never more than are loaded.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07
    """
    wanted = shot.rounds if shot.mode in (BURST, SUPPRESSION) else 1
    if shot.mode == PANIC:
        wanted = weapon.loaded or 0
    if shot.mode == SUPPRESSION:
        wanted *= modifiers().fire.suppression_rounds
    return wanted if weapon.loaded is None else min(wanted, weapon.loaded)


def extra_of(weapon: Weapon, shot: Shot, switches: CepheusSwitches) -> BurstExtra:
    """Return what the rounds of a shot add, to the roll or to the damage as the firer chose.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-08
    """
    fired = rounds_used(weapon, shot)
    if shot.mode == SUPPRESSION:
        fired //= modifiers().fire.suppression_rounds
    row = burst_row(fired, switches)
    if shot.mode == PANIC:
        return BurstExtra(dice=row.dice, points=row.points)
    if shot.mode not in (BURST, SUPPRESSION):
        return BurstExtra()
    if shot.use == "damage":
        return BurstExtra(dice=row.dice, points=row.points)
    return BurstExtra(dm=row.dm)


def spreads(weapon: Weapon, shot: Shot, band: Band) -> bool:
    """Return whether a shot is flechettes that spread over all at the target's place.

    Rules: CE-FIR-04
    """
    is_loaded = weapon.type == "shotgun" and weapon.ammo_kind == "flechette"
    is_aimed = shot.target is not None and shot.mode != SUPPRESSION and not shot.blind
    return is_loaded and is_aimed and band in firing_table().spread.bands


def ways_of(weapon: Weapon, switches: CepheusSwitches) -> dict[Way, Words]:
    """Return the ways of firing a weapon but suppression, and what each is worth.

    Rules: CE-FIR-02, CE-FIR-03
    """
    ways: dict[Way, Words] = {Way(SINGLE): _("Single shot")}
    for rounds in (one for one in weapon.bursts if one > 1):
        row = burst_row(rounds, switches)
        spread, grouped = _("Burst of {n}, spread to hit"), _("Burst of {n}, grouped for damage")
        dice = f"+{row.dice}D6" if row.dice else f"+{row.points}"
        ways[Way(BURST, rounds)] = (spread.format(n=rounds), f"{row.dm:+d}")
        ways[Way(BURST, rounds, "damage")] = (grouped.format(n=rounds), dice)
    if weapon.slug_small_arm:
        note = _("{dm:+d}, all {n} rounds").format(dm=modifiers().fire.panic, n=weapon.loaded)
        ways[Way(PANIC)] = (_("Panic fire"), note)
    return ways


# --- ways of attacking --------------------------------------------------------------------------


def may_shoot(shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse a way of firing with what does not shoot.

    Rules: CE-FIR-02, CE-FIR-07
    """
    del shot
    is_gun, text = weapon.form == "ranged", _("{weapon} does not shoot.")
    yield from require(is_gun, "not_a_gun", text, "CE-FIR-02", waivable=False, weapon=weapon.name)


def may_burst(shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse a burst that a weapon cannot fire.

    Rules: CE-FIR-02
    """
    can = shot.rounds == 1 or shot.rounds in weapon.bursts
    text = _("{weapon} fires no bursts of {n}.")
    yield from require(can, "no_burst", text, "CE-FIR-02", weapon=weapon.name, n=shot.rounds)


def may_panic(shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse to empty a weapon in panic that is not made for it.

    Rules: CE-FIR-03
    """
    del shot
    can = weapon.slug_small_arm and weapon.loaded is not None
    text = _("Panic fire takes a small arm that throws slugs.")
    yield from require(can, "no_panic", text, "CE-FIR-03")


def may_suppress(shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse to keep somebody down with too few rounds.

    Rules: CE-FIR-07, CE-FIR-08
    """
    del shot
    can = weapon.loaded is None or weapon.loaded >= modifiers().fire.suppression_rounds
    text = _("Suppressing fire takes twice the rounds.")
    yield from require(can, "too_few", text, "CE-FIR-07")


def _aims_at_somebody(shot: Shot, weapon: Weapon) -> Procedure[None]:
    del weapon
    text = _("Somebody has to be kept down.")
    yield from require(
        shot.target is not None, "nobody_to_suppress", text, "CE-FIR-07", waivable=False
    )


class Mode(Struct, frozen=True):
    """One way of attacking.

    What it adds to the sum and to the damage, and what it uses up, are ``extra_of`` and
    ``rounds_used``.

    Attributes:
        id: Its name in commands.
        of_weapon: Further reasons against it that lie with the weapon.
        of_target: Further reasons against it that lie with the target.
        asks_target: Whether the target may react.
    """

    id: str
    of_weapon: tuple[Check, ...] = ()
    of_target: tuple[Check, ...] = ()
    asks_target: bool = True


MODES: Final[Mapping[str, Mode]] = frozendict(
    {
        one.id: one
        for one in (
            Mode(SINGLE),
            Mode(BURST, (may_shoot, may_burst)),
            Mode(PANIC, (may_shoot, may_panic)),
            Mode(
                SUPPRESSION,
                (may_shoot, may_burst, may_suppress),
                (_aims_at_somebody,),
                asks_target=False,
            ),
        )
    }
)


def weapon_of(table: Table, shot: Shot) -> Weapon:
    """Return the weapon of an attack, as it is now.

    Raises:
        KeyError: It is not carried (the checks refuse that before).
    """
    found = weapon_in_use(table.now, shot.actor, shot.weapon)
    if found is None:
        raise KeyError(shot.weapon)
    return found
