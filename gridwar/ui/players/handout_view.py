"""A handout, or the picture of a blank screen: as large as there is room, with its caption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPixmap

from gridwar.text import _
from gridwar.ui.map.picture_decoding import decoded
from gridwar.ui.style.fonts import SERIF
from gridwar.ui.tasks.threads import Background
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, ThemedPainter, Voice
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.ui.style.theme import Theme

_CAPTION: Voice = (SERIF, 22, 600)
_CAPTION_PX: Final = 56
_ROOM_PX: Final = 28
_MOST_SIDE_PX: Final = 3840


class PictureSheet(Painted):
    """One picture on a dark ground; decoded beside the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.caption = ""
        self._digest = ""
        self._pixmap = QPixmap()
        self.hide()

    def show_picture(self, digest: str, caption: str, pictures: PictureSource | None) -> None:
        """Show another picture; with none the ground alone."""
        self.setAccessibleName(caption or _("Picture for the players"))
        if (digest, caption) == (self._digest, self.caption):
            return
        self.caption = caption
        if digest != self._digest:
            self._digest, self._pixmap = digest, QPixmap()
            data = pictures.picture_bytes(digest) if pictures is not None and digest else None
            if data is not None:
                self._decode(digest, data)
        self.update()

    def _decode(self, digest: str, data: bytes) -> None:
        reading = Background(self)
        reading.ended.connect(reading.deleteLater)

        def take(image: QImage) -> None:
            if digest == self._digest:
                self._pixmap = QPixmap.fromImage(image)
                self.update()

        reading.run(lambda _tell, _is_stopped: _fitted(decoded(data)), take)

    @property
    def has_picture(self) -> bool:
        """Whether the picture is there to be seen."""
        return not self._pixmap.isNull()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the ground, the picture in its middle, the caption below it."""
        colors = painter.colors
        painter.rounded_box(box, 0, colors.void)
        room = painter.px(_ROOM_PX)
        foot = painter.px(_CAPTION_PX) if self.caption else room
        place = box.adjusted(room, room, -room, -foot)
        if self.has_picture and place.isValid():
            size = QSizeF(self._pixmap.size()).scaled(
                place.size(), Qt.AspectRatioMode.KeepAspectRatio
            )
            where = QRectF(place.topLeft(), size)
            where.moveCenter(place.center())
            painter.qpainter.drawPixmap(where, self._pixmap, QRectF(self._pixmap.rect()))
        if self.caption:
            words = QRectF(box.left() + room, box.bottom() - foot, box.width() - 2 * room, foot)
            painter.text(words, self.caption, _CAPTION, colors.text, MIDDLE)

    def sizeHint(self) -> QSize:
        """Return room for a picture."""
        return QSize(self.theme.px(480), self.theme.px(360))


def _fitted(image: QImage) -> QImage:
    """Return a picture no larger than the largest screens."""
    if max(image.width(), image.height()) <= _MOST_SIDE_PX:
        return image
    most = QSize(_MOST_SIDE_PX, _MOST_SIDE_PX)
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(most, Qt.AspectRatioMode.KeepAspectRatio, smooth)
