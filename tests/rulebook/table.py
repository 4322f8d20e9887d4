"""The table of a rulebook's rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridwar.content.lint_python_sources import mentions
from gridwar.content.manifest_and_rule_index import index
from gridwar.content.rules_folder import RulesFolder
from gridwar.systems import find_system
from tests.rulebook.places import places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.content.lint_python_sources import Mention

ROOT = Path(__file__).resolve().parents[2]


class RuleRow(NamedTuple):
    """One rule: where its code is, how many tests are marked with it, where it is met."""

    rule_id: str
    title: str
    modules: tuple[str, ...]
    tests: int
    places: tuple[str, ...]


def by_hand(system: str) -> Path:
    """Return the file with the places of rules that the code names nowhere."""
    return ROOT / "tests" / "rulebook" / f"{system}.toml"


def rows_of(system: str) -> tuple[RuleRow, ...]:
    """Return the rules of a system's index in its order."""
    folder = ROOT / "rules" / system
    package = ROOT / "gridwar" / "systems" / system
    code = _mentions("gridwar")
    marks = [one.rule_id for one in _mentions("tests") if one.tests]
    met = places(find_system(system), package, by_hand(system))
    return tuple(
        RuleRow(
            rule_id,
            rule.title,
            tuple(sorted({_module(one.file) for one in code if one.rule_id == rule_id})),
            marks.count(rule_id),
            met.get(rule_id, ()),
        )
        for rule_id, rule in index(RulesFolder(system, folder, folder)).root.items()
    )


@cache
def _mentions(folder: str) -> tuple[Mention, ...]:
    return tuple(mentions(ROOT / folder))


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT / "gridwar").with_suffix("").parts)


def as_markdown(system: str, rows: Iterable[RuleRow]) -> str:
    """Return the table, with the counts above it."""
    rows = tuple(rows)
    counts = (
        f"{len(rows)} rules: {sum(bool(one.modules) for one in rows)} with code, "
        f"{sum(bool(one.tests) for one in rows)} with a test, "
        f"{sum(bool(one.places) for one in rows)} with a place in the window."
    )
    lines = [
        f"# The rules of `{system}`",
        "",
        f"{counts} Written by `python -m tests.rulebook {system}`.",
        "",
        "| Rule | Title | Code (`gridwar.`) | Tests | In the window |",
        "|---|---|---|---|---|",
        *(
            f"| {one.rule_id} | {one.title} | {', '.join(one.modules)} | {one.tests} "
            f"| {', '.join(one.places)} |"
            for one in rows
        ),
    ]
    return "\n".join(lines) + "\n"
