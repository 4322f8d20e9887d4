"""A code of a refusal stands for one reason in its system: it always comes with the same words."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.every_system import every_id, package_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE_AT: Final = {"refuse": 0, "Refusal": 0, "require": 1, "required": 1}
"""Where the code stands among the arguments; the words follow it."""


def refusals(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the codes that a module writes out, each with its words as they are written."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        said: dict[str, ast.expr] = {}
        for node in sorted(_lines(function), key=lambda one: (one.lineno, one.col_offset)):
            if isinstance(node, ast.Assign):
                said |= dict(_assigned(node.targets[0], node.value))
            elif isinstance(node, ast.Call):
                yield from _refusal(node, said)


def _lines(function: ast.FunctionDef) -> Iterator[ast.Assign | ast.Call]:
    return (one for one in ast.walk(function) if isinstance(one, ast.Assign | ast.Call))


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for name, part in zip(target.elts, value.elts, strict=True):
            yield from _assigned(name, part)


def _refusal(call: ast.Call, said: dict[str, ast.expr]) -> Iterator[tuple[str, str]]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    at = CODE_AT.get(name)
    if at is None or len(call.args) <= at + 1:
        return
    code, words = call.args[at], call.args[at + 1]
    while isinstance(words, ast.Call) and isinstance(words.func, ast.Attribute):
        words = words.func.value  # what is formatted
        words = said.get(words.id, words) if isinstance(words, ast.Name) else words
    if isinstance(words, ast.Name):
        words = said.get(words.id, words)
    if isinstance(code, ast.Constant) and not isinstance(words, ast.Name):
        yield str(code.value), ast.unparse(words)


@pytest.mark.parametrize("system", every_id())
def test_a_code_stands_for_one_reason(system: str) -> None:
    """No code of a system comes with different words in two places."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in package_of(system).rglob("*.py"):
        for code, words in refusals(ast.parse(file.read_text(encoding="utf-8"))):
            found[code].add(words)
    assert {code: words for code, words in found.items() if len(words) > 1} == {}
    assert found or system == "freeform"
