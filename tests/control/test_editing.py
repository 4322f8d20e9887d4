"""Forms: what was typed into a field, as the value that is set."""

from __future__ import annotations

import pytest

from gridwar.control.editing import value_json
from gridwar.control.sheet_records import FieldKind, FieldView


@pytest.mark.parametrize(
    ("typed", "value"),
    [("+5", "5"), ("007", "7"), ("\u22123", "-3"), (".5", "0.5"), ("abc", '"abc"'), ("", '""'),
     ("nan", '"nan"'), ("1e999", '"1e999"')],
)  # fmt: skip
def test_a_number_is_set_however_it_was_written(typed: str, value: str) -> None:
    """Signs and zeros in front do no harm; what is no number stays the text that it is."""
    field = FieldView("altitude", "Altitude", FieldKind.INT, "0")
    assert value_json(field, typed) == value


def test_a_text_stays_a_text() -> None:
    """A name may consist of digits."""
    assert value_json(FieldView("name", "Name", FieldKind.TEXT, "Mara"), "007") == '"007"'
