"""Before the fight: who knows of whom, walking away, and a range to begin at.

Initiative itself is ``opening``. The table of ranges is ``rules/cepheus/start.toml``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from gridwar.content.folder import read_table, rules_folder
from gridwar.content.house_versions import EveryRow
from gridwar.engine.kit import Procedure, ask, emit, require_none
from gridwar.model.battlemap import Light
from gridwar.model.command import Answer, Command
from gridwar.model.event import Event
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.record import FrozenMap, Record
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.core.events import BecameAware
from gridwar.systems.cepheus.core.order import is_gone
from gridwar.systems.cepheus.core.places import SYSTEM_ID
from gridwar.systems.cepheus.core.state import is_aware_of, sheet_of, state_of, switches_of
from gridwar.systems.cepheus.modifiers.bands import Band, band_of, band_title, distance_between
from gridwar.systems.cepheus.modifiers.bands import table as band_table
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

Surroundings = Literal["tight", "outdoors", "open"]


class StartTable(Record):
    """``start.toml``."""

    usual: Annotated[FrozenMap[Surroundings, tuple[Band, ...]], EveryRow()]
    darkness: Annotated[FrozenMap[Literal["low", "dark"], Band], EveryRow()]


@lru_cache(maxsize=1)
def table_of_starts() -> StartTable:
    """Return the table of starting ranges."""
    return read_table(rules_folder(SYSTEM_ID), "start.toml", StartTable)


class Advice(Struct, frozen=True):
    """What the rules suggest, and how near the sides are now."""

    bands: tuple[Band, ...]
    now: Band | None
    nearest: tuple[str, str] | None = None

    @property
    def fits(self) -> bool:
        """Tell whether they stand as suggested."""
        return self.now in self.bands


class WalkAway(Command):
    """Do not fight at all, as long as the others know nothing of it; for all of the side."""


class Notice(Command):
    """Let somebody become aware of an enemy (the GM's word)."""

    target: str


class SuggestRange(Command):
    """Look up the range at which a fight usually begins, and how far apart the sides are."""

    surroundings: Surroundings | Literal["ask"] = "ask"


class WalkedAway(Event):
    """A side left before there was a fight."""

    side: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        return encounter.replace(rules=state_of(encounter).replace(left=self.side))


# --- walking away -------------------------------------------------------------------------------


def why_not_walk_away(encounter: Encounter, who: str) -> Refusal | None:
    """Return why somebody's side cannot simply leave; None where it can.

    Rules: CE-INI-03
    """
    rule, side = ("CE-INI-03",), encounter[who].side
    if encounter.round > 0:
        return Refusal("begun", _("The fight has begun already."), rule)
    mine = [one.id for one in encounter.everyone() if encounter.are_allied(one.side, side)]
    foes = [one.id for one in encounter.everyone() if encounter.are_foes(one.side, side)]
    blind = [one for one in mine if not any(_knows(encounter, one, foe) for foe in foes)]
    if not foes or blind:
        text = _("Not all of this side know of the others.")
        return Refusal("unaware", text, rule)
    watching = [foe for foe in foes if any(_knows(encounter, foe, one) for one in mine)]
    if watching:
        text = _("{name} knows of them.").format(name=encounter[watching[0]].name)
        return Refusal("seen", text, rule)
    return None


def _knows(encounter: Encounter, who: str, other: str) -> bool:
    return is_aware_of(sheet_of(encounter[who]), other)


def walk_away(table: Table, command: WalkAway) -> Procedure[None]:
    """Leave without a fight.

    Rules: CE-INI-03
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_walk_away(table.now, who))
    side = table.now[who].side
    name = table.now.sides[side].name if side in table.now.sides else side
    title = _("{side} walk away: there is no fight").format(side=name)
    yield from emit(
        WalkedAway(side=side),
        Explained(trace=Trace(title=title, steps=(Step(label=title, rule_id="CE-INI-03"),))),
    )


# --- awareness ----------------------------------------------------------------------------------


def why_not_notice(encounter: Encounter, who: str, target: str) -> Refusal | None:
    """Return why somebody cannot become aware of another; None where he can.

    Rules: CE-INI-02
    """
    if target not in encounter or target == who or _knows(encounter, who, target):
        text = _("{name} knows of that one already.").format(name=encounter[who].name)
        return Refusal("aware", text, ("CE-INI-02",), waivable=False)
    return None


def notice(table: Table, command: Notice) -> Procedure[None]:
    """Let somebody become aware of an enemy.

    Rules: CE-RND-01, CE-INI-02
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_notice(table.now, who, command.target))
    names = {"one": table.now[who].name, "other": table.now[command.target].name}
    title = _("{one} notices {other}").format(**names)
    yield from emit(
        BecameAware(who=who, of=command.target), Explained(trace=Trace(title=title, tone="quiet"))
    )


def known_foes(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the foes somebody knows of.

    Rules: CE-RND-01, CE-INI-02
    """
    side = encounter[who].side
    foes = (one.id for one in encounter.everyone() if encounter.are_foes(one.side, side))
    return tuple(foe for foe in foes if _knows(encounter, who, foe))


# --- starting range -----------------------------------------------------------------------------


def starting_bands(surroundings: Surroundings, light: Light) -> tuple[Band, ...]:
    """Return the bands at which a fight usually begins; in the dark it is no further than seen.

    Rules: CE-RNG-04
    """
    order = [row.id for row in band_table().bands]
    figures = table_of_starts()
    usual = figures.usual[surroundings]
    if light is Light.BRIGHT:
        return usual
    most = figures.darkness["dark" if light is Light.DARK else "low"]
    return tuple(dict.fromkeys(min(one, most, key=order.index) for one in usual))


def advice(encounter: Encounter, surroundings: Surroundings) -> Advice:
    """Return the usual range, and the band between the nearest members of two sides.

    Rules: CE-RNG-04
    """
    bands = starting_bands(surroundings, encounter.map.light)
    pairs = sorted(_apart(encounter))
    if not pairs:
        return Advice(bands, None)
    metres, a, b = pairs[0]
    found = distance_between(encounter, a, b)
    assert found is not None
    del metres
    return Advice(bands, band_of(found, switches_of(encounter)), (a, b))


def _apart(encounter: Encounter) -> Iterator[tuple[float, str, str]]:
    people = [one for one in encounter.everyone() if not is_gone(encounter, one.id)]
    for number, one in enumerate(people):
        for other in people[number + 1 :]:
            found = distance_between(encounter, one.id, other.id)
            if found is not None and encounter.are_foes(one.side, other.side):
                yield found.metres, one.id, other.id


def suggest_range(table: Table, command: SuggestRange) -> Procedure[Advice]:
    """Say at which range a fight usually begins here; nothing is enforced.

    Rules: CE-RNG-04
    """
    chosen = command.surroundings
    if chosen == "ask":
        answer = yield from ask(_which_surroundings)
        chosen = "tight" if answer.option == "tight" else "outdoors"
        chosen = "open" if answer.option == "open" else chosen
    found = advice(table.now, chosen)
    titles = _(" or ").join(band_title(band) for band in found.bands)
    result = _("usually {bands}").format(bands=titles)
    if found.now is not None and found.nearest is not None:
        a, b = (table.now[who].name for who in found.nearest)
        words = _("{a} and {b} are nearest: {band}")
        step = Step(
            label=words.format(a=a, b=b, band=band_title(found.now)),
            rule_id="CE-RNG-04",
            after=_("as usual") if found.fits else _("unusual"),
        )
        trace = Trace(title=_("Starting range"), steps=(step,), result=result)
    else:
        trace = Trace(title=_("Starting range"), result=result)
    yield from emit(Explained(trace=trace))
    return found


def _which_surroundings() -> Question:
    options = (
        Option("tight", _("Tight quarters"), effect=_("offices, ships, tunnels")),
        Option("outdoors", _("Outdoors")),
        Option("open", _("Open country"), effect=_("roads, plains, the sea")),
    )
    return Question(
        key="surroundings",
        recipient=None,
        title=_("Where does the fight begin?"),
        options=options,
        default=Answer(option="outdoors"),
        rule_ids=("CE-RNG-04",),
    )
