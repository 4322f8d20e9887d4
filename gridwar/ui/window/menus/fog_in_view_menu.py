"""What the View menu has of fog: the hatch over what players do not know, and others' eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.map_layers import Layer
from gridwar.text import _
from gridwar.ui.window.menus.menu_declaration import State

if TYPE_CHECKING:
    from gridwar.ui.window.menus.menu_declaration import Menu
    from gridwar.ui.window.window_parts import Parts


def declare_fog(view: Menu[Parts]) -> None:
    """Declare the entries of the View menu that have to do with fog."""

    @view.switch(
        "view.hatch",
        _("Fog of the players"),
        _("Hatches what players do not know, and dots what they only remember"),
        State(on=lambda parts: Layer.FOG in parts.controller.view.layers),
    )
    def _show_hatch(parts: Parts, on: bool) -> None:
        parts.controller.layers.show(Layer.FOG, on=on)

    view.toggle(
        "view.as_selected",
        _("As those selected see it"),
        "seen_as_selected",
        _("What is out of their sight is covered or dimmed; the same key or Esc comes back"),
    )
