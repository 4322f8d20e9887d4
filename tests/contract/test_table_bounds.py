"""Every number of a rulebook's table has a lower and an upper bound in the type of its field."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.content import rules_folder
from gridwar.content.manifest_and_rule_index import Manifest, RuleIndex
from gridwar.content.pydantic_errors import schema_of
from gridwar.engine.kit import Amount, FrozenMap, Number, Record
from gridwar.headless.rules_lint import problems_of_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel


class _Row(Record):
    plain: int = 0
    half: float = 0.0
    told: Amount = 0
    maybe: int | None = None
    sure: bool = False


class _Table(Record):
    rows: tuple[_Row, ...] = ()
    by_name: FrozenMap[str, int]
    bounded: FrozenMap[str, Number]


_LOWEST, _HIGHEST = {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}
_VALUES = {"default", "examples", "enum", "const"}
"""Keys of a schema below which values stand, and no types."""


def unbounded(model: type[BaseModel]) -> set[str]:
    """Return the places of numbers without both bounds in a model and the models inside it."""
    return set(_unbounded(schema_of(model), model.__name__))


def _unbounded(node: Any, place: str) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from _unbounded(one, place)
    elif isinstance(node, dict):
        if _is_bare(node):
            yield place
        for key in node.keys() - _VALUES - {"properties", "$defs"}:
            yield from _unbounded(node[key], place)
        for name, one in node.get("properties", {}).items():
            yield from _unbounded(one, f"{place}.{name}")
        for name, one in node.get("$defs", {}).items():
            yield from _unbounded(one, name)


def _is_bare(node: dict[str, Any]) -> bool:
    """Return whether a schema is that of a number that lacks a bound."""
    if node.get("type") not in {"integer", "number"} or {"enum", "const"} & node.keys():
        return False
    return not (_LOWEST & node.keys() and _HIGHEST & node.keys())


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[type[BaseModel]]]:
    """Return the models into which the rules lint reads tables, samples, manifests and indexes."""
    found: set[type[BaseModel]] = {Manifest, RuleIndex}
    real = rules_folder._modelled

    def noted(file: Any, data: Any, model: type[Any]) -> Any:
        found.add(model)
        return real(file, data, model)

    _forget()
    monkeypatch.setattr(rules_folder, "_modelled", noted)
    assert list(problems_of_tables()) == []
    yield found
    _forget()


def _forget() -> None:
    """Let tables be read anew."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("gridwar.systems."):
            for held in vars(module).values():
                if hasattr(held, "cache_clear"):
                    held.cache_clear()


def test_every_number_of_a_table_has_both_bounds(models: set[type[BaseModel]]) -> None:
    """No field of a table is a bare int or float: what no rulebook means is told by its key."""
    assert len(models) > 20, "the tables of all systems"
    assert set().union(*map(unbounded, models)) == set()


def test_a_bare_number_is_found_wherever_it_stands() -> None:
    """In a row, behind a union, as the value of a mapping; what has both bounds is passed over."""
    assert unbounded(_Table) == {"_Row.plain", "_Row.half", "_Row.maybe", "_Table.by_name"}
