"""The shelf of maps on the start page: tiles under headings, a search, what to do with the chosen.

Owns which maps are shown and which one is chosen; beginning a fight on it, laying it, renaming it
and taking it away is the window's. Enter begins on the chosen one, a letter typed searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.presenters.map_shelf import is_found, row_of
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import clear, inset
from gridwar.ui.window.help.start_doors import ENTER
from gridwar.ui.window.help.start_map_tiles import MapSearch, MapTile
from gridwar.ui.window.help.start_samples import COLUMNS, Plate

if TYPE_CHECKING:
    from gridwar.control.records.start_records import FightRow, ShelfGroup, ShelfView
    from gridwar.storage.fight_summary import FightSummary
    from gridwar.ui.style.theme import Theme

_DIGITS = "123456789"


class _Group(Struct, frozen=True):
    """The tiles under one heading."""

    head: QLabel
    grid: QGridLayout
    tiles: tuple[MapTile, ...]
    struts: tuple[QWidget, ...]
    """One a column, without height: a column without a tile keeps its room."""


class MapGallery(Plate):
    """The maps there are.

    Signals: ``begin_wanted(path)``, ``lay_wanted(path)``, ``rename_wanted(path)``,
    ``remove_wanted(path)``, ``put_back_wanted()``, ``file_wanted()``, ``draw_wanted()``,
    ``left()``.
    """

    begin_wanted = Signal(str)
    lay_wanted = Signal(str)
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)
    put_back_wanted = Signal()
    file_wanted = Signal()
    draw_wanted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, view: ShelfView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Maps"))
        self._chosen: MapTile | None = None
        self.put_back: KeyButton | None = None
        """Puts back what was taken off last."""
        rows = QVBoxLayout(self)
        inset(rows, theme, (18, 14, 18, 14), 10)
        rows.addLayout(self._head_row())
        if view.problem:
            rows.addWidget(label(view.problem, "warn", wrap=True))
        self._scroll = QScrollArea(self)
        rows.addWidget(self._scroll, 1)
        self._groups = self._fill(view)
        self._told = QHBoxLayout()
        inset(self._told, theme, (0, 0, 0, 0), 10)
        rows.addLayout(self._told)
        self.facts = label("", "second")
        self.lay = self._button(_("Lay it in this fight"))
        self.rename = self._button(_("Name and tags \u2026"), _("F2"))
        self.remove = self._button(_("Take away"), _("Del"))
        self.begin = KeyButton(theme, _("Begin a fight on it"), "primary", self)
        self.begin.set_words(_("Begin a fight on it"), ENTER)
        self.lay.setVisible(view.can_lay)
        rows.addLayout(self._foot_row())
        self.begin.clicked.connect(lambda: self.begin_wanted.emit(self._path))
        self.lay.clicked.connect(lambda: self.lay_wanted.emit(self._path))
        self.rename.clicked.connect(lambda: self.rename_wanted.emit(self._path))
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self._path))
        self._narrow()

    # --- what stands on it ----------------------------------------------------------------------

    @property
    def tiles(self) -> tuple[MapTile, ...]:
        """Return the maps that are shown, in their order."""
        return tuple(one for group in self._groups for one in group.tiles if not one.isHidden())

    @property
    def _path(self) -> str:
        """The file of the chosen map; its buttons work while there is one."""
        return "" if self._chosen is None else self._chosen.row.path

    def show_seen(self, path: str, found: FightSummary) -> None:
        """Say what was found of a map; it may be looked for by its tags from now on."""
        changed = False
        for group in self._groups:
            for tile in group.tiles:
                if tile.row.path == path:
                    row = row_of(tile.row, found)
                    changed |= row != tile.row
                    tile.show_row(row)
        if changed:
            self._narrow()
            self._say_chosen()

    def name_of(self, path: str) -> str:
        """Return what a map is called."""
        tiles = (tile for group in self._groups for tile in group.tiles)
        return next((one.row.title for one in tiles if one.row.path == path), path)

    def tell_removed(self, name: str) -> None:
        """Say that a map was taken away, and offer it back."""
        clear(self._told)
        self._told.addWidget(label(_("{name} is taken off the shelf.").format(name=name), "note"))
        back = self.put_back = self._button(_("Put it back"))
        back.clicked.connect(self.put_back_wanted)
        self._told.addWidget(back)
        self._told.addStretch(1)

    def take_keyboard(self) -> None:
        """Give the keyboard to the chosen map, else to the first, else to the search."""
        first = self.tiles[0] if self.tiles else self.search
        there = self._chosen if self._chosen in self.tiles else None
        (there or first).setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, way: int, is_row: bool) -> None:
        """Go to the map before (-1) or after (1), or above or below it."""
        if not is_row:
            tiles = self.tiles
            here = tiles.index(self._chosen) if self._chosen in tiles else 0
            self._go(tiles[max(0, min(len(tiles) - 1, here + way))])
            return
        rows = [
            found[at : at + COLUMNS]
            for found in (
                [one for one in group.tiles if not one.isHidden()] for group in self._groups
            )
            for at in range(0, len(found), COLUMNS)
        ]
        here = next((at for at, row in enumerate(rows) if self._chosen in row), 0)
        if here + way < 0:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        elif here + way < len(rows) and self._chosen is not None:
            column, there = rows[here].index(self._chosen), rows[here + way]
            self._go(there[min(column, len(there) - 1)])

    def _go(self, tile: MapTile) -> None:
        tile.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(tile)

    # --- building -------------------------------------------------------------------------------

    def _head_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 0, 0, 0), 8)
        search = self.search = MapSearch(self)
        search.setPlaceholderText(_("Find by name or tag"))
        search.setAccessibleName(_("Find a map by its name or its tags"))
        search.setClearButtonEnabled(True)
        search.setMinimumWidth(self.theme.px(260))
        search.textChanged.connect(self._narrow)
        search.begin_wanted.connect(self._begin_chosen)
        search.down_wanted.connect(self.take_keyboard)
        row.addWidget(search, 1)
        file = self._button(_("Choose a file \u2026"), _("Ctrl+I"), "image")
        file.clicked.connect(self.file_wanted)
        self.draw_new = self._button(_("Draw a new one"), icon="pencil")
        self.draw_new.clicked.connect(self.draw_wanted)
        row.addWidget(file)
        row.addWidget(self.draw_new)
        return row

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        inset(row, self.theme, (0, 4, 0, 0), 8)
        back = self._button(_("Back"), _("Esc"))
        back.clicked.connect(self.left)
        row.addWidget(back)
        row.addWidget(self.facts, 1)
        for one in (self.remove, self.rename, self.lay, self.begin):
            row.addWidget(one)
        return row

    def _fill(self, view: ShelfView) -> tuple[_Group, ...]:
        """Put all maps into the part that scrolls."""
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QWidget()
        rows = QVBoxLayout(whole)
        inset(rows, self.theme, (0, 0, 0, 0), 10)
        groups = tuple(self._group(one, rows) for one in view.groups)
        self._none = label(_("No map has these words in its name or its tags."), "second")
        rows.addWidget(self._none)
        rows.addStretch(1)
        self._scroll.setWidget(whole)
        for part in (self._scroll.viewport(), whole):
            part.setAutoFillBackground(False)
        return groups

    def _group(self, group: ShelfGroup, rows: QVBoxLayout) -> _Group:
        head = label(group.title, "strong")
        rows.addWidget(head)
        grid = QGridLayout()
        inset(grid, self.theme, (0, 0, 0, 0), 8)
        struts = tuple(QWidget(self) for _column in range(COLUMNS))
        for column, strut in enumerate(struts):
            strut.setFixedHeight(0)
            grid.setColumnStretch(column, 1)
        tiles = tuple(self._tile(one, is_own=group.is_own) for one in group.rows)
        rows.addLayout(grid)
        return _Group(head, grid, tiles, struts)

    def _tile(self, row: FightRow, *, is_own: bool) -> MapTile:
        tile = MapTile(self.theme, row, self, is_own=is_own)
        tile.chosen.connect(lambda: self._choose(tile))
        tile.begin_wanted.connect(lambda: self.begin_wanted.emit(tile.row.path))
        tile.rename_wanted.connect(lambda: self.rename_wanted.emit(tile.row.path))
        tile.remove_wanted.connect(lambda: self.remove_wanted.emit(tile.row.path))
        tile.typed.connect(self._type)
        tile.stepped.connect(self._step)
        return tile

    def _button(self, words: str, key: str = "", icon: str = "") -> KeyButton:
        button = KeyButton(self.theme, words, "plain", self)
        button.set_words(words, key, icon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    # --- choosing -------------------------------------------------------------------------------

    def _type(self, text: str) -> None:
        """Choose a map by a digit, else search for what is typed."""
        at = _DIGITS.find(text)
        if at >= 0:
            if at < len(self.tiles):
                self._go(self.tiles[at])
            return
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    def _narrow(self) -> None:
        """Show the maps that are looked for, without gaps."""
        typed, count = self.search.text(), 0
        for group in self._groups:
            while group.grid.takeAt(0) is not None:
                pass
            found = [one for one in group.tiles if is_found(typed, one.row)]
            for tile in group.tiles:
                tile.setVisible(tile in found)
            for at, tile in enumerate(found):
                group.grid.addWidget(tile, at // COLUMNS, at % COLUMNS)
            for column, strut in enumerate(group.struts):
                group.grid.addWidget(strut, len(found) // COLUMNS + 1, column)
            group.head.setVisible(bool(found))
            count += len(found)
        self._none.setVisible(not count)
        if self._chosen not in self.tiles:
            self._choose(self.tiles[0] if self.tiles else None)

    def _choose(self, tile: MapTile | None) -> None:
        self._chosen = tile
        for group in self._groups:
            for one in group.tiles:
                one.show_chosen(is_chosen=one is tile)
        self._say_chosen()

    def _say_chosen(self) -> None:
        tile = self._chosen
        can = tile is not None and not tile.row.is_missing
        self.facts.setText("" if tile is None else f"{tile.row.title}: {tile.row.note}")
        for button in (self.begin, self.lay):
            button.setEnabled(can)
        for button in (self.rename, self.remove):
            button.setVisible(tile is not None and tile.is_own)
        self.rename.setEnabled(can)

    def _begin_chosen(self) -> None:
        if self.begin.isEnabled():
            self.begin_wanted.emit(self._path)
