"""Which procedures Python files make and never begin.

A procedure is a generator: called as a statement of its own, without ``yield from``, it does
nothing and says nothing. Reads source text only and imports nothing of it.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


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
