"""Hostile Universal VTT files: depths, numbers, very many lines and doors, large strings."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from tests.slow.hostility.cases import add, deep
from tests.support.uvtt import light, line, portal, uvtt

MANY = 199_000
"""Just below what Gridwar reads of lines."""
MIB = 1 << 20
FILE = "x.dd2vtt"


def _written(**changes: Any) -> bytes:
    return json.dumps(uvtt(**changes)).encode()


def _resolution(size: Any = (8, 6), pixels: Any = 10) -> dict[str, Any]:
    return {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": size[0], "y": size[1]},
        "pixels_per_grid": pixels,
    }


def _one_line_of_many() -> bytes:
    points = [{"x": n % 797 / 100, "y": n % 587 / 100} for n in range(MANY)]
    return _written(line_of_sight=[points])


def _zigzag() -> bytes:
    points = [{"x": n / 25_000, "y": (n % 2) * 0.01 + 1} for n in range(MANY)]
    return _written(line_of_sight=[points])


def _many_lines() -> bytes:
    lines = [
        line((n % 80 / 10, n // 80 % 60 / 10), (n % 77 / 10, n % 59 / 10)) for n in range(MANY // 2)
    ]
    return _written(line_of_sight=lines)


def _many_doors() -> bytes:
    places = [(n % 79 / 10, n // 79 % 60 / 10) for n in range(20_000)]
    doors = [portal((x, y), (x + 0.1, y)) for x, y in places]
    lines = [line((0, n % 60 / 10), (8, n % 60 / 10 + n / 1e6)) for n in range(60_000)]
    return _written(portals=doors, line_of_sight=lines)


def _odd_numbers() -> bytes:
    text = _written(line_of_sight=[line((1, 1), (5, 1))]).decode()
    text = text.replace('"x": 1,', '"x": 1e308,').replace('"x": 5,', '"x": 1e999,')
    return text.replace('"pixels_per_grid": 10', '"pixels_per_grid": NaN').encode()


for _levels in (150, 100_000):
    _text = f'{{"resolution":{deep(_levels)},"line_of_sight":{deep(_levels)}}}'
    add(f"a map nested {_levels} deep", FILE, "import", partial(_text.encode))
for _pixels in (0, -70, 1e-300, 1e300, "70", 10**400):
    _words = str(_pixels)[:8]
    add(
        f"a map of {_words} pixels to a square",
        FILE,
        "import",
        partial(_written, resolution=_resolution(pixels=_pixels)),
    )
add(
    "a map smaller than any square",
    FILE,
    "import",
    partial(_written, resolution=_resolution((1e-7, 1e-7))),
)
add("numbers that are none in a map", FILE, "import", _odd_numbers)
add(
    "a map of a thousand million squares",
    FILE,
    "import",
    partial(_written, resolution=_resolution((31_623, 31_623), 1)),
)
add("a line through two hundred thousand points", FILE, "import", _one_line_of_many)
add("a line of two hundred thousand teeth", FILE, "import", _zigzag)
add("a map of a hundred thousand lines", FILE, "draw map", _many_lines)
add("a map of twenty thousand doors in sixty thousand walls", FILE, "import", _many_doors)
add(
    "a map of seven hundred thousand lights",
    FILE,
    "import",
    lambda: _written(lights=[light(1, 1)] * 700_000),
)
add(
    "a picture of fifty megabytes of letters",
    FILE,
    "import",
    lambda: _written(image="A" * (50 * MIB)),
)
add("a key of thirty megabytes", FILE, "import", lambda: _written(**{"k" * (30 * MIB): 1}))
add(
    "half a character in a map",
    FILE,
    "import",
    lambda: _written().replace(b'"lights"', b'"\\ud800": "\\udfff", "lights"'),
)
add(
    "a map with its picture twice",
    FILE,
    "import",
    lambda: _written().replace(b'"image"', b'"image": 5, "image"'),
)
add(
    "a map whose picture is a path", FILE, "import", partial(_written, image="file:///etc/hostname")
)
