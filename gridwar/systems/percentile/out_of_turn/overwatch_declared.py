"""Overwatch as it is declared: a kill zone, an attack and a condition.

``overwatch_triggers`` has what meets the condition, ``overwatch_shot`` the shot.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Bearing,
    Candidates,
    Cell,
    ChoiceField,
    CombatantId,
    NumberField,
    Procedure,
    Role,
    StateEvent,
    Step,
    TextField,
    Variant,
    _,
    emit,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_modifiers import HITS_WORTH
from gridwar.systems.percentile.attacks.attack_records import AttackOrder
from gridwar.systems.percentile.attacks.burst_and_flurry import hit_rating
from gridwar.systems.percentile.attacks.kill_zones import squares_within
from gridwar.systems.percentile.attacks.legality_and_targets import foes_of, may_use
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.action_headings import FULL
from gridwar.systems.percentile.core.fight_state import (
    Overwatch,
    PercentileState,
    sheet_of,
    switches_of,
)
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon, weapon_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

Trigger = Literal["any_action", "move", "attack", "no_reactions", "declared"]
TRIGGERS: Final = {
    "any_action": _("whatever an enemy does there"),
    "move": _("an enemy moves there"),
    "attack": _("an enemy there attacks"),
    "no_reactions": _("an enemy there is out of Reactions"),
    "declared": _("only when its owner says so"),
}
_ARCS: Final = {"arc_30": 30.0, "arc_45": 45.0, "arc_60": 60.0, "arc_90": 90.0}


class OverwatchBegan(StateEvent):
    """Somebody waits to fire into a kill zone."""

    watch: Overwatch

    def on(self, rules: PercentileState) -> PercentileState:
        """Let them wait; a second one takes the first one's place."""
        left = tuple(one for one in rules.overwatches if one.owner != self.watch.owner)
        return rules.replace(overwatches=(*left, self.watch))


def _watching(*, arcs: bool) -> Callable[[Encounter, str], Iterator[Variant]]:
    """Return what offers Overwatch with each ranged weapon, its zone marked or an arc."""
    each = each_weapon(lambda weapon: weapon.kind == "ranged")

    def variants(encounter: Encounter, who: str) -> Iterator[Variant]:
        if (switches_of(encounter).overwatch_zone != "marked") is arcs:
            yield from each(encounter, who)

    return variants


_offered: Final = partial(
    offer,
    _("Overwatch: {weapon}"),
    icon="eye",
    group=FULL,
    role=Role.READY,
    price=priced("overwatch"),
    prepared=True,
)


def _fires_bursts(encounter: Encounter, command: KeepOverwatch) -> bool:
    weapon = weapon_of(encounter[command.actor], command.weapon)
    return weapon is not None and weapon.has_hits


def _ways_to_fire(encounter: Encounter, command: KeepOverwatch) -> dict[str, str]:
    burst = {"burst": _("Burst")} if _fires_bursts(encounter, command) else {}
    return {"standard_attack": _("Single shot"), **burst}


def _to_watch(encounter: Encounter, command: KeepOverwatch) -> dict[str | None, str]:
    others = others_of(encounter, command.actor)
    return {None: _("Any enemy")} | {one: encounter[one].name for one in others}


def _friends(encounter: Encounter, command: KeepOverwatch) -> dict[str | None, str]:
    """Return an attack on whom meets the condition.

    Rules: PC-ACT-10
    """
    own = encounter[command.actor]
    found: dict[str | None, str] = {None: _("Anybody")}
    for one in encounter.everyone():
        is_friend = one.id == own.id or encounter.are_allied(one.side, own.side)
        if is_friend and one.pos is not None:
            found[one.id] = one.name
    return found


@_offered(
    needs="cells",
    note=_("paint the kill zone"),
    each=_watching(arcs=False),
    candidates=lambda now, command: Candidates(
        cells=squares_within(now, command.actor, command.weapon)
    ),
)
@_offered(
    needs="bearing",
    id="overwatch_arc",
    note=_("turn the kill zone"),
    each=_watching(arcs=True),
)
class KeepOverwatch(Act):
    """Wait for somebody to do something in a kill zone, and fire at once.

    Without squares the zone is all within Maximum Distance, of the arc where one is turned.
    """

    weapon: str
    cells: frozenset[Cell] = frozenset()
    bearing_deg: Bearing | None = None
    action: Annotated[
        Literal["standard_attack", "burst"], ChoiceField(_("Fires"), _ways_to_fire)
    ] = "standard_attack"
    hits: Annotated[
        int,
        NumberField(
            _("Hits intended"),
            2,
            hit_rating,
            HITS_WORTH,
            when=lambda encounter, command: (
                command.action == "burst" and _fires_bursts(encounter, command)
            ),
        ),
    ] = Field(default=2, ge=1, le=30)
    condition: Annotated[Trigger, ChoiceField(_("When"), TRIGGERS)] = "any_action"
    watched: Annotated[CombatantId | None, ChoiceField(_("At"), _to_watch)] = None
    """The only one for whom it waits; None for any enemy."""
    ally: Annotated[
        CombatantId | None,
        ChoiceField(
            _("Attacks"), _friends, when=lambda _encounter, command: command.condition == "attack"
        ),
    ] = None
    """The only one an attack on whom counts; None for an attack on anybody."""
    words: Annotated[
        str,
        TextField(_("In own words"), _("the condition as you say it; fire whenever it is met")),
    ] = Field(default="", max_length=300)
    """The condition in the player's own words."""


@plays(KeepOverwatch)
def keep_overwatch(table: Table, command: KeepOverwatch) -> Procedure[None]:
    """Declare a kill zone, an attack and a condition, until the own next turn.

    Rules: PC-ACT-10, PC-ECO-02, PC-ECO-08
    """
    who = command.actor
    yield from may_act(table, who, "overwatch")
    hits = command.hits if command.action == "burst" else 1
    weapon = yield from may_use(table, AttackOrder(who, "", command.weapon, command.action, hits))
    text = _("Overwatch is kept with a ranged weapon.")
    yield from require(weapon.kind == "ranged", "not_a_ranged_weapon", text, "PC-ACT-10")
    width = _ARCS.get(switches_of(table.now).overwatch_zone)
    arc = None if width is None else (command.bearing_deg or 0.0, width)
    within = squares_within(table.now, who, command.weapon, arc)
    cells = within & command.cells if command.cells and arc is None else within
    text = _("No square of the kill zone is within Maximum Distance.")
    yield from require(bool(cells), "no_zone", text, "PC-ACT-10")
    text, watched = _("Only somebody else who stands can be watched."), command.watched
    can_watch = watched is None or watched in others_of(table.now, who)
    yield from require(can_watch, "nobody_to_watch", text, "PC-ACT-10")
    text, ally = _("Only somebody who stands can be attacked."), command.ally
    stands = ally is None or ally == who or ally in others_of(table.now, who)
    yield from require(stands, "nobody_to_guard", text, "PC-ACT-10")
    yield from pay(table, who, "overwatch")
    watch = Overwatch(
        owner=who,
        weapon=command.weapon,
        action=command.action,
        hits=hits,
        cells=tuple(sorted(cells)),
        condition=command.condition,
        watched=command.watched,
        ally=command.ally if command.condition == "attack" else None,
        words=command.words.strip(),
    )
    yield from emit(OverwatchBegan(watch=watch))
    yield from _tell(table, watch, weapon)


def _tell(table: Table, watch: Overwatch, weapon: PercentileWeapon) -> Procedure[None]:
    rule, way, words = "PC-ACT-10", row(watch.action).title, words_of(table.now, watch)
    if watch.action == "burst":
        way = _("{action}, {n} hits").format(action=way, n=watch.hits)
    steps = [
        Step(label=_("Fires"), rule_id=rule, after=f"{weapon.title}, {way}"),
        Step(label=_("When"), rule_id=rule, after=words),
        Step(label=_("Squares of the kill zone"), rule_id=rule, after=len(watch.cells)),
    ]
    if watch.watched is not None:
        name = table.now[watch.watched].name
        steps.append(Step(label=_("Waits for"), rule_id=rule, after=name))
    text = _("{who} is on Overwatch")
    yield from say(
        table, text, who=watch.owner, steps=tuple(steps), result=_("if {what}").format(what=words)
    )


def others_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those whom somebody could wait for by name: enemies first, then everybody else.

    Rules: PC-ACT-10
    """
    foes = foes_of(encounter, who)
    rest = (one for one in encounter.everyone() if one.pos is not None and not sheet_of(one).dead)
    return (*foes, *(one.id for one in rest if one.id != who and one.id not in foes))


def words_of(encounter: Encounter, watch: Overwatch) -> str:
    """Return the condition of an Overwatch in words: the owner's own where there are any.

    Rules: PC-ACT-10
    """
    if watch.words:
        return watch.words
    if watch.ally is not None and watch.ally in encounter:
        return _("an enemy there attacks {name}").format(name=encounter[watch.ally].name)
    return TRIGGERS.get(watch.condition, watch.condition)
