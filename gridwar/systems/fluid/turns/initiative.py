"""Steps 1 and 3: who begins flat-footed, and the Initiative checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from pydantic import Field

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Command,
    FormNumber,
    FrozenMap,
    Number,
    Procedure,
    Role,
    Roll,
    Step,
    Table,
    Tally,
    choose_numbers,
    emit,
    must_exist,
    offer,
    plays,
    require,
    roll_all,
    say,
)
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.fight_state import (
    PhaseBegan,
    is_surprise_round,
    side_words,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import count_of, fight_of, sheet_of
from gridwar.systems.fluid.core.sheet_events import (
    Boosted,
    CountSet,
    Joined,
    PressForced,
    PressForcedLater,
)
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import drop_to_zero, forces_press
from gridwar.systems.fluid.positions.deployment_and_separation import sides_present
from gridwar.systems.fluid.turns.turn_order import D20, order_of, ordered_by, placed
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter

MOST_BOOST: Final = 100
SEVERAL: Final = 3
"""From how many opponents on one check for all of them is worth a warning."""


def enter(table: Table, who: str, joined: str, *, intentional: bool) -> Procedure[None]:
    """Let somebody come into the fight, flat-footed or not.

    Rules: FL-FLT-01, FL-FLT-02
    """
    flat = not (joined == "later" and intentional)
    yield from emit(Joined(who=who, joined=joined, intentional=intentional, flat_footed=flat))
    step = Step(
        label=_("Flat-footed") if flat else _("Not flat-footed: came later, on purpose"),
        rule_id="FL-FLT-01",
    )
    yield from say(table, _("{who} comes into the fight"), who=who, steps=(step,))


def enter_all(table: Table) -> Procedure[None]:
    """Let everybody come in who is there when the combat opens, once.

    Rules: FL-SEQ-01, FL-FLT-01
    """
    for who in without_count(table.now):
        fight = fight_of(table.now, who)
        if not fight.flat_footed:
            yield from enter(table, who, "start", intentional=fight.intentional)


class RollInitiative(Command):
    """Make the Initiative checks of all who have no Count yet."""

    group_bonuses: FrozenMap[str, Number] = frozendict()
    """The bonus of a check group at the game master's word."""


@offer(
    _("Roll all missing Initiative"),
    icon="dices",
    group=STEPS,
    role=Role.OTHER,
    id="roll_initiative",
    prepared=True,
)
@plays(RollInitiative)
def roll_initiative(table: Table, command: RollInitiative) -> Procedure[None]:
    """Make the checks, and the order that follows from them.

    Rules: FL-SEQ-01, FL-INI-01
    """
    text = _("Initiative is rolled before the first round; whoever comes later joins.")
    yield from require(not table.now.round, "initiative_done", text, "FL-INI-01")
    text = _("Everybody has a Count already.")
    is_open = bool(without_count(table.now)) or state_of(table.now).phase in ("setup", "distance")
    yield from require(is_open, "all_checked", text, "FL-INI-01")
    yield from enter_all(table)
    yield from check_missing(table, command.group_bonuses)
    yield from emit(PhaseBegan(phase="initiative"))


def without_count(encounter: Encounter) -> tuple[str, ...]:
    """Return who stands and has made no check."""
    return tuple(
        one.id
        for one in encounter.everyone()
        if stands(encounter, one.id) and fight_of(encounter, one.id).count is None
    )


def check_missing(table: Table, group_bonuses: Mapping[str, int]) -> Procedure[None]:
    """Roll for all who have no Count, and make the order anew.

    Rules: FL-INI-01, FL-INI-04, FL-RND-02
    """
    yield from check(table, without_count(table.now), group_bonuses)
    order = yield from order_of(table, placed(table.now))
    yield from emit(ordered_by(table.now, order))


def check(
    table: Table, who: tuple[str, ...], group_bonuses: Mapping[str, int] = frozendict()
) -> Procedure[None]:
    """Roll for some people, one die for a check group, and set their Counts.

    Rules: FL-INI-01, FL-INI-02, FL-INI-03, FL-INI-04, FL-INI-05
    """
    leaders = {one: next(w for w in who if is_together(table.now, w, one)) for one in who}
    rollers = tuple(dict.fromkeys(leaders.values()))
    faces = yield from roll_all(tuple(_roll_of(table.now, one) for one in rollers))
    rolled = dict(zip(rollers, faces, strict=True))
    for one in who:
        tally = table.tally(f"initiative of {one}")
        tally.line("FL-INI-01", _("1d20"), rolled[leaders[one]], source_id="d20")
        same = tuple(w for w in who if leaders[w] == leaders[one])
        _add_bonus(table, tally, same if len(same) > 1 else (one,), group_bonuses)
        for member in same:  # it is one check, whoever put them on it
            boost, name = fight_of(table.now, member).boost, table.now[member].name
            if boost:
                label = _("Action Dice of {name}").format(name=name)
                tally.line("FL-INI-05", label, boost, source_id="" if member == one else member)
        yield from emit(CountSet(who=one, count=tally.total))
        yield from _first_check(table, one)
        text, count = _("Initiative of {who}"), str(tally.total)
        shown = table.faces(f"initiative of {leaders[one]}")
        steps = (Step(label=_("1d20"), rule_id="FL-INI-01", faces=shown),) if shown else ()
        yield from say(table, text, who=one, result=count, tone="plain", tally=tally, steps=steps)
    yield from _warn_of_one_check(table, leaders)


def _add_bonus(
    table: Table, tally: Tally, same: tuple[str, ...], group_bonuses: Mapping[str, int]
) -> None:
    """Add the bonus of a check: one's own, or that of the group whose one check it is.

    Rules: FL-INI-01, FL-INI-04
    """
    group = table.now[same[0]].group
    if len(same) > 1 or group in group_bonuses:
        label = _("Bonus of the group {group}").format(group=group)
        tally.line("FL-INI-04", label, group_bonuses.get(group, group_bonus(table.now, same)))
    else:
        own = sheet_of(table.now[same[0]]).init_bonus
        tally.line("FL-INI-01", _("Initiative bonus"), own, source_id="bonus")


def is_together(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether one Initiative check is made for two people.

    Rules: FL-INI-04
    """
    one, two = encounter[who], encounter[other]
    return who == other or (bool(one.group) and (one.group, one.side) == (two.group, two.side))


def _roll_of(encounter: Encounter, who: str) -> Roll:
    one = encounter[who]
    label = _("Initiative of {name}").format(name=one.group or one.name)
    return Roll(parse(D20), sum, f"initiative of {who}", who, label)


def group_bonus(encounter: Encounter, who: Iterable[str]) -> int:
    """Return the bonus of a group's one check.

    Rules: FL-INI-04
    """
    bonuses = [sheet_of(encounter[one]).init_bonus for one in who]
    match switches_of(encounter).group_check_bonus:
        case "highest":
            return max(bonuses)
        case "average_down":
            return sum(bonuses) // len(bonuses)
        case "leader":
            return bonuses[0]
        case _:
            return min(bonuses)


def _first_check(table: Table, who: str) -> Procedure[None]:
    """Settle what a first Count brings: Press from 50 on, at 0 or less only by the house rule.

    Whoever joins a round under way is bound in the one that follows.

    Rules: FL-INI-03, FL-MOD-06, FL-MOD-07
    """
    count, now = count_of(table.now, who), table.now
    is_round = now.round > 0 and not is_surprise_round(now)
    must = forces_press(table.now, None, count)
    yield from emit(PressForced(who=who, value=must and not is_round))
    if must and is_round:
        yield from emit(PressForcedLater(who=who, value=True))
    if count <= 0 and switches_of(table.now).zero_trigger == "always":
        yield from drop_to_zero(table, who)


def _warn_of_one_check(table: Table, leaders: Mapping[str, str]) -> Procedure[None]:
    """Say so where one check decides for a whole side of opponents.

    Rules: FL-INI-04
    """
    for side in sides_present(table.now):
        checks = [leaders[who] for who in leaders if table.now[who].side == side]
        if len(checks) >= SEVERAL and len(set(checks)) == 1:
            step = Step(
                label=_("Very high or low it decides much: better two groups or more"),
                rule_id="FL-INI-04",
            )
            text = _("One check stands for all of {side}")
            yield from say(
                table, text, side=side_words(table.now, side), tone="plain", steps=(step,)
            )


@offer(
    _("Action Dice on the Initiative check"),
    icon="dice-5",
    group=STEPS,
    role=Role.OTHER,
    about="target",
)
class BoostCheck(Command):
    """Put Action Dice into an Initiative check that is still to come."""

    target: str
    points: int | None = Field(default=None, ge=0, le=MOST_BOOST)


@plays(BoostCheck)
def boost_check(table: Table, command: BoostCheck) -> Procedure[None]:
    """Raise a check before it is made; a Count is never raised so.

    Rules: FL-INI-05
    """
    who = command.target
    yield from must_exist(table, who)
    text = _("{who} has made the check: a Count is not raised by Action Dice.")
    is_open = fight_of(table.now, who).count is None
    yield from require(is_open, "check_made", text, "FL-INI-05", who=who)
    points = command.points
    if points is None:
        title, label = _("Action Dice of {whom} on the Initiative check"), _("Points")
        number = FormNumber(
            "points", label, 0, MOST_BOOST, fight_of(table.now, who).boost, is_open=True
        )
        given = yield from choose_numbers(
            table, title, [number], "FL-INI-05", key="boost", whom=who
        )
        points = given["points"]
    yield from emit(Boosted(who=who, points=points))
    step = Step(label=_("Action Dice"), rule_id="FL-INI-05", after=f"{points:+}")
    text = _("{who} puts Action Dice into the check")
    yield from say(table, text, who=who, result=f"{points:+}", steps=(step,))
