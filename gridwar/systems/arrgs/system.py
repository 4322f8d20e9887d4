"""ARRGS as the engine sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Board,
    Body,
    Cards,
    Data,
    Draft,
    Facts,
    Flow,
    MoveInOrder,
    Offers,
    Play,
    Scenery,
    Sight,
    System,
    Turns,
    plain_sight,
)
from gridwar.model.question_and_refusal import Window
from gridwar.model.zones import LIGHT, SMOKE
from gridwar.systems.arrgs import conditions, equipment
from gridwar.systems.arrgs.actions import paying_for_actions, ready
from gridwar.systems.arrgs.actions.offers import GROUPS
from gridwar.systems.arrgs.attacks import (
    area_attack,
    attack,
    charge_resolution,
    immediate_defence,
    repeated_attack,
    trip_disarm_reposition_sunder,
)
from gridwar.systems.arrgs.attacks.area_attack_hits import AreaResult
from gridwar.systems.arrgs.attacks.attack import AttackResult
from gridwar.systems.arrgs.attacks.charge_resolution import Charged
from gridwar.systems.arrgs.attacks.repeated_attack import Series
from gridwar.systems.arrgs.checks import typed_modifiers
from gridwar.systems.arrgs.conditions import due, known_conditions, settle_one, take_named
from gridwar.systems.arrgs.core import initiative, movement_speed, riders
from gridwar.systems.arrgs.core.fight_state import ArrgsState
from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches
from gridwar.systems.arrgs.core.initiative import dragged, slots_of
from gridwar.systems.arrgs.core.riders import carrier_of, mover_of, together
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import check_table, manoeuvre_table, typical_obstacles
from gridwar.systems.arrgs.gm import checks_and_damage as gm_commands
from gridwar.systems.arrgs.gm import scene_and_magnitudes
from gridwar.systems.arrgs.harm import healing_and_total_vitality, sleep_and_waking
from gridwar.systems.arrgs.manoeuvres import (
    aid_another_and_change_reach,
    complementary_drop_and_draw,
    miscellaneous_handling_and_reload,
    triggered_manoeuvres,
)
from gridwar.systems.arrgs.movement import (
    acceleration_and_collisions,
    mounting_and_dismounting,
    movement_budget,
    movement_manoeuvre,
    path_costs,
    sidestep_and_standup,
    withdraw,
)
from gridwar.systems.arrgs.movement.movement_preview import foreseen
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions import turning_and_facing
from gridwar.systems.arrgs.positions.distances import yardstick
from gridwar.systems.arrgs.positions.lines_of_sight import plain_lines
from gridwar.systems.arrgs.samples import samples
from gridwar.systems.arrgs.spells import (
    casting,
    control_and_dismiss_spell,
    counterspell,
    counterspell_during_casting,
    lasting_spells,
)
from gridwar.systems.arrgs.turns import end_of_round, points_per_round, rounds_and_pauses
from gridwar.systems.arrgs.views.attack_figures import arriving_figures, built_figures
from gridwar.systems.arrgs.views.combatant_card import card_of, vital_of
from gridwar.systems.arrgs.views.figures_worth import figures_worth
from gridwar.systems.arrgs.views.map_overlays import (
    aimed_by,
    item_marks,
    movement_zones,
    overlays_of,
    spell_marks,
    weapon_rings,
)
from gridwar.systems.arrgs.views.rule_tables import RULE_TABLES
from gridwar.systems.arrgs.views.weapon_reference import weapons_told
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Command, Encounter, Procedure, StepTaken, Table
    from gridwar.systems.arrgs.conditions import FortCheck

FIGHT_FIELDS = frozenset(
    {
        "tie_roll",
        "ap",
        "aap",
        "points_used",
        "actions_taken",
        "reach_shift",
        "squares_moved",
        "complementary_used",
        "readied",
        "stagger_cut",
        "last_category",
        "previous_increment",
        "rides",
        "steers",
        "crashed",
        "stopped_after",
        "increment_base",
        "base_of_round",
        "turns_since_last_turn",
    }
)


def _fresh(one: Combatant) -> Combatant:
    """Leave temporary modifiers and the fight's own conditions behind; pools are full again."""
    sheet = sheet_of(one)
    lasting = tuple(mod for mod in sheet.modifiers if mod.ends == "never")
    kept = {name: n for name, n in sheet.conditions.items() if name != "surprised"}
    return one.replace(
        sheet=sheet.replace(
            ap=sheet.ap_max, aap=sheet.aap_max, modifiers=lasting, conditions=frozendict(kept)
        )
    )


def _reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Change Initiatives so that the order is as the GM dragged it."""
    values = dragged(encounter, who, before)
    changes = tuple((one, "sheet.initiative", str(number)) for one, number in values)
    return MoveInOrder(who=who, values=changes) if changes else None


def _body(encounter: Encounter, who: str) -> Body:
    """What somebody rides or steers moves instead.

    Rules: AR-MOV-08
    """
    linked = tuple(together(encounter, who) - {who})
    return Body(mover_of(encounter, who), linked, carrier_of(encounter, who) or "")


def _sight(encounter: Encounter, who: str, target: str) -> Sight | None:
    """The lines of sight and of effect that an attack needs.

    Rules: AR-ATK-02
    """
    return plain_sight(encounter, who, target, plain_lines(encounter))


def _before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let what was readied cut in, then open the opportunities of the square left.

    Rules: AR-MNV-13, AR-OPP-03, AR-OPP-06
    """
    goes_on = yield from triggered_manoeuvres.before_step(table, step)
    return goes_on and (yield from opportunities.before_step(table, step))


def _after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Count the square, take along who is aboard, open the opportunities there."""
    category = opportunities.category_of(table.now, step)
    yield from riders.carry_along(table, step)
    yield from turning_and_facing.wheel(table, step, category)
    return (yield from opportunities.after_step(table, step))


def _settle(table: Table) -> Procedure[None]:
    """Let Vitality and conditions take effect, however they changed; riders stay with their mounts.

    Rules: AR-VIT-04, AR-VIT-05, AR-CND-01, AR-CND-06, AR-MOV-08
    """
    yield from take_named(table)
    switches = switches_of(table.now)
    hit = [one.id for one in table.now.combatants.values() if due(one, switches)]
    for who in hit:
        yield from settle_one(table, who)
    yield from points_per_round.stagger(table)
    yield from riders.stay_aboard(table)


def _facts(before: Encounter, after: Encounter, result: object) -> Facts | None:
    """An attack's success and damage, a check's success; of anything else whether it was wasted.

    What the actor pays is no success.

    Rules: AR-CHK-04, AR-VIT-03
    """
    plain = SYSTEM.plain_facts(before, after)
    if isinstance(result, Charged):
        result = result.attack
    success = getattr(result, "success", None)
    if success is None:
        lost = getattr(result, "wasted", None)
        return None if lost is None else Facts(not lost, plain.amounts, plain.down)
    if isinstance(result, AreaResult):
        hurt = {hit.who: hit.damage for hit in result.hits}
        return Facts(success, _with_bleeding(hurt, result.fort_checks), plain.down)
    if isinstance(result, AttackResult):
        hurt = {result.target: result.damage}
        words = _("hit") if success else _("miss")
        return Facts(success, _with_bleeding(hurt, result.fort_checks), plain.down, words)
    return Facts(success, plain.amounts if isinstance(result, Series) else frozendict(), plain.down)


def _with_bleeding(hurt: Mapping[str, int], checks: tuple[FortCheck, ...]) -> frozendict[str, int]:
    """Return what attacks cost those they are made on: the damage, and what the Dying bleed of it.

    Rules: AR-CND-03, AR-DMG-01
    """
    bled = {who: sum(one.loss for one in checks if one.who == who) for who in hurt}
    return frozendict({who: n + bled[who] for who, n in hurt.items() if n + bled[who]})


def _read_tables() -> None:
    for read in (manoeuvre_table, check_table, typical_obstacles):
        read()


SYSTEM = System(
    id="arrgs",
    title="ARRGS",
    data=Data(
        sheet=ArrgsSheet,
        rules=ArrgsState,
        switches=ArrgsSwitches,
        fight_fields=FIGHT_FIELDS,
        fight_state=frozenset({"acted", "paused", "surprise_round"}),
        fresh=_fresh,
        samples=samples,
        terrain=typical_obstacles,
        read_tables=_read_tables,
        conditions=known_conditions,
        effect_ends=conditions.EFFECT_ENDS,
    ),
    play=Play(
        chapters=(
            movement_manoeuvre,
            movement_budget,
            sidestep_and_standup,
            withdraw,
            mounting_and_dismounting,
            riders,
            turning_and_facing,
            acceleration_and_collisions,
            paying_for_actions,
            movement_speed,
            initiative,
            equipment,
            casting,
            lasting_spells,
            attack,
            area_attack,
            repeated_attack,
            charge_resolution,
            trip_disarm_reposition_sunder,
            control_and_dismiss_spell,
            counterspell,
            complementary_drop_and_draw,
            aid_another_and_change_reach,
            miscellaneous_handling_and_reload,
            ready,
            rounds_and_pauses,
            points_per_round,
            sleep_and_waking,
            healing_and_total_vitality,
            end_of_round,
            scene_and_magnitudes,
            typed_modifiers,
            conditions,
            gm_commands,
        ),
        handlers=rounds_and_pauses.CYCLE.handlers,
        windows={
            opportunities.WINDOW: Window(_("strike at an opportunity")),
            immediate_defence.WINDOW: Window(_("defend against a hit")),
            counterspell_during_casting.WINDOW: Window(_("counter a spell")),
            triggered_manoeuvres.WINDOW: Window(_("play what was readied")),
            sleep_and_waking.WINDOW: Window(_("wake when disturbed"), is_proposal=True),
        },
        settle=_settle,
        before_command=triggered_manoeuvres.before_command,
        before_step=_before_step,
        still_open=path_costs.still_open,
        after_step=_after_step,
        joined=rounds_and_pauses.latecomers,
    ),
    turns=Turns(
        order=slots_of,
        flow=lambda encounter: Flow(rounds_and_pauses.round_words(encounter)),
        reordered=_reordered,
        opening=rounds_and_pauses.opening,
        acts_left=lambda encounter, who: sheet_of(encounter[who]).ap,
    ),
    offers=Offers(
        groups=GROUPS,
        draft=lambda encounter, command: Draft(
            aimed=aimed_by(encounter, command),
            foreseen=foreseen(encounter, command),
            built=built_figures(encounter, command),
            arrives=arriving_figures(encounter, command),
        ),
        checks=gm_commands.asked_checks,
    ),
    board=Board(
        movement=movement_zones,
        yardstick=yardstick,
        sight=_sight,
        lines=plain_lines,
        opaque_zones=frozenset({SMOKE}),
        overlays=overlays_of,
        rings=weapon_rings,
        scenery=lambda encounter: Scenery(marks=(*spell_marks(encounter), *item_marks(encounter))),
        body=_body,
        brief=frozendict(
            {
                "target_dead": _("dead"),
                "out_of_ring": _("out of reach"),
                "out_of_range": _("out of range"),
                "no_line": _("no line"),
                "no_sight": _("no line"),
            }
        ),
    ),
    cards=Cards(
        card=card_of,
        vital=vital_of,
        facts=_facts,
        tables=RULE_TABLES,
        weapons=weapons_told,
        worth=figures_worth,
        ground_rules=("AR-TER-01", "AR-TER-02", "AR-TER-03", "AR-TER-04", "AR-TER-05"),
        zone_rules={LIGHT: ("AR-MOD-10",)},
    ),
)
