"""Files that come into the window and leave it: maps and fights read and written beside it.

Owns what a dropped or chosen file is taken for, and the work with its progress. What a
file holds is told by its content (``formats``), not by its name, except for fights.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from gridwar.bounded_read import read_head
from gridwar.errors import GridwarError
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_which_ones
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.tasks.stepped_task import SteppedTask
from gridwar.ui.tasks.threads import Background
from gridwar.ui.window.loading_progress import LoadLine
from gridwar.ui.window.pdf_pages.chosen_pages import read_chosen
from gridwar.ui.window.pdf_pages.pdf_pages_over_map import PdfPagesOverMap

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from PySide6.QtGui import QDropEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.formats.import_report import Imported
    from gridwar.formats.pdf.page_images import PageChoice
    from gridwar.formats.pdf.pdf_book import PdfBook
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.tasks.threads import IsStopped, Progress

T = TypeVar("T")

FIGHT, _JSON = ".gridwar", ".json"
_OF_A_FIGHT = b'"gridwar"'
MAP_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_("Pictures"), (".png", ".jpg", ".jpeg", ".webp")),
    ("PDF", (".pdf",)),
    ("Universal VTT", (".dd2vtt", ".uvtt", ".df2vtt")),
    (_("Foundry scenes, One Page Dungeons"), (".json",)),
    ("Tiled", (".tmx", ".tmj")),
)
"""What is offered in the dialog; what a file is, is told by what it holds."""
_SUFFIXES = frozenset(end for _name, ends in MAP_KINDS for end in ends)
_HEAD_BYTES = 4096


def is_map_file(path: Path) -> bool:
    """Return whether a file is to be read as a map, by its name; of JSON by how it begins."""
    suffix = path.suffix.lower()
    if suffix != _JSON:
        return suffix in _SUFFIXES
    try:
        return _OF_A_FIGHT not in read_head(path, _HEAD_BYTES)
    except OSError:
        return False


def _filter(name: str, suffixes: Iterable[str]) -> str:
    return f"{name} ({' '.join(f'*{suffix}' for suffix in suffixes)})"


MAP_FILTERS = ";;".join(
    (
        _filter(_("Maps and their pictures"), (end for _name, ends in MAP_KINDS for end in ends)),
        *(_filter(name, ends) for name, ends in MAP_KINDS),
    )
)


class MapFiles(QObject):
    """Takes files for one window.

    Signals: ``map_read(Imported)``, then ``map_came_from(paths)``, ``fight_wanted(Path)``,
    ``failed(GridwarError)``, ``told(words)``, ``busy_changed()`` when reading begins and ends.
    """

    map_read = Signal(object)
    map_came_from = Signal(object)
    fight_wanted = Signal(object)
    failed = Signal(object)
    told = Signal(str)
    busy_changed = Signal()

    def __init__(self, theme: Theme, window: QWidget, over: MapView) -> None:
        """Watch a window for files that are dropped on it.

        Args:
            theme: The first theme.
            window: The window.
            over: The map, over which the progress is shown.
        """
        super().__init__(window)
        self._window = window
        self.pdf = PdfPagesOverMap(theme, over)
        self._page_for: Callable[[Path, PageChoice], None] | None = None
        """Who gets the page that is chosen of a PDF; None for a map of its own."""
        self.pdf.wanted.connect(self._take_page)
        self.pdf.floors_wanted.connect(self.read_pages)
        self.pdf.left.connect(self._leave_pages)
        self._background = Background(self)
        self._exports: list[tuple[SteppedTask, Background]] = []
        """What draws, and what then writes, each file that is to leave the window."""
        self._line = LoadLine(theme, over)
        self._background.progressed.connect(self._line.show_progress)
        self._background.ended.connect(partial(self._set_busy, on=False))
        self.is_busy = False
        self._background.failed.connect(self.failed)
        self._line.given_up.connect(self.cancel)
        window.setAcceptDrops(True)
        for part in (over, over.viewport()):
            part.setAcceptDrops(False)  # so that it goes to the window

    @property
    def is_writing(self) -> bool:
        """Whether something is being drawn or written."""
        return any(not draw.is_done or write.is_running for draw, write in self._exports)

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._line.set_theme(theme)
        self.pdf.set_theme(theme)

    def give_up(self) -> None:
        """Give up what is being read; what is to be written is drawn to its end and written."""
        for drawing, _writing in self._exports:
            drawing.finish()
        self._background.give_up()

    def choose(self) -> None:
        """Ask for the files of a map."""
        title = _("Import a map")
        if paths := ask_which_ones(self._window, title, MAP_FILTERS, FileKind.MAP):
            self.read(*paths)

    def take(self, *paths: Path) -> None:
        """Take files for what they are: a fight is to be opened, anything else is one map."""
        fights = [one for one in paths if _is_fight(one)]
        if not fights:
            self.read(*paths)
            return
        if len(paths) > 1:
            text = _("A fight is opened alone: {name} was taken.")
            self.told.emit(text.format(name=fights[0].name))
        self.fight_wanted.emit(fights[0])

    def read(self, *paths: Path) -> None:
        """Read a map beside the window, from a file and what belongs to it.

        Of a PDF one chooses first what is to be the map. JSON that turns out to be a fight is to
        be opened.
        """

        def work(tell: Progress, is_stopped: IsStopped) -> Imported | PdfBook | Path:
            from gridwar.formats.foreign_map_file import FightNotMap  # here: they are slow
            from gridwar.formats.pdf.pdf_book import is_pdf_file, open_pdf
            from gridwar.formats.reading_any_map import read_maps
            from gridwar.ui.map.ground.printed_grid_search import floors_searched, made_ready
            from gridwar.ui.map.tile_painting import drawn

            if len(paths) == 1 and is_pdf_file(paths[0]):
                return open_pdf(paths[0], is_stopped)
            try:
                found = floors_searched(read_maps(paths, tell, is_stopped), tell, is_stopped)
                return made_ready(drawn(found, tell, is_stopped), tell, is_stopped)
            except FightNotMap:
                if len(paths) > 1:
                    raise
                return paths[0]

        came = partial(self._came, paths)
        self.load(_("Reading {name}").format(name=paths[0].name), work, came)

    def choose_page(self, path: Path, take: Callable[[Path, PageChoice], None]) -> None:
        """Show the pages of a PDF; what is chosen of it goes to somebody.

        Args:
            path: The PDF.
            take: Reads the page; the pages stay over the map until it closes them.
        """

        def work(tell: Progress, is_stopped: IsStopped) -> PdfBook:
            from gridwar.formats.pdf.pdf_book import open_pdf  # here: it is slow

            del tell
            return open_pdf(path, is_stopped)

        def came(book: PdfBook) -> None:
            self.pdf.open(book, takes_several=False)
            self._page_for = take

        self.load(_("Reading {name}").format(name=path.name), work, came)

    def _take_page(self, path: Path, choice: PageChoice) -> None:
        take = self.read_page if self._page_for is None else self._page_for
        take(path, choice)

    def read_page(self, path: Path, choice: PageChoice) -> None:
        """Read what was chosen of a PDF beside the window; the choice stays until it is there."""
        self.read_pages(path, (choice,))

    def read_pages(self, path: Path, choices: tuple[PageChoice, ...]) -> None:
        """Read several choices of a PDF, each to be a floor of one building."""
        words = _("Reading {name}").format(name=path.name)
        came = partial(self._came, (path,))
        self.load(words, partial(read_chosen, path, tuple(choices)), came)

    def _came(self, paths: tuple[Path, ...], found: Imported | PdfBook | Path) -> None:
        from gridwar.formats.pdf.pdf_book import PdfBook

        self.pdf.close()
        self._page_for = None
        if isinstance(found, PdfBook):
            self.pdf.open(found)
        else:
            is_fight = isinstance(found, Path)
            (self.fight_wanted if is_fight else self.map_read).emit(found)
            if not is_fight:
                self.map_came_from.emit(paths)

    def _leave_pages(self) -> None:
        """Give up what is being read of a PDF, else the choice among its pages."""
        if self.is_busy:
            self.cancel()
        else:
            self.pdf.close()

    def write(
        self,
        path: Path,
        draw: Generator[None, None, Callable[[IsStopped], T]],
        said: Callable[[T], str] = lambda _made: "",
    ) -> None:
        """Draw something step by step, then write it beside the window, and tell it.

        What is read or written meanwhile does not give it up, nor does another fight that takes
        this place.

        Args:
            path: Where it is written.
            draw: Draws it; returns what writes it, in the thread.
            said: What is told beside that it is written.
        """
        self.shares_of(path)(0.0)

        def tell(made: T) -> None:
            words = (_("{name} is written.").format(name=path.name), said(made))
            self.told.emit(" ".join(filter(None, words)))

        if not self.is_writing:
            self._exports.clear()
        drawing, writing = SteppedTask(self), Background(self)
        writing.failed.connect(self.failed)
        writing.ended.connect(self._hide_line)
        self._exports.append((drawing, writing))
        drawing.begin(self._drawn(draw, writing, tell))

    def shares_of(self, path: Path) -> Callable[[float], None]:
        """Return what shows how much of a file is drawn, 0 to 1."""
        words = _("Writing {name}").format(name=path.name)
        return lambda share: self._line.show_progress(share, words)

    def _drawn(
        self,
        draw: Generator[None, None, Callable[[IsStopped], T]],
        writing: Background,
        done: Callable[[T], None],
    ) -> Generator[None, None, None]:
        try:
            write = yield from draw
        except GridwarError as error:
            self._line.hide()
            self.failed.emit(error)
        else:
            writing.run(lambda _tell, is_stopped: write(is_stopped), done)

    def _hide_line(self) -> None:
        if not self.is_writing:
            self._line.hide()

    def cancel(self) -> None:
        """Give up all that is under way: somebody says so."""
        for drawing, writing in self._exports:
            drawing.give_up()
            writing.give_up()
        self._background.give_up()
        self._line.hide()

    def load(
        self,
        words: str,
        work: Callable[[Progress, IsStopped], T],
        done: Callable[[T], None],
        unwanted: Callable[[T], None] = lambda _made: None,
    ) -> None:
        """Do some long work beside the window, in place of what is being read.

        Args:
            words: What is shown of it, where it takes long.
            work: See ``Background.run``, also for the rest.
            done: Gets the result.
            unwanted: Gets the result that came too late.
        """
        self._background.give_up()
        self._set_busy(on=True)
        self._line.show_progress(0.0, words)
        self._background.run(work, done, unwanted)

    def _set_busy(self, *, on: bool) -> None:
        if not on:
            self._line.hide()
        if on != self.is_busy:
            self.is_busy = on
            self.busy_changed.emit()

    # --- dropping --------------------------------------------------------------------------------

    def welcome(self, event: QDropEvent) -> None:
        """Accept a drag over the window if it carries files."""
        event.setAccepted(bool(_files_in(event)))
        if event.isAccepted():
            event.acceptProposedAction()

    def drop(self, event: QDropEvent) -> None:
        """Take what was dropped on the window."""
        self.welcome(event)
        paths = _files_in(event)
        if not paths:
            return
        self._window.activateWindow()
        # The drop has to be over first: a fight that opens takes this window's place.
        soon(self, partial(self.take, *paths))


def _is_fight(path: Path) -> bool:
    suffix = path.suffix.lower()
    return suffix == FIGHT or (suffix == _JSON and not is_map_file(path))


def _files_in(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
