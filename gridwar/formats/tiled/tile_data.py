"""The tiles of a layer: CSV, or base64 plain or packed by zlib or gzip, within the layer's size."""

from __future__ import annotations

import base64
import binascii
import zlib
from array import array
from typing import TYPE_CHECKING

import numpy as np

from gridwar.errors import MapError
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridwar.formats.json_values import Json

_TILE_BYTES = 4
_ZLIB_OR_GZIP = 47
"""What zlib calls "either of both, see what it is"."""
_CHARS_A_TILE = 24
"""Of CSV: ten digits, a comma, and room for blanks."""


def tiles_of(value: Json, said: Mapping[str, Json], width: int, height: int) -> NDArray[np.uint32]:
    """Return the tiles of a layer or of a piece of it, row by row.

    Args:
        value: What stands under ``data``.
        said: Where ``encoding`` and ``compression`` stand.
        width: Tiles a row.
        height: Rows.

    Raises:
        MapError: They are packed in a way that is not read, damaged, or not so many.
    """
    count = width * height
    match value:
        case array():
            found = np.array(value, np.uint32)
        case list():
            found = _from_list(value)
        case str() if said.get("encoding") == "base64":
            found = _from_base64(value, str(said.get("compression") or ""), count)
        case str():
            found = _from_csv(value, count)
        case _:
            raise MapError(_("its tiles are missing"))
    if len(found) != count:
        text = _("it should have {wanted} tiles and has {n}")
        raise MapError(text.format(wanted=f"{count:,}", n=f"{len(found):,}"))
    return found.reshape(height, width)


def _from_list(value: list[Json]) -> NDArray[np.uint32]:
    numbers = [one if isinstance(one, int) and 0 <= one < 1 << 32 else 0 for one in value]
    return np.array(numbers, np.uint32)


def _from_csv(text: str, count: int) -> NDArray[np.uint32]:
    if len(text) > _CHARS_A_TILE * count + _CHARS_A_TILE:
        raise MapError(_("its tiles are more than fit into it"))
    try:
        numbers = [int(one) for one in text.strip().strip(",").split(",")]
        return np.array(numbers, np.uint32)
    except (ValueError, OverflowError) as error:
        raise MapError(_("its tiles are no numbers")) from error


def _from_base64(text: str, packed: str, count: int) -> NDArray[np.uint32]:
    if packed not in {"", "zlib", "gzip"}:
        way = _("in Tiled set Map, Map Properties, Tile Layer Format to zlib, and save it again")
        raise MapError(_("its tiles are packed by {name}: {way}").format(name=packed[:20], way=way))
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise MapError(_("the text of its tiles is damaged")) from error
    most = count * _TILE_BYTES
    if packed:
        unpacker = zlib.decompressobj(_ZLIB_OR_GZIP)
        try:
            data = unpacker.decompress(data, most + 1)
        except zlib.error as error:
            raise MapError(_("its packed tiles are damaged")) from error
    if len(data) > most:
        raise MapError(_("its tiles are more than fit into it"))
    return np.frombuffer(data[: len(data) // _TILE_BYTES * _TILE_BYTES], "<u4").astype(np.uint32)
