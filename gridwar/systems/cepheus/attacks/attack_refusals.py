"""What speaks against an attack, and what the attacker's line to the target shows.

Everything here is asked before anything is paid: first what holds whatever is aimed at, then what
depends on the target. Each reason has a code that the GM can waive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, for_words, of_places, require, required, stand_at
from gridwar.engine.perception.detection import seen_by
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, line_between
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do
from gridwar.systems.cepheus.attacks.attack_records import SUPPRESSION, Look, Shot
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import (
    aim_stand,
    crowd_of,
    environment_of,
    exposed_of,
    is_extreme,
    is_out_of_reach,
)
from gridwar.systems.cepheus.attacks.firing_modes import MODES, spreads
from gridwar.systems.cepheus.attacks.mounts_and_firing_ports import may_bear, may_use_mount
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import is_carried_along
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.weapons_in_use import carrier_of, weapon_in_use
from gridwar.systems.cepheus.positions.cover import cover_between, is_left_out, is_shut_in
from gridwar.systems.cepheus.positions.range_bands import (
    Distance,
    band_of,
    band_title,
    distance_between,
    distance_of_cells,
    height_m,
    range_dm,
)
from gridwar.systems.cepheus.positions.visibility_and_sensors import sensor_title
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.systems.cepheus.core.person_records import Sensor
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.positions.range_bands import Band


REST: Final = "rest"
"""The kind of a zone with something to rest a weapon on."""
_LINES = (LineRule(Purpose.SIGHT, LineMode.SQUARES), LineRule(Purpose.EFFECT, LineMode.SQUARES))


def look(table: Table, shot: Shot) -> Procedure[Look]:
    """Check an attack before anything is paid, and return what the line shows.

    Rules: CE-SIG-03, CE-SIG-04, CE-SIG-05, CE-SIG-06, CE-RNG-03
    """
    yield from may_do(table, shot.actor, SIGNIFICANT)
    yield from may_attack(table, shot)
    return look_along(table.now, shot)


def may_attack(table: Table, shot: Shot, *, finishing: bool = False) -> Procedure[None]:
    """Refuse an attack that is not possible, apart from turn and actions.

    Args:
        table: The table.
        shot: The attack.
        finishing: Whether the target is helpless and at hand: neither band nor cover matters.

    Rules: CE-SIG-04, CE-SIG-05, CE-RNG-03, CE-MIN-05, CE-COV-03, CE-COV-05, CE-STA-03, CE-FIR-06
    """
    weapon = yield from _may_use(table, shot)
    yield from _is_aimed(table, shot)
    yield from _may_hit(table, shot, weapon, finishing=finishing)
    yield from _may_reach(table, shot, weapon, finishing=finishing)
    yield from _sensor_reaches(table, shot)
    yield from may_bear(table, shot, weapon)
    for check in MODES[shot.mode].of_target:
        yield from check(shot, weapon)


# --- whatever is aimed at -----------------------------------------------------------------------


def _may_use(table: Table, shot: Shot) -> Procedure[Weapon]:
    """Return the weapon; refuse one that cannot be used now, or not in this way."""
    who = shot.actor
    carried = weapon_in_use(table.now, who, shot.weapon)
    weapon = yield from required(carried, "not_carried", _("{who} does not carry that."), who=who)
    text = _("{weapon} is not in hand.")
    yield from require(weapon.ready, "not_ready", text, "CE-MIN-05", weapon=weapon.name)
    is_loaded = weapon.form == "melee" or not weapon.is_empty
    yield from require(is_loaded, "empty", weapon.words_when_empty, "CE-SIG-05")
    can_swing = weapon.form != "melee" or sheet_of(table.now[who]).stance != "prone"
    text = _("No melee attacks while prone.")
    yield from require(can_swing, "prone_melee", text, "CE-STA-03")
    yield from _carries_sensor(table, shot)
    yield from may_use_mount(table, shot, weapon)
    text = _("There is no way of attacking called {mode}.")
    mode = yield from required(MODES.get(shot.mode), "no_such_mode", text, mode=shot.mode)
    for check in mode.of_weapon:
        yield from check(shot, weapon)
    return weapon


def _carries_sensor(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse to aim by a sensor that is not carried.

    Rules: CE-SEN-03
    """
    carries = shot.sight_by == "eye" or bool(_sensors(table.now, shot))
    text, title = _("{who} carries no such sensor: {sensor}."), sensor_title(shot.sight_by)
    yield from require(carries, "no_sensor", text, "CE-SEN-03", who=shot.actor, sensor=title)


def _sensors(encounter: Encounter, shot: Shot) -> list[Sensor]:
    return [one for one in sheet_of(encounter[shot.actor]).sensors if one.kind == shot.sight_by]


# --- the target ---------------------------------------------------------------------------------


def _is_aimed(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse an attack on nobody and nothing, on oneself, or on whoever has no place."""
    for who in (shot.actor,) if shot.target is None else (shot.actor, shot.target):
        is_there = who in table.now and _has_a_place(table.now, shot, who)
        text = _("{who} is not on the board.")
        yield from require(is_there, "not_on_board", text, waivable=False, who=who)
    has_aim = shot.target is not None or shot.square is not None
    text = _("There is nothing to aim at.")
    yield from require(has_aim, "no_target", text, waivable=False)
    text = _("Nobody attacks themselves.")
    yield from require(shot.target != shot.actor, "on_oneself", text, waivable=False)


def _has_a_place(encounter: Encounter, shot: Shot, who: str) -> bool:
    """Return whether somebody is on the board, or far from it by a known distance."""
    if encounter[who].is_on_map:
        return True
    if shot.target is None or shot.target not in encounter or shot.actor not in encounter:
        return False
    return distance_between(encounter, shot.actor, shot.target) is not None


def _may_hit(table: Table, shot: Shot, weapon: Weapon, *, finishing: bool) -> Procedure[None]:
    """Refuse what the cover of either side lets nobody do; suppression aims beside the target.

    Rules: CE-COV-03, CE-FIR-07
    """
    encounter, target = table.now, shot.target
    if is_left_out(weapon.form, switches_of(encounter)):
        return
    towards = target if target is not None else aim_stand(encounter, shot)
    is_free = not is_shut_in(encounter, shot.actor, towards)
    text = _("Low behind full cover: no shot from there.")
    yield from require(is_free, "shut_in", text, "CE-COV-03")
    is_beside = target is None or finishing or shot.mode == SUPPRESSION
    can = is_beside or not is_out_of_reach(encounter, shot, weapon, target or "")
    text = _("{target} is low behind full cover and cannot be hit.")
    yield from require(can, "cannot_be_hit", text, "CE-COV-03", target=target)


def _may_reach(table: Table, shot: Shot, weapon: Weapon, *, finishing: bool) -> Procedure[None]:
    """Refuse a target out of reach, or without a line to it."""
    encounter = table.now
    band, extreme = _range(encounter, shot)
    can = finishing or range_dm(weapon.type, band) is not None
    text, title = _("{weapon} cannot be used at {band} range."), band_title(band)
    yield from require(can, "blank_band", text, "CE-RNG-03", weapon=weapon.name, band=title)
    if extreme:
        yield from _may_shoot_far(table, shot, weapon)
    ruling = None if shot.target is None else encounter.ruling(shot.actor, shot.target)
    if ruling is not None and ruling.line is not None:
        is_open, text = ruling.line != "blocked", _("No line to the target: the GM's word.")
        yield from require(is_open, "ruled_out_of_sight", text)
        return
    if shot.blind:
        return
    aim = None if shot.target is not None else aim_stand(encounter, shot)
    stop = _what_stops(encounter, shot.actor, shot.target, aim)
    text = _("No line to the target: {reason}.")
    yield from require(stop is None, "out_of_sight", text, "CE-COV-05", reason=stop)


def _range(encounter: Encounter, shot: Shot) -> tuple[Band, bool]:
    """Return the band of a shot, and whether that is Extreme range.

    Rules: CE-RNG-01, CE-FIR-06
    """
    pair = _pair_on_map(encounter, shot)
    if pair is not None:
        return _range_on_map(encounter, *pair)
    return _range_of(encounter, _distance(encounter, shot))


def _squares(encounter: Encounter, shot: Shot) -> int:
    """Return how many squares a shot goes, as its words tell."""
    pair = _pair_on_map(encounter, shot)
    if pair is not None:
        return _squares_told(encounter, *pair)
    return _distance(encounter, shot).squares


def _pair_on_map(encounter: Encounter, shot: Shot) -> tuple[str, str] | None:
    """Return from whom to whom a shot goes, where both are on the map."""
    if shot.target is None or not encounter[shot.target].is_on_map:
        return None
    origin = carrier_of(encounter, shot.actor, shot.weapon) or shot.actor
    return (origin, shot.target) if encounter[origin].is_on_map else None


@for_words
def _squares_told(encounter: Encounter, origin: str, target: str) -> int:
    found = distance_between(encounter, origin, target)
    assert found is not None  # both are on the map
    return found.squares


@of_places
def _range_on_map(encounter: Encounter, origin: str, target: str) -> tuple[Band, bool]:
    found = distance_between(encounter, origin, target)
    assert found is not None  # both are on the map
    return _range_of(encounter, found)


def _range_of(encounter: Encounter, distance: Distance) -> tuple[Band, bool]:
    switches = switches_of(encounter)
    return band_of(distance, switches), is_extreme(distance.metres, switches)


@of_places
def _what_stops(
    encounter: Encounter, who: str, target: str | None, aim: Stand | None
) -> Obstacle | None:
    """Return what stands between somebody and a target, or a place; nothing on one square."""
    here = stand_at(encounter, who)
    there = aim if target is None else stand_at(encounter, target)
    if here is None or there is None or not set(here.cells).isdisjoint(there.cells):
        return None
    lines = (line_between(encounter.map, here, there, rule).blocked_by for rule in _LINES)
    return next((one for one in lines if one is not None), None)


def _may_shoot_far(table: Table, shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse a target beyond Distant to whoever is not up to it; a vehicle's mount is a rest.

    Rules: CE-FIR-06
    """
    encounter, target, rule = table.now, shot.target, "CE-FIR-06"
    actor = encounter[shot.actor]
    sheet = sheet_of(actor)
    is_seen = target is None or target in seen_by(encounter, actor.side).seen
    text = _("{target} cannot be seen from here.")
    yield from require(is_seen, "unseen", text, rule, target=target)
    level = modifiers().fire.extreme_level
    can = sheet.skills.get(weapon.skill, 0) >= level
    text = _("Extreme range takes level {n} in the weapon's skill.")
    yield from require(can, "marksman", text, rule, n=level)
    stands = sheet.moved_m <= 0 and not is_carried_along(encounter, shot.actor)
    text = _("Extreme range takes standing still, this turn and the one before.")
    yield from require(stands, "not_still", text, rule)
    is_mounted = carrier_of(encounter, shot.actor, shot.weapon) is not None
    rests = is_mounted or sheet.rest or _is_at_rest(encounter, shot.actor)
    yield from require(rests, "no_rest", _("Extreme range takes a rest for the weapon."), rule)


def _is_at_rest(encounter: Encounter, who: str) -> bool:
    """Return whether somebody stands where there is something to rest a weapon on."""
    one, page = encounter[who], encounter.map
    if one.pos is None:
        return False
    return any(page.zones_at(cell, REST) for cell in footprint(one.pos, one.size))


def _sensor_reaches(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse a target that no sensor aimed by reaches.

    Rules: CE-SEN-03
    """
    if shot.sight_by == "eye" or shot.target is None:
        return
    found = distance_between(table.now, shot.actor, shot.target)
    ranges = [one.range_m for one in _sensors(table.now, shot)]
    reaches = found is None or any(far is None or found.metres <= far for far in ranges)
    text, title = _("{sensor} does not reach so far."), sensor_title(shot.sight_by)
    yield from require(reaches, "sensor_range", text, "CE-SEN-03", sensor=title)


# --- the line -------------------------------------------------------------------------------------


def look_along(encounter: Encounter, shot: Shot) -> Look:
    """Return what the line shows, whatever speaks against the attack.

    Rules: CE-RNG-01, CE-RNG-02, CE-RNG-03, CE-COV-03, CE-COV-05
    """
    band, extreme = _range(encounter, shot)
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    dm = range_dm(weapon.type, band) if weapon is not None else None
    target = shot.target
    cover = cover_between(encounter, shot.actor, target) if target is not None else None
    is_shot = weapon is not None and weapon.form != "melee"
    crowd = crowd_of(encounter, shot) if is_shot else ()
    is_wide = weapon is not None and spreads(weapon, shot, band)
    return Look(
        _squares(encounter, shot),
        band,
        dm or 0,
        cover,
        environment=environment_of(encounter, shot, weapon),
        crowd=crowd,
        exposed=exposed_of(encounter, shot, weapon, crowd) if is_wide else (),
        into_combat=bool(crowd),
        spreads=is_wide,
        extreme=extreme,
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
