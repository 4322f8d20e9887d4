"""Fluid Initiative as the engine sees it: every part of the contract that it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Board,
    Cards,
    Data,
    Facts,
    Offers,
    Play,
    System,
    Turns,
    Window,
    cover_sight,
)
from gridwar.model.zones import Zone
from gridwar.systems.fluid import harm, movement
from gridwar.systems.fluid.actions import actions, given_by_gm
from gridwar.systems.fluid.core import events, state, tables
from gridwar.systems.fluid.core.headings import HEADINGS
from gridwar.systems.fluid.core.sheet import FluidSheet, fight_of
from gridwar.systems.fluid.core.state import FluidSettings, FluidState
from gridwar.systems.fluid.core.switches import FluidSwitches
from gridwar.systems.fluid.core.tables import SYSTEM_ID
from gridwar.systems.fluid.ledger import ledger_commands, ledger_writing
from gridwar.systems.fluid.positions import distance
from gridwar.systems.fluid.positions.deployment import DEPLOYMENT, yardstick
from gridwar.systems.fluid.samples import sample_weapons, samples
from gridwar.systems.fluid.turns import check_groups, initiative, rounds, surprise
from gridwar.systems.fluid.turns.joining import latecomers, return_to_order
from gridwar.systems.fluid.turns.rounds import PutBefore
from gridwar.systems.fluid.turns.turn_order import has_place, order_now
from gridwar.systems.fluid.views.cards import card, order, vital
from gridwar.systems.fluid.views.overlays import scenery, spacing
from gridwar.systems.fluid.views.steps import draft, flow
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter, Procedure, Table


def reordered(encounter: Encounter, who: str, before: str) -> Command:
    """Return the command for a card that was dragged: the game master's override.

    Rules: FL-MOD-09
    """
    del encounter
    return PutBefore(who=who, before=before)


def facts(before: Encounter, after: Encounter, result: object) -> Facts | None:
    """Return, for odds of what makes an order, whether the party acts first.

    Rules: FL-INI-01, FL-RND-02
    """
    del result
    new = tuple(who for who in order_now(after) if has_place(after, who))
    is_later = after.round != before.round
    if not new or not (is_later or order_now(before) != order_now(after)):
        return None
    first = after[new[0]]
    party = {one for one, side in after.sides.items() if side.stance == "party"}
    return Facts(first.side in party, outcome=first.name)


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
            events,
            state,
            distance,
            check_groups,
            initiative,
            surprise,
            movement,
            actions,
            given_by_gm,
            ledger_commands,
            ledger_writing,
            harm,
            rounds,
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
        scenery=scenery,
        spacing=spacing,
    ),
    cards=Cards(card=card, vital=vital, facts=facts),
)
