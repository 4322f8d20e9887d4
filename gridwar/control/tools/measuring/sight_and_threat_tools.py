"""Line of effect, from whom to whom, overruled by the GM; and threat, from none to all.

A line goes by click or drag and is ruled by the system. T goes from no threat to those near, to
all, to all after their moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.maps.map_words import capital
from gridwar.control.measuring import sightline
from gridwar.control.measuring.threats import ThreatPresenter
from gridwar.control.records.ground_records import in_cells
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LabelOverlay, Role
from gridwar.control.state.kept_measurements import PlacedSight, SightEnd, SightPair, Threats
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.tool_base import Cursor, MeasuringTool, ToolInfo
from gridwar.engine.gm.side_and_setting_commands import GiveRuling
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, centre_of, footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.measure_records import MeasureView
    from gridwar.control.records.scene_records import LegendEntry, OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.engine.kit.sight_and_cover import Sight
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Point


class SightTool(MeasuringTool):
    """Shows what one has towards another."""

    info = ToolInfo(
        "sight", _("Line of effect and cover"), "spline", _("Who sees whom, and what decides")
    )
    cursor = Cursor.AIM

    _from: SightEnd | None = None
    _to: SightEnd | None = None
    _hovered: SightEnd | None = None
    _pressed: SightEnd | None = None
    _known: tuple[Encounter, SightPair, Sight | None] | None = None

    def activate(self) -> None:
        """Begin from the one selected."""
        controller = self._controller
        chosen = (
            controller.view.selected[0] if controller.view.selected else controller.encounter.turn
        )
        self._from = None if chosen is None else SightEnd(chosen)
        self._to = self._hovered = None

    def deactivate(self) -> None:
        """Forget the pair."""
        self._from = self._to = self._hovered = None

    @property
    def pair(self) -> SightPair | None:
        """Who or what looks where now: at what was clicked, else what is under the pointer."""
        there = self._hovered if self._to is None else self._to
        if self._from is None or there is None:
            return None
        pair = SightPair(self._from, there)
        return pair if pair.is_in(self._controller.encounter) else None

    def _end(self, event: PointerEvent) -> SightEnd | None:
        """Return the token under the pointer, else the square; None beyond the map."""
        if event.tokens:
            return SightEnd(event.tokens[0])
        cell = Cell(*event.cell)
        return SightEnd(cell=cell) if self._controller.encounter.map.contains(cell) else None

    def press(self, event: PointerEvent) -> bool:
        """Choose who looks, or from where, then at whom, or where."""
        end = self._pressed = self._end(event)
        if end is None:
            self._to = None
        elif self._from is None or self._to is not None:
            self._from, self._to = end, None
        elif end != self._from:
            self._to = end
        self.redraw()
        return True

    def move(self, event: PointerEvent) -> bool:
        """Look at the token or square under the pointer."""
        self._hovered = self._end(event)
        return super().move(event)

    def release(self, event: PointerEvent) -> bool:
        """End a drag from one to another, whoever looked before."""
        (pressed, self._pressed), end = (self._pressed, None), self._end(event)
        if pressed is not None and end is not None and end != pressed:
            self._from, self._to = pressed, end
            self.redraw()
        return True

    def _back(self) -> bool:
        if self._to is None and self._from is None:
            return False
        if self._to is not None:
            self._to = None
        else:
            self._from = None
        self.redraw()
        return True

    def take_back(self) -> bool:
        """Forget the target, then who looks."""
        return self._back()

    def key(self, event: KeyEvent) -> bool:
        """Tab turns round, Enter keeps the line on the map, Escape goes back a step."""
        if not event.pressed:
            return False
        match event.key:
            case "tab" if self.pair is not None:
                turned = self.pair.turned()
                self._from, self._to = turned.attacker, turned.target
                self.redraw()
            case "enter" | "return" if self.pair is not None:
                self._keep()
            case "escape":
                return self._to is not None and self._back()
            case _:
                return self.lift_by_key(event)
        return True

    def _keep(self) -> None:
        if self.pair is None:
            return
        kept, line = self._controller.view.measuring, PlacedSight(self.pair)
        rest = tuple(one for one in kept.sights if one != line)
        self._to = None
        self._controller.show(measuring=replace(kept, sights=(*rest, line)))

    def pressed(self, key: str) -> None:
        """Take the GM's word: on the line, on the cover, or none."""
        if self.pair is None:
            return
        if key == "keep":
            self._keep()
            return
        if not self.pair.is_of_people:
            return
        kind, _colon, value = key.partition(":")
        attacker, target = self.pair.attacker.who, self.pair.target.who
        old = self._controller.encounter.ruling(attacker, target)
        command = GiveRuling(
            attacker=attacker,
            target=target,
            line=None if old is None else old.line,
            cover=None if old is None else old.cover,
        )
        match kind:
            case "line":
                chosen = "clear" if value == "clear" else "blocked"
                command = command.replace(line=None if command.line == chosen else chosen)
            case "cover":
                degree = CoverDegree(value)
                command = command.replace(cover=None if command.cover is degree else degree)
            case _:
                command = command.replace(line=None, cover=None)
        self._to = SightEnd(target)
        self._controller.submit(command)

    def sight(self) -> Sight | None:
        """Return the system's answer for the pair."""
        if self.pair is None:
            return None
        encounter = self._controller.encounter
        known = self._known
        if known is None or known[0] is not encounter or known[1] != self.pair:
            found = sightline.sight_between(self._controller.system, encounter, self.pair)
            known = self._known = (encounter, self.pair, found)
        return known[2]

    def overlays(self) -> tuple[OverlayView, ...]:
        """Draw the lines as they came out, and name the target with its distance."""
        sight, encounter, pair = self.sight(), self._controller.encounter, self.pair
        if sight is None or pair is None:
            return ()
        far = sightline.far_words(self._controller.system, encounter, pair)
        role = Role.PAPER if sight.clear else Role.THREAT
        label = LabelOverlay(
            in_cells(_middle_of(encounter, pair.target)),
            capital(pair.target.name(encounter)),
            far,
            role,
        )
        ends = (pair.attacker.key, pair.target.key)
        return (*sightline.draw_sight(encounter, sight, ends), label)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Name what is drawn."""
        return sightline.sight_legend(self.sight())

    def panel(self) -> MeasureView:
        """Return the ruling and the GM's choices."""
        controller = self._controller
        return sightline.sight_panel(
            controller.system, controller.encounter, self._from, self.pair, controller.letters
        )

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        return (
            KeyHint(_("Click"), _("from, then to: a token or any square")),
            KeyHint("Tab", _("turn round")),
            KeyHint(_("Enter"), _("keep")),
            KeyHint("[ ]", _("height")),
            KeyHint(_("Esc"), _("back")),
        )


CYCLE: Final = (None, Threats.NEAR, Threats.ALL, Threats.REACH)


class ThreatTool(MeasuringTool):
    """Chooses whose threat is drawn, and tells who threatens what."""

    info = ToolInfo(
        "threat", _("Threat"), "target", _("Where foes can strike, and where it is safe")
    )
    cursor = Cursor.ARROW

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self.threats = ThreatPresenter(controller)

    def activate(self) -> None:
        """Show all at once: that is what the tool is taken up for."""
        if self.threats.mode in (None, Threats.NEAR):
            self._set(Threats.ALL)

    def _set(self, mode: Threats | None) -> None:
        kept = self._controller.view.measuring
        self._controller.layers.show(Layer.THREATS, on=mode is not None)
        if mode is not None:
            self._controller.show(measuring=replace(kept, threats=mode))

    def press(self, event: PointerEvent) -> bool:
        """Pin the threat of the token under the pointer, or take it off."""
        if event.tokens:
            self._toggle(event.tokens[0])
        return True

    def _toggle(self, who: str) -> None:
        kept = self._controller.view.measuring
        self._controller.show(measuring=replace(kept, threats_of=kept.threats_of ^ {who}))

    def key(self, event: KeyEvent) -> bool:
        """Tab goes on to the next, with Shift back."""
        if event.pressed and event.key == "tab":
            step = -1 if KeyboardModifier.SHIFT in event.modifiers else 1
            self._set(CYCLE[(CYCLE.index(self.threats.mode) + step) % len(CYCLE)])
            return True
        return self.lift_by_key(event) if event.pressed else False

    def pressed(self, key: str) -> None:
        """Do what a button or a line means."""
        kind, _colon, value = key.partition(":")
        if kind == "mode":
            self._set(None if value == "none" else Threats(value))
        elif kind == "one":
            self._toggle(value)

    def panel(self) -> MeasureView:
        """Return whose threat is drawn."""
        return self.threats.panel()

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        return (
            KeyHint("Tab", _("none, near, all, after moves")),
            KeyHint(_("Click"), _("pin one")),
            KeyHint(_("Esc"), _("done")),
        )


def _middle_of(encounter: Encounter, end: SightEnd) -> Point:
    """Return the middle of an end that is on the board."""
    if end.cell is not None:
        return centre_of(end.cell)
    one = encounter[end.who]
    assert one.pos is not None  # else there were no sight
    return footprint_centre(one.pos, one.size)
