"""What the command line draws: a fight, or its map, without a window."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.ui.map.map_to_png import render_ground, render_png

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.control.controller.controller import Controller
    from gridwar.model.battlemap import BattleMap


class _Pictures(NamedTuple):
    """The pictures of a fight that was only read."""

    blobs: tuple[bytes, ...]

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""
        found = (one for one in self.blobs if hashlib.sha256(one).hexdigest() == digest)
        return next(found, None)


def draw_fight(
    controller: Controller, blobs: tuple[bytes, ...], target: Path, cell_px: int
) -> None:
    """Draw a fight as the game master sees it, into a PNG file."""
    view = ScenePresenter(controller, Toolbox(controller)).present()
    render_png(view, target, cell_px, _Pictures(blobs))


def painted(battle_map: BattleMap, blobs: tuple[bytes, ...], cell_px: int) -> bytes:
    """Draw a map without anybody on it, as a PNG."""
    return render_ground(battle_map, cell_px, _Pictures(blobs))
