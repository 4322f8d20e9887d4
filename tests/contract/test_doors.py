"""States that have not come about have one door, in every system: the kit's ``imagined``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from tests.support.every_system import every_id, package_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def applied(tree: ast.Module) -> Iterator[int]:
    """Yield the lines in which an event is made to happen by hand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            own = node.func.value
            is_super = isinstance(own, ast.Call) and ast.unparse(own) == "super()"
            if node.func.attr == "apply" and not is_super:
                yield node.lineno


@pytest.mark.parametrize("system_id", every_id())
def test_no_system_makes_an_event_happen_by_itself(system_id: str) -> None:
    """Events are yielded in play, and imagined beforehand: views of simultaneous turns follow."""
    found = [
        f"{file.name}:{line}"
        for file in sorted(package_of(system_id).rglob("*.py"))
        for line in applied(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_one_that_did_is_found() -> None:
    """An event applied is told with its line, what an event makes of its parent's is not."""
    text = "def f(e, m):\n    return m.apply(e)\nclass A:\n    def apply(self, e):\n"
    text += "        return super().apply(e)\n"
    assert list(applied(ast.parse(text))) == [2]
