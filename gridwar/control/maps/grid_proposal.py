"""The grid that was found on the map's picture, proposed: how it would lie, and in words.

Owns what half, double and by hand make of it. Nothing is laid before somebody takes it; finding
it is ``formats.printed_grid``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.records.printed_grid_records import GridOverlay, GridProposalView
from gridwar.formats.grid_finding import GridVerdict, finding_words, length_words
from gridwar.formats.picture_placement import LEAST_CELL_PX, PicturePlacement
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.maps.map_setup import MapSetup
    from gridwar.formats.grid_finding import GridFinding
    from gridwar.model.battlemap import Picture

HALF: Final = 0.5
DOUBLE: Final = 2.0


class GridProposal(Struct, frozen=True):
    """A finding, and the picture it was made on.

    Attributes:
        finding: what was found.
        laid: the map's picture as it lies.
        picture: the one it was found on: the same, or one that was turned or made square.
        is_by_hand: whether its lines were moved, halved or doubled since.
    """

    finding: GridFinding
    laid: Picture
    picture: Picture
    is_by_hand: bool = False

    def by_hand(self) -> GridProposal:
        """Return it with its lines laid otherwise than they were found."""
        return replace(self, is_by_hand=True)

    def begun(self, setup: MapSetup) -> MapSetup:
        """Return the setup of a map with the picture on the lines found, where they are square."""
        if self.picture != self.laid:
            setup = setup.with_picture(self.picture)
        if not self.finding.is_square:
            return setup
        return setup.laid_anew(PicturePlacement.on_found(self.finding))

    def can_take(self, setup: MapSetup) -> bool:
        """Return whether a setup is more than the picture as it lies."""
        is_laid = self.finding.is_square or self.is_by_hand
        return is_laid and setup.placement is not None and not setup.is_wrong

    def scaled(self, setup: MapSetup, times: float) -> MapSetup | None:
        """Return a setup with cells so many times as long; None where that is too small."""
        placement = setup.placement
        if placement is None or self._too_small(placement.cell_px * times):
            return None
        longer = replace(placement, cell_px=placement.cell_px * times)
        return setup.laid_anew(longer.snapped())

    def _too_small(self, cell_px: float) -> str:
        """Return why cells may not be so short, in pixels; empty where they may."""
        longest = max(self.picture.width_px or 0, self.picture.height_px or 0)
        if longest / cell_px > MAX_SIDE_CELLS:
            text = _("Smaller cells would be more than {most} in a row.")
            return text.format(most=MAX_SIDE_CELLS)
        if cell_px < LEAST_CELL_PX:
            text = _("Smaller cells would have less than {least:g} pixels.")
            return text.format(least=LEAST_CELL_PX)
        return ""

    # --- what is shown ---------------------------------------------------------------------------

    def view(self, setup: MapSetup) -> GridProposalView:
        """Return what is said of it while a setup is shown."""
        placement, can_take = setup.placement, self.can_take(setup)
        words, note = finding_words(self.finding), self._note()
        if can_take and placement is not None:
            if self.is_by_hand:
                size = length_words(placement.cell_px)
                words = _("A grid of {size} px, by hand").format(size=size)
            count = _("{w} \u00d7 {h} cells.").format(w=setup.width, h=setup.height)
            note = f"{count} {note}"
        half = "" if placement is None else self._too_small(placement.cell_px * HALF)
        is_sure = self.finding.verdict is GridVerdict.SURE
        return GridProposalView(words, note, can_take, half, self._straighten(), is_sure)

    def _note(self) -> str:
        if self.is_by_hand:
            return _("Arrows nudge the picture under its lines.")
        if self.finding.is_turned:
            return _("The lines on the picture lean: turned back, it lies level on the map's.")
        match self.finding.verdict:
            case GridVerdict.SURE:
                return _("The brass lines lie where they were found on the picture.")
            case GridVerdict.PROPOSED:
                return _("Do the brass lines lie on the picture's? Tiles and bricks look alike.")
            case GridVerdict.STRETCHED:
                return _("Its cells are not square, so nothing is laid yet: make them square.")
            case GridVerdict.HEX:
                return _("Gridwar plays on squares: lay the square grid by hand.")
            case _:
                return _("Drag over some cells of the picture and say how many they are.")

    def _straighten(self) -> str:
        if self.finding.verdict is GridVerdict.STRETCHED:
            return _("Make it square")
        return _("Turn it straight") if self.finding.is_turned else ""

    def overlay(self, setup: MapSetup) -> GridOverlay | None:
        """Return the lines as they lie on the map of a setup; None where there are none."""
        placement, finding = setup.placement, self.finding
        if placement is None or not (finding.is_square or finding.is_stretched or self.is_by_hand):
            return None
        cell = placement.cell_px
        box = (
            placement.x_px / cell,
            placement.y_px / cell,
            (self.picture.width_px or 0) / cell,
            (self.picture.height_px or 0) / cell,
        )
        is_sure = finding.verdict is not GridVerdict.PROPOSED
        if self.is_by_hand:
            return GridOverlay(box)
        first = (
            (placement.x_px + finding.offset_x_px) / cell,
            (placement.y_px + finding.offset_y_px) / cell,
        )
        step = (finding.cell_x_px / cell, finding.cell_y_px / cell)
        turn_deg = finding.tilt_deg if finding.is_turned else 0.0
        return GridOverlay(box, first, step, turn_deg, is_sure)
