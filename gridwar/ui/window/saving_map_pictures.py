"""Saving a picture of the map: the form with its small picture, then the file, drawn in steps.

Owns what happens between the menu and the file. What may be chosen is ``map_picture_choices``',
what is on the picture ``presenters.map_pictures``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QSizeF, Qt

from gridwar.control.forms.map_picture_form import chosen, picture_form
from gridwar.control.maps.map_picture_choices import (
    drawn_box,
    drawn_cell_px,
    problem,
    remembered,
    to_remember,
)
from gridwar.control.maps.printed_pages import PAPERS, printed_pages
from gridwar.control.presenters.map_pictures import picture_scene
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.errors import Cancelled
from gridwar.storage.atomic_write import write_bytes
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_where
from gridwar.ui.map.map_to_pdf import pdf_of
from gridwar.ui.map.map_to_png import AsShown, part_in_steps, png_of
from gridwar.ui.tasks.stepped_task import SteppedTask

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from PySide6.QtGui import QImage

    from gridwar.control.maps.printed_pages import PrintedPages
    from gridwar.control.records.ground_records import Box, PictureSource
    from gridwar.control.records.scene_records import SceneView
    from gridwar.model.encounter import Encounter
    from gridwar.ui.popovers.map_picture_popover import MapPicturePopover
    from gridwar.ui.tasks.threads import IsStopped
    from gridwar.ui.window.window_parts import Parts

_PREVIEW_CELL_PX, _PREVIEW_PIXELS = 36, 1_500_000
_DRAWN_SHARE = 0.9
"""Of the progress: what is drawn; the rest is writing."""


class MapPictures:
    """The popover of a window, and what comes of it."""

    def __init__(
        self, parts: Parts, popover: MapPicturePopover, pictures: PictureSource | None
    ) -> None:
        self._parts = parts
        self._popover = popover
        self._pictures = pictures
        self._choices = remembered(parts.settings.now.map_picture)
        self._seen: Box = (0, 0, 0, 0)
        self._drawing = SteppedTask(popover)
        popover.cancelled.connect(self._leave)
        popover.changed.connect(self._change)
        popover.submitted.connect(self._save)
        self._shown: Encounter | None = None
        """What the small picture is of."""
        parts.controller.subscribe(self._follow)

    def ask(self) -> None:
        """Show the form for the map as it is in view now."""
        view = self._parts.map
        far = view.viewport().rect().bottomRight()
        left, top = view.to_cells(view.viewport().rect().topLeft().toPointF())
        right, bottom = view.to_cells(far.toPointF())
        self._seen = (left, top, right - left, bottom - top)
        self._popover.begin()
        self._show()
        self._popover.show()
        self._popover.take_keyboard()
        self._preview()

    def _follow(self) -> None:
        """Draw the small picture anew where the fight is another one below the form."""
        now = self._parts.controller.encounter
        if self._popover.isVisible() and now is not self._shown:
            self._show()
            self._preview()

    def _leave(self) -> None:
        self._drawing.give_up()
        self._popover.hide()

    def _show(self) -> None:
        page = self._parts.controller.encounter.map
        self._popover.show_view(picture_form(self._choices, page, self._seen))

    def _change(self, key: str, _text: str) -> None:
        before = self._choices
        self._choices = chosen(before, key, self._popover.body.fields[key].value())
        if self._choices != before:
            self._show()
            self._preview()

    def _box(self) -> Box:
        controller = self._parts.controller
        shown = controller.view.floor
        return drawn_box(self._choices, controller.encounter.map, self._seen, shown)

    # --- the small picture -----------------------------------------------------------------------

    def _preview(self) -> None:
        self._shown = self._parts.controller.encounter
        self._popover.preview.wait()
        self._drawing.begin(self._previewed())

    def _previewed(self) -> Generator[None, None, None]:
        yield
        box, preview = self._box(), self._popover.preview
        ratio = preview.devicePixelRatio()
        size = preview.room * ratio
        fitting = min(size.width() / box[2], size.height() / box[3])
        # Larger than it is shown: on a small map tokens are drawn larger than their squares.
        most = (_PREVIEW_PIXELS / (box[2] * box[3])) ** 0.5
        image = yield from self._drawn(
            self._scene(), max(fitting, min(_PREVIEW_CELL_PX, most)), lambda _share: None
        )
        yield
        small = (QSizeF(box[2], box[3]) * fitting).toSize().expandedTo(QSize(1, 1))
        ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        shown = image.scaled(small, *ways)
        shown.setDevicePixelRatio(ratio)
        preview.show_picture(shown, self._pages(box))

    def _pages(self, box: Box) -> PrintedPages | None:
        if self._choices.kind != "pdf" or problem(self._choices, box):
            return None
        return printed_pages(box, PAPERS[self._choices.paper])

    def _scene(self) -> SceneView:
        parts = self._parts
        return picture_scene(ScenePresenter(parts.controller, parts.tools), self._choices)

    def _drawn(
        self,
        scene: SceneView,
        cell_px: float,
        tell: Callable[[float], None],
        *,
        is_clear: bool = False,
    ) -> Generator[None, None, QImage]:
        shown = AsShown(self._pictures, self._parts.map.map_scene.ground, is_clear)
        return part_in_steps(scene, self._box(), cell_px, shown, tell)

    # --- the file --------------------------------------------------------------------------------

    def _save(self) -> None:
        """Ask where to, and draw it there; the form stays open where no file is chosen."""
        if problem(self._choices, self._box()):
            self._popover.take_keyboard()  # goes to the field that says why
            return
        parts, kind = self._parts, self._choices.kind
        words, kinds = {
            "png": (_("Save a picture of the map"), "PNG (*.png)"),
            "pdf": (_("Save the map as pages"), "PDF (*.pdf)"),
        }[kind]
        parts.settings.change(map_picture=to_remember(self._choices))
        title = parts.controller.encounter.title
        path = ask_where(parts.window, words, kinds, title, FileKind.EXPORT)
        if path is not None:
            self._leave()
            parts.files.write(path, self._written(path))

    def _written(self, path: Path) -> Generator[None, None, Callable[[IsStopped], None]]:
        parts, box = self._parts, self._box()
        page = parts.controller.encounter.map
        # What the fight is called may tell players what is to come.
        title = "" if self._choices.whom == "players" else parts.controller.encounter.title
        pages, share = self._pages(box), parts.files.shares_of(path)
        cell_px = drawn_cell_px(self._choices, page, box)
        scene = self._scene()
        # On paper a sketch is drawn as strokes, sharp at any size, and the picture lies upon it.
        ground = scene.ground
        is_bare = ground.picture is None and ground.floor is None
        below = ground if pages is not None and ground.sketch is not None and is_bare else None
        image = yield from self._drawn(
            scene, cell_px, lambda done: share(done * _DRAWN_SHARE), is_clear=below is not None
        )

        def write(is_stopped: IsStopped) -> None:
            if pages is None:
                data = png_of(image)
            else:
                data = pdf_of(image, pages, title, is_stopped, below)
            if is_stopped():
                raise Cancelled
            write_bytes(path, data)

        return write
