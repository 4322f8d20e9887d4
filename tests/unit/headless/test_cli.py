"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import gridwar
from gridwar import cli
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.session.journal_rows import DiceCounter
from gridwar.engine.session.session import Session
from gridwar.headless.script_schema import schema
from gridwar.headless.selftest import self_test
from gridwar.paths import data_dir
from gridwar.storage.json_codec import data_of
from gridwar.storage.new_open_and_sample_fights import create, sample_fights
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system, systems
from gridwar.systems.freeform import SYSTEM as FREEFORM
from tests.support.asking import duel, find
from tests.support.files import meddle, sha256

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Command

SCRIPT: dict[str, Any] = {
    "system": "freeform",
    "title": "Bridge",
    "map": {"width": 12, "height": 8},
    "combatants": [
        {"id": "hero", "sample": "hero", "pos": [1, 1], "sheet": {"initiative": 5}},
        {"id": "imp", "pos": [4, 1], "side": "2", "fields": {"altitude": 2.0}},
    ],
    "commands": [
        {"command": {"kind": "begin_fight"}},
        {"command": {"kind": "move", "actor": "hero", "path": [[2, 1], [3, 1]]}},
    ],
}


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """Write a duel without rules into a file."""
    path = tmp_path / "fight.gridwar"
    create(path, duel(FREEFORM), FREEFORM, DiceCounter(1)).close()
    return path


def script(tmp_path: Path, **changes: Any) -> str:
    """Write a script and return its path."""
    path = tmp_path / "script.json"
    path.write_text(json.dumps({**SCRIPT, **changes}))
    return str(path)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Read what was printed as JSON lines."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` names the program and its version."""
    with pytest.raises(SystemExit) as caught:
        cli.main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"gridwar {gridwar.__version__}\n"


def test_help_documents_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    """``--help`` says what each exit code means and names every command."""
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    text = capsys.readouterr().out
    assert all(f"\n  {code}  " in text for code in range(5))
    names = ("check", "export", "import", "render", "run", "schema")
    assert all(f"\n  {name}" in text for name in names)


@pytest.mark.parametrize("wrong", [["--nonsense"], ["check"], ["render"], ["export", "a", "b"]])
def test_wrong_use_is_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A command line that cannot be read exits with 2 and says so on standard error."""
    with pytest.raises(SystemExit) as caught:
        cli.main(wrong)
    assert caught.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "usage: gridwar" in said.err


def test_check_says_what_is_in_a_sound_file(
    fight: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sound file is described, with 0, and stays as it is."""
    before = sha256(fight)
    assert cli.main(["check", str(fight)]) == 0
    assert "is sound: Duel, Freeform, 0 commands" in capsys.readouterr().out
    assert sha256(fight) == before


def test_check_of_a_bad_file_is_3(fight: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Damaged, foreign and missing files exit with 3; the reason is on standard error."""
    meddle(fight, "UPDATE start SET encounter = '{}'")
    before = sha256(fight)
    foreign = fight.with_name("notes.txt")
    foreign.write_text("notes")
    for path, reason in (
        (fight, "start 1: the digest"),
        (foreign, "not a Gridwar file"),
        (fight.with_name("none"), "There is no file"),
    ):
        assert cli.main(["check", str(path)]) == 3
        said = capsys.readouterr()
        assert said.out == ""
        assert reason in said.err
        assert said.err.startswith("gridwar: ")
    assert sha256(fight) == before


def test_an_export_can_be_checked_and_exported_again(
    fight: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fight as JSON is a fight too: the same text comes out of both."""
    target = fight.with_name("fight.json")
    assert cli.main(["export", str(fight), "-o", str(target)]) == 0
    assert cli.main(["check", str(target)]) == 0
    capsys.readouterr()
    assert cli.main(["export", str(target)]) == 0
    assert capsys.readouterr().out == target.read_text(encoding="utf-8")


def test_what_cannot_be_written_is_4(fight: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An export that has no place exits with 4; it never replaces what it reads."""
    before = sha256(fight)
    assert cli.main(["export", str(fight), "-o", str(fight.parent)]) == 4
    assert cli.main(["export", str(fight), "-o", str(fight)]) == 4
    assert "cannot be" in capsys.readouterr().err
    assert sha256(fight) == before


def test_a_script_writes_events_outcomes_and_the_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each event is a line, with its trace; the last line is the whole state."""
    assert cli.main(["run", script(tmp_path)]) == 0
    said = lines(capsys)
    kinds = [one["event"]["kind"] for one in said if one["line"] == "event"]
    assert kinds.count("combatant_moved") == 2
    titles = [one["event"]["trace"]["title"] for one in said if "trace" in one.get("event", {})]
    assert "Hero moves" in titles
    assert [one["outcome"] for one in said if one["line"] == "outcome"] == ["accepted"] * 2
    state = said[-1]["encounter"]
    assert said[-1]["line"] == "state"
    assert state["combatants"]["hero"]["pos"] == [3, 1]
    assert state["combatants"]["hero"]["sheet"]["initiative"] == 5
    assert state["combatants"]["imp"]["altitude"] == 2.0


def test_a_refusal_ends_a_script_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the rules refuse is a line with its code; unless it is expected the script fails."""
    again: dict[str, Any] = {"command": {"kind": "begin_fight"}}
    commands = [again, again, {"command": {"kind": "next_turn"}}]
    assert cli.main(["run", script(tmp_path, commands=commands)]) == 1
    said = capsys.readouterr()
    assert "commands.1: refused instead of accepted" in said.err
    assert '"code":"begun"' in said.out
    commands[1] = {**again, "expect": "refused"}
    assert cli.main(["run", script(tmp_path, commands=commands)]) == 0


def test_undo_and_redo_in_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script can take commands back, and do them again."""
    commands = [*SCRIPT["commands"], {"undo": 1}]
    assert cli.main(["run", script(tmp_path, commands=commands)]) == 0
    assert lines(capsys)[-1]["encounter"]["combatants"]["hero"]["pos"] == [1, 1]
    commands = [*commands, {"redo": 1}]
    assert cli.main(["run", script(tmp_path, commands=commands)]) == 0
    assert lines(capsys)[-1]["encounter"]["combatants"]["hero"]["pos"] == [3, 1]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"system": "nothing"}, "no rule system 'nothing'"),
        ({"extra": 1}, "extra"),
        ({"map": {"width": 0}}, "map.width"),
        ({"combatants": [{"id": "x", "sample": "y"}]}, "no sample 'y'"),
        ({"combatants": [{"id": "x", "sheet": {"mana": 1}}]}, "combatants.0: sheet.mana: unknown"),
        ({"commands": [{"command": {"kind": "fly"}}]}, "commands.0: there is no command 'fly'"),
        (
            {"commands": [{"command": {"kind": "move", "actor": "hero"}}]},
            "commands.0: command: path",
        ),
        ({"switches": {"nonsense": True}}, "nonsense"),
    ],
)
def test_a_bad_script_is_3(
    tmp_path: Path, changes: dict[str, Any], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What does not fit in a script is named with its place, and exits with 3."""
    assert cli.main(["run", script(tmp_path, **changes)]) == 3
    assert reason in capsys.readouterr().err


def test_a_script_that_breaks_off_leaves_no_half_of_a_fight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a command needs somebody who is not there no file is left, nor anything beside it."""
    target, submit = tmp_path / "fight.gridwar", Session.submit

    def without_hero(session: Session, command: Command) -> Outcome:
        if isinstance(command, Move):
            raise KeyError("nobody")
        return submit(session, command)

    monkeypatch.setattr(Session, "submit", without_hero)
    assert cli.main(["run", script(tmp_path), "-o", str(target)]) == 3
    assert "commands.1: command: nobody in this fight" in capsys.readouterr().err
    assert list(tmp_path.glob("fight*")) == []
    monkeypatch.undo()
    assert cli.main(["run", script(tmp_path), "-o", str(target)]) == 0
    assert target.exists()


def test_dice_that_nobody_rolls_fail_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script says every face that is rolled, no more."""
    assert cli.main(["run", script(tmp_path, dice=[3, 4])]) == 1
    assert "not rolled: 3 4" in capsys.readouterr().err


def test_the_schema_knows_every_system(capsys: pytest.CaptureFixture[str]) -> None:
    """The printed schema has the commands and sheets of all systems, none by halves."""
    assert cli.main(["schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(schema()))
    parts = printed["$defs"]
    kinds = {
        parts[one["$ref"].rpartition("/")[2]]["properties"]["kind"]["const"]
        for one in parts["ScriptStep"]["properties"]["command"]["anyOf"]
    }
    assert kinds == {kind.kind for one in systems().values() for kind in handlers_of(one)}
    sheets = parts["ScriptCombatant"]["properties"]["sheet"]["anyOf"]
    assert any("hp_full" in one.get("properties", {}) for one in sheets)


def test_render_draws_without_a_window(fight: Path) -> None:
    """The map of a fight becomes a PNG of as many pixels as it has cells times their size."""
    target = fight.with_name("map.png")
    assert cli.main(["render", str(fight), "-o", str(target), "--cell", "10"]) == 0
    raw = target.read_bytes()
    assert raw.startswith(b"\x89PNG")
    size = (int.from_bytes(raw[16:20]), int.from_bytes(raw[20:24]))
    assert size == (duel().map.width * 10, duel().map.height * 10)
    assert cli.main(["render", str(fight), "-o", str(fight.parent / "no" / "map.png")]) == 4


def test_self_test_counts_what_is_here(
    user_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The self-test names every system, loads every rulebook, plays a round, in one line."""
    assert cli.main(["--self-test"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    (line,) = said.out.splitlines()
    assert f"{len(systems())} rule systems: {', '.join(systems())}" in line
    assert "drowned-heron.dd2vtt imported" in line
    assert "a page of a PDF drawn" in line
    assert "a round of" in line
    assert list(user_folder.iterdir()) == []  # it had folders of its own


def test_self_test_fails_where_a_rulebook_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A system without its rulebook is named, and the exit code is 1."""
    monkeypatch.setattr("gridwar.headless.selftest.rules_ids", lambda: ("freeform",))
    assert self_test() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "no rulebook for arrgs, cepheus" in said.err


def test_self_test_fails_where_a_system_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rulebook that no rule system plays is named: the program was packed without it."""
    less = {name: one for name, one in systems().items() if name != "drive"}
    monkeypatch.setattr("gridwar.headless.selftest.systems", lambda: less)
    assert self_test() == 1
    assert "no rule system for the rulebooks drive" in capsys.readouterr().err


def test_without_a_display_no_window_is_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing can show a window, the program says so with 2 and Qt is left alone."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert cli.main([]) == 2
    said = capsys.readouterr().err
    assert "no window" in said
    assert "gridwar render" in said
    assert "gridwar run" in said


def test_every_sample_fight_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    """The fights that come with Gridwar can be opened by this Gridwar, wholly."""
    for path in sample_fights():
        assert cli.main(["check", str(path)]) == 0
        assert "Unknown" not in capsys.readouterr().out


def test_every_sample_script_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """The scripts that come with Gridwar play to their end as they expect."""
    for path in sorted((data_dir("assets") / "scripts").glob("*.json")):
        assert cli.main(["run", str(path)]) == 0
        assert capsys.readouterr().err == ""


DUEL = {
    "system": "asking",
    "combatants": [{"id": "hero", "sample": "hero"}, {"id": "foe", "sample": "foe"}],
}
STRIKE = {"kind": "asking.strike", "actor": "hero", "target": "foe"}


@pytest.fixture
def _asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scripts find the system that asks."""
    monkeypatch.setattr("gridwar.headless.run_script.find_system", find)
    monkeypatch.setattr("gridwar.headless.read_script.find_system", find)


@pytest.mark.usefixtures("_asking")
def test_a_script_answers_questions_and_rolls_its_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Answers are found by key: an option, numbers, or faces; other dice come in their order."""
    answers = {"dodge": "yes", "soak 1": {"numbers": {"points": 2}}, "dodge dice": [4]}
    commands = [{"command": STRIKE, "answers": answers}]
    assert cli.main(["run", script(tmp_path, **DUEL, commands=commands, dice=[6, 5])]) == 0
    foe = lines(capsys)[-1]["encounter"]["combatants"]["foe"]
    assert foe["sheet"]["hp"] == 10 - (6 + 5 - 4 - 2)


@pytest.mark.usefixtures("_asking")
def test_a_question_nobody_answers_fails_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script that leaves a question open by mistake is told its key; on purpose it may."""
    commands: list[dict[str, Any]] = [{"command": STRIKE, "answers": {"dodge": "no"}}]
    wrong = script(tmp_path, **DUEL, commands=commands, seed=1)
    assert cli.main(["run", wrong]) == 1
    assert "asking instead of accepted. nobody answers soak 1" in capsys.readouterr().err
    commands[0]["expect"] = "asking"
    commands.append({"answers": {"soak 1": {"numbers": {"points": 0}}}})
    assert cli.main(["run", script(tmp_path, **DUEL, commands=commands, seed=1)]) == 0
    said = lines(capsys)
    assert said[0]["wanted"][0]["numbers"] == ["points"]
    assert said[-1]["open"] == []


@pytest.mark.usefixtures("_asking")
def test_an_answer_nobody_asked_for_fails_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script's answer that finds no question is a mistake, not a thing to pass over."""
    answers = {"dodge": "no", "soak 1": {"numbers": {"points": 0}}, "parry": "yes"}
    commands = [{"command": STRIKE, "answers": answers}]
    assert cli.main(["run", script(tmp_path, **DUEL, commands=commands)]) == 1
    assert "nobody asked for parry" in capsys.readouterr().err


@pytest.mark.usefixtures("_asking")
def test_a_script_may_take_the_defaults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Told to, a script answers with a question's default whatever a step leaves open."""
    commands = [{"command": STRIKE}]
    wanted = script(tmp_path, **DUEL, commands=commands, dice=[1, 2], defaults=True)
    assert cli.main(["run", wanted]) == 0
    foe = lines(capsys)[-1]["encounter"]["combatants"]["foe"]
    assert foe["sheet"]["hp"] == 10 - 3


def test_a_script_becomes_a_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``gridwar run -o`` keeps the fight with all that was done in it; one in its way stays."""
    target = tmp_path / "fight.gridwar"
    script = data_dir("assets") / "scripts" / "a-skirmish.json"
    assert cli.main(["run", str(script), "-o", str(target)]) == 0
    state = json.loads(capsys.readouterr().out.splitlines()[-1])["encounter"]
    found = read_file(target, find_system)
    session = Session(found.system, found.loaded)
    assert data_of(session.encounter) == state
    assert len(session.history.rows) > 5
    before = target.read_bytes()
    assert cli.main(["run", str(script), "-o", str(target)]) != 0
    assert "exists already" in capsys.readouterr().err
    assert target.read_bytes() == before
