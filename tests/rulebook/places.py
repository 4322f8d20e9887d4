"""Where a player meets a rule: by what is declared where it is shown, else by a list.

Three declarations are read. A record that the window shows is given the rule's id (a refusal, a
line of a sum, a question, a badge). A view of the system says in its docstring by which rules it
shows what it shows. A command that is offered says by which rules it is played. What none of them
names is listed by hand; ``opened`` looks whether the ids stand there.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from operator import attrgetter
from typing import TYPE_CHECKING

from gridwar.content.manifest_and_rule_index import RULE_ID_PATTERN
from gridwar.engine.kit.offers_and_actions import offers_of
from gridwar.engine.play.procedure_of_command import handlers_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System

_RULE_ID = re.compile(RULE_ID_PATTERN)
_RECORDS = {
    "Refusal": "refusal",
    "require": "refusal",
    "refuse": "refusal",
    "required": "refusal",
    "Question": "question",
    "choose": "question",
    "choice": "question",
    "choose_cell": "question",
    "choose_numbers": "question",
    "line": "line of a sum",
    "Line": "line of a sum",
    "Step": "log",
    "Trace": "log",
    "Badge": "card",
    "Figure": "card",
    "Pip": "card",
    "Pool": "card",
    "Slot": "order",
    "Mark": "map",
    "Tie": "map",
    "Aimed": "sheet of an action",
    "Foreseen": "sheet of an action",
    "Area": "map",
    "Blast": "map",
    "Course": "map",
    "Decider": "line of sight",
    "Sight": "line of sight",
    "switch": "house rule",
}
"""What the window shows of the kit's records that are given a rule's id."""
_NOT = "not "
_VIEWS = {
    "turns.order": "order",
    "turns.flow": "order",
    "offers.draft": "sheet of an action",
    "cards.card": "card",
    "board.movement": "map",
    "board.overlays": "map",
    "board.scenery": "map",
    "board.areas": "map",
    "board.sight": "line of sight",
    "board.yardstick": "ruler",
}
"""What functions of a system show by way of the rules in their docstrings."""


def places(system: System, package: Path, by_hand: Path) -> dict[str, tuple[str, ...]]:
    """Return where each rule of a system is met, by its id.

    Args:
        system: The system.
        package: The folder of its code.
        by_hand: A TOML table of rule ids and places, for those that no declaration names; a place
            behind ``not`` is struck out: the lines of a sum that the log tells as steps.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted(package.rglob("*.py")):
        for rule_id, place in _given(ast.parse(file.read_text(encoding="utf-8"))):
            found[rule_id].add(place)
    for rule_id, place in (*_viewed(system), *_offered(system)):
        found[rule_id].add(place)
    for rule_id, words in tomllib.loads(by_hand.read_text(encoding="utf-8")).items():
        for word in words.split(", "):
            if word.startswith(_NOT):
                found[rule_id].discard(word.removeprefix(_NOT))
            else:
                found[rule_id].add(word)
    return {rule_id: tuple(sorted(words)) for rule_id, words in found.items()}


def _given(tree: ast.Module) -> Iterator[tuple[str, str]]:
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        if _RULE_ID.fullmatch(node.value) and (call := _call(node, parents)) in _RECORDS:
            yield node.value, _RECORDS[call]


def _call(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """Return the name of what is called with a constant, or nothing."""
    at: ast.AST | None = parents.get(node)
    while at is not None and not isinstance(at, (ast.Call, ast.stmt)):
        at = parents.get(at)
    if not isinstance(at, ast.Call):
        return ""
    return at.func.attr if isinstance(at.func, ast.Attribute) else getattr(at.func, "id", "")


def _viewed(system: System) -> Iterator[tuple[str, str]]:
    for name, place in _VIEWS.items():
        for rule_id in _cited(attrgetter(name)(system)):
            yield rule_id, place


def _offered(system: System) -> Iterator[tuple[str, str]]:
    for command, procedure in handlers_of(system).items():
        if offers_of(command) or offers_of(procedure):
            for rule_id in (*_cited(command), *_cited(procedure)):
                yield rule_id, "action"


def _cited(thing: object) -> list[str]:
    """Return the rules that a docstring cites."""
    lines = (getattr(thing, "__doc__", None) or "").split("Rules:")[1:]
    return _RULE_ID.findall(" ".join(lines))
