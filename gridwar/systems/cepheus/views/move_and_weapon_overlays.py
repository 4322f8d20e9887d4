"""What the map shows of somebody: zones of a move, rings of a weapon, blasts, what lies about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Aimed,
    Blast,
    BlastCaught,
    Draft,
    Movement,
    MoveZone,
    Overlays,
    cells_around,
    reason_against,
    rings_of,
    spot_at,
    stand_at,
)
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.cepheus.actions.action_costs import budget_left, may_spend, most_minors
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt, shot_of
from gridwar.systems.cepheus.attacks.attack_records import SUPPRESSION
from gridwar.systems.cepheus.attacks.attack_refusals import look_along
from gridwar.systems.cepheus.attacks.blast_area import (
    EFFECT_LINE,
    Burst,
    caught_by,
    escaped_from,
    zone_views,
)
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import cells_of_fire, eligible_on
from gridwar.systems.cepheus.attacks.firing_modes import spreads
from gridwar.systems.cepheus.attacks.suppression import targets_of
from gridwar.systems.cepheus.core.fight_state import is_under_way, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_hobbling, is_out
from gridwar.systems.cepheus.core.machines_and_aboard import drives, machine_of, rides, vehicle_of
from gridwar.systems.cepheus.core.weapons_in_use import holder_of, mounted_weapons, weapon_in_use
from gridwar.systems.cepheus.movement import SQUARE, cost_text, ground_of, strides, tenths_a_move
from gridwar.systems.cepheus.positions.range_bands import (
    CLOSE_SQUARES,
    band_table,
    range_dm,
    yardstick_of,
)
from gridwar.systems.cepheus.views.attack_figures import arriving_figures, built_figures
from gridwar.systems.cepheus.views.machine_overlays import danger_of, fields_of, shown_course
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Course, Encounter, FieldOfFire, Ring
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.positions.range_bands import BandRow


def movement_of(encounter: Encounter, who: str) -> Movement:
    """Return how far each move action of this turn would get somebody.

    Out of turn a whole turn is shown.

    Rules: CE-MIN-06, CE-MIN-07, CE-MIN-08, CE-MIN-09, CE-HLT-03
    """
    sheet = sheet_of(encounter[who])
    ground, rule = ground_of(encounter, who), strides(encounter, who)
    is_bound = reason_against(encounter, lambda table: may_spend(table, who)) is not None
    is_held = is_bound or rides(encounter, who)
    is_down = is_out(sheet, switches_of(encounter))
    if rule is not None and (is_down or is_held):
        return Movement(ground, rule, (), cost_text)
    if rule is not None and is_hobbling(sheet, switches_of(encounter)):
        return Movement(ground, rule, _hobble(encounter, who), cost_text)
    budget = budget_left(encounter, who)
    paid = sheet.move_left if is_under_way(encounter, who) else 0
    each = tenths_a_move(encounter, who)
    zones = tuple(
        MoveZone(
            paid + number * each,
            _zone_label(number),
            _("the significant action given up") if number > budget.minor else "",
            strikes=number <= budget.minor,
        )
        for number in range(0 if paid else 1, most_minors(budget) + 1)
    )
    if rule is None or not each:
        return Movement(ground, uniform(ground, unit=SQUARE), (), cost_text)
    return Movement(ground, rule, zones, cost_text)


def _hobble(encounter: Encounter, who: str) -> tuple[MoveZone, ...]:
    sheet = sheet_of(encounter[who])
    if encounter.turn == who and sheet.has_moved:
        return ()
    note = _("seriously wounded: one square in a round")
    return (MoveZone(SQUARE, _("hobble"), note, strikes=bool(sheet.budget.significant)),)


def _zone_label(number: int) -> str:
    if not number:
        return _("paid for already")
    return ngettext("{n} move", "{n} moves", number).format(n=number)


def overlays_of(encounter: Encounter, who: str, weapon_id: str) -> Overlays:
    """Return the bands of a weapon as rings with their DMs, and the squares melee reaches.

    Rules: CE-RNG-01, CE-RNG-03, CE-RNG-05, CE-VDM-05
    """
    sheet = sheet_of(encounter[who])
    arcs, course = _of_the_vehicle(encounter, who, weapon_id)
    danger = danger_of(encounter, who) if sheet.machine is not None else ()
    rings = weapon_rings(encounter, who, weapon_id)
    if not any(one.form == "melee" and one.ready for one in sheet.weapons):
        return Overlays(rings=rings, arcs=arcs, course=course, danger=danger)
    reach = (0, CLOSE_SQUARES)
    squares = _melee_squares(encounter, who)
    return Overlays(
        rings, squares, _("Melee reach"), reach, arcs=arcs, course=course, danger=danger
    )


def weapon_rings(encounter: Encounter, who: str, weapon_id: str) -> tuple[Ring, ...]:
    """Return the bands of a weapon with their DMs; of the first one ready without an id.

    Rules: CE-RNG-01, CE-RNG-03
    """
    weapon = weapon_in_use(encounter, who, weapon_id)
    if weapon is None:
        weapon = next((one for one in sheet_of(encounter[who]).weapons if one.ready), None)
    return rings_of(
        tuple((row.title, row.squares, _ring_note(weapon, row)) for row in _bands_in_reach(weapon))
    )


def _of_the_vehicle(
    encounter: Encounter, who: str, weapon_id: str
) -> tuple[tuple[FieldOfFire, ...], Course | None]:
    """Return the fields of fire of a machine, or of the vehicle somebody is in, and its course.

    Rules: CE-VEH-01, CE-VEH-02, CE-VEH-06
    """
    vehicle = who if machine_of(encounter, who) is not None else vehicle_of(encounter, who)
    if vehicle is None:
        return (), None
    _holder, own_id = holder_of(encounter, who, weapon_id)
    steers = vehicle == who or drives(encounter, who)
    course = shown_course(encounter, vehicle) if steers and not weapon_id else None
    return fields_of(encounter, vehicle, own_id), course


def _bands_in_reach(weapon: Weapon | None) -> tuple[BandRow, ...]:
    """Return the bands up to the last one in which a weapon can attack; without one, all."""
    rows = band_table().bands
    if weapon is None:
        return rows
    able = [at for at, row in enumerate(rows) if range_dm(weapon.type, row.id) is not None]
    return rows[: able[-1] + 1] if able else ()


def _ring_note(weapon: Weapon | None, band: BandRow) -> str:
    if weapon is None:
        return ""
    dm = range_dm(weapon.type, band.id)
    return _("no attack") if dm is None else f"{dm:+d}" if dm else "0"


def weapons_of(encounter: Encounter, who: str) -> tuple[tuple[str, str], ...]:
    """Return everything somebody carries that has range bands."""
    own = tuple((one.id, one.name) for one in sheet_of(encounter[who]).weapons)
    return (*((key, one.name) for key, one in mounted_weapons(encounter, who)), *own)


def blast_of(encounter: Encounter, who: str, weapon_id: str, cell: Cell) -> Blast | None:
    """Return what a weapon would take in if it went off at a cell; None without a blast.

    Rules: CE-EXP-01
    """
    weapon = weapon_in_use(encounter, who, weapon_id)
    if weapon is None or not weapon.blast:
        return None
    burst = Burst(cell, weapon.blast, who)
    caught = (BlastCaught(one.victim, one.zone, one.squares) for one in caught_by(encounter, burst))
    return Blast(
        zone_views(encounter, burst), tuple(caught), escaped_from(encounter, burst), "CE-EXP-01"
    )


def _melee_squares(encounter: Encounter, who: str) -> frozenset[Cell]:
    one = encounter[who]
    if one.pos is None:
        return frozenset()
    mine = footprint(one.pos, one.size)
    near = cells_around(yardstick_of(encounter), spot_at(encounter.map, mine), (0, CLOSE_SQUARES))
    stand = stand_at(encounter, who)
    assert stand is not None  # it has a place
    struck = line_field(encounter.map, stand, CLOSE_SQUARES, EFFECT_LINE)
    return frozenset(
        cell for cell in near if encounter.map.contains(cell) and (cell in struck or cell in mine)
    )


def attack_draft(encounter: Encounter, command: Command) -> Draft:
    """Return whom an attack in preparation takes in beside its target; nothing of other commands.

    Rules: CE-FIR-01, CE-FIR-04, CE-FIR-08
    """
    if not isinstance(command, Attack | ThrowAt | FireBlind) or command.actor not in encounter:
        return Draft()
    weapon = weapon_in_use(encounter, command.actor, command.weapon)
    if weapon is None:
        return Draft()
    shot = shot_of(command)
    return Draft(
        aimed=_aimed(encounter, shot, weapon),
        built=built_figures(encounter, shot, weapon),
        arrives=arriving_figures(encounter, shot, weapon),
    )


def _aimed(encounter: Encounter, shot: Shot, weapon: Weapon) -> Aimed | None:
    """Return whom a shot takes in beside its target, numbered as a die would pick them.

    Rules: CE-CORE-09
    """
    if encounter[shot.actor].pos is None:
        return None
    if shot.blind:
        cells = frozenset(cells_of_fire(encounter, shot, weapon))
        return Aimed(
            _("line of blind fire"), eligible_on(encounter, shot, weapon), cells, "CE-FIR-01"
        )
    if shot.target is None or shot.target not in encounter:
        return None
    if shot.mode == SUPPRESSION:
        targets = targets_of(encounter, weapon, shot)
        return Aimed(_("kept down"), targets, rule_id="CE-FIR-08") if targets[1:] else None
    if encounter[shot.target].pos is None:
        return None
    seen = look_along(encounter, shot)
    if spreads(weapon, shot, seen.band):
        return Aimed(_("flechettes"), (shot.target, *seen.exposed), rule_id="CE-FIR-04")
    return None
