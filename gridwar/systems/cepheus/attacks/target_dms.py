"""DMs of an attack by the target and what is between: cover, stance, speed, size, dodge, light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.attacks.firing_modes import weapon_of
from gridwar.systems.cepheus.attacks.reactions import parry_dm, parry_skill
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.positions.cover import is_left_out, sees_through
from gridwar.systems.cepheus.positions.range_bands import band_title
from gridwar.systems.cepheus.positions.visibility_and_sensors import sensor_title
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Table, Tally
    from gridwar.systems.cepheus.attacks.attack_records import AnsweredShot

    LineMaker = Callable[[Tally, Table, AnsweredShot], None]
    from gridwar.engine.kit import Encounter

A_HAIR_M: Final = 1e-6
"""What adding up parts of a way may lose."""


def cover_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the cover of the target.

    Rules: CE-COV-01, CE-COV-02, CE-COV-05, CE-SEN-02
    """
    cover, environment = answered.look.cover, answered.look.environment
    if cover is None:
        return
    switches = switches_of(table.now)
    is_out = is_left_out(weapon_of(table, answered.shot).form, switches)
    is_out = is_out or sees_through(cover, environment, switches)
    tally.line(
        "CE-COV-01",
        cover.label,
        cover.worth.dm or 0,
        source=cover.name,
        source_id=cover.source,
        off=is_out,
    )


def stance_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the DM for a prone target, by band.

    Rules: CE-STA-03
    """
    encounter, target = table.now, answered.shot.target
    if target is None or sheet_of(encounter[target]).stance != "prone":
        return
    band, form = answered.look.band, weapon_of(table, answered.shot).form
    label = _("{name} is prone").format(name=encounter[target].name)
    source = band_title(band)
    if band == "personal":
        value = modifiers().target.prone_personal
    elif band == "close" or form == "melee":
        value = 0
    elif band == "short":
        value = switches_of(encounter).prone_short_ranged_dm
    else:
        value = modifiers().target.prone_ranged
    tally.line("CE-STA-03", label, value, source=source)


def movement_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add -1 for each full 10 m that the target moved in its latest turn.

    Rules: CE-SIG-10
    """
    encounter, target = table.now, answered.shot.target
    if target is None:
        return
    moved_m = travelled_m(encounter, target)
    if moved_m:
        label = _("{name} moves").format(name=encounter[target].name)
        source = _("{metres:g} m in its latest turn").format(metres=moved_m)
        tally.line("CE-SIG-10", label, movement_dm(moved_m), source=source)


def movement_dm(metres: float) -> int:
    """Return the DM for a target that moved some metres.

    Rules: CE-SIG-10
    """
    return -int((metres + A_HAIR_M) // modifiers().target.metres_a_step)


def dodge_lines(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the target's dodge: one line for the open, one for something to duck behind.

    The one that does not hold is struck out; the GM can change them over.

    Rules: CE-REA-03, CE-CORE-07
    """
    if answered.reaction != "dodge" or answered.shot.target is None:
        return
    name, in_cover = table.now[answered.shot.target].name, answered.look.cover is not None
    dodges = _("{name} dodges").format(name=name)
    ducks = _("{name} ducks behind something").format(name=name)
    worth = modifiers().reaction
    tally.line("CE-REA-03", dodges, worth.dodge, off=in_cover)
    tally.line("CE-REA-03", ducks, worth.dodge_in_cover, source_id="cover", off=not in_cover)


def parry_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the target's parry: the level of its melee skill.

    Rules: CE-REA-04
    """
    encounter, target = table.now, answered.shot.target
    if answered.reaction == "parry" and target is not None:
        label = _("{name} parries").format(name=encounter[target].name)
        skill = parry_skill(encounter, target).replace("_", " ")
        tally.line("CE-REA-04", label, parry_dm(encounter, target), source=skill)


def light_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the light on the target, unless a sensor makes up for it.

    Rules: CE-ENV-01, CE-ENV-04, CE-SEN-03
    """
    del table
    found = answered.look.environment
    if found is not None and found.light:
        tally.line(
            "CE-ENV-01",
            _("Light"),
            found.light,
            source=", ".join(
                filter(None, (found.light_reason, _source(answered, off=found.sees_light)))
            ),
            off=found.sees_light,
        )


def smoke_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add smoke or fog on the line of fire, unless infra-red sees through it.

    Rules: CE-ENV-02, CE-ENV-04, CE-SEN-02
    """
    found = answered.look.environment
    if found is not None and found.smoke:
        is_laser = weapon_of(table, answered.shot).laser
        label = _("Smoke or fog, laser") if is_laser else _("Smoke or fog")
        source = _source(answered, off=found.sees_smoke)
        tally.line("CE-ENV-02", label, found.smoke, source=source, off=found.sees_smoke)


def weather_lines(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add extreme weather: what it does to sight, and what it does besides.

    Rules: CE-ENV-03, CE-ENV-04, CE-SEN-03
    """
    del table
    found = answered.look.environment
    if found is None or not (found.visibility or found.interference):
        return
    off = found.sees_light
    tally.line(
        "CE-ENV-03",
        _("Weather: visibility"),
        found.visibility,
        source=_source(answered, off=off),
        source_id="visibility",
        off=off,
    )
    label = _("Weather: interference")
    tally.line("CE-ENV-03", label, found.interference, source_id="interference")


def _source(answered: AnsweredShot, *, off: bool) -> str:
    by = answered.shot.sight_by
    if by == "eye":
        return ""
    words = _("by {sensor}") if off else _("{sensor} is no help")
    return words.format(sensor=sensor_title(by))


TARGET_LINES: Final[frozenset[LineMaker]] = frozenset(
    {cover_line, stance_line, movement_line, dodge_lines}
)
"""Those that are bound to the target: left out where its surroundings are fired at (CE-FIR-07)."""


def size_line(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add the size of a vehicle, or that of a ship; not for those who sit in it.

    Rules: CE-VEH-03, CE-STS-01
    """
    encounter, target = table.now, answered.shot.target
    machine = machine_of(encounter, target)
    if machine is None or target is None:
        return
    name = encounter[target].name
    if machine.starship_scale:
        tally.line("CE-STS-01", _("{name} is a ship").format(name=name), modifiers().ship.to_hit)
    elif machine.size_dm:
        tally.line("CE-VEH-03", _("Size of {name}").format(name=name), machine.size_dm)


def evasion_lines(tally: Tally, table: Table, answered: AnsweredShot) -> None:
    """Add evasive action: of the target's vehicle, and of the one that the shot comes from.

    Rules: CE-VAC-01
    """
    encounter, shot = table.now, answered.shot
    if shot.target is not None:
        theirs = _evading(encounter, shot.target)
        if theirs:
            label = _("{name}: evasive action").format(name=encounter[shot.target].name)
            tally.line("CE-VAC-01", label, -theirs, source_id="target")
    own = _evading(encounter, shot.actor)
    if own:
        tally.line("CE-VAC-01", _("From a vehicle that evades"), -own, source_id="own")


def _evading(encounter: Encounter, who: str) -> int:
    machine = machine_of(encounter, who) or machine_of(encounter, vehicle_of(encounter, who))
    return 0 if machine is None else machine.going.evasive_dm


def travelled_m(encounter: Encounter, who: str) -> float:
    """Return the metres that somebody moved in the latest turn, on foot or in a vehicle.

    Rules: CE-SIG-10, CE-VEH-02
    """
    own, vehicle = sheet_of(encounter[who]).moved_m, vehicle_of(encounter, who)
    return own if vehicle is None else max(own, sheet_of(encounter[vehicle]).moved_m)
