"""The grid of the map's picture looked for anew, and the picture straightened by it.

Owns the work beside the window and where what it makes goes; the tool that sets up the map
proposes it. Pictures that are being imported are searched while they are read.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.state.view_state import Notice
from gridwar.errors import MapError
from gridwar.formats.picture_headers_and_limits import look_at_start
from gridwar.text import _
from gridwar.ui.map import picture_decoding

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.grid_finding import GridFinding
    from gridwar.model.battlemap import Picture
    from gridwar.ui.tasks.threads import IsStopped, Progress
    from gridwar.ui.window.application_host import FightHost
    from gridwar.ui.window.window_parts import Parts

_STRAIGHTENED_SHARE = 0.7


class _Straightened(Struct, frozen=True):
    """Another picture, and the grid on it."""

    data: bytes
    picture: Picture
    finding: GridFinding


def wire_printed_grid(parts: Parts, host: FightHost) -> None:
    """Connect the tool that asks for it."""
    parts.controller.map_import.look_for_grid = partial(_look, parts, host)
    parts.controller.map_import.straighten = partial(_straighten, parts, host)


def _look(
    parts: Parts, host: FightHost, picture: Picture, found: Callable[[GridFinding], None]
) -> None:
    data = _bytes_of(parts, host, picture)
    if data is None:
        return

    def work(tell: Progress, is_stopped: IsStopped) -> GridFinding:
        from gridwar.ui.map.ground.printed_grid_search import find_in  # here: it is slow

        return find_in(picture_decoding.decoded(data), (), tell, is_stopped)

    parts.files.load(_("Looking for the grid"), work, found)


def _straighten(
    parts: Parts,
    host: FightHost,
    picture: Picture,
    finding: GridFinding,
    made: Callable[[Picture, GridFinding], None],
) -> None:
    data = _bytes_of(parts, host, picture)
    if data is None:
        return

    def work(tell: Progress, is_stopped: IsStopped) -> _Straightened:
        from gridwar.ui.map.ground.printed_grid_search import find_in
        from gridwar.ui.map.ground.straightened_pictures import straightened

        def tell_first(share: float, words: str) -> None:
            tell(share * _STRAIGHTENED_SHARE, words)

        def tell_last(share: float, words: str) -> None:
            tell(_STRAIGHTENED_SHARE + share * (1 - _STRAIGHTENED_SHARE), words)

        drawn = straightened(data, finding, tell_first, is_stopped)
        info, digest = look_at_start(drawn), hashlib.sha256(drawn).hexdigest()
        sizes = picture_decoding.decode(digest, drawn, is_stopped)
        if not sizes:
            raise MapError(_("The picture could not be turned. Lay its grid by hand."))
        other = picture.replace(sha256=digest, width_px=info.width_px, height_px=info.height_px)
        return _Straightened(drawn, other, find_in(sizes[0], (), tell_last, is_stopped))

    def done(straight: _Straightened) -> None:
        host.file.keep_picture(straight.data)
        made(straight.picture, straight.finding)

    parts.files.load(_("Straightening the picture"), work, done)


def _bytes_of(parts: Parts, host: FightHost, picture: Picture) -> bytes | None:
    """Return the file of the map's picture; tell it where that is not there."""
    data = host.file.picture_bytes(picture.sha256)
    if data is None:
        text = _("The picture of the map is not in the file of this fight: import it anew.")
        parts.controller.tell(Notice(text, tone="error"))
    return data
