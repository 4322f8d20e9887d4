"""Damage to machines in words: names of locations and hits, and the traces of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.trace import Step, Trace
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.machines.tables import Location


def location_title(location: Location) -> str:
    """Return the name of a location as the player reads it."""
    return {
        "hull": _("Hull"),
        "structure": _("Structure"),
        "armor": _("Armour"),
        "sensors": _("Sensors"),
        "drive": _("Drive"),
        "weapon": _("Weapon"),
        "power_plant": _("Power plant"),
        "cargo": _("Cargo"),
        "passengers": _("Passengers"),
        "computers": _("Computer"),
        "computer": _("Computer"),
        "cockpit": _("Cockpit"),
        "weapon_or_limb": _("Weapon or limb"),
        "limb": _("Limb"),
    }[location]


def hits_words(hits: tuple[int, ...]) -> str:
    """Return hits as the table names them."""
    titles = {1: _("Single"), 2: _("Double"), 3: _("Triple")}
    return ", ".join(titles[one] for one in hits)


def hits_trace(table: Table, who: str, points: int, hits: tuple[int, ...]) -> Trace:
    """Return what a blow amounts to, for the log.

    Args:
        table: The table.
        who: The machine.
        points: Damage after armour.
        hits: Singles, Doubles and Triples.
    """
    title = _("{name} takes {n}").format(name=table.now[who].name, n=points)
    step = Step(label=hits_words(hits), rule_id="CE-VDM-01", after=sum(hits))
    count = ngettext("{n} hit", "{n} hits", sum(hits)).format(n=sum(hits))
    return Trace(title=title, steps=(step,), tone="harm", result=count)


def location_trace(name: str, hits: int, rolled: int, locations: tuple[Location, ...]) -> Trace:
    """Return where one entry went, for the log.

    Args:
        name: The machine's.
        hits: How many hits it was.
        rolled: The 2D6.
        locations: What was rolled, then where each hit went in the end.
    """
    location, *went = locations
    steps = [Step(label=location_title(location), rule_id="CE-VDM-03", after=rolled)]
    steps += [
        Step(label=_("goes to {where}").format(where=location_title(one)), rule_id="CE-VDM-03")
        for one in went
        if one != location
    ]
    title = _("{name}: {hits} on {rolled}").format(
        name=name, hits=hits_words((hits,)), rolled=rolled
    )
    result = ", ".join(dict.fromkeys(map(location_title, went)))
    return Trace(title=title, steps=tuple(steps), tone="harm", result=result)
