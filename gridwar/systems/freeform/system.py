"""Freeform as the engine sees it: every part of the contract that it fills."""

from __future__ import annotations

from gridwar.engine.kit import (
    Board,
    Card,
    Cards,
    Combatant,
    Data,
    Encounter,
    Figure,
    Play,
    Pool,
    System,
    Turns,
    Vital,
    cover_sight,
    drawn,
    eyes_told,
    usual_lines,
)
from gridwar.systems.freeform import movement_and_order, sheet_and_events
from gridwar.systems.freeform.movement_and_order import CYCLE, movement, reordered, yardstick
from gridwar.systems.freeform.sheet_and_events import (
    FreeformSheet,
    FreeformState,
    FreeformSwitches,
    HpChanged,
    sheet_of,
)
from gridwar.text import _


def vital(encounter: Encounter, who: str) -> Vital:
    """Return hit points, and whether somebody is out."""
    sheet = sheet_of(encounter[who])
    return Vital(sheet.hp, sheet.hp_full, sheet.hp <= 0)


def card(encounter: Encounter, who: str) -> Card:
    """Return hit points, initiative and speed."""
    sheet, stands = sheet_of(encounter[who]), vital(encounter, who)

    def changed(by: int) -> tuple[HpChanged, ...]:
        return (HpChanged(who=who, by=by),) if by else ()

    return Card(
        pools=(Pool("hp", _("Hit points"), stands.points, stands.full, changed=changed),),
        figures=(
            Figure(_("Initiative"), str(sheet.initiative)),
            Figure(_("Speed"), str(sheet.speed_cells), in_head=True),
            *eyes_told(encounter, who),
        ),
        out=stands.out,
    )


def samples() -> tuple[Combatant, ...]:
    """Return a hero and a foe."""
    return (
        Combatant(
            id="hero",
            name=_("Hero"),
            side="1",
            picture=drawn("warrior"),
            sheet=FreeformSheet(hp=20, hp_full=20),
        ),
        Combatant(
            id="foe", name=_("Foe"), side="2", picture=drawn("monster"), sheet=FreeformSheet()
        ),
    )


SYSTEM = System(
    id="freeform",
    title="Freeform",
    data=Data(
        sheet=FreeformSheet,
        rules=FreeformState,
        switches=FreeformSwitches,
        fight_state=frozenset({"acted"}),
        samples=samples,
    ),
    play=Play(chapters=(sheet_and_events, movement_and_order), handlers=CYCLE.handlers),
    turns=Turns(order=CYCLE.order, reordered=reordered),
    board=Board(
        movement=movement,
        yardstick=yardstick,
        sight=cover_sight,
        lines=usual_lines,
    ),
    cards=Cards(card=card, vital=vital),
)
