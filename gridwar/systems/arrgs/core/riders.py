"""Who rides what, and who steers it: plain readings of the sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.arrgs.core.sheet import CATEGORIES, WALKING, cannot_act, sheet_of

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FLYING: Final = "flying"


def carrier_of(encounter: Encounter, who: str) -> str | None:
    """Return what somebody rides; None on its own feet.

    Rules: AR-MOV-08
    """
    carrier = sheet_of(encounter[who]).rides
    return carrier if carrier in encounter and carrier != who else None


def riders_of(encounter: Encounter, carrier: str) -> tuple[str, ...]:
    """Return everybody aboard, whoever steers first.

    Rules: AR-MOV-08, AR-ACC-05
    """
    aboard = [who for who in encounter.combatants if carrier_of(encounter, who) == carrier]
    return tuple(sorted(aboard, key=lambda who: not sheet_of(encounter[who]).steers))


def driver_of(encounter: Encounter, carrier: str) -> str | None:
    """Return who steers a mount or vehicle; None where nobody able to act does.

    Rules: AR-MOV-08, AR-CND-01
    """
    riders = riders_of(encounter, carrier)
    able = (who for who in riders if not cannot_act(encounter[who]))
    return next((who for who in able if sheet_of(encounter[who]).steers), None)


def payer_of(encounter: Encounter, mover: str) -> str:
    """Return whose action it is when something moves: that of who steers it, else its own.

    Rules: AR-MOV-08
    """
    return driver_of(encounter, mover) or mover


def mover_of(encounter: Encounter, who: str) -> str:
    """Return what moves when somebody moves: the mount or vehicle that it steers, else itself.

    Rules: AR-MOV-08
    """
    carrier = carrier_of(encounter, who)
    return carrier if carrier is not None and sheet_of(encounter[who]).steers else who


def usual_category(encounter: Encounter, who: str) -> str:
    """Return the category in which somebody moves unless another is asked for.

    In the air it flies; where nobody can walk it goes as it can, in deep water swimming; what
    cannot walk at all moves in the first of its own categories.

    Rules: AR-MOV-01, AR-TER-04
    """
    one = encounter[who]
    sheet = sheet_of(one)
    if one.altitude > 0 and FLYING in sheet.speeds:
        return FLYING
    ground = None if one.pos is None else encounter.map.terrain_at(one.pos)
    if ground is not None and ground.impassable and ground.hinders(WALKING):
        known = (key for key in CATEGORIES if key in sheet.speeds and not ground.hinders(key))
        return next(known, WALKING)
    if WALKING in sheet.natural or WALKING in sheet.speeds or not sheet.speeds:
        return WALKING
    return next((key for key in sheet.speeds if key in sheet.natural), next(iter(sheet.speeds)))


def present_category(encounter: Encounter, who: str) -> str:
    """Return the category in which somebody steps aside: that of this round's last movement.

    Rules: AR-MNV-17, AR-MOV-04
    """
    usual, sheet = usual_category(encounter, who), sheet_of(encounter[who])
    return sheet.last_category if usual == WALKING and sheet.squares_moved else usual


def together(encounter: Encounter, who: str) -> frozenset[str]:
    """Return everybody who shares somebody's place: its carrier and all aboard, itself too."""
    top = carrier_of(encounter, who) or who
    return frozenset({who, top, *riders_of(encounter, top)})
