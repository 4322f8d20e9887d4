"""What is readied cuts in: at what somebody else declares, and at each step they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Option,
    Procedure,
    Target,
    call,
    choose,
    choose_cell,
    play,
    reason_to_begin,
    system_at,
)
from gridwar.systems.arrgs.actions.offers import AT_TRIGGER, OFFERED, Manoeuvre, Offered
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, begin, finish, wasted
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.riders import mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import cannot_act, sheet_of
from gridwar.systems.arrgs.core.tables import readied_words
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.spells.casting import spell_price
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter, Need, StepTaken, Table, Variant
    from gridwar.systems.arrgs.actions.prices import Price

WINDOW: Final = "readied"
PASS: Final = "pass"
COUNTERSPELL: Final = "counterspell"
"""The manoeuvre of which the weapon is the spell of somebody else."""


class Trigger(Struct, frozen=True):
    """What may have been waited for: who waits, and who declares or takes a step."""

    who: str
    other: str


class Chance(Struct, frozen=True):
    """One thing that could be done now: a manoeuvre, and whom it is aimed at, if at anybody."""

    offered: Offered
    variant: Variant
    target: str = ""

    @property
    def id(self) -> str:
        """Tells it from the others."""
        return "@".join(filter(None, (self.offered.id, self.variant.key, self.target)))

    @property
    def need(self) -> Need | None:
        """What has still to be chosen on the map."""
        return next(iter(self.offered.needs), None)

    def command(self, who: str, chosen: Target | None = None) -> Command:
        """Return the command, with what was chosen."""
        fields: dict[str, object] = {"actor": who, **self.variant.fields}
        if self.need is not None:
            target = chosen or Target(combatant=self.target)
            fields[self.offered.needs[self.need]] = target.chosen(self.need)
        return self.offered.command.model_validate(fields)


def before_command(table: Table, command: Command) -> Procedure[bool]:
    """Let those who have readied something act before a manoeuvre that somebody declares.

    What they make impossible is spent.

    Rules: AR-MNV-13, AR-ACT-06, AR-OPP-06
    """
    if not isinstance(command, Manoeuvre) or isinstance(command, Ready):
        return True
    payer = command.actor
    if isinstance(command, Sidestep | Withdraw):
        payer = payer_of(table.now, mover_of(table.now, payer))
    acted = yield from cut_in(table, command.actor)
    refusal = reason_to_begin(table, command) if acted and payer in table.now else None
    price = None if refusal is None else _price(table.now, command)
    if refusal is None or price is None:
        return True
    begun = yield from begin(table, payer, price)
    if not isinstance(begun, Lost):
        yield from wasted(table, payer, "AR-MNV-13", refusal.text)
        yield from finish(table, begun)
    return False


def _price(encounter: Encounter, command: Manoeuvre) -> Price | None:
    """Return what a declared manoeuvre takes; None for what is played at the GM's word alone.

    Rules: AR-MNV-13, AR-VIT-03
    """
    offered = next((one for one in OFFERED if one.command is type(command)), None)
    if offered is None:
        return None
    price = offered.cost(encounter, command)
    own = "" if offered.key == COUNTERSPELL else getattr(command, "weapon", "")
    weapon = sheet_of(encounter[command.actor]).weapon(own)
    return price if weapon is None else spell_price(encounter, price, weapon)


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let those who have readied something act before a step that somebody takes of their own.

    False once whoever goes, or steers what goes, cannot go on.

    Rules: AR-MNV-13, AR-ACT-06, AR-OPP-06, AR-MOV-08
    """
    mover = step.mover
    payer = mover if step.forced else payer_of(table.now, mover)
    if not step.forced:
        yield from cut_in(table, mover)
    if opportunities.is_stopped(table.now, mover, moving=not step.forced):
        return False
    return step.forced or not opportunities.is_stopped(table.now, payer, moving=False)


def cut_in(table: Table, other: str) -> Procedure[bool]:
    """Ask everybody in turn who has readied something, but for whoever acts; True if any act.

    Rules: AR-MNV-13
    """
    acted = False
    for who in initiative_order(table.now):
        if who in (other, table.now.turn) or who not in table.now or cannot_act(table.now[who]):
            continue
        waiting = sheet_of(table.now[who]).readied
        if waiting is not None and waiting.manoeuvre and other in table.now:
            acts = yield from call(_ask, Trigger(who, other), key=f"readied of {who}")
            acted = acted or acts
    return acted


def _ask(table: Table, trigger: Trigger) -> Procedure[bool]:
    who, waiting = trigger.who, sheet_of(table.now[trigger.who]).readied
    looked, found = table.now, tuple(_chances(table, trigger))
    if waiting is None or not found:
        return False

    def chances() -> tuple[Chance, ...]:
        return found if table.now is looked else tuple(_chances(table, trigger))

    chosen = yield from choose(
        table,
        _("{other} acts: does {whom} cut in?"),
        lambda: (
            Option(PASS, _("Go on waiting")),
            *(_option(table.now, one) for one in chances()),
        ),
        "AR-MNV-13",
        "AR-ACT-06",
        key="cut in",
        whom=who,
        info=readied_words(waiting),
        window=WINDOW,
        cell=table.now[trigger.other].pos,
        other=trigger.other,
    )
    chance = next((one for one in chances() if one.id == chosen), None)
    if chance is None:
        return False
    command = yield from _complete(table, who, chance)
    yield from play(command, key="readied")
    return True


def _option(encounter: Encounter, chance: Chance) -> Option:
    variant, offered = chance.variant, chance.offered
    title = variant.title or offered.title
    title = title.format(**variant.names) if variant.names else title
    if chance.target:
        words = _("{what} at {name}")
        title = words.format(what=title, name=encounter[chance.target].name)
    return Option(chance.id, title)


def _chances(table: Table, trigger: Trigger) -> Iterator[Chance]:
    """Yield all that the readied manoeuvre can be now; whoever acts is the first to aim at."""
    who = trigger.who
    for offered in OFFERED:
        for variant in offered.at_the_trigger(table.now, who):
            chance = Chance(offered, variant)
            if chance.need == "combatant":
                people = offered.candidates(table.now, who, variant).who
                aims = [Chance(offered, variant, one) for one in people]
                first = sorted(aims, key=lambda one: (one.target != trigger.other, one.target))
                yield from (one for one in first if _may(table, one.command(who)))
            elif chance.need is None:
                yield from (chance,) if _may(table, chance.command(who)) else ()
            elif any(True for _target in _targets(table, who, chance)):
                yield chance


def _may(table: Table, command: Command) -> bool:
    return reason_to_begin(table, command) is None


def _targets(table: Table, who: str, chance: Chance) -> Iterator[Target]:
    """Yield the squares that something can be used on, or the ways that can be gone."""
    found = _ways(table, who, chance) if chance.need == "path" else _squares(table, who, chance)
    yield from (target for target in found if _may(table, chance.command(who, target)))


def _squares(table: Table, who: str, chance: Chance) -> Iterator[Target]:
    cells = chance.offered.candidates(table.now, who, chance.variant).cells
    yield from (Target(cell=cell) for cell in sorted(cells))


def _ways(table: Table, who: str, chance: Chance) -> Iterator[Target]:
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.reach import reach
    from gridwar.grid.movement.routes import Route

    start = table.now[who].pos
    movement = system_at(table).board.movement(table.now, who, AT_TRIGGER + chance.offered.id)
    if start is None or not movement.zones:
        return
    graph, budget = LazyGrid(movement.ground, movement.rule), movement.zones[0].limit
    found = reach(graph, start, budget, movement.may_end, one_step=movement.one_step)
    cells = (cell for part in found.zones([budget]) for cell in part if cell != start)
    for cell in sorted(cells):
        way = found.route_to(cell)
        if isinstance(way, Route) and movement.ground.may_stop(cell):
            yield Target(cell=cell, path=way.cells[1:])


def _complete(table: Table, who: str, chance: Chance) -> Procedure[Command]:
    if chance.need in (None, "combatant"):
        return chance.command(who)
    targets = {one.cell: one for one in _targets(table, who, chance) if one.cell is not None}
    cell = yield from choose_cell(
        table,
        _("{whom}: where?"),
        frozenset(targets),
        "AR-MNV-13",
        key="where",
        whom=who,
        default=min(targets),
    )
    return chance.command(who, targets[cell])
