"""Cepheus as the engine sees it: everything joined to the contract, nothing ruled here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Board,
    Body,
    Cards,
    Data,
    MoveInOrder,
    Movement,
    Offers,
    Overlays,
    Play,
    System,
    Turns,
)
from gridwar.model.question_and_refusal import Window
from gridwar.systems.cepheus import movement
from gridwar.systems.cepheus.actions import (
    action_costs,
    aiming_and_weapon_rest,
    check_action,
    drawing_and_reloading,
    dropped_weapons,
    extended_action_rounds,
    extended_action_start,
    flipping_props,
    losing_aim,
    sensor_scan,
    stance,
)
from gridwar.systems.cepheus.actions.action_costs import budget_left
from gridwar.systems.cepheus.attacks import (
    attack_sequence,
    blast_damage,
    firing_modes,
    mounts_and_firing_ports,
    reactions,
    suppression,
    weapon_damage,
)
from gridwar.systems.cepheus.core import initiative_order, modifier_tables
from gridwar.systems.cepheus.core.fight_state import CepheusState
from gridwar.systems.cepheus.core.health import vital_of
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.initiative_order import dragged, slots_of
from gridwar.systems.cepheus.core.machines_and_aboard import is_vehicle, steered_by, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID
from gridwar.systems.cepheus.core.offers_and_headings import HEADINGS
from gridwar.systems.cepheus.core.sheet import FIGHT_FIELDS, CepheusSheet
from gridwar.systems.cepheus.grapples import coup_de_grace, grapple, grapple_wins
from gridwar.systems.cepheus.harm import (
    days_of_healing,
    fatigue_and_waking,
    first_aid_and_surgery,
    healing_points,
    wounds,
)
from gridwar.systems.cepheus.leadership import communication, lost_contact, plans_and_leadership
from gridwar.systems.cepheus.machines import (
    arcs_and_facing,
    machine_damage_events,
    machine_hits,
    machine_parts,
    seat_places,
)
from gridwar.systems.cepheus.positions import range_bands, visibility_and_sensors
from gridwar.systems.cepheus.positions.cover import LINES, sight_of
from gridwar.systems.cepheus.positions.senses_and_signs import senses_of, signs_of
from gridwar.systems.cepheus.turns import (
    ambush,
    before_fight,
    delay_and_haste,
    delay_into_next_round,
    passing_time,
    rolling_initiative,
    rounds_and_turns,
    turn_events,
)
from gridwar.systems.cepheus.turns.passing_time import settle_bodies
from gridwar.systems.cepheus.vehicles import (
    collisions,
    combined_fire,
    driver_costs_and_checks,
    driving,
    driving_along_path,
    getting_in_and_out,
    machine_explosion,
    maneuvers,
    ramming,
    repairs,
    weaving_and_pursuit,
)
from gridwar.systems.cepheus.vehicles.driving_along_path import before_step
from gridwar.systems.cepheus.vehicles.machine_turns import settle_machines
from gridwar.systems.cepheus.views.facts_of_outcomes import facts_of
from gridwar.systems.cepheus.views.figures_worth import figures_worth
from gridwar.systems.cepheus.views.machine_overlays import linked_to, vehicle_movement
from gridwar.systems.cepheus.views.move_and_weapon_overlays import (
    attack_draft,
    blast_of,
    movement_of,
    overlays_of,
    weapon_rings,
    weapons_of,
)
from gridwar.systems.cepheus.views.person_card import card_of
from gridwar.systems.cepheus.views.rule_tables import RULE_TABLES
from gridwar.systems.cepheus.views.scenery_and_links import ZONE_RULES, scenery_of, zone_samples
from gridwar.systems.cepheus.views.weapon_reference import weapons_told
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Cell, Combatant, Command, Encounter, Procedure, Record, Table


def _settle(table: Table) -> Procedure[None]:
    """Let follow what wounds, vehicles that moved and lost contact bring by themselves."""
    yield from settle_bodies(table)
    yield from settle_machines(table)
    yield from lost_contact.settle_contact(table)


def _reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Change Initiatives so that the order is as the GM dragged it."""
    values = dragged(encounter, who, before)
    changes = tuple((one, "sheet.initiative_base", str(number)) for one, number in values)
    return MoveInOrder(who=who, values=changes) if changes else None


def _movement(encounter: Encounter, who: str, mode: str) -> Movement:
    if is_vehicle(encounter, who):
        return vehicle_movement(encounter, who, free=mode == "maneuver")
    return movement_of(encounter, who)


def _overlays(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    found = overlays_of(encounter, who, weapon)
    blast_damage = None if cell is None else blast_of(encounter, who, weapon, cell)
    return replace(found, weapons=weapons_of(encounter, who), blast=blast_damage)


def _body(encounter: Encounter, who: str) -> Body:
    carrier = vehicle_of(encounter, who) or ""
    return Body(steered_by(encounter, who), linked_to(encounter, who), carrier)


def _read_tables() -> None:
    for read in (
        firing_modes.firing_table,
        before_fight.table_of_starts,
        communication.means_table,
        range_bands.band_table,
        visibility_and_sensors.condition_table,
        machine_parts.tables,
        modifier_tables.modifiers,
        modifier_tables.cover_table,
    ):
        read()


def _samples() -> tuple[Combatant, ...]:
    from gridwar.systems.cepheus.samples import sample_machines, sample_people

    return (*sample_people(), *sample_machines())


def _templates() -> Mapping[str, tuple[Record, ...]]:
    from gridwar.systems.cepheus.samples import mounted_samples, weapons_at_hand

    return frozendict({"weapons": (*weapons_at_hand(), *mounted_samples())})


SYSTEM = System(
    id=SYSTEM_ID,
    title="Cepheus",
    data=Data(
        sheet=CepheusSheet,
        rules=CepheusState,
        switches=CepheusSwitches,
        fight_fields=FIGHT_FIELDS,
        fight_state=frozenset({"count", "fresh", "interrupted", "first", "planned", "left"}),
        samples=_samples,
        templates=_templates,
        zones=zone_samples,
        read_tables=_read_tables,
    ),
    play=Play(
        chapters=(
            attack_sequence,
            firing_modes,
            blast_damage,
            weapon_damage,
            reactions,
            suppression,
            sensor_scan,
            grapple,
            grapple_wins,
            coup_de_grace,
            movement,
            action_costs,
            losing_aim,
            check_action,
            aiming_and_weapon_rest,
            stance,
            drawing_and_reloading,
            flipping_props,
            dropped_weapons,
            plans_and_leadership,
            lost_contact,
            rolling_initiative,
            initiative_order,
            delay_and_haste,
            rounds_and_turns,
            turn_events,
            delay_into_next_round,
            extended_action_start,
            extended_action_rounds,
            first_aid_and_surgery,
            days_of_healing,
            ambush,
            before_fight,
            wounds,
            fatigue_and_waking,
            passing_time,
            machine_damage_events,
            mounts_and_firing_ports,
            machine_hits,
            arcs_and_facing,
            seat_places,
            driving,
            driving_along_path,
            driver_costs_and_checks,
            collisions,
            maneuvers,
            ramming,
            weaving_and_pursuit,
            getting_in_and_out,
            repairs,
            machine_explosion,
            combined_fire,
        ),
        windows={
            wounds.WINDOW: Window(_("where a wound goes"), is_proposal=True),
            healing_points.WINDOW: Window(_("where points come back"), is_proposal=True),
            grapple_wins.WINDOW: Window(_("keeping hold in a grapple"), is_proposal=True),
            "collision": Window(_("what a vehicle runs into"), is_proposal=True),
            "unminded": Window(_("vehicles that nobody drove"), is_proposal=True),
            "pursuers": Window(_("who pursues a vehicle that weaves"), is_proposal=True),
        },
        settle=_settle,
        before_step=before_step,
        joined=rolling_initiative.latecomers,
    ),
    turns=Turns(
        order=slots_of,
        reordered=_reordered,
        opening=ambush.opening,
        acts_left=lambda encounter, who: action_costs.most_minors(budget_left(encounter, who)),
    ),
    offers=Offers(groups=HEADINGS, draft=attack_draft, checks=check_action.asked_checks),
    board=Board(
        movement=_movement,
        yardstick=range_bands.yardstick_of,
        sight=sight_of,
        lines=lambda _encounter: LINES,
        senses=senses_of,
        signs=signs_of,
        overlays=_overlays,
        rings=weapon_rings,
        scenery=scenery_of,
        body=_body,
        brief={
            "blank_band": _("out of range"),
            "out_of_sight": _("no line"),
            "ruled_out_of_sight": _("no line"),
            "cannot_be_hit": _("full cover"),
            "shut_in": _("full cover"),
        },
    ),
    cards=Cards(
        card=card_of,
        vital=vital_of,
        facts=facts_of,
        tables=RULE_TABLES,
        weapons=weapons_told,
        worth=figures_worth,
        zone_rules=ZONE_RULES,
        ground_rules=("CE-MIN-07", "CE-MIN-06"),
    ),
)
