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
    PlainLines,
    Play,
    Scenery,
    Sight,
    System,
    Turns,
    plain_sight,
)
from gridwar.model.question_and_refusal import Window
from gridwar.systems.arrgs import conditions
from gridwar.systems.arrgs.actions import costs, readying
from gridwar.systems.arrgs.actions.offering import GROUPS
from gridwar.systems.arrgs.attacks import areas, attack, charging, defence, repeated, replacing
from gridwar.systems.arrgs.attacks.area_hits import AreaResult
from gridwar.systems.arrgs.attacks.attack import AttackResult
from gridwar.systems.arrgs.attacks.charging import Charged
from gridwar.systems.arrgs.attacks.repeated import Series
from gridwar.systems.arrgs.checks import modifiers
from gridwar.systems.arrgs.conditions import due, known_conditions, settle_one, take_named
from gridwar.systems.arrgs.core import increments, initiative
from gridwar.systems.arrgs.core.aboard import mover_of, together
from gridwar.systems.arrgs.core.initiative import dragged, slots_of
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, ArrgsState, sheet_of, switches_of
from gridwar.systems.arrgs.core.switches import ArrgsSwitches
from gridwar.systems.arrgs.core.tables import check_table, manoeuvre_table, typical_obstacles
from gridwar.systems.arrgs.equipment import casting, items
from gridwar.systems.arrgs.gm import commands as gm_commands
from gridwar.systems.arrgs.gm import scene_settings
from gridwar.systems.arrgs.harm import healing, sleep
from gridwar.systems.arrgs.manoeuvres import complementary, cutting_in, handling, helping
from gridwar.systems.arrgs.movement import (
    budgets,
    crashes,
    mounts,
    moving,
    riding,
    sidestep,
    ways,
    withdrawing,
)
from gridwar.systems.arrgs.movement.planning import foreseen
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import line_mode, yardstick
from gridwar.systems.arrgs.samples import samples
from gridwar.systems.arrgs.spells import counterspell, interrupted_casting, spell_control
from gridwar.systems.arrgs.turns import pools, round_end, rounds
from gridwar.systems.arrgs.views.cards import card_of, vital_of
from gridwar.systems.arrgs.views.overlays import (
    aimed_by,
    item_marks,
    movement_zones,
    overlays_of,
    spell_marks,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Procedure, StepTaken, Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
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
    return Body(mover_of(encounter, who), tuple(together(encounter, who) - {who}))


def _sight(encounter: Encounter, who: str, target: str) -> Sight | None:
    """The lines of sight and of effect that an attack needs.

    Rules: AR-ATK-02
    """
    return plain_sight(encounter, who, target, PlainLines(line_mode(encounter), "AR-ATK-02"))


def _before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let what was readied cut in, then open the opportunities of the square left.

    Rules: AR-MNV-13, AR-OPP-03, AR-OPP-06
    """
    goes_on = yield from cutting_in.before_step(table, step)
    return goes_on and (yield from opportunities.before_step(table, step))


def _after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Count the square, take along who is aboard, open the opportunities there."""
    yield from riding.carry_along(table, step)
    yield from riding.wheel(table, step)
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
    yield from pools.stagger(table)
    yield from riding.stay_aboard(table)


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
        return Facts(success, _with_bleeding(hurt, result.fort_checks), plain.down)
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
    ),
    play=Play(
        chapters=(
            moving,
            budgets,
            sidestep,
            withdrawing,
            mounts,
            riding,
            crashes,
            costs,
            increments,
            initiative,
            items,
            casting,
            attack,
            areas,
            repeated,
            charging,
            replacing,
            spell_control,
            counterspell,
            complementary,
            helping,
            handling,
            readying,
            rounds,
            pools,
            healing,
            round_end,
            scene_settings,
            modifiers,
            conditions,
            sleep,
            gm_commands,
        ),
        handlers=rounds.CYCLE.handlers,
        windows={
            opportunities.WINDOW: Window(_("strike at an opportunity")),
            defence.WINDOW: Window(_("defend against a hit")),
            interrupted_casting.WINDOW: Window(_("counter a spell")),
            cutting_in.WINDOW: Window(_("play what was readied")),
            sleep.WINDOW: Window(_("wake when disturbed"), is_proposal=True),
        },
        settle=_settle,
        before_command=cutting_in.before_command,
        before_step=_before_step,
        still_open=ways.still_open,
        after_step=_after_step,
        joined=rounds.latecomers,
    ),
    turns=Turns(
        order=slots_of,
        flow=lambda encounter: Flow(rounds.round_words(encounter)),
        reordered=_reordered,
        acts_left=lambda encounter, who: sheet_of(encounter[who]).ap,
    ),
    offers=Offers(
        groups=GROUPS,
        draft=lambda encounter, command: Draft(
            aimed=aimed_by(encounter, command), foreseen=foreseen(encounter, command)
        ),
    ),
    board=Board(
        movement=movement_zones,
        yardstick=yardstick,
        sight=_sight,
        overlays=overlays_of,
        scenery=lambda encounter: Scenery(marks=(*spell_marks(encounter), *item_marks(encounter))),
        body=_body,
    ),
    cards=Cards(card=card_of, vital=vital_of, facts=_facts),
)
