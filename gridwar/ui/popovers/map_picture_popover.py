"""The popover on which a picture of the map is chosen: what it is to be, and a small one of it.

Owns how the small picture lies in it, with the edges of the pages where it is to be printed. Which
choices there are is the form's; drawing is given to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPen
from PySide6.QtWidgets import QSizePolicy

from gridwar.text import _
from gridwar.ui.popovers.form_popover import FormPopover
from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, NOTE, SMALL_STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.maps.printed_pages import PrintedPages
    from gridwar.ui.style.theme import Theme

PREVIEW_PX = 140
_INSET_PX = 12
_LEAST_NAMED_PX = 26
"""A page is named on the small picture where it is so wide."""


class MapPicturePopover(FormPopover):
    """The form, with the small picture above its fields."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Picture of the map"))
        self.preview = MapPreview(theme, self)
        self.rows.insertWidget(2, self.preview)


class MapPreview(Painted):
    """The map as it will be saved, small."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._image = QImage()
        self._pages: PrintedPages | None = None
        self.is_late = False
        """Whether another picture is being drawn."""
        self.setAccessibleName(_("Preview"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return one height, whatever is shown, so that nothing moves."""
        return QSize(self.theme.px(300), self.theme.px(PREVIEW_PX))

    @property
    def room(self) -> QSizeF:
        """How large the picture may be, in pixels of the widget."""
        edge = 2 * self.theme.px(_INSET_PX)
        return QSizeF(max(1, self.width() - edge), max(1, self.height() - edge))

    def wait(self) -> None:
        """Show the old picture faintly: another is being drawn."""
        self.is_late = True
        self.update()

    def show_picture(self, image: QImage, pages: PrintedPages | None) -> None:
        """Show a picture, and the pages it is cut into."""
        self._image, self._pages, self.is_late = image, pages, False
        count = 0 if pages is None else len(pages.pages)
        self.setAccessibleDescription(_("{n} pages").format(n=count) if count > 1 else "")
        self.update()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the picture in the middle."""
        painter.qpainter.fillRect(box, qcolor(painter.colors.void))
        if self._image.isNull():
            painter.text(box, _("Drawing \u2026"), NOTE, painter.colors.text2, MIDDLE)
            return
        size = QSizeF(self._image.size()) / self._image.devicePixelRatio()
        shown = QRectF(QPointF(), size.scaled(self.room, Qt.AspectRatioMode.KeepAspectRatio))
        shown.moveCenter(box.center())
        painter.qpainter.setRenderHint(painter.qpainter.RenderHint.SmoothPixmapTransform)
        painter.qpainter.setOpacity(0.5 if self.is_late else 1.0)
        painter.qpainter.drawImage(shown, self._image)
        if self._pages is not None and len(self._pages.pages) > 1:
            self._draw_pages(painter, shown, self._pages)
        painter.qpainter.setOpacity(1.0)

    def _draw_pages(self, painter: ThemedPainter, shown: QRectF, pages: PrintedPages) -> None:
        """Draw the edges of the pages and, where there is room, their names."""
        scale = shown.width() / pages.box[2]
        colors, under = painter.colors, painter.qpainter
        under.setBrush(Qt.BrushStyle.NoBrush)
        places = []
        for page in pages.pages:
            corner = QPointF(page.box[0] - pages.box[0], page.box[1] - pages.box[1]) * scale
            places.append(QRectF(shown.topLeft() + corner, QSizeF(*page.box[2:]) * scale))
        for color, width in ((colors.void, 3.0), (colors.accent, 1.2)):
            under.setPen(QPen(qcolor(color), painter.px(width)))
            under.drawRects(places)
        for page, place in zip(pages.pages, places, strict=True):
            if place.width() < painter.px(_LEAST_NAMED_PX):
                continue
            width = painter.width(page.name, SMALL_STRONG) + painter.px(10)
            plate = QRectF(place.topLeft(), QSizeF(width, painter.px(17)))
            plate.translate(painter.px(3), painter.px(3))
            painter.rounded_box(plate, 4, colors.panel)
            painter.text(plate, page.name, SMALL_STRONG, colors.text, MIDDLE)
