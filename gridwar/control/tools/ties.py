"""Signs of links between combatants: which one is under the pointer, and what a click does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridwar.control.measuring.tie_signs import ends_of, sign_place
from gridwar.control.records import scene_records as sr
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller import Controller
    from gridwar.engine.kit.overlays import Tie

SIGN_CELLS: Final = 0.25
"""How near to a sign the pointer means it."""


class Ties:
    """The links of a controller's fight that have actions of their own."""

    def __init__(self, controller: Controller) -> None:
        """Belong to a controller."""
        self._controller = controller

    def at(self, place: sr.Point) -> Tie | None:
        """Return the link whose sign lies at a place, in cells; none while something is chosen."""
        view = self._controller.view
        if view.picking is not None or view.draft is not None or view.plan is not None:
            return None
        return next((one for one in self._with_sign() if self._is_near(one, place)), None)

    def find(self, ends: tuple[str, str]) -> Tie | None:
        """Return the link of two combatants."""
        return next((one for one in self._with_sign() if (one.a, one.b) == ends), None)

    def label(self, ends: tuple[str, str]) -> tuple[sr.OverlayView, ...]:
        """Return the words beside the sign under the pointer."""
        tie = self.find(ends)
        middle = None if tie is None else self._middle(tie)
        if tie is None or middle is None:
            return ()
        return (sr.LabelOverlay(middle, tie.label, _("click for its options"), sr.Role.INTENT),)

    def _with_sign(self) -> tuple[Tie, ...]:
        ties = self._controller.rules_cache.scenery().ties
        return tuple(one for one in ties if one.icon and one.group)

    def _is_near(self, tie: Tie, place: sr.Point) -> bool:
        middle = self._middle(tie)
        return middle is not None and math.dist(middle, place) <= SIGN_CELLS

    def _middle(self, tie: Tie) -> sr.Point | None:
        ends = ends_of(self._controller.encounter, tie)
        return None if ends is None else sign_place(*ends)
