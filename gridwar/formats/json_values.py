"""Single values of a map in JSON, read from whatever a program wrote; None where it is none.

Programs write numbers as text and points as lists; both are taken. Not a number, infinite and
absurdly large ones are no value.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FARTHEST_CELLS = 100_000.0
"""A coordinate beyond is no place."""
_NUMBERS = (int, float, str)
MOST_KEPT_CHARS = 256 * 1024

Pair = tuple[float, float]
Json = object
"""Plain JSON data, whatever it is: it is looked at in here and nowhere else."""


def number(value: Json) -> float | None:
    """Return a finite number; text that says one counts."""
    if not isinstance(value, _NUMBERS) or isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def positive(value: Json) -> float | None:
    """Return a finite number above zero."""
    found = number(value)
    return found if found is not None and found > 0 else None


def pair(value: Json) -> Pair | None:
    """Return x and y, written as an object or as a list, where both are places."""
    if isinstance(value, dict):
        x, y = number(value.get("x")), number(value.get("y"))
    elif isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 x and y
        x, y = number(value[0]), number(value[1])
    else:
        return None
    if x is None or y is None or abs(x) > FARTHEST_CELLS or abs(y) > FARTHEST_CELLS:
        return None
    return x, y


def switch(value: Json, otherwise: bool) -> bool:
    """Return yes or no; text and numbers that say it count."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
        return value.strip().lower() == "true"
    if isinstance(value, int | float) and value in {0, 1}:
        return bool(value)
    return otherwise


def colour(value: Json) -> str | None:
    """Return a colour as alpha, red, green, blue in eight hexadecimal digits.

    Six digits are taken as red, green, blue without transparency.
    """
    if not isinstance(value, str):
        return None
    digits = value.strip().removeprefix("#").removeprefix("0x").lower()
    if not all(one in "0123456789abcdef" for one in digits):
        return None
    return {8: digits, 6: "ff" + digits}.get(len(digits))


def kept_text(data: Mapping[str, Json]) -> str | None:
    """Return JSON that is kept unread; None where it is too long or holds what is no JSON."""
    try:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return None
    return text if len(text) <= MOST_KEPT_CHARS else None
