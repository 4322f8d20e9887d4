"""The percentile rules as the engine sees them: everything joined to the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Board,
    Cards,
    Data,
    MoveInOrder,
    Offers,
    Play,
    System,
    Turns,
    Window,
    _,
)
from gridwar.model.zones import LIGHT
from gridwar.systems.percentile import gm, ships
from gridwar.systems.percentile.actions import (
    action_prices,
    flipping_props,
    free_and_extended_actions,
    interrupted_aim_or_overwatch,
)
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import end_watches_of_the_dead
from gridwar.systems.percentile.attacks import (
    attack_steps,
    burst_and_flurry,
    damage,
    evasion_and_counter_attack,
    kill_zones,
    multiple_attack,
    standard_called_heavy_attack,
    suppressive_fire_and_pinning,
)
from gridwar.systems.percentile.charges import charge
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.conditions import EFFECT_ENDS, known_conditions
from gridwar.systems.percentile.core.action_and_evasion_tables import (
    SYSTEM_ID,
    action_table,
    evasion_table,
)
from gridwar.systems.percentile.core.action_headings import GROUPS
from gridwar.systems.percentile.core.altitude_bands import LEVELS, band_table
from gridwar.systems.percentile.core.fight_state import FIGHT_STATE, PercentileState, sheet_of
from gridwar.systems.percentile.core.house_rules_and_settings import (
    PercentileSettings,
    PercentileSwitches,
)
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.sheet_form import FIGHT_FIELDS
from gridwar.systems.percentile.grapples import (
    beginning_and_ending,
    controller_options,
    grapple_options,
    pushing,
    restrained_options,
)
from gridwar.systems.percentile.grapples.beginning_and_ending import settle_grapples
from gridwar.systems.percentile.harm import characteristic_decay, wounds_and_fatigue
from gridwar.systems.percentile.manoeuvres import (
    aim_feint_and_guard_mode,
    disarm_and_pick_up,
    knock_down,
    take_down,
)
from gridwar.systems.percentile.movement import falling, plain_moves
from gridwar.systems.percentile.movement.falling import settle_falls
from gridwar.systems.percentile.out_of_turn import (
    attacks_of_opportunity,
    overwatch_declared,
    overwatch_shot,
    overwatch_triggers,
)
from gridwar.systems.percentile.out_of_turn.overwatch_shot import settle_watches
from gridwar.systems.percentile.out_of_turn.overwatch_triggers import settle_spent
from gridwar.systems.percentile.positions.reach_and_sight import LINES, sight_of, yardstick
from gridwar.systems.percentile.samples import samples, templates
from gridwar.systems.percentile.turns import initiative_order, rounds_and_turns, steps_and_surprise
from gridwar.systems.percentile.views.combatant_card import card_of, vital_of
from gridwar.systems.percentile.views.figures_worth import figures_worth
from gridwar.systems.percentile.views.map_overlays import (
    areas_of,
    overlays_of,
    scenery_of,
    weapon_rings,
)
from gridwar.systems.percentile.views.preview_and_odds import draft_of, facts_of
from gridwar.systems.percentile.views.rule_tables import RULE_TABLES
from gridwar.systems.percentile.views.weapon_reference import weapons_told

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter, Procedure, StepTaken, Table


def _before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire those on Overwatch at whoever sets out, then let those strike whose reach is left."""
    goes_on = yield from overwatch_triggers.before_step(table, step)
    return goes_on and (yield from attacks_of_opportunity.before_step(table, step))


def _after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let those strike whose reach was entered, then fire those on Overwatch."""
    goes_on = yield from attacks_of_opportunity.after_step(table, step)
    return goes_on and (yield from overwatch_triggers.after_step(table, step))


def _settle(table: Table) -> Procedure[None]:
    """Let the dead wait for nothing, falls begin, grapples end, and shots that are due be fired.

    Rules: PC-ATK-19, PC-ACT-10, PC-ALT-09, PC-GRP-01
    """
    yield from end_watches_of_the_dead(table)
    yield from settle_falls(table)
    yield from settle_grapples(table)
    yield from settle_watches(table)
    yield from settle_spent(table)


def _reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Change Initiatives so that the order is as the GM dragged it."""
    values = initiative_order.dragged(encounter, who, before)
    changes = tuple((one, "sheet.initiative", str(number)) for one, number in values)
    return MoveInOrder(who=who, values=changes) if changes else None


def _read_tables() -> None:
    for read in (action_table, evasion_table, band_table):
        read()


SYSTEM = System(
    id=SYSTEM_ID,
    title="Percentile",
    playable=True,
    data=Data(
        sheet=PercentileSheet,
        rules=PercentileState,
        switches=PercentileSwitches,
        settings=PercentileSettings,
        fight_fields=FIGHT_FIELDS,
        fight_state=FIGHT_STATE,
        samples=samples,
        templates=templates,
        read_tables=_read_tables,
        conditions=known_conditions,
        effect_ends=EFFECT_ENDS,
    ),
    play=Play(
        chapters=(
            attack_steps,
            evasion_and_counter_attack,
            damage,
            wounds_and_fatigue,
            characteristic_decay,
            standard_called_heavy_attack,
            burst_and_flurry,
            multiple_attack,
            aim_feint_and_guard_mode,
            knock_down,
            take_down,
            disarm_and_pick_up,
            beginning_and_ending,
            controller_options,
            grapple_options,
            restrained_options,
            pushing,
            attacks_of_opportunity,
            overwatch_declared,
            overwatch_shot,
            overwatch_triggers,
            suppressive_fire_and_pinning,
            kill_zones,
            plain_moves,
            charge,
            falling,
            ships,
            action_prices,
            interrupted_aim_or_overwatch,
            flipping_props,
            free_and_extended_actions,
            steps_and_surprise,
            rounds_and_turns,
            initiative_order,
            gm,
        ),
        handlers=rounds_and_turns.CYCLE.handlers,
        windows={
            evasion_and_counter_attack.COUNTER: Window(_("strike back after a parry")),
            **attacks_of_opportunity.WINDOWS,
            **overwatch_triggers.WINDOWS,
        },
        settle=_settle,
        before_command=overwatch_triggers.before_command,
        before_step=_before_step,
        after_step=_after_step,
        fallen=falling.fallen,
        joined=rounds_and_turns.joined,
    ),
    turns=Turns(
        order=initiative_order.slots,
        flow=steps_and_surprise.flow,
        reordered=_reordered,
        opening=steps_and_surprise.opening,
        acts_left=lambda encounter, who: sheet_of(encounter[who]).half_actions,
    ),
    offers=Offers(groups=GROUPS, draft=draft_of, checks=gm.asked_checks),
    board=Board(
        movement=movement,
        levels=LEVELS,
        yardstick=yardstick,
        sight=sight_of,
        lines=lambda _encounter: LINES,
        overlays=overlays_of,
        rings=weapon_rings,
        scenery=scenery_of,
        areas=areas_of,
        brief=frozendict(
            {
                "target_dead": _("dead"),
                "out_of_reach": _("out of reach"),
                "too_far": _("out of range"),
                "no_line": _("no line"),
            }
        ),
    ),
    cards=Cards(
        card=card_of,
        vital=vital_of,
        facts=facts_of,
        tables=RULE_TABLES,
        weapons=weapons_told,
        worth=figures_worth,
        zone_rules={LIGHT: ("PC-ATK-03",)},
    ),
)
