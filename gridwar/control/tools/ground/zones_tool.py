"""The tool that paints zones, areas with a name.

A stroke goes into the zone that is taken up; where none is, it begins a new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.control.maps.map_words import zone_name
from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.ground.brush_tool import BrushTool
from gridwar.control.tools.tool_base import ToolGroup, ToolInfo
from gridwar.engine.gm.map_commands import PutZones
from gridwar.model.geometry import footprint
from gridwar.model.painted_layers import Layer
from gridwar.model.zones import LIGHT, SMOKE, Light, Zone
from gridwar.text import _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell


SAMPLES: Final = (
    Zone(id="smoke", kind=SMOKE, name=_("Smoke")),
    Zone(id="thick", kind=SMOKE, name=_("Thick smoke"), strength=2),
    Zone(id="bright", kind=LIGHT, name=_("Bright light"), strength=int(Light.BRIGHT)),
    Zone(id="low", kind=LIGHT, name=_("Low light"), strength=int(Light.LOW)),
    Zone(id="dark", kind=LIGHT, name=_("Darkness"), strength=int(Light.DARK)),
    Zone(id="silence", kind="silence", name=_("Silence")),
    Zone(id="fire", kind="fire", name=_("Fire")),
    Zone(id="gas", kind="gas", name=_("Gas")),
)
"""What a new zone begins as; the form changes the rest."""


class ZonesTool(BrushTool):
    """Paints zones."""

    info = ToolInfo(
        "zones",
        _("Zones"),
        "cloud",
        _("Smoke, light, darkness, silence: areas with a name and a strength"),
        ToolGroup.EDIT,
    )

    def __init__(self, controller: Controller) -> None:
        """Begin with smoke, in a zone of its own."""
        super().__init__(controller)
        self.sample = SAMPLES[0]
        self._active = ""

    @property
    def samples(self) -> tuple[Zone, ...]:
        """What a new zone may begin as: the usual ones, and those the rules know of."""
        return (*SAMPLES, *self._controller.system.data.zones())

    @property
    def active(self) -> Zone | None:
        """The zone that strokes go into; None where the next one begins a new one."""
        return next((zone for zone in self.page.zones if zone.id == self._active), None)

    def begin(self, sample: Zone) -> None:
        """Let the next stroke begin a new zone like a sample."""
        self.sample, self._active = sample, ""
        self.set_brush(erases=False)

    def lay_everywhere(self, sample: Zone) -> None:
        """Begin a zone that covers the whole map and all beyond its edge."""
        self.sample = sample
        self._controller.submit(self._begun(frozenset()))
        self.set_brush(erases=False)

    def lay_over_floor(self) -> None:
        """Lay the zone that is chosen over the whole floor that is shown, or begin one there.

        One that lay everywhere is left on that floor alone: smoke in a cellar is in no attic.
        """
        floor, zone = self._controller.floors.shown, self.active
        if floor is None:
            return
        cells = frozenset(footprint(floor.at, floor.size))
        if zone is None:
            self._controller.submit(self._begun(cells))
        else:
            both = tuple(sorted(cells.union(zone.cells)))
            self._controller.submit(PutZones(put=(zone.replace(cells=both, everywhere=False),)))
        self.set_brush(erases=False)

    def take(self, zone_id: str) -> None:
        """Let strokes go into a zone."""
        self._active = zone_id
        self.set_brush(erases=False)

    def remove(self, zone_id: str) -> None:
        """Take a zone away."""
        self.submit(PutZones(gone=(zone_id,)))

    def deactivate(self) -> None:
        """Forget the stroke and which zone it was."""
        super().deactivate()
        self._active = ""

    def command(self, where: Layer) -> Command | None:
        """Return the command that widens, narrows or begins a zone."""
        cells = where.cells()
        zone = self.active
        if zone is None:
            return None if self.brush.erases else self._begun(cells)
        kept = frozenset(zone.cells) - cells if self.brush.erases else cells.union(zone.cells)
        if not kept and not zone.everywhere:
            return PutZones(gone=(zone.id,))
        changed = zone.replace(cells=tuple(sorted(kept)))
        return PutZones(put=(changed,)) if changed != zone else None

    def _begun(self, cells: frozenset[Cell]) -> Command:
        self._active = fresh_id({zone.id for zone in self.page.zones}, "zone")
        new = self.sample.replace(id=self._active, cells=tuple(sorted(cells)))
        return PutZones(put=(new,))

    def like(self, cell: Cell) -> NDArray[np.bool_]:
        """Return where the same zones lie as on a cell."""
        found = np.ones((self.page.height, self.page.width), np.bool_)
        for zone in self.page.zones:
            lies = Layer.marking(filter(self.page.contains, zone.cells)).view(*self.page.size) > 0
            found &= lies == lies[cell.y, cell.x]
        return found

    def pick(self, cell: Cell) -> None:
        """Take up the zone on a cell, the last one first."""
        here = [zone.id for zone in self.page.zones if cell in zone.cells]
        if here:
            self.take(here[-1])

    def step_kind(self, by: int) -> None:
        """Begin a zone of the next kind."""
        samples = self.samples
        ids = [sample.id for sample in samples]
        at = ids.index(self.sample.id) if self.sample.id in ids else 0
        self.begin(samples[(at + by) % len(samples)])

    def words(self) -> str:
        """Return the zone's name."""
        zone = self.active
        return zone_name(self.sample if zone is None else zone)

    def key(self, event: KeyEvent) -> bool:
        """Take a key; Delete takes the zone away that is taken up."""
        if event.pressed and event.key == "delete" and self.active is not None:
            self.remove(self._active)
            return True
        return super().key(event)

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the brush, and the edge of the zone that is taken up."""
        zone = self.active
        if zone is None or self.stroke is not None:
            return super().overlays()
        edge = sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset(zone.cells), filled=False)
        return (edge, *super().overlays())
