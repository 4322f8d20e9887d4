"""The report on a scene: what was read, mended and left out, and its questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.formats.foundry import scene_questions
from gridwar.formats.foundry.scene_walls import is_threshold, says_other_light
from gridwar.formats.foundry.walls_from_scene import is_below_ground
from gridwar.formats.import_report import WALL_KINDS, ImportReport, ReportLine
from gridwar.formats.wall_senses import Sort
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.foundry.scene_contents import SceneContents, SceneLevel
    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.foundry.scene_questions import Answers
    from gridwar.model.battlemap import BattleMap

_SAME_SHAPE = 0.01
_STATES = (
    (DoorState.OPEN, _("{n} open")),
    (DoorState.LOCKED, _("{n} locked")),
    (DoorState.SECRET, _("{n} secret")),
)


def report(contents: SceneContents, answers: Answers, made: BattleMap) -> ImportReport:
    """Return the report on a scene under the answers given so far.

    Args:
        contents: The scene.
        answers: What was answered.
        made: The map that was made of it.
    """
    grid = contents.grid
    level = scene_questions.level_of(contents, answers)
    page = contents.page(scene_questions.cell_px(contents, answers))
    subtitle = _("Foundry scene {version}, {w} × {h} squares of {px:g} px").format(
        version=grid.version, w=made.width, h=made.height, px=page.cell_px
    )
    return ImportReport(
        title=contents.name or contents.file_name,
        subtitle=subtitle,
        read=tuple(_read(contents, level, made)),
        mended=(*contents.mended, *_mended(contents, level, page)),
        left_out=(*_left_out(contents, level, page, made), *contents.left_out),
        checks=scene_questions.checks(contents, answers),
    )


def _read(contents: SceneContents, level: SceneLevel, made: BattleMap) -> Iterator[ReportLine]:
    info = level.picture.info
    if info is not None:
        shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
        yield ReportLine("picture", _("Picture"), shown)
    for kind, text in WALL_KINDS.items():
        some = [one for one in made.walls if one.kind is kind]
        if some:
            states = [
                words.format(n=count)
                for state, words in _STATES
                if kind is WallKind.DOOR and (count := sum(one.door is state for one in some))
            ]
            yield ReportLine(f"walls_{kind}", text, ", ".join((str(len(some)), *states)))
    if one_way := sum(one.one_way is not None for one in made.walls):
        yield ReportLine("one_way", _("Of them of one side only"), str(one_way))
    if high := sum(bool(one.foot_m) or one.height_m is not None for one in made.walls):
        yield ReportLine("heights", _("Of them with a height"), str(high))
    if made.light_sources:
        is_on = sum(one.on for one in made.light_sources)
        text = _("{n}, {m} on").format(n=len(made.light_sources), m=is_on)
        yield ReportLine("lights", _("Lights"), text)
    if made.pins:
        yield ReportLine("pins", _("Notes, as pins"), str(len(made.pins)))
    if contents.own is None and contents.grid.unit is not None:
        scale = made.scale
        yield ReportLine("scale", _("A square is"), f"{scale.cell_size:g} {scale.unit}")


def _mended(contents: SceneContents, level: SceneLevel, page: ScenePage) -> Iterator[ReportLine]:
    """Yield what is not quite as the scene says it."""
    walls = [one for one in contents.walls if level.holds(one.levels) and not one.own]
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
            sum(level.holds(one.levels) and not one.text for one in contents.notes),
        ),
    ):
        if count:
            yield ReportLine(code, text, str(count))
    yield from _mended_page(contents, level, page)


def _mended_page(
    contents: SceneContents, level: SceneLevel, page: ScenePage
) -> Iterator[ReportLine]:
    _left, _top, width, height = level.laid or contents.grid.sheet
    info = level.picture.info
    if (
        info is not None
        and abs(info.width_px * height / (info.height_px * width) - 1) > _SAME_SHAPE
    ):
        text = _("Picture of another shape than the scene says: laid at the upper left")
        yield ReportLine("picture_shape", text, f"{info.width_px} × {info.height_px}")
    if contents.own is not None or not contents.grid.has_squares:
        return
    cells = width / page.cell_px, height / page.cell_px
    if any(abs(one - round(one)) > _SAME_SHAPE for one in cells):
        text = _("Size is not a whole number of squares")
        yield ReportLine("size_rounded", text, f"{cells[0]:.4g} × {cells[1]:.4g}")


def _left_out(
    contents: SceneContents, level: SceneLevel, page: ScenePage, made: BattleMap
) -> Iterator[ReportLine]:
    picture = level.picture
    if picture.data is None:
        yield ReportLine("no_picture", _("Picture"), picture.why_not)
    low = sum(
        is_below_ground(one) and one.sort is not Sort.NOTHING
        for one in contents.walls
        if level.holds(one.levels) and not one.own
    )
    if low:
        yield ReportLine("walls_below", _("Walls below the ground"), str(low))
    others = len(contents.levels) - 1
    if others:
        yield ReportLine("levels", _("Other levels"), str(others))
    notes = sum(level.holds(one.levels) for one in contents.notes)
    lights = sum(level.holds(one.levels) for one in contents.lights)
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
    for one in contents.things:
        place = None if one.at is None else page.cell(*one.at)
        yield ReportLine(one.code, one.text, str(one.count), place)
