"""A painter that knows the theme: words, plates, keycaps, pips, dice, small tokens.

Owns how these look wherever they are drawn, in widgets and in list delegates alike. All sizes are
given at 100 % and scaled here; boxes and points are in real pixels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from gridwar.control.records.scene_records import TokenView
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.ui.map.tokens.token_marks import (
    HIDDEN_SIGN_AT,
    LISTED_TURN_SIGN_AT,
    draw_down,
    draw_sign,
)
from gridwar.ui.map.tokens.token_paint import draw_mini_token
from gridwar.ui.style.colors import Palette, map_colors, qcolor
from gridwar.ui.style.fonts import SANS, SERIF, sized_font
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.widgets.painting.listed_token import listed_face
from gridwar.ui.widgets.painting.rule_spots import RuleSpot, rule_spots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridwar.control.records.panel_records import TokenBit
    from gridwar.ui.style.theme import Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

Voice = tuple[str, int, int]
"""Family, size in px at 100 %, weight."""
BODY: Voice = (SANS, 13, 500)
STRONG: Voice = (SANS, 13, 600)
NOTE: Voice = (SANS, 12, 400)
LABEL: Voice = (SANS, 12, 500)
SMALL: Voice = (SANS, 11, 500)
SMALL_STRONG: Voice = (SANS, 11, 600)
NUMBER: Voice = (SANS, 15, 600)
FIGURE: Voice = (SANS, 16, 600)
DIE: Voice = (SANS, 19, 600)
TOTAL: Voice = (SANS, 24, 700)
NAME: Voice = (SERIF, 15, 600)
PANEL: Voice = (SERIF, 16, 600)
TITLE: Voice = (SERIF, 20, 600)

_PIP_PX = 4.0
_PIP_GAP_PX = 4.0
_KEYCAP_PX = 17.0
_INITIALS_LEAST_PX = 11.0
_SIGNED_FROM_PX = 11.0
"""The radius: on smaller tokens the sign of the turn would lie on the letters."""
_UNDERLINE_PX = 6.5
"""How far it is below the middle of a line of small words."""


class ThemedPainter:
    """Draws with one painter in one theme."""

    heard: ClassVar[list[str] | None] = None
    """What is drawn whole, while somebody listens."""

    def __init__(self, qpainter: QPainter, theme: Theme, pointed_rule: str = "") -> None:
        self.qpainter = qpainter
        self.theme = theme
        self.colors = theme.palette
        self.rule_spots: list[RuleSpot] = []
        """The rule ids in the words that were drawn; the one pointed at is underlined."""
        self._pointed_rule = pointed_rule
        qpainter.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )

    def px(self, size_px: float) -> float:
        """Scale a size given at 100 %."""
        return size_px * self.theme.scale

    def font(self, voice: Voice) -> QFont:
        """Return the font of a voice in this scale."""
        return voice_font(voice, self.theme)

    def width(self, words: str, voice: Voice) -> float:
        """Return how wide words are, in real pixels."""
        return advance(words, voice, self.theme)

    def text(
        self,
        box: QRectF,
        words: str,
        voice: Voice,
        color: str,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        """Draw one line of words, cut with an ellipsis to the box; return its width."""
        face = self.font(voice)
        width = self.width(words, voice)
        if width > box.width() + 0.5:
            words = QFontMetricsF(face).elidedText(
                words, Qt.TextElideMode.ElideRight, max(0.0, box.width())
            )
            width = QFontMetricsF(face).horizontalAdvance(words)
        elif self.heard is not None:
            self.heard.append(words)
        self.qpainter.setFont(face)
        self.qpainter.setPen(qcolor(color))
        self.qpainter.drawText(box, align | Qt.TextFlag.TextDontClip, words)
        self._note_rules(rule_spots(words, face, box, align))
        return width

    def wrapped(
        self, box: QRectF, words: str, voice: Voice, color: str, align: Qt.AlignmentFlag = TOP
    ) -> None:
        """Draw words in as many lines as they need, by default from the top of a box."""
        if self.heard is not None:
            self.heard.append(words)
        face = self.font(voice)
        self.qpainter.setFont(face)
        self.qpainter.setPen(qcolor(color))
        self.qpainter.drawText(box, align | Qt.TextFlag.TextWordWrap, words)
        self._note_rules(rule_spots(words, face, box, align, wraps=True))

    def leads_to(self, rule_id: str, box: QRectF, said: str = "") -> None:
        """Let a place lead to a rule whose id is not written there.

        Args:
            rule_id: The rule; empty for none.
            box: The place.
            said: What is told there anyway.
        """
        if rule_id:
            self.rule_spots.append(RuleSpot(rule_id, box, said))

    def _note_rules(self, spots: Iterable[RuleSpot]) -> None:
        """Keep where rule ids stand, in the pen and colour of their words."""
        for spot in spots:
            self.rule_spots.append(spot)
            if spot.rule_id == self._pointed_rule:
                line = spot.words_box
                foot = line.center().y() + self.px(_UNDERLINE_PX)
                self.qpainter.drawLine(QPointF(line.left(), foot), QPointF(line.right(), foot))

    def rounded_box(
        self,
        box: QRectF,
        radius_px: float,
        fill: str | None = None,
        edge: str | None = None,
        edge_px: float = 1.0,
    ) -> None:
        """Draw a rounded box, its edge inside the box."""
        qpainter = self.qpainter
        qpainter.setBrush(qcolor(fill) if fill else Qt.BrushStyle.NoBrush)
        if edge is None:
            qpainter.setPen(Qt.PenStyle.NoPen)
        else:
            qpainter.setPen(QPen(qcolor(edge), edge_px))
            half = edge_px / 2
            box = box.adjusted(half, half, -half, -half)
        radius = min(self.px(radius_px), box.height() / 2)
        qpainter.drawRoundedRect(box, radius, radius)

    def hairline(self, x1: float, x2: float, y: float) -> None:
        """Draw a level line one pixel thick."""
        self.qpainter.fillRect(QRectF(x1, round(y), x2 - x1, 1), qcolor(self.colors.line))

    def icon(self, name: str, center: QPointF, size_px: int, color: str) -> None:
        """Draw an icon around a point."""
        edge = round(self.px(size_px))
        device = self.qpainter.device()
        ratio = device.devicePixelRatioF()
        place = QPointF(round(center.x() - edge / 2), round(center.y() - edge / 2))
        self.qpainter.drawPixmap(place, icon_pixmap(name, edge, color, ratio))

    def focus_ring(self, box: QRectF, radius_px: float = 8) -> None:
        """Mark the widget that has the keyboard."""
        self.rounded_box(box.adjusted(1, 1, -1, -1), radius_px, None, self.colors.accent, 2)

    def keycap(
        self, x: float, middle: float, key: str, color: str, *, right: bool = False
    ) -> float:
        """Draw a key at a left (or right) edge; return its width."""
        width = keycap_width(key, self.theme)
        height = self.px(_KEYCAP_PX)
        box = QRectF(x - width if right else x, middle - height / 2, width, height)
        box = QRectF(round(box.x()), round(box.y()), round(box.width()), round(box.height()))
        self.rounded_box(box, 4, self.colors.control, self.colors.line2)
        self.text(box, key, SMALL, color, MIDDLE)
        return width

    def pips(
        self, x: float, middle: float, pips: Sequence[tuple[PipKind, bool]], color: str
    ) -> float:
        """Draw pips from a left edge on, full ones and empty ones; return their width."""
        for number, (kind, full) in enumerate(pips):
            center = QPointF(
                x + self.px(_PIP_PX + number * (2 * _PIP_PX + _PIP_GAP_PX) + 0.5), middle
            )
            self._pip(center, kind, color if full else None)
        return pips_width(len(pips), self.theme)

    def _pip(self, center: QPointF, kind: PipKind, color: str | None) -> None:
        qpainter, radius = self.qpainter, self.px(_PIP_PX)
        qpainter.setPen(QPen(qcolor(color or self.colors.line2), 1.4))
        qpainter.setBrush(qcolor(color) if color else Qt.BrushStyle.NoBrush)
        if kind is PipKind.OTHERS:
            tip = radius + 0.5
            offsets = ((0, -tip), (tip, 0), (0, tip), (-tip, 0))
            qpainter.drawPolygon(QPolygonF([center + QPointF(dx, dy) for dx, dy in offsets]))
            return
        if kind is PipKind.SMALL:
            radius *= 0.65
        qpainter.drawEllipse(center, radius - 0.5, radius - 0.5)

    def token(
        self,
        center: QPointF,
        radius_px: float,
        token: TokenBit,
        *,
        quiet: bool = False,
    ) -> None:
        """Draw a small token around a point, with its picture or silhouette in place of initials.

        Args:
            center: Where.
            radius_px: Its radius before scaling.
            token: What it shows; its signs are those of the map.
            quiet: Whether it steps back; its letters stay to be read.
        """
        qpainter, radius = self.qpainter, self.px(radius_px)
        face = listed_face(token, 2 * radius, qpainter.device().devicePixelRatioF())
        shown = TokenView(
            "",
            (0, 0),
            face.on_silhouette,
            side=token.side,
            picture=face.silhouette,
            out=token.out,
            hidden=token.hidden,
            faint=quiet,
        )
        draw_mini_token(qpainter, center, radius, shown, face.picture)
        if face.letters:
            size_px = max(_INITIALS_LEAST_PX, radius_px * 0.8)
            box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
            color = map_colors().out_text if token.out or quiet else map_colors().paper
            self.text(box, face.letters, (SANS, round(size_px), 600), color, MIDDLE)
        if token.out:
            draw_down(qpainter, center, radius, radius)
        if token.turn_sign and radius_px >= _SIGNED_FROM_PX:
            draw_sign(qpainter, center, radius, token.turn_sign, LISTED_TURN_SIGN_AT)
        if token.hidden:
            draw_sign(qpainter, center, radius, "eye-off", HIDDEN_SIGN_AT)

    def die(self, box: QRectF, face: str, voice: Voice, *, waiting: bool = False) -> None:
        """Draw a die with a face, or an empty one; ``waiting`` rings the next, or what tells."""
        colors = self.colors
        edge = colors.accent if waiting else colors.line2
        self.rounded_box(box, 6 if voice is DIE else 4, colors.control, edge, 2 if waiting else 1)
        if face:
            self.text(box, face, voice, colors.text, MIDDLE)
        elif waiting:
            height = box.height() * 0.5
            caret = QRectF(box.center().x() - 1, box.center().y() - height / 2, 1.6, height)
            self.qpainter.fillRect(caret, qcolor(colors.accent))

    def bar(self, box: QRectF, fraction: float, notches: Iterable[float] = ()) -> None:
        """Draw a bar, 0 to 1 full and marked at some shares; its colour follows what is left."""
        colors = self.colors
        self.rounded_box(box, 99, colors.control, None)
        fraction = min(1.0, max(0.0, fraction))
        if fraction > 0:
            filled = QRectF(box)
            filled.setWidth(max(box.height() * 0.8, box.width() * fraction))
            self.rounded_box(filled, 99, bar_color(colors, fraction), None)
        self.qpainter.setPen(QPen(qcolor(colors.panel), 1.5))
        for share in notches:
            x = box.left() + box.width() * share
            self.qpainter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))


def voice_font(voice: Voice, theme: Theme) -> QFont:
    """Return the font of a voice in a theme."""
    return sized_font(voice[0], round(voice[1] * theme.scale), voice[2])


def advance(words: str, voice: Voice, theme: Theme) -> float:
    """Return how wide words are, in real pixels."""
    return _advance(words, voice[0], round(voice[1] * theme.scale), voice[2])


def word_lines(words: str, voice: Voice, theme: Theme, width_px: float) -> tuple[str, ...]:
    """Return words in lines that are no wider; a word too long for a line has one of its own."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and advance(longer, voice, theme) > width_px + 0.5:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def keycap_width(key: str, theme: Theme) -> float:
    """Return how wide a keycap is."""
    return max(18 * theme.scale, advance(key, SMALL, theme) + 10 * theme.scale)


def pips_width(count: int, theme: Theme) -> float:
    """Return how wide a row of pips is."""
    return max(0.0, count * (2 * _PIP_PX + _PIP_GAP_PX) - _PIP_GAP_PX + 1) * theme.scale


def bar_color(colors: Palette, fraction: float) -> str:
    """Return the colour of a bar by how much is left."""
    if fraction > 0.5:  # noqa: PLR2004  (half)
        return colors.text2
    return colors.warn if fraction > 0.25 else colors.danger  # noqa: PLR2004  (a quarter)


@lru_cache(8192)
def _advance(words: str, family: str, size_px: int, weight: int) -> float:
    return QFontMetricsF(sized_font(family, size_px, weight)).horizontalAdvance(words)
