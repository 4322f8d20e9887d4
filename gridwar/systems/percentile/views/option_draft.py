"""What is chosen about charges, kill zones and the options of a grapple before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Aimed, CommandNumber, CommandTicks, Draft, Foreseen, _
from gridwar.systems.percentile.actions.actions import grapple_of
from gridwar.systems.percentile.charges.charging import RunUpAct, foes_at_end
from gridwar.systems.percentile.checks.checks import reading
from gridwar.systems.percentile.checks.opposed import helpers_at_hand
from gridwar.systems.percentile.core.scores import score
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.grapples.options import (
    AssistedAct,
    GrappleKnockDown,
    GrappleStand,
    GrappleTakeDown,
    other_of,
)
from gridwar.systems.percentile.grapples.pushing import GrapplePush, Shove, direction, pushed_over
from gridwar.systems.percentile.grapples.restrained import BreakFree
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
from gridwar.systems.percentile.movement.speeds import half_move
from gridwar.systems.percentile.positions.zones import squares_within
from gridwar.systems.percentile.waiting.overwatch import KeepOverwatch
from gridwar.systems.percentile.waiting.suppression import (
    PINNING,
    WIDTHS,
    SuppressiveFire,
    caught_by,
    suppression_order,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter


def option_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what is to be chosen and known about such a command in preparation.

    Rules: PC-ACT-05, PC-ACT-10, PC-ACT-11, PC-TST-05, PC-GRP-03, PC-GRP-05, PC-ECO-07, PC-AIL-02
    """
    match command:
        case RunUpAct():
            foes = foes_at_end(encounter, command)
            at = command.target if command.target in foes else next(iter(foes), "")
            return Draft(at=at)
        case TakeDown() | GrappleTakeDown():
            held = grapple_of(encounter, command.actor) is not None
            at = other_of(encounter, command.actor) if held and not _aims(command) else ""
            return Draft(at=at)
        case BreakFree() | GrappleKnockDown() if grapple_of(encounter, command.actor):
            return Draft(at=other_of(encounter, command.actor))
        case KeepOverwatch():
            within = squares_within(encounter, command.actor, command.weapon)
            cells = command.cells & within if command.cells else within
            return Draft(aimed=Aimed(_("kill zone"), (), cells, "PC-ACT-10"))
        case SuppressiveFire():
            arc = (command.bearing_deg, WIDTHS[command.mode])
            order = suppression_order(command.actor, command.weapon)
            caught = caught_by(encounter, order, arc)
            zone = squares_within(encounter, command.actor, command.weapon, arc)
            return Draft(
                aimed=Aimed(_("kill zone"), caught.victims, zone, "PC-ACT-11"),
                foreseen=tuple(_pinned(encounter, caught.enemies, command)),
            )
        case AssistedAct() if grapple_of(encounter, command.actor) is not None:
            return _grapple(encounter, command)
    return Draft()


def _pinned(
    encounter: Encounter, enemies: tuple[str, ...], command: SuppressiveFire
) -> Iterator[Foreseen]:
    """Yield how probably each enemy in the arc is Pinned, whatever is hit.

    Rules: PC-ACT-11
    """
    for who in enemies:
        number = score(sheet_of(encounter[who]), "pinning") + PINNING[command.mode]
        fails = sum(
            not reading(switches_of(encounter), number)((face,)).success for face in range(1, 101)
        )
        text = _("{name}: Pinning at {n} or less, Pinned {chance} %")
        words = text.format(name=encounter[who].name, n=number, chance=fails)
        yield Foreseen(words, "PC-ACT-11")


def _aims(command: Command) -> bool:
    return "target" in type(command).model_fields


def _grapple(encounter: Encounter, command: AssistedAct) -> Draft:
    """Return who may help in a grapple, and what goes with the option.

    Rules: PC-TST-05, PC-GRP-03, PC-GRP-05
    """
    who, foe = command.actor, other_of(encounter, command.actor)
    ticks, numbers, aimed = [], [], None
    helpers = helpers_at_hand(encounter, who, foe)
    if helpers:
        ticks.append(
            CommandTicks(
                "helpers",
                _("Helped by"),
                tuple((one, encounter[one].name) for one in helpers),
                frozenset(command.helpers),
                lambda ticked: command.replace(
                    helpers=tuple(one for one in helpers if one in ticked)
                ),
            )
        )
    if isinstance(command, GrappleStand):
        ticks.append(
            CommandTicks(
                "drag",
                _("The other one"),
                (("drag", _("is pulled up too")),),
                frozenset({"drag"} if command.drag else ()),
                lambda ticked: command.replace(drag="drag" in ticked),
            )
        )
    if isinstance(command, GrapplePush):
        most = half_move(encounter, who)
        ticks.append(
            CommandTicks(
                "follow",
                _("You"),
                (("follow", _("follow and keep the hold")),),
                frozenset({"follow"} if command.follow else ()),
                lambda ticked: command.replace(follow="follow" in ticked),
            )
        )
        numbers.append(
            CommandNumber(
                "squares",
                _("Squares"),
                0,
                most,
                min(command.squares, most),
                lambda squares: command.replace(squares=squares),
                _("0: as far as it goes"),
            )
        )
        at, way = encounter[foe].pos, direction(encounter, foe, command.cell)
        if at is not None and way is not None:
            shove = Shove(who, foe, way, command.squares or most, command.follow)
            cells = frozenset(pushed_over(encounter, shove))
            aimed = Aimed(_("may be pushed here"), (), cells, "PC-GRP-03")
    return Draft(numbers=tuple(numbers), ticks=tuple(ticks), aimed=aimed, at=foe)
