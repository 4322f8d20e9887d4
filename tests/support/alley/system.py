"""Back Alley as the engine sees it: what is shown of it, and three combatants."""

from __future__ import annotations

from gridwar.engine.kit import (
    Aimed,
    Area,
    Board,
    Card,
    Cards,
    Combatant,
    Command,
    Data,
    Draft,
    Encounter,
    Figure,
    Offers,
    Pip,
    PipKind,
    Play,
    Pool,
    System,
    Turns,
    Vital,
)
from gridwar.text import _
from tests.support.alley import rules, waiting
from tests.support.alley.sheet import (
    AlleySettings,
    AlleySheet,
    AlleyState,
    AlleySwitches,
    sheet_of,
    state_of,
    wounds_left,
)
from tests.support.alley.zones import (
    LEVELS,
    ZONES_A_TURN,
    movement,
    squares_of,
    standing_in,
    zone_of,
)


def vital(encounter: Encounter, who: str) -> Vital:
    """Return the wounds left, and whether somebody is out."""
    left = wounds_left(encounter, who)
    return Vital(left, left + sheet_of(encounter[who]).wounds, not left)


def card(encounter: Encounter, who: str) -> Card:
    """Return wounds, skills, and what is left of the turn."""
    sheet, stands = sheet_of(encounter[who]), vital(encounter, who)
    left = stands.points

    def changed(by: int) -> tuple[rules.Wounded, ...]:
        wounds = max(-sheet.wounds, min(-by, left))
        return (rules.Wounded(who, wounds),) if wounds else ()

    skills = {_("Brawl"): sheet.brawl, _("Dodge"): sheet.dodge, _("Block"): sheet.block}
    zones = max(0, ZONES_A_TURN - sheet.zones_walked)
    return Card(
        pools=(Pool("wounds", _("Wounds left"), left, stands.full, changed=changed),),
        figures=tuple(Figure(label, f"{value:+}") for label, value in skills.items()),
        pips=(
            Pip(PipKind.OWN, _("Action"), int(not sheet.has_acted), 1),
            Pip(PipKind.SMALL, _("Zones"), zones, ZONES_A_TURN),
        ),
        out=stands.out,
    )


def draft(encounter: Encounter, command: Command) -> Draft:
    """Return whom a bottle would burn."""
    if not isinstance(command, rules.ThrowBottle):
        return Draft()
    zone = zone_of(command.cell)
    caught, cells = standing_in(encounter, zone), squares_of(encounter, zone)
    return Draft(aimed=Aimed(_("Burns"), caught, cells, rule_id="BA-FIR-01"))


def areas(encounter: Encounter) -> tuple[Area, ...]:
    """Return the zones that burn.

    Rules: BA-FIR-02
    """
    note, zones = _("Burns until the round ends"), sorted(state_of(encounter).burning)
    return tuple(
        Area(
            f"fire {zone.x} {zone.y}",
            _("Fire"),
            squares_of(encounter, zone),
            note,
            tone="harm",
            rule_id="BA-FIR-02",
        )
        for zone in zones
    )


def samples() -> tuple[Combatant, ...]:
    """Return a hero, a thug and an arsonist."""
    hero = AlleySheet(brawl=3, dodge=4, block=2)
    thug = AlleySheet(brawl=2, dodge=1, block=3)
    arsonist = AlleySheet(dodge=2, bottles=2)
    return (
        Combatant(id="hero", name=_("Hero"), side="1", sheet=hero),
        Combatant(id="thug", name=_("Thug"), side="2", sheet=thug),
        Combatant(id="arsonist", name=_("Arsonist"), side="2", sheet=arsonist),
    )


SYSTEM = System(
    id="alley",
    title="Back Alley",
    data=Data(
        sheet=AlleySheet,
        rules=AlleyState,
        switches=AlleySwitches,
        settings=AlleySettings,
        fight_fields=frozenset({"initiative", "zones_walked", "has_acted"}),
        fight_state=frozenset({"acted", "burning"}),
        samples=samples,
    ),
    play=Play(
        chapters=(rules, waiting),
        handlers=rules.CYCLE.handlers,
        windows={**rules.WINDOWS, **waiting.WINDOWS},
        before_command=waiting.before_command,
        before_step=rules.before_step,
        after_step=rules.after_step,
        joined=rules.roll_initiative,
    ),
    turns=Turns(order=rules.CYCLE.order),
    offers=Offers(groups=(rules.FIGHT, rules.MOVE), draft=draft),
    board=Board(movement=movement, levels=LEVELS, areas=areas),
    cards=Cards(card=card, vital=vital),
)
