"""Whom a side sees, of whom it only senses the place, and who is unknown to it.

Derived from the state of a fight and never stored. The game master's word goes first: whoever is
hidden is unknown to all whom nobody has told, and who was told of somebody sees it. As long as no
fog goes by sight, everybody else is seen; with fog by hand, whoever stands where it is uncovered.
By sight, the systems' senses decide (``sense_reach``), save on cells that the game master pinned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.rule_system import system_of
from gridwar.engine.perception.sense_reach import SenseReach
from gridwar.model.geometry import Cell, centre_of, footprint
from gridwar.model.memory import CellPin, FogMode

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.senses import Sense
    from gridwar.engine.perception.sense_reach import Looker
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter, RulesState, Settings
    from gridwar.model.house_rule_switches import Switches
    from gridwar.model.memory import Vision

    Told = Literal["whole", "place", ""]


class SeenBy(Struct, frozen=True):
    """Whom a side perceives, by the ids of combatants.

    Attributes:
        seen: Whom it sees, its own people among them.
        sensed: Of whom it knows only that somebody is there, and on which cells.
        unknown: All others in the fight.
    """

    seen: frozenset[str]
    sensed: Mapping[str, tuple[Cell, ...]] = frozendict()
    unknown: frozenset[str] = frozenset()


def seen_by(encounter: Encounter, side: str) -> SeenBy:
    """Return whom a side sees, senses and does not know of; the same object while that stays."""
    kept = _kept_of(encounter)
    if side not in kept:
        lookers = tuple(one.id for one in encounter.lookers(side))
        own = frozenset(one.id for one in encounter.combatants.values() if one.side == side)
        kept[side] = _perceived(encounter, side, lookers, own)
    return kept[side]


def seen_by_some(encounter: Encounter, side: str, who: frozenset[str]) -> SeenBy:
    """Return what some of a side perceive, as if fog went by sight: for a look through their eyes.

    Others of their side are seen as far as their senses tell.

    Args:
        encounter: The fight.
        side: Whose people they are: of whom it was told, they see too.
        who: Those who look.
    """
    mode = FogMode.BY_SIGHT_WITHOUT_MEMORY
    by_sight = encounter.replace(vision=encounter.vision.replace(mode=mode))
    return _perceived(by_sight, side, tuple(who), who)


def known_fight(system: System, encounter: Encounter, side: str | None) -> Encounter:
    """Return a fight as a side knows it, for whatever thinks on its behalf; all of it for None.

    Whoever is hidden from it is not there, nor, with fog by sight, whom its people do not perceive;
    somebody of whom it senses only the place is: there is somebody to be reckoned with.
    """
    if side is None:
        return encounter
    if not encounter.vision.is_by_sight:
        return system.without_secrets(encounter.known_to(side), side)
    unknown = seen_by(encounter, side).unknown
    return system.without_secrets(encounter.overlooking(unknown) if unknown else encounter, side)


def _kept_of(encounter: Encounter) -> dict[str, SeenBy]:
    rules = (Same(encounter.rules), Same(encounter.settings), Same(encounter.switches))
    vision = Same(encounter.vision)
    return _kept(Same(encounter.combatants), Same(encounter.map), rules, vision)


@kept_of_fight(4)
def _kept(
    people: Same[Mapping[str, Combatant]],
    page: Same[BattleMap],
    rules: tuple[Same[RulesState], Same[Settings], Same[Switches]],
    vision: Same[Vision],
) -> dict[str, SeenBy]:
    """Return the place where it is kept what each side perceives of people on a map."""
    return {}


def _perceived(encounter: Encounter, side: str, by: tuple[str, ...], own: frozenset[str]) -> SeenBy:
    seen, sensed = set[str](), dict[str, tuple[Cell, ...]]()
    senses = _Senses(encounter, by) if encounter.vision.is_by_sight else None
    everybody = encounter.combatants.values()
    has_hidden = not all(one.is_known_to(side) for one in everybody)
    for one in everybody:
        told = "" if one.aside else _told_of(encounter, side, one, senses)
        if told and has_hidden and _is_in_hidden(encounter, side, one):
            told = ""
        if one.id in own and not one.aside:
            told = "whole"
        if told == "whole":
            seen.add(one.id)
        elif told == "place" and one.pos is not None:
            sensed[one.id] = footprint(one.pos, one.size)
    unknown = frozenset(
        who for who in encounter.combatants if who not in seen and who not in sensed
    )
    return _found(frozenset(seen), frozendict(sensed), unknown)


@kept_of_fight(32)
def _found(
    seen: frozenset[str], sensed: frozendict[str, tuple[Cell, ...]], unknown: frozenset[str]
) -> SeenBy:
    """Return what a side perceives; the same object for the same, which is quickly compared."""
    return SeenBy(seen, sensed, unknown)


def _told_of(encounter: Encounter, side: str, one: Combatant, senses: _Senses | None) -> Told:
    """Return what a side perceives of one in the fight."""
    if side in one.known_by:
        return "whole"
    if not one.is_known_to(side):
        return ""
    if one.pos is None and (carrier := _carrier_of(encounter, one)) is not None:
        return "whole" if _told_of(encounter, side, carrier, senses) == "whole" else ""
    if encounter.vision.mode is FogMode.BY_HAND and _is_fogged(encounter, side):
        return "whole" if is_uncovered(encounter, side, one) else ""
    return "whole" if senses is None else senses.told_of(one)


def _is_in_hidden(encounter: Encounter, side: str, one: Combatant) -> bool:
    """Return whether somebody is in or on what is hidden from a side: it hides him too."""
    carrier = None if side in one.known_by else _carrier_of(encounter, one)
    return carrier is not None and not carrier.is_known_to(side)


def _carrier_of(encounter: Encounter, one: Combatant) -> Combatant | None:
    """Return in or on what somebody is, where that is on the map."""
    if one.distance_m is not None:
        return None
    system = system_of(encounter)
    carrier = "" if system is None else system.board.body(encounter, one.id).carrier
    found = encounter.combatants.get(carrier)
    return None if found is None or found is one or found.pos is None else found


def _is_fogged(encounter: Encounter, side: str) -> bool:
    """Return whether the fog by hand lies over the map for a side: others see all of it."""
    is_party = side in encounter.sides and encounter.sides[side].stance == "party"
    return is_party or side in encounter.vision.also_remembering


def is_uncovered(encounter: Encounter, side: str, one: Combatant) -> bool:
    """Return whether a side knows the middle of any cell of somebody; those off the map are."""
    if one.pos is None:
        return one.distance_m is not None
    known, pinned = encounter.vision.memory(side).points, encounter.vision.pinned
    pins = {cell: pinned.get(cell) for cell in footprint(one.pos, one.size)}
    return any(
        pin == CellPin.SHOWN or (pin != CellPin.COVERED and known.has(centre_of(cell)))
        for cell, pin in pins.items()
    )


class _Senses:
    """What the senses of some people tell, asked about one after another."""

    def __init__(self, encounter: Encounter, by: tuple[str, ...]) -> None:
        self._reach = SenseReach(encounter)
        found = (self._reach.looker(encounter.combatants[who]) for who in by)
        self._lookers = tuple(one for one in found if one is not None)

    def told_of(self, target: Combatant) -> Told:
        """Return the most that anybody perceives of another."""
        reach = self._reach
        there = reach.stand_of(target.id)
        if there is None:  # beyond the edge everybody sees it
            return "whole" if target.distance_m is not None else ""
        if reach.pinned(there, CellPin.SHOWN):
            return "whole"
        if reach.pinned(there, CellPin.COVERED):
            return ""
        found: Told = ""
        for looker in self._lookers:
            told, _by = told_by(reach, looker, target.id, there)
            if told == "whole":
                return told
            found = told or found
        return found


def told_by(
    reach: SenseReach, looker: Looker, target: str, there: Stand
) -> tuple[Told, Sense | None]:
    """Return the most that one perceives of another, and by which sense.

    Args:
        reach: The state of the fight.
        looker: Who looks.
        target: The other.
        there: Where the other is, with the height of its eyes.
    """
    told: Told = ""
    by: Sense | None = None
    for sense in looker.senses:
        is_news = not told or sense.tells == "whole"
        if is_news and reach.failing(looker, sense, target, there) is None:
            told, by = sense.tells, sense
            if told == "whole":
                break
    return told, by
