"""Charge as it is offered: at whom, with what, along which ways, and what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Candidates,
    Cell,
    ChoiceField,
    CommandChoice,
    CommandOption,
    EachField,
    Number,
    Procedure,
    Refusal,
    Role,
    Variant,
    Words,
    reason_against,
    require,
    require_none,
)
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.floors import square_name
from gridwar.model.geometry import MOST_STEPS, cell_name
from gridwar.systems.arrgs.actions.offers import MANOEUVRES, WeaponManoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.attacks.legality import may_strike
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import (
    REPLACING,
    With,
    item_meant,
    items_of,
    may_replace,
    usable,
    with_the_first,
)
from gridwar.systems.arrgs.core.movement_speed import usual_category
from gridwar.systems.arrgs.core.riders import mover_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.systems.arrgs.movement import movement_budget, path_costs
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for
from gridwar.systems.arrgs.positions.distances import STEPS, as_placed, in_ring, opponents
from gridwar.systems.arrgs.positions.lines_of_sight import has_line
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

SHORTEST: Final = 2
"""Squares of the shortest Charge."""
REFLEX_PENALTY: Final = -2
HALF: Final = 0.5
CHARGE: Final = "charge"
Instead = Literal["disarm", "reposition", "trip"]


def _with_melee(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    weapons = usable(encounter, who, "attack")
    return with_the_first(tuple(one for one in weapons if one.category == "melee"))


def _chargeable(encounter: Encounter, command: Charge) -> Candidates:
    foes = opponents(encounter, command.actor)
    to_each = (command.replace(target=foe) for foe in foes)
    return Candidates(frozenset(one.target for one in to_each if run_of(encounter, one)))


def _ways(encounter: Encounter, command: Charge) -> Iterator[CommandChoice]:
    """Yield the choice of the way, told by the square at its end.

    Rules: AR-MNV-04
    """
    found = tuple(charge_ways(encounter, command))
    way = run_of(encounter, command) if command.path else next(iter(found), ())
    options = tuple(
        CommandOption(
            cell_name(*one[-1]),
            square_name(encounter.map.floors, one[-1]),
            command.replace(path=one),
            _("{n} squares").format(n=len(one)),
        )
        for one in found
    )
    if len(options) > 1:
        chosen = cell_name(*way[-1]) if way in found else ""
        yield CommandChoice("way", _("Strike from"), options, chosen)


def _instead(encounter: Encounter, _command: Charge) -> dict[str, Words]:
    """Return what may be done at the end of a Charge.

    Rules: AR-MNV-04
    """
    others = replacements(encounter)
    return {"": _("Attack"), **{one: (REPLACING[one].title, _("provokes")) for one in others}}


def _is_long(encounter: Encounter, command: Charge) -> bool:
    """Return whether the run is long enough for its speed to count."""
    sheet = sheet_of(encounter[command.actor])
    return len(run_of(encounter, command)) + sheet.squares_moved > sheet.base_speed


def does_speed_help(encounter: Encounter, command: Charge) -> bool:
    """Return whether speed helps the attack: as was said, else as the house rule has it."""
    by_rule = switches_of(encounter).charge_speed_as_bonus
    return by_rule if command.run_up is None else command.run_up


RUN_UP: Final[Mapping[bool, str]] = {
    False: _("hampers the attack"),
    True: _("helps the attack"),
}


@offer_manoeuvre(
    CHARGE,
    _("Charge"),
    icon="chevrons-right",
    group=MANOEUVRES,
    role=Role.STRIKE,
    needs="combatant",
    note=_("2 squares or more, straight; +2, Reflex −2"),
    each=_with_melee,
    candidates=_chargeable,
    moves_first=True,
)
class Charge(WeaponManoeuvre):
    """Run in a straight line and attack at its end; without a path by the shortest way."""

    weapon: With
    path: Annotated[tuple[tuple[Number, Number], ...], EachField(_("Strike from"), _ways)] = Field(
        default=(), max_length=MOST_STEPS
    )
    mode: str = ""
    """Movement category; empty: walking."""
    instead: Annotated[Literal[Instead, ""], ChoiceField(_("At the end"), _instead, other="")] = ""
    run_up: Annotated[
        bool | None, ChoiceField(_("Own speed"), RUN_UP, when=_is_long, now=does_speed_help)
    ] = None
    """Whether speed helps the attack; None: as the house rule has it."""
    item: Annotated[
        str,
        ChoiceField(
            _("What"),
            items_of,
            when=lambda _encounter, command: command.instead == "disarm",
            now=item_meant,
            other="",
        ),
    ] = ""
    """What a Disarm is after."""


# --- what may be charged, and along which way ----------------------------------------------------


def may_charge(
    table: Table, command: Charge, weapon: Weapon, path: tuple[Cell, ...]
) -> Procedure[None]:
    """Refuse a Charge that may not be made along a way.

    Rules: AR-MNV-04
    """
    now, who, target, switches = table.now, command.actor, command.target, switches_of(table.now)

    def holds(ok: bool, code: str, text: str, *, waivable: bool = True) -> Procedure[None]:
        names = {"whom": target, "n": SHORTEST}
        return require(ok, code, text, "AR-MNV-04", waivable=waivable, **names)

    text = _("No straight way of {n} squares or more ends with {whom} in the threat range.")
    yield from holds(bool(path), "no_way", text, waivable=False)
    start = now[mover_of(now, who)].pos
    straight = start is not None and is_straight(start, path, switches.charge_line)
    yield from holds(straight, "not_straight", _("A Charge goes in one straight line."))
    is_long = len(path) >= SHORTEST
    yield from holds(is_long, "too_short", _("A Charge is at least {n} squares."))
    seen = has_line(now, who, as_placed(now[target]), Purpose.SIGHT)
    yield from holds(seen, "no_sight", _("{whom} cannot be seen from here."))
    yield from require_none(_why_not_from(now, command, weapon, path))
    allowed = command.instead in ("", *replacements(now))
    text = _("That cannot replace the damage of a Charge.")
    yield from holds(allowed, "no_replacement", text)
    if command.instead:
        yield from may_replace(table, command, command.instead, weapon)


def replacements(encounter: Encounter) -> tuple[Instead, ...]:
    """Return what may replace the damage of a Charge.

    Rules: AR-MNV-04
    """
    if switches_of(encounter).charge_replacements == "reposition_only":
        return ("reposition",)
    return "disarm", "reposition", "trip"


def _why_not_from(
    encounter: Encounter, command: Charge, weapon: Weapon, path: tuple[Cell, ...]
) -> Refusal | None:
    """Return the reason against the attack once somebody, or its mount, has gone a way.

    Rules: AR-MNV-04, AR-ATK-02, AR-MOV-08
    """
    who, mover = command.actor, mover_of(encounter, command.actor)
    category = command.mode or usual_category(encounter, mover)
    there = path_costs.gone(encounter, mover, path, category)
    return reason_against(there, may_strike, who, command.target, weapon)


def is_straight(start: Cell, path: tuple[Cell, ...], rule: str) -> bool:
    """Return whether a path is one straight line.

    Args:
        start: Where it begins.
        path: Its cells after that.
        rule: ``eight_directions``: the same step throughout; ``any_line``: along a line.

    Rules: AR-MNV-04
    """
    if not path:
        return False
    cells = (start, *path)
    if rule == "eight_directions":
        steps = {(b.x - a.x, b.y - a.y) for a, b in zip(cells, path, strict=False)}
        return len(steps) == 1 and steps <= set(STEPS.values())
    dx, dy, length = path[-1].x - start.x, path[-1].y - start.y, len(path)
    return max(abs(dx), abs(dy)) == length and all(
        abs(cell.x - start.x - dx * n / length) <= HALF
        and abs(cell.y - start.y - dy * n / length) <= HALF
        for n, cell in enumerate(path, start=1)
    )


def direction_of(path: tuple[Cell, ...]) -> str:
    """Return the direction of a path's last step; empty where it has none."""
    if len(path) < SHORTEST:
        return ""
    step = (path[-1].x - path[-2].x, path[-1].y - path[-2].y)
    return next((name for name, one in STEPS.items() if one == step), "")


def run_of(encounter: Encounter, command: Charge) -> tuple[Cell, ...]:
    """Return the run of a Charge: the way asked for, else the shortest there is."""
    if command.path:
        return tuple(Cell(*cell) for cell in command.path)
    return next(charge_ways(encounter, command), ())


def charge_ways(encounter: Encounter, command: Charge) -> Iterator[tuple[Cell, ...]]:
    """Yield every straight way by which somebody could charge a target, the shortest first.

    It is the way of the mount where one is ridden, told as that of its rider.

    Rules: AR-MNV-04, AR-ATK-02
    """
    who, target = command.actor, command.target
    mover, weapon = mover_of(encounter, who), sheet_of(encounter[who]).weapon(command.weapon)
    if weapon is None or target not in encounter or target in (who, mover):
        return
    own, start, placed = encounter[who].pos, encounter[mover].pos, as_placed(encounter[target])
    if own is None or start is None or placed.cell is None:
        return
    if not has_line(encounter, who, placed, Purpose.SIGHT):
        return
    category = command.mode or usual_category(encounter, mover)
    ground = ground_for(encounter, mover, category)
    open_paths: dict[tuple[int, int], tuple[Cell, ...]] = dict.fromkeys(sorted(STEPS.values()), ())
    for number in range(1, movement_budget.farthest(encounter, mover, category) + 1):
        for step, path in tuple(open_paths.items()):
            here = path[-1] if path else start
            longer = open_paths[step] = (*path, here.shifted(*step))
            if ground.why_blocked(here, longer[-1]) is not None:
                del open_paths[step]
                continue
            at = own.shifted(step[0] * number, step[1] * number)
            if number >= SHORTEST and in_ring(encounter, who, placed, at):
                legal = path_costs.one_leg(encounter, mover, longer, category)
                if isinstance(legal, path_costs.Leg) and not _why_not_from(
                    encounter, command, weapon, longer
                ):
                    yield tuple(cell.shifted(own.x - start.x, own.y - start.y) for cell in longer)
