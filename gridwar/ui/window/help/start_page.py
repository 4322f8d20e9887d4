"""The start page: three doors over the dimmed map of the first sample, below them more samples.

Owns its looks and keys, and which rules are chosen on it; which fights there are is given to it,
and what a door leads to is the window's. It lies over the map as long as it is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.start_records import StartView
from gridwar.text import _
from gridwar.ui.style.colors import ThemeName, qcolor
from gridwar.ui.widgets.painting.themed_widgets import Themed, inset
from gridwar.ui.window.help.start_doors import Door, FightDoor, MapDoor, RulesDoor
from gridwar.ui.window.help.start_head import StartHead
from gridwar.ui.window.help.start_listing import Listing
from gridwar.ui.window.help.start_map_shelf import MapGallery
from gridwar.ui.window.help.start_pictures import StartPictures, draw_filling
from gridwar.ui.window.help.start_samples import COLUMNS, SampleGallery, SampleStrip
from gridwar.ui.window.help.start_tiles import FightTile

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from gridwar.storage.fight_summary import FightSummary
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme

_WIDTH_PX = 1180
_DOORS_PX = 430
_LARGE = QSize(1840, 1040)
"""In so much room the doors are larger."""
_LARGE_WIDTH_PX, _LARGE_DOORS_PX = 1500, 560
_EDGE_PX = 20
_VEIL = {False: 0.62, True: 0.72}
"""How far what lies behind is taken back, by whether the theme is light."""


class StartPage(QFrame, Themed):
    """Lies over the map while a fight is to be chosen.

    Signals: ``fight_chosen(path)``, ``file_wanted()``, ``draw_wanted()``, ``begin_wanted()``,
    ``open_wanted()``, ``rules_chosen(id)``, ``listed(Listing)``, ``left()``; of its maps
    those of ``MapGallery``, with ``map_chosen(path)`` to begin on one.
    """

    fight_chosen = Signal(str)
    file_wanted = Signal()
    begin_wanted = Signal()
    open_wanted = Signal()
    rules_chosen = Signal(str)
    map_chosen = Signal(str)
    lay_wanted = Signal(str)
    draw_wanted = Signal()
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)
    put_back_wanted = Signal()
    listed = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, over: MapView) -> None:
        super().__init__(over)
        self.begin_theme(theme)
        self._over = over
        self._view = StartView()
        self._behind = QImage()
        self.doors: tuple[Door, ...] = ()
        self._rules_door: RulesDoor | None = None
        self._column: QWidget | None = None
        self._head: StartHead | None = None
        self.listing = Listing.NOTHING
        self.maps: MapGallery | None = None
        """The shelf, while it is listed."""
        self.setAccessibleName(_("Start page"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pictures = StartPictures(self)
        self.pictures.seen.connect(self._take_picture)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self._scroll)
        over.installEventFilter(self)
        self.hide()

    # --- showing --------------------------------------------------------------------------------

    def show_view(self, view: StartView) -> None:
        """Show the fights and rules there are now."""
        if view == self._view and self._scroll.widget() is not None:
            return
        self._view = view
        self._build()

    def begin(self) -> None:
        """Come, with the doors, and take the keyboard."""
        self.list(Listing.MAPS if self._view.begins_with_maps else Listing.NOTHING)
        self.place()
        self.show()
        self.raise_()
        self.want_pictures()
        self.take_keyboard()

    @property
    def chosen(self) -> str:
        """The id of the rules that are chosen."""
        return self._view.chosen

    def choose(self, rules: str) -> None:
        """Choose rules for a new fight."""
        self._view = replace(self._view, chosen=rules)
        if self._rules_door is not None:
            self._rules_door.show_chosen(rules)
        if self._head is not None:
            self._head.show_chosen(rules)
        self.rules_chosen.emit(rules)

    def _build(self) -> None:
        whole = QWidget()
        whole.setAutoFillBackground(False)
        side = QHBoxLayout(whole)
        inset(side, self.theme, (_EDGE_PX, 12, _EDGE_PX, 12), 0)
        column = self._column = QWidget()
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        side.addStretch(1)
        side.addWidget(column, 1000)
        side.addStretch(1)
        rows = QVBoxLayout(column)
        inset(rows, self.theme, (0, 0, 0, 0), 14)
        if self.listing is Listing.MAPS:
            self.maps = self._map_gallery(column)
            rows.addWidget(self._headed(column))
            rows.addWidget(self.maps, 1)
        else:
            rows.addStretch(1)
            rows.addWidget(self._headed(column))
            if self.listing is Listing.SAMPLES:
                rows.addWidget(self._gallery(column))
            else:
                rows.addLayout(self._doors(column))
                rows.addWidget(self._strip(column))
            rows.addStretch(1)
        self._fit_column()
        self._scroll.setWidget(whole)
        for part in (self._scroll.viewport(), whole, column):
            part.setAutoFillBackground(False)
        self.want_pictures()

    def _headed(self, parent: QWidget) -> StartHead:
        head = self._head = StartHead(self.theme, self._view, self.listing, parent)
        head.rules_chosen.connect(self.choose)
        return head

    def _doors(self, parent: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 0, 0, 0), 16)
        fight = FightDoor(self.theme, self._view, parent)
        fight.chosen.connect(self.fight_chosen)
        maps = MapDoor(self.theme, self._view, parent)
        maps.file_wanted.connect(self.file_wanted)
        maps.draw_wanted.connect(self.draw_wanted)
        maps.shelf_wanted.connect(lambda: self.list(Listing.MAPS))
        rules = self._rules_door = RulesDoor(self.theme, self._view, parent)
        rules.rules_chosen.connect(self.choose)
        rules.begin_wanted.connect(self.begin_wanted)
        self.doors = (fight, maps, rules)
        for door in self.doors:
            row.addWidget(door, 1)
        return row

    def _strip(self, parent: QWidget) -> QWidget:
        strip = SampleStrip(self.theme, self._view, parent)
        strip.chosen.connect(self.fight_chosen)
        strip.all_wanted.connect(lambda: self.list(Listing.SAMPLES))
        strip.open_wanted.connect(self.open_wanted)
        return strip

    def _gallery(self, parent: QWidget) -> QWidget:
        gallery = SampleGallery(self.theme, self._view.samples, parent)
        gallery.chosen.connect(self.fight_chosen)
        gallery.left.connect(self._go_back)
        return gallery

    def _map_gallery(self, parent: QWidget) -> MapGallery:
        gallery = MapGallery(self.theme, self._view.shelf, parent)
        gallery.begin_wanted.connect(self.map_chosen)
        gallery.lay_wanted.connect(self.lay_wanted)
        gallery.rename_wanted.connect(self.rename_wanted)
        gallery.remove_wanted.connect(self.remove_wanted)
        gallery.put_back_wanted.connect(self.put_back_wanted)
        gallery.file_wanted.connect(self.file_wanted)
        gallery.draw_wanted.connect(self.draw_wanted)
        gallery.left.connect(self._go_back)
        return gallery

    def list(self, listing: Listing) -> None:
        """List all samples, or all maps, in place of the doors; or show the doors again."""
        if listing is self.listing:
            return
        self.listing, self.doors, self._rules_door, self.maps = listing, (), None, None
        self._build()
        self.listed.emit(listing)
        self.take_keyboard()

    def _go_back(self) -> None:
        """Show the doors again; what was asked for alone is left."""
        if self._view.begins_with_maps:
            self.left.emit()
        else:
            self.list(Listing.NOTHING)

    # --- pictures -------------------------------------------------------------------------------

    def want_pictures(self) -> None:
        """Have the pictures read that are shown."""
        if not self.isVisible():
            return
        samples = self._view.samples
        if samples:
            self.pictures.want([samples[0].path], large=True)
        heroes = [door.hero for door in self.doors if isinstance(door, FightDoor) and door.hero]
        rows = [one.row for one in self._scroll.findChildren(FightTile)]
        self.pictures.note_imports({one.path: one.parts for one in rows if one.parts})
        self.pictures.want([*heroes, *(one.path for one in rows if not one.is_missing)])

    def _take_picture(self, path: str, large: bool, found: FightSummary, image: QImage) -> None:
        if large:
            self._behind = image
            self.update()
            return
        for tile in self._scroll.findChildren(FightTile):
            if tile.row.path == path:
                tile.show_image(image)
        if self.maps is not None:
            self.maps.show_seen(path, found)
        for door in self.doors:
            if isinstance(door, FightDoor) and door.hero == path:
                door.show_seen(found, image)

    # --- keys -----------------------------------------------------------------------------------

    def take_keyboard(self) -> None:
        """Give the keyboard to the brass button, else to the first one; to the maps if listed."""
        if self.maps is not None:
            self.maps.take_keyboard()
            return
        buttons = [one.buttons[0] for one in self.doors if one.buttons]
        brass = [one for one in buttons if one.kind == "primary"]
        tiles = self._scroll.findChildren(FightTile)
        for one in (*brass, *buttons, *tiles):
            one.setFocus(Qt.FocusReason.OtherFocusReason)
            return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through a door by its digit or Enter, choose rules by the arrows, leave with Escape.

        No other key goes on to the window: its tools are not there yet.
        """
        key, has = Qt.Key(event.key()), self.focusWidget()
        digit = {Qt.Key.Key_1: 0, Qt.Key.Key_2: 1, Qt.Key.Key_3: 2}.get(key)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(has, QAbstractButton):
            has.click()
        elif digit is not None and digit < len(self.doors) and self.doors[digit].buttons:
            self.doors[digit].buttons[0].click()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focusNextPrevChild(key == Qt.Key.Key_Right)
            self._reveal(self.focusWidget())
        elif key == Qt.Key.Key_Escape and self.listing is not Listing.NOTHING:
            self._go_back()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()

    def _step(self, way: int) -> None:
        """Choose the next rules, or go to the next row of samples."""
        if self.doors:
            ids = [one.id for one in self._view.rules]
            if self._view.chosen in ids:
                self.choose(ids[(ids.index(self._view.chosen) + way) % len(ids)])
            return
        tiles = self._scroll.findChildren(FightTile)
        here = next((at for at, one in enumerate(tiles) if one.hasFocus()), 0)
        there = tiles[max(0, min(len(tiles) - 1, here + way * COLUMNS))]
        there.setFocus(Qt.FocusReason.OtherFocusReason)
        self._reveal(there)

    def _reveal(self, one: QWidget | None) -> None:
        if one is not None:
            self._scroll.ensureWidgetVisible(one)

    # --- place and looks ------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lie over the whole map."""
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Lie over the whole map."""
        self.setGeometry(self._over.rect())
        self._fit_column()

    def _fit_column(self) -> None:
        """Give the doors more room in a large window."""
        px, room = self.theme.px, self._over.rect()
        is_large = room.width() >= px(_LARGE.width()) and room.height() >= px(_LARGE.height())
        if self._column is not None:
            self._column.setMaximumWidth(px(_LARGE_WIDTH_PX if is_large else _WIDTH_PX))
        for door in self.doors:
            door.setMinimumHeight(px(_LARGE_DOORS_PX if is_large else _DOORS_PX))

    def on_theme(self) -> None:
        """Make the page anew."""
        if self._scroll.widget() is not None:
            self._build()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what lies behind, taken back."""
        del event
        colors = self.theme.palette
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), qcolor(colors.void))
            draw_filling(painter, QRectF(self.rect()), self._behind)
            veil = QColor(qcolor(colors.void))
            veil.setAlphaF(_VEIL[self.theme.name is ThemeName.LIGHT])
            painter.fillRect(self.rect(), veil)
