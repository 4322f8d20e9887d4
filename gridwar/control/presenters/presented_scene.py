"""What F11 shows in the game master's own window: the players' map, and a word at its rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records import ground_records as gr
    from gridwar.control.records import scene_records as sr
    from gridwar.control.records.players_records import PlayersRecord


class PresentedScene:
    """Makes it from the players' record; the grid is the window's."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._presenter = PlayersPresenter(controller.session, controller.rules_cache)
        self._ground: Memo[gr.GroundView] = Memo()
        self._scene: Memo[sr.SceneView] = Memo()

    def record(self) -> PlayersRecord:
        """Return all that players are shown."""
        return self._presenter.present(self._controller.sharing.now)

    def scene(self) -> sr.SceneView:
        """Return the map, the very same as long as nothing in it has changed."""
        scene, grid = self.record().scene, self._controller.view.show_grid
        ground = self._ground.get((scene.ground, grid), lambda: replace(scene.ground, grid=grid))
        words = _("Presentation \u00b7 Esc goes back")
        return self._scene.get((scene, ground), lambda: replace(scene, ground=ground, corner=words))
