"""The tool for sources of light: a click places one, drags move it, hand it over, change its reach.

States are named: idle, or a drag of a sign or a handle. Nothing changes before a drag is let go;
each is one command. What is dragged shines on the map meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.light_presets import PRESETS, preset
from gridwar.control.maps.map_words import capital
from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.control.tools.lights import light_handles, light_overlays
from gridwar.control.tools.lights.light_handles import Held, LightDrag
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo, snapped_to_cell
from gridwar.engine.gm.light_commands import GiveLight, PutLights, SwitchLights
from gridwar.engine.perception.light_of_fight import light_name, place_of
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at, centre_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.lights import LightSource

_PRESET_KEYS = {str(number): one.id for number, one in enumerate(PRESETS, start=1)}
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class LightsTool(Tool):
    """Places and changes sources of light."""

    info = ToolInfo(
        "lights",
        _("Lights"),
        "sun",
        _("Torches, lamps, darkness: click to place, drag onto somebody to carry"),
        ToolGroup.SIGHT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with torches."""
        super().__init__(controller)
        self.preset = preset("torch")
        self.drag: LightDrag | None = None
        self._chosen = ""

    @property
    def encounter(self) -> Encounter:
        """The fight."""
        return self._controller.encounter

    @property
    def chosen(self) -> LightSource | None:
        """The source whose reach is shown and can be dragged."""
        return self.source(self._chosen)

    def source(self, light_id: str) -> LightSource | None:
        """Return the source of an id; None where it is gone."""
        sources = self.encounter.map.light_sources
        return next((one for one in sources if one.id == light_id), None)

    def deactivate(self) -> None:
        """Forget a drag, and which one was chosen."""
        self.drag, self._chosen = None, ""

    def take_preset(self, preset_id: str) -> None:
        """Let clicks place another kind of light."""
        self.preset = preset(preset_id)
        self.redraw()

    def choose(self, light_id: str) -> None:
        """Show the reach of a source; none for an empty id."""
        self._chosen = light_id
        self.redraw()

    def change(self, source: LightSource) -> None:
        """Put a source in the place of the one of its id."""
        self.submit(PutLights(put=(source,)))

    def switch(self, light_id: str) -> None:
        """Light a source, or put it out."""
        source = self.source(light_id)
        if source is not None:
            self.submit(SwitchLights(lights=(light_id,), on=not source.on))

    def remove(self, light_id: str) -> None:
        """Take a source away."""
        self.submit(PutLights(gone=(light_id,)))

    def place(self, at: Point | None, bearer: str = "") -> None:
        """Place a light like the preset at a point, or in somebody's hand."""
        taken = {one.id for one in self.encounter.map.light_sources}
        new = self.preset.source(fresh_id(taken, "light"), self.encounter.map.scale)
        if bearer:
            new = new.carried(bearer)
        elif at is not None:
            new = new.placed(at)
        self._chosen = new.id
        self.submit(PutLights(put=(new,)))

    # --- the pointer -------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Take hold of a handle or a sign, or place a light."""
        chosen, free = self.chosen, KeyboardModifier.SHIFT in event.modifiers
        held = (
            None if chosen is None else light_handles.handle_at(self.encounter, chosen, event.point)
        )
        touched = light_handles.source_at(self.encounter, event.point)
        if chosen is not None and held is not None and touched is not chosen:
            self.drag = LightDrag(chosen, held, event.point, event.point, free)
        elif touched is not None:
            self._chosen = touched.id
            self.drag = LightDrag(touched, Held.SIGN, event.point, event.point, free)
        elif event.tokens:
            self.place(None, event.tokens[0])
        elif self.encounter.map.contains(Cell(*event.cell)):
            self.place(snapped_to_cell(event.point, self.encounter.map.size, free=free))
        self.redraw()
        return True

    def move(self, event: PointerEvent) -> bool:
        """Drag on, or tell of the cell under the pointer."""
        if self.drag is not None:
            free = KeyboardModifier.SHIFT in event.modifiers
            self.drag = self.drag._replace(now=event.point, free=free)
            self._controller.show(hover=Cell(*event.cell), hovered=event.tokens)
        elif self._controller.view.hover != Cell(*event.cell):
            self._controller.show(hover=Cell(*event.cell), hovered=event.tokens)
        return True

    def release(self, event: PointerEvent) -> bool:
        """Do what the drag came to."""
        if self.drag is None:
            return False
        drag, self.drag = self.drag._replace(now=event.point), None
        if drag.is_click:
            self.redraw()
        elif drag.held is Held.SIGN and event.tokens:
            self.submit(GiveLight(light=drag.source.id, to=event.tokens[0]))
        else:
            self.submit(PutLights(put=(self._meant(drag),)))
        return True

    def double(self, event: PointerEvent) -> bool:
        """Take the second of two clicks upon a sign for a click like the first."""
        return self.press(event)

    def give_up(self, event: PointerEvent) -> bool:
        """Let go of what is dragged; a right click on a sign switches it."""
        if self._forget():
            return True
        touched = light_handles.source_at(self.encounter, event.point)
        if event.kind is PointerKind.MENU and touched is not None:
            self._chosen = touched.id
            self.switch(touched.id)
            return True
        return False

    def leave(self, event: PointerEvent) -> bool:
        """Tell of no cell."""
        del event
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=())
        return True

    def _forget(self) -> bool:
        was_busy, self.drag = self.drag is not None, None
        if was_busy:
            self.redraw()
        return was_busy

    def take_back(self) -> bool:
        """Give up a drag."""
        return self._forget()

    def _meant(self, drag: LightDrag) -> LightSource:
        if drag.held is not Held.SIGN:
            return light_handles.dragged(self.encounter, drag)
        there = snapped_to_cell(drag.now, self.encounter.map.size, free=drag.free)
        return drag.source.placed(there)

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        chosen = self.chosen
        match event.key:
            case "escape" if self.drag is not None:
                return self._forget()
            case "escape" if chosen is not None:
                self.choose("")
            case "delete" if chosen is not None:
                self.remove(chosen.id)
            case "space" if chosen is not None:
                self.switch(chosen.id)
            case "tab" | "backtab":
                self._next(-1 if "backtab" in event.key or event.modifiers else 1)
            case "enter":
                self._place_by_key()
            case "left" | "right" | "up" | "down" if chosen is not None:
                self._step(chosen, *_ARROWS[event.key])
            case _ if event.text in _PRESET_KEYS:
                self.take_preset(_PRESET_KEYS[event.text])
            case _:
                return False
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the tool: those that go through lights and place them."""
        return event.key in {"tab", "backtab", "space", "enter"} and not (
            event.modifiers - {KeyboardModifier.SHIFT}
        )

    def _next(self, by: int) -> None:
        ids = [one.id for one in self.encounter.map.light_sources]
        if ids:
            at = ids.index(self._chosen) + by if self._chosen in ids else min(by, 0)
            self.choose(ids[at % len(ids)])

    def _place_by_key(self) -> None:
        """Give a light to whoever is selected, else place it where the pointer is, or midway."""
        view, page = self._controller.view, self.encounter.map
        selected = [one for one in view.selected if one in self.encounter]
        if len(selected) == 1:
            self.place(None, selected[0])
        else:
            cell = view.hover or Cell(page.width // 2, page.height // 2)
            self.place(centre_of(cell))

    def _step(self, source: LightSource, dx: int, dy: int) -> None:
        at = place_of(self.encounter, source)
        if at is not None:
            moved = Point(at.x + dx * SUBCELL, at.y + dy * SUBCELL)
            if self.encounter.map.contains(cell_at(moved)):
                self.submit(PutLights(put=(source.placed(moved),)))

    # --- what is shown ---------------------------------------------------------------------------

    def preview(self) -> BattleMap | None:
        """Return the map as it would be lit if what is dragged was let go."""
        if self.drag is None or self.drag.is_click:
            return None
        page, meant = self.encounter.map, self._meant(self.drag)
        sources = page.light_sources
        return page.with_light_sources(meant if one.id == meant.id else one for one in sources)

    def overlays(self) -> tuple[OverlayView, ...]:
        """Return the signs, and the reach of the source that is chosen."""
        preview = self.preview()
        shown = self.encounter if preview is None else self.encounter.replace(map=preview)
        signs = light_overlays.signs_of_lights(shown, small=False)
        chosen = next((one for one in shown.map.light_sources if one.id == self._chosen), None)
        if chosen is None:
            return signs
        return (*light_overlays.rings_of_light(shown, chosen), *signs)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the tool."""
        if self.chosen is None:
            return (
                KeyHint(_("Click"), _("place: {light}").format(light=self.preset.name)),
                KeyHint(_("1\u20135"), _("which light")),
                KeyHint(_("Tab"), _("next light")),
                KeyHint(_("Right click"), _("on, off")),
            )
        return (
            KeyHint(_("Drag"), _("handle, or light onto somebody")),
            KeyHint(_("Space"), _("on, off")),
            KeyHint(_("Arrows"), _("move")),
            KeyHint(_("Delete"), _("take away")),
            KeyHint(_("Esc"), _("done")),
        )

    def facts(self) -> tuple[str, ...]:
        """Return how light the cell under the pointer is, and why."""
        hover = self._controller.view.hover
        if hover is None or not self.encounter.map.contains(hover):
            chosen = self.chosen
            return () if chosen is None else (capital(light_name(self.encounter, chosen)),)
        return ()
