"""The lint of rulebook data and of the rule ids in code and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.content.lint_python_sources import mentions
from gridwar.content.lint_rulebooks import lint
from gridwar.headless import rules_lint as command

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = """
id = "{id}"
title = "Toy"
summary = ""
source = ""
playable = {playable}
scale = {{cell_size = 5, unit = "ft", round_s = 6}}
metrics = {{range = "chebyshev", movement = "chebyshev", area = "chebyshev"}}
"""
STEP = "A step goes to one of the eight squares around, and costs one square of the move."
INDEX = f"""
[TY-MOV-01]
title = "Steps"
text = "{STEP}"

[TY-MOV-02]
title = "Runs"
text = "Whoever runs has two squares more of each move, and -2 on all else until the turn is over."
"""
TESTS = '''
import pytest

pytestmark = pytest.mark.rule("TY-MOV-01")

def test_step():
    """A step.

    Rules: TY-MOV-02, TY-MOV-01
    """
'''


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Write a sound rulebook ``toy`` and a folder of tests."""
    write_rulebook(tmp_path / "rules" / "toy", "true")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS)
    return tmp_path


def write_rulebook(folder: Path, playable: str) -> None:
    """Write the two files that every rulebook has, and a table with a rule id."""
    folder.mkdir(parents=True)
    text = MANIFEST.format(id=folder.name, playable=playable)
    (folder / "manifest.toml").write_text(text)
    (folder / "index.toml").write_text(INDEX)
    (folder / "weapons.toml").write_text('[[weapons]]\nname = "x"\nrules = ["TY-MOV-02"]\n')


def problems(place: Path) -> list[str]:
    """Lint and give the problems alone."""
    return list(lint(place / "rules", [place / "tests"]).problems)


def test_sound_rulebook_has_no_problems(place: Path) -> None:
    """Sound data and known ids pass, and a rule that no test is marked with is reported."""
    report = lint(place / "rules", [place / "tests"])
    assert report.problems == ()
    assert report.folders == ("toy",)
    assert report.untested == (("toy", ("TY-MOV-02",)),)


def test_rulebooks_that_only_tests_have_are_linted_beside_the_others(place: Path) -> None:
    """Their rule ids are known, and what is wrong in them is told."""
    beside = place / "tests" / "support" / "rules"
    (place / "rules" / "toy").rename(place / "toy")
    write_rulebook(place / "rules" / "other", "false")
    (place / "rules" / "other" / "index.toml").write_text("")
    (place / "rules" / "other" / "weapons.toml").unlink()
    beside.mkdir(parents=True)
    (place / "toy").rename(beside / "toy")
    sources = [place / "tests"]
    assert lint(place / "rules", sources).problems
    assert lint(place / "rules", sources, [beside]).problems == ()
    (beside / "toy" / "weapons.toml").write_text("=")
    (problem,) = lint(place / "rules", sources, [beside]).problems
    assert "weapons.toml: not TOML" in problem


def test_mentions_are_found_with_their_lines(place: Path) -> None:
    """Marks count as tests of a rule, docstrings only as mentions."""
    found = [
        (each.rule_id, each.line, each.tests)
        for each in mentions(place / "tests", lambda _file: False)
    ]
    assert sorted(found) == [
        ("TY-MOV-01", 4, True),
        ("TY-MOV-01", 6, False),
        ("TY-MOV-02", 6, False),
    ]


def test_unfinished_rulebook_owes_no_tests(place: Path) -> None:
    """Untested rules are only listed for playable rulebooks."""
    text = MANIFEST.format(id="toy", playable="false")
    (place / "rules" / "toy" / "manifest.toml").write_text(text)
    assert lint(place / "rules", []).untested == ()


def test_unknown_id_in_a_mark_is_a_problem(place: Path) -> None:
    """A test marked with a rule that does not exist fails the lint, with the line."""
    (place / "tests" / "test_toy.py").write_text(TESTS.replace('"TY-MOV-01"', '"TY-MVO-01"'))
    (problem,) = problems(place)
    assert "test_toy.py:4: no index has the rule TY-MVO-01; did you mean 'TY-MOV-01'" in problem


def test_unknown_id_in_a_docstring_is_a_problem(place: Path) -> None:
    """A docstring that cites a rule that does not exist fails the lint."""
    (place / "tests" / "test_toy.py").write_text(TESTS.replace("Rules: TY-MOV-02", "Rules: TY-X-9"))
    (problem,) = problems(place)
    assert "TY-X-9" in problem


def test_an_id_that_stands_in_the_code_has_to_exist(place: Path) -> None:
    """An argument of a check or a line of a sum names a rule that there is; other texts do not."""
    code = place / "gridwar" / "systems" / "toy" / "steps.py"
    code.parent.mkdir(parents=True)
    code.write_text('require(ok, "far", "Too far.", "TY-MVO-01")\nencoding = "UTF-8"\n')
    (problem,) = lint(place / "rules", [place / "gridwar"]).problems
    assert "steps.py:1: no index has the rule TY-MVO-01; did you mean 'TY-MOV-01'" in problem


def test_an_id_in_a_rulebooks_own_tests_has_to_exist(place: Path) -> None:
    """A toy that only tests have, and the tests of a system, make no ids up; other tests may."""
    for folder, found in (("toy", 1), ("unit", 0)):
        code = place / "tests" / "support" / folder / "rules.py"
        code.parent.mkdir(parents=True)
        code.write_text('Badge("hurt", rule_id="TY-MVO-01")\n')
        assert len(lint(place / "rules", [place / "tests"]).problems) == found
        code.unlink()


SWITCHES = """
class ToySwitches(Switches):
    steps: bool = switch(
        True,
        rule="{rule}",
        text="Steps count.",
    )
"""


def house_rules(place: Path, system: str, rule: str) -> list[str]:
    """Write the house rules of a system, lint its code and give the problems."""
    folder = place / "gridwar" / "systems" / system / "room"
    folder.mkdir(parents=True)
    (folder / "switches.py").write_text(SWITCHES.format(rule=rule))
    return list(lint(place / "rules", [place / "gridwar"]).problems)


def test_a_house_rule_bends_a_rule_of_its_own_rulebook(place: Path) -> None:
    """The rule of a switch stands in the index of the system whose switch it is."""
    assert house_rules(place, "toy", "TY-MOV-01") == []


def test_unknown_id_of_a_house_rule_is_a_problem(place: Path) -> None:
    """A switch of a rule that does not exist fails the lint, with the line and the likely id."""
    (problem,) = house_rules(place, "toy", "TY-MVO-01")
    assert "switches.py:5: no index has the rule TY-MVO-01; did you mean 'TY-MOV-01'" in problem


def test_a_rule_of_another_system_is_a_problem(place: Path) -> None:
    """A switch of one system that names a rule of another fails the lint."""
    (problem,) = house_rules(place, "zoo", "TY-MOV-01")
    assert problem.endswith("switches.py:5: TY-MOV-01 is a rule of toy, not of zoo")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("weapons.toml", "TY-MOV-02", "TY-MOV-22", "weapons[0].rules: no index has the rule"),
        ("index.toml", "text =", "txt =", "TY-MOV-01.txt: unknown key; did you mean 'text'"),
        ("index.toml", "title", "# title", "TY-MOV-01.title: this key is missing"),
        ("weapons.toml", "name =", "name", "not TOML"),
        ("manifest.toml", "playable", "playble", "playble: unknown key; did you mean 'playable'"),
    ],
)
def test_wrong_file_is_a_problem(place: Path, file: str, old: str, new: str, message: str) -> None:
    """Any wrong file of a rulebook fails the lint, and the file is named."""
    path = place / "rules" / "toy" / file
    path.write_text(path.read_text().replace(old, new))
    text = "\n".join(problems(place))
    assert message in text
    assert file in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Steps", "TY-MOV-01: the text only repeats the title"),
        ("", "TY-MOV-01: the text has 0 characters; write 60 to 600"),
        ("x" * 59, "TY-MOV-01: the text has 59 characters; write 60 to 600"),
        ("x" * 60, ""),
        ("x" * 600, ""),
        ("x" * 601, "TY-MOV-01: the text has 601 characters; write 60 to 600"),
    ],
)
def test_a_text_says_what_the_rule_does_and_fits_its_card(
    place: Path, text: str, message: str
) -> None:
    """One that is empty, only the title, too short or too long fails the lint: file, id, length."""
    path = place / "rules" / "toy" / "index.toml"
    path.write_text(INDEX.replace(STEP, text))
    found = problems(place)
    assert [one for one in found if "index.toml" not in one] == []
    assert [message in one for one in found] == ([True] if message else [])


def test_rule_of_two_rulebooks_is_a_problem(place: Path) -> None:
    """A rule id belongs to one rulebook."""
    write_rulebook(place / "rules" / "zoo", "false")
    assert "TY-MOV-01: the rule stands in the index of toy and of zoo" in problems(place)


def test_folder_without_manifest_is_a_problem(place: Path) -> None:
    """A folder that would silently not be a rulebook fails the lint."""
    (place / "rules" / "empty").mkdir()
    (problem,) = problems(place)
    assert problem.endswith("empty: there is no manifest.toml")


def test_command_fails_on_problems(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints problems on standard error and exits with 1, else with 0."""
    monkeypatch.setattr(command, "data_dir", lambda _name: place / "rules")
    monkeypatch.setattr(command, "__file__", str(place / "gridwar" / "headless" / "rules_lint.py"))
    assert command.main() == 0
    assert "toy: no test is marked with 1 of its rules" in capsys.readouterr().out
    (place / "rules" / "toy" / "weapons.toml").write_text("=")
    assert command.main() == 1
    assert "weapons.toml: not TOML" in capsys.readouterr().err


KIT = "def say() -> Procedure[None]:\n    yield\n"
ROOM = "from game.kit import say\n"
RULES = """
from game import kit
from game.room import say as tell

class Blow:
    def fall(self) -> Procedure[None]:
        yield from tell()
        {line}
"""


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("tell()", "tell"),
        ("kit.say()", "kit.say"),
        ("self.fall()", "self.fall"),
        ("yield from tell()", ""),
        ("print()", ""),
    ],
)
def test_a_procedure_without_yield_from_is_a_problem(place: Path, line: str, name: str) -> None:
    """A call that makes a procedure and drops it is found, by whatever name it goes."""
    (place / "game").mkdir()
    for module, text in {"kit": KIT, "room": ROOM, "rules": RULES.format(line=line)}.items():
        (place / "game" / f"{module}.py").write_text(text)
    found = lint(place / "rules", [place / "game"]).problems
    file = place / "game" / "rules.py"
    problem = f"{file}:8: {name}() is made and never started; write yield from before it"
    assert found == ((problem,) if name else ())
