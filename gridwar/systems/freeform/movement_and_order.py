"""What freeform plays: how cells count, moving, the order by hand, turns one after the other."""

from __future__ import annotations

from typing import ClassVar, Final

from gridwar.engine.kit import (
    Command,
    Encounter,
    FlipProp,
    Metric,
    Move,
    Movement,
    MoveZone,
    PlainCycle,
    Procedure,
    Role,
    Table,
    Variant,
    Walk,
    Yardstick,
    emit,
    flip_prop,
    holes_for,
    ngettext,
    offer,
    plays,
    props_to_flip,
    require_path,
    say,
    walk,
)
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.grid.movement.step_rules import STEPS_BY_METRIC
from gridwar.systems.freeform.sheet_and_events import (
    Acted,
    EverybodyFresh,
    InitiativeChanged,
    sheet_of,
    state_of,
    switches_of,
)
from gridwar.text import _

CYCLE: Final = PlainCycle(
    number=lambda one: sheet_of(one).initiative,
    stands=lambda encounter, who: sheet_of(encounter[who]).hp > 0,
    acted=lambda encounter: state_of(encounter).acted,
    turn_done=Acted,
    round_renewed=EverybodyFresh,
)


def movement(encounter: Encounter, who: str, mode: str = "") -> Movement:
    """Return one zone of the combatant's speed; steps count as the house rules say.

    Rules: FR-MOV-01, FR-MOV-02
    """
    del mode
    one, switches = encounter[who], switches_of(encounter)
    speed = sheet_of(one).speed_cells
    holes = holes_for(encounter, who)
    ground = Ground(encounter.map, size=one.size, corners=Corners.FREE, holes=holes)
    steps, parts = STEPS_BY_METRIC[Metric(switches.distance_metric)]
    return Movement(
        ground=ground,
        rule=steps(ground, multiplies=switches.terrain_slows),
        zones=(MoveZone(speed * parts, _cells(speed)),),
        cost_text=lambda cost: _cells(cost / parts),
        is_bound=False,
    )


def _cells(count: float) -> str:
    return ngettext("{n} cell", "{n} cells", 1 if count == 1 else 2).format(n=f"{count:g}")


def yardstick(encounter: Encounter) -> Yardstick:
    """Return cells as the house rules count them.

    Rules: FR-MOV-01
    """
    metric = Metric(switches_of(encounter).distance_metric)
    return Yardstick(metric, area=metric)


def _speed(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    return (Variant(note=movement(encounter, who).zones[0].label),)


@offer(
    _("Move"),
    icon="footprints",
    group=_("Move"),
    role=Role.MOVE,
    needs="path",
    each=_speed,
)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Move along a path, whatever the speed says; nobody walks through walls."""
    who = command.actor
    yield from require_path(table, who, movement(table.now, who), command.path)
    walked = yield from walk(table, Walk(who, command.path))
    cells = ngettext("{n} cell", "{n} cells", walked.steps).format(n=walked.steps)
    yield from say(table, _("{who} moves"), who=who, result=cells)


@offer(_("Flip over"), icon="flip-over", group=_("Move"), role=Role.GUARD, each=props_to_flip)
@plays(FlipProp)
def flip(table: Table, command: FlipProp) -> Procedure[None]:
    """Flip a table over, or set it upright: here it costs nothing."""
    yield from flip_prop(table, command)


class Reorder(Command):
    """Put somebody before another in the order, or (``before`` empty) at its end."""

    correction: ClassVar[bool] = True
    who: str
    before: str = ""


@plays(Reorder)
def reorder(table: Table, command: Reorder) -> Procedure[None]:
    """Change initiatives so that the order is as the GM dragged it."""
    ids = [who for who in CYCLE.ids(table.now) if who != command.who]
    at = ids.index(command.before) if command.before in ids else len(ids)
    below = ids[at:]
    above = sheet_of(table.now[ids[at - 1]]).initiative if at else None
    own = sheet_of(table.now[command.who]).initiative
    top_below = sheet_of(table.now[below[0]]).initiative if below else None
    wanted = top_below + 1 if top_below is not None else (above or 0) - 1
    yield from emit(InitiativeChanged(who=command.who, by=wanted - own))
    # Whoever stands above must stay above.
    for step, who in enumerate(reversed(ids[:at]), start=1):
        lack = wanted + step - sheet_of(table.now[who]).initiative
        if lack > 0:
            yield from emit(InitiativeChanged(who=who, by=lack))
    text = _("{who} goes elsewhere in the order")
    yield from say(table, text, who=command.who, result=str(wanted))


def reordered(encounter: Encounter, who: str, before: str) -> Command:
    """Return the command for a card that was dragged: the order is the GM's own."""
    del encounter
    return Reorder(who=who, before=before)
