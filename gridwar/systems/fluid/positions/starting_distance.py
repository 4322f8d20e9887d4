"""Step 2: how far apart the sides begin, by dice or a line of sight, and what the senses allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Command,
    FormNumber,
    Option,
    Procedure,
    Role,
    Step,
    Table,
    choose,
    choose_numbers,
    emit,
    offer,
    plays,
    require,
    roll,
    say,
)
from gridwar.engine.perception.light_of_fight import brightest_on, level_word
from gridwar.model.geometry import footprint
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.fight_state import (
    Distance,
    DistanceSet,
    PhaseBegan,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.systems.fluid.core.tables import Location, locations, numbers, squares_in
from gridwar.systems.fluid.positions.deployment_and_separation import (
    hostile_pairs,
    in_feet,
    longest_clear_line,
    room_squares,
)
from gridwar.systems.fluid.positions.senses import limit_in, visual_ft_in
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter
    from gridwar.model.zones import Light

MOST_FT: Final = 5000
SENSES: Final = {"visual": _("sight"), "hearing": _("hearing")}


@offer(_("Roll the distance"), icon="dices", group=STEPS, role=Role.OTHER)
class RollDistance(Command):
    """Settle how far apart the sides begin."""

    location: str = ""
    """Where they meet; asked where it is left out."""
    line_of_sight_ft: int | None = Field(default=None, ge=0, le=MOST_FT)
    """Indoors; asked where it is left out."""


@plays(RollDistance)
def roll_distance(table: Table, command: RollDistance) -> Procedure[None]:
    """Roll the distance of a place, no farther than anybody's senses reach.

    Rules: FL-SEQ-01, FL-ENC-01, FL-ENC-02, FL-ENC-03, FL-ENC-04, FL-ENC-05
    """
    state = state_of(table.now)
    early = state.phase in ("setup", "distance")
    text = _("The distance is settled once, before Initiative.")
    yield from require(early, "distance_done", text, "FL-SEQ-01")
    pairs = hostile_pairs(table.now)
    text = _("There are not two sides yet that fight each other.")
    yield from require(bool(pairs), "no_two_sides", text, "FL-ENC-05")
    found = yield from _where(table, command)
    if not found.dice:  # so that the line of sight is on the map while it is asked about
        yield from emit(DistanceSet(location=found.id))
    is_one_roll = switches_of(table.now).multi_group_distance == "one_roll"
    between = ("",) if is_one_roll else tuple(f"{a}:{b}" for a, b in pairs)
    cap, distances = sense_cap(table.now), []
    for pair in between:
        base = yield from _base(table, command, found, pair)
        distances.append(
            Distance(
                between=pair,
                rolled_ft=base if found.dice else None,
                cap_ft=cap.feet,
                distance_ft=min(base, cap.feet),
                squares=squares_in(min(base, cap.feet)),
            )
        )
        yield from _told(table, found, distances[-1], cap, base)
    is_cut = any(one.distance_ft == cap.feet for one in distances)
    by = cap if is_cut else None
    yield from emit(
        DistanceSet(
            location=found.id,
            distances=tuple(distances),
            cap_by=by.who if by else "",
            cap_sense=by.sense if by else "",
        ),
        PhaseBegan(phase="distance"),
    )
    yield from _too_small(table, max(one.squares for one in distances))


def _where(table: Table, command: RollDistance) -> Procedure[Location]:
    """Return where they meet; asked where the command leaves it out.

    Rules: FL-ENC-01
    """
    known = locations()
    text = _("There is no kind of place called {name}.")
    fits = not command.location or command.location in known
    yield from require(fits, "no_location", text, waivable=False, name=command.location)
    if command.location:
        return known[command.location]
    chosen = yield from choose(
        table,
        _("Where do they meet?"),
        [Option(one.id, one.title, effect=one.words) for one in known.values()],
        "FL-ENC-01",
        key="location",
        whom=None,
        default=state_of(table.now).location or "forest",
    )
    return known[chosen]


def _base(table: Table, command: RollDistance, place: Location, pair: str) -> Procedure[int]:
    """Return the distance in feet before the senses bound it.

    Rules: FL-ENC-01, FL-ENC-03
    """
    if place.dice:
        label = _("Distance: {place}").format(place=place.title)
        dice, key = f"{place.dice}d6", f"distance {pair}".strip()
        thrown = yield from roll(dice, sum, key=key, owner=None, label=label)
        return thrown * place.feet
    if command.line_of_sight_ft is not None:
        return command.line_of_sight_ft
    a, _colon, b = pair.partition(":")
    proposal = _proposed_ft(table.now, ((a, b),) if pair else hostile_pairs(table.now))
    given = yield from choose_numbers(
        table,
        _("How far does one see here?"),
        [
            FormNumber(
                "feet", _("Line of sight (ft)"), 0, MOST_FT, min(MOST_FT, proposal), is_open=True
            )
        ],
        "FL-ENC-03",
        key=f"line of sight {pair}".strip(),
        whom=None,
        info=_("Proposed is the longest clear line between two deployment areas.")
        if proposal
        else _("No clear line is known: paint deployment areas, or say a number."),
    )
    return given["feet"]


def _proposed_ft(encounter: Encounter, pairs: tuple[tuple[str, str], ...]) -> int:
    """Return the line of sight to propose indoors.

    Rules: FL-ENC-03
    """
    if switches_of(encounter).indoor_los == "manual":
        return 0
    lines = (longest_clear_line(encounter, a, b) for a, b in pairs)
    return max((one.squares * numbers().square_ft for one in lines if one is not None), default=0)


def _told(
    table: Table, place: Location, found: Distance, cap: SenseCap, base: int
) -> Procedure[None]:
    """Write into the log how a distance came about."""
    rule = "FL-ENC-01" if place.dice else "FL-ENC-03"
    faces = table.faces(f"distance {found.between}".strip()) if place.dice else ()
    words = f"{place.title}: {place.words}"
    steps = [Step(label=words, rule_id=rule, after=in_feet(base), faces=faces)]
    name = table.now[cap.who].name if cap.who else ""
    label = _("No farther than the {sense} of {name}")
    words = label.format(sense=SENSES.get(cap.sense, ""), name=name)
    steps.append(Step(label=words, rule_id="FL-ENC-02", after=in_feet(cap.feet)))
    if cap.sense == "visual":
        light, reason = _light_on_foes(table.now, table.now[cap.who])
        if limit_in(table.now, light) == cap.feet:
            steps.append(Step(label=reason, rule_id="FL-ENC-04", after=in_feet(cap.feet)))
    if found.distance_ft % numbers().square_ft:
        label = _("Down to whole squares")
        steps.append(Step(label=label, rule_id="FL-ENC-05", after=str(found.squares)))
    sides = table.now.sides
    names = [sides[one].name for one in found.between.split(":") if one in sides]
    text = _("Distance between {pair}") if names else _("Distance between the sides")
    result = _("{feet} ft, {n} squares").format(feet=found.distance_ft, n=found.squares)
    pair = _(" and ").join(names)
    yield from say(table, text, pair=pair, result=result, tone="plain", steps=tuple(steps))


def _too_small(table: Table, squares: int) -> Procedure[None]:
    """Say so where the map cannot hold the distance.

    Rules: FL-ENC-01, FL-ENC-05
    """
    room = room_squares(table.now)
    if room < squares:
        text = _("The map is too small: it has room for {room} squares of {n}")
        step = Step(label=_("Place a side beyond the edge"), rule_id="FL-ENC-05")
        yield from say(table, text, room=room, n=squares, tone="plain", steps=(step,))


def visual_ft(encounter: Encounter, one: Combatant) -> int:
    """Return how far somebody sees here: darkness and fog bound it.

    Rules: FL-ENC-04
    """
    return visual_ft_in(encounter, one.id, _light_on_foes(encounter, one)[0])


def _light_on_foes(encounter: Encounter, one: Combatant) -> tuple[Light, str]:
    """Return the light on the best lit of somebody's foes, with its reason; else the map's.

    Rules: FL-ENC-04
    """
    cells = [
        cell
        for other in encounter.everyone()
        if other.pos is not None and encounter.are_foes(one.side, other.side)
        for cell in footprint(other.pos, other.size)
    ]
    if not cells:
        return encounter.map.light, level_word(encounter.map.light)
    found = brightest_on(encounter, cells)
    return found.level, f"{level_word(found.level)}: {found.reason}"


class SenseCap(Struct, frozen=True):
    """What bounds the distance: so many feet, by whose sense."""

    feet: int
    who: str = ""
    sense: str = ""


def sense_cap(encounter: Encounter) -> SenseCap:
    """Return the longest sense of anybody present, which the distance may not go beyond.

    Rules: FL-ENC-02, FL-ENC-04
    """
    present = [one for one in encounter.everyone() if stands(encounter, one.id)]
    if not present:
        return SenseCap(0)
    sees = max(present, key=lambda one: visual_ft(encounter, one))
    hears = max(present, key=lambda one: sheet_of(one).hearing_ft)
    visual = SenseCap(visual_ft(encounter, sees), sees.id, "visual")
    hearing = SenseCap(sheet_of(hears).hearing_ft, hears.id, "hearing")
    if switches_of(encounter).sense_cap == "min_of_maxima":
        return min((visual, hearing), key=lambda cap: cap.feet)
    return max((visual, hearing), key=lambda cap: cap.feet)
