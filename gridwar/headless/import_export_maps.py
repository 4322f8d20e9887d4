"""``gridwar import`` and ``gridwar export`` of maps: a new fight on a map, a map out of a fight."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import InputError
from gridwar.formats.import_report import Imported
from gridwar.formats.reading_any_map import PictureDraft, read_maps
from gridwar.formats.writing_any_map import Target, format_of
from gridwar.formats.writing_any_map import export_map as written
from gridwar.headless.check_export_repair import read, refuse_target
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.storage.atomic_write import free_name, write_bytes, write_text
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.new_file import build
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

Painter = Callable[[BattleMap, tuple[bytes, ...], int], bytes]
"""Draws a map without anybody on it as a PNG: the map, the fight's pictures, pixels a cell."""


Drawer = Callable[[Imported], Imported]
"""Draws the picture of a map that was read, where it has only a plan of one."""


class NewFight(Struct, frozen=True):
    """What a fight on a map is begun with: its file, its rules, and pixels to a cell of a picture.

    Without them they are guessed; files of other kinds say it themselves.
    """

    target: Path
    system_id: str
    cell_px: float | None = None


def import_map(paths: Sequence[Path], new: NewFight, draw: Drawer) -> int:
    """Make a fight on a map from a file of any known kind, and print the report on it.

    Args:
        paths: The map, and what belongs to it (its picture); what it leaves open is taken as first
            guessed.
        new: The new fight.
        draw: Draws its picture, where it comes as tiles.

    Raises:
        InputError: The map cannot be read, or there are no such rules.
        FileError: The fight cannot be written.
    """
    system = find_system(new.system_id)
    for path in paths:
        refuse_target(new.target, path, {SUFFIX})
    found = read_maps(paths)
    if found.plan is not None:
        found = draw(found)
    if new.cell_px is not None:
        if not isinstance(found.draft, PictureDraft):
            text = _("{path} says itself how large its squares are: leave --cell out.")
            raise InputError(text.format(path=paths[0]))
        found = found.draft.at(new.cell_px)
    first = system.new_encounter(found.map.name).replace(map=found.map)
    loaded = Loaded(first, (), Position(), DiceCounter(secrets.randbits(48)))
    blobs = () if found.picture is None else (found.picture,)
    build(new.target, loaded, system.data.version, blobs)
    sys.stdout.write(found.report.text())
    return 0


def export_map(path: Path, target: Path, paint: Painter, format_id: str = "") -> int:
    """Write the map of a fight, as it stands now, in a format of other programs.

    Args:
        path: The fight.
        target: The file to write.
        paint: Draws the map where it has no picture, or one that others cannot lay.
        format_id: Of the format; empty for that of the file's name.

    Raises:
        FileError: The fight cannot be read, or the map cannot be written.
        InputError: There is no such format.
    """
    form = format_of(format_id, target.suffix)
    refuse_target(target, path, form.suffixes)
    found = read(path)
    battle_map = Session(found.system, found.loaded).encounter.map
    picture = _blob(found.blobs, battle_map.picture)
    made = written(
        battle_map,
        picture,
        lambda page, pixels: paint(page, found.blobs, pixels),
        Target(target.stem, form, partial(free_name, target.parent)),
    )
    if made.picture is not None:
        write_bytes(target.with_name(made.picture_name), made.picture)
    write_text(target, made.text)
    sys.stdout.write(made.report.text())
    return 0


def _blob(blobs: Iterable[bytes], picture: Picture | None) -> bytes | None:
    if picture is None:
        return None
    return next((one for one in blobs if hashlib.sha256(one).hexdigest() == picture.sha256), None)
