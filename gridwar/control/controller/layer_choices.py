"""Which layers of the map are shown at rest: chosen one by one, kept for each rule system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.map_layers import AT_REST, Layer
from gridwar.control.user_settings import MOST_KEPT, SettingsKeeper

if TYPE_CHECKING:
    from gridwar.control.state.controller_protocol import ControllerProtocol


class LayerChoices:
    """Shows layers of the map, or hides them."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Choose for a controller's fight."""
        self._controller = controller
        self._settings = SettingsKeeper()

    def keep_in(self, settings: SettingsKeeper) -> None:
        """Keep in these settings what is chosen, and show what they hold of it."""
        self._settings = settings
        kept = settings.now.layers.get(self._controller.system.id, {})
        on = {layer for layer in Layer if kept.get(layer, layer in AT_REST)}
        self._controller.show(layers=frozenset(on - {Layer.BANDS}))

    def show(self, layer: Layer, *, on: bool) -> None:
        """Show a layer at rest, or hide it; range bands go again with what asked for them."""
        view = self._controller.view
        if layer is Layer.BANDS:
            self._controller.show(show_bands=on)
            return
        shown = view.layers | {layer} if on else view.layers - {layer}
        changes = {"areas_off": frozenset[str]()} if layer is Layer.AREAS and on else {}
        self._controller.show(layers=shown, **changes)
        mine = {str(one): one in shown for one in Layer if (one in shown) != (one in AT_REST)}
        system = self._controller.system.id
        rest = {name: one for name, one in self._settings.now.layers.items() if name != system}
        kept = {**rest, system: mine} if mine else rest
        self._settings.change(layers=dict(list(kept.items())[-MOST_KEPT:]))

    def turn(self, layer: Layer) -> None:
        """Show what is hidden, hide what is shown."""
        view = self._controller.view
        is_on = view.show_bands if layer is Layer.BANDS else layer in view.layers
        self.show(layer, on=not is_on)

    def open_list(self, *, on: bool) -> None:
        """Open the list of layers over the map, or close it."""
        self._controller.show(layer_list=on)

    def show_all(self, *, on: bool) -> None:
        """Show every layer with its names for as long as that is asked for."""
        self._controller.show(shows_all=on)
