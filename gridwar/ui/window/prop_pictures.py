"""Pictures of one's own as props: chosen, read beside the window, kept in the fight's file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from gridwar.control.state.view_state import Notice
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.errors import GridwarError
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, Size
from gridwar.model.props import MOST_PROP_NAME, Prop, PropTraits
from gridwar.text import _
from gridwar.ui.combatants.token_pictures import picture_hash
from gridwar.ui.file_dialogs import FileKind, ask_which
from gridwar.ui.map.tokens.token_picture_reading import picture_of_file
from gridwar.ui.tasks.threads import Background

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.ui.window.window_parts import Parts

_MOST_CELLS = 3
"""To the longer side of a picture that was not sized yet."""


def choose_picture(parts: Parts) -> None:
    """Ask for the file of a picture, and let clicks place it."""
    kinds = _("Pictures (*.png *.jpg *.jpeg *.webp)")
    path = ask_which(parts.window, _("Picture of the prop"), kinds, FileKind.PICTURE)
    if path is not None:
        take_picture(parts, path)


def take_picture(parts: Parts, path: Path) -> None:
    """Read a picture beside the window, and let clicks place it.

    A file that is no picture is told of, with its name, and nothing is changed.
    """

    def tell(error: GridwarError) -> None:
        parts.controller.tell(Notice(str(error), tone="error"))

    reading = Background(parts.window)
    reading.failed.connect(tell)
    reading.ended.connect(reading.deleteLater)

    def read(_tell: object, _is_stopped: object) -> bytes:
        return picture_of_file(path, is_square=False)

    reading.run(read, partial(_taken, parts, path.stem))


def _taken(parts: Parts, name: str, data: bytes) -> None:
    try:
        parts.controller.map_import.keep_picture(data)
    except GridwarError as error:
        parts.controller.tell(Notice(str(error), tone="error"))
        return
    tool = parts.tools.tools[PropsTool.info.id]
    assert isinstance(tool, PropsTool)
    parts.tools.take(PropsTool.info.id)
    tool.take_picture(own_prop(name, data))


def own_prop(name: str, data: bytes) -> Prop:
    """Return a prop with a picture, as large as its sides suggest.

    Args:
        name: What it is called.
        data: The bytes of the picture.
    """
    image = QImage.fromData(data)
    w, h = max(image.width(), 1), max(image.height(), 1)
    longer = max(w, h)
    least = min(w, h) / longer
    cells = 1 if least > 2 / 3 else min(_MOST_CELLS, round(1 / max(least, 1 / _MOST_CELLS)))
    size = Size(cells, 1) if w >= h else Size(1, cells)
    return Prop.constant(
        id="",
        name=name[:MOST_PROP_NAME],
        at=Cell(0, 0),
        size=size,
        picture=picture_hash(data),
        upright=PropTraits.constant(cover=CoverDegree.HALF, height_m=1.0, extra_steps=1),
    )
