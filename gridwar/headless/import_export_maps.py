"""``gridwar import`` and ``gridwar export`` of maps: a new fight on a map, a map out of a fight."""

from __future__ import annotations

import hashlib
import math
import secrets
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import InputError
from gridwar.formats.grid_finding import finding_words
from gridwar.formats.import_report import Imported
from gridwar.formats.maps_as_floors import FloorsDraft
from gridwar.formats.pdf.page_images import PageChoice
from gridwar.formats.pdf.pdf_book import is_pdf_file
from gridwar.formats.pdf.worker_messages import WHOLE, Crop
from gridwar.formats.picture_draft import FOUND, PictureDraft
from gridwar.formats.reading_any_map import read_maps, read_pdf_page
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


Searcher = Callable[[Imported, bytes], Imported]
"""Looks for the grid that is printed on the picture of a map that was read."""


class CellSize(Struct, frozen=True):
    """How large the cells of a picture are to be.

    Attributes:
        wanted: Pixels to a cell, or that the grid is taken that is found; None for a guess.
        search: Looks for that grid. It is told, and taken only where that is asked for.
    """

    wanted: float | Literal["found"] | None
    search: Searcher

    def laid(self, found: Imported, path: Path) -> Imported:
        """Return a map that was read with cells of this size.

        Raises:
            InputError: The file says itself how large they are, or no grid was found to be taken.
        """
        if not isinstance(found.draft, PictureDraft):
            if self.wanted is None:
                return found
            option = "--found-grid" if self.wanted == FOUND else "--cell"
            text = _("{path} says itself how large its squares are: leave {option} out.")
            raise InputError(text.format(path=path, option=option))
        searched = self.search(found, found.draft.data)
        draft = searched.draft
        if self.wanted is None or not isinstance(draft, PictureDraft):
            return searched
        return draft.on_found() if self.wanted == FOUND else draft.at(float(self.wanted))


Drawer = Callable[[Imported], Imported]
"""Draws the picture of a map that was read, where it has only a plan of one."""


class NewFight(Struct, frozen=True):
    """What a fight on a map is begun with.

    Attributes:
        target: Its file.
        system_id: Its rules.
        size: Of the cells of a picture. Other files say it themselves.
        page: What of a PDF; None for its first page.
    """

    target: Path
    system_id: str
    size: CellSize
    page: PageChoice | None = None


def import_map(paths: Sequence[Path], new: NewFight, draw: Drawer) -> int:
    """Make a fight on a map from a file of any known kind, and print the report on it.

    Args:
        paths: The map, and what belongs to it (its picture); what it leaves open is taken as first
            guessed.
        new: The new fight.
        draw: Draws its picture, where it comes as tiles.

    Raises:
        InputError: The map cannot be read, there are no such rules, or no square grid was found
            that could be taken.
        FileError: The fight cannot be written.
    """
    system = find_system(new.system_id)
    for path in paths:
        refuse_target(new.target, path, {SUFFIX})
    page = new.page
    if page is not None and not (len(paths) == 1 and is_pdf_file(paths[0])):
        text = _("{path} is no PDF: leave --page and --crop out.")
        raise InputError(text.format(path=paths[0]))
    read = read_maps(paths) if page is None else read_pdf_page(paths[0], page)
    needs_drawing = read.plan is not None or isinstance(read.draft, FloorsDraft)
    found = new.size.laid(draw(read) if needs_drawing else read, paths[0])
    first = system.new_encounter(found.map.name).replace(map=found.map)
    loaded = Loaded(first, (), Position(), DiceCounter(secrets.randbits(48)))
    blobs = () if found.picture is None else (found.picture,)
    build(new.target, loaded, system.data.version, blobs)
    sys.stdout.write(found.report.text())
    if found.finding is not None:
        sys.stdout.write(f"{finding_words(found.finding)}\n")
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
    for name, data in made.beside:
        write_bytes(target.with_name(name), data)
    write_text(target, made.text)
    sys.stdout.write(made.report.text())
    return 0


def _blob(blobs: Iterable[bytes], picture: Picture | None) -> bytes | None:
    if picture is None:
        return None
    return next((one for one in blobs if hashlib.sha256(one).hexdigest() == picture.sha256), None)


def page_choice(page: int | None, crop: str | None) -> PageChoice | None:
    """Return what of a PDF was named on the command line; None for nothing.

    Args:
        page: From 1.
        crop: Left, top, right and bottom of a part of it, in percent of the page as it is seen.

    Raises:
        InputError: It is no such part.
    """
    if page is None and crop is None:
        return None
    return PageChoice((page or 1) - 1, WHOLE if crop is None else _crop(crop))


def _crop(words: str) -> Crop:
    try:
        left, top, right, bottom = (float(one) / 100 for one in words.split(","))
    except ValueError:
        left = top = right = bottom = math.nan
    if 0 <= left < right <= 1 and 0 <= top < bottom <= 1:
        return Crop(left, top, right, bottom)
    text = _(
        "--crop {crop}: give left, top, right and bottom in percent of the page, as 10,10,90,60."
    )
    raise InputError(text.format(crop=words))
