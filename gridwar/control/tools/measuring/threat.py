"""Threat at a glance: T goes from none to those near, to all, to all after their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring.threats import ThreatPresenter
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pins import Threats
from gridwar.control.state.pointer import Button, PointerKind
from gridwar.control.tools.tool import Cursor, MeasuringTool, ToolInfo
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.panel_records import MeasureView
    from gridwar.control.state.pointer import KeyEvent, PointerEvent

CYCLE: Final = (None, Threats.NEAR, Threats.ALL, Threats.REACH)


class ThreatTool(MeasuringTool):
    """Chooses whose threat is drawn, and tells who threatens what."""

    info = ToolInfo(
        "threat", _("Threat"), "target", "T", _("Where foes can strike, and where it is safe")
    )
    cursor = Cursor.ARROW

    def __init__(self, controller: Controller) -> None:
        """Work for a controller."""
        super().__init__(controller)
        self.threats = ThreatPresenter(controller)

    def activate(self) -> None:
        """Show all at once: that is what the tool is taken up for."""
        if self.threats.mode in (None, Threats.NEAR):
            self._set(Threats.ALL)

    def _set(self, mode: Threats | None) -> None:
        kept = self._controller.view.measuring
        if mode is None:
            self._controller.show(show_threat=False)
        else:
            self._controller.show(show_threat=True, measuring=replace(kept, threats=mode))

    def pointer(self, event: PointerEvent) -> bool:
        """Hover tells, a click pins the threat of one."""
        match event.kind:
            case PointerKind.PRESS | PointerKind.DOUBLE if event.button is Button.LEFT:
                if event.tokens:
                    self._toggle(event.tokens[0])
                return True
            case PointerKind.MOVE:
                self.hover(event)
                return True
            case PointerKind.WHEEL:
                return self.lift(event)
        return False

    def _toggle(self, who: str) -> None:
        kept = self._controller.view.measuring
        self._controller.show(measuring=replace(kept, threats_of=kept.threats_of ^ {who}))

    def key(self, event: KeyEvent) -> bool:
        """T goes on to the next."""
        if event.pressed and event.key == "t" and not event.modifiers:
            at = CYCLE.index(self.threats.mode)
            self._set(CYCLE[(at + 1) % len(CYCLE)])
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
            KeyHint("T", _("none, near, all, after moves")),
            KeyHint(_("Click"), _("pin one")),
            KeyHint(_("Esc"), _("done")),
        )
