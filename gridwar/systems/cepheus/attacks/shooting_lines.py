"""Rows of an attack's sum for ways of firing, range, crowds and conditions.

Each is a line that the GM can switch; what a sensor takes away is shown struck out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.attacks.firing import (
    PANIC,
    SUPPRESSION,
    SUPPRESSION_TIMES,
    extra_of,
    rounds_used,
    table,
)
from gridwar.systems.cepheus.core.armory import weapon_in_use
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.systems.cepheus.modifiers.visibility import sensor_row
from gridwar.systems.cepheus.modifiers.zero_g import add_recoil
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.cepheus.core.weapons import Weapon
    from gridwar.systems.cepheus.modifiers.attack_values import Declared, Shot

EXTREME_DM: Final = -2
INTO_COMBAT_DM: Final = -2
PANIC_DM: Final = -2
SUPPRESSION_DM: Final = -2


def weapon_of(table: Table, shot: Shot) -> Weapon:
    """Return the weapon of an attack, as it is now.

    Raises:
        KeyError: It is not carried (the checks refuse that before).
    """
    found = weapon_in_use(table.now, shot.actor, shot.weapon)
    if found is None:
        raise KeyError(shot.weapon)
    return found


def extreme_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add -2 to Distant for a target beyond it.

    Rules: CE-FIR-06
    """
    if declared.look.extreme:
        limit = switches_of(table.now).distant_limit_m
        source = _("beyond {m} m").format(m=limit)
        tally.line("CE-FIR-06", _("Extreme range"), EXTREME_DM, source=source)


def mode_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the way of firing: a burst spread to hit, panic, suppression.

    Rules: CE-FIR-02, CE-FIR-03, CE-FIR-07
    """
    shot, weapon = declared.shot, weapon_of(table, declared.shot)
    if shot.mode == PANIC:
        fired = rounds_used(weapon, shot)
        source = ngettext("{n} round", "{n} rounds", fired).format(n=fired)
        tally.line("CE-FIR-03", _("Panic fire"), PANIC_DM, source=source)
        return
    if shot.mode == SUPPRESSION:
        tally.line("CE-FIR-07", _("Suppressing fire"), SUPPRESSION_DM)
    extra = extra_of(weapon, shot, switches_of(table.now))
    if extra.dm:
        times = SUPPRESSION_TIMES if shot.mode == SUPPRESSION else 1
        fired = rounds_used(weapon, shot) // times
        source = ngettext("{n} round", "{n} rounds", fired).format(n=fired)
        tally.line("CE-FIR-02", _("Burst, spread to hit"), extra.dm, source=source)


def recoil_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the recoil in zero gravity.

    Rules: CE-ZRG-02
    """
    shot = declared.shot
    add_recoil(tally, table.now, shot.actor, weapon_of(table, shot))


def light_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the light on the target, unless a sensor makes up for it.

    Rules: CE-ENV-01, CE-ENV-04, CE-SEN-03
    """
    del table
    found = declared.look.environment
    if found is not None and found.light:
        tally.line(
            "CE-ENV-01",
            _("Light"),
            found.light,
            source=_source(declared, off=found.sees_light),
            off=found.sees_light,
        )


def smoke_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add smoke or fog on the line of fire, unless infra-red sees through it.

    Rules: CE-ENV-02, CE-ENV-04, CE-SEN-02
    """
    found = declared.look.environment
    if found is not None and found.smoke:
        is_laser = weapon_of(table, declared.shot).laser
        label = _("Smoke or fog, laser") if is_laser else _("Smoke or fog")
        source = _source(declared, off=found.sees_smoke)
        tally.line("CE-ENV-02", label, found.smoke, source=source, off=found.sees_smoke)


def weather_lines(tally: Tally, table: Table, declared: Declared) -> None:
    """Add extreme weather: what it does to sight, and what it does besides.

    Rules: CE-ENV-03, CE-ENV-04, CE-SEN-03
    """
    del table
    found = declared.look.environment
    if found is None or not (found.visibility or found.interference):
        return
    off = found.sees_light
    tally.line(
        "CE-ENV-03",
        _("Weather: visibility"),
        found.visibility,
        source=_source(declared, off=off),
        source_id="visibility",
        off=off,
    )
    label = _("Weather: interference")
    tally.line("CE-ENV-03", label, found.interference, source_id="interference")


def _source(declared: Declared, *, off: bool) -> str:
    row = sensor_row(declared.shot.sight_by)
    if row is None:
        return ""
    return (_("by {sensor}") if off else _("{sensor} is no help")).format(sensor=row.title)


def into_combat_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add -2 where somebody else is at Personal range to the target.

    Rules: CE-FIR-05, CE-FIR-04
    """
    crowd, encounter = declared.look.crowd, table.now
    if not crowd or weapon_of(table, declared.shot).form == "melee":
        return
    names = ", ".join(encounter[who].name for who in crowd)
    is_waived = declared.look.spreads and switches_of(encounter).spread_into_combat_dm == "waive"
    label = _("Firing into combat")
    tally.line("CE-FIR-05", label, INTO_COMBAT_DM, source=names, off=is_waived)


def spread_line(tally: Tally, table_: Table, declared: Declared) -> None:
    """Add +1 for flechettes that spread.

    Rules: CE-FIR-04
    """
    del table_
    if declared.look.spreads:
        tally.line("CE-FIR-04", _("Flechettes spread"), table().spread.dm)
