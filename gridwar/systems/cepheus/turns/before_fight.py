"""Before the fight: who knows of whom, walking away, a range to begin at (``start.toml``)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Struct

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import (
    Act,
    Command,
    Encounter,
    FrozenMap,
    Option,
    Procedure,
    Record,
    Role,
    StateEvent,
    Step,
    Variant,
    choose,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
    stand_at,
)
from gridwar.engine.perception.light_of_fight import brightest_on
from gridwar.model.zones import Light
from gridwar.systems.cepheus.attacks.reactions import BecameAware
from gridwar.systems.cepheus.core.fight_state import is_aware_of, sheet_of, switches_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID
from gridwar.systems.cepheus.core.offers_and_headings import BY_THE_GM, for_people, offer_by_gm
from gridwar.systems.cepheus.positions.range_bands import (
    Band,
    band_of,
    band_table,
    band_title,
    distance_between,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Table
    from gridwar.engine.perception.light_of_fight import LightOn

Surroundings = Literal["tight", "outdoors", "open"]
_SURROUNDINGS: Final[tuple[Surroundings, ...]] = ("tight", "outdoors", "open")


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
    nearest: tuple[str, ...] = ()
    """The two of them who are nearest; nobody where no two of different sides are there."""
    or_less: bool = False
    """The bands are all up to what the darkness allows."""
    light_reason: str = ""
    """What makes it so dark."""

    @property
    def fits(self) -> bool:
        """Return whether they stand as suggested."""
        return self.now in self.bands


@for_people
def _not_begun(encounter: Encounter, who: str) -> Iterable[Variant]:
    del who
    return () if encounter.round else (Variant(),)


# --- starting range -----------------------------------------------------------------------------


@offer_by_gm(_("Suggest a starting range"), id="starting_range", icon="ruler", each=_not_begun)
class SuggestRange(Command):
    """Look up the range at which a fight usually begins, and how far apart the sides are."""

    surroundings: Surroundings | Literal["ask"] = "ask"


def starting_bands(surroundings: Surroundings, light: Light) -> tuple[Band, ...]:
    """Return the bands at which a fight usually begins; too far for the light: all up to its limit.

    Rules: CE-RNG-04
    """
    usual, most = table_of_starts().usual[surroundings], _most_seen(light)
    order = [row.id for row in band_table().bands]
    if all(order.index(one) <= order.index(most) for one in usual):
        return usual
    return tuple(order[: order.index(most) + 1])


def _most_seen(light: Light) -> Band:
    """Return the furthest band at which people see each other."""
    limits = table_of_starts().darkness
    if light is Light.BRIGHT:
        return band_table().bands[-1].id
    return limits["dark" if light is Light.DARK else "low"]


def advice(encounter: Encounter, surroundings: Surroundings) -> Advice:
    """Return the usual range, and the band between the nearest members of two sides.

    Rules: CE-RNG-04
    """
    pairs = sorted(_apart(encounter))
    light = _light_on_any(encounter, pairs[0][1:] if pairs else ())
    bands = starting_bands(surroundings, encounter.map.light if light is None else light.level)
    or_less = bands != table_of_starts().usual[surroundings]
    reason = light.reason if light is not None and or_less else ""
    if not pairs:
        return Advice(bands, None, or_less=or_less, light_reason=reason)
    _metres, a, b = pairs[0]
    found = distance_between(encounter, a, b)
    assert found is not None
    return Advice(bands, band_of(found, switches_of(encounter)), (a, b), or_less, reason)


def _light_on_any(encounter: Encounter, ids: tuple[str, ...]) -> LightOn | None:
    """Return the best light that any of them stands in: who is lit is seen by the others."""
    stands = [stand for who in ids if (stand := stand_at(encounter, who)) is not None]
    cells = [cell for stand in stands for cell in stand.cells]
    return brightest_on(encounter, cells) if cells else None


def _apart(encounter: Encounter) -> Iterator[tuple[float, str, str]]:
    people = [one for one in encounter.everyone() if not is_gone(encounter, one.id)]
    for number, one in enumerate(people):
        for other in people[number + 1 :]:
            found = distance_between(encounter, one.id, other.id)
            if found is not None and encounter.are_foes(one.side, other.side):
                yield found.metres, one.id, other.id


@plays(SuggestRange)
def suggest_range(table: Table, command: SuggestRange) -> Procedure[Advice]:
    """Say at which range a fight usually begins here; nothing is enforced.

    Rules: CE-RNG-04
    """
    surroundings = command.surroundings
    if surroundings == "ask":
        options = (
            Option("tight", _("Tight quarters"), effect=_("offices, ships, tunnels")),
            Option("outdoors", _("Outdoors")),
            Option("open", _("Open country"), effect=_("roads, plains, the sea")),
        )
        chosen = yield from choose(
            table,
            _("Where does the fight begin?"),
            options,
            "CE-RNG-04",
            key="surroundings",
            whom=None,
            default="outdoors",
        )
        answer: Surroundings = next(one for one in _SURROUNDINGS if one == chosen)
        surroundings = answer
    found = advice(table.now, surroundings)
    titles = _(" or ").join(band_title(band) for band in found.bands)
    if found.or_less:
        titles = _("{band} or less").format(band=band_title(found.bands[-1]))
    steps: tuple[Step, ...] = ()
    if found.now is not None:
        a, b = (table.now[who].name for who in found.nearest)
        words = _("{a} and {b} are nearest: {band}")
        label = words.format(a=a, b=b, band=band_title(found.now))
        fits = _("as usual") if found.fits else _("unusual")
        steps = (Step(label=label, rule_id="CE-RNG-04", after=fits),)
    if found.light_reason:
        steps += (Step(label=_("Light"), rule_id="CE-RNG-04", source=found.light_reason),)
    result = _("usually {bands}").format(bands=titles)
    yield from say(table, _("Starting range"), tone="plain", steps=steps, result=result)
    return found


# --- awareness ----------------------------------------------------------------------------------


@for_people
def _knows_not_all(encounter: Encounter, who: str) -> Iterable[Variant]:
    foes = _foes(encounter, who)
    return (Variant(),) if len(known_foes(encounter, who)) < len(foes) else ()


@offer_by_gm(
    _("Becomes aware of somebody"),
    icon="eye",
    needs="combatant",
    note=_("by the GM's word"),
    each=_knows_not_all,
)
class Notice(Act):
    """Let somebody become aware of an enemy (the GM's word)."""

    target: str


@plays(Notice)
def notice(table: Table, command: Notice) -> Procedure[None]:
    """Let somebody become aware of an enemy.

    Rules: CE-RND-01, CE-INI-02
    """
    who, target = command.actor, command.target
    new = target in table.now and target != who and not _knows(table.now, who, target)
    text = _("{who} knows of that one already.")
    yield from require(new, "aware", text, "CE-INI-02", waivable=False, who=who)
    yield from emit(BecameAware(who=who, of=target))
    yield from say(table, _("{who} notices {target}"), who=who, target=target)


def known_foes(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the foes somebody knows of.

    Rules: CE-RND-01, CE-INI-02
    """
    return tuple(foe for foe in _foes(encounter, who) if _knows(encounter, who, foe))


def _foes(encounter: Encounter, who: str) -> tuple[str, ...]:
    side = encounter[who].side
    return tuple(one.id for one in encounter.everyone() if encounter.are_foes(one.side, side))


def _knows(encounter: Encounter, who: str, other: str) -> bool:
    return is_aware_of(sheet_of(encounter[who]), other)


# --- walking away -------------------------------------------------------------------------------


@offer(
    _("Walk away without a fight"),
    icon="footprints",
    group=BY_THE_GM,
    role=Role.LEAVE,
    each=_not_begun,
)
class WalkAway(Act):
    """Do not fight at all, as long as the others know nothing of it; for all of the side."""


@sets("left", of="side")
class WalkedAway(StateEvent):
    """A side left before there was a fight."""

    side: str


@plays(WalkAway)
def walk_away(table: Table, command: WalkAway) -> Procedure[None]:
    """Leave without a fight: all of the side know of the others, and none of them of the side.

    Rules: CE-INI-03
    """
    now, side = table.now, table.now[command.actor].side
    text = _("The fight has begun already.")
    yield from require(now.round == 0, "begun", text, "CE-INI-03")
    mine = [one.id for one in now.everyone() if now.are_allied(one.side, side)]
    foes = _foes(now, command.actor)
    aware = all(any(_knows(now, one, foe) for foe in foes) for one in mine)
    text = _("Not all of this side know of the others.")
    yield from require(bool(foes) and aware, "unaware", text, "CE-INI-03")
    watching = [foe for foe in foes if any(_knows(now, foe, one) for one in mine)]
    text = _("{who} knows of them.")
    yield from require(not watching, "seen", text, "CE-INI-03", who=next(iter(watching), ""))
    name = now.sides[side].name if side in now.sides else side
    title = _("{side} walk away: there is no fight").format(side=name)
    yield from emit(WalkedAway(side=side))
    steps = (Step(label=title, rule_id="CE-INI-03"),)
    yield from say(table, title, tone="plain", steps=steps)
