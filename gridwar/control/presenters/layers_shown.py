"""The list of what can be shown on the map: its layers, what of each there is, which are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.maps.fog_words import MODE_WORDS
from gridwar.control.maps.light_words import light_note
from gridwar.control.maps.map_words import zone_name
from gridwar.control.memo import Memo
from gridwar.control.presenters.aim_and_tie_overlays import TIE_LAYERS
from gridwar.control.records import layer_records as lr
from gridwar.control.state.map_layers import Layer
from gridwar.model.memory import FogMode
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.measuring.threats import ThreatPresenter
    from gridwar.control.presenters.route_and_reach_overlays import WayPresenter

WORDS: Final[Mapping[Layer, str]] = {
    Layer.REACH: _("Cheapest way"),
    Layer.FURTHER: _("Dearer ways"),
    Layer.THREATS: _("Threats that touch it"),
    Layer.ALL_THREATS: _("All threats"),
    Layer.AREAS: _("Areas of the rules"),
    Layer.ZONES: _("Zones of the map"),
    Layer.LIGHT: _("Light and darkness"),
    Layer.FIELDS: _("Fields of fire, courses"),
    Layer.AIMS: _("Aims"),
    Layer.LINKS: _("In touch"),
    Layer.TIES: _("Other ties"),
    Layer.BANDS: _("Range bands"),
    Layer.TRAIL: _("Way gone"),
    Layer.PINS: _("Pins"),
    Layer.NAMES: _("Names"),
    Layer.FOG: _("Fog of the players"),
}
LINES: Final = tuple(one for one in Layer if one not in (Layer.BANDS, Layer.NAMES))
"""What is counted where it is hidden: what the fight has, as opposed to what is measured."""
MOST_SAID: Final = 2
"""So many names stand in a row; of more there is their number."""


class LayersPresenter:
    """Makes the list; keeps it while nothing of it has changed."""

    def __init__(
        self, controller: Controller, ways: WayPresenter, threats: ThreatPresenter
    ) -> None:
        """Present the layers of a controller's map; ways and threats say what there is of them."""
        self._controller = controller
        self._ways = ways
        self._threats = threats
        self._notes: Memo[Mapping[Layer, str]] = Memo()
        self._view: Memo[lr.LayersView] = Memo()

    def present(self) -> lr.LayersView:
        """Return the list as it is now."""
        controller, view, last = self._controller, self._controller.view, self._view.last
        if view.plan is not None and last is not None:
            return last  # a drag changes what is near at each step
        actor = controller.actor
        named = () if actor is None else self._ways.named(actor)
        near = self._threats.near() if controller.encounter.round else ()
        notes = self._notes.get(
            (controller.encounter, actor, named, near), lambda: self._what_there_is(named, near)
        )
        return self._view.get(
            (notes, view.layers, view.show_bands, view.layer_list, view.shows_all),
            lambda: self._of(notes),
        )

    def _of(self, notes: Mapping[Layer, str]) -> lr.LayersView:
        view = self._controller.view
        shown = {layer: layer in view.layers for layer in Layer}
        shown[Layer.BANDS] = view.show_bands
        rows = tuple(
            lr.LayerRow(layer, WORDS[layer], notes[layer], shown[layer]) for layer in Layer
        )
        hidden = [layer for layer in LINES if notes[layer] and not shown[layer]]
        return lr.LayersView(rows, view.layer_list, view.shows_all, len(hidden))

    def _what_there_is(self, named: tuple[str, ...], near: tuple[str, ...]) -> dict[Layer, str]:
        """Return in a few words what there is of each; nothing where there is nothing to show."""
        controller, encounter = self._controller, self._controller.encounter
        actor, known = controller.actor, controller.rules_cache
        foes = self._threats.foes() if encounter.round else ()
        found = {
            Layer.REACH: "".join(named[:1]),
            Layer.FURTHER: _some(named[1:]),
            Layer.THREATS: _some(encounter[one].name for one in near),
            Layer.ALL_THREATS: _count(len(foes)) if len(foes) > len(near) else "",
            Layer.AREAS: _some(dict.fromkeys(one.label for one in known.areas() if one.cells)),
            Layer.NAMES: _count(sum(one.pos is not None for one in encounter.everyone())),
            Layer.ZONES: _some(zone_name(one) for one in encounter.map.zones if one.cells),
            Layer.LIGHT: light_note(encounter),
            Layer.PINS: _count(len(encounter.map.pins)),
        }
        if encounter.vision.mode is not FogMode.OFF:
            found[Layer.FOG] = MODE_WORDS[encounter.vision.mode]
        for kind, layer in TIE_LAYERS.items():
            found[layer] = _count(sum(one.kind == kind for one in known.scenery().ties))
        if actor is not None:
            own = controller.rules_cache.overlays(actor, controller.view.weapon)
            has_field = bool(own.arcs or own.danger or own.course)
            found[Layer.FIELDS] = encounter[actor].name if has_field else ""
            found[Layer.BANDS] = _count(len(own.rings))
            found[Layer.TRAIL] = encounter[actor].name if encounter[actor].trail else ""
        return {layer: found.get(layer, "") for layer in Layer}


def _some(names: Iterable[str]) -> str:
    """Return a few names, or how many there are."""
    all_names = tuple(names)
    return ", ".join(all_names) if len(all_names) <= MOST_SAID else _count(len(all_names))


def _count(number: int) -> str:
    return str(number) if number else ""
