"""The three doors of the start page: try or go on with a fight, bring a map, begin with rules.

Owns what stands on each; the page says which of them is the brass one and what a door leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _, ngettext
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, Themed, inset
from gridwar.ui.window.help.start_tiles import DropPlace, FightTile, Picture

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPaintEvent

    from gridwar.control.records.start_records import FightRow, RulesRow, StartView
    from gridwar.storage.fight_summary import FightSummary
    from gridwar.ui.style.theme import Theme

_ICON_PX = 36
_BUTTON_PX = 36
_RULES_PX = 28
_LOW_PX = 110
"""A picture is no higher where other fights stand below it, unless there is room."""
ENTER = "\u21b5"


class Sign(Struct, frozen=True):
    """What stands at the head of a door."""

    icon: str
    title: str
    key: str


class Door(QFrame, Themed):
    """A way to begin: what it is, and below it the buttons that do it; the first is its own."""

    def __init__(self, theme: Theme, parent: QWidget, sign: Sign, *, is_primary: bool) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.is_primary = is_primary
        self.setAccessibleName(sign.title)
        self.buttons: list[KeyButton] = []
        rows = self.rows = QVBoxLayout(self)
        inset(rows, theme, (18, 14, 18, 16), 10)
        head = QHBoxLayout()
        inset(head, theme, (0, 0, 0, 0), 12)
        head.addWidget(_Icon(theme, sign.icon, self))
        head.addWidget(label(sign.title, "title", wrap=True), 1)
        head.addWidget(label(sign.key, "keycap"), 0, Qt.AlignmentFlag.AlignVCenter)
        rows.addLayout(head)
        self._foot = QHBoxLayout()
        inset(self._foot, theme, (0, 0, 0, 0), 8)

    def say(self, words: str) -> None:
        """Add a paragraph."""
        self.rows.addWidget(label(words, "second", wrap=True))

    def add_button(self, words: str, *, wide: bool = True) -> KeyButton:
        """Add a button at the foot; the first of a primary door is brass, with Enter in it."""
        is_brass = self.is_primary and not self.buttons
        button = KeyButton(self.theme, words, "primary" if is_brass else "plain", self)
        button.height_px = _BUTTON_PX
        button.set_words(words, ENTER if is_brass else "")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if wide:
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.buttons.append(button)
        self._foot.addWidget(button)
        return button

    def finish(self) -> None:
        """Put the buttons at the foot, once everything else stands above them."""
        self.rows.addLayout(self._foot)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate, its edge in brass where it is the primary one."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            qpainter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colors = painter.colors
            edge = colors.accent if self.is_primary else colors.line2
            box = QRectF(self.rect())
            painter.rounded_box(box, 12, colors.panel, edge, 2 if self.is_primary else 1)


class _Icon(QWidget, Themed):
    """The icon of a door on a plate."""

    def __init__(self, theme: Theme, icon: str, door: Door) -> None:
        super().__init__(door)
        self.begin_theme(theme)
        self._icon, self._door = icon, door
        self.setFixedSize(theme.px(_ICON_PX), theme.px(_ICON_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            qpainter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colors, is_brass = painter.colors, self._door.is_primary
            box = QRectF(self.rect())
            painter.rounded_box(box, 8, colors.accent_ground if is_brass else colors.raised)
            painter.icon(self._icon, box.center(), 20, colors.accent if is_brass else colors.text2)


class FightDoor(Door):
    """Try the first sample, or go on with a fight of earlier times; ``chosen(path)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, view: StartView, parent: QWidget) -> None:
        title = _("Go on with a fight") if view.last else _("Try a fight")
        super().__init__(theme, parent, Sign("swords", title, "1"), is_primary=view.is_first)
        self.tiles: list[FightTile] = []
        self.picture: Picture | None = None
        self._has_last = bool(view.last)
        self.hero = ""
        """The file whose map stands large on the door."""
        self._words = label(role="note")
        self._rules = {one.id: one.title for one in view.rules}
        if view.last:
            self._show_last(view.last)
        elif view.samples:
            self._show_sample(view.samples[0])
        self.finish()

    def _show_sample(self, row: FightRow) -> None:
        self.say(
            _(
                "A raid on an inn, in the middle of a round. Four small deeds show how everything "
                "works; two minutes."
            )
        )
        self.picture, self.hero = Picture(self.theme, self), row.path
        self.rows.addWidget(self.picture, 1)
        self._name(row)
        self.add_button(_("Open the sample")).clicked.connect(lambda: self.chosen.emit(row.path))

    def _show_last(self, rows: tuple[FightRow, ...]) -> None:
        there = [one for one in rows if not one.is_missing]
        hero = there[0] if there else None
        if hero is not None:
            self.picture, self.hero = Picture(self.theme, self, _LOW_PX), hero.path
            self.rows.addWidget(self.picture, 1)
            self._name(hero)
        for row in rows:
            if row is not hero:
                tile = FightTile(self.theme, row, self)
                tile.clicked.connect(lambda _on=False, path=row.path: self.chosen.emit(path))
                self.tiles.append(tile)
                self.rows.addWidget(tile)
        if hero is None:
            self.rows.addStretch(1)
            return
        path = hero.path
        self.add_button(_("Go on")).clicked.connect(lambda: self.chosen.emit(path))

    def _name(self, row: FightRow) -> None:
        lines = QVBoxLayout()
        inset(lines, self.theme, (0, 0, 0, 0), 2)
        lines.addWidget(label(row.title, "strong"))
        lines.addWidget(self._words)
        self._words.setText(row.note)
        self.rows.addLayout(lines)

    def show_seen(self, found: FightSummary, image: QImage) -> None:
        """Show the fight that stands large on the door."""
        if self.picture is not None:
            self.picture.show_image(image)
        if found.why_not:
            self._words.setText(found.why_not)
        elif not self._has_last:
            who = ngettext("{n} combatant", "{n} combatants", found.combatants)
            rules = self._rules.get(found.system, found.system)
            self._words.setText(f"{who.format(n=found.combatants)}, {rules}")


class MapDoor(Door):
    """Bring a map of one's own, take one from the shelf, or draw one.

    Signals: ``file_wanted()``, ``shelf_wanted()``, ``draw_wanted()``.
    """

    file_wanted = Signal()
    shelf_wanted = Signal()
    draw_wanted = Signal()

    def __init__(self, theme: Theme, view: StartView, parent: QWidget) -> None:
        sign = Sign("map", _("Bring a map"), "2")
        super().__init__(theme, parent, sign, is_primary=view.is_new)
        words = _("A picture, a page of a PDF, a scene: its grid is found. Or draw one yourself.")
        self.say(words)
        kinds = _("PNG, JPEG, WebP, PDF; dd2vtt, uvtt, df2vtt; JSON; TMX, TMJ")
        self.rows.addWidget(DropPlace(theme, _("Drop a map here"), kinds, self), 1)
        words = _(
            "Walls, doors and lights come with it where the file has them. A report says what was "
            "read, and asks what it leaves open."
        )
        self.rows.addWidget(label(words, "note", wrap=True))
        self.add_button(_("Choose a file \u2026")).clicked.connect(self.file_wanted)
        self.add_button(_("Maps"), wide=False).clicked.connect(self.shelf_wanted)
        draw = self.add_button(_("Draw one"), wide=False)
        draw.clicked.connect(self.draw_wanted)
        self.finish()


class RulesDoor(Door):
    """Begin on an empty page by some rules.

    Signals: ``rules_chosen(id)``, ``begin_wanted()``.
    """

    rules_chosen = Signal(str)
    begin_wanted = Signal()

    def __init__(self, theme: Theme, view: StartView, parent: QWidget) -> None:
        sign = Sign("scroll-text", _("Begin with these rules"), "3")
        super().__init__(theme, parent, sign, is_primary=False)
        self._rules = {one.id: one for one in view.rules}
        self.say(_("An empty page and the people of a rulebook, ready to be placed."))
        self.choices: dict[str, RulesButton] = {}
        if not view.is_new:
            self._list(view.rules)
        self._summary = label("", "note", wrap=True)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.rows.addWidget(self._summary, 1)
        self._begin = self.add_button("")
        self._begin.clicked.connect(self.begin_wanted)
        self.finish()
        self.show_chosen(view.chosen)

    def _list(self, rules: tuple[RulesRow, ...]) -> None:
        column = QVBoxLayout()
        inset(column, self.theme, (0, 0, 0, 0), 0)
        for one in rules:
            self.choices[one.id] = choice = RulesButton(self.theme, one, self)
            choice.clicked.connect(lambda _on=False, key=one.id: self.rules_chosen.emit(key))
            column.addWidget(choice)
        self.rows.addLayout(column)

    def show_chosen(self, rules: str) -> None:
        """Show which rules are chosen."""
        for key, choice in self.choices.items():
            choice.setChecked(key == rules)
        found = self._rules.get(rules)
        if found is not None:
            self._summary.setText(found.summary)
            self._begin.set_words(_("Begin with {rules}").format(rules=found.title))


class RulesButton(PaintedButton):
    """Rules to choose; the chosen ones stand on a ground of their own, with a mark."""

    def __init__(self, theme: Theme, row: RulesRow, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(row.title)
        self.setAccessibleName(row.title)
        self.setAccessibleDescription(row.summary)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(_RULES_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        colors, px = painter.colors, painter.px
        if self.isChecked():
            painter.rounded_box(box, 8, colors.raised, colors.line2)
            middle = QRectF(box.right() - px(28), box.top(), px(20), box.height()).center()
            painter.icon("check", middle, 16, colors.accent)
        elif self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        words = box.adjusted(px(10), 0, -px(34), 0)
        painter.text(words, self.text(), STRONG, colors.text if self.isChecked() else colors.text2)
