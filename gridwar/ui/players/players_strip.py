"""The strip of the players: the round, whose turn it is, who comes next; dark on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize

from gridwar.control.records.panel_records import TokenBit
from gridwar.text import _
from gridwar.ui.map.tokens.silhouette_drawing import known_silhouette
from gridwar.ui.style.fonts import SERIF
from gridwar.ui.widgets.painting.themed_painter import BODY, TITLE, ThemedPainter, Voice
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.players_records import Face, StripView
    from gridwar.ui.style.theme import Theme

HEIGHT_PX: Final = 58
_SIDE_PX: Final = 24
_GAP_PX: Final = 14
_RADIUS_PX: Final = 15
_NOW_NAME: Voice = (SERIF, 18, 600)
_NEXT_NAME: Voice = (SERIF, 18, 600)
_MOST_NAME_PX: Final = 260
_NAME_SHARE: Final = 0.3
"""The most that a name takes of the strip."""


class PlayersStrip(Painted):
    """Draws a `StripView`; there is nothing to be clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view: StripView | None = None
        self.setFixedHeight(theme.px(HEIGHT_PX))
        self.setAccessibleName(_("Round and turns"))

    def show_strip(self, view: StripView | None) -> None:
        """Show another state."""
        if view == self.view:
            return
        self.view = view
        self.setVisible(view is not None)
        faces = () if view is None else view.faces
        named = [one.name for one in faces if one.now]
        title = "" if view is None else view.title
        self.setAccessibleDescription(", ".join(filter(None, (title, *named))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the strip."""
        return QSize(self.theme.px(320), self.theme.px(HEIGHT_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the round, then the faces from left to right."""
        colors, view = painter.colors, self.view
        painter.rounded_box(box, 0, colors.window)
        painter.hairline(box.left(), box.right(), box.bottom() - 1)
        if view is None:
            return
        x = box.left() + painter.px(_SIDE_PX)
        room = QRectF(x, box.top(), box.right() - x, box.height())
        x += painter.text(room, view.title, TITLE, colors.text)
        if not view.faces:
            return
        x += painter.px(_GAP_PX)
        middle = box.center().y()
        edge = QRectF(x, middle - painter.px(13), 1, painter.px(26))
        painter.rounded_box(edge, 0, colors.line2)
        x += painter.px(_GAP_PX + 4)
        for face in view.faces:
            width = self._width(painter, face, box.width())
            if x + width > box.right() - painter.px(_SIDE_PX):
                rest = QRectF(x, box.top(), box.right() - x, box.height())
                painter.text(rest, "\u2026", BODY, colors.text2)
                return
            self._face(painter, QRectF(x, box.top(), width, box.height()), face)
            x += width + painter.px(_GAP_PX)

    def _width(self, painter: ThemedPainter, face: Face, strip: float) -> float:
        disc = painter.px(2 * _RADIUS_PX)
        if not (face.now or face.next):
            return disc
        most = min(painter.px(_MOST_NAME_PX), strip * _NAME_SHARE)
        width = disc + painter.px(8) + min(most, painter.width(face.name, _NOW_NAME))
        if face.now:
            return width + painter.px(24)
        return width + painter.px(8) + painter.width(_("next"), BODY)

    def _face(self, painter: ThemedPainter, box: QRectF, face: Face) -> None:
        colors, middle = painter.colors, box.center().y()
        radius = painter.px(_RADIUS_PX)
        x = box.left()
        if face.now:
            plate = QRectF(x, middle - painter.px(20), box.width(), painter.px(40))
            painter.rounded_box(plate, 20, colors.accent_ground, colors.accent, 2)
            x += painter.px(7)
        picture = None if known_silhouette(face.picture) else face.picture
        token = TokenBit(face.letters, face.side, False, picture, False, "")
        painter.token(QPointF(x + radius, middle), _RADIUS_PX, token, quiet=face.acted)
        x += 2 * radius + painter.px(8)
        if not (face.now or face.next):
            return
        end = box.right() - (painter.px(14) if face.now else 0)
        if face.next:
            note = painter.width(_("next"), BODY)
            where = QRectF(end - note, box.top(), note + 1, box.height())
            painter.text(where, _("next"), BODY, colors.text3)
            end -= note + painter.px(8)
        words = QRectF(x, box.top(), end - x, box.height())
        voice = _NOW_NAME if face.now else _NEXT_NAME
        painter.text(words, face.name, voice, colors.accent if face.now else colors.text)
