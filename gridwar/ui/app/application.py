"""The application: one window and the fight in it, another fight or another size in its place.

Owns which window there is; everything in the window is ``main_window``'s, the fight's file is
``fight_file``'s, starting and ending ``startup``'s.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from gridwar.caches import forget_fight
from gridwar.control.controller.controller import Controller
from gridwar.control.library.maps_of_fights import begun_on, read_map_of
from gridwar.control.state.view_state import Notice, StartAsked
from gridwar.control.user_settings import SettingsKeeper
from gridwar.engine.gm.map_commands import LayMap
from gridwar.storage.earlier_copies import is_kept
from gridwar.storage.file_names import is_untitled
from gridwar.storage.new_open_and_sample_fights import Fight, new_fight, open_fight, sample_fights
from gridwar.systems import find_system
from gridwar.text import _
from gridwar.ui.app.fight_file import FightFile, tell_taskbar
from gridwar.ui.app.fight_on_map import fight_on_map_of
from gridwar.ui.app.keys_while_opening import HeldKeys
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.app.welcome import offer_tour
from gridwar.ui.players.players_screen import PlayersScreen
from gridwar.ui.style.theme import Theme, apply_theme
from gridwar.ui.tasks.memory import collect_soon, freeze_what_is_loaded, keep_large_blocks_apart
from gridwar.ui.tasks.stepped_task import SteppedTask, reporting, to_its_end
from gridwar.ui.tasks.threads import FileThread, beside, give_way_often, wait_for_background

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from pathlib import Path

    from gridwar.control.maps.map_taken_along import MapParts
    from gridwar.formats.import_report import Imported
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.storage.journal_file import JournalFile
    from gridwar.ui.map.camera.viewpoint import Viewpoint
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.tasks.threads import IsStopped, Progress
    from gridwar.ui.window.fallback_window import FallbackWindow
    from gridwar.ui.window.main_window import MainWindow

_LAST_PATIENCE_S = 3.0
"""How long closing waits for a file that is still being read."""


def _nothing() -> None:
    """Do nothing."""


class Application:
    """The one window and the fight in it; another fight takes the place of the first."""

    def __init__(self, theme: Theme, settings: SettingsKeeper | None = None) -> None:
        self.theme = theme
        self.settings = settings or SettingsKeeper()
        self.window: MainWindow | None = None
        self.file_changed: Callable[[], None] = _nothing
        """Called whenever another fight, or another file, takes the place of the present one."""
        self.plain: FallbackWindow | None = None
        """Shown instead of the window when that cannot be built."""
        self._file: FightFile | None = None
        self._taking = SteppedTask()
        """Puts another fight in the place of the present one."""
        self._restyling = SteppedTask()
        """Brings the window of the present fight into another look or size."""
        self._files = FileThread()
        """Keeps snapshots, and closes the files of fights that have made way."""
        self._keys = HeldKeys()
        self.players = PlayersScreen()
        """The players' window: it outlives the window of a fight."""
        self.charts_in_process = False
        self._leaving: list[MainWindow] = []
        """Windows that were replaced: kept until Qt has destroyed them."""
        keep_large_blocks_apart()
        give_way_often()

    @property
    def file(self) -> FightFile:
        """The file of the fight; there is one from the first fight on."""
        assert self._file is not None
        return self._file

    @property
    def is_settled(self) -> bool:
        """Whether neither another fight nor another look is just being put in place."""
        return self._taking.is_done and self._restyling.is_done

    def open(self, path: Path) -> None:
        """Open a file or a template in place of the present fight.

        Raises:
            GridwarError: It cannot be opened; the present fight stays.
        """
        if self.window is None and self.plain is None:
            fight = beside(partial(_read_first, path))
        else:
            self._files.wait()
            fight = open_fight(path, find_system)
        self._take(fight)
        self._note_as_recent(path)

    def open_beside(self, path: Path) -> None:
        """Open a file or a template while the present fight goes on, until the other is there.

        What is wrong with it is told in the window; its Cancel keeps the present fight.
        """
        if self.window is None:
            self.open(path)
            return
        words = _("Opening {name}").format(name=path.name)

        def then() -> None:
            self._note_as_recent(path)
            if path.resolve() in sample_fights():
                offer_tour(self.window, self.settings)

        self._take_beside(words, partial(open_fight, path, find_system), then)

    def _take_beside(
        self,
        words: str,
        make: Callable[[], Fight],
        then: Callable[[], None] = _nothing,
        first: Callable[[], None] = _nothing,
    ) -> None:
        """Make a fight while the present one goes on, then put it in its place, step by step.

        Args:
            words: What is shown of it, where it takes long.
            make: Makes it, in another thread.
            then: Called once it is in its place.
            first: Called once it is there, before it takes the place.
        """

        def read(_tell: Progress, _is_stopped: IsStopped) -> Fight:
            self._files.wait()  # it may be the one that is just being closed
            return make()

        def put_on(fight: Fight) -> None:
            first()
            self._restyling.finish()
            self._taking.begin(self._take_in_steps(fight, then))

        def begin() -> None:
            window = self.window
            assert window is not None
            window.files.load(words, read, put_on, Fight.close)
            self._keys.hold(window, lambda: window.files.is_busy or not self._taking.is_done)

        self._taking.give_up()  # the last wish counts
        self._restyling.afterwards(begin)  # the window that hears of it has to stay meanwhile

    def _take_in_steps(self, fight: Fight, then: Callable[[], None]) -> Generator[None, None, None]:
        """Put a fight in the place of the present one, a step an event."""
        taken = False
        try:
            yield
            yield from self._taken(fight)
            taken = True
        finally:
            if not taken and (self._file is None or self._file.fight is not fight):
                fight.close()
        then()
        self._keys.give_to(self.window)

    def _note_as_recent(self, path: Path) -> None:
        if path.resolve() not in sample_fights() and not is_untitled(path) and not is_kept(path):
            self._remember(path)

    def begin_at_once(self, system_id: str) -> None:
        """Begin an empty fight, where there is no other or nobody who waits for it."""
        self._take(new_fight(find_system(system_id), _("New fight")))

    def begin_with_word(self, words: str) -> None:
        """Begin an empty fight; say why it is not the one asked for."""
        self.begin_at_once("freeform")
        assert self.window is not None
        self.window.controller.tell(Notice(words, tone="error"))

    def begin(self, system_id: str, first: str = "") -> None:
        """Begin an empty fight; the present one goes on until it is there."""
        title = _("New fight")

        def then() -> None:
            if first and self.window is not None:
                self.window.window_actions.action(first).trigger()

        self._take_beside(title, lambda: new_fight(find_system(system_id), title), then)

    def begin_with_start_page(self) -> None:
        """Begin an empty fight, over which the start page asks which one is to be played."""
        self.begin_at_once("freeform")
        if self.window is not None:
            self.window.controller.show(start_page=StartAsked.START)

    def begin_with(
        self, first: Encounter, pictures: Mapping[str, bytes], drawn: tuple[Command, ...] = ()
    ) -> None:
        """Begin a fight in which somebody is already; draw on its map."""
        title, blobs = first.title or _("New fight"), tuple(pictures.values())
        self._take_beside(
            title, lambda: new_fight(find_system(first.system), title, first, blobs, drawn)
        )

    def begin_on(self, system_id: str, imported: Imported) -> None:
        """Begin an empty fight on a map that was read from a file, called like it."""
        title = imported.map.name or _("New fight")

        def lay() -> None:
            assert self.window is not None
            self.window.controller.map_import.lay(imported)

        self._take_beside(title, lambda: new_fight(find_system(system_id), title), lay)

    def begin_on_map_of(self, system_id: str, path: Path) -> None:
        """Begin an empty fight on the map of a file: of a fight, or one on the shelf."""
        words = _("Opening {name}").format(name=path.name)
        self._take_beside(words, lambda: begun_on(system_id, read_map_of(path)))

    def use_rules(
        self, system_id: str, imported: Imported | None = None, parts: MapParts | None = None
    ) -> None:
        """Begin an empty fight by some rules on the map of this one.

        A fight without a name makes way if nothing but laying the map was done in it.

        Args:
            system_id: The rules.
            imported: What the map was read from, while its report is still open.
            parts: What of the map is kept; None for all of it.
        """
        assert self.window is not None
        journal, controller = self.file.journal(), self.window.controller
        title, make = fight_on_map_of(controller, journal, system_id, parts)
        session = controller.session
        done = session.history.line(session.position.tip)

        def then() -> None:
            if imported is not None and self.window is not None:
                self.window.controller.map_import.resume(imported)

        def first() -> None:
            journal.is_disposable = all(isinstance(row.command, LayMap) for row in done)

        self._take_beside(title, make, then, first)

    def _take(self, fight: Fight) -> None:
        """Put a fight in the place of the present one, at once."""
        self._restyling.finish()
        self._taking.give_up()
        for _step in self._taken(fight):
            pass

    def _taken(self, fight: Fight) -> Iterator[None]:
        """Build a window on a fight, step by step, and put it in the place of the present one.

        Until the last step the present fight is in its window and can be played.
        """
        forget_fight()
        if self.window is None and self.plain is None:
            freeze_what_is_loaded()
        controller = Controller(fight.session)
        controller.charts.use_process(wanted=self.charts_in_process)
        controller.stands.figures.use_process(wanted=self.charts_in_process)
        file = FightFile(fight, self._saved_as)
        controller.view = replace(controller.view, file=file.state())
        file.decode_picture()
        if self.window is not None:
            self.window.columns.remember()
        window = yield from reporting(self._build(controller, file))
        self._put_in_place(file, controller, window)

    def _put_in_place(
        self, file: FightFile, controller: Controller, window: MainWindow | Exception
    ) -> None:
        """Let another file and window take the place of the present ones."""
        old_window, old_plain, old_file = self.window, self.plain, self._file
        self._file, self.plain, self.window = file, None, None
        if isinstance(window, Exception):
            self._show_plainly(controller, window)
        else:
            self.window = window
        if old_window is not None:
            self._let_go(old_window)
            old_window.leave()
            collect_soon()
        if old_plain is not None:
            old_plain.close()
            old_plain.deleteLater()
        if old_file is not None:
            old_file.close_by(self._files.do)
        if self.window is not None:
            self.window.show()
        if notes := file.opening_notes():
            controller.tell(Notice("\n".join(notes), tone="note"))
        if file.fight.journal is not None:
            file.fight.journal.on_moved = self._moved
            file.fight.journal.later = self._files.do
        self.file_changed()

    def _show_plainly(self, controller: Controller, error: Exception) -> None:
        """Show a fight in the fallback, as no window can be built on it."""
        controller.listeners.clear()
        from gridwar.ui.window.fallback_window import FallbackWindow

        why = f"{type(error).__name__}: {error}"
        self.plain = FallbackWindow(self.theme, controller, self, why)
        self.plain.show()

    def try_again(self) -> bool:
        """Build the window of a fight shown in the fallback; return whether that worked."""
        plain = self.plain
        if plain is None:
            return False
        controller = plain.controller
        try:
            self.window = to_its_end(self._build(controller, self.file))
        except Exception:  # noqa: BLE001 it has been told; the fight is shown plainly still
            controller.listeners.clear()
            return False
        self.plain = None
        plain.hide()
        plain.deleteLater()
        self.window.show()
        self.refresh_file()
        return True

    def _build(
        self, controller: Controller, file: FightFile, place: Viewpoint | None = None
    ) -> Generator[None, None, MainWindow]:
        """Build a window step by step; where it takes another's place its map is drawn too."""
        # Only here: at the start the picture is decoded while this is loaded.
        from gridwar.ui.window.main_window import SteppedWindow

        made = SteppedWindow(controller, self.theme, file.pictures(), self, self.settings)
        is_first = self.window is None  # it is shown as soon as it is there
        ahead: Iterator[None] = iter(()) if is_first else made.draw_beforehand(place)
        for _step in chain(made.building, ahead):
            try:
                yield
            except GeneratorExit:  # no longer wanted: a whole window goes as every window does
                self._let_go_unwanted(made)
                raise
        return made

    def _let_go_unwanted(self, made: MainWindow) -> None:
        """Finish a window that is no longer wanted, and leave it."""
        self._let_go(made)
        if isinstance(to_its_end(reporting(made.building)), Exception):
            made.controller.listeners.clear()
        else:
            made.leave()

    def _saved_as(self, path: Path) -> None:
        self._remember(path)
        self.refresh_file()

    def _remember(self, path: Path) -> None:
        self.settings.remember(path)
        tell_taskbar(path.resolve())

    def _moved(self, journal: JournalFile) -> None:
        """Report that writing failed and the fight goes on in another file."""
        self.refresh_file()
        if self.window is not None:
            self.window.controller.tell(Notice(journal.reason, str(journal.path), "error"))

    def use_theme(self, name: ThemeName) -> None:
        """Change between dark and light, in everything."""
        self.settings.change(theme=name.value)
        self._apply_settings()
        self._restyling.begin(self._restyled())

    def _restyled(self) -> Generator[None, None, None]:
        yield  # the style sheet took as long
        if self.window is not None:
            self.window.set_theme(self.theme)

    def use_scale(self, scale_pct: int) -> None:
        """Change the scale of the interface; the window is rebuilt, the fight goes on."""
        self.settings.change(scale_pct=scale_pct)
        self._apply_settings()
        self._make_anew()

    def use_compact(self, *, on: bool) -> None:
        """Change how high rows are."""
        self.settings.change(compact=on)
        self._apply_settings()
        self._make_anew()

    def use_reduced_motion(self, *, on: bool) -> None:
        """Turn animations off or on, whatever the system asks for."""
        self.settings.change(reduce_motion=on)
        self._apply_settings()
        self._restyling.begin(self._restyled())

    def reset_settings(self) -> None:
        """Restore the default settings, and say where the previous ones are kept."""
        self._finish()  # a window to come would keep what it is made with
        if self.window is not None:
            self.window.columns.let_be()
        aside = self.settings.reset()
        text = _("All settings have their defaults again.")
        if aside is not None:
            text += " " + _("The previous ones are kept as {file}.").format(file=aside)
        self._apply_settings()
        self._make_anew(Notice(text, tone="note"))

    def _apply_settings(self) -> None:
        self._finish()  # a window half built would come with the look it was begun with
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme = theme_of(self.settings.now)
        apply_theme(app, self.theme)

    def _finish(self) -> None:
        """Do at once what is being done in steps."""
        self._restyling.finish()
        self._taking.finish()

    def _make_anew(self, notice: Notice | None = None) -> None:
        """Put another window in the place of this one, on the same fight and the same place.

        Args:
            notice: Shown in it.
        """
        self._restyling.begin(self._made_anew(notice))

    def _made_anew(self, notice: Notice | None) -> Generator[None, None, None]:
        yield  # all there is has just been styled anew, which takes as long again
        old = self.window
        if old is None:
            return
        old.columns.remember()
        controller = old.controller
        self.file.decode_picture()
        before = controller.listeners.audience()
        try:
            window = yield from self._build(controller, self.file, old.map.kept_place())
        except Exception:
            controller.listeners.restore(before)
            raise
        controller.listeners.remove(before)
        self._let_go(old)
        self.window, place = window, old.map.kept_place()
        old.make_room()
        window.show()
        window.map.show_again(place)
        if notice is not None:
            controller.tell(notice)

    def _let_go(self, window: MainWindow) -> None:
        """Keep a window that goes until its last event is over and Qt has destroyed it."""
        self._leaving.append(window)
        window.destroyed.connect(lambda: self._leaving.remove(window))

    def tell_settings(self) -> None:
        """Report what was wrong with the settings file."""
        problem, self.settings.problem = self.settings.problem, ""
        if self.window is not None and problem:
            self.window.controller.tell(Notice(problem, tone="error"))

    def refresh_file(self) -> None:
        """Show again which file it is and whether all is on disk."""
        if self.window is not None:
            self.window.controller.show(file=self.file.state())
        self.file_changed()

    def close(self) -> None:
        """Stop computing odds and close the file; all that was accepted is on disk already."""
        self._restyling.finish()
        self._taking.give_up()
        self._keys.give_to(None)
        self.players.close()
        if self.window is not None:
            self.window.files.give_up()
            wait_for_background(_LAST_PATIENCE_S)
            self.window.controller.shut_down()
        if self._file is not None:
            self._file.close_by(self._files.do)
        self._files.wait()


def _read_first(path: Path) -> Fight:
    """Open a file while there is no window yet, and load what the window is made of."""
    fight = open_fight(path, find_system)
    import_module("gridwar.ui.window.main_window")
    return fight
