"""The file of the fight in the window: saved elsewhere, copied, exported; its name and pictures."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from gridwar.control.state.view_state import FileState
from gridwar.errors import Cancelled, UnwritableFile
from gridwar.storage.atomic_write import free_name, write_bytes, write_text
from gridwar.storage.fight_json import export_json
from gridwar.storage.open_gridwar_file import read_file
from gridwar.storage.saving_and_copying import save_as, save_copy
from gridwar.systems import find_system
from gridwar.text import _
from gridwar.ui.map import picture_decoding

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtGui import QImage

    from gridwar.formats.import_report import ImportReport
    from gridwar.storage.journal_file import JournalFile
    from gridwar.storage.new_open_and_sample_fights import Fight
    from gridwar.ui.tasks.threads import IsStopped

MOST_DRAWN_PIXELS = 24_000_000
"""Of a map without a picture that is exported: drawing more would keep the game master waiting."""
_BY_PATH = 3  # SHARD_PATHW


class FightFile:
    """The journal of one fight, if it could be written anywhere."""

    def __init__(self, fight: Fight, moved: Callable[[Path], None]) -> None:
        """Belong to a fight.

        Args:
            fight: The fight, with its journal.
            moved: Called with the new path once the fight goes on in another file.
        """
        self.fight = fight
        self._moved = moved

    @property
    def path(self) -> Path | None:
        """Where it is; None where no file could be made."""
        return None if self.fight.journal is None else self.fight.journal.path

    def journal(self) -> JournalFile:
        """Return the journal.

        Raises:
            UnwritableFile: There is none.
        """
        if self.fight.journal is None:
            raise UnwritableFile(_("This fight has no file, and none can be made."))
        return self.fight.journal

    def pictures(self) -> JournalPictures:
        """Return the pictures in it; without a file there are none."""
        return JournalPictures(self.fight.journal)

    def decode_picture(self) -> None:
        """Start decoding the picture of the map, if it has one."""
        picture, journal = self.fight.session.encounter.map.picture, self.fight.journal
        if picture is not None and journal is not None:
            data = journal.get_blob(picture.sha256)
            if data is not None:
                picture_decoding.begin(picture.sha256, data)

    def save_as(self, path: Path) -> None:
        """Go on in a new file."""
        save_as(self.journal(), path)
        self._moved(path)

    def save_copy(self, path: Path) -> None:
        """Write a copy and go on in the present file."""
        save_copy(self.journal(), path)

    def export(self, path: Path) -> Generator[None, None, Callable[[IsStopped], None]]:
        """Copy the fight as it stands; return what then writes it as JSON, in any thread.

        Raises:
            GridwarError: It cannot be copied, or not be written.
            Cancelled: By what writes it: it was to stop, and nothing is written.
        """
        folder = TemporaryDirectory()
        copy = Path(folder.name) / "fight.gridwar"
        self.journal().copy_to(copy)
        yield

        def write(is_stopped: IsStopped) -> None:
            with folder:
                found = read_file(copy, find_system)
            text = export_json(found.loaded, found.version, found.blobs)
            if is_stopped():
                raise Cancelled
            write_text(path, text)

        return write

    def export_map(
        self, path: Path, format_id: str = "", floor: str = ""
    ) -> Generator[None, None, Callable[[IsStopped], ImportReport]]:
        """Draw the map step by step where it has to be drawn; return what then writes it.

        That writes it in any thread, with its picture beside it where the format holds none, and
        returns what became of the map.

        Args:
            path: The file to write.
            format_id: Of the format, as the formats call themselves; the first where it is empty.
            floor: The id of the floor that is written by a format that holds only one.

        Raises:
            GridwarError: It cannot be drawn, or not be written.
            Cancelled: By what writes it: it was to stop, and nothing is written.
        """
        # Imported here: nothing of it is needed before somebody exports.
        from gridwar.formats.writing_any_map import Target, export_map, format_of, maps_to_draw
        from gridwar.ui.map.map_to_png import ground_in_steps, png_of

        battle_map, picture = self.fight.session.encounter.map, None
        if battle_map.picture is not None:
            picture = self.journal().get_blob(battle_map.picture.sha256)
        form = format_of(format_id)
        name_of = partial(free_name, path.parent)
        target = Target(path.stem, form, name_of, MOST_DRAWN_PIXELS, floor)
        images: list[QImage] = []
        for page, pixels in maps_to_draw(battle_map, picture, target):
            images.append((yield from ground_in_steps(page, pixels, self.pictures())))

        def write(is_stopped: IsStopped) -> ImportReport:
            drawn = iter(images)
            made = export_map(battle_map, picture, lambda *_: png_of(next(drawn)), target)
            if is_stopped():
                raise Cancelled
            for name, data in made.beside:
                write_bytes(path.with_name(name), data)
            write_text(path, made.text)
            return made.report

        return write

    def keep_picture(self, data: bytes) -> None:
        """Store the bytes of a picture in it."""
        self.journal().put_blob(data)

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture in it by its sha256; None where it is not there."""
        return self.pictures().picture_bytes(digest)

    def state(self) -> FileState:
        """Return what the window shows of it: its name, and whether all is on disk."""
        journal, reason = self.fight.journal, self.fight.reason
        if journal is None:
            return FileState(_("Nowhere"), "", saved=False, why=_("not saved: no file can be made"))
        name = _("Untitled") if journal.is_untitled else journal.path.name
        title = self.fight.session.encounter.title
        shown = f"{title}  \u00b7  {name}" if title else name
        return FileState(shown, _("copy") if reason else "", True, reason, journal.path)

    def opening_notes(self) -> tuple[str, ...]:
        """Return what is to be told of its opening: first why it is a copy, where it is one."""
        reason, report = self.fight.reason, self.fight.report
        if not reason or reason in report:
            return report
        text = _("{why} You play on in a copy; save it under a name of its own.")
        return (text.format(why=reason), *report)

    def close_by(self, do: Callable[[Callable[[], None]], None]) -> None:
        """Have the journal closed; all that was accepted is on disk already.

        Args:
            do: Does it, perhaps in another thread: so it gets nothing that belongs to a window.
        """
        if self.fight.journal is not None:
            do(self.fight.journal.close)


class JournalPictures:
    """Pictures kept in a journal."""

    def __init__(self, journal: JournalFile | None) -> None:
        self._journal = journal

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""
        return None if self._journal is None else self._journal.get_blob(digest)


def tell_taskbar(path: Path) -> None:
    """Let the system's taskbar list a fight among those opened last.

    Only Windows asks to be told; elsewhere desktops see for themselves, or have no such list. It
    shows the list once the file type leads to Gridwar, as the installer arranges.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SHAddToRecentDocs(_BY_PATH, str(path))
