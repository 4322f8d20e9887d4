"""Why somebody perceives another, or does not: the words of detection for whoever runs the fight.

``detection`` decides; nothing here is asked for without somebody having asked why.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit.senses import range_words
from gridwar.engine.perception.detection import is_uncovered, seen_by, told_by
from gridwar.engine.perception.light_of_fight import light_for, light_on
from gridwar.engine.perception.sense_reach import Failing, SenseReach
from gridwar.grid.areas.light_of_one_source import cells_to, is_on_another_floor
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.model.memory import CellPin, FogMode
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit.senses import Sense
    from gridwar.engine.perception.sense_reach import Looker
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class Seeing(Struct, frozen=True):
    """What one perceives of another.

    Attributes:
        sees: Whether all of it.
        senses: Whether at least where it is.
        reason: By which sense, or what is in the way.
        rule_id: The rule of the sense that tells, or fails.
    """

    sees: bool
    senses: bool
    reason: str
    rule_id: str = ""


def sees(encounter: Encounter, who: str, target: str) -> Seeing:
    """Return what one perceives of another by its senses, whatever the mode of the fog, and why.

    The game master's word (hidden, told of) is not asked here: that is between sides.
    """
    reach = SenseReach(encounter)
    looker = reach.looker(encounter.combatants[who])
    if looker is None:
        return Seeing(False, False, _no_looker(encounter, who))
    there = reach.stand_of(target)
    told, sense = ("", None) if there is None else told_by(reach, looker, target, there)
    if sense is None:
        reason, sense = _why_not(reach, looker, target)
        return Seeing(False, False, reason, "" if sense is None else sense.rule_id)
    text = _("seen: {sense}") if told == "whole" else _("only where it is: {sense}")
    reason = text.format(sense=sense.title)
    return Seeing(told == "whole", True, reason, sense.rule_id)


def why_not_seen(encounter: Encounter, side: str, who: str) -> str:
    """Return why a side does not see somebody, in a line; empty where it does."""
    found, one = seen_by(encounter, side), encounter.combatants[who]
    if who in found.seen:
        return ""
    if one.aside:
        return _("set aside")
    if one.hidden:
        return _("hidden by your word")
    reach = SenseReach(encounter)
    there = reach.stand_of(who)
    if encounter.vision.mode is FogMode.BY_HAND and not is_uncovered(encounter, side, one):
        return _("where it stands is not uncovered")
    if there is None:
        return _("has no place on the map")
    if reach.pinned(there, CellPin.COVERED):
        return _("where it stands is kept covered")
    lookers = sorted(reach.lookers_of(side), key=lambda own: reach.metres(own.one, one))
    if not lookers:
        return _("nobody of {side} can see").format(side=_name_of_side(encounter, side))
    if who in found.sensed:
        return _only_sensed(reach, lookers, who, there)
    return _of_the_nearest(reach, lookers, who)


def _name_of_side(encounter: Encounter, side: str) -> str:
    return encounter.sides[side].name if side in encounter.sides else side


def _no_looker(encounter: Encounter, who: str) -> str:
    one = encounter.combatants[who]
    if one.aside or one.pos is None:
        return _("{name} has no place on the map").format(name=one.name)
    return _("{name} can perceive nothing").format(name=one.name)


def _only_sensed(reach: SenseReach, lookers: Iterable[Looker], who: str, there: Stand) -> str:
    for looker in lookers:
        told, sense = told_by(reach, looker, who, there)
        if told and sense is not None:
            text = _("{name} knows only where it is: {sense}")
            return text.format(name=looker.one.name, sense=sense.title)
    return ""


def _of_the_nearest(reach: SenseReach, lookers: Iterable[Looker], who: str) -> str:
    """Return what fails for the nearest who has a line there; of all the nearest if nobody has."""
    first = ""
    for looker in lookers:
        reason, _sense = _why_not(reach, looker, who)
        text = _("{name}: {reason}").format(name=looker.one.name, reason=reason)
        if _first_failing(reach, looker, who) is not Failing.LINE:
            return text
        first = first or text
    return first


def _first_failing(reach: SenseReach, looker: Looker, target: str) -> Failing | None:
    there = reach.stand_of(target)
    return None if there is None else reach.failing(looker, looker.senses[0], target, there)


def _why_not(reach: SenseReach, looker: Looker, target: str) -> tuple[str, Sense | None]:
    """Return what the sense fails at that comes nearest to telling: the dark before a wall."""
    there = reach.stand_of(target)
    if there is None:
        name = reach.encounter.combatants[target].name
        return _("{name} has no place on the map").format(name=name), None
    order = (Failing.LIGHT, Failing.LINE, Failing.RANGE, Failing.JAMMED, Failing.SHOWS_NOTHING)
    failed = [(reach.failing(looker, sense, target, there), sense) for sense in looker.senses]
    fails, sense = min(
        ((fail, sense) for fail, sense in failed if fail is not None),
        key=lambda one: order.index(one[0]),
    )
    words = _Words(reach, looker, reach.encounter.combatants[target], there)
    return words.of(fails, sense), sense


class _Words(Struct, frozen=True):
    """What there is to say of one who does not perceive another."""

    reach: SenseReach
    looker: Looker
    target: Combatant
    there: Stand

    def of(self, fails: Failing, sense: Sense) -> str:
        """Return why a sense does not reach the other."""
        if fails is Failing.LIGHT:
            return self._too_dark()
        if fails is Failing.LINE:
            return self._in_the_way(sense)
        if fails is Failing.RANGE:
            far = range_words(self.reach.encounter, sense.range_m or 0.0)
            return _("beyond the {range} of {sense}").format(range=far, sense=sense.title)
        if fails is Failing.JAMMED:
            return _("{sense} is jammed").format(sense=sense.title)
        return _("shows nothing to {sense}").format(sense=sense.title)

    def _in_the_way(self, sense: Sense) -> str:
        stopped = self.reach.obstacle(self.looker, sense, self.there)
        is_zone = stopped is None or (stopped.kind is ObstacleKind.CELL and not stopped.note)
        if is_zone:
            zone = self.reach.smoke_at(None if stopped is None else stopped.cell)
            name = _("smoke") if zone is None else zone.name or zone.kind
            return _("{name} is in the way").format(name=name)
        return str(stopped)

    def _too_dark(self) -> str:
        """Return how far off light ends, where some would get there; else what makes it dark."""
        here = self.reach.encounter
        light = light_for(here, self.looker.one.side)
        cell = min(self.there.cells, key=light.at)
        short = [
            (cells_to(here.map, one, cell) - one.reach_cells, one.name)
            for one in light.sources
            if one.strength >= 0 and not is_on_another_floor(here.map, one, cell)
        ]
        found = light.why(cell)
        if found.darkness is not None or found.zone is not None or not short:
            return _("too dark: {reason}").format(reason=light_on(here, cell).reason)
        cells, name = min(short)
        if cells <= 0:
            return _("too dark: {light} does not get there").format(light=name)
        n = ceil(cells)
        text = ngettext(
            "too dark: {light} ends {n} cell before", "too dark: {light} ends {n} cells before", n
        )
        return text.format(light=name, n=n)
