"""Opens, closes and feeds the players' window: on which screen, with which camera, held or not.

It outlives the game master's window: where another fight takes its place the last picture stays,
held, until he shows the new one. What is shown is the record alone; where the window looks is
``players_camera``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.state.players_camera import Camera, CameraMode, Looks, Port, looks
from gridwar.control.state.players_sharing import Sharing
from gridwar.control.state.view_state import Notice
from gridwar.text import _
from gridwar.ui.players.hold_reasons import Held, why_held
from gridwar.ui.players.kept_choices import kept_camera, kept_sharing, with_camera, with_sharing
from gridwar.ui.players.players_window import PlayersWindow
from gridwar.ui.players.screen_choice import (
    has_mirror,
    name_of,
    players_screen,
    show_beside,
    show_on,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QScreen
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import Box
    from gridwar.model.battlemap import BattleMap
    from gridwar.ui.players.gm_side import GmSide

_SOON_MS = 0


class PlayersScreen(QObject):
    """The one players' window and what is chosen for it."""

    changed = Signal()
    """It was opened, closed, held, released, or something else is shared or looked at."""
    looked = Signal()
    """What it shows of the map may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.window: PlayersWindow | None = None
        self.is_held = False
        self.why_held = ""
        self.holds_by_itself = True
        self.camera = Camera()
        self._side: GmSide | None = None
        self._presenter: PlayersPresenter | None = None
        self._page: BattleMap | None = None
        """The map when it was looked at last, whether it was shown or held back."""
        self._cursor = -1
        self._is_foreign = False
        """Whether its page was made for another fight, or another size of the interface."""
        self._looks: Looks | None = None
        self._screen: QScreen | None = None
        self._gone: Notice | None = None
        """What was told when its screen went."""
        self._held: Held | None = None
        """What was held when its screen went: it is held again when the window comes back."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.screenRemoved.connect(self._screen_went)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.close_handout)
        self._camera_timer = QTimer(self)
        self._camera_timer.setSingleShot(True)
        self._camera_timer.setInterval(_SOON_MS)
        self._camera_timer.timeout.connect(self._look)

    # --- which fight ------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the players see something."""
        return self.window is not None

    @property
    def side(self) -> GmSide | None:
        """The game master's window that it serves."""
        return self._side

    def serve(self, side: GmSide) -> None:
        """Show another fight, or the same in another window; another one is held at first."""
        before, is_blank = self._side, self.window is not None and self.sharing.blank
        self._side = side
        if before is side:
            return
        self._is_foreign = self.window is not None
        is_other = before is None or before.controller is not side.controller
        if is_other:
            self._presenter = PlayersPresenter(side.controller.session, side.controller.rules_cache)
            self.holds_by_itself = side.settings.now.players.get("holds_by_itself", True)
            side.controller.sharing.change(**kept_sharing(side.settings.now), blank=is_blank)
            self._page, self._cursor = None, side.controller.session.position.cursor
            if self.window is not None:
                self._hold(_("another fight"))
        side.controller.subscribe(self.follow)
        side.map.horizontalScrollBar().valueChanged.connect(self._gm_moved)
        side.map.verticalScrollBar().valueChanged.connect(self._gm_moved)
        side.map.zoom_changed.connect(self._gm_moved)
        self.follow()
        self.changed.emit()

    def leave(self, window: QWidget) -> None:
        """Close with the game master's window, where it is the one that is served."""
        if self._side is not None and self._side.window is window:
            self.close()
            self._side = self._presenter = None

    def follow(self) -> None:
        """Show what is shared now, unless the picture is held."""
        if self.window is None or self._presenter is None or self._side is None:
            return
        controller = self._side.controller
        record = self._presenter.present(controller.sharing.now)
        session = controller.session
        page, cursor = self._page, self._cursor
        self._page, self._cursor = session.encounter.map, session.position.cursor
        if page is not None and self.holds_by_itself and not self.is_held:
            why = why_held(page, session, cursor)
            if why:
                self._hold(why)
        if self._is_foreign and not self.is_held:
            self._is_foreign, self._looks = False, None
            self.window.renew(self._side.theme, self._side.pictures)
        shown, blank = self.window.page.record, record.blank
        if self.is_held and shown is not None:  # what the game master lays there lies there
            is_same = self._is_foreign or record.handout == shown.handout
            record = shown if is_same else replace(shown, handout=record.handout)
        is_new = record is not shown
        self.window.show_blank(None if blank is None else blank.picture)
        if is_new:
            self.window.show_record(record)
            self._camera_timer.start()

    # --- opening and closing ----------------------------------------------------------------------

    def toggle(self) -> None:
        """Open the window, or close it."""
        if self.window is None:
            self.open()
        else:
            self.close()

    def open(self, screen: QScreen | None = None) -> None:
        """Open the window on a screen; without one on the players' own.

        Args:
            screen: Where to.
        """
        side = self._side
        if side is None:
            return
        self.close()
        if self._gone is not None and side.controller.view.notice == self._gone:
            side.controller.tell(None)
        screen = screen or players_screen(side.window, side.settings.now.players_screen)
        held, self._held = self._held, None
        self._screen, self._looks, self._is_foreign = screen, None, held is not None
        self.is_held, self.why_held = held is not None, "" if held is None else held.why
        if held is None:
            self._page = None  # what was done while nobody looked holds nothing
        fills = () if screen is None else (screen.geometry().height(),)
        pictures = side.pictures if held is None else held.pictures
        window = self.window = PlayersWindow(side.theme, pictures, self._hand_on, *fills)
        if held is not None:
            window.show_record(held.record)
        window.closed.connect(self.close)
        window.moved.connect(self._camera_timer.start)
        name = name_of(screen or side.window.screen())
        self.camera = kept_camera(side.settings.now, name)
        window.set_edges(self.camera.margin_px, self.camera.turns)
        if screen is None:
            show_beside(window, side.window)
        else:
            side.settings.change(players_screen=name)
            show_on(window, screen)
        self.follow()
        self._look()
        if has_mirror(side.window):
            text = _(
                "Another screen shows the same as yours: the players may see all that you see. "
                "Let your system extend the desktop instead of mirroring it."
            )
            side.controller.tell(Notice(text, tone="error"))
        self.changed.emit()

    def close(self) -> None:
        """Close the window."""
        window, self.window = self.window, None
        if window is not None:
            window.end()
            self.is_held, self.why_held, self._screen = False, "", None
            self._timer.stop()
            self.changed.emit()

    def _screen_went(self, screen: QScreen) -> None:
        """Hide with the screen: it never jumps onto the game master's."""
        if screen is self._screen and self._side is not None:
            page = None if self.window is None else self.window.page
            if page is not None and page.record is not None and self.is_held:
                self._held = Held(page.record, self.why_held, page.pictures)
            self.close()
            text = _(
                "The screen {name} is gone, and with it the players\u2019 window. "
                "View, Players\u2019 screen opens it again."
            )
            self._gone = Notice(text.format(name=name_of(screen)), tone="note")
            self._side.controller.tell(self._gone)

    def _hand_on(self, event: QKeyEvent) -> None:
        """Give a key to the game master's window."""
        if self._side is not None:
            self._side.take_key(event)

    # --- hold, blank, handouts --------------------------------------------------------------------

    def hold(self, *, on: bool) -> None:
        """Freeze what the players see, or show them what there is now."""
        if self.window is None or on == self.is_held:
            return
        if on:
            self._hold("")
        else:
            self.is_held, self.why_held = False, ""
            self._looks = None
            self.follow()
        self.changed.emit()

    def _hold(self, why: str) -> None:
        self.is_held, self.why_held = True, why
        self.changed.emit()

    def blank(self, *, on: bool) -> None:
        """Cover everything at once, or uncover it; also while the picture is held."""
        self._share(blank=on)

    def show_handout(self, handout: str, seconds: int = 0) -> None:
        """Lay a handout before the players, for some seconds or until it is taken away."""
        self._timer.stop()
        self._share(handout=handout)
        if seconds:
            self._timer.start(1000 * seconds)

    def close_handout(self) -> None:
        """Take away the handout that lies there."""
        self._timer.stop()
        self._share(handout="")

    def _share(self, **changes: object) -> None:
        if self._side is not None:
            self._side.controller.sharing.change(**changes)
            self.follow()
            self.changed.emit()

    @property
    def sharing(self) -> Sharing:
        """What is shared now."""
        return Sharing() if self._side is None else self._side.controller.sharing.now

    def choose(self, sharing: Sharing, *, holds_by_itself: bool) -> None:
        """Share by other choices, and keep them."""
        if self._side is None:
            return
        self.holds_by_itself = holds_by_itself
        settings = self._side.settings
        settings.change(players=with_sharing(settings.now, sharing, holds=holds_by_itself))
        self._side.controller.sharing.change(
            **{name: getattr(sharing, name) for name in Sharing.__struct_fields__}
        )
        self.follow()
        self.changed.emit()

    # --- the camera -------------------------------------------------------------------------------

    def look_by(self, camera: Camera) -> None:
        """Let it look another way, and keep that for this screen."""
        self.camera = camera
        if self._side is None:
            return
        screen = self._screen or self._side.window.screen()
        settings = self._side.settings
        settings.change(players_screens=with_camera(settings.now, name_of(screen), camera))
        self._looks = None
        if self.window is not None:
            self.window.set_edges(camera.margin_px, camera.turns)
            self._look()
        self.changed.emit()

    def look_mode(self, mode: CameraMode) -> None:
        """Let it go by something else; fixed it stays where it is."""
        box = self.shown_box or self.gm_box if mode is CameraMode.FIXED else self.camera.box
        self.look_by(replace(self.camera, mode=mode, box=box))

    def fix(self, box: Box) -> None:
        """Let it show some cells, whatever happens."""
        self.look_by(replace(self.camera, mode=CameraMode.FIXED, box=box))

    @property
    def gm_box(self) -> Box | None:
        """What the game master's own view shows, in cells."""
        if self._side is None:
            return None
        view = self._side.map
        port, corner = view.viewport(), view.scroll_place()
        cell = view.cell_px
        return (corner.x() / cell, corner.y() / cell, port.width() / cell, port.height() / cell)

    @property
    def shown_box(self) -> Box | None:
        """What the players see of the map, in cells."""
        return None if self.window is None else self.window.map.shown_box

    def _gm_moved(self, _value: object = None) -> None:
        if self.window is not None and self.camera.mode is CameraMode.FOLLOW and not self.is_held:
            self._camera_timer.start()

    def _look(self) -> None:
        window = self.window
        if window is None or window.page.record is None:
            return
        port = window.map.viewport().size()
        if self.is_held and self._looks is not None:
            return
        screen_px = window.width() if self.camera.turns % 2 == 0 else window.height()
        place = looks(
            self.camera,
            window.page.record,
            Port((port.width(), port.height()), self.gm_box, screen_px),
            self._looks,
        )
        if place != self._looks or window.map.cell_px != place.cell_px:
            is_first = self._looks is None
            self._looks = place
            window.map.look(place, animated=not is_first)
        self.looked.emit()
