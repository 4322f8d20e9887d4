"""The percentile rules as the engine sees them: everything joined to the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from gridwar.systems.percentile.actions import extended, paying
from gridwar.systems.percentile.attacks import (
    attack,
    attack_actions,
    evasion,
    hits,
    multiple,
)
from gridwar.systems.percentile.charges import charging
from gridwar.systems.percentile.charges.run_up import movement
from gridwar.systems.percentile.core.conditions import known_conditions
from gridwar.systems.percentile.core.headings import GROUPS
from gridwar.systems.percentile.core.settings import PercentileSettings
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.state import PercentileState
from gridwar.systems.percentile.core.switches import PercentileSwitches
from gridwar.systems.percentile.core.tables import (
    LEVELS,
    SYSTEM_ID,
    action_table,
    band_table,
    evasion_table,
)
from gridwar.systems.percentile.grapples import beginning, options, pushing, restrained
from gridwar.systems.percentile.harm import ailments, wounds
from gridwar.systems.percentile.manoeuvres import (
    aim,
    disarm,
    feint,
    guard_mode,
    knock_down,
    take_down,
)
from gridwar.systems.percentile.movement import falling, moves
from gridwar.systems.percentile.positions.squares import sight_of, yardstick
from gridwar.systems.percentile.samples import samples, templates
from gridwar.systems.percentile.ships import boarding, ramming
from gridwar.systems.percentile.turns import rounds, steps, upkeep
from gridwar.systems.percentile.turns import turn_order as order
from gridwar.systems.percentile.views.card import card_of, vital_of
from gridwar.systems.percentile.views.draft import draft_of
from gridwar.systems.percentile.views.facts import facts_of
from gridwar.systems.percentile.views.overlays import overlays_of
from gridwar.systems.percentile.views.scenery import scenery_of
from gridwar.systems.percentile.waiting import (
    counter_attack,
    opportunity,
    overwatch,
    overwatch_fire,
    overwatch_triggers,
    suppression,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter, Procedure, StepTaken, Table

FIGHT_FIELDS = frozenset(
    {
        "initiative",
        "tie_rolls",
        "half_actions",
        "reactions",
        "half_move_made",
        "counter_used",
        "has_acted",
        "turns_taken",
        "aim",
        "feint_on",
        "falling_from",
        "extended",
        "to_hit",
        "harder_by_gm",
    }
)
FIGHT_STATE = frozenset(
    {"opening", "acted", "left", "attacked", "concentrated", "grapples", "overwatches", "wedges"}
)


def _before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire those on Overwatch at whoever sets out, then let those strike whose reach is left."""
    goes_on = yield from overwatch_triggers.before_step(table, step)
    return goes_on and (yield from opportunity.before_step(table, step))


def _after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let those strike whose reach was entered, then fire those on Overwatch."""
    goes_on = yield from opportunity.after_step(table, step)
    return goes_on and (yield from overwatch_triggers.after_step(table, step))


def _reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Change Initiatives so that the order is as the GM dragged it."""
    values = order.dragged(encounter, who, before)
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
    ),
    play=Play(
        chapters=(
            attack,
            evasion,
            hits,
            wounds,
            attack_actions,
            multiple,
            aim,
            feint,
            guard_mode,
            knock_down,
            take_down,
            disarm,
            beginning,
            options,
            restrained,
            pushing,
            opportunity,
            overwatch,
            overwatch_fire,
            overwatch_triggers,
            counter_attack,
            suppression,
            moves,
            charging,
            falling,
            boarding,
            ramming,
            paying,
            ailments,
            extended,
            steps,
            rounds,
            order,
            upkeep,
        ),
        handlers=rounds.CYCLE.handlers,
        windows={
            attack.COUNTER: Window(_("strike back after a parry")),
            **opportunity.WINDOWS,
            **overwatch_triggers.WINDOWS,
        },
        settle=upkeep.settle,
        before_command=overwatch_triggers.before_command,
        before_step=_before_step,
        after_step=_after_step,
        joined=rounds.joined,
    ),
    turns=Turns(order=order.slots, flow=steps.flow, reordered=_reordered),
    offers=Offers(groups=GROUPS, draft=draft_of),
    board=Board(
        movement=movement,
        levels=LEVELS,
        yardstick=yardstick,
        sight=sight_of,
        overlays=overlays_of,
        scenery=scenery_of,
    ),
    cards=Cards(card=card_of, vital=vital_of, facts=facts_of),
)
