"""Numbers beyond their bounds in what was stored, and how they are told."""

from __future__ import annotations

from math import inf, nan
from typing import Literal

import pytest
from frozendict import frozendict
from pydantic import Field, ValidationError

from gridwar.model.bounds import Amount, Height, Metres, Number
from gridwar.model.clamped_numbers import noted_in, validated_near
from gridwar.model.record import FrozenMap, Record


class Bag(Record):
    """Numbers in every place."""

    high: Height = 0.0
    far: Metres | None = None
    limit: Number | Literal["none"] = "none"
    coins: FrozenMap[str, Amount] = frozendict()
    rolls: tuple[Amount, ...] = ()
    inner: Bag | None = None
    name: str = Field(default="", max_length=3)


@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        ({"high": inf}, "high", 100_000),
        ({"high": -inf}, "high", -100_000),
        ({"high": nan}, "high", 0),
        ({"far": 1e308}, "far", 10**9),
        ({"limit": 10**18}, "limit", 100_000),
        ({"coins": {"a": -3, "b": 2}}, "coins", frozendict(a=0, b=2)),
        ({"rolls": [1, 10**9]}, "rolls", (1, 100_000)),
        ({"inner": {"high": 1e308}}, "inner", Bag(high=100_000)),
    ],
)
def test_a_number_is_brought_to_its_nearest_bound(
    data: dict[str, object], field: str, expected: object
) -> None:
    """Wherever it stands; what fits stays as it is, and whoever reads is told."""
    notes: list[str] = []
    with noted_in(notes):
        assert getattr(validated_near(Bag.model_validate, data), field) == expected
    assert len(notes) == 1
    assert notes[0].startswith(field)


def test_what_is_no_number_is_still_refused() -> None:
    """Only bounds are passed over: a text that is too long is wrong as before."""
    with pytest.raises(ValidationError, match="name"):
        validated_near(Bag.model_validate, {"name": "too long", "high": inf})
