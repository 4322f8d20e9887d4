"""Using pseudogravity: commit the points, see what silencing and weight leave of them, move."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Cell,
    CombatantId,
    CommandTicks,
    EachField,
    Number,
    NumberField,
    Procedure,
    Role,
    Step,
    Variant,
    call,
    committed,
    emit,
    must_exist,
    offer,
    plays,
    require,
    required,
    say,
    settable_if,
)
from gridwar.model.events_combatants import EffectAdded
from gridwar.model.geometry import footprint
from gridwar.systems.drive.core.action_headings import GRAVITY
from gridwar.systems.drive.core.conditions import (
    GLOW,
    SOUND,
    effect_of,
    may_act,
    warn_who_only_thinks,
)
from gridwar.systems.drive.core.events import GravityEffectBegan, points_changed
from gridwar.systems.drive.core.fight_state import points_of
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of
from gridwar.systems.drive.pseudogravity.carrying_the_target import (
    Pull,
    carry,
    leaves_defence,
    may_move,
    reach_offered,
    take_in_hand,
    where_to,
)
from gridwar.systems.drive.pseudogravity.silencing_and_weight import Lift, effective_weight, lift_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.combatant import EffectEnd
    from gridwar.systems.drive.core.shield_aura_gravity import GravitySource

MOST_RISE: Final = 1000
"""Squares up that a command may name."""
_GLOWS: Final[dict[str, EffectEnd]] = {
    "next_turn": "turn_start",
    "round_end": "round_end",
    "gm_clears": "never",
}
"""When the glow of a user ends, by the house rule."""


class GravityResult(Struct, frozen=True):
    """What came of a use of pseudogravity."""

    target: str
    lift: Lift
    sound_on: tuple[str, ...]
    moved_to: Cell | None = None


def points_for(encounter: Encounter, command: UsePseudogravity) -> int:
    """Return the points to spend: those named, else what the weight takes, else all there are.

    Rules: DR-PSG-04, DR-PSG-05
    """
    source = gravity_of(encounter[command.actor], command.source)
    if command.points is not None or source is None:
        return command.points or 0
    return max(1, min(enough_for(encounter, command, source), points_of(encounter, source)))


def enough_for(encounter: Encounter, command: UsePseudogravity, source: GravitySource) -> int:
    """Return the points that move somebody who does not resist, where nothing silences.

    Rules: DR-PSG-05
    """
    holder = _holder(encounter, command)
    return ceil(effective_weight(encounter, holder, holder) * source.fraction)


def _holder(encounter: Encounter, command: UsePseudogravity) -> str:
    """Return who or what is really lifted: whoever holds an item, wherever that is to end.

    Rules: DR-PSG-02, DR-PSG-03
    """
    target = command.target
    if sheet_of(encounter[target]).form != "object":
        return target
    links = sheet_of(encounter[target]).links
    holders = (link.other_id for link in links if link.kind == "held_by")
    holder = next((who for who in holders if who in encounter), None)
    return target if holder is None else holder


def _is_known(encounter: Encounter, command: UsePseudogravity) -> bool:
    is_there = command.target in encounter
    return is_there and gravity_of(encounter[command.actor], command.source) is not None


def _source_of(encounter: Encounter, command: UsePseudogravity) -> GravitySource:
    source = gravity_of(encounter[command.actor], command.source)
    assert source is not None  # known
    return source


def _most(encounter: Encounter, command: UsePseudogravity) -> int:
    return max(1, points_of(encounter, _source_of(encounter, command)))


def _enough(encounter: Encounter, command: UsePseudogravity) -> str:
    """Return how many points move somebody, as far as their user can tell beforehand.

    Rules: DR-PSG-04, DR-PSG-15
    """
    words = _("{n} are enough, if nothing hampers them")
    return words.format(n=enough_for(encounter, command, _source_of(encounter, command)))


def _up(encounter: Encounter, command: UsePseudogravity) -> int:
    """Return how many squares up the target is."""
    return round(encounter[command.target].altitude / encounter.map.scale.cell_size)


def _up_now(encounter: Encounter, command: UsePseudogravity) -> str:
    up = _up(encounter, command)
    return _("it is {n} up now").format(n=up) if up else ""


def _limits(encounter: Encounter, command: UsePseudogravity) -> Iterator[CommandTicks]:
    """Yield what the GM may say of the way: into group defence, past it, into the user's hand.

    Rules: DR-PSG-09, DR-PSG-10, DR-PSG-11
    """
    rows = [("into_defence", _("into group defence")), ("past_defence", _("past group defence"))]
    if sheet_of(encounter[command.target]).form == "object":
        rows.append(("into_hand_of", _("into the user's hand")))
    yield CommandTicks(
        "limits",
        _("It would go"),
        tuple(rows),
        frozenset(name for name, _words in rows if getattr(command, name)),
        lambda ticked: command.replace(
            into_defence="into_defence" in ticked,
            past_defence="past_defence" in ticked,
            into_hand_of=command.actor if "into_hand_of" in ticked else None,
        ),
    )


def _sources(encounter: Encounter, actor: str) -> Iterator[Variant]:
    for one in sheet_of(encounter[actor]).gravity:
        yield Variant(one.id, fields={"source": one.id}, names={"source": one.id})


@settable_if(_is_known)
@offer(
    _("Pseudogravity: {source}"),
    icon="move-up",
    group=GRAVITY,
    role=Role.OTHER,
    needs="combatant",
    each=_sources,
    prepared=True,
)
class UsePseudogravity(Act):
    """Spend points to hold, lift or move somebody or something from afar."""

    target: str
    source: str
    points: Annotated[
        Number | None,
        NumberField(_("Points"), 1, _most, _enough, now=points_for),
    ] = None
    """None: as many as are enough for the weight, if nothing hampers them and they are there."""
    held_item: bool = False
    """An item in the target's hand is aimed at: that is the target itself."""
    to: Cell | None = None
    """Where to; asked once it is known to work."""
    rise: Annotated[
        int,
        NumberField(
            _("Squares up"),
            lambda *of: min(-_up(*of), 0),
            lambda *of: reach_offered(_source_of(*of)),
            _up_now,
        ),
    ] = Field(default=0, ge=-MOST_RISE, le=MOST_RISE)
    """How many squares up, at its square or on the way to the new one."""
    into_defence: Annotated[bool, EachField(_("It would go"), _limits)] = False
    past_defence: bool = False
    into_hand_of: CombatantId | None = None
    lasting: str = ""
    """The name of an effect that stays in place."""


@plays(UsePseudogravity)
def use_pseudogravity(table: Table, command: UsePseudogravity) -> Procedure[GravityResult]:
    """Fix and spend the points, then compare them with the weight, then move.

    Rules: DR-PSG-01, DR-PSG-02, DR-PSG-03, DR-PSG-04, DR-PSG-15
    """
    user = command.actor
    yield from may_act(table, user)
    found = gravity_of(table.now[user], command.source)
    text = _("{who} has no such source.")
    source = yield from required(found, "no_gravity_source", text, who=user)
    yield from must_exist(table, command.target)
    there, points = points_of(table.now, source), points_for(table.now, command)
    text = _("Spend at least one point.")
    yield from require(points > 0, "no_points_spent", text, waivable=False)
    text = _("There are {n} points.")
    yield from require(points <= there, "points", text, "DR-PSG-04", n=there)
    if command.into_hand_of is not None:
        yield from must_exist(table, command.into_hand_of)
    target = _holder(table.now, command)
    moves = target if command.into_hand_of is None else command.target
    to = command.to
    pull = Pull(
        user,
        source.id,
        moves,
        to,
        command.rise,
        into_defence=command.into_defence,
        out_of_defence=leaves_defence(table.now, moves, to, command.rise),
        past_defence=command.past_defence,
        into_hand_of=command.into_hand_of,
    )
    yield from _must_stay_on_map(table, command)
    yield from may_move(table, pull)
    yield from committed()
    yield from warn_who_only_thinks(table, user)
    yield from emit(points_changed(user, source, -points, "gravity"))
    step = Step(label=source.id, rule_id="DR-PSG-04", before=there, after=there - points)
    text = _("{who} spends {n} points on {whom}")
    yield from say(table, text, who=user, whom=target, n=points, steps=(step,))
    lift = yield from call(lift_of, (user, target, source.id, points), key="lift")
    sounds = yield from _glow(table, user, target)
    moved_to = None
    if lift.works:
        if command.lasting:
            yield from emit(GravityEffectBegan(who=target, effect=command.lasting))
        if command.into_hand_of is not None:
            to = yield from take_in_hand(table, moves, command.into_hand_of)
            pull = replace(pull, rise=0)
        elif to is None:
            to = yield from where_to(table, pull)
        moved_to = yield from carry(table, pull, to)
    return GravityResult(target, lift, sounds, moved_to)


def _must_stay_on_map(table: Table, command: UsePseudogravity) -> Procedure[None]:
    """Refuse a square beyond the map, for all that the target covers."""
    if command.to is None:
        return
    size = table.now[command.target].size
    is_there = all(map(table.now.map.contains, footprint(command.to, size)))
    yield from require(is_there, "off_map", _("That is off the map."), waivable=False)


def _glow(table: Table, user: str, target: str) -> Procedure[tuple[str, ...]]:
    """Let the user glow at low Stealth, and both be heard, whether or not it worked (P7).

    Rules: DR-PSG-16, DR-PSG-17
    """
    duration = switches_of(table.now).pg_glow_duration
    whose, ends = user if duration == "next_turn" else None, _GLOWS[duration]
    yield from emit(EffectAdded(who=user, effect=effect_of(GLOW, ends, whose)))
    sounds = tuple(dict.fromkeys((user, target)))
    yield from emit(*(EffectAdded(who=one, effect=effect_of(SOUND, ends, whose)) for one in sounds))
    step = Step(label=_("Dim light, low Stealth"), rule_id="DR-PSG-16")
    text = _("{who} glows, a sound gives both away, and wind stirs")
    yield from say(table, text, who=user, steps=(step,))
    return sounds
