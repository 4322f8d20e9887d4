"""Freeform as the engine sees it: every part of the contract that it fills."""

from __future__ import annotations

from gridwar.engine.kit import (
    Badge,
    Board,
    Card,
    Cards,
    Combatant,
    Data,
    Encounter,
    Figure,
    Play,
    Pool,
    Sense,
    System,
    Turns,
    Vital,
    cover_sight,
    drawn,
    eyes_and_dark_sight,
    senses_told,
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


def senses(encounter: Encounter, who: str) -> tuple[Sense, ...]:
    """Return eyes, and dark sight as far as the sheet says."""
    sheet = sheet_of(encounter[who])
    return () if sheet.blind else eyes_and_dark_sight(encounter, sheet.dark_sight_cells)


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
            *senses_told(encounter, who, senses(encounter, who)),
        ),
        badges=(Badge("eye-off", _("blind")),) if sheet.blind else (),
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
    board=Board(movement=movement, yardstick=yardstick, sight=cover_sight, senses=senses),
    cards=Cards(card=card, vital=vital),
)
