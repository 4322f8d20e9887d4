"""Which rule ids Python files speak of, and where.

Owns the reading of ``Rules: X-YYY-01`` lines in docstrings, of ids that stand as literals in code,
and of ``@pytest.mark.rule("…")``.
Reads source text only and imports nothing of it.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.content.rulebook import RULE_ID_PATTERN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_RULES_LINE = re.compile(r"^\s*Rules: *(.+)$", re.MULTILINE)
_RULE_ID = re.compile(RULE_ID_PATTERN)
_LITERAL = re.compile(r"[A-Z]{2}(?:-[A-Z0-9]+){2,}[a-z]?")
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Mention(Struct, frozen=True):
    """One rule id at one place; ``tests`` tells whether a test is marked with it."""

    rule_id: str
    file: Path
    line: int
    tests: bool


def mentions(
    folder: Path, has_literals: Callable[[Path], bool] = lambda _file: True
) -> Iterator[Mention]:
    """Go through all Python files below a folder, in order of their names.

    Args:
        folder: The files.
        has_literals: Returns whether a text of a file that looks like an id is one; tests make
            some up.
    """
    for file in sorted(folder.rglob("*.py")):
        literals = has_literals(file)
        text = file.read_text(encoding="utf-8")
        if not _RULE_ID.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, _WITH_DOCSTRING):
                yield from _in_docstring(node, file)
            elif isinstance(node, ast.Call) and _is_rule_mark(node.func):
                yield from _in_mark(node, file)
            elif literals and isinstance(node, ast.Constant) and _is_literal(node.value):
                yield Mention(str(node.value), file, node.lineno, tests=False)


def _in_docstring(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, file: Path
) -> Iterator[Mention]:
    for line in _RULES_LINE.findall(ast.get_docstring(node) or ""):
        for rule_id in _RULE_ID.findall(line):
            yield Mention(rule_id, file, getattr(node, "lineno", 1), tests=False)


def _is_rule_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def _in_mark(call: ast.Call, file: Path) -> Iterator[Mention]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield Mention(argument.value, file, argument.lineno, tests=True)


def _is_literal(value: object) -> bool:
    """Return whether a literal is a rule id: an argument, a row of a table, a house rule's."""
    return isinstance(value, str) and _LITERAL.fullmatch(value) is not None
