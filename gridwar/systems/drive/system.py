"""The drive rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Board, Body, Cards, Data, Offers, Play, System, Turns, Window
from gridwar.model.zones import LIGHT, SMOKE, Zone
from gridwar.systems.drive import auras, movement
from gridwar.systems.drive.attacks import attack_stages, zone_attacks
from gridwar.systems.drive.attacks.area_victims_and_hazards import FIRE
from gridwar.systems.drive.core import conditions, events, fight_state, turn_order
from gridwar.systems.drive.core.action_headings import GROUPS
from gridwar.systems.drive.core.fight_state import DriveState
from gridwar.systems.drive.core.house_rules_and_settings import DriveSettings, DriveSwitches
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.tables import constants, shields_to_give
from gridwar.systems.drive.harm.energy_after_effects import keep_places, put_out_fires
from gridwar.systems.drive.positions import yardstick
from gridwar.systems.drive.pseudogravity import use_pseudogravity
from gridwar.systems.drive.pseudogravity.silencing_and_weight import SILENCING, seen_by
from gridwar.systems.drive.samples import samples
from gridwar.systems.drive.shielding import shield_stages, shields_given_by_gm
from gridwar.systems.drive.turns import (
    end_of_combat,
    flipping_props,
    making_and_expiry_of_points,
    rounds_and_turns,
    ties_and_stances,
)
from gridwar.systems.drive.views.attack_figures import arriving_figures
from gridwar.systems.drive.views.combatant_card import card_of, vital_of
from gridwar.systems.drive.views.figures_worth import figures_worth
from gridwar.systems.drive.views.map_overlays import areas_of, overlays_of, scenery_of, weapon_rings
from gridwar.systems.drive.views.preview_and_odds import draft_of, facts_of
from gridwar.systems.drive.views.rule_tables import RULE_TABLES
from gridwar.systems.drive.views.shed_light import lights_shed
from gridwar.systems.drive.views.weapon_reference import weapons_told
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table
    from gridwar.model.encounter import Encounter


def _body(encounter: Encounter, who: str) -> Body:
    """Whoever is aboard of a vehicle is shown with it.

    Rules: DR-SHD-09
    """
    carrier = ties_and_stances.carrier_of(encounter, who)
    return Body(who, (carrier,) if carrier else (), carrier)


def zone_samples() -> tuple[Zone, ...]:
    """Return the areas that mean something here: zones to fill, silencing, fire.

    Rules: DR-AOE-13, DR-NRG-14, DR-SIL-01
    """
    return (
        Zone(id=zone_attacks.ZONE, kind=zone_attacks.ZONE, name=_("Zone")),
        Zone(id=SILENCING, kind=SILENCING, name=_("Silencing"), strength=4),
        Zone(id=FIRE, kind=FIRE, name=_("Fire")),
    )


def _settle(table: Table) -> Procedure[None]:
    """Put fires out, and keep the places of those who have left."""
    yield from put_out_fires(table)
    yield from keep_places(table)


def _read_tables() -> None:
    constants()
    shields_to_give()


SYSTEM = System(
    id="drive",
    title="Drive",
    data=Data(
        sheet=DriveSheet,
        rules=DriveState,
        switches=DriveSwitches,
        settings=DriveSettings,
        fight_fields=frozenset({"links", "particle_attacks", "resist_locked"}),
        fight_state=frozenset({"acted", "has_moved", "stand_ins"}),
        samples=samples,
        zones=zone_samples,
        read_tables=_read_tables,
        conditions=conditions.known_conditions,
    ),
    play=Play(
        chapters=(
            events,
            fight_state,
            attack_stages,
            zone_attacks,
            auras,
            conditions,
            use_pseudogravity,
            movement,
            ties_and_stances,
            flipping_props,
            making_and_expiry_of_points,
            shields_given_by_gm,
            turn_order,
            rounds_and_turns,
            end_of_combat,
        ),
        handlers=rounds_and_turns.CYCLE.handlers,
        windows={shield_stages.WINDOW: Window(_("which shield is next"), is_proposal=True)},
        settle=_settle,
    ),
    turns=Turns(
        order=turn_order.order,
        flow=rounds_and_turns.flow,
        reordered=turn_order.reordered,
        has_turn=lambda encounter, who: who in encounter,  # the place of one who is out passes too
    ),
    offers=Offers(groups=GROUPS, draft=draft_of),
    board=Board(
        opaque_zones=frozenset({SMOKE}),
        movement=movement.movement,
        yardstick=yardstick,
        overlays=overlays_of,
        rings=weapon_rings,
        scenery=scenery_of,
        areas=areas_of,
        lights=lights_shed,
        body=_body,
    ),
    cards=Cards(
        card=card_of,
        vital=vital_of,
        facts=facts_of,
        arrives=arriving_figures,
        seen_by=seen_by,
        tables=RULE_TABLES,
        weapons=weapons_told,
        worth=figures_worth,
        zone_rules={
            zone_attacks.ZONE: ("DR-AOE-13", "DR-AOE-14"),
            SILENCING: ("DR-SIL-01", "DR-SIL-02"),
            FIRE: ("DR-NRG-14",),
            LIGHT: ("DR-AUR-12", "DR-PSG-16"),
        },
    ),
)
