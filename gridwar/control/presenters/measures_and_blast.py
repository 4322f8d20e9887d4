"""What was measured and stays on the map, and the blast of a weapon that is being aimed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from gridwar.control.maps.floor_words import place_name
from gridwar.control.measuring.arcs import arc_overlay
from gridwar.control.measuring.ruler import read_ruler, ruler_overlays
from gridwar.control.measuring.sightline import present_between
from gridwar.control.measuring.template_areas import (
    blast_overlays,
    taken_by,
    taken_by_blast,
    template_overlays,
)
from gridwar.control.measuring.template_panel import caught_block
from gridwar.control.memo import KeptByKey
from gridwar.control.records import scene_records as sr
from gridwar.control.records.measure_records import MeasureView
from gridwar.control.state.kept_measurements import ALL_KEPT
from gridwar.control.tools.measuring.template_tool import TemplateTool
from gridwar.control.tools.tool_base import MeasuringTool
from gridwar.model.events_combatants import Explained
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.measuring.template_areas import Taken
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.model.geometry import Cell

_Made = TypeVar("_Made")


class MeasuredPresenter:
    """Draws what is pinned; each thing is computed once a state of the fight."""

    def __init__(self, controller: Controller, tools: Toolbox) -> None:
        self._controller = controller
        self._tools = tools
        self._kept = KeptByKey()

    def _once(self, key: object, make: Callable[[], _Made]) -> _Made:
        return self._kept.get(self._controller.encounter, key, make)

    def draw(self) -> sr.Drawn:
        """Return everything pinned, with its line in the legend."""
        overlays: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        for shown, entry in (*self._templates(), *self._arcs(), *self._lines()):
            overlays.extend(shown)
            legend.append(entry)
        if (count := self._controller.view.measuring.count) > 1:
            words = _("take off all {n}").format(n=count)
            legend.append(sr.LegendEntry(sr.RegionRole.TEMPLATE, words, ALL_KEPT))
        return tuple(overlays), tuple(legend)

    def _templates(self) -> Iterator[tuple[tuple[sr.OverlayView, ...], sr.LegendEntry]]:
        held = self._tools.active
        active = held.placed.key if isinstance(held, TemplateTool) else ""
        encounter, levels = self._controller.encounter, self._controller.system.board.levels
        laid = self._controller.view.measuring.templates
        last = laid[-1].key if laid and not active and self.blast() is None else ""
        for one in laid:
            if one.key == active:
                continue
            taken = self._once(one, partial(taken_by, encounter, one, levels=levels))
            is_filled = one.key == last
            shown = template_overlays(encounter, one, taken, filled=is_filled)
            role = sr.RegionRole.TEMPLATE if is_filled else sr.RegionRole.TEMPLATE_INNER
            yield shown, sr.LegendEntry(role, one.name, one.key)

    def _arcs(self) -> Iterator[tuple[tuple[sr.OverlayView, ...], sr.LegendEntry]]:
        held, encounter = self._tools.active, self._controller.encounter
        active = getattr(getattr(held, "arc", None), "key", "")
        for one in self._controller.view.measuring.arcs:
            shown = self._once(one, partial(arc_overlay, encounter, one))
            if shown is not None and one.key != active:
                text = _("field of fire, {name}").format(name=encounter[one.who].name)
                yield (shown,), sr.LegendEntry(sr.Role.REACH1, text, one.key)

    def _lines(self) -> Iterator[tuple[tuple[sr.OverlayView, ...], sr.LegendEntry]]:
        system, encounter = self._controller.system, self._controller.encounter
        measuring = self._controller.view.measuring
        for ruler in measuring.rulers:
            reading = read_ruler(encounter, system.yardstick(encounter), ruler.points)
            entry = sr.LegendEntry(sr.LineRole.RULER, _("ruler"), ruler.key)
            yield ruler_overlays(encounter, reading), entry
        for one in measuring.sights:
            shown = self._once(one, partial(present_between, system, encounter, one.ends))
            if shown:
                ends = (one.ends.attacker, one.ends.target)
                names = " \u2192 ".join(end.name(encounter) for end in ends)
                yield shown, sr.LegendEntry(sr.LineRole.CLEAR, names, one.key)

    # --- a blast that is being aimed -------------------------------------------------------------

    def blast(self) -> Taken | None:
        """Return what the weapon being aimed at a cell would take in there."""
        view = self._controller.view
        if view.draft is not None:
            return self._drafted_blast(view.draft)
        if view.picking is None or view.need != "cell":
            return None
        key = ("blast", self._controller.actor, view.picking.weapon, view.hover)
        return self._once(key, lambda: aimed_blast(self._controller))

    def _drafted_blast(self, draft: ActionDraft) -> Taken | None:
        """Return what the weapon of a prepared action would take in where it is aimed."""
        encounter = self._controller.encounter
        target = encounter.combatants.get(draft.target)
        cell = draft.cell if target is None else target.pos
        if cell is None or not draft.action.weapon or draft.amends is not None:
            return None
        actor, weapon = draft.actor, draft.action.weapon
        key = ("blast", actor, weapon, cell)
        return self._once(key, lambda: blast_at(self._controller, actor, weapon, cell))

    def draw_blast(self) -> sr.Drawn:
        """Return the zones of the blast under the pointer."""
        taken, picking = self.blast(), self._controller.view.picking
        draft = self._controller.view.draft
        title = _("explosion") if picking is None else picking.title
        title = title if draft is None else draft.action.title
        if taken is None:
            taken = self.gone_off()
        if taken is None:
            return (), ()
        entry = sr.LegendEntry(sr.RegionRole.TEMPLATE, title, rule_id=taken.rule_id)
        return blast_overlays(taken, title), (entry,)

    def gone_off(self) -> Taken | None:
        """Return what has gone off and is being asked about; None while nothing has."""
        top = self._controller.session.top
        if top is None or top.asking is None:
            return None
        traces = (one.trace for one in top.asking.events if isinstance(one, Explained))
        cell = next((one.cell for one in reversed(tuple(traces)) if one.cell is not None), None)
        actor, weapon = top.row.command.actor, str(getattr(top.row.command, "weapon", ""))
        if cell is None or actor is None:
            return None
        key = ("gone off", actor, weapon, cell)
        return self._once(key, lambda: blast_at(self._controller, actor, weapon, cell))

    def numbers(self) -> Mapping[str, int]:
        """Return the numbers on the tokens caught by the active template."""
        taken = self.blast() or self.gone_off()
        if taken is not None:
            return taken.numbers
        held = self._tools.active
        return held.caught() if isinstance(held, MeasuringTool) else {}


def aimed_blast(controller: Controller) -> Taken | None:
    """Return what the weapon being aimed at a cell would take in; None where nothing is."""
    view, actor, encounter = controller.view, controller.actor, controller.encounter
    picking, hover = view.picking, view.hover
    if picking is None or view.need != "cell" or not picking.weapon or actor is None:
        return None
    if hover is None or not encounter.map.contains(hover):
        return None
    return blast_at(controller, actor, picking.weapon, hover)


def blast_at(controller: Controller, actor: str, weapon: str, cell: Cell) -> Taken | None:
    """Return what a weapon takes in where it goes off; None where it has no blast."""
    blast = controller.rules_cache.blast(actor, weapon, cell)
    return None if blast is None else taken_by_blast(controller.encounter, blast, actor, cell)


def aims_blast(controller: Controller) -> bool:
    """Return whether a cell is being chosen for a weapon with a blast."""
    picking, actor = controller.view.picking, controller.actor
    needs_cell = controller.view.need == "cell"
    if picking is None or not needs_cell or not picking.weapon or actor is None:
        return False
    pos = controller.encounter[actor].pos
    if pos is None:
        return False
    return controller.rules_cache.blast(actor, picking.weapon, pos) is not None


def blast_panel(controller: Controller, taken: Taken) -> MeasureView:
    """Return the list of those caught by the blast under the pointer."""
    picking, hover = controller.view.picking, controller.view.hover
    title = "" if picking is None else picking.title
    if hover is not None:
        title = _("{what} ({cell})").format(
            what=title, cell=place_name(controller.encounter.map, hover)
        )
    zones = ", ".join(label for label, _cells in taken.zones)
    block = caught_block(controller.encounter, taken, controller.letters)
    rows = tuple(replace(row, key="") for row in block.rows)
    note = _("Nobody.") if not taken.caught else ""
    own = [one for one in taken.caught if one.is_own]
    if own:
        names = ", ".join(controller.encounter[one.who].name for one in own)
        note = _("Own side: {names}").format(names=names)
    return MeasureView(
        _("Caught"), title, zones, (replace(block, rows=rows, note=note, choices=()),)
    )
