"""Why an attack is not possible, and what the attacker's line to the target shows.

Everything here is asked before anything is paid; each reason has a code that the GM can waive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, require_none
from gridwar.grid.line_of_effect import LineMode, LineRule, Purpose, line_between
from gridwar.model.geometry import footprint
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do
from gridwar.systems.cepheus.attacks.fire_modes import MODES
from gridwar.systems.cepheus.attacks.firing import spreads
from gridwar.systems.cepheus.attacks.firing_checks import extreme_reasons, sensor_reasons
from gridwar.systems.cepheus.attacks.line_of_fire import (
    aim_stand,
    crowd_of,
    environment_of,
    is_extreme,
)
from gridwar.systems.cepheus.core.armory import carrier_of, weapon_in_use
from gridwar.systems.cepheus.core.places import height_m, stand_of
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.systems.cepheus.machines.gunnery import machine_reasons
from gridwar.systems.cepheus.modifiers.attack_values import Look, Shot
from gridwar.systems.cepheus.modifiers.bands import (
    Distance,
    band_of,
    band_title,
    distance_between,
    distance_of_cells,
    range_dm,
)
from gridwar.systems.cepheus.modifiers.cover import (
    cover_between,
    is_left_out,
    is_shut_in,
    sees_through,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

_LINES = (
    LineRule(Purpose.SIGHT, LineMode.SQUARES),
    LineRule(Purpose.EFFECT, LineMode.SQUARES),
)


def look(table: Table, shot: Shot) -> Procedure[Look]:
    """Check an attack before anything is paid, and return what the line shows.

    Rules: CE-SIG-03, CE-SIG-04, CE-SIG-05, CE-SIG-06, CE-RNG-03
    """
    yield from may_do(table, shot.actor, SIGNIFICANT)
    for refusal in reasons_against(table.now, shot):
        yield from require_none(refusal)
    return look_along(table.now, shot)


def reasons_against(encounter: Encounter, shot: Shot) -> tuple[Refusal, ...]:
    """Return every reason against an attack apart from turn and actions.

    Rules: CE-SIG-04, CE-SIG-05, CE-RNG-03, CE-MIN-05, CE-COV-03, CE-COV-05, CE-STA-03, CE-FIR-06
    """
    missing = _missing(encounter, shot)
    if missing is not None:
        return (missing,)
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    if weapon is None:
        text = _("{name} does not carry that.").format(name=encounter[shot.actor].name)
        return (Refusal("no_weapon", text, (), waivable=False),)
    return (
        *_weapon_reasons(weapon),
        *_stance_reasons(encounter, shot, weapon),
        *_line_reasons(encounter, shot, weapon),
        *sensor_reasons(encounter, shot),
        *machine_reasons(encounter, shot, weapon),
        *_mode_reasons(encounter, shot),
    )


def _missing(encounter: Encounter, shot: Shot) -> Refusal | None:
    people = (shot.actor,) if shot.target is None else (shot.actor, shot.target)
    for who in people:
        if who not in encounter or not _has_a_place(encounter, shot, who):
            text = _("{id} is not on the board.").format(id=who)
            return Refusal("not_on_board", text, (), waivable=False)
    if shot.target is None and shot.square is None:
        return Refusal("no_target", _("There is nothing to aim at."), (), waivable=False)
    if shot.target == shot.actor:
        return Refusal("no_target", _("Nobody attacks himself."), (), waivable=False)
    return None


def _has_a_place(encounter: Encounter, shot: Shot, who: str) -> bool:
    """Tell whether somebody is on the board, or far from it by a known distance."""
    if encounter[who].pos is not None:
        return True
    if shot.target is None or shot.target not in encounter or shot.actor not in encounter:
        return False
    return distance_between(encounter, shot.actor, shot.target) is not None


def _weapon_reasons(weapon: Weapon) -> Iterator[Refusal]:
    if not weapon.ready:
        text = _("{weapon} is not in hand.").format(weapon=weapon.name)
        yield Refusal("not_ready", text, ("CE-MIN-05",))
    if weapon.is_empty and weapon.form != "melee":
        yield Refusal("empty", weapon.words_when_empty, ("CE-SIG-05",))


def _stance_reasons(encounter: Encounter, shot: Shot, weapon: Weapon) -> Iterator[Refusal]:
    if weapon.form == "melee" and sheet_of(encounter[shot.actor]).stance == "prone":
        yield Refusal("prone_melee", _("No melee attacks while prone."), ("CE-STA-03",))
    if shot.target is None or is_left_out(weapon.form, switches_of(encounter)):
        return
    if is_shut_in(encounter, shot.actor, shot.target):
        text = _("Low behind full cover: no shot from there.")
        yield Refusal("shut_in", text, ("CE-COV-03",))
    cover = cover_between(encounter, shot.actor, shot.target)
    seen = environment_of(encounter, shot, weapon)
    is_seen = cover is not None and sees_through(cover, seen, switches_of(encounter))
    if cover is not None and cover.worth.closed and not is_seen:
        text = _("{name} is low behind full cover and cannot be hit.")
        name = encounter[shot.target].name
        yield Refusal("cannot_be_hit", text.format(name=name), ("CE-COV-03",))


def _line_reasons(encounter: Encounter, shot: Shot, weapon: Weapon) -> Iterator[Refusal]:
    distance = _distance(encounter, shot)
    band = band_of(distance, switches_of(encounter))
    if range_dm(weapon.type, band) is None:
        text = _("{weapon} cannot be used at {band} range.")
        text = text.format(weapon=weapon.name, band=band_title(band))
        yield Refusal("blank_band", text, ("CE-RNG-03",))
    if is_extreme(distance.metres, switches_of(encounter)):
        yield from extreme_reasons(encounter, shot, weapon)
    ruling = None if shot.target is None else encounter.ruling(shot.actor, shot.target)
    if ruling is not None and ruling.line is not None:
        if ruling.line == "blocked":
            yield Refusal("out_of_sight", _("No line to the target: the GM's word."), ())
        return
    here, there = stand_of(encounter, shot.actor), aim_stand(encounter, shot)
    if here is None or there is None or shot.blind or not set(here.cells).isdisjoint(there.cells):
        return
    for rule in _LINES:
        line = line_between(encounter.map, here, there, rule)
        if line.blocked_by is not None:
            text = _("No line to the target: {reason}.").format(reason=line.blocked_by)
            yield Refusal("out_of_sight", text, ("CE-COV-05",))
            return


def _mode_reasons(encounter: Encounter, shot: Shot) -> Iterator[Refusal]:
    mode = MODES.get(shot.mode)
    if mode is None:
        text = _("There is no way of attacking called {mode}.").format(mode=shot.mode)
        yield Refusal("no_such_mode", text, (), waivable=False)
        return
    for check in mode.checks:
        refusal = check(encounter, shot)
        if refusal is not None:
            yield refusal


def look_along(encounter: Encounter, shot: Shot) -> Look:
    """Return what the line shows, whatever speaks against the attack.

    Rules: CE-RNG-01, CE-RNG-02, CE-RNG-03, CE-COV-05
    """
    distance = _distance(encounter, shot)
    band = band_of(distance, switches_of(encounter))
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    dm = range_dm(weapon.type, band) if weapon is not None else None
    target = shot.target
    cover = cover_between(encounter, shot.actor, target) if target is not None else None
    is_shot = weapon is not None and weapon.form != "melee"
    return Look(
        distance.squares,
        band,
        dm or 0,
        cover,
        environment=environment_of(encounter, shot, weapon),
        crowd=crowd_of(encounter, shot) if is_shot else (),
        spreads=weapon is not None and spreads(weapon, shot, band),
        extreme=is_extreme(distance.metres, switches_of(encounter)),
    )


def _distance(encounter: Encounter, shot: Shot) -> Distance:
    if shot.target is not None:
        origin = carrier_of(encounter, shot.actor, shot.weapon) or shot.actor
        found = distance_between(encounter, origin, shot.target)
    else:
        found = _distance_to_square(encounter, shot)
    if found is None:
        raise KeyError(shot.target or shot.actor)
    return found


def _distance_to_square(encounter: Encounter, shot: Shot) -> Distance | None:
    one = encounter[shot.actor]
    if one.pos is None or shot.square is None:
        return None
    up = abs(height_m(encounter, one.pos, one.altitude) - height_m(encounter, shot.square))
    return distance_of_cells(encounter, footprint(one.pos, one.size), (shot.square,), up)
