"""A rule system is its own folders and nothing else: the toy proves it, written by the page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import gridwar
from gridwar.content.lint_rulebooks import lint
from gridwar.engine import kit
from tests.support.every_system import RULES, SIXTH, find

ROOT = Path(gridwar.__file__).parents[1]
TOY = SIXTH[0]
PAGE = ROOT / "docs" / "write-a-rule-system.md"
IN_REACH = (
    "gridwar.engine.kit",
    "gridwar.grid",
    "gridwar.model",
    "gridwar.content",
    "gridwar.text",
)
"""What a system may import of the program."""


def test_nothing_else_names_the_toy() -> None:
    """Neither program, data nor tooling knows it: only tests and the page do."""
    places = ("gridwar", "rules", "assets", "packaging", "docs")
    files = [file for place in places for file in (ROOT / place).rglob("*") if file.is_file()]
    texts = {".py", ".toml", ".md", ".json", ".svg", ".yml"}
    named = [
        file
        for file in (*files, ROOT / "pyproject.toml", ROOT / "run.py")
        if file.suffix in texts
        and file != PAGE
        and re.search(rf"\b{TOY}\b", file.read_text(encoding="utf-8"))
    ]
    assert named == []


def test_the_toy_imports_what_the_page_says() -> None:
    """Of the engine it needs the kit alone, never a module behind it."""
    for file in sorted((ROOT / "tests" / "support" / TOY).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            if named.startswith("gridwar"):
                assert named.startswith(IN_REACH)
                assert not named.startswith("gridwar.engine.kit.")


def test_its_rules_are_sound_and_each_has_a_test() -> None:
    """The lint of rulebooks finds nothing in it, and each of its rules has a test."""
    sources = [ROOT / "tests" / "support" / TOY, ROOT / "tests" / "systems" / TOY]
    report = lint(RULES, sources)
    assert report.problems == ()
    assert report.untested == ((TOY, ()),)


def test_the_page_joins_the_parts_that_there_are() -> None:
    """What the page's code imports by name is in the kit, and its parts are those of a system."""
    text = PAGE.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    called = {
        node.func.id: {one.arg for one in node.keywords}
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    for name in ("Data", "Play", "Turns", "Offers", "Board", "Cards", "PlainCycle"):
        part = getattr(kit, name)
        assert called[name] <= set(part.__struct_fields__), name
    assert find(TOY).play.chapters


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`(tests/[\w./-]+)`", PAGE.read_text()))))
def test_what_the_page_points_at_is_there(named: str) -> None:
    """Files and folders of tests that the page names exist."""
    assert (ROOT / named).exists()
