"""Where a player meets a rule: by what the code makes of its id, else by a list.

A refusal, a line of a sum, a question, a step of the log name their rule, and the window shows it
with them. Rules that name nothing show otherwise, as a zone or a figure; those are listed by hand.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RULE_ID = re.compile(r"[A-Z]{2}-[A-Z]+-\d+")
_MEANS = {
    "Refusal": "objection",
    "require": "objection",
    "refuse": "objection",
    "required": "objection",
    "choose": "question",
    "choose_cell": "question",
    "choose_numbers": "question",
    "line": "line of a sum",
    "Question": "question",
    "Step": "log",
    "Trace": "log",
    "_tell": "log",
    "Extra": "choice on the attack's popover",
    "Aimed": "cells drawn",
    "Blast": "cells drawn",
    "Course": "course drawn",
    "Healing": "log",
    "switch": "house rule",
}
"""What the window shows of a call that is given a rule id."""
_SHOWS = {
    "card_of": "card",
    "movement_of": "ways drawn",
    "overlays_of": "bands and arcs drawn",
    "offers": "choice on the attack's popover",
    "badges": "badge",
    "actions": "action",
    "tending": "action",
    "overlays": "drawn on the map",
    "machine_card": "the vehicle's card",
    "machine_badges": "badge",
    "seat_badges": "badge",
    "cards": "card",
    "choices": "choice on the attack's popover",
    "planning": "the way that is planned",
    "threat": "threat drawn",
    "ways": "ways drawn",
}
"""What functions, or all of a module, show by way of the rules in their docstrings."""
_OFFERS = ("offer", "offer_manoeuvre")
"""What declares that a command is offered, above its class or above what plays it."""


def places(package: Path, by_hand: Path) -> dict[str, tuple[str, ...]]:
    """Return where each rule of a system is met, by its id.

    Args:
        package: The folder of the system's code.
        by_hand: A TOML table of rule ids and places, for those that the code cannot tell.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted(package.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for rule_id, place in (*_named(tree), *_told(tree, file.stem.partition("_")[0])):
            found[rule_id].add(place)
    listed = tomllib.loads(by_hand.read_text(encoding="utf-8"))
    for rule_id, words in listed.items():
        found[rule_id].add(words)
    return {rule_id: tuple(sorted(words)) for rule_id, words in found.items()}


def _named(tree: ast.Module) -> Iterator[tuple[str, str]]:
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        if _RULE_ID.fullmatch(node.value) and (call := _call(node, parents)) in _MEANS:
            yield node.value, _MEANS[call]


def _told(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    offered = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _offers(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        is_offered = _offers(node) or not offered.isdisjoint(_decorated(node, "plays"))
        place = _SHOWS.get(node.name) or _SHOWS.get(module)
        for shown in filter(None, (place, "action" if is_offered else "")):
            lines = (ast.get_docstring(node) or "").split("Rules:")[1:]
            for rule_id in _RULE_ID.findall(" ".join(lines)):
                yield rule_id, shown


def _offers(node: ast.ClassDef | ast.FunctionDef) -> bool:
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in _OFFERS
        for one in node.decorator_list
    )


def _decorated(node: ast.FunctionDef, name: str) -> Iterator[str]:
    """Yield what a decorator of a name is given."""
    for one in node.decorator_list:
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == name:
            yield from (given.id for given in one.args if isinstance(given, ast.Name))


def _call(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """Return the name of what is called with a constant, or nothing."""
    at: ast.AST | None = parents.get(node)
    while at is not None and not isinstance(at, (ast.Call, ast.stmt)):
        at = parents.get(at)
    if not isinstance(at, ast.Call):
        return ""
    return at.func.attr if isinstance(at.func, ast.Attribute) else getattr(at.func, "id", "")
