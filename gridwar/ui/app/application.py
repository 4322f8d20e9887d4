"""Starting the window: theme, fight, file; one place where things that went wrong are told.

Owns the application's life; everything in the window is ``main_window``'s.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from gridwar import __version__
from gridwar.caches import forget_fight
from gridwar.control.controller import Controller
from gridwar.control.settings import Settings, SettingsKeeper, load_settings
from gridwar.control.view_state import FileState, Notice, ViewState
from gridwar.engine.gm.commands import LayMap
from gridwar.errors import GridwarError, UnwritableFile
from gridwar.storage.backups import is_kept
from gridwar.storage.copies import save_as, save_copy
from gridwar.storage.exchange import export_json
from gridwar.storage.fights import Fight, new_fight, open_fight, sample_fights
from gridwar.storage.opening import read_file
from gridwar.storage.text_file import write_text
from gridwar.storage.unfinished import recoverable
from gridwar.storage.untitled import is_untitled
from gridwar.systems import find_system
from gridwar.text import _, ngettext
from gridwar.ui.app.crashes import Crashes
from gridwar.ui.app.pictures import JournalPictures
from gridwar.ui.map import picture_decoding
from gridwar.ui.parts.map_files import MAPS
from gridwar.ui.style.app_icon import app_icon
from gridwar.ui.style.palette import ThemeName
from gridwar.ui.style.reduced_motion import system_reduces_motion
from gridwar.ui.style.theme import Theme, apply_theme, make_theme
from gridwar.ui.tasks.background import wait_for_background
from gridwar.ui.tasks.idle_gc import collect_soon
from gridwar.ui.tasks.malloc_tuning import keep_large_blocks_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.formats.imported import Imported, ImportReport
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile
    from gridwar.ui.tasks.background import IsStopped, Progress
    from gridwar.ui.window.fallback_window import FallbackWindow
    from gridwar.ui.window.main_window import MainWindow


MOST_DRAWN_PIXELS = 24_000_000
"""Of a map without a picture that goes out: drawing more would keep the window waiting."""


_LAST_PATIENCE_S = 3.0
"""At the end, for a file that is being read still: it is closed in order where that is soon."""


class Application:
    """The one window and the fight in it; another fight takes the place of the first."""

    def __init__(self, theme: Theme, settings: SettingsKeeper | None = None) -> None:
        self.theme = theme
        self.settings = settings or SettingsKeeper()
        self.fight: Fight | None = None
        self.window: MainWindow | None = None
        self.file_changed: Callable[[], None] = _nothing
        """Told whenever the fight is another, or in another file."""
        self.plain: FallbackWindow | None = None
        """In place of the window where the fight cannot be shown in one."""
        self._leaving: list[MainWindow] = []
        """Windows that have made room: kept until Qt has taken them away itself."""
        keep_large_blocks_apart()

    def open(self, path: Path) -> None:
        """Open a file or a template in place of the present fight.

        Raises:
            GridwarError: It cannot be opened; the present fight stays.
        """
        self._put_on(open_fight(path, find_system), path)

    def open_beside(self, path: Path) -> None:
        """Open a file or a template while the present fight goes on, until the other is there.

        What is wrong with it is told in the window; its Cancel keeps the present fight.
        """
        if self.window is None:
            self.open(path)
            return
        words = _("Opening {name}").format(name=path.name)

        def read(_tell: Progress, _is_stopped: IsStopped) -> Fight:
            return open_fight(path, find_system)

        def put_on(fight: Fight) -> None:
            self._put_on(fight, path)

        self.window.files.load(words, read, put_on, _put_back)

    def _put_on(self, fight: Fight, path: Path) -> None:
        self._take(fight)
        if path.resolve() not in sample_fights() and not is_untitled(path) and not is_kept(path):
            self.settings.remember(path)

    def begin(self, system_id: str) -> None:
        """Begin an empty fight."""
        self._take(new_fight(find_system(system_id), _("New fight")))

    def begin_with_word(self, words: str) -> None:
        """Begin an empty fight and say why it is not the one that was asked for."""
        self.begin("freeform")
        assert self.window is not None
        self.window.controller.tell(Notice(words, tone="error"))

    def begin_with(self, first: Encounter, pictures: Mapping[str, bytes]) -> None:
        """Begin a fight in which somebody is already."""
        title = first.title or _("New fight")
        blobs = tuple(pictures.values())
        self._take(new_fight(find_system(first.system), title, first, blobs))

    def present_file(self) -> Path | None:
        """Return the file of the fight, if there is one."""
        journal = self.fight.journal if self.fight is not None else None
        return None if journal is None else journal.path

    def begin_on(self, system_id: str, imported: Imported) -> None:
        """Begin an empty fight on a map that was read from a file, called like it."""
        self._take(new_fight(find_system(system_id), imported.map.name or _("New fight")))
        assert self.window is not None
        self.window.controller.map_import.lay(imported)

    def use_rules(self, system_id: str, imported: Imported | None = None) -> None:
        """Begin an empty fight by some rules on the map of this one.

        A fight without a name makes way if nothing but laying the map was done in it.

        Args:
            system_id: The rules.
            imported: What the map was read from, while its report is still open.
        """
        assert self.window is not None
        controller, journal = self.window.controller, self._journal()
        old, session = controller.encounter, controller.session
        title = old.map.name or old.title
        first = find_system(system_id).new_encounter(title).replace(map=old.map)
        picture = old.map.picture
        data = journal.get_blob(picture.sha256) if picture is not None else None
        done = session.history.line(session.position.tip)
        journal.is_disposable = all(isinstance(row.command, LayMap) for row in done)
        blobs = () if data is None else (data,)
        self._take(new_fight(find_system(system_id), title, first, blobs))
        if imported is not None:
            self.window.controller.map_import.resume(imported)

    def save_as(self, path: Path) -> None:
        """Go on in a new file."""
        save_as(self._journal(), path)
        self.settings.remember(path)
        self.refresh_file()

    def save_copy(self, path: Path) -> None:
        """Write a copy and go on in the present file."""
        save_copy(self._journal(), path)

    def export(self, path: Path) -> None:
        """Write the fight as JSON."""
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "fight.gridwar"
            self._journal().copy_to(copy)
            found = read_file(copy, find_system)
        write_text(path, export_json(found.loaded, found.version, found.blobs))

    def export_map(self, path: Path) -> ImportReport:
        """Write the map as a Universal VTT file; return what became of it.

        Raises:
            GridwarError: It cannot be written.
        """
        # Only here: both would delay the start.
        from gridwar.formats.uvtt.exporting import export_uvtt
        from gridwar.ui.map.render import render_ground

        assert self.window is not None
        battle_map, picture = self.window.controller.encounter.map, None
        if battle_map.picture is not None:
            picture = self._journal().get_blob(battle_map.picture.sha256)
        paint = partial(render_ground, pictures=JournalPictures(self._journal()))
        text, report = export_uvtt(battle_map, picture, path.stem, paint, MOST_DRAWN_PIXELS)
        write_text(path, text)
        return report

    def keep_picture(self, data: bytes) -> None:
        """Put the file of a picture into the fight's own."""
        self._journal().put_blob(data)

    def _journal(self) -> JournalFile:
        journal = self.fight.journal if self.fight is not None else None
        if journal is None:
            raise UnwritableFile(_("This fight has no file, and none can be made."))
        return journal

    def _take(self, fight: Fight) -> None:
        old_window, old_fight = self.window, self.fight
        forget_fight()
        controller = Controller(fight.session)
        controller.view = _with_file(controller, fight)
        self.fight = fight
        _decode_picture(fight)
        if old_window is not None:
            old_window.docks.remember()
        old_plain, self.plain = self.plain, None
        self.window = self._window_or_plain(controller)
        if old_window is not None:
            self._let_go(old_window)
            old_window.leave()
            collect_soon()
        if old_plain is not None:
            old_plain.close()
            old_plain.deleteLater()
        if old_fight is not None and old_fight.journal is not None:
            old_fight.journal.close()
        if self.window is not None:
            self.window.show()
        if fight.report or fight.reason:
            controller.tell(Notice("\n".join(_opening_words(fight)), tone="note"))
        if fight.journal is not None:
            fight.journal.on_moved = self._moved
        self.file_changed()

    def _window_or_plain(self, controller: Controller) -> MainWindow | None:
        """Return a window on a fight; where none can be built show it plainly and return None."""
        try:
            return self._make_window(controller)
        except Exception as error:  # noqa: BLE001 whatever it is, it must not lock the fight
            sys.excepthook(type(error), error, error.__traceback__)
            controller.forget_listeners()
            from gridwar.ui.window.fallback_window import FallbackWindow

            why = f"{type(error).__name__}: {error}"
            self.plain = FallbackWindow(self.theme, controller, self, why)
            self.plain.show()
            return None

    def try_again(self) -> bool:
        """Build the window on a fight that is shown plainly; return whether it could be."""
        plain = self.plain
        if plain is None:
            return False
        controller = plain.controller
        try:
            self.window = self._make_window(controller)
        except Exception:  # noqa: BLE001 it has been told; the fight is shown plainly still
            controller.forget_listeners()
            return False
        self.plain = None
        plain.hide()
        plain.deleteLater()
        self.window.show()
        self.refresh_file()
        return True

    def _make_window(self, controller: Controller) -> MainWindow:
        # Only here: at the start the picture is decoded while this is loaded.
        from gridwar.ui.window.main_window import MainWindow

        journal = self.fight.journal if self.fight is not None else None
        pictures = JournalPictures(journal)
        return MainWindow(controller, self.theme, pictures, self, self.settings)

    def _moved(self, journal: JournalFile) -> None:
        """Tell that writing failed and the fight goes on in another file."""
        self.refresh_file()
        if self.window is not None:
            self.window.controller.tell(Notice(journal.reason, str(journal.path), "error"))

    def welcome(self, *, has_file: bool) -> None:
        """Show round whoever is here for the first time; else say what is still unfinished."""
        if self.window is not None and not self.settings.now.tour_seen:
            self.window.later(self.window.guides.begin_tour)
        elif has_file:
            self.offer_unfinished()

    def offer_unfinished(self) -> None:
        """Say that fights of earlier times are still there."""
        count = len(recoverable())
        if self.window is None or not count or self.window.controller.view.notice is not None:
            return
        text = ngettext(
            "An unfinished fight is still there: File, Unfinished fights.",
            "{n} unfinished fights are still there: File, Unfinished fights.",
            count,
        )
        self.window.controller.tell(Notice(text.format(n=count), tone="note"))

    def use_theme(self, name: ThemeName) -> None:
        """Change between dark and light, at once and in everything."""
        self.settings.change(theme=name.value)
        self._apply_settings()
        if self.window is not None:
            self.window.set_theme(self.theme)

    def use_scale(self, scale_pct: int) -> None:
        """Change the size of the interface; the window is made anew, the fight goes on."""
        self.settings.change(scale_pct=scale_pct)
        self._apply_settings()
        self._make_anew()

    def use_compact(self, *, on: bool) -> None:
        """Change how high rows are."""
        self.settings.change(compact=on)
        self._apply_settings()
        self._make_anew()

    def use_reduced_motion(self, *, on: bool) -> None:
        """Let nothing move, or let it, whatever the system wishes."""
        self.settings.change(reduce_motion=on)
        self._apply_settings()
        if self.window is not None:
            self.window.set_theme(self.theme)

    def reset_settings(self) -> None:
        """Begin with the first settings again, and say where those before are kept."""
        if self.window is not None:
            self.window.docks.let_be()
        aside = self.settings.reset()
        self._apply_settings()
        self._make_anew()
        if self.window is not None:
            text = _("All settings are as at first.")
            if aside is not None:
                text += " " + _("Those before are kept as {file}.").format(file=aside)
            self.window.controller.tell(Notice(text, tone="note"))

    def _apply_settings(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme = theme_of(self.settings.now)
        apply_theme(app, self.theme)

    def _make_anew(self) -> None:
        """Put another window in the place of this one, on the same fight and the same place."""
        old = self.window
        if old is None:
            return
        old.docks.remember()
        controller, seen = old.controller, (old.map.zoom, old.map.scroll_place())
        controller.forget_listeners()
        self.window = self._make_window(controller)
        self._let_go(old)
        old.make_room()
        self.window.show()
        self.window.map.zoom_to(seen[0])
        self.window.map.scroll_to(seen[1])

    def _let_go(self, window: MainWindow) -> None:
        """Keep a window that goes until its last event is over and Qt has destroyed it."""
        self._leaving.append(window)
        window.destroyed.connect(lambda: self._leaving.remove(window))

    def tell_settings(self) -> None:
        """Say what was wrong with the file of settings."""
        problem, self.settings.problem = self.settings.problem, ""
        if self.window is not None and problem:
            self.window.controller.tell(Notice(problem, tone="error"))

    def refresh_file(self) -> None:
        """Say anew which file it is and whether all is on disk."""
        if self.window is not None and self.fight is not None:
            controller = self.window.controller
            controller.show(file=_with_file(controller, self.fight).file)
        self.file_changed()

    def close(self) -> None:
        """Stop the odds and close the file; all that was accepted is on disk already."""
        if self.window is not None:
            self.window.files.give_up()
            wait_for_background(_LAST_PATIENCE_S)
            self.window.controller.action_drafts.shut_down()
        if self.fight is not None and self.fight.journal is not None:
            self.fight.journal.close()


def theme_of(settings: Settings) -> Theme:
    """Return the theme that the settings ask for."""
    scale = settings.scale_pct / 100
    wish = settings.reduce_motion
    reduce_motion = system_reduces_motion() if wish is None else wish
    return make_theme(
        ThemeName(settings.theme), scale, compact=settings.compact, reduce_motion=reduce_motion
    )


def _with_file(controller: Controller, fight: Fight) -> ViewState:
    journal = fight.journal
    if journal is None:
        state = FileState(_("Nowhere"), "", saved=False, why=_("not saved: no file can be made"))
    else:
        name = _("Untitled") if journal.is_untitled else journal.path.name
        title = controller.encounter.title
        shown = f"{title}  \u00b7  {name}" if title else name
        state = FileState(shown, _("copy") if fight.reason else "", True, fight.reason)
    return replace(controller.view, file=state)


def _opening_words(fight: Fight) -> tuple[str, ...]:
    """Return what is to be told of the opening: first of all why it is a copy, where it is one."""
    if not fight.reason or fight.reason in fight.report:
        return fight.report
    text = _("{why} You play on in a copy; save it under a name of its own.")
    return (text.format(why=fight.reason), *fight.report)


def _decode_picture(fight: Fight) -> None:
    """Begin to decode the picture of the map, if it has one."""
    picture, journal = fight.session.encounter.map.picture, fight.journal
    if picture is not None and journal is not None:
        data = journal.get_blob(picture.sha256)
        if data is not None:
            picture_decoding.begin(picture.sha256, data)


def _put_back(fight: Fight) -> None:
    """Close a fight that nobody waits for any more."""
    if fight.journal is not None:
        fight.journal.close()


def _nothing() -> None:
    """Do nothing."""


def run(
    path: Path | None = None,
    *,
    sample: bool = False,
    tells: bool = False,
    opened: Callable[[], None] = _nothing,
) -> int:
    """Open the window and stay until it is closed.

    Args:
        path: A fight to open, or a map to begin one on; None for a new one.
        sample: Open the sample fight where no file is given.
        tells: Open the window whatever is wrong with the file, and say it there: who opened it
            from a desktop sees nothing else.
        opened: Called when the window is there.

    Returns:
        The exit code.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Gridwar")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("io.github.gridwar.Gridwar")
    settings = load_settings()
    theme = theme_of(settings.now)
    apply_theme(app, theme)
    application = Application(theme, settings)
    crashes = Crashes(application)
    crashes.begin()
    samples = sample_fights()
    is_map = path is not None and path.suffix.lower() in MAPS
    try:
        if path is not None and not is_map:
            application.open(path)
        elif samples and not is_map and (sample or not settings.now.tour_seen):
            application.open(samples[0])
        else:
            application.begin("freeform")
    except GridwarError as error:
        if not tells:
            sys.stderr.write(f"gridwar: {error}\n")
            return 3
        application.begin_with_word(str(error))
    application.tell_settings()
    application.welcome(has_file=path is not None)
    crashes.show_earlier()
    opened()
    if application.window is not None:
        application.window.later(lambda: app.setWindowIcon(app_icon()))
    if path is not None and is_map and application.window is not None:
        application.window.files.read(path)
    code = app.exec()
    application.close()
    crashes.end()
    return code
