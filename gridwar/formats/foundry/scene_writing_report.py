"""What became of a map that was written as a scene: what is in it, changed, left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.formats.import_report import ImportReport, ReportLine
from gridwar.model.battlemap import LayerName
from gridwar.model.floors import without_rims
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridwar.formats.picture_headers_and_limits import PictureInfo
    from gridwar.model.battlemap import BattleMap

_LAYERS = (
    (LayerName.TERRAIN, _("Terrain")),
    (LayerName.GROUND, _("Ground height")),
    (LayerName.COVER, _("Painted cover")),
)


def report_of(
    battle_map: BattleMap, info: PictureInfo, subtitle: str, picture_name: str
) -> ImportReport:
    """Return the report on a scene that was written.

    Args:
        battle_map: The map.
        info: What its picture is.
        subtitle: What was written.
        picture_name: What the picture is called, beside the scene.
    """
    return ImportReport(
        title=battle_map.name or _("Map"),
        subtitle=subtitle,
        read=tuple(_written(battle_map, info, picture_name)),
        mended=tuple(_changed(battle_map)),
        left_out=tuple(_left_out(battle_map)),
    )


def report_of_levels(
    battle_map: BattleMap, subtitle: str, picture_names: Sequence[str], apart: int
) -> ImportReport:
    """Return the report on a scene of several levels that was written.

    Args:
        battle_map: The map, with its floors.
        subtitle: What was written.
        picture_names: What the pictures of its floors are called, beside the scene.
        apart: So many links lead not straight up and down.
    """
    bare = battle_map.replace(floors=(), links=(), openings=()).with_walls(
        without_rims(battle_map.walls, battle_map.floors)
    )
    picture = ReportLine("picture", _("Pictures, beside it"), ", ".join(picture_names))
    links = len(battle_map.links) - apart
    read = [
        ReportLine("floors", _("Floors, as levels"), str(len(battle_map.floors))),
        picture,
        *([ReportLine("links", _("Stairs and the like, as regions"), str(links))] if links else ()),
        *_things_written(bare),
    ]
    left = [*_left_out(bare)]
    for code, text, count in (
        ("links_apart", _("Stairs of one way, or whose ends lie apart: Gridwar alone"), apart),
        ("openings", _("Openings between floors: Gridwar alone"), len(battle_map.openings)),
    ):
        if count:
            left.append(ReportLine(code, text, str(count)))
    return ImportReport(
        title=battle_map.name or _("Map"),
        subtitle=subtitle,
        read=tuple(read),
        mended=tuple(_changed(bare)),
        left_out=tuple(left),
    )


def _written(battle_map: BattleMap, info: PictureInfo, picture_name: str) -> Iterator[ReportLine]:
    shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
    text = _("Picture, beside it as {name}").format(name=picture_name)
    yield ReportLine("picture", text, shown)
    yield from _things_written(battle_map)


def _things_written(battle_map: BattleMap) -> Iterator[ReportLine]:
    if battle_map.walls:
        yield ReportLine("walls", _("Walls and doors"), str(len(battle_map.walls)))
    standing = sum(one.at is not None for one in battle_map.light_sources)
    if count := standing + len(battle_map.lights):
        yield ReportLine("lights", _("Lights"), str(count))
    if battle_map.pins:
        yield ReportLine("pins", _("Pins, as notes"), str(len(battle_map.pins)))


def _changed(battle_map: BattleMap) -> Iterator[ReportLine]:
    """Yield what Foundry takes otherwise than we do."""
    walls = battle_map.walls
    for code, text, count in (
        (
            "shots",
            _("Let shots through otherwise than sight: in Foundry as sight"),
            sum(one.blocks_effect is not one.stops_sight and not one.is_open for one in walls),
        ),
        (
            "low_walls",
            _("Low walls and railings: no cover in Foundry"),
            sum(one.cover is not None or one.kind is WallKind.FENCE for one in walls),
        ),
        (
            "locked_secret",
            _("Secret doors: closed, not locked"),
            sum(one.kind is WallKind.DOOR and one.door is DoorState.SECRET for one in walls),
        ),
        (
            "kept_lights",
            _("Lights of the map's file that are not in use: hidden"),
            len(battle_map.lights),
        ),
    ):
        if count:
            yield ReportLine(code, text, str(count))


def _left_out(battle_map: BattleMap) -> Iterator[ReportLine]:
    for name, text in _LAYERS:
        if battle_map.layer(name).tiles:
            yield ReportLine(str(name), text, _("a scene has none"))
    carried = sum(one.at is None or not one.reach_cells for one in battle_map.light_sources)
    for code, text, count in (
        ("cover_objects", _("Things to hide behind"), len(battle_map.cover_objects)),
        ("props", _("Props, with their cover and height"), len(battle_map.props)),
        ("zones", _("Zones of smoke, light and the like"), len(battle_map.zones)),
        ("carried", _("Lights that somebody carries"), carried),
        ("kept", _("Keys of another format"), int(battle_map.kept is not None)),
        (
            "sketch",
            _("The sketch, to draw on: its walls and its picture are there"),
            int(battle_map.sketch is not None),
        ),
    ):
        if count:
            yield ReportLine(code, text, str(count))
