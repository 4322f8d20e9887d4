"""The report on a scene: what was read, mended and left out, and its questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from gridwar.formats.foundry import scene_questions
from gridwar.formats.foundry.scene_questions import is_on
from gridwar.formats.foundry.scene_walls import is_threshold, says_other_light
from gridwar.formats.foundry.walls_from_scene import is_below_ground
from gridwar.formats.import_report import WALL_KINDS, ImportReport, ReportLine
from gridwar.formats.wall_senses import Sort
from gridwar.model.floors import without_rims
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.foundry.scene_contents import SceneContents, SceneLevel
    from gridwar.formats.foundry.scene_floors import SceneBuilding
    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.foundry.scene_questions import Answers
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

Levels: TypeAlias = "tuple[SceneLevel, ...]"
_SAME_SHAPE = 0.01
_STATES = (
    (DoorState.OPEN, _("{n} open")),
    (DoorState.LOCKED, _("{n} locked")),
    (DoorState.SECRET, _("{n} secret")),
)


def report(
    contents: SceneContents,
    answers: Answers,
    made: BattleMap,
    building: SceneBuilding | None = None,
) -> ImportReport:
    """Return the report on a scene under the answers given so far.

    Args:
        contents: The scene.
        answers: What was answered.
        made: The map that was made of it.
        building: How it was made of several levels, where it was.
    """
    grid = contents.grid
    levels = scene_questions.levels_of(contents, answers)
    page = contents.page(scene_questions.cell_px(contents, answers))
    size = made.floors[0].size if made.floors else made.size
    subtitle = _("Foundry scene {version}, {w} × {h} squares of {px:g} px").format(
        version=grid.version, w=size.w, h=size.h, px=page.cell_px
    )
    return ImportReport(
        title=contents.name or contents.file_name,
        subtitle=subtitle,
        read=tuple(_read(contents, levels, made)),
        mended=(*contents.mended, *_mended(contents, levels, page), *_mended_floors(building)),
        left_out=(
            *_left_out(contents, levels, page, made),
            *_things(contents, page, building),
            *contents.left_out,
        ),
        checks=scene_questions.checks(contents, answers),
    )


def _read(contents: SceneContents, levels: Levels, made: BattleMap) -> Iterator[ReportLine]:
    infos = [one.picture.info for one in levels if one.picture.info is not None]
    if made.floors:
        yield ReportLine("floors", _("Levels, as floors"), str(len(made.floors)))
    if len(levels) > 1 and infos:
        yield ReportLine("picture", _("Pictures"), str(len(infos)))
    elif infos:
        shown = f"{infos[0].width_px} × {infos[0].height_px} {infos[0].format.upper()}"
        yield ReportLine("picture", _("Picture"), shown)
    if made.links:
        yield ReportLine("links", _("Stairs and the like"), str(len(made.links)))
    yield from _read_walls(without_rims(made.walls, made.floors))
    if made.light_sources:
        is_on = sum(one.on for one in made.light_sources)
        text = _("{n}, {m} on").format(n=len(made.light_sources), m=is_on)
        yield ReportLine("lights", _("Lights"), text)
    if made.pins:
        yield ReportLine("pins", _("Notes, as pins"), str(len(made.pins)))
    if contents.own is None and contents.grid.unit is not None:
        scale = made.scale
        yield ReportLine("scale", _("A square is"), f"{scale.cell_size:g} {scale.unit}")


def _read_walls(standing: tuple[Wall, ...]) -> Iterator[ReportLine]:
    for kind, text in WALL_KINDS.items():
        some = [one for one in standing if one.kind is kind]
        if some:
            states = [
                words.format(n=count)
                for state, words in _STATES
                if kind is WallKind.DOOR and (count := sum(one.door is state for one in some))
            ]
            yield ReportLine(f"walls_{kind}", text, ", ".join((str(len(some)), *states)))
    if one_way := sum(one.one_way is not None for one in standing):
        yield ReportLine("one_way", _("Of them of one side only"), str(one_way))
    if high := sum(bool(one.foot_m) or one.height_m is not None for one in standing):
        yield ReportLine("heights", _("Of them with a height"), str(high))


def _mended(contents: SceneContents, levels: Levels, page: ScenePage) -> Iterator[ReportLine]:
    """Yield what is not quite as the scene says it."""
    walls = [one for one in contents.walls if is_on(levels, one.levels) and not one.own]
    for code, text, count in (
        (
            "thresholds",
            _("Seen through from near, or from afar, alone: here from anywhere"),
            sum(is_threshold(one) for one in walls),
        ),
        (
            "other_light",
            _("Stop light otherwise than sight: here light as sight"),
            sum(says_other_light(one) for one in walls),
        ),
        (
            "nameless_notes",
            _("Notes without words, which stand in a journal: numbered"),
            sum(is_on(levels, one.levels) and not one.text for one in contents.notes),
        ),
    ):
        if count:
            yield ReportLine(code, text, str(count))
    for one in levels:
        yield from _mended_picture(contents, one)
    _left, _top, width, height = levels[0].laid or contents.grid.sheet
    if contents.own is not None or not contents.grid.has_squares:
        return
    cells = width / page.cell_px, height / page.cell_px
    if any(abs(one - round(one)) > _SAME_SHAPE for one in cells):
        text = _("Size is not a whole number of squares")
        yield ReportLine("size_rounded", text, f"{cells[0]:.4g} × {cells[1]:.4g}")


def _mended_picture(contents: SceneContents, level: SceneLevel) -> Iterator[ReportLine]:
    _left, _top, width, height = level.laid or contents.grid.sheet
    info = level.picture.info
    if (
        info is not None
        and abs(info.width_px * height / (info.height_px * width) - 1) > _SAME_SHAPE
    ):
        text = _("Picture of another shape than the scene says: laid at the upper left")
        yield ReportLine("picture_shape", text, f"{info.width_px} × {info.height_px}")


def _mended_floors(building: SceneBuilding | None) -> Iterator[ReportLine]:
    """Yield what is not quite as the levels say it."""
    if building is None:
        return
    for code, text, count in (
        (
            "floors_moved",
            _("Levels at one height, or beyond any: laid a storey apart"),
            building.moved,
        ),
        ("stairs_cut", _("Stairs of many squares: their middle alone"), building.stairs.cut),
    ):
        if count:
            yield ReportLine(code, text, str(count))


def _left_out(
    contents: SceneContents, levels: Levels, page: ScenePage, made: BattleMap
) -> Iterator[ReportLine]:
    del page
    for one in levels:
        if one.picture.data is None:
            text = _("Picture of {level}").format(level=one.name) if len(levels) > 1 else ""
            yield ReportLine("no_picture", text or _("Picture"), one.picture.why_not)
    low = sum(
        all(is_below_ground(one, level.bottom) for level in levels if level.holds(one.levels))
        and one.sort is not Sort.NOTHING
        for one in contents.walls
        if is_on(levels, one.levels) and not one.own
    )
    if low:
        yield ReportLine("walls_below", _("Walls below the ground"), str(low))
    others = len(contents.levels) - len(levels)
    if others:
        yield ReportLine("levels", _("Other levels"), str(others))
    notes = sum(level.holds(one.levels) for one in contents.notes for level in levels)
    lights = sum(level.holds(one.levels) for one in contents.lights for level in levels)
    for code, text, count in (
        ("pins_many", _("Notes beyond what a map may have"), notes - len(made.pins)),
        (
            "lights_beyond",
            _("Lights beyond what a map may have"),
            lights - len(made.lights) - len(made.light_sources),
        ),
    ):
        if count > 0:
            yield ReportLine(code, text, str(count))


def _things(
    contents: SceneContents, page: ScenePage, building: SceneBuilding | None
) -> Iterator[ReportLine]:
    """Yield what a map does not hold; regions that became stairs are none of it."""
    if building is not None and building.stairs.beyond:
        text = _("Stairs beyond what a map may have")
        yield ReportLine("links_beyond", text, str(building.stairs.beyond))
    for one in contents.things:
        used = building.stairs.regions if building is not None and one.code == "regions" else 0
        if one.count <= used:
            continue
        place = None if one.at is None else page.cell(*one.at)
        yield ReportLine(one.code, one.text, str(one.count - used), place)
