"""A smaller ICU for Qt: of 32 MB of language data what Gridwar's one language needs.

Qt asks ICU for comparing and changing the case of texts by language and for old encodings, none
of which Gridwar does. What is left is the root of everything and English. The library keeps its
name and its one symbol, so Qt's own may be put back at any time.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from packers.project import BUILD, run, stop

if TYPE_CHECKING:
    from pathlib import Path

_FORMAT_AT, _FORMAT, _MAGIC = 12, b"CmnD", b"\xda\x27"
_ALIGNED_BYTES = 16
_KEPT = re.compile(
    r"""(?:\w+/)?(?:root|en|en_US|en_001|pool|res_index|ucadata)\.(?:res|icu)  # every folder's root
    | \w+\.(?:icu|nrm|spp|cfu)                           # properties and normal forms of Unicode
    | (?:supplementalData|likelySubtags|numberingSystems|metadata|keyTypeData|icuver|icustd
        |currencyNumericCodes|plurals|pluralRanges|dayPeriods|genderList|grammaticalFeatures
        |timezoneTypes|windowsZones|zoneinfo64|metaZones)\.res
    | brkitr/(?:root|en|res_index)\.res | brkitr/(?:char|word|line|sent|title)\.brk""",
    re.VERBOSE,
)
_SOURCE = """\
.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, @object
.size {symbol}, {size}
{symbol}: .incbin "{data}"
.section .note.GNU-stack, "", @progbits
"""


def slim(library: Path) -> None:
    """Put a smaller library in the place of ``libicudata.so.N``.

    Args:
        library: Qt's.
    """
    release = library.name.rpartition(".")[2]
    data = BUILD / f"icudt{release}.dat"
    data.write_bytes(slimmed(library.read_bytes()))
    source, made = data.with_suffix(".s"), data.with_suffix(".so")
    words = _SOURCE.format(symbol=f"icudt{release}_dat", size=data.stat().st_size, data=data)
    source.write_text(words, "utf-8")
    run(
        "cc",
        "-shared",
        "-nostdlib",
        f"-Wl,-soname,{library.name},--build-id=none,-s",
        "-o",
        made,
        source,
    )
    library.write_bytes(made.read_bytes())


def slimmed(library: bytes) -> bytes:
    """Return the data in a library of ICU without the items nobody asks for."""
    begin = library.find(_FORMAT) - _FORMAT_AT
    if begin < 0 or library[begin + 2 : begin + 4] != _MAGIC:
        stop("libicudata holds no data of the kind that ICU has had so far")
    head = library[begin : begin + struct.unpack_from("<H", library, begin)[0]]
    items = _items(library, begin + len(head))
    kept = [(name, data) for name, data in items if _KEPT.fullmatch(name.partition("/")[2])]
    return head + _packed(kept)


def _items(library: bytes, toc: int) -> list[tuple[str, bytes]]:
    """List names and data of the table of contents that stands at a place."""
    count = struct.unpack_from("<I", library, toc)[0]
    pairs = list(struct.iter_unpack("<II", library[toc + 4 : toc + 4 + 8 * count]))
    ends = [*(at for _name, at in pairs[1:]), len(library) - toc]
    found = []
    for (name_at, data_at), end in zip(pairs, ends, strict=True):
        name = library[toc + name_at : library.index(b"\0", toc + name_at)].decode()
        found.append((name, library[toc + data_at : toc + end]))
    return found


def _packed(items: list[tuple[str, bytes]]) -> bytes:
    """Return a table of contents with its names and data."""
    names, data, rows = b"", b"", []
    names_at = 4 + 8 * len(items)
    data_at = names_at + sum(len(name) + 1 for name, _data in items)
    data_at += -data_at % _ALIGNED_BYTES
    for name, body in items:
        rows.append(struct.pack("<II", names_at + len(names), data_at + len(data)))
        names += name.encode() + b"\0"
        data += body + bytes(-len(body) % _ALIGNED_BYTES)
    toc = struct.pack("<I", len(items)) + b"".join(rows) + names
    return toc + bytes(data_at - len(toc)) + data
