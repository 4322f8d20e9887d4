"""What Python files say that the lint asks of them: rule ids, and procedures that are never begun.

Owns the reading of ``Rules: X-YYY-01`` lines in docstrings, of ids that stand as literals in code,
and of ``@pytest.mark.rule("…")``. A procedure is a generator: called as a statement of its own,
without ``yield from``, it does nothing and says nothing. Reads source text only and imports nothing
of it.
"""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.content.manifest_and_rule_index import RULE_ID_PATTERN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
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


class Unstarted(Struct, frozen=True):
    """A call that makes a procedure and drops it."""

    file: Path
    line: int
    name: str


def unstarted(sources: Iterable[Path]) -> Iterator[Unstarted]:
    """Go through all Python files below some folders of packages, in order of their names."""
    modules = {
        _module_name(file, source): _Module(file)
        for source in sources
        for file in sorted(source.rglob("*.py"))
    }
    for module in modules.values():
        if "Procedure" not in module.text:
            continue  # whatever plays a procedure is one, and says so
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                name = _dotted(node.value.func)
                if _is_procedure(name, module, modules):
                    yield Unstarted(module.file, node.lineno, name)


class _Module:
    """What one file names; parsed when it is first asked."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.text = file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The file, parsed."""
        return ast.parse(self.text)

    @cached_property
    def procedures(self) -> frozenset[str]:
        """Its functions and methods that return procedures."""
        return frozenset(
            node.name
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef) and _returns_procedure(node)
        )

    @cached_property
    def imported(self) -> Mapping[str, tuple[str, str]]:
        """For each name from elsewhere the module it comes from, and its name there."""
        return {
            one.asname or one.name: (node.module, one.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for one in node.names
        }


def _module_name(file: Path, source: Path) -> str:
    parts = file.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _returns_procedure(function: ast.FunctionDef) -> bool:
    returned = function.returns
    return isinstance(returned, ast.Subscript) and _dotted(returned.value) == "Procedure"


def _dotted(node: ast.expr) -> str:
    """Return a name such as ``module.name``; empty for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def _is_procedure(name: str, module: _Module, modules: Mapping[str, _Module]) -> bool:
    """Follow a name: of the module itself, of ``self``, or through packages that hand it on."""
    first, _dot, rest = name.partition(".")
    if (rest if first == "self" else name) in module.procedures:
        return True
    if first not in module.imported:
        return False
    place, own = module.imported[first]
    if rest:
        place, own = f"{place}.{own}", rest
    there = modules.get(place)
    return there is not None and there is not module and _is_procedure(own, there, modules)
