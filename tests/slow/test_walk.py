"""Random walks where rules meet, what was found before, and whether anything would be seen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit import (
    Act,
    Candidates,
    FormNumber,
    Role,
    choose,
    choose_numbers,
    emit,
    offer,
    require,
    roll,
    say,
)
from gridwar.engine.session.session import Session
from gridwar.headless.run_script import run
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Point
from gridwar.model.trace import Line, Step, Trace
from gridwar.model.walls import Wall
from gridwar.storage.json_codec import data_of
from gridwar.systems import playable_systems
from tests.slow.campaign import CORPUS, Wrong, own_home
from tests.slow.playing import checks
from tests.slow.playing.checking import checks_of
from tests.slow.playing.fight import PlayedFight, found_system, starts
from tests.slow.playing.mended import faults_of, read_script
from tests.slow.playing.moments import Moment
from tests.slow.playing.reading import Reader
from tests.slow.playing.scripted import perform
from tests.slow.playing.told import numbers_named
from tests.slow.playing.walking import Walk
from tests.slow.walk import WALKED, firsts, read_kept, shortened, steps_for
from tests.support.alley.rules import Aim, Wounded
from tests.support.fights import begun
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.kit import Encounter, Procedure, Table

pytestmark = pytest.mark.long

AIM = Aim(actor="hero")
STEPS, SEED = 200, 1
MENDED = sorted((CORPUS / "meetings").glob("*.json"))


@pytest.mark.parametrize("system_id", WALKED)
def test_what_must_hold_does_after_each_step_of_a_walk(system_id: str) -> None:
    """Hundreds of steps that seek what has not met find no fault; each check is made in them."""
    checks = checks_of(found_system(system_id))
    unmade = {one.name for one in checks} - {"as offered"}
    for seed in range(SEED, SEED + 4):
        with own_home() as place:
            walk = Walk(system_id, seed, checks, place / "work")
            found = firsts(walk, steps_for(system_id, STEPS))
        assert "\n".join(map(str, found.values())) == ""
        unmade -= walk.made.keys()
        if not unmade:  # what a walk meets hangs on all that the rules offer: mostly the first does
            break
    assert unmade == set()
    assert walk.meetings.matrix() or not walk.meetings.columns


def test_every_system_that_is_offered_is_played() -> None:
    """Systems are discovered: one that is offered begins with its samples and on a blank map."""
    assert {system for system, _name in starts()} >= {id for id, _title in playable_systems()}


OF_A_STEP = ("changed without", "refused after", "a value that")
"""How faults are called that show in what comes of a command, whatever is offered before it."""


@pytest.mark.parametrize("path", MENDED, ids=lambda path: path.stem)
def test_what_was_mended_stays_mended(path: Path) -> None:
    """A script of the corpus shows no fault; what is offered is read where that was the fault."""
    script = read_script(path)
    assert not faults_of(script, thorough=not script.title.startswith(OF_A_STEP))


def test_what_is_kept_is_played_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault is kept as a script that ``gridwar run`` plays to the same end."""
    for name in ("cepheus-9144ee6c97", "drive-1379f967f8", "drive-bfc300a3d8"):
        assert run(CORPUS / "meetings" / f"{name}.json") == 0, capsys.readouterr().err


def test_the_same_seed_walks_the_same_way() -> None:
    """A walk is made of its seed alone, so that a fault is found again, whatever is looked at."""
    walked = []
    for seed, looks in ((3, True), (3, False), (4, False)):
        walk = Walk("alley", seed, checks_of(found_system("alley")) if looks else ())
        list(walk.go(100))
        walked.append(walk.meetings.played)
    assert walked[0] == walked[1]
    assert walked[1] != walked[2]


# --- whether it would see anything ---------------------------------------------------------------


def test_a_number_in_the_log_that_names_no_rule_is_seen() -> None:
    """Lines that count and steps with dice or figures name a rule; the GM's own lines do not."""
    bare = Trace(
        title="Sum",
        lines=(Line(key="a", label="Arm", value=2), Line(key="own:1", label="Mine", value=1)),
        steps=(Step(label="Rolled", faces=(3,)), Step(label="Hit", after="hit")),
    )
    found = [one.name for one in numbers_named(AIM, [bare])]
    assert found == [
        "a line without rule: aim, Arm",
        "a step without rule: aim, Rolled",
    ]


class Stumble(Act):
    """Be wrong in all that can be read of a command."""


def stumble(table: Table, command: Stumble) -> Procedure[None]:
    """Wound without a word, and refuse too late."""
    sure = yield from choose(table, "Sure?", {"yes": "Yes", "no": "No"}, key="sure", whom=None)
    yield from emit(Wounded(command.actor, 1))
    yield from require(sure == "yes", "unsure", "Not so.")
    face = yield from roll("d20", sum, key="die", owner=command.actor, label="Stumble")
    yield from require(face < 20, "unlucky", "Not now.")


@pytest.mark.parametrize(
    ("face", "answer", "expected"),
    [
        (
            1,
            "yes",
            {
                "changed without a word: stumble, Wounds left of its actor",
                "changed without its number: wounded, Wounds left of its actor",
                "faces are not told: stumble, die",
            },
        ),
        (20, "yes", {"refused after an answer: stumble unlucky"}),
        (1, "no", {"refused after an answer: stumble unsure"}),
    ],
)
def test_what_is_wrong_with_a_command_is_seen(face: int, answer: str, expected: set[str]) -> None:
    """A wound nobody tells, and refusals after an answer, are faults with names."""
    session = begun("alley", hero=(1, 1), thug=(2, 1))
    system = with_handlers(session.system, {Stumble: stumble})
    moment, reader = Moment(system, session.encounter), Reader(system)
    command = Stumble(actor=session.encounter.turn or "")
    given, dice = Answer(option=answer), _Dice(face)
    played = perform(system, moment.now, command, lambda _question: given, dice)
    assert {one.name for one in reader.step(moment, command, played)} == expected


@offer(
    "Wave",
    icon="hand-fist",
    group="",
    role=Role.OTHER,
    needs="combatant",
    candidates=lambda *_: Candidates(),
)
class Wave(Act):
    """Wave at anybody, though nobody is marked."""

    target: str


@offer(
    "Hop",
    icon="hand-fist",
    group="",
    role=Role.MOVE,
    needs="combatant",
    candidates=lambda now, _: _all(now),
)
class Hop(Act):
    """Hop over somebody, which nobody can although all are marked."""

    target: str


def _all(now: Encounter) -> Candidates:
    return Candidates(who=frozenset(now.combatants))


def wave(table: Table, command: Wave) -> Procedure[None]:
    """Wave."""
    yield from say(table, "Waves", who=command.actor)


def hop(table: Table, command: Hop) -> Procedure[None]:
    """Refuse whomever."""
    yield from require(table.now[command.target].hidden, "seen", "In sight.")


def test_an_offer_that_says_otherwise_than_its_command_is_seen() -> None:
    """Who is marked for an action is struck by it, and no foe else."""
    session = begun("alley", hero=(1, 1), thug=(2, 1), arsonist=(13, 1))
    now, who = session.encounter, session.encounter.turn
    assert list(Reader(session.system).offers(Moment(session.system, now), who)) == []
    system = with_handlers(session.system, {Wave: wave, Hop: hop})
    found = {one.name for one in Reader(system).offers(Moment(system, now), who)}
    assert found == {
        "no candidate, yet played: wave",
        "offered, yet refused: a candidate of hop seen",
    }


class Fall(Act):
    """Fall from a height, which is asked where it is not given; nobody asks for straw."""

    height: int = 0
    is_straw: bool = False


def fall(table: Table, command: Fall) -> Procedure[None]:
    """Lose points in two events, told as one."""
    height, who = command.height, command.actor
    if not height:
        form = (FormNumber("height", "Height", 1, 9, 2),)
        answer = yield from choose_numbers(table, "How high?", form, key="how high", whom=None)
        height = answer["height"]
    yield from emit(Wounded(who, 1), Wounded(who, height - command.is_straw))
    lost = height - command.is_straw + 1
    steps = (Step(label="Wounds", rule_id="AL-HIT-01", after=lost),)
    yield from say(table, "Falls", who=who, steps=steps)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Fall(actor="hero", height=4), False),
        (Fall(actor="hero", height=2), False),
        (Fall(actor="hero", is_straw=True), True),
    ],
)
def test_what_an_answer_comes_to_need_not_be_chosen(command: Fall, expected: bool) -> None:
    """A field is one that nobody could choose only where no answer comes to the same either."""
    session = begun("alley", hero=(1, 1), thug=(2, 1))
    system = with_handlers(session.system, {Fall: fall})
    moment, reader = Moment(system, session.encounter), Reader(system)
    assert reader.comes_otherwise(moment, command, Fall(actor="hero")) is expected
    assert reader.comes_otherwise(moment, Fall(actor="hero"), command) is expected


def test_points_lost_one_by_one_may_be_told_together() -> None:
    """An entry tells what several events before it came to; another number tells it of neither."""
    session = begun("alley", hero=(1, 1), thug=(2, 1))
    moment, command = Moment(session.system, session.encounter), Fall(actor="thug", height=2)
    for procedure, expected in ((fall, 0), (stumble, 1)):
        system = with_handlers(session.system, {Fall: procedure})
        dice = _Dice(1)
        played = perform(system, moment.now, command, lambda _question: Answer(option="yes"), dice)
        found = {one.name for one in Reader(system).step(moment, command, played)}
        assert len([one for one in found if "number" in one]) == expected


class _Dice:
    def __init__(self, face: int) -> None:
        self._face = face

    def faces(self, dice: Dice, key: str) -> tuple[int, ...]:
        """Roll the same on every die."""
        del key
        return (self._face,) * dice.count


# --- the line of play ----------------------------------------------------------------------------


def test_what_goes_wrong_is_kept_without_the_acts_it_does_not_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fight in which a word stands in a note is kept as the one act that wrote it."""
    real = Session.submit

    def fail(session: Session, command: object) -> object:
        if isinstance(command, WriteNote) and command.text == "wrong":
            raise ZeroDivisionError
        return real(session, command)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "submit", fail)
    notes = [["submit", data_of(WriteNote(text=one))] for one in ("a", "b", "wrong")]
    record = {
        "system": "freeform",
        "fight": "",
        "seed": 1,
        "acts": notes,
        "found": "play: raised: write_note: ZeroDivisionError in outside of Gridwar",
    }
    assert shortened(record, tmp_path) == notes[-1:]
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(record))
    assert read_kept(kept, tmp_path) == [record["found"]]


def test_a_state_that_does_not_hold_is_seen(tmp_path: Path) -> None:
    """Numbers without end, turns of nobody and orders of those who are gone are wrong."""
    now = _two(tmp_path).encounter
    who = next(iter(now.combatants))
    one = now[who]
    for wrong in (
        now.replace(turn="nobody"),
        now.with_combatant(one.replace(altitude=float("inf"))),
        now.replace(combatants=now.combatants | {"other": one}),
    ):
        with pytest.raises(Wrong):
            checks.sound(wrong)
    checks.sound(now)


def test_undo_that_does_not_lead_back_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo and redo together have to be nothing."""
    session = _two(tmp_path)
    checks.undone_and_redone(session)
    monkeypatch.setattr(Session, "redo", lambda _session: True)
    with pytest.raises(Wrong):
        checks.undone_and_redone(session)


def test_a_step_through_a_wall_is_seen() -> None:
    """From middle to middle across a wall; along it and past its end are no crossing."""
    wall = Wall(id="w", a=Point(2048, 0), b=Point(2048, 2048))
    assert checks._crosses(Cell(1, 0), Cell(2, 0), wall)
    assert not checks._crosses(Cell(1, 0), Cell(1, 1), wall)
    assert not checks._crosses(Cell(1, 3), Cell(2, 3), wall)


def _two(folder: Path) -> Session:
    """Return a fight in which three things have been done."""
    fight = PlayedFight(("freeform", ""), 1, folder, on_file=False)
    for points in (1, 2, 3):
        who = next(iter(fight.session.encounter.combatants))
        fight.session.submit(ChangePool(who=(who,), add=-points))
    return fight.session
