"""How sound data are made unsound: as values of JSON, as bytes, as lines of TOML.

A case is some steps, each with a chance of its own, so that a step can be left out while the
others stay as they are: that is how a finding is made smaller.
"""

from __future__ import annotations

import copy
import json
import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

MOST_PLACES = 2500
WHOLE = (
    0,
    1,
    -1,
    2,
    3,
    7,
    255,
    256,
    -128,
    500,
    501,
    65535,
    10**6,
    2**31 - 1,
    2**31,
    -(2**31),
    2**63 - 1,
    2**63,
    -(2**63),
    10**19,
    10**40,
)
WRITTEN = ("1e308", "-1e308", "1e999", "NaN", "-Infinity", "1e-320", "-0.0", "0.1", "1e17")
"""Numbers that Python's JSON would not write by itself."""
TEXTS = (
    "",
    " ",
    "x",
    "\0",
    "\u202e<b>",
    "../../../../etc/hostname",
    "/etc/hostname",
    "NaN",
    "0,0",
    "1",
    "kind",
    "\ud800",
    "x" * 5000,
    "freeform",
    "cepheus",
    "\N{DRAGON}",
    "nobody",
    "%s%n{0}",
    "-1",
    "\\\\host\\share\\x.png",
    "<img src='file:///etc/hostname'>",
    "null",
)
SHAPES: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"kind": "x"},
    [1, 2],
    {"x": 1},
    [0, 0],
    ["a", "b"],
    [[0, 0], [1, 1]],
)
DEPTHS = (10, 150, 700, 20_000)
KEYS = ("zzz", "kind", "id", "", "pos", "sheet")
TOML_VALUES = (
    '""',
    "0",
    "-1",
    "1e308",
    "nan",
    "inf",
    "[]",
    "{}",
    "true",
    '"x"',
    "9" * 40,
    "[[]]",
    "2020-01-01",
    '"standing"',
    "[1,2]",
    "9" * 5000,
    "[" * 600,
    "3",
    "100000",
    "0.5",
)
TOML_LINES = ("zzz = 1", "[zzz]", "[[zzz]]", "\u202e = 1", '"" = 2')
_PDF_PARTS = (
    (re.compile(rb"-?\d+(\.\d+)?"), (b"0", b"-1", b"1e9", b"99999999999", b"2147483648", b".5")),
    (
        re.compile(rb"/\w+"),
        (b"/Kids", b"/Parent", b"/JavaScript", b"/Launch", b"/DCTDecode", b"/LZWDecode", b"/Pages"),
    ),
    (re.compile(rb"\d+ 0 R"), (b"1 0 R", b"2 0 R", b"999 0 R", b"null", b"[3 0 R 3 0 R]")),
    (
        re.compile(rb"<<[^<>]*>>"),
        (
            b"<<>>",
            b"<</Length 999999>>",
            b"<</F(file:///etc/hostname)/FFilter/ASCIIHexDecode/Length 3>>",
            b"<</S/URI/URI(http://x.invalid/)>>",
            b"<</F(\\\\\\\\host\\\\share)/Length 3>>",
        ),
    ),
)
"""What of a PDF is exchanged, and for what else than another of its kind."""
_BYTES = (0, 1, 127, 128, 255, 34, 44, 91, 123, 48)
_LONGS = (0, 1, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 65536)


@dataclass(frozen=True)
class AsWritten:
    """A number that stands in the text letter by letter."""

    text: str


def strange(chance: Random) -> Any:
    """Return a value that nobody expects there."""
    roll = chance.random()
    if roll < 0.28:
        return chance.choice(WHOLE)
    if roll < 0.42:
        return AsWritten(chance.choice(WRITTEN))
    if roll < 0.66:
        return chance.choice(TEXTS)
    if roll < 0.90:
        return copy.deepcopy(chance.choice(SHAPES))
    if roll < 0.94:
        levels = chance.choice(DEPTHS)
        return AsWritten("[" * levels + "]" * levels)
    return chance.randint(-50, 600)


# --- JSON --------------------------------------------------------------------------------------


def places(data: Any) -> list[tuple[Any, Any]]:
    """List where something can be changed: the thing around it, and its key or number there."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting and len(found) < MOST_PLACES:
        holder = waiting.pop()
        for key, value in _inside(holder):
            found.append((holder, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    return found


def _inside(holder: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(holder, dict):
        yield from holder.items()
    elif isinstance(holder, list):
        yield from enumerate(holder[:400])


def change_value(data: Any, chance: Random) -> Any:
    """Change, take out, double or exchange one value of JSON data, in place where it can be."""
    found = places(data)
    if not found or chance.random() < 0.002:
        return strange(chance)
    holder, key = chance.choice(found)
    value, roll = holder[key], chance.random()
    if roll < 0.50:
        holder[key] = _nearby(value, chance)
    elif roll < 0.66:
        del holder[key]
    elif roll < 0.78:
        other, at = chance.choice(found)
        try:
            holder[key] = copy.deepcopy(other[at])
        except (KeyError, IndexError):  # pragma: no cover - the same place
            del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    else:
        holder[chance.choice((*KEYS, f"{key}x"))] = strange(chance)
    return data


def _nearby(value: Any, chance: Random) -> Any:
    if isinstance(value, bool):
        return chance.choice((not value, strange(chance)))
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 2, -3, 10, 100, -1000))
    if isinstance(value, str) and value and chance.random() < 0.4:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice(("", "x", "é", "\u202e", "9", ",")) + value[at + 1 :]
    return strange(chance)


def written(data: Any, chance: Random) -> bytes:
    """Write JSON: numbers as they were meant, half characters, now and then a key twice."""
    marks: list[str] = []

    def plain(value: Any) -> Any:
        if not isinstance(value, AsWritten):  # pragma: no cover - nothing else is foreign to JSON
            raise TypeError(value)
        marks.append(value.text)
        return f"\x01{len(marks) - 1}\x01"

    text = json.dumps(data, default=plain, ensure_ascii=chance.random() < 0.7)
    for number, mark in enumerate(marks):
        text = text.replace(f'"\\u0001{number}\\u0001"', mark)
    if chance.random() < 0.03 and text.startswith('{"') and "," in text[:200]:
        text = "{" + text[1:].split(",", 1)[0] + "," + text[1:]
    return text.encode("utf-8", "surrogatepass")


# --- bytes and lines ---------------------------------------------------------------------------


def change_bytes(data: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Flip, cut, double, splice or overwrite some bytes."""
    if not data:
        return data
    raw = bytearray(data)
    at, roll = chance.randrange(len(raw)), chance.random()
    size = min(len(raw) - at, int(2 ** (chance.random() * 12)))
    if roll < 0.30:
        raw[at] ^= 1 << chance.randrange(8)
    elif roll < 0.45:
        raw[at] = chance.choice(_BYTES)
    elif roll < 0.55:
        raw[at : at + 4] = struct.pack(chance.choice((">I", "<I")), chance.choice(_LONGS))
    elif roll < 0.63:
        del raw[at : at + size]
    elif roll < 0.71:
        raw[at:at] = raw[at : at + size]
    elif roll < 0.79:
        other = chance.choice(others)
        start = chance.randrange(len(other))
        raw[at : at + size] = other[start : start + size]
    elif roll < 0.87:
        raw[at : at + size] = bytes((chance.choice((0, 255, 65)),)) * size
    elif roll < 0.93:
        del raw[at:]
    else:
        raw[at : at + size] = chance.randbytes(size)
    return bytes(raw)


def change_pdf(data: bytes, chance: Random) -> bytes:
    """Put another number, name, reference or object in the place of one in a PDF."""
    kind, others = chance.choice(_PDF_PARTS)
    found = list(kind.finditer(data))
    if not found:
        return data
    one = chance.choice(found)
    if chance.random() < 0.4:
        other = data[slice(*chance.choice(found).span())]
    else:
        other = chance.choice(others)
    return data[: one.start()] + other + data[one.end() :]


def change_line(data: bytes, chance: Random) -> bytes:
    """Change a value of TOML, take a line out, or put one in."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    if "=" in line and chance.random() < 0.75:
        lines[at] = f"{line.split('=', 1)[0]}= {chance.choice(TOML_VALUES)}"
    elif chance.random() < 0.5:
        del lines[at]
    else:
        lines.insert(at, chance.choice((line, line.upper(), *TOML_LINES)))
    return "\n".join(lines).encode("utf-8", "surrogateescape")
