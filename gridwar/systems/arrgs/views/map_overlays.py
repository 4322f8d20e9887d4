"""What the map shows: ways, threat ranges, bands and arcs, areas, aims, spells that last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import (
    Aimed,
    Blast,
    BlastCaught,
    BlastZoneView,
    FieldOfFire,
    Mark,
    Movement,
    MoveZone,
    Overlays,
    Ring,
    rings_of,
)
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.arrgs.actions.prices import price_words
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge, run_of
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import MOST_SHOWN, Reposition
from gridwar.systems.arrgs.core.movement_speed import penalty_after_first
from gridwar.systems.arrgs.core.riders import mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import cannot_act, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.core.tables import manoeuvre, squares_words
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import ChangeReach, ring_words
from gridwar.systems.arrgs.movement import movement_budget, path_costs, withdraw
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for, search_rule
from gridwar.systems.arrgs.movement.movement_manoeuvre import way_of
from gridwar.systems.arrgs.movement.reposition_push import line_of
from gridwar.systems.arrgs.movement.withdraw import WITHDRAW, WITHDRAW_GROUP, AwayFrom
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import (
    ATTACK,
    answering_weapons,
    arcs_for,
    can_answer_with,
    has_facing,
    open_threat,
)
from gridwar.systems.arrgs.positions.areas_and_occupants import (
    AimPoint,
    area_cells,
    has_area,
    occupants,
)
from gridwar.systems.arrgs.positions.distances import STEPS, cells_away, threatened_cells
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import places_of, squares_of
from gridwar.systems.arrgs.spells.lasting_spells import ends_now
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

RINGS_SHOWN: Final = 6
"""Range bands drawn of a weapon without a last one."""
ARCS: Final = {
    "front": (0.0, _("ahead")),
    "right": (90.0, _("to the right")),
    "rear": (180.0, _("astern")),
    "left": (270.0, _("to the left")),
}
"""The middle of each arc, in degrees from where somebody faces, and its words."""
QUARTER_DEG: Final = 90.0


def banded(encounter: Encounter, who: str) -> tuple[tuple[str, str], ...]:
    """Return the weapons with range increments: id and title."""
    carried = sheet_of(encounter[who]).weapons
    return tuple((one.id, one.title) for one in carried if one.range_increment is not None)


def overlays_of(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    """Return the threat range, the range bands and arcs of a weapon, and its blast at a cell.

    Off the board there is no threat range, nor bands or arcs. Who cannot strike now, unable to act
    or to pay, has a hollow one.

    Rules: AR-THR-01, AR-THR-03, AR-RNG-01, AR-RNG-02, AR-TRN-04
    """
    weapons = banded(encounter, who)
    blast = None if cell is None else blast_of(encounter, who, weapon, cell)
    if encounter[who].pos is None:
        return Overlays(weapons=weapons, blast=blast)
    chosen = _shown_weapon(encounter, who, weapon)
    shown = Overlays(
        weapon_rings(encounter, who, weapon),
        open_threat(encounter, who),
        arcs=_arcs(encounter, who, chosen) if chosen is not None else (),
        weapons=weapons,
        blast=blast,
    )
    if cannot_act(encounter[who]):
        return replace(shown, threat_label=_("cannot act"), idle=True)
    why_idle = _why_idle(encounter, who)
    return replace(
        shown,
        threat_label=", ".join(filter(None, (ring_words(encounter, who, 0), why_idle))),
        threat_between=sheet_of(encounter[who]).ring,
        idle=bool(why_idle),
    )


def _why_idle(encounter: Encounter, who: str) -> str:
    """Return why somebody who can act would get no opportunity; empty where it would.

    Rules: AR-THR-01, AR-OPP-02, AR-OPP-04
    """
    if not answering_weapons(encounter, who):
        return _("no weapon to strike with")
    must_pay = switches_of(encounter).window_needs_payment
    if must_pay and not can_answer_with(encounter, who, ATTACK):
        return _("cannot pay for a strike")
    return ""


def _shown_weapon(encounter: Encounter, who: str, weapon: str) -> Weapon | None:
    """Return the weapon, or without one the first that has bands."""
    first = "" if weapon else next((one for one, _title in banded(encounter, who)), "")
    return sheet_of(encounter[who]).weapon(weapon or first)


def weapon_rings(encounter: Encounter, who: str, weapon: str) -> tuple[Ring, ...]:
    """Return the range bands of a weapon on the board.

    Rules: AR-RNG-01, AR-RNG-02
    """
    chosen = _shown_weapon(encounter, who, weapon)
    size = None if chosen is None else chosen.range_increment
    if chosen is None or size is None or encounter[who].pos is None:
        return ()
    last = chosen.max_increments or RINGS_SHOWN
    return rings_of(
        tuple(
            (_("Increment {n}").format(n=n), size * n, str(penalty_after_first(n)))
            for n in range(1, last + 1)
        )
    )


def _arcs(encounter: Encounter, who: str, weapon: Weapon) -> tuple[FieldOfFire, ...]:
    if not has_facing(encounter[who]):
        return ()
    size, last = weapon.range_increment, weapon.max_increments or RINGS_SHOWN
    radius = float(size * last) if size is not None else float(sheet_of(encounter[who]).ring[1])
    shown = arcs_for(encounter, weapon)
    return tuple(
        FieldOfFire(f"{weapon.title}: {words}", axis, QUARTER_DEG, radius, who)
        for arc, (axis, words) in ARCS.items()
        if arc in shown
    )


def blast_of(encounter: Encounter, who: str, weapon: str, cell: Cell) -> Blast | None:
    """Return what an attack against a square would take in if it came down there.

    Rules: AR-ARE-01, AR-ARE-03
    """
    found = sheet_of(encounter[who]).weapon(weapon)
    if found is None or not has_area(encounter, who, found):
        return None
    point = AimPoint(cell)
    caught = tuple(
        BlastCaught(one, 0, float(cells_away(encounter, one, cell) or 0))
        for one in occupants(encounter, who, found, point)
    )
    cells = area_cells(encounter, who, found, point)
    return Blast(
        (BlastZoneView(found.title, cells),), caught, _above(encounter, cells, caught), "AR-ARE-03"
    )


def _above(
    encounter: Encounter, cells: frozenset[Cell], caught: tuple[BlastCaught, ...]
) -> tuple[tuple[str, str], ...]:
    inside = {one.who for one in caught}
    return tuple(
        (one.id, _("too far above or below"))
        for one in encounter.everyone()
        if one.pos is not None
        and one.id not in inside
        and one.altitude
        and not cells.isdisjoint(footprint(one.pos, one.size))
    )


def spell_marks(encounter: Encounter) -> tuple[Mark, ...]:
    """Return the spells that lie on the map, with who has hold of them.

    Rules: AR-SPL-03
    """
    found: list[Mark] = []
    for spell in state_of(encounter).spells.values():
        places = places_of(encounter, spell)
        if not places:
            continue
        who = spell.controller
        name = encounter[who].name if who in encounter else who
        note = _("level {n}, controlled by {name}").format(n=spell.spell_level, name=name)
        if ends_now(encounter, spell):
            note = _("{name}: ends with the round").format(name=name)
        square = places[0] if spell.target is not None else spell.square or places[0]
        cells = squares_of(encounter, spell)
        found.append(Mark(square, "sparkles", spell.title, note, cells, "AR-SPL-03"))
    return tuple(found)


def item_marks(encounter: Encounter) -> tuple[Mark, ...]:
    """Return the things on the ground, one mark for each square.

    Rules: AR-ACT-02, AR-MNV-08, AR-MNV-10, AR-CND-06
    """
    names: dict[Cell, list[str]] = {}
    for one in state_of(encounter).lying:
        names.setdefault(one.cell, []).append(one.item.name)
    return tuple(
        Mark(cell, "hand", ", ".join(here), rule_id="AR-MNV-10") for cell, here in names.items()
    )


def movement_zones(encounter: Encounter, who: str, mode: str) -> Movement:
    """A zone for each Movement manoeuvre that the pool still pays.

    A Withdraw reaches only what leads away.

    Rules: AR-MOV-02, AR-INC-04, AR-MNV-21, AR-ACT-08
    """
    who = mover_of(encounter, who)
    way = way_of(encounter, who, mode)
    category, price = way.category, way.price
    ground = ground_for(encounter, who, category)
    if way.action in (WITHDRAW, WITHDRAW_GROUP):
        away_from: AwayFrom = "group" if way.action == WITHDRAW_GROUP else "nearest"
        return withdraw.movement_of(encounter, who, ground, away_from, price)
    rule = search_rule(encounter, who, ground, movement_budget.farthest(encounter, who, category))
    limits = path_costs.zone_limits(encounter, who, category, price.pool)
    one_step = path_costs.is_one_square_dear(ground, limits)
    if ground.battle_map.in_play.terrain.tiles:  # fewer squares weigh less on the next movement
        dear = path_costs.dearest_square(ground)
        waded = path_costs.zone_limits(encounter, who, category, price.pool, dear)
        limits = (*limits[:-1], *waded[max(0, len(limits) - 1) :])
    sheet = sheet_of(encounter[payer_of(encounter, who)])

    def zone(limit: int, times: int, words: str = "{price}") -> MoveZone:
        left = {"ap": sheet.ap, "aap": sheet.aap}
        left[price.pool] -= times * price.points
        strikes = max(left.values()) >= manoeuvre(ATTACK).points
        return MoveZone(limit, words.format(price=price_words(price, times)), strikes=strikes)

    zones = tuple(zone(limit, n) for n, limit in enumerate(limits, start=1))
    if limits and not movement_budget.is_passive(encounter, who, category):
        far = movement_budget.farthest(encounter, who, category)
        zones = (
            zone(limits[0], 1, _("{price}, with a 10")),
            zone(far, 1, _("{price}, with a 20")),
        )
    return Movement(
        ground=ground,
        rule=rule,
        zones=zones or (MoveZone(0, _("no AP")),),
        cost_text=squares_words,
        accepts=lambda route: path_costs.is_in_legs(encounter, who, route, category, price),
        one_step=one_step,
        is_bound=len(limits) < path_costs.MOST_ZONES
        and movement_budget.is_passive(encounter, who, category),
    )


def aimed_by(encounter: Encounter, command: Command) -> Aimed | None:
    """Return what a manoeuvre takes in: the run of a Charge, the way of a push, a ring.

    Rules: AR-MNV-03, AR-MNV-04, AR-MNV-16
    """
    who = command.actor
    if who is None or who not in encounter:
        return None
    if isinstance(command, Charge) and command.target in encounter:
        cells = frozenset(run_of(encounter, command))
        return Aimed(_("the run"), cells=cells, rule_id="AR-MNV-04") if cells else None
    if isinstance(command, Reposition) and command.target in encounter:
        wanted = (command.direction,) if command.direction else tuple(STEPS)
        lines = (line_of(encounter, command.target, one, MOST_SHOWN) for one in wanted)
        cells = frozenset(cell for line in lines for cell in line.cells)
        return Aimed(_("where to"), cells=cells, rule_id="AR-MNV-16") if cells else None
    if isinstance(command, ChangeReach):
        return _ring(encounter, who, command.shift_by or 0)
    return None


def _ring(encounter: Encounter, who: str, by: int) -> Aimed:
    one = encounter[who]
    sheet = sheet_of(one)
    shifted = one.replace(sheet=sheet.replace(reach_shift=sheet.reach_shift + by))
    cells = threatened_cells(encounter.with_combatant(shifted), who)
    return Aimed(_("threat range"), cells=cells, rule_id="AR-MNV-03")
