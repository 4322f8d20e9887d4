"""Reading a map of Tiled: TMX or TMJ, with what lies beside it, bounded and with a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.foreign_map_file import open_map_file
from gridwar.formats.import_report import Notes, never, no_progress, stop_if
from gridwar.formats.json_values import number
from gridwar.formats.tiled.files_beside_map import FilesBeside
from gridwar.formats.tiled.layers_and_objects import LayerReader
from gridwar.formats.tiled.layers_and_page import OWN_KEY, ImageLayer
from gridwar.formats.tiled.map_from_tiled import TiledDraft
from gridwar.formats.tiled.objects_of_layers import properties_of
from gridwar.formats.tiled.page_and_plan import page_of, plan_of
from gridwar.formats.tiled.tiled_contents import Contents
from gridwar.formats.tiled.tilesets import Tilesets
from gridwar.formats.tiled.tmx_as_tmj import as_tmj, root_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.formats.foreign_map_file import ForeignMapFile
    from gridwar.formats.import_report import Cancel, Imported, Progress
    from gridwar.formats.json_values import Json

_TELLING = {"tilewidth", "tileheight", "layers"}
_LARGEST_TILE_PX = 10_000


def is_tiled(file: ForeignMapFile) -> bool:
    """Return whether a file is a map of Tiled: XML, or JSON with the keys that Tiled writes."""
    said = file.said
    if file.data is not None:
        is_map = said.get("type", "map") == "map"
        return is_map and ("tiledversion" in said or said.keys() >= _TELLING)
    return root_of(file.head) in {"map", ""}


def is_part(file: ForeignMapFile) -> bool:
    """Return whether a file belongs to a map of Tiled and is none: a tileset, or a template."""
    if file.data is not None:
        is_said = "tiledversion" in file.said or "tileset" in file.said
        return is_said and str(file.said.get("type")) in {"tileset", "template"}
    return root_of(file.head) in {"tileset", "template"}


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
    return read_tiled_file(open_map_file(path, (), cancelled), progress, cancelled)


def read_tiled_file(file: ForeignMapFile, progress: Progress, cancelled: Cancel) -> Imported:
    """Read what such a file holds, with what lies or came beside it.

    Raises:
        MapError: As ``read_tiled``.
        Cancelled: Somebody asked to give up.
    """
    path = file.path
    progress(0.2, _("Taking it apart"))
    data: Mapping[str, Json] = file.said
    if file.data is None:
        data = as_tmj(file.raw, str(path), cancelled)
        file.raw.clear()
    stop_if(cancelled)
    if "layers" not in data:
        raise MapError(_("{path} is no map of Tiled: it has no layers.").format(path=path))
    files = FilesBeside(path.parent, file.beside, Notes(), cancelled)
    try:
        return TiledDraft(_contents(data, path.name, files, progress)).imported()
    except MapError as error:
        raise MapError(f"{path}: {error}") from error


def _contents(
    data: Mapping[str, Json], name: str, files: FilesBeside, progress: Progress
) -> Contents:
    notes, cancelled = files.notes, files.cancelled
    _require_orthogonal(data)
    tile_w, tile_h = _tile_side(data, "tilewidth"), _tile_side(data, "tileheight")
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
    files.tell()
    return Contents(
        file_name=name,
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
