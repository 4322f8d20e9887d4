"""Where an area attack comes down: the check against the square, and scatter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import Line, Procedure, Roll, Step, Trace, call, explain, roll, roll_all
from gridwar.grid.lines.sight_and_effect import EFFECT, line_of_cells
from gridwar.model.floors import square_name
from gridwar.systems.arrgs.attacks.area_attack_hits import (
    SQUARE_DC,
    AreaImpact,
    AreaResult,
    Volley,
    sum_of,
)
from gridwar.systems.arrgs.checks.check_rolls import (
    HIGHEST,
    NATURAL_ONE,
    fails_on_one,
    least_face,
    needed_words,
)
from gridwar.systems.arrgs.checks.magnitude import Scaling
from gridwar.systems.arrgs.core.movement_speed import increments_in
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.systems.arrgs.positions.areas_and_occupants import AimPoint, Flight
from gridwar.systems.arrgs.positions.distances import STEPS, cells_away, direction_words
from gridwar.systems.arrgs.spells.casting import casting_difficulty, casting_steps, is_cast
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.geometry import Cell
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon


class _Aim(Struct, frozen=True):
    """The check against the square; what does not matter any more is left out while exploring."""

    on_target: bool
    fizzled: bool = False
    die: int = 0
    result: int = 0
    bonus: int = 0
    lines: tuple[Line, ...] = ()


def _aim(table: Table, volley: Volley) -> Procedure[_Aim]:
    """Roll against the square.

    Rules: AR-ARE-02, AR-ARE-07
    """
    weapon, point = volley.weapon, volley.point
    tally = sum_of(table, volley, "against the square")
    place = square_name(table.now.map.floors, point.square)
    label = _("{weapon} at {place}").format(weapon=weapon.title, place=place)
    faces = range(1, HIGHEST + 1)
    found_by = (one for one in faces if finds_square(table.now, weapon, one, one + tally.total))
    needed = needed_words(
        next(found_by, None), tally.total, SQUARE_DC, difficulty=casting_difficulty(weapon)
    )
    die: int = yield from roll("1d20", sum, key="d20", owner=volley.who, label=label, needed=needed)
    result = die + tally.total
    first = switches_of(table.now).area_spell_order == "fizzle_first"
    fizzled = first and not is_cast(weapon, result)
    found = finds_square(table.now, weapon, die, result)
    if table.rehearsal and (fizzled or not found):
        return _Aim(found, fizzled, bonus=tally.total)
    return _Aim(found, fizzled, die, result, tally.total, () if table.rehearsal else tally.lines)


def let_fly(table: Table, volley: Volley) -> Procedure[tuple[AreaResult, AreaImpact | None]]:
    """Roll against the square; on a miss scatter and roll anew. None where a spell fizzles.

    Rules: AR-ARE-02, AR-ARE-04, AR-ARE-05, AR-ARE-07
    """
    who, weapon, point = volley.who, volley.weapon, volley.point
    aim = yield from call(_aim, volley, key="against the square")
    done = AreaResult(volley.increment, volley.modifier)
    if not table.rehearsal:
        done = replace(done, square_check=aim.result, on_target=aim.on_target, impact=point.square)
    impact, counted = point, aim.die
    if not (aim.on_target or aim.fizzled):
        flight = yield from call(_scatter, volley, key="scatter")
        impact = AimPoint(flight.impact, point.altitude)
        key = "once it has scattered"
        label, needed = _("{weapon} where it comes down").format(weapon=weapon.title), ""
        cast_by = casting_difficulty(weapon)
        if cast_by is not None:
            face = least_face(Scaling(), aim.bonus, cast_by, "down")
            needed = needed_words(face, aim.bonus, cast_by)
        counted = yield from roll("1d20", sum, key=key, owner=who, label=label, needed=needed)
        if not table.rehearsal:
            done = replace(done, flight=flight, impact=flight.impact, anew=table.faces(key))
    cast = not aim.fizzled and is_cast(weapon, counted + aim.bonus)
    done = replace(done, fizzled=not cast)
    yield from explain(table, lambda: area_told(table.now, volley, done, aim.lines, aim.die))
    return done, AreaImpact(volley, impact, (counted,)) if cast else None


def finds_square(encounter: Encounter, weapon: Weapon, die: int, result: int) -> bool:
    """Return whether an area attack comes down where it was aimed.

    Rules: AR-ARE-02, AR-CHK-05
    """
    switches = switches_of(encounter)
    fails = fails_on_one(switches.natural_one_fails, attack=True, defended=False)
    if die == NATURAL_ONE and fails:
        return False
    if switches.area_square_test == "graded" and switches.success_rule == "graded":
        return weapon.base_sv + result - SQUARE_DC >= 1
    return result >= SQUARE_DC


def _scatter(table: Table, volley: Volley) -> Procedure[Flight]:
    """Roll which way and how far: the direction first, then a d4 for each increment.

    Rules: AR-ARE-04
    """
    who, point = volley.who, volley.point
    away = cells_away(table.now, who, point.square, point.altitude) or 0
    number = scatter_dice(table.now, away, volley.weapon.range_increment)
    label = _("Scatter of {weapon}: which way").format(weapon=volley.weapon.title)
    ways = tuple(direction_words(way_of_face(table.now, face)) for face in range(1, len(STEPS) + 1))
    face: int = yield from roll("1d8", sum, key="direction", owner=who, label=label, meanings=ways)
    label = _("Scatter of {weapon}: how far, in squares").format(weapon=volley.weapon.title)
    keys = tuple(f"distance {n}" for n in range(1, number + 1))
    far = yield from roll_all(tuple(Roll(parse("1d4"), sum, key, who, label) for key in keys))
    flight = scattered(table.now, point.square, face, sum(far))
    if table.rehearsal:
        return Flight("", 0, flight.impact)
    dice = tuple(one for key in keys for one in table.faces(key))
    return replace(flight, turned=table.faces("direction"), thrown=dice)


def area_told(
    encounter: Encounter, volley: Volley, done: AreaResult, lines: tuple[Line, ...], die: int
) -> Trace:
    """Return an attack at a square as the log shows it, with where it went astray.

    Rules: AR-ARE-02, AR-ARE-04
    """
    point, flight, floors = volley.point, done.flight, encounter.map.floors
    title = _("{name} attacks {place} with {weapon}").format(
        name=encounter[volley.who].name,
        place=square_name(floors, point.square),
        weapon=volley.weapon.title,
    )
    result = _("on target")
    steps = [
        Step(
            label=_("The square"),
            rule_id="AR-ARE-02",
            before=SQUARE_DC,
            after=done.square_check,
            faces=(die,),
        )
    ]
    if flight is not None:
        result = ngettext(
            "scatters {n} square {way} to {place}",
            "scatters {n} squares {way} to {place}",
            flight.squares,
        ).format(
            n=flight.squares,
            way=direction_words(flight.direction),
            place=square_name(floors, flight.impact),
        )
        way = direction_words(flight.direction)
        steps += [
            Step(label=_("Which way"), rule_id="AR-ARE-04", after=way, faces=flight.turned),
            Step(
                label=_("Scatter"), rule_id="AR-ARE-04", after=flight.squares, faces=flight.thrown
            ),
            Step(label=_("Where it comes down"), rule_id="AR-ARE-05", faces=done.anew),
        ]
    steps += casting_steps(volley.weapon)
    if done.fizzled:
        result = _("fizzles")
    return Trace(
        title=title,
        lines=lines,
        total=done.square_check,
        steps=tuple(steps),
        result=result,
        tone="plain",
        cell=done.impact,
        came_from=None if flight is None else point.square,
    )


def scatter_dice(encounter: Encounter, away: int, increment: int | None) -> int:
    """Return how many d4 an area attack scatters by; without a Range Increment it is one.

    Rules: AR-ARE-04
    """
    number = max(1, increments_in(away, increment)) if increment else 1
    fewer = switches_of(encounter).scatter_dice == "increments_after_first_min_1"
    return max(1, number - 1) if fewer else number


def scattered(encounter: Encounter, aim: Cell, face: int, squares: int) -> Flight:
    """Return where an area attack comes down that misses its square; ``face`` is that of the d8.

    Rules: AR-ARE-04
    """
    walls = switches_of(encounter).scatter_blocked == "stop_before"
    direction, here = way_of_face(encounter, face), aim
    step = STEPS[direction]
    for _number in range(squares):
        there = here.shifted(*step)
        if _is_stopped(encounter, here, there, walls=walls):
            return Flight(direction, squares, here, stopped=True)
        here = there
    return Flight(direction, squares, here)


def way_of_face(encounter: Encounter, face: int) -> str:
    """Return the direction that a face of the d8 stands for, from north.

    Rules: AR-ARE-04
    """
    clockwise = switches_of(encounter).scatter_rotation == "clockwise"
    return tuple(STEPS)[(face - 1 if clockwise else 1 - face) % len(STEPS)]


def _is_stopped(encounter: Encounter, here: Cell, there: Cell, *, walls: bool) -> bool:
    page = encounter.map
    if not page.contains(there):
        return True
    if not walls:
        return False
    blocked = page.terrain_at(there).blocks_effect
    return blocked or not line_of_cells(page, here, there, EFFECT).clear
