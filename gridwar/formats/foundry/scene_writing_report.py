"""What became of a map that was written as a scene: what is in it, changed, left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.formats.import_report import ImportReport, ReportLine
from gridwar.model.battlemap import LayerName
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _written(battle_map: BattleMap, info: PictureInfo, picture_name: str) -> Iterator[ReportLine]:
    shown = f"{info.width_px} × {info.height_px} {info.format.upper()}"
    text = _("Picture, beside it as {name}").format(name=picture_name)
    yield ReportLine("picture", text, shown)
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
        ("floors", _("Floors: they lie beside each other"), len(battle_map.floors)),
        (
            "sketch",
            _("The sketch, to draw on: its walls and its picture are there"),
            int(battle_map.sketch is not None),
        ),
    ):
        if count:
            yield ReportLine(code, text, str(count))
