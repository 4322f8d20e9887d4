"""``gridwar import`` and ``gridwar export`` of maps: a new fight on a map, a map out of a fight."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import InputError
from gridwar.formats.grid_finding import finding_words
from gridwar.formats.import_report import Imported
from gridwar.formats.picture_draft import FOUND, PictureDraft
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.uvtt.uvtt_exporting import export_uvtt
from gridwar.headless.check_export_repair import MAP_SUFFIXES, read, refuse_target
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.storage.atomic_write import write_text
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.new_file import build
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Painter = Callable[[BattleMap, tuple[bytes, ...], int], bytes]
"""Draws a map without anybody on it as a PNG: the map, the fight's pictures, pixels a cell."""


Searcher = Callable[[Imported, bytes], Imported]
"""Looks for the grid that is printed on the picture of a map that was read."""
Size: TypeAlias = float | Literal["found"] | None
"""Pixels to a cell, the cells of the grid that is found, or None for a guess."""


def import_map(
    path: Path,
    target: Path,
    system_id: str,
    size: Size,
    search: Searcher,
) -> int:
    """Make a fight on a map from a picture or a UVTT file, and print the report on it.

    Args:
        path: The map; what it leaves open is taken as first guessed.
        target: The new fight's file.
        system_id: Its rules.
        size: Pixels to a cell of a picture, or that its grid is taken as found; None for a guess.
            UVTT files say it themselves.
        search: Looks for the grid of a picture. It is told, and taken only where that is asked for.

    Raises:
        InputError: The map cannot be read, there are no such rules, or no square grid was found
            that could be taken.
        FileError: The fight cannot be written.
    """
    system = find_system(system_id)
    refuse_target(target, path, {SUFFIX})
    found = read_map(path)
    if isinstance(found.draft, PictureDraft):
        found = _sized(search(found, found.draft.data), size)
    elif size is not None:
        text = _("{path} says itself how large its squares are: leave {option} out.")
        option = "--found-grid" if size == FOUND else "--cell"
        raise InputError(text.format(path=path, option=option))
    first = system.new_encounter(found.map.name).replace(map=found.map)
    loaded = Loaded(first, (), Position(), DiceCounter(secrets.randbits(48)))
    blobs = () if found.picture is None else (found.picture,)
    build(target, loaded, system.data.version, blobs)
    sys.stdout.write(found.report.text())
    if found.finding is not None:
        sys.stdout.write(f"{finding_words(found.finding)}\n")
    return 0


def _sized(found: Imported, size: Size) -> Imported:
    """Return a map from a picture with cells of the size that is asked for."""
    draft = found.draft
    if size is None or not isinstance(draft, PictureDraft):
        return found
    return draft.on_found() if size == FOUND else draft.at(float(size))


def export_map(path: Path, target: Path, paint: Painter) -> int:
    """Write the map of a fight, as it stands now, as a UVTT file.

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
    text, report = export_uvtt(
        battle_map, picture, target.stem, lambda page, pixels: paint(page, found.blobs, pixels)
    )
    write_text(target, text)
    sys.stdout.write(report.text())
    return 0


def _blob(blobs: Iterable[bytes], picture: Picture | None) -> bytes | None:
    if picture is None:
        return None
    return next((one for one in blobs if hashlib.sha256(one).hexdigest() == picture.sha256), None)
