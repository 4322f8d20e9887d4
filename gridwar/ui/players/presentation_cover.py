"""What F11 lays around the map of the game master's own window: strip, handout, blank screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QBoxLayout

from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.ui.players.handout_view import PictureSheet
from gridwar.ui.players.players_strip import PlayersStrip
from gridwar.ui.players.players_window import dark_theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.players_records import PlayersRecord
    from gridwar.ui.players.gm_side import GmSide

_BESIDE_SHARE: Final = 0.42


class PresentationCover(QObject):
    """Made when players first look on; it shows the same record as their own window."""

    turned = Signal()
    """Presentation has begun, or has ended."""

    def __init__(self, side: GmSide) -> None:
        """Follow a window."""
        super().__init__(side.window)
        self._side = side
        self._presenter: PlayersPresenter | None = None
        self._record: PlayersRecord | None = None
        self._is_on = False
        self.strip: PlayersStrip | None = None
        self.handout: PictureSheet | None = None
        self.blank: PictureSheet | None = None
        side.controller.subscribe(self.follow)
        side.map.resized.connect(self._lay_out)

    def follow(self) -> None:
        """Show or hide what belongs to presentation."""
        controller = self._side.controller
        if controller.view.presenting is not self._is_on:
            self._is_on = controller.view.presenting
            self.turned.emit()
        if not self._is_on:
            for part in self._parts():
                part.hide()
            self._record = None
            return
        if self._presenter is None:
            self._presenter = PlayersPresenter(controller.session, controller.rules_cache)
            self._make()
        record = self._presenter.present(controller.sharing.now)
        if record is not self._record:
            self._record = record
            self._show(record)

    def _parts(self) -> tuple[QWidget, ...]:
        found = (self.strip, self.handout, self.blank)
        return tuple(one for one in found if one is not None)

    def _make(self) -> None:
        theme, over = dark_theme(self._side.theme), self._side.map
        self.strip = PlayersStrip(theme)
        holder = over.parentWidget()
        rows = None if holder is None else holder.layout()
        if isinstance(rows, QBoxLayout):
            rows.insertWidget(0, self.strip)
        self.handout, self.blank = PictureSheet(theme, over), PictureSheet(theme, over)

    def _show(self, record: PlayersRecord) -> None:
        if self.strip is None or self.handout is None or self.blank is None:
            return
        self.strip.show_strip(record.strip)
        self.strip.setVisible(record.strip is not None)
        handout, blank = record.handout, record.blank
        self.handout.setVisible(handout is not None)
        if handout is not None:
            self.handout.show_picture(handout.picture, handout.caption, self._side.pictures)
            self.handout.raise_()
        self.blank.setVisible(blank is not None)
        if blank is not None:
            self.blank.show_picture(blank.picture, "", self._side.pictures)
            self.blank.raise_()
        self._lay_out()

    def _lay_out(self) -> None:
        if self.handout is None or self.blank is None:
            return
        room = self._side.map.rect()
        self.blank.setGeometry(room)
        handout = None if self._record is None else self._record.handout
        if handout is not None and handout.beside:
            room.setLeft(room.right() - round(room.width() * _BESIDE_SHARE))
        self.handout.setGeometry(room)
