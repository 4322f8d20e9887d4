"""Fluid Initiative as the engine sees it: every part of the contract that it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Board,
    Cards,
    Data,
    Offers,
    Play,
    System,
    Turns,
    Window,
    cover_sight,
    usual_lines,
)
from gridwar.model.zones import LIGHT, Zone
from gridwar.systems.fluid import harm, movement
from gridwar.systems.fluid.actions import given_by_gm, offer_and_take_action
from gridwar.systems.fluid.core import fight_state, sheet_events, tables
from gridwar.systems.fluid.core.action_headings import HEADINGS
from gridwar.systems.fluid.core.fight_state import FluidState
from gridwar.systems.fluid.core.house_rules_and_settings import FluidSettings, FluidSwitches
from gridwar.systems.fluid.core.sheet import FluidSheet, fight_of
from gridwar.systems.fluid.core.tables import SYSTEM_ID
from gridwar.systems.fluid.ledger import ledger_writing, note_event_commands
from gridwar.systems.fluid.positions import deployment_and_separation, starting_distance
from gridwar.systems.fluid.positions.deployment_and_separation import DEPLOYMENT, yardstick
from gridwar.systems.fluid.positions.senses import senses_of
from gridwar.systems.fluid.samples import sample_weapons, samples
from gridwar.systems.fluid.turns import (
    check_groups,
    initiative,
    rounds_and_turns,
    surprise,
    turn_order,
)
from gridwar.systems.fluid.turns.joining import latecomers, return_to_order
from gridwar.systems.fluid.turns.turn_order import reordered
from gridwar.systems.fluid.views.combatant_card import card, order, vital
from gridwar.systems.fluid.views.figures_worth import figures_worth
from gridwar.systems.fluid.views.map_overlays import areas, scenery, spacing
from gridwar.systems.fluid.views.rule_tables import RULE_TABLES
from gridwar.systems.fluid.views.steps_and_foreseen import draft, facts, flow
from gridwar.systems.fluid.views.weapon_reference import weapons_told
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table


def _settle(table: Table) -> Procedure[None]:
    """Write what lasts into the ledgers, and give those their places who stand again.

    Rules: FL-EVT-20, FL-INI-03, FL-RND-02
    """
    yield from ledger_writing.settle_conditions(table)
    yield from return_to_order(table)


SYSTEM = System(
    id=SYSTEM_ID,
    title="Fluid Initiative",
    playable=True,
    data=Data(
        sheet=FluidSheet,
        rules=FluidState,
        switches=FluidSwitches,
        settings=FluidSettings,
        fight_fields=frozenset({"fight"}),
        fight_state=frozenset(FluidState.model_fields),
        samples=samples,
        templates=lambda: frozendict(weapons=sample_weapons()),
        zones=lambda: (Zone(id=DEPLOYMENT, kind=DEPLOYMENT, name=_("Deployment area")),),
        read_tables=tables.read_tables,
        conditions=harm.known_conditions,
    ),
    play=Play(
        chapters=(
            sheet_events,
            fight_state,
            starting_distance,
            deployment_and_separation,
            check_groups,
            initiative,
            surprise,
            movement,
            offer_and_take_action,
            given_by_gm,
            note_event_commands,
            ledger_writing,
            harm,
            rounds_and_turns,
            turn_order,
        ),
        windows={
            "round end": Window(_("What the Counts go by at a round's end"), is_proposal=True)
        },
        settle=_settle,
        joined=latecomers,
    ),
    turns=Turns(
        order=order,
        flow=flow,
        reordered=reordered,
        acts_left=lambda encounter, who: fight_of(encounter, who).halves_left,
    ),
    offers=Offers(groups=HEADINGS, draft=draft),
    board=Board(
        movement=movement.movement,
        yardstick=yardstick,
        sight=cover_sight,
        lines=usual_lines,
        senses=senses_of,
        scenery=scenery,
        areas=areas,
        spacing=spacing,
    ),
    cards=Cards(
        card=card,
        vital=vital,
        facts=facts,
        tables=RULE_TABLES,
        weapons=weapons_told,
        worth=figures_worth,
        zone_rules={DEPLOYMENT: ("FL-ENC-05",), LIGHT: ("FL-ENC-04",)},
        ground_rules=("FL-EVT-04",),
    ),
)
