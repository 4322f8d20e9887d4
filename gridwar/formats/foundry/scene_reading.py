"""Reading a scene, part by part, with progress and a way to call it off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.foundry.map_from_scene import SceneDraft
from gridwar.formats.foundry.own_flags import NOTHING, own_map
from gridwar.formats.foundry.scene_contents import LeftOut, SceneContents, SceneLevel
from gridwar.formats.foundry.scene_lights_and_notes import read_lights, read_notes
from gridwar.formats.foundry.scene_page import SceneGrid, place, read_grid
from gridwar.formats.foundry.scene_picture import find_picture, name_in, unused
from gridwar.formats.foundry.scene_regions import read_regions
from gridwar.formats.foundry.scene_walls import read_walls
from gridwar.formats.import_report import Notes, stop_if
from gridwar.formats.json_values import number
from gridwar.model.zones import Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.foreign_map_file import ForeignMapFile
    from gridwar.formats.foundry.scene_page import Box
    from gridwar.formats.import_report import Cancel, Imported, Progress
    from gridwar.formats.json_values import Json

MOST_LEVELS = 50
_EVERYWHERE: Box = (-1e8, -1e8, 2e8, 2e8)
_DARK_FROM, _LOW_FROM = 0.75, 0.25
_MAP_SHARE = 0.5
"""A tile that covers so much of the sheet, both ways, is its picture where it has no other."""
_THINGS = (
    ("tiles", _("Tiles")),
    ("drawings", _("Drawings")),
    ("tokens", _("Tokens")),
    ("sounds", _("Sounds")),
    ("templates", _("Templates")),
    ("regions", _("Regions")),
)


def is_scene(file: ForeignMapFile) -> bool:
    """Return whether a file is a scene: walls on a grid, and none of another format's keys."""
    said = file.said
    return "walls" in said and ("grid" in said or "levels" in said) and "line_of_sight" not in said


def read_scene(file: ForeignMapFile, progress: Progress, cancelled: Cancel) -> Imported:
    """Read a scene.

    Raises:
        MapError: It holds no map, or too much.
        Cancelled: Somebody asked to give up.
    """
    notes = Notes()
    progress(0.3, _("Reading walls"))
    try:
        contents = _contents(file, notes, progress, cancelled)
        return SceneDraft(contents).imported()
    except MapError as error:
        raise MapError(f"{file.path}: {error}") from error


def _contents(
    file: ForeignMapFile, notes: Notes, progress: Progress, cancelled: Cancel
) -> SceneContents:
    data = file.said
    said = _levels_said(data, notes)
    background = _background(data, said)
    grid = read_grid(data, background, notes)
    own = own_map(data)
    # A map of ours may be larger than its picture.
    within = grid if own is None else replace(grid, sheet=_EVERYWHERE)
    walls = read_walls(data.get("walls"), within.sheet, notes, cancelled)
    lights = read_lights(data.get("lights"), within, notes)
    pins = read_notes(data.get("notes"), within, notes)
    regions = read_regions(data.get("regions"), data.get("_id"), notes) if len(said) > 1 else ()
    stop_if(cancelled)
    progress(0.6, _("Looking for the picture"))
    levels = tuple(_levels(file, said, background, grid, cancelled))
    if rest := unused(file.beside, (one.picture for one in levels)):
        text = _("Came with it, and belongs to nothing in it")
        notes.leave_out("unused", text, ", ".join(rest[:6]))
    _tell_picture(data, background, levels, notes)
    progress(0.8, _("Putting the map together"))
    name = data.get("name")
    return SceneContents(
        file_name=file.path.name,
        name=name.strip()[:200] if isinstance(name, str) else "",
        grid=grid,
        levels=levels,
        walls=tuple(walls),
        lights=lights,
        notes=pins,
        regions=regions,
        ambient=_ambient(data),
        things=tuple(_things(data)),
        mended=tuple(notes.mended),
        left_out=tuple(notes.left_out),
        own=own,
    )


# --- levels and their pictures -----------------------------------------------------------------


def _levels_said(data: Mapping[str, Json], notes: Notes) -> list[Mapping[str, Json]]:
    said = data.get("levels")
    levels = [one for one in said if isinstance(one, Mapping)] if isinstance(said, list) else []
    broken = len(said) - len(levels) if isinstance(said, list) else 0
    notes.leave_out_count("levels_broken", _("Levels that say nothing"), broken)
    ids = [str(one.get("_id")) for one in levels if one.get("_id")]
    twins = len(ids) - len(set(ids))
    notes.mend_count("levels_twice", _("Levels of one id: what names it is on each"), twins)
    _tell_of_modules(data, notes)
    rest = max(0, len(levels) - MOST_LEVELS)
    notes.leave_out_count("levels_many", _("Levels beyond 50"), rest)
    return sorted(levels[:MOST_LEVELS], key=_height_and_place)


def _tell_of_modules(data: Mapping[str, Json], notes: Notes) -> None:
    """Tell of floors that a module keeps in the flags of an older scene: bottom, top, name."""
    flags = data.get("flags")
    module = flags.get("levels") if isinstance(flags, Mapping) else None
    floors = module.get("sceneLevels") if isinstance(module, Mapping) else None
    if isinstance(floors, list) and floors:
        rows = [one for one in floors if isinstance(one, list)]
        names = [str(name) for one in rows for name in one[2:3]]
        shown = ", ".join(name[:40] for name in names[:6]) or str(len(floors))
        text = _("Floors of the module Levels: all lies on one page")
        notes.leave_out("module_levels", text, shown)


def _height_and_place(level: Mapping[str, Json]) -> tuple[float, float]:
    return _bottom(level), number(level.get("sort")) or 0.0


def _bottom(level: Mapping[str, Json]) -> float:
    high = level.get("elevation")
    return (place(high.get("bottom")) if isinstance(high, Mapping) else None) or 0.0


def _background(data: Mapping[str, Json], levels: list[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return what a scene says of its picture and where that begins."""
    if levels:  # since version 14 the offset stands on the scene
        return NOTHING
    said = data.get("background")
    return said if isinstance(said, Mapping) else NOTHING


def _levels(
    file: ForeignMapFile,
    said: list[Mapping[str, Json]],
    background: Mapping[str, Json],
    grid: SceneGrid,
    cancelled: Cancel,
) -> Iterator[SceneLevel]:
    if not said:
        source: Json = background.get("src") or file.said.get("img")
        laid = None
        if not name_in(source):
            source, laid = _map_tile(file.said.get("tiles"), grid.sheet)
        picture = find_picture(name_in(source), file, cancelled, is_only=True)
        yield SceneLevel(picture=picture, laid=laid)
        return
    for at, one in enumerate(said):
        stop_if(cancelled)
        shown, high, name = one.get("background"), one.get("elevation"), one.get("name")
        source = shown.get("src") if isinstance(shown, Mapping) else None
        is_only = len(said) == 1
        yield SceneLevel(
            id=str(one.get("_id") or f"level-{at}"),
            name=name.strip()[:60] if isinstance(name, str) else "",
            bottom=_bottom(one),
            top=place(high.get("top")) if isinstance(high, Mapping) else None,
            picture=find_picture(name_in(source), file, cancelled, is_only=is_only),
        )


def _map_tile(tiles: Json, sheet: Box) -> tuple[Json, Box | None]:
    """Return the picture of the largest tile that covers the sheet, and where it lies."""
    found: list[tuple[float, Json, Box]] = []
    for one in tiles if isinstance(tiles, list) else ():
        texture = one.get("texture") if isinstance(one, Mapping) else None
        source = texture.get("src") if isinstance(texture, Mapping) else None
        if not isinstance(one, Mapping) or not name_in(source or one.get("img")):
            continue
        x, y, width, height = (place(one.get(key)) for key in ("x", "y", "width", "height"))
        if x is None or y is None or width is None or height is None:
            continue
        if width >= _MAP_SHARE * sheet[2] and height >= _MAP_SHARE * sheet[3]:
            found.append((width * height, source or one.get("img"), (x, y, width, height)))
    if not found:
        return None, None
    _area, source, laid = max(found, key=lambda one: one[0])
    return source, laid


def _tell_picture(
    data: Mapping[str, Json],
    background: Mapping[str, Json],
    levels: tuple[SceneLevel, ...],
    notes: Notes,
) -> None:
    """Tell what is not done to the picture as the scene has it."""
    for one in levels:
        if one.picture.is_guessed:
            text = _("Picture taken for {name}").format(name=one.picture.name or _("the scene’s"))
            notes.mend("picture_name", text, one.picture.found_as)
        if one.laid is not None and one.picture.data is not None:
            notes.mend("picture_tile", _("A tile as large as the map: taken for its picture"))
    scales = [number(background.get(key)) for key in ("scaleX", "scaleY")]
    turned = number(background.get("rotation"))
    if turned or any(one not in {None, 1.0} for one in scales):
        text = _("Turning and stretching of the picture")
        notes.leave_out("picture_turned", text, _("laid plain"))
    shown = [data.get("foreground"), *_foregrounds(data.get("levels"))]
    if count := sum(bool(name_in(one)) for one in shown):
        notes.leave_out("foreground", _("Pictures above the map (roofs)"), count)


def _foregrounds(levels: Json) -> Iterator[Json]:
    for one in levels if isinstance(levels, list) else ():
        shown = one.get("foreground") if isinstance(one, Mapping) else None
        yield shown.get("src") if isinstance(shown, Mapping) else None


# --- the rest ----------------------------------------------------------------------------------


def _ambient(data: Mapping[str, Json]) -> Light:
    """Return how light it is without a source; a scene with light everywhere is bright."""
    said = data.get("environment")
    new = said if isinstance(said, Mapping) else NOTHING
    everywhere = new.get("globalLight")
    is_lit = everywhere.get("enabled") if isinstance(everywhere, Mapping) else None
    if (data.get("globalLight") if is_lit is None else is_lit) is True:
        return Light.BRIGHT
    darkness = number(new.get("darknessLevel", data.get("darkness"))) or 0.0
    if darkness >= _DARK_FROM:
        return Light.DARK
    return Light.LOW if darkness >= _LOW_FROM else Light.BRIGHT


def _things(data: Mapping[str, Json]) -> Iterator[LeftOut]:
    """Yield what is no part of a map here, with the place of the first of each kind."""
    for key, text in _THINGS:
        rows = data.get(key)
        if not isinstance(rows, list) or not rows:
            continue
        first = next((one for one in rows if isinstance(one, Mapping)), NOTHING)
        x, y = place(first.get("x")), place(first.get("y"))
        yield LeftOut(key, text, len(rows), None if x is None or y is None else (x, y))
