"""Reading a map of Tiled: TMX or TMJ, with what lies beside it, bounded and with a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import from_json

from gridwar.errors import MapError
from gridwar.formats.import_report import Notes, never, no_progress, read_bytes, stop_if
from gridwar.formats.tiled.files_beside_map import FilesBeside
from gridwar.formats.tiled.layers_and_objects import LayerReader, properties_of
from gridwar.formats.tiled.map_from_tiled import TiledDraft
from gridwar.formats.tiled.page_and_plan import page_of, plan_of
from gridwar.formats.tiled.tiled_contents import Contents, ImageLayer
from gridwar.formats.tiled.tilesets import Tilesets
from gridwar.formats.tiled.tmx_as_tmj import as_tmj, is_xml
from gridwar.formats.uvtt.json_values import number
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.formats.import_report import Cancel, Imported, Progress
    from gridwar.formats.uvtt.json_values import Json

MOST_BYTES = 64 << 20
OWN_KEY = "gridwar"
"""The property of a map that Gridwar wrote."""
_LARGEST_TILE_PX = 10_000
_OTHER_FILES: Mapping[str, str] = {
    "tileset": _("{path} is a tileset, not a map: open the map that uses it (.tmx or .tmj)."),
    "template": _("{path} is a template, not a map: open the map that uses it (.tmx or .tmj)."),
}


def is_tiled(raw: bytes | bytearray) -> bool:
    """Return whether a file is Tiled's: XML, or JSON with the keys that Tiled writes."""
    if is_xml(bytes(raw[:64])):
        return True
    return b'"tiledversion"' in raw or (b'"tilewidth"' in raw and b'"tileheight"' in raw)


def read_tiled(path: Path, progress: Progress = no_progress, cancelled: Cancel = never) -> Imported:
    """Read a map of Tiled.

    Args:
        path: The file; what it names is looked for in its folder and below.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: It is none, damaged or too large; the message names it and what helps.
        Cancelled: Somebody asked to give up.
    """
    progress(0.0, _("Reading the file"))
    return read_raw(read_bytes(path, MOST_BYTES, cancelled), path, progress, cancelled)


def read_raw(raw: bytearray, path: Path, progress: Progress, cancelled: Cancel) -> Imported:
    """Read what such a file holds; the bytes are emptied as soon as they are taken apart.

    Raises:
        MapError: As ``read_tiled``.
        Cancelled: Somebody asked to give up.
    """
    if len(raw) > MOST_BYTES:
        text = _("{path} is larger than {most} MB. In Tiled, take layers out, or cut the map.")
        raise MapError(text.format(path=path, most=MOST_BYTES >> 20))
    progress(0.2, _("Taking it apart"))
    data = as_tmj(raw, str(path), cancelled) if is_xml(bytes(raw[:64])) else _from_json(raw, path)
    raw.clear()
    stop_if(cancelled)
    if wrong := _OTHER_FILES.get(str(data.get("type") or "")):
        raise MapError(wrong.format(path=path))
    if "layers" not in data:
        raise MapError(_OTHER_FILES["tileset"].format(path=path))
    try:
        return TiledDraft(_contents(data, path, progress, cancelled)).imported()
    except MapError as error:
        raise MapError(f"{path}: {error}") from error


def _from_json(raw: bytearray, path: Path) -> dict[str, Json]:
    if raw.startswith(b"\xef\xbb\xbf"):
        del raw[:3]
    try:
        data = from_json(raw, cache_strings="none")
    except ValueError as error:
        text = _("{path} is damaged, or cut off: {why}. Save it again in Tiled.")
        raise MapError(text.format(path=path, why=error)) from error
    if not isinstance(data, dict):
        raise MapError(_("{path} is no map of Tiled: it holds no JSON object.").format(path=path))
    return data


def _contents(
    data: Mapping[str, Json], path: Path, progress: Progress, cancelled: Cancel
) -> Contents:
    _require_orthogonal(data)
    tile_w, tile_h = _tile_side(data, "tilewidth"), _tile_side(data, "tileheight")
    notes = Notes()
    files = FilesBeside(path.parent, notes, cancelled)
    tilesets = Tilesets(files, notes, (tile_w, tile_h))
    progress(0.3, _("Reading its tilesets"))
    tilesets.read(data.get("tilesets"), files.folder)
    progress(0.5, _("Reading its layers"))
    reader = LayerReader(files, tilesets, notes, cancelled)
    layers = reader.read(data.get("layers"))
    stop_if(cancelled)
    page = page_of(data, layers, files, (tile_w, tile_h))
    progress(0.8, _("Putting the map together"))
    plan, picture, at = plan_of(data, page, layers, tilesets, files), None, (0.0, 0.0)
    properties = properties_of(data)
    if plan is not None and len(plan.layers) == 1:
        (only,) = plan.layers
        if isinstance(only, ImageLayer) and only.picture is not None and only.opacity == 1.0:
            picture, at = files.found[only.picture][0], page.place(only.x, only.y)
            plan = None
    return Contents(
        file_name=path.name,
        version=str(data.get("tiledversion") or data.get("version") or "?")[:20],
        page=page,
        layers=layers,
        properties=properties,
        plan=plan,
        picture=picture,
        picture_at=at,
        is_own=OWN_KEY in properties,
        mended=tuple(notes.mended),
        left_out=tuple(notes.left_out),
    )


def _require_orthogonal(data: Mapping[str, Json]) -> None:
    orientation = str(data.get("orientation") or "orthogonal")
    if orientation != "orthogonal":
        text = _(
            "it is an {orientation} map; only orthogonal ones lie on squares. "
            "Save a picture of it (File, Export As Image) and import that."
        )
        raise MapError(text.format(orientation=orientation[:20]))


def _tile_side(data: Mapping[str, Json], key: str) -> int:
    found = number(data.get(key))
    if found is None or not 1 <= found <= _LARGEST_TILE_PX:
        text = _("{key} must be a number of pixels, from 1 to {most}. Save it again in Tiled.")
        raise MapError(text.format(key=key, most=_LARGEST_TILE_PX))
    return int(found)
