"""The bar of outcomes in the attack popover: parts to scale, and whose die decides.

How bad a part is shows in its ground and its hatch, never in colour alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.painting.themed_painter import LABEL, NUMBER, RIGHT, SMALL, STRONG, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.popover_records import AttackView, BarPart
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_BAR_PX = 46
_FACES_PX = 18
_LINE_PX = 22
_WORDS_SIDES_PX = 14
_HATCH_PX, _HATCH_ALPHA = 9, 0.34
_SIDE_PX = 18


class OutcomeBar(Painted):
    """The bar, the faces of the die below it, and the sentence that says whose die it is."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bar: tuple[BarPart, ...] = ()
        self._decides, self._rule = "", ""
        self._working = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: AttackView) -> None:
        """Show the outcomes of an attack; nothing at all without any."""
        self._bar, self._working = view.bar, view.working
        self._decides, self._rule = view.decides, view.decides_rule
        parts = (" ".join(filter(None, (one.words, one.chance, one.faces))) for one in view.bar)
        self.setAccessibleName(". ".join(filter(None, (", ".join(parts), view.decides))))
        self.setVisible(bool(view.bar))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height: bar, faces and sentence, as far as there are any."""
        high = (
            _BAR_PX + 6 + (_FACES_PX if self._has_faces else 0) + (_LINE_PX if self._decides else 0)
        )
        return QSize(self.theme.px(100), self.theme.px(high))

    @property
    def _has_faces(self) -> bool:
        return any(one.faces for one in self._bar)

    def parts(self) -> tuple[tuple[BarPart, QRectF], ...]:
        """Return where each part lies: to scale, but never too narrow to be read."""
        left, width = float(self.theme.px(_SIDE_PX)), self.width() - 2 * self.theme.px(_SIDE_PX)
        high = self.theme.px(_BAR_PX)
        least = [min(self._words_room(one), width / len(self._bar)) for one in self._bar]
        wide = [max(low, one.share * width) for low, one in zip(least, self._bar, strict=True)]
        spare = sum(wide) - width
        can_give = sum(wide) - sum(least)
        if spare > 0 and can_give > 0:
            pairs = zip(wide, least, strict=True)
            wide = [one - spare * (one - low) / can_give for one, low in pairs]
        found = []
        for part, room in zip(self._bar, wide, strict=True):
            found.append((part, QRectF(left, 2, room, high)))
            left += room
        return tuple(found)

    def _words_room(self, part: BarPart) -> float:
        """Return how wide a part has to be for its words to be read."""
        wide = (advance(part.words, LABEL, self.theme), advance(part.chance, NUMBER, self.theme))
        faces = advance(part.faces, SMALL, self.theme)
        return max(*wide, faces) + self.theme.px(_WORDS_SIDES_PX)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        if not self._bar:
            return
        qpainter, parts = painter.qpainter, self.parts()
        qpainter.setOpacity(0.5 if self._working else 1.0)
        whole = parts[0][1].united(parts[-1][1])
        rim = QPainterPath()
        rim.addRoundedRect(whole, painter.px(6), painter.px(6))
        qpainter.save()
        qpainter.setClipPath(rim)
        for part, where in parts:
            self._draw_part(painter, part, where)
        qpainter.restore()
        painter.rounded_box(whole, 6, None, painter.colors.line2)
        if self._has_faces:
            for part, where in parts:
                faces = QRectF(
                    where.left(), where.bottom() + 1, where.width(), painter.px(_FACES_PX)
                )
                painter.text(faces, part.faces, SMALL, painter.colors.text2)
        qpainter.setOpacity(1.0)
        if self._decides:
            line = QRectF(whole.left(), box.bottom() - painter.px(_LINE_PX + 2), whole.width(), 0)
            line.setHeight(painter.px(_LINE_PX))
            used = painter.text(line, self._rule, SMALL, painter.colors.text3, RIGHT)
            words = line.adjusted(0, 0, -used - painter.px(8), 0)
            painter.text(words, self._decides, STRONG, painter.colors.text)

    def _draw_part(self, painter: ThemedPainter, part: BarPart, where: QRectF) -> None:
        colors, qpainter = painter.colors, painter.qpainter
        ground = (colors.control, colors.info_ground, colors.danger_ground)[min(2, part.severity)]
        stroke = (colors.text3, colors.info, colors.danger)[min(2, part.severity)]
        qpainter.save()
        qpainter.setClipRect(where, Qt.ClipOperation.IntersectClip)
        qpainter.fillRect(where, qcolor(ground))
        if part.severity:
            qpainter.setPen(QPen(qcolor(stroke, _HATCH_ALPHA), 1.1))
            for line in _hatch(where, painter.px(_HATCH_PX), rising=True):
                qpainter.drawLine(line)
            if part.severity > 1:
                for line in _hatch(where, painter.px(_HATCH_PX), rising=False):
                    qpainter.drawLine(line)
        qpainter.fillRect(
            QRectF(where.left(), where.top(), 1, where.height()), qcolor(colors.line2)
        )
        qpainter.restore()
        words = where.adjusted(painter.px(8), painter.px(3), -painter.px(4), 0)
        words.setHeight(painter.px(22))
        self._on_ground(painter, words, part.chance, ground, voice=NUMBER)
        words.translate(0, painter.px(20))
        words.setHeight(painter.px(18))
        self._on_ground(painter, words, part.words, ground, voice=LABEL)

    def _on_ground(
        self,
        painter: ThemedPainter,
        box: QRectF,
        words: str,
        ground: str,
        *,
        voice: tuple[str, int, int],
    ) -> None:
        """Draw words on a plate of the part's ground: the hatch must not run through them."""
        wide = min(box.width(), painter.width(words, voice))
        plate = QRectF(
            box.left() - painter.px(2), box.top() + 2, wide + painter.px(4), box.height() - 3
        )
        painter.qpainter.fillRect(plate, qcolor(ground))
        painter.text(box, words, voice, painter.colors.text)


def _hatch(box: QRectF, every: float, *, rising: bool) -> Iterator[QLineF]:
    """Yield parallel lines across a box, at 45 degrees."""
    x = box.left() - box.height()
    while x < box.right():
        ends = QPointF(x, box.bottom()), QPointF(x + box.height(), box.top())
        if not rising:
            ends = QPointF(x, box.top()), QPointF(x + box.height(), box.bottom())
        yield QLineF(*ends)
        x += every
