"""Hostile exported fights and scripts: sizes, places, masses, words and numbers without bounds."""

from __future__ import annotations

import base64
import json
import zlib
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.slow.campaign import CHECKOUT
from tests.slow.hostility.cases import What, add, deep

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "x.json"
MIB = 1 << 20
BIGINT = 10**400
SAMPLE = CHECKOUT / "assets" / "fights" / "c-cargo-deck.json"


def _fight(name: str, change: Callable[[dict[str, Any]], object], what: What = "draw") -> None:
    """Put a sample fight on the list that has been changed."""

    def data() -> bytes:
        found = json.loads(SAMPLE.read_bytes())
        change(found)
        return json.dumps(found).encode()

    add(name, FILE, what, data)


def _person(data: dict[str, Any]) -> dict[str, Any]:
    combatants: dict[str, dict[str, Any]] = data["first"]["combatants"]
    return next(iter(combatants.values()))


def _page(data: dict[str, Any]) -> dict[str, Any]:
    page: dict[str, Any] = data["first"]["map"]
    return page


def _tile(byte: int) -> str:
    return base64.b64encode(zlib.compress(bytes([byte]) * 1024)).decode()


_NINES, _ONES = _tile(9), _tile(1)


def _sketched(fields: dict[str, Any], data: dict[str, Any]) -> None:
    page = _page(data)
    page["sketch"] = {"width": page["width"], "height": page["height"], **fields}


def _crowd(data: dict[str, Any]) -> None:
    one = _person(data)
    for number in range(5000):
        place = [number % 28, number // 28 % 18]
        data["first"]["combatants"][f"n{number}"] = {**one, "id": f"n{number}", "pos": place}


def _walls(data: dict[str, Any], count: int = 50_000) -> None:
    wall = _page(data)["walls"][0]
    _page(data)["walls"] = [
        {**wall, "id": f"w{n}", "a": [n % 500 * 40, n % 777 * 20], "b": [n % 400 * 50 + 7, n % 313]}
        for n in range(count)
    ]


def _tile_bomb(data: dict[str, Any]) -> None:
    packer = zlib.compressobj(9)
    block = bytes(MIB)
    packed = b"".join(packer.compress(block) for _mib in range(500)) + packer.flush()
    _page(data)["terrain"]["tiles"]["0,0"] = base64.b64encode(packed).decode()


def _sized(size: list[int], data: dict[str, Any]) -> None:
    _person(data)["size"] = size


def _scaled(cell_size: float, data: dict[str, Any]) -> None:
    _page(data)["scale"]["cell_size"] = cell_size


def _cells(count: int) -> list[list[int]]:
    return [[n % 1000, n // 1000] for n in range(count)]


add(
    "an exported fight nested without end",
    FILE,
    "check",
    partial((f'{{"gridwar": 1, "first": {deep()}}}').encode),
)
_fight(
    "a title of fifty megabytes", lambda data: data["first"].update(title="x" * (50 * MIB)), "check"
)
_fight("a name of five megabytes", lambda data: _person(data).update(name="W" * (5 * MIB)))
for _size in ([100_000, 100_000], [0, 0], [-3, 1]):
    _fight(f"a token of {_size[0]} squares a side", partial(_sized, _size))
_fight("a token a billion squares off", lambda data: _person(data).update(pos=[10**12, -(10**12)]))
_fight(
    "a wall that goes to the end of the world",
    lambda data: _page(data)["walls"][0].update(a=[10**18] * 2, b=[-(10**18), 5]),
)
_fight("a wall beyond all numbers", lambda data: _page(data)["walls"][0].update(a=[10**30, 5]))
_fight("fifty thousand walls", _walls)
_fight(
    "a zone of a million squares",
    lambda data: _page(data).update(
        zones=[{"id": "z", "kind": "smoke", "cells": _cells(1_000_000)}]
    ),
)
_SKETCHES: dict[str, dict[str, Any]] = {
    "a sketch larger than its map": {"width": 500, "height": 500},
    "a sketch of no size": {"width": -1, "height": 10**9},
    "a sketch of twenty thousand things in a cell": {
        "things": [{"kind": "water", "cell": [1, 1]}] * 20_000
    },
    "a sketch of kinds that do not exist": {"edges_down": {"tiles": {"0,0": _NINES}}},
    "a sketch beyond the map": {"floor_cells": {"tiles": {"15,15": _ONES}}},
}
for _what, _fields in _SKETCHES.items():
    _fight(_what, partial(_sketched, _fields))
_fight("five thousand combatants", _crowd)
_fight("a tile that unpacks to five hundred megabytes", _tile_bomb, "check")
_fight(
    "a picture of a hundred and fifty megabytes in a fight",
    lambda data: data.update(blobs=[base64.b64encode(bytes(150 * MIB)).decode()]),
    "check",
)
for _cell in (1e-300, 1e300):
    _fight(f"squares of {_cell} metres", partial(_scaled, _cell))
_fight(
    "a picture laid at a million million pixels",
    lambda data: _page(data)["picture"].update(
        pixels_per_cell=1e-9, width_px=10**9, height_px=10**9
    ),
)


# --- scripts -----------------------------------------------------------------------------------

TWO = ({"id": "a", "pos": [1, 1]}, {"id": "b", "side": "2", "pos": [3, 3]})
SOLDIERS = (
    {"id": "a", "sample": "marine", "pos": [1, 1]},
    {"id": "b", "sample": "brawler", "side": "2", "pos": [3, 3]},
)


def _script_file(*commands: dict[str, Any], **more: Any) -> bytes:
    steps = [one if "undo" in one else {"command": one} for one in commands]
    data = {"system": "freeform", "combatants": TWO, "commands": steps, **more}
    return json.dumps(data).encode()


def _script(name: str, *commands: dict[str, Any], **more: Any) -> None:
    """Put a script on the list."""
    add(f"a script: {name}", FILE, "run", partial(_script_file, *commands, **more))


def _by_rules(name: str, *commands: dict[str, Any], **more: Any) -> None:
    combatants = more.pop("combatants", SOLDIERS)
    _script(
        name,
        *commands,
        **{"system": "cepheus", "seed": 1, "defaults": True, "combatants": combatants, **more},
    )


def _set(field: str, value: str, who: str = "a") -> dict[str, Any]:
    return {"kind": "set_value", "who": [who], "field": field, "value": value}


BEGIN = {"kind": "begin_fight"}
for _name, _path in (
    ("leads upwards", "../../../../../../etc/hostname"),
    ("is absolute", "/etc/hostname"),
    ("is a share", "\\\\127.0.0.1\\share\\x.png"),
    ("is an address", "http://127.0.0.1:9/x.png"),
    ("is a device", "/dev/zero"),
    ("is a pipe", "pipe"),
    ("holds a zero", "a\0b"),
    ("is long", "x" * 10_000),
    ("is a folder", "."),
    ("is a process", "/proc/self/mem"),
):
    _script(f"its picture {_name}", picture=_path)
_script("undo a thousand million times", {"undo": 10**9})


def _million_squares() -> bytes:
    path = [[number % 2, 1] for number in range(1_000_000)]
    return _script_file({"kind": "move", "actor": "a", "path": path})


add("a script: a path of a million squares", FILE, "run", _million_squares)
_script(
    "a huge size, then a place",
    _set("size", "[30000, 30000]"),
    {"kind": "place", "to": [["a", [0, 0]]]},
)
_script("climbing by no number", {"kind": "climb", "who": ["a"], "by": float("nan")})
_script("a value nested without end", _set("note", deep()))
_script("a value of five thousand digits", _set("sheet.hp", "9" * 5000))
_script("a field beyond the sheet", _set("__class__.__init__.__globals__", "1"))
_script("a turn by endless degrees", {"kind": "turn", "who": "a", "by_deg": BIGINT})
_script("half a character for a name", _set("name", '"\\ud800"'))
_script(
    "words that a format would take apart",
    {"kind": "place", "to": [["{x}", [9, 9]]]},
    title="{0.__class__} %s %n {system}",
    combatants=[{"id": "{x}", "name": "{0}%s", "pos": [1, 1]}],
)
for _system in ("../../os", "cepheus.system", "\0", "x" * 5000):
    _script(f"rules called {_system[:16]!r}", system=_system)
_by_rules("dice of thirty digits", BEGIN, dice=[10**30] * 100, seed=0)
_by_rules(
    "a million million million minutes", BEGIN, {"kind": "cepheus.pass_time", "minutes": 10**18}
)
_by_rules(
    "a thousand million dice of damage",
    {"kind": "cepheus.damage_machine", "who": "a", "dice": 10**9},
)
_by_rules(
    "a person as the vehicle that collides",
    {"kind": "cepheus.collide", "actor": "a", "vehicle": "a", "struck": "b"},
)
for _place in ([9, 108], [2**62, 5]):
    _by_rules(
        f"somebody stands at {_place}",
        BEGIN,
        {"kind": "take_turn", "actor": "a"},
        {"kind": "move", "actor": "a", "path": [[8, 8]]},
        combatants=[{**SOLDIERS[0], "pos": _place}, SOLDIERS[1]],
    )
for _size in ([0, 0], [-3, 1]):
    _by_rules(
        f"a blow at a size of {_size}",
        BEGIN,
        _set("size", json.dumps(_size)),
        {
            "kind": "cepheus.attack",
            "actor": "b",
            "target": "a",
            "weapon": "cudgel",
            "adjustments": {"waived": ["*"]},
        },
    )
_by_rules(
    "a weapon of a hundred million dice",
    BEGIN,
    {"kind": "take_turn", "actor": "a"},
    {
        "kind": "cepheus.attack",
        "actor": "a",
        "target": "b",
        "weapon": "g",
        "adjustments": {"waived": ["*"], "totals": {"attack": 12}},
    },
    combatants=[
        {
            **SOLDIERS[0],
            "sheet": {"weapons": [{"id": "g", "name": "G", "skill": "gun", "damage_dice": 10**8}]},
        },
        SOLDIERS[1],
    ],
)
