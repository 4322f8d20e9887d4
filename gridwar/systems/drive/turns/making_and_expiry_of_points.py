"""Points: made on the own turn, given by the GM, and gone when their time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from gridwar.engine.kit import (
    Act,
    Command,
    Number,
    NumberField,
    Procedure,
    Role,
    Step,
    Variant,
    committed,
    emit,
    offer,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.drive.core.action_headings import BY_THE_GM, POINTS
from gridwar.systems.drive.core.conditions import must_be_able, warn_who_only_thinks
from gridwar.systems.drive.core.events import (
    AuraStored,
    BubbleGone,
    BubbleTimed,
    PoolPoints,
    ShieldSwitched,
    SourceTimed,
    points_changed,
)
from gridwar.systems.drive.core.fight_state import points_of, state_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.shield_aura_gravity import MOST_OFFERED, Aura, PointSource, Shield
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Event, Table
    from gridwar.systems.drive.core.shield_aura_gravity import Span

Place = Literal["shields", "gravity", "auras"]
"""Among what of a sheet a source stands."""
KINDS: Final[dict[Place, str]] = {
    "shields": _("shield"),
    "gravity": _("pseudogravity"),
    "auras": _("aura"),
}
USUAL: Final = 10
"""How many points are made where nobody says."""


def sources_of(encounter: Encounter, who: str) -> tuple[tuple[Place, PointSource], ...]:
    """Return all sources of points on a sheet, with the list that each stands in."""
    sheet = sheet_of(encounter[who])
    return (
        *(("shields", one) for one in sheet.shields),
        *(("gravity", one) for one in sheet.gravity),
    )


def stores_of(encounter: Encounter, who: str) -> tuple[tuple[Place, PointSource | Aura], ...]:
    """Return all that somebody makes points for, auras last, with the list that each stands in."""
    auras = sheet_of(encounter[who]).auras
    return (*sources_of(encounter, who), *(("auras", one) for one in auras))


def store_of(encounter: Encounter, command: MakePoints) -> tuple[Place, PointSource | Aura] | None:
    """Return what a command makes points for, with the list that it stands in; None for nothing.

    Shields, pseudogravity and auras have names of their own: the same device may be all three.

    Rules: DR-SHD-19, DR-PSG-04, DR-AUR-01
    """
    named = [each for each in stores_of(encounter, command.actor) if each[1].id == command.source]
    if command.place is None:
        named.sort(key=lambda each: each[0] != "auras")
    return next((each for each in named if command.place in (each[0], None)), None)


def stored_in(encounter: Encounter, store: PointSource | Aura) -> int:
    """Return what a source or an aura holds now."""
    return store.stored if isinstance(store, Aura) else points_of(encounter, store)


def _makes(encounter: Encounter, who: str) -> Iterator[Variant]:
    for place, one in stores_of(encounter, who):
        now = stored_in(encounter, one)
        yield Variant(
            f"{place} {one.id}",
            fields={"source": one.id, "place": place, "points": _usual(now, one.maximum)},
            names={"source": one.id, "kind": KINDS[place]},
            icon="sparkles" if place == "auras" else None,
        )


def _usual(now: int, maximum: int | None) -> int:
    """Return how many points are proposed: what there is still room for, ten at most."""
    return USUAL if maximum is None else max(1, min(USUAL, maximum - now))


def _room(encounter: Encounter, command: MakePoints) -> int:
    """Return how many points could be made."""
    found = store_of(encounter, command)
    maximum: int | None = None if found is None else found[1].maximum
    if found is None or maximum is None:
        return MOST_OFFERED
    return max(1, maximum - stored_in(encounter, found[1]))


def _cost_words(encounter: Encounter, command: MakePoints) -> str:
    found = store_of(encounter, command)
    if found is None or isinstance(found[1], Aura):
        return ""
    return f"{found[1].cost_of(command.points)} {found[1].resource or _('of what they cost')}"


@offer(
    _("Make points: {source}"),
    icon="plus",
    group=POINTS,
    role=Role.READY,
    note="{kind}",
    each=_makes,
    prepared=True,
)
class MakePoints(Act):
    """Make points for one of one's own sources, or store damage in an aura, on one's own turn."""

    source: str
    points: Annotated[Number, NumberField(_("Points"), 1, _room, _cost_words)] = USUAL
    place: Place | None = None
    """Among what it stands; None: the first of its name, auras before shields."""


@plays(MakePoints)
def make_points(table: Table, command: MakePoints) -> Procedure[None]:
    """Charge a source, or the pool it draws on, up to what it holds at most.

    Rules: DR-SHD-18, DR-SHD-19, DR-PSG-04, DR-AUR-01
    """
    who, points = command.actor, command.points
    yield from must_be_able(table, who)
    text = _("Points are made on one's own turn only.")
    is_own = table.now.turn == who
    yield from require(is_own, "not_own_turn", text, "DR-SHD-19", "DR-PSG-04")
    text = _("Make at least one point.")
    yield from require(points > 0, "no_points_made", text, waivable=False)
    text = _("{who} has no such source.")
    found = store_of(table.now, command)
    place, store = yield from required(found, "no_source", text, who=who)
    before = stored_in(table.now, store)
    name, most = store.id, store.maximum
    fits = most is None or before + points <= most
    text = _("{name} holds {most} at most, {now} now.")
    yield from require(fits, "too_many", text, "DR-AUR-01", name=name, most=most, now=before)
    yield from committed()
    yield from warn_who_only_thinks(table, who)
    if isinstance(store, Aura):
        yield from emit(AuraStored(who=who, aura=store.id, by=points))
        step = Step(label=store.id, rule_id="DR-AUR-01", before=before, after=before + points)
        yield from say(table, _("{who} stores damage"), who=who, steps=(step,))
        return
    yield from emit(*_made(who, place, store, points))
    label = store.resource or _("cost")
    step = Step(label=label, rule_id="DR-SHD-19", after=store.cost_of(points), source=store.id)
    text, result = _("{who} makes points for {source}"), f"{before} \u2192 {before + points}"
    yield from say(table, text, who=who, source=store.id, steps=(step,), result=result)


def _made(who: str, place: str, source: PointSource, points: int) -> Iterator[Event]:
    yield points_changed(who, source, points, place)
    if source.lasts == "rounds":
        yield SourceTimed(who=who, source=source.id, rounds_left=source.rounds, of=place)
    if isinstance(source, Shield) and not source.active:
        yield ShieldSwitched(who=who, shield=source.id, active=True)


def _pools(encounter: Encounter, who: str) -> Iterator[Variant]:
    del who
    state = state_of(encounter)
    for name in state.pools:
        yield Variant(name, fields={"pool": name}, names={"pool": name})


def _emptied(encounter: Encounter, command: ChangePoolPoints) -> int:
    """Return the change that leaves nothing in the pool."""
    return -state_of(encounter).pools.get(command.pool, 0)


def _now_in(encounter: Encounter, command: ChangePoolPoints) -> str:
    return _("{n} now").format(n=-_emptied(encounter, command))


@offer(
    _("Points of the pool {pool}"),
    icon="droplets",
    group=BY_THE_GM,
    role=Role.OTHER,
    each=_pools,
    prepared=True,
)
class ChangePoolPoints(Command):
    """Change what is in a shared pool, at the GM's word."""

    pool: str
    by: Annotated[Number, NumberField(_("More or fewer"), _emptied, MOST_OFFERED, _now_in)] = 10


@plays(ChangePoolPoints)
def change_pool(table: Table, command: ChangePoolPoints) -> Procedure[None]:
    """Add to a shared pool, or take from it.

    Rules: DR-SHD-18
    """
    before = state_of(table.now).pools.get(command.pool, 0)
    yield from emit(PoolPoints(pool=command.pool, by=command.by))
    after = state_of(table.now).pools.get(command.pool, 0)
    step = Step(label=command.pool, rule_id="DR-SHD-18", before=before, after=after)
    yield from say(table, _("The pool {pool}"), pool=command.pool, steps=(step,), result=str(after))


def expire(table: Table, who: str, span: Span) -> Procedure[None]:
    """Let points end whose time is up, at the start or the end of their bearer's turn.

    Rules: DR-SHD-01, DR-SHD-19, DR-PSG-04
    """
    due = [
        (place, one)
        for place, one in sources_of(table.now, who)
        if one.lasts == span and (span == "turn_end" or one.rounds_left is not None)
    ]
    for place, source in due:
        left = (source.rounds_left or 1) - 1
        if span == "rounds" and left:
            timed = SourceTimed(who=who, source=source.id, rounds_left=left, of=place)
            yield from emit(timed)
            continue
        yield from _run_out(table, who, place, source)


def _run_out(table: Table, who: str, place: Place, source: PointSource) -> Procedure[None]:
    left = points_of(table.now, source)
    if source.rounds_left is not None:
        yield from emit(SourceTimed(who=who, source=source.id, rounds_left=None, of=place))
    if isinstance(source, Shield) and source.active and source.lasts == "rounds":
        yield from emit(ShieldSwitched(who=who, shield=source.id, active=False))
    if not left:
        return
    yield from emit(points_changed(who, source, -left, place))
    step = Step(label=source.id, rule_id="DR-SHD-19", before=left, after=0)
    yield from say(table, _("{who}'s points run out"), who=who, steps=(step,))


def expire_fixed(table: Table) -> Procedure[None]:
    """Let bubbles at fixed points end with their rounds, counted when a round begins.

    Rules: DR-SHD-01
    """
    standing = [
        (one.id, points_of(table.now, one), (one.rounds_left or one.rounds) - 1)
        for one in state_of(table.now).bubbles
        if one.lasts == "rounds"
    ]
    for bubble, points, left in standing:
        if left:
            yield from emit(BubbleTimed(bubble=bubble, rounds_left=left))
            continue
        yield from emit(BubbleGone(bubble))
        step = Step(label=bubble, rule_id="DR-SHD-01", before=points, after=0)
        yield from say(table, _("{bubble} runs out"), bubble=bubble, steps=(step,))
