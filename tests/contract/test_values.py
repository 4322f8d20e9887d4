"""What every number of a rule system keeps to: bounds that hold at every door."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.model.encounter import Encounter
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.system import System
    from gridwar.model.record import Record


@pytest.fixture(params=every_id())
def system(request: pytest.FixtureRequest) -> System:
    """Return the rules of each system that there is."""
    return find(request.param)


def unbounded(model: type[Record]) -> Iterator[str]:
    """Yield the numeric fields of a record, and of those inside it, that lack a bound."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # defaults that are no JSON
        schema = model.model_json_schema()
    for name, part in {model.__name__: schema, **schema.get("$defs", {})}.items():
        for field, one in part.get("properties", {}).items():
            yield from (f"{name}.{field}" for number in _numbers(one) if not _is_bounded(number))


def _numbers(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, list):
        for one in part:
            yield from _numbers(one)
    elif isinstance(part, dict):
        if part.get("type") in ("integer", "number") and not part.keys() & {"enum", "const"}:
            yield part
        inside = ("items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf")
        for name in inside:
            yield from _numbers(part.get(name))


def _is_bounded(number: dict[str, Any]) -> bool:
    low, high = {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}
    return bool(number.keys() & low and number.keys() & high)


@pytest.mark.parametrize("part", ["sheet", "settings", "switches", "rules"])
def test_every_number_has_bounds(system: System, part: str) -> None:
    """Each number of a sheet, a fight and a house rule says how low and how high it may be."""
    assert list(unbounded(getattr(system.data, part))) == []


def test_every_number_of_the_board_has_bounds() -> None:
    """Each number of a map, a combatant and what lasts on it says how low and high it may be."""
    assert list(unbounded(Encounter)) == []
