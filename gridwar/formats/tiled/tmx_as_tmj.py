"""TMX, TSX and TX (Tiled's XML) turned into the JSON that Tiled writes for the same thing.

Owns what XML may do here: no document type, hence no entities; so deep, so many elements, and so
many tiles. Values stay text: whoever reads them takes numbers as text too.
"""

from __future__ import annotations

# What xml.parsers.expat hands on, without the package xml around it, which is not shipped.
import pyexpat as expat
import re
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.formats.import_report import Cancel
    from gridwar.formats.json_values import Json

MOST_ELEMENTS = 400_000
"""Tiles that are an element each are counted by themselves."""
MOST_TILES = 64 * MAX_SIDE_CELLS**2
_MOST_DEPTH = 64
_PIECE_BYTES = 1 << 20
_WORDS = frozenset({"data", "chunk", "property", "text"})
"""Elements whose text says something."""
_LAYERS: Mapping[str, str] = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}
_MARKS_OF: Mapping[bytes, str] = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_ROOT = re.compile(r"<([A-Za-z]\w*)")
_MARKS = frozenset({"ellipse", "point", "capsule"})


@dataclass
class _Element:
    name: str
    given: dict[str, str]
    inner: list[_Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    tiles: array[int] | None = None

    def all(self, name: str) -> list[_Element]:
        return [one for one in self.inner if one.name == name]

    @property
    def text(self) -> str:
        return "".join(self.words)


def root_of(start: bytes) -> str | None:
    """Return the name of the first element of a file that begins so; None where it is no XML."""
    encoding = next((one for mark, one in _MARKS_OF.items() if start.startswith(mark)), "utf-8")
    text = start.decode(encoding, "ignore").lstrip("\ufeff \t\r\n")
    if not text.startswith("<"):
        return None
    found = _ROOT.search(text)
    return "" if found is None else found[1]


def as_tmj(raw: bytes | bytearray, name: str, cancelled: Cancel) -> dict[str, Json]:
    """Return what a file in XML holds, as Tiled's JSON says it.

    Args:
        raw: The file.
        name: Its name, for messages.
        cancelled: Asked now and then.

    Raises:
        MapError: It is damaged, too much, or has a document type.
        Cancelled: Somebody asked to give up.
    """
    root = _Parser(name).parsed(raw, cancelled)
    made = _READERS.get(root.name)
    if made is None:
        text = _("{path} is no file of Tiled: it begins with <{tag}>.")
        raise MapError(text.format(path=name, tag=root.name[:40]))
    return made(root)


class _Parser:
    """Builds the elements of one file, within bounds."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[_Element] = []
        self._root: _Element | None = None
        self._elements = self._tiles = 0

    def parsed(self, raw: bytes | bytearray, cancelled: Cancel) -> _Element:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._take
        parser.StartDoctypeDeclHandler = self._refuse_type
        try:
            for at in range(0, len(raw), _PIECE_BYTES):
                stop_if(cancelled)
                parser.Parse(bytes(raw[at : at + _PIECE_BYTES]), at + _PIECE_BYTES >= len(raw))
        except (expat.ExpatError, ValueError, LookupError) as error:
            text = _("{path} is damaged, or cut off: {why}. Save it again in Tiled.")
            raise MapError(text.format(path=self._name, why=error)) from error
        if self._root is None:
            raise MapError(_("{path} holds nothing.").format(path=self._name))
        return self._root

    def _begin(self, name: str, given: dict[str, str]) -> None:
        above = self._open[-1] if self._open else None
        if name == "tile" and above is not None and above.name in {"data", "chunk"}:
            self._add_tile(above, given.get("gid", "0"))
            self._open.append(_Element(name, {}))
            return
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            self._refuse(_("it has more than {most} elements").format(most=f"{MOST_ELEMENTS:,}"))
        if len(self._open) >= _MOST_DEPTH:
            self._refuse(_("its elements are nested more than {n} deep").format(n=_MOST_DEPTH))
        made = _Element(name, given)
        if above is None:
            self._root = made
        else:
            above.inner.append(made)
        self._open.append(made)

    def _add_tile(self, data: _Element, gid: str) -> None:
        self._tiles += 1
        if self._tiles > MOST_TILES:
            self._refuse(_("it has more than {most} tiles").format(most=f"{MOST_TILES:,}"))
        if data.tiles is None:
            data.tiles = array("I")
        try:
            data.tiles.append(int(gid))
        except OverflowError:
            data.tiles.append(0)

    def _end(self, name: str) -> None:
        del name
        self._open.pop()

    def _take(self, words: str) -> None:
        if self._open[-1].name in _WORDS:
            self._open[-1].words.append(words)

    def _refuse_type(self, name: str, system: str | None, public: str | None, inner: int) -> None:
        del name, system, public, inner
        self._refuse(_("it declares a document type (<!DOCTYPE>), which no map of Tiled does"))

    def _refuse(self, why: str) -> None:
        text = _("{path} is not read: {why}. Save it again in Tiled.")
        raise MapError(text.format(path=self._name, why=why))


def _document(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = dict(element.given)
    made["tilesets"] = [_tileset(one) for one in element.all("tileset")]
    made["layers"] = _layers(element)
    made["properties"] = _properties(element)
    return made


def _layers(element: _Element) -> list[Json]:
    return [_layer(one) for one in element.inner if one.name in _LAYERS]


def _layer(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = {**element.given, "type": _LAYERS[element.name]}
    made["properties"] = _properties(element)
    match element.name:
        case "group":
            made["layers"] = _layers(element)
        case "objectgroup":
            made["objects"] = [_object(one) for one in element.all("object")]
        case "imagelayer":
            _add_image(made, element)
        case _:
            for data in element.all("data")[:1]:
                _add_data(made, data)
    return made


def _add_data(made: dict[str, Json], data: _Element) -> None:
    made.update({key: data.given[key] for key in ("encoding", "compression") if key in data.given})
    chunks = data.all("chunk")
    if chunks:
        made["chunks"] = [{**one.given, "data": _tiles_of(one)} for one in chunks]
    else:
        made["data"] = _tiles_of(data)


def _tiles_of(data: _Element) -> Json:
    return data.text if data.tiles is None else data.tiles


def _add_image(made: dict[str, Json], element: _Element) -> None:
    for image in element.all("image")[:1]:
        source, width, height = (image.given.get(key) for key in ("source", "width", "height"))
        made.update({"image": source, "imagewidth": width, "imageheight": height})


def _object(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = dict(element.given)
    for one in element.inner:
        if one.name in _MARKS:
            made[one.name] = True
        elif one.name in {"polygon", "polyline"}:
            made[one.name] = [_pair(place) for place in one.given.get("points", "").split()]
        elif one.name == "text":
            made["text"] = {"text": one.text}
    made["properties"] = _properties(element)
    return made


def _pair(place: str) -> Json:
    x, _comma, y = place.partition(",")
    return {"x": x, "y": y}


def _properties(element: _Element) -> list[Json]:
    return [
        {"value": one.text, **one.given}
        for inner in element.all("properties")
        for one in inner.all("property")
    ]


def _tileset(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = dict(element.given)
    _add_image(made, element)
    for offset in element.all("tileoffset"):
        made["tileoffset"] = dict(offset.given)
    made["tiles"] = [_tile(one) for one in element.all("tile")]
    return made


def _tile(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = dict(element.given)
    _add_image(made, element)
    if element.all("animation"):
        made["animation"] = [True]
    for group in element.all("objectgroup"):
        made["objectgroup"] = {"objects": [True for _one in group.all("object")]}
    return made


def _template(element: _Element) -> dict[str, Json]:
    made: dict[str, Json] = {"type": "template"}
    for one in element.all("tileset")[:1]:
        made["tileset"] = dict(one.given)
    for one in element.all("object")[:1]:
        made["object"] = _object(one)
    return made


_READERS: Mapping[str, Callable[[_Element], dict[str, Json]]] = {
    "map": _document,
    "tileset": _tileset,
    "template": _template,
}
