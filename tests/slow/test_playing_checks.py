"""The walk would see it: each of its checks finds what is wrong, and nothing in what is right."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.dice.dice_notation import parse
from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.kit import Act, emit, roll, say
from gridwar.engine.kit.procedure_requests import Roll
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.combatant import TimedEffect
from gridwar.model.trace import Step
from tests.slow.playing.correcting import SumsRead
from tests.slow.playing.dice_told import problems_with
from tests.slow.playing.fight import PlayedFight
from tests.slow.playing.moments import Moment
from tests.slow.playing.outliving import what_outlives
from tests.slow.playing.reaching import zones_reached
from tests.slow.playing.reading import Reader
from tests.slow.playing.scripted import perform
from tests.support.alley.rules import Wounded
from tests.support.alley.zones import BORDER
from tests.support.fights import begun
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Procedure, System, Table
    from gridwar.engine.kit.movement_records import Movement

# --- what the map shows --------------------------------------------------------------------------


def _with_zones(system: System, longer: int) -> System:
    """Return a system whose map shows so much more, or less, than its moves accept."""
    usual = system.board.movement

    def movement(encounter: Encounter, who: str, mode: str) -> Movement:
        found = usual(encounter, who, mode)
        zones = tuple(replace(one, limit=max(0, one.limit + longer)) for one in found.zones)
        return replace(found, zones=zones)

    return replace(system, board=replace(system.board, movement=movement))


@pytest.mark.parametrize(
    ("longer", "expected"),
    [(0, set()), (BORDER, {"shown, yet refused"}), (-BORDER, {"played, yet not shown"})],
)
def test_a_zone_that_is_drawn_too_large_or_too_small_is_seen(
    longer: int, expected: set[str]
) -> None:
    """The walk goes to the edge of what is shown and one step beyond: neither more nor less."""
    session = begun("alley", hero=(1, 1), thug=(9, 5))
    system, now = _with_zones(session.system, longer), session.encounter.replace(turn="hero")
    move = next(one for one in actions_of(system, now, "hero") if "path" in one.needs)
    found: set[str] = set()
    for seed in range(4):
        chance = random.Random(seed)
        found |= {one.check for one in zones_reached(Moment(system, now), "hero", move, chance)}
    assert found == expected


# --- the clock -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waits", "expected"), [(None, set()), (lambda _now, _who: True, {"it never ends"})]
)
def test_what_waits_for_ever_is_seen(
    waits: Callable[[Encounter, str], bool] | None, expected: set[str]
) -> None:
    """A condition that ends with somebody there and stays where he is gone is found."""
    session = begun("alley", hero=(1, 1), thug=(9, 5), arsonist=(13, 1))
    system = replace(session.system, turns=replace(session.system.turns, has_turn=waits))
    dazed = TimedEffect(id="dazed", name="Dazed", ends="turn_start", whose="thug")
    session.submit(AddEffect(who=("hero",), effect=dazed))
    moment = Moment(system, session.encounter)
    assert {one.check for one in what_outlives(moment, "thug")} == expected


# --- the hand ------------------------------------------------------------------------------------


class Note(Act):
    """Lose as many points as a sum says, or as many as it once said."""

    heeds: bool = True


def note(table: Table, command: Note) -> Procedure[None]:
    """Write a loss: by its sum, or by a figure of its own."""
    tally = table.tally("loss", aside=True)
    tally.line("BA-HIT-01", "Loss", 1)
    lost = max(0, min(3, tally.total)) if command.heeds else 1
    yield from emit(Wounded(command.actor, lost))
    yield from say(table, "{who} notes it", who=command.actor, tally=tally)


@pytest.mark.parametrize(("heeds", "expected"), [(True, set()), (False, {"a sum decides nothing"})])
def test_a_sum_that_is_corrected_for_nothing_is_seen(heeds: bool, expected: set[str]) -> None:
    """What the game master sets on a sheet has to be what happens."""
    session = begun("alley", hero=(1, 1), thug=(9, 5))
    moment = Moment(with_handlers(session.system, {Note: note}), session.encounter)
    found = SumsRead().read(moment, Note(actor="hero", heeds=heeds))
    assert {one.check for one in found} == expected


def test_a_sum_may_decide_nothing_now_and_then() -> None:
    """It is a fault where it never decides anything, in as many commands as patience says."""
    session = begun("alley", hero=(1, 1), thug=(9, 5))
    moment = Moment(with_handlers(session.system, {Note: note}), session.encounter)
    heedless, heeded = Note(actor="hero", heeds=False), Note(actor="hero")
    sums = SumsRead(patience=3)
    assert [len([*sums.read(moment, heedless)]) for _time in range(3)] == [0, 0, 1]
    sums = SumsRead(patience=3)
    commands = (heedless, heedless, heeded, heedless, heedless)
    assert not [one for command in commands for one in sums.read(moment, command)]


@pytest.mark.rule("DR-ARM-01")
def test_a_sum_that_means_nothing_to_one_target_is_tried_at_the_others() -> None:
    """A knife's drive decides nothing at a cart without armour, and something at who wears one."""
    fight = PlayedFight(("drive", "n-goods-yard"), 1, None)
    moment = Moment(fight.system, fight.session.encounter.replace(turn="pim"))
    blow = {"kind": "drive.attack", "actor": "pim", "target": "cart", "weapons": ["knife"]}
    assert not [*SumsRead().read(moment, fight.codec.command_of(blow))]


# --- real dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "needed", "meanings", "expected"),
    [
        ("Parry with the sabre against Tor", "41 or less", (), set()),
        ("", "41 or less", (), {"a roll without words"}),
        ("PC-ACT-18 a", "41 or less", (), {"a key or the dice among the words"}),
        ("Parry, 1D100", "41 or less", (), {"a key or the dice among the words"}),
        ("Parry", "", (), {"no number that is needed"}),
        ("Victim", "", ("Ada", "Tor"), {"faces without a meaning"}),
    ],
)
def test_a_roll_that_nobody_could_make_is_seen(
    label: str, needed: str, meanings: tuple[str, ...], expected: set[str]
) -> None:
    """Somebody with dice in the hand has to know what for, which number, and what a face means."""
    roll = Roll(parse("1d3"), lambda faces: faces[0] > 1, "parry", "tor", label, needed, meanings)
    assert set(problems_with(roll)) == expected


class Gamble(Act):
    """Roll a die and tell it, or not."""

    tells: bool = True


def gamble(table: Table, command: Gamble) -> Procedure[None]:
    """Roll a die that the log shows, or keeps to itself."""
    value = yield from roll(
        "1d20", sum, key="gamble", owner=command.actor, label="Gamble with the thug"
    )
    faces = table.faces("gamble") if command.tells else ()
    step = Step(label="Gamble", rule_id="BA-HIT-01", after=value, faces=faces)
    yield from say(table, "{who} gambles", who=command.actor, steps=(step,))


@pytest.mark.parametrize(("tells", "expected"), [(True, set()), (False, {"faces are not told"})])
def test_a_face_that_the_log_keeps_to_itself_is_seen(tells: bool, expected: set[str]) -> None:
    """Every die that was rolled stands in an entry of the log."""
    session = begun("alley", hero=(1, 1), thug=(9, 5))
    moment = Moment(with_handlers(session.system, {Gamble: gamble}), session.encounter)
    command = Gamble(actor="hero", tells=tells)
    played = perform(moment.system, moment.now, command, dice=SeededDice(7))
    found = {one.check for one in Reader(moment.system).step(moment, command, played)}
    assert found == expected
