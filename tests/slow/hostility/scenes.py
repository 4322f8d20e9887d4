"""Hostile Foundry scenes: depths, numbers, doubled keys, very many walls, lights and notes."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from tests.slow.hostility.cases import add, deep
from tests.support.scenes import at, lamp, level, new_scene, scene, wall

FILE = "x.json"
MANY = 80_000
"""As many walls as are looked at."""


def _written(**changes: Any) -> bytes:
    return json.dumps(scene(**changes)).encode()


def _many_walls() -> bytes:
    return _written(walls=[wall(n % 797 / 100, 1, n % 587 / 100, 5) for n in range(MANY)])


def _long_walls() -> bytes:
    walls = [{**wall(0, 0, 1, 1), "c": [-1e7, n, 1e7, n + 1]} for n in range(19_000)]
    return _written(walls=walls)


def _many_things() -> bytes:
    notes = [{**at(n % 80 / 10, 1), "text": "w" * 900} for n in range(20_000)]
    return _written(lights=[lamp(n % 80 / 10, 1) for n in range(20_000)], notes=notes)


def _odd_numbers() -> bytes:
    text = _written(walls=[wall(1, 1, 5, 1)], lights=[lamp(1, 1)]).decode()
    text = text.replace('"width": 400', '"width": 1e308').replace('"dim": 20', '"dim": NaN')
    return text.replace('"move": 20', '"move": 1e999').encode()


def _doubled_keys() -> bytes:
    text = _written(walls=[wall(1, 1, 5, 1)]).decode()
    return (text[:-1] + ', "walls": 7, "grid": "grid", "width": 400, "walls": [{}]}').encode()


for _levels in (150, 100_000):
    _text = f'{{"grid":{deep(_levels)},"walls":{deep(_levels)}}}'
    add(f"a scene nested {_levels} deep", FILE, "import", partial(_text.encode))
for _key, _value in (
    ("width", 1e308),
    ("width", 10**400),
    ("width", -400),
    ("padding", 1e300),
    ("grid", {"type": 1, "size": 1e-300}),
    ("grid", {"type": 0, "size": 1e6, "distance": 1e-300, "units": "mi"}),
    ("background", {"src": "../" * 2000 + "etc/passwd", "offsetX": 1e300}),
    ("background", {"src": "\0" * 5000}),
    ("tiles", [{"img": "x.png", **at(0, 0), "width": 1e9, "height": 1e9}] * 20_000),
):
    _words = f"{_key} of {str(_value)[:24]}"
    add(f"a scene with a {_words}", FILE, "import", partial(_written, **{_key: _value}))
add("numbers that are none in a scene", FILE, "import", _odd_numbers)
add("keys that are there twice in a scene", FILE, "import", _doubled_keys)
add("a scene of very many walls", FILE, "import", _many_walls)
add("a scene of very long walls", FILE, "import", _long_walls)
add("a scene of very many lights and notes", FILE, "import", _many_things)
add(
    "a scene of very many levels",
    FILE,
    "import",
    lambda: json.dumps(new_scene(*(level(str(n), n) for n in range(20_000)))).encode(),
)
