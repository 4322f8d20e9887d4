"""Fluid Initiative as the engine sees it: every part of the contract that it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.kit import (
    Board,
    Cards,
    Data,
    Draft,
    Facts,
    Offers,
    Play,
    System,
    Turns,
    Window,
    cover_sight,
)
from gridwar.model.battlemap import Zone
from gridwar.systems.fluid import (
    actions,
    check_groups,
    conditions,
    distance,
    events,
    initiative,
    injuries,
    ledger_entries,
    moving,
    prompts,
    rounds,
    surprise,
    tables,
)
from gridwar.systems.fluid.deployment import DEPLOYMENT
from gridwar.systems.fluid.drawn import scenery, spacing
from gridwar.systems.fluid.headings import HEADINGS
from gridwar.systems.fluid.moving import move_draft, movement, yardstick
from gridwar.systems.fluid.rounds import PutBefore
from gridwar.systems.fluid.samples import sample_weapons, samples
from gridwar.systems.fluid.settling import settle
from gridwar.systems.fluid.sheet import FluidSheet
from gridwar.systems.fluid.shown import card, flow, order, vital
from gridwar.systems.fluid.state import FluidSettings, FluidState, has_place, order_now
from gridwar.systems.fluid.switches import FluidSwitches
from gridwar.systems.fluid.tables import SYSTEM_ID
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter


def reordered(encounter: Encounter, who: str, before: str) -> Command:
    """Return the command for a card that was dragged: the game master's override.

    Rules: FL-MOD-09
    """
    del encounter
    return PutBefore(who=who, before=before)


def draft(encounter: Encounter, command: Command) -> Draft:
    """Return what is to be chosen of an action, or what a move will write to the ledger."""
    if isinstance(command, actions.TakeAction):
        return actions.action_draft(encounter, command)
    if isinstance(command, initiative.RollInitiative):
        return initiative.initiative_draft(encounter)
    return move_draft(encounter, command)


def facts(before: Encounter, after: Encounter, result: Any) -> Facts | None:
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
        conditions=conditions.known_conditions,
    ),
    play=Play(
        chapters=(
            events,
            distance,
            check_groups,
            initiative,
            surprise,
            moving,
            actions,
            prompts,
            ledger_entries,
            injuries,
            conditions,
            rounds,
        ),
        windows={
            "round end": Window(_("What the Counts go by at a round's end"), is_proposal=True)
        },
        settle=settle,
        joined=initiative.latecomers,
    ),
    turns=Turns(order=order, flow=flow, reordered=reordered),
    offers=Offers(groups=HEADINGS, draft=draft),
    board=Board(
        movement=movement,
        yardstick=yardstick,
        sight=cover_sight,
        scenery=scenery,
        spacing=spacing,
    ),
    cards=Cards(card=card, vital=vital, facts=facts),
)
