"""``gridwar import`` and ``gridwar export`` of maps: a new fight on a map, a map out of a fight."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import InputError
from gridwar.formats.import_report import Imported
from gridwar.formats.reading_any_map import PictureDraft, read_map
from gridwar.formats.tiled.tiled_exporting import SUFFIX as TILED_SUFFIX
from gridwar.formats.tiled.tiled_exporting import export_tiled
from gridwar.formats.uvtt.uvtt_exporting import export_uvtt
from gridwar.headless.check_export_repair import MAP_SUFFIXES, read, refuse_target
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.storage.atomic_write import write_text
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.new_file import build
from gridwar.storage.picture_beside_map import free_name_beside, write_map_and_picture
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Painter = Callable[[BattleMap, tuple[bytes, ...], int], bytes]
"""Draws a map without anybody on it as a PNG: the map, the fight's pictures, pixels a cell."""


Drawer = Callable[[Imported], Imported]
"""Draws the picture of a map that was read, where it has only a plan of one."""


def import_map(
    path: Path, target: Path, system_id: str, cell_px: float | None, draw: Drawer
) -> int:
    """Make a fight on a map from a file of any kind that is known, and print the report on it.

    Args:
        path: The map; what it leaves open is taken as first guessed.
        target: The new fight's file.
        system_id: Its rules.
        cell_px: Pixels to a cell of a picture; None for a guess. other files say it themselves.
        draw: Draws its picture, where it comes as tiles.

    Raises:
        InputError: The map cannot be read, or there are no such rules.
        FileError: The fight cannot be written.
    """
    system = find_system(system_id)
    refuse_target(target, path, {SUFFIX})
    found = read_map(path)
    if found.plan is not None:
        found = draw(found)
    if cell_px is not None:
        if not isinstance(found.draft, PictureDraft):
            text = _("{path} says itself how large its squares are: leave --cell out.")
            raise InputError(text.format(path=path))
        found = found.draft.at(cell_px)
    first = system.new_encounter(found.map.name).replace(map=found.map)
    loaded = Loaded(first, (), Position(), DiceCounter(secrets.randbits(48)))
    blobs = () if found.picture is None else (found.picture,)
    build(target, loaded, system.data.version, blobs)
    sys.stdout.write(found.report.text())
    return 0


def export_map(path: Path, target: Path, paint: Painter) -> int:
    """Write the map of a fight, as it stands now, as a UVTT file, or for Tiled by its name.

    Args:
        path: The fight.
        target: The file to write.
        paint: Draws the map where it has no picture, or one on a grid that others cannot read.

    Raises:
        FileError: The fight cannot be read, or the map cannot be written.
    """
    refuse_target(target, path, MAP_SUFFIXES)
    found = read(path)
    battle_map = Session(found.system, found.loaded).encounter.map
    picture = _blob(found.blobs, battle_map.picture)

    def painted(page: BattleMap, pixels: int) -> bytes:
        return paint(page, found.blobs, pixels)

    if target.suffix.lower() == TILED_SUFFIX:
        name_for = partial(free_name_beside, target)
        made = export_tiled(battle_map, picture, painted, name_for)
        write_map_and_picture(target, made.text, made.picture_name, made.picture)
        report = made.report
    else:
        text, report = export_uvtt(battle_map, picture, target.stem, painted)
        write_text(target, text)
    sys.stdout.write(report.text())
    return 0


def _blob(blobs: Iterable[bytes], picture: Picture | None) -> bytes | None:
    if picture is None:
        return None
    return next((one for one in blobs if hashlib.sha256(one).hexdigest() == picture.sha256), None)
